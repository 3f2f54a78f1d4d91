#ifndef ADIT_TEXT_TEXT_RULES_H
#define ADIT_TEXT_TEXT_RULES_H

#include "text/names.h"

/*
 * What words depend on which rules set is played: a member of its row (core/rules.h), which lies in
 * games/NAME/words.c.  Kinds of order, of event and of refusal are shared; a rules set says which
 * of them it has and which it puts in words of its own.
 */

enum { TURN_STEPS = 6 };
#define ORDER_BIT(kind) (1u << (kind))
#define ORDERS_COMMON                                                               \
	(ORDER_BIT(ORDER_PLACE) | ORDER_BIT(ORDER_ACT) | ORDER_BIT(ORDER_DISCARD) | \
	    ORDER_BIT(ORDER_RESIGN))

/* What a refusal is about: the game as the mover knows it, and his order, in which any bytes may
 * stand. */
struct refusal {
	const struct game *g;
	const struct names *names;
	const struct order *o;
};

/* What a token stands for in the sentence of a refusal (text/template.h): appends it, and answers a
 * number that chooses between alternatives. */
struct refusal_token {
	char token;
	unsigned (*tell)(const struct refusal *r, struct buf *out);
};

struct refusal_words {
	enum verdict verdict;
	const char *sentence;
};

struct event_words {
	enum event_kind kind;
	unsigned value; /* where the event has this one */
	const char *sentence;
};

struct text_rules {
	unsigned orders; /* ORDER_BITs of the kinds there are */
	bool pays;       /* behind places and doors stands which trolls are paid and how to turn */
	bool goals_by_gold; /* goals are called by their gold and links, others by what they hold */

	/* The steps of a turn, which ';' may join: kinds that may come first, any number of times, of the
	 * first and of the second step, and what to say if they do not; 0: a turn is one order. */
	unsigned step[3];
	const char *steps_are;

	/* Sentences of its own; NULL: as in every rules set. */
	const char *const *side;         /* what sides are called (core/knowledge.h), by number */
	const struct event_words *event; /* up to a sentence NULL */
	const struct refusal_words *refusal; /* up to a sentence NULL */
	const struct refusal_token *fact;    /* beside those of verdict.c, up to a token 0 */
};

/* For facts: the order's first card, or NULL. */
const struct card_def *refusal_card(const struct refusal *r);

#endif
