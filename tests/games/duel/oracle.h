#ifndef ADIT_TESTS_GAMES_DUEL_ORACLE_H
#define ADIT_TESTS_GAMES_DUEL_ORACLE_H

#include "games/duel/duel.h"

/*
 * The table of The Duel once more, slowly and from the names of the cards: an arm is a pair of cell
 * and edge letter, and reach grows until it does not.
 */

/* The kinds, in the order of the card list. */
extern const char *const duel_kind[DUEL_CARDS];

/* Lay out the table of g as `side` walks it, with the trolls of a set counted as paid: bit i is the
 * i-th unpaid troll in the order of the board. */
void oracle_lay_out(const struct game *g, enum side side, unsigned paid);

/* On the table laid out last: is the edge of the card at x,y reached? */
bool oracle_reaches(int x, int y, int edge);
/* Does the gold of the card at x,y, if it has any, lie where it is reached? */
bool oracle_reaches_gold(int x, int y);

/* Every way in which `seat` may lay a card of this kind, with the smallest sets of trolls; how many. */
size_t oracle_places(
    const struct game *g, uint8_t seat, card_id card, struct order *out, size_t max);

#endif
