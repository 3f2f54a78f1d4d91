/*
 * Turns of one step or two.
 */
#include "text/turnline.h"

#include <string.h>

static bool
is_step_one(const struct order *o)
{
	return o->kind == ORDER_PLACE || o->kind == ORDER_ACT || o->kind == ORDER_DISCARD;
}

static bool
is_step_two(const struct order *o)
{
	return o->kind == ORDER_WALK || o->kind == ORDER_WALK_TO || o->kind == ORDER_STAY;
}

int
turnline_parse(const struct rules *rules, const struct names *names, uint8_t seat, const char *s,
    size_t n, struct turn *out, struct err *err)
{
	const char *cut = rules->id == RULES_DARK_CAVE && n > 0 ? memchr(s, ';', n) : NULL;
	size_t first = cut == NULL ? n : (size_t)(cut - s);
	struct turn t = { .n = cut == NULL ? 1 : TURN_STEPS };

	if (orderline_parse(rules, names, seat, s, first, &t.step[0], err) < 0)
		return -1;
	if (cut != NULL &&
	    orderline_parse(rules, names, seat, cut + 1, n - first - 1, &t.step[1], err) < 0)
		return -1;
	if (cut != NULL && (!is_step_one(&t.step[0]) || !is_step_two(&t.step[1]))) {
		(void)err_set(err, ERR_SYNTAX, "these two orders are not the steps of one turn");
		return err_hint(err, "first place, play or discard a card, then walk or stay");
	}
	*out = t;
	return 0;
}
