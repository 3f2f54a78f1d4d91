#ifndef ADIT_GAMES_SABOTEUR2_INTERNAL_H
#define ADIT_GAMES_SABOTEUR2_INTERNAL_H

#include "games/mine/mine.h"
#include "games/saboteur2/saboteur2.h"

/* For the C files of this folder only. */

/* The action cards that Saboteur does not have. */
extern const struct mine_action sb2_theft, sb2_hands_off, sb2_trapped, sb2_free_at_last;
extern const struct mine_action sb2_swap_hands, sb2_inspection, sb2_swap_hats;

/* Lists the kinds of cards in front of a seat: three tools, theft, trapped. Returns their
 * number. */
enum { SB2_FRONT_MAX = 5 };
unsigned sb2_in_front(const struct game *g, uint8_t seat, card_id front[static SB2_FRONT_MAX]);

/* Puts a trapped card in front of the seat, or removes it. */
void sb2_trap(struct game *g, uint8_t seat, bool trapped);

/* Removes the theft card in front of the seat, if there is one. */
void sb2_remove_thief(struct game *g, uint8_t seat);

/* Puts a card that was in front of a player on the discard pile. */
void sb2_discard_front(struct game *g, enum action action);

/* [SB2 3.E.22-27] Ends the round: shows roles, divides the gold, then handles theft. reached_by:
 * the seat that completed the tunnel, or SEAT_NONE. */
void sb2_end_round(struct game *g, enum outcome outcome, uint8_t reached_by, struct events *ev);

#endif
