#ifndef ADIT_TESTS_GAMES_DUEL_ORACLE_H
#define ADIT_TESTS_GAMES_DUEL_ORACLE_H

#include "games/duel/duel.h"

/* Second implementation of the board of The Duel, slow and from the names of the cards: an arm
 * is a pair of cell and edge letter, and reach grows until it is stable. */

/* The kinds, in the order of the card list. */
extern const char *const duel_kind[DUEL_CARDS];

/* Lays out the board of g as `side` walks it. The trolls of a set count as paid: bit i is the
 * i-th unpaid troll in the order of the board. */
void oracle_lay_out(const struct game *g, enum side side, unsigned paid);

/* On the board laid out last: true if the edge of the card at x,y is reached. */
bool oracle_reaches(int x, int y, int edge);
/* True if the card at x,y has gold and it is reached. */
bool oracle_reaches_gold(int x, int y);

/* Lists every way in which `seat` may place a card of this kind, with the smallest sets of
 * trolls. Returns the number. */
size_t oracle_places(
    const struct game *g, uint8_t seat, card_id card, struct order *out, size_t max);

#endif
