#ifndef ADIT_CORE_KNOW_H
#define ADIT_CORE_KNOW_H

#include "core/game.h"

/*
 * What a seat can say of the goals that lie face down, from its position alone: who has looked at which,
 * and what each is or, since the goals of the box are public, must be.
 */
struct know_goal {
	struct place at;
	uint16_t looked; /* bits of the seats that have looked at it this round */
	card_id card;    /* what it is; CARD_HIDDEN: it may be several */
	bool is_seen;    /* known by looking; else it follows */
};

enum { KNOW_GOALS_MAX = 16 };

/* known: of a view.  How many there are, in the order of the board. */
unsigned know_goals(const struct game *known, struct know_goal out[static KNOW_GOALS_MAX]);

#endif
