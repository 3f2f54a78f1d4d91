#ifndef ADIT_TESTS_FIFTH_CAIRN_H
#define ADIT_TESTS_FIFTH_CAIRN_H

#include "core/pack.h"

/*
 * Cairn, a game known only to its test: two to four seats with one hidden stone each. A turn places
 * the stone at the end of the own row (seat s: 0,2s then 2,2s then 4,2s) or discards it face down,
 * and draws another. After three turns each the row with the highest value wins.
 */
enum { CAIRN_TURNS = 3 };

struct cairn_state {
	uint8_t left[SEATS_MAX]; /* remaining turns of a seat */
};

GAME_EXT(cairn, struct cairn_state)
#define cairn_own(g) GAME_EXT_EITHER(cairn, g)

extern const struct bot cairn_bot;
extern const struct text_rules cairn_words;
extern const struct picture_rules cairn_picture;
extern const struct position_rules cairn_position;
extern const struct rules rules_cairn;
extern const struct order_rule cairn_order[];
void cairn_deal(struct game *g, struct rng *rng, struct events *ev);
size_t cairn_discards(const struct game *g, struct order *out, size_t max);
int cairn_is_ok(const struct game *g);
void cairn_pack(struct pack *k, struct game *g);
size_t cairn_plays(const struct game *g, struct order *out, size_t max);
void cairn_score(const struct game *g, uint16_t gold[static SEATS_MAX]);
void cairn_view(const struct game *g, uint8_t seat, struct game *known);

#endif
