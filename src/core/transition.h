#ifndef ADIT_CORE_TRANSITION_H
#define ADIT_CORE_TRANSITION_H

#include "core/game.h"

/*
 * Checks whether public events explain a change of the public state. It needs only the public views
 * before and after and the public events between. It reads the order out of the events and guesses
 * hidden cards such that the events are possible. Then it plays the order by the rules. The result
 * must have these events and this public state. So a host cannot lie about a change that does not
 * depend on hidden information.
 *
 * What depends on hidden information is accepted as reported: whether a player can still play when
 * the pile is empty, who has robbed whom, how many nuggets make up four gold.
 */
enum { TRANSITION_STEPS = 8 };
struct transition {
	const struct game *before, *after; /* public views; before: PHASE_SETUP is allowed */
	const struct events *ev;           /* public copies: event_redact(SEAT_NONE), or as read */
	bool stops;                        /* there is no order: the table aborts the game */
	/* The other members are for the callbacks `guess` and `settle` of struct rules. */
	unsigned attempt;                     /* number of the guess, from 0 */
	struct game guess;                    /* `before`, with some card for each hidden one */
	struct order order[TRANSITION_STEPS]; /* the orders, perhaps all steps of one turn */
	unsigned n_orders;
	/* card to fill all hands with, except the cards that orders name; CARD_NONE: do not fill */
	card_id hold;
};

enum transition_fault {
	TRANSITION_OK,
	TRANSITION_EVENT, /* from event number .event on, the rules give other events */
	TRANSITION_ORDER, /* the rules do not allow the order in the events */
	TRANSITION_CHANGE /* no event explains the difference in .what */
};

/* Part of the state that differs. */
enum transition_part {
	TRANSITION_TURN,  /* round, turn, phase, seat to move */
	TRANSITION_CARDS, /* sizes of hands and piles */
	TRANSITION_BOARD,
	TRANSITION_SEATS, /* what is in front of the seats, what they have done and seen */
	TRANSITION_EXT,   /* the state of the rules set */
	TRANSITION_WHATS
};
struct transition_reason {
	enum transition_fault fault;
	uint32_t event;
	enum transition_part what;
};

/* True if the events explain the change. Needs the first four members of f. Always sets *why. */
bool transition_check(struct transition *f, struct transition_reason *why);

/* True if the public views of a and b are equal; else sets *what. */
bool transition_same_public(const struct game *a, const struct game *b, enum transition_part *what);

/* For `guess`: returns the i-th event of this kind, from 0, and of this seat unless SEAT_NONE; NULL
 * if none. */
const struct event *transition_find(
    const struct transition *f, enum event_kind kind, uint8_t seat, unsigned i);

/* Reads the order that begins with event number `from`. False if there is none or only the rules
 * set knows it. */
bool transition_order(const struct transition *f, uint32_t from, struct order *o);

/* Replaces each hidden one of n cards by `with`. */
void transition_fill(card_id *card, unsigned n, card_id with);

/* Replaces each card that is still hidden by some card of its class. */
void transition_fill_rest(struct game *g);

#endif
