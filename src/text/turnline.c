/*
 * Turns of one or several steps.
 */
#include "text/turnline.h"

#include <string.h>

/* Returns the step of a turn that the order is for, from 0; 3: none. */
static unsigned
step_of(const struct text_rules *words, const struct order *o)
{
	unsigned i = 0;

	while (i < 3 && (words->step[i] & ORDER_BIT(o->kind)) == 0)
		i++;
	return i;
}

/* True if the steps are in order, and only step 0 is repeated. */
static bool
is_turn(const struct text_rules *words, const struct turn *t)
{
	for (unsigned i = 0, last = 0; i < t->n; i++) {
		unsigned step = step_of(words, &t->step[i]);

		if (step == 3 || step < last || (i > 0 && step > 0 && step == last))
			return false;
		last = step;
	}
	return true;
}

int
turnline_parse(const struct rules *rules, const struct names *names, uint8_t seat, const char *s,
    size_t n, struct turn *out, struct err *err)
{
	const struct text_rules *words = rules->words;
	struct turn t = { .n = 0 };
	const char *end = s + n, *cut;

	do {
		cut = words->step[1] != 0 && s < end ? memchr(s, ';', (size_t)(end - s)) : NULL;
		if (t.n == TURN_STEPS)
			return err_set(err, ERR_SYNTAX, "more than %d steps in a turn", TURN_STEPS);
		if (orderline_parse(rules, names, seat, s, (size_t)((cut != NULL ? cut : end) - s),
			&t.step[t.n++], err) < 0)
			return -1;
		s = cut != NULL ? cut + 1 : end;
	} while (cut != NULL);
	if (t.n > 1 && !is_turn(words, &t)) {
		(void)err_set(err, ERR_SYNTAX, "these orders are not the steps of one turn");
		return err_hint(err, "%s", words->steps_are);
	}
	*out = t;
	return 0;
}

int
turnline_parse_every(const struct rules *rules, const struct names *names, uint8_t seat,
    const char *line, struct turn *out, struct err *err)
{
	enum order_kind kind;

	out->n = 0;
	if (strcmp(line, "suggest") == 0)
		return 0;
	if (turnline_parse(rules, names, seat, line, strlen(line), out, err) < 0)
		return -1;
	kind = (enum order_kind)out->step[0].kind;
	if (order_is_out_of_turn(kind)) {
		(void)err_set(err, ERR_SYNTAX,
		    "\"%s\" belongs to no turn, so that it is no order for every turn", line);
		return err_hint(err, "sign it by itself");
	}
	if (kind != ORDER_TAKE)
		return 0;
	(void)err_set(err, ERR_SYNTAX,
	    "\"%s\" stays secret to the end of the game, an order for every turn does not", line);
	return err_hint(err, "have it kept for the next turn; \"suggest\" takes the best nugget");
}
