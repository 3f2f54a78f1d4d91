/*
 * Turns of one step or two.
 */
#include "text/turnline.h"

#include <string.h>

int
turnline_parse(const struct rules *rules, const struct names *names, uint8_t seat, const char *s,
    size_t n, struct turn *out, struct err *err)
{
	const struct words *words = rules->words;
	const char *cut = words->step[0] != 0 && n > 0 ? memchr(s, ';', n) : NULL;
	size_t first = cut == NULL ? n : (size_t)(cut - s);
	struct turn t = { .n = cut == NULL ? 1 : TURN_STEPS };

	if (orderline_parse(rules, names, seat, s, first, &t.step[0], err) < 0)
		return -1;
	if (cut != NULL &&
	    orderline_parse(rules, names, seat, cut + 1, n - first - 1, &t.step[1], err) < 0)
		return -1;
	if (cut != NULL &&
	    ((words->step[0] & ORDER_BIT(t.step[0].kind)) == 0 ||
		(words->step[1] & ORDER_BIT(t.step[1].kind)) == 0)) {
		(void)err_set(err, ERR_SYNTAX, "these two orders are not the steps of one turn");
		return err_hint(err, "%s", words->steps_are);
	}
	*out = t;
	return 0;
}
