/* Words of Saboteur 2. */
#include "games/saboteur2/saboteur2.h"
#include "text/text_rules.h"

static const struct refusal_words refusal[] = {
	{ VERDICT_DISCARD_COUNT,
	    MSG("refusal",
		"{k:pass by discarding one, two or three cards"
		"|to remove a card discard exactly two}") },
	{ VERDICT_OK, NULL },
};

const struct text_rules sb2_words = {
	.orders = ORDERS_COMMON | ORDER_BIT(ORDER_CLEAR) | ORDER_BIT(ORDER_STEAL),
	.refusal = refusal,
};
