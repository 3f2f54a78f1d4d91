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

/* Number of bytes written to out, at most PACK_MAX. */
size_t game_pack(const struct game *g, uint8_t out[static PACK_MAX]);

/* 0, or -1 if the bytes are not a packed game of these rules or the game is not ok (game_is_ok);
 * *g is then unspecified. */
int game_unpack(struct game *g, const struct rules *rules, const uint8_t *p, size_t n);

#endif
