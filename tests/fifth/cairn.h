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

extern const struct text_rules cairn_words;
extern const struct picture_rules cairn_picture;
extern const struct position_rules cairn_position;
extern const struct rules rules_cairn;

#endif
