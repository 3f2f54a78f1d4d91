#ifndef ADIT_CORE_PACK_H
#define ADIT_CORE_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "core/game.h"

/*
 * A game as canonical bytes, little-endian, version first: equal games give equal bytes, and
 * unpack(pack(g)) is g.  rules itself is not packed, only its id and revision.
 */
enum { PACK_MAX = 4096 };

/*
 * One walk over the fields serves both directions, so that writing and reading cannot differ: each
 * pack_ function writes its variable at the end of the bytes, or reads it from their front.
 * Reading past the end or beyond a bound sets bad, and from then on nothing is read.
 */
struct pack {
	uint8_t *out; /* writing: PACK_MAX bytes; NULL: reading */
	const uint8_t *in;
	size_t n, max; /* done so far; bytes there are */
	int bad;
};

void pack_u8(struct pack *k, uint8_t *v);
void pack_struct_u16(struct pack *k, struct u16 *v);
/* A count of at most max, then as many bytes. */
void pack_list(struct pack *k, uint8_t *count, uint8_t *v, unsigned max);

/* Number of bytes written to out, at most PACK_MAX. */
size_t game_pack(const struct game *g, uint8_t out[static PACK_MAX]);

/* Is it no more than what its seat may know: a view of itself, byte for byte? */
bool view_is_redacted(const struct view *v);

/* 0, or -1 if the bytes are not a packed game of these rules or the game is not ok (game_is_ok);
 * *g is then unspecified. */
int game_unpack(struct game *g, const struct rules *rules, const uint8_t *p, size_t n);

#endif
