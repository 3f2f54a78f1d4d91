#ifndef ADIT_CORE_TRANSITION_H
#define ADIT_CORE_TRANSITION_H

#include "core/game.h"

/*
 * Do the events tell what has become of the table?  Of that anybody can judge who knows what everybody
 * knows, before and after, and the public events between: the order is read out of them, what is hidden
 * is guessed so that they can have come about, and the rules play it.  Out must come these very events
 * and this very table: whatever a change is owed to nothing hidden, it cannot be lied about.
 *
 * What hangs on something hidden is taken as it is told: whether somebody can still play when the pile
 * is empty, who has robbed whom, how many nuggets make up four gold.
 */
enum { TRANSITION_STEPS = 8 };
struct transition {
	const struct game *before, *after; /* as everybody knows them; before: PHASE_SETUP too */
	const struct events *ev;           /* public copies: event_redact(SEAT_NONE), or as read */
	bool stops;                        /* nothing is ordered: the table ends the game */
	/* The rest is for struct rules, guess and settle. */
	unsigned attempt;  /* which guess it is, from 0 */
	struct game guess; /* `before`, with some card for each hidden one */
	struct order
	    order[TRANSITION_STEPS]; /* what was ordered: perhaps all steps of a turn at once */
	unsigned n_orders;
	card_id
	    hold; /* what is put into all hands, but for what is ordered; CARD_NONE: nothing else */
};

enum transition_fault {
	TRANSITION_OK,
	TRANSITION_EVENT, /* events: what the rules make of it is told otherwise from .event on */
	TRANSITION_ORDER, /* the rules do not allow what they tell */
	TRANSITION_CHANGE /* no event accounts for what is different in .what */
};

/* What may be different. */
enum transition_part {
	TRANSITION_TURN,  /* round, turn, phase, who is to move */
	TRANSITION_CARDS, /* hands, piles */
	TRANSITION_BOARD,
	TRANSITION_SEATS, /* what lies before the seats and what they have done and seen */
	TRANSITION_OWN,   /* what only this game has */
	TRANSITION_WHATS
};
struct transition_reason {
	enum transition_fault fault;
	uint32_t event;
	enum transition_part what;
};

/* true: it can have come about so.  f: the first four members; *why is set. */
bool transition_check(struct transition *f, struct transition_reason *why);

/* Are they the same table, for everybody? */
bool transition_same_public(const struct game *a, const struct game *b, enum transition_part *what);

/* For guess: the i-th event of this kind, and of this seat unless it is SEAT_NONE; or NULL. */
const struct event *transition_find(
    const struct transition *f, enum event_kind kind, uint8_t seat, unsigned i);

/* The first card of these classes (bits 1 << class) in the card list; CARD_NONE: there is none. */
card_id transition_any_card(const struct rules *rules, unsigned classes);

/* The order that event number `from` is owed to; false: it tells of none, or of one of the game's own. */
bool transition_order(const struct transition *f, uint32_t from, struct order *o);

/* A guess for each hidden one of n cards. */
void transition_fill(card_id *card, unsigned n, card_id with);

/* One for each card that is hidden still: some card of its class. */
void transition_fill_rest(struct game *g);

#endif
