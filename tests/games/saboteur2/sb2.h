#ifndef ADIT_TESTS_GAMES_SABOTEUR2_SB2_H
#define ADIT_TESTS_GAMES_SABOTEUR2_SB2_H

#include "games/saboteur2/saboteur2.h"
#include "games/table.h"

/* Positions and orders of Saboteur 2, in addition to tests/games/table.h. */

/* Round 1, seat 0 to move, all geologists, three blue diggers in the role pile, empty hands and
 * piles, start card and goals on the table: goal-stone-ne at 8,-2, the treasure at 8,0,
 * goal-stone-nw at 8,2. */
void sb2_init(struct game *g, uint8_t n_seats);

/* Puts a theft or a trapped card in front of a seat. */
void sb2_thief(struct game *g, uint8_t seat);
void sb2_set_trap(struct game *g, uint8_t seat);

struct order sb2_act(uint8_t seat, card_id card);
struct order sb2_discard(uint8_t seat, unsigned n, card_id a, card_id b, card_id c);
struct order sb2_clear(uint8_t seat, card_id a, card_id b, card_id what);
/* n names, in order */
struct order sb2_steal(uint8_t seat, unsigned n, uint8_t a, uint8_t b, uint8_t c);

#endif
