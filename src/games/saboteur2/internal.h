#ifndef ADIT_GAMES_SABOTEUR2_INTERNAL_H
#define ADIT_GAMES_SABOTEUR2_INTERNAL_H

#include "games/mine/mine.h"
#include "games/saboteur2/saboteur2.h"

/* Inside saboteur2*.c only. */

/* The action cards that Saboteur does not have. */
extern const struct mine_action sb2_theft, sb2_hands_off, sb2_trapped, sb2_free_at_last;
extern const struct mine_action sb2_swap_hands, sb2_inspection, sb2_swap_hats;

/* The kinds of card that lie in front of a seat: three tools, theft, trapped; how many. */
enum { SB2_FRONT_MAX = 5 };
unsigned sb2_in_front(const struct game *g, uint8_t seat, card_id front[static SB2_FRONT_MAX]);

/* A trapped card is laid before the seat, or taken from it. */
void sb2_trap(struct game *g, uint8_t seat, bool trapped);

/* The seat's theft card is taken from before it, if there is one. */
void sb2_remove_thief(struct game *g, uint8_t seat);

/* A card that stayed in front of somebody goes to the discard pile. */
void sb2_discard_front(struct game *g, enum action action);

/* [SB2 3.E.22-27] The round is over: roles are shown, the gold divided, then stolen.  reached_by:
 * who completed the tunnel, SEAT_NONE if nobody did. */
void sb2_end_round(struct game *g, enum outcome outcome, uint8_t reached_by, struct events *ev);

#endif
