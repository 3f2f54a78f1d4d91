/* Words of Saboteur. */
#include "games/saboteur/saboteur.h"
#include "text/text_rules.h"

static const struct refusal_words refusal[] = {
	{ VERDICT_DISCARD_COUNT, MSG("refusal", "pass by discarding exactly one card") },
	{ VERDICT_OK, NULL },
};

/* Only in this game the outcome of a round says which side has won. */
static const struct event_words event[] = {
	{ EVENT_ROUND_END, OUTCOME_GOLD,
	    MSG("event", "@s {reach|reaches} the gold: the miners win the round") },
	{ EVENT_ROUND_END, OUTCOME_SELFISH,
	    MSG("event",
		"@s {reach|reaches} the gold and {keep|keeps} it all: the selfish miner wins the "
		"round") },
	{ EVENT_ROUND_END, OUTCOME_NO_GOLD,
	    MSG("event", "the gold is not reached: the round goes to the saboteurs") },
	{ EVENT_KIND_COUNT, 0, NULL },
};

const struct text_rules sab_words = {
	.orders = ORDERS_COMMON | ORDER_BIT(ORDER_TAKE),
	.event = event,
	.refusal = refusal,
};
