#include "fifth/cairn.h"
#include "text/text_rules.h"

static const struct refusal_words refusal[] = {
	{ VERDICT_OUT_OF_RANGE, "a stone goes to the end of your own row" },
	{ VERDICT_OK, NULL },
};

const struct text_rules cairn_words = { ORDER_BIT(ORDER_PLACE) | ORDER_BIT(ORDER_DISCARD),
	.refusal = refusal };
