#ifndef ADIT_TEXT_TEXT_RULES_H
#define ADIT_TEXT_TEXT_RULES_H

#include "text/language.h"
#include "text/names.h"

/*
 * Words that depend on the rules set: a member of struct rules (core/rules.h), defined in
 * games/NAME/words.c. The kinds of orders, events and refusals are shared. A rules set says which
 * of them it has and may have its own sentences.
 */

enum { TURN_STEPS = 6 };
#define ORDER_BIT(kind) (1u << (kind))
#define ORDERS_COMMON                                                               \
	(ORDER_BIT(ORDER_PLACE) | ORDER_BIT(ORDER_ACT) | ORDER_BIT(ORDER_DISCARD) | \
	    ORDER_BIT(ORDER_RESIGN))

/* Context of a refusal: the mover's view and the order. The order is unchecked input. */
struct refusal {
	const struct game *g;
	const struct names *names;
	const struct order *o;
};

/* A token in the sentence of a refusal (text/template.h). `tell` appends its text and returns a
 * number that chooses between alternatives. */
struct refusal_token {
	char token;
	unsigned (*report)(const struct language *lang, const struct refusal *r, struct buf *out);
};

struct refusal_words {
	enum verdict verdict;
	const char *sentence;
};

struct event_words {
	enum event_kind kind;
	unsigned value; /* value of the event that this sentence is for */
	const char *sentence;
};

struct text_rules {
	unsigned orders; /* ORDER_BITs of the kinds that exist */
	bool pays; /* after places and doors an order may name trolls to pay and how to turn */
	bool goals_by_gold; /* goals are named by gold and links instead of by content */

	/* The steps of a turn, which ';' may join. step[0]: kinds that may come first, any number
	 * of times; step[1], step[2]: kinds of the first and second step. 0: a turn is one order.
	 * steps_are: the message for other turns. */
	unsigned step[3];
	const char *steps_are;

	/* Sentences of the rules set; NULL: as in every rules set. */
	const char *const *side;             /* names of sides (core/knowledge.h), by number */
	const struct event_words *event;     /* ends with a NULL sentence */
	const struct refusal_words *refusal; /* ends with a NULL sentence */
	const struct refusal_token *fact; /* in addition to those of verdict.c; ends with token 0 */
};

/* For refusal tokens: returns the order's first card, or NULL. */
const struct card_def *refusal_card(const struct refusal *r);

#endif
