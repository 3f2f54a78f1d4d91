#ifndef ADIT_CORE_PACK_H
#define ADIT_CORE_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "core/game.h"

/*
 * A game as canonical bytes, little-endian, version first. Equal games give equal bytes, and
 * unpack(pack(g)) is g. Of the rules only id and revision are packed.
 */
enum { PACK_MAX = 4096 };

/*
 * One function visits the fields for both directions, so that writing and reading cannot differ.
 * Each pack_ function appends its variable to the bytes or reads the next bytes into it. Reading
 * past the end or beyond a bound sets bad; after that nothing is read.
 */
struct pack {
	uint8_t *out; /* write mode: PACK_MAX bytes; NULL: read mode */
	const uint8_t *in;
	size_t n, max; /* current offset; bytes available */
	int bad;
};

void pack_u8(struct pack *k, uint8_t *v);
void pack_struct_u16(struct pack *k, struct u16 *v);
/* Packs a count of at most max, then as many bytes. */
void pack_list(struct pack *k, uint8_t *count, uint8_t *v, unsigned max);

/* Writes the game to `out`. Returns the number of bytes, at most PACK_MAX. */
size_t game_pack(const struct game *g, uint8_t out[static PACK_MAX]);

/* True if the view contains only what its seat may know: its own view of itself has the same
 * bytes. */
bool view_is_redacted(const struct view *v);

/* Reads a packed game. Returns 0; -1 if the bytes are not a packed game of these rules or not
 * game_is_ok. Then *g is unspecified. */
int game_unpack(struct game *g, const struct rules *rules, const uint8_t *p, size_t n);

#endif
