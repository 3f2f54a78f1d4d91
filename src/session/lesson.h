#ifndef ADIT_SESSION_LESSON_H
#define ADIT_SESSION_LESSON_H

#include <stdbool.h>

#include "text/language.h"
#include "util/buf.h"

/*
 * A lesson: a guided first round, which is a practice game with a fixed deal. Each step proposes
 * an order. A player who gives another one plays on as they like, and comes back by `undo`.
 */

struct lesson_step {
	const char *order; /* as `moves` lists it */
	const char *text;  /* a message: what one sees, what one may do */
	const char *why;   /* a message: why this order */
};

struct lesson {
	const char *rules, *against, *seed, *option; /* as struct practice_want; option: or NULL */
	unsigned n_steps;
	const struct lesson_step *step;
	const char *end; /* a message: after the last step, when the game is over */
};

/* Returns the lesson of the rules set with this name, or NULL. */
const struct lesson *lesson_find(const char *rules);

/* What the player did: their orders, and how many of the first are those that were proposed. */
struct lesson_run {
	const struct lesson *lesson;
	unsigned n, n_right;
	struct buf orders; /* a line each */
	bool has_other;    /* they queued an order, too: later choices of the others may differ */
	unsigned other_n;  /* n at that time */
};

/* An order was played. NULL: one was queued. */
void lesson_take(struct lesson_run *run, const char *order);
/* Drops the last order, or what was sent after it. Returns false if there is neither. */
bool lesson_back(struct lesson_run *run);
/* How the first note draws cards. */
enum lesson_cards { LESSON_CARDS_NONE, LESSON_CARDS_ASCII, LESSON_CARDS_UTF8 };
/* Appends the note for the next turn, in lines. refused: an order was just refused. over: the game
 * is over. */
void lesson_note(const struct language *lang, const struct lesson_run *run, bool refused, bool over,
    enum lesson_cards cards, struct buf *out);

#endif
