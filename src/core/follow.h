#ifndef ADIT_CORE_FOLLOW_H
#define ADIT_CORE_FOLLOW_H

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
enum { FOLLOW_STEPS = 8 };
struct follow {
	const struct game *before, *after; /* as everybody knows them; before: PHASE_SETUP too */
	const struct events *ev;           /* public copies: event_for(SEAT_NONE), or as read */
	bool stops;                        /* nothing is ordered: the table ends the game */
	/* The rest is for struct rules, guess and settle. */
	unsigned attempt;  /* which guess it is, from 0 */
	struct game guess; /* `before`, with some card for each hidden one */
	struct order
	    order[FOLLOW_STEPS]; /* what was ordered: perhaps all steps of a turn at once */
	unsigned n_orders;
	card_id
	    hold; /* what is put into all hands, but for what is ordered; CARD_NONE: nothing else */
};

enum follow_fault {
	FOLLOW_OK,
	FOLLOW_EVENT, /* events: what the rules make of it is told otherwise from .event on */
	FOLLOW_ORDER, /* the rules do not allow what they tell */
	FOLLOW_CHANGE /* no event accounts for what is different in .what */
};

/* What may be different. */
enum follow_what {
	FOLLOW_TURN,  /* round, turn, phase, who is to move */
	FOLLOW_CARDS, /* hands, piles */
	FOLLOW_BOARD,
	FOLLOW_SEATS, /* what lies before the seats and what they have done and seen */
	FOLLOW_OWN,   /* what only this game has */
	FOLLOW_WHATS
};
struct follow_reason {
	enum follow_fault fault;
	uint32_t event;
	enum follow_what what;
};

/* true: it can have come about so.  f: the first four members; *why is set. */
bool game_follow(struct follow *f, struct follow_reason *why);

/* Are they the same table, for everybody? */
bool game_looks_same(const struct game *a, const struct game *b, enum follow_what *what);

/* For guess: the i-th event of this kind, and of this seat unless it is SEAT_NONE; or NULL. */
const struct event *follow_find(
    const struct follow *f, enum event_kind kind, uint8_t seat, unsigned i);

/* The first card of these classes (bits 1 << class) in the card list; CARD_NONE: there is none. */
card_id follow_any_card(const struct rules *rules, unsigned classes);

/* The order that event number `from` is owed to; false: it tells of none, or of one of the game's own. */
bool follow_order(const struct follow *f, uint32_t from, struct order *o);

/* A guess for each hidden one of n cards. */
void follow_fill(card_id *card, unsigned n, card_id with);

/* One for each card that is hidden still: some card of its class. */
void follow_fill_rest(struct game *g);

#endif
