/*
 * The order language. The first byte selects the rules set, the rest is a line. A valid line has
 * one canonical form, which is valid and gives the same order.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "text/orderline.h"
#include "text/verdict.h"
#include "util/mem.h"
#include "games/games.h"

/* Returns true if it is an order. */
static bool
try_order(const struct rules *rules, const struct names *names, const char *s, size_t n)
{
	struct order o, again;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;
	struct view v = { .seat = 0 };

	if (orderline_parse(rules, names, 0, s, n, &o, &err) < 0) {
		MUST(err.code == ERR_SYNTAX);
		for (const char *p = err.msg; *p != '\0'; p++)
			MUST((unsigned char)*p >= ' ');
		return false;
	}
	orderline_text(rules, names, &o, &text);
	MUST(orderline_parse(rules, names, 0, text.p, text.n, &again, &err) == 0);
	MUST(memcmp(&o, &again, sizeof o) == 0);

	/* game_check accepts any order, and a refusal always has a text. */
	game_init(&v.known, rules, rules->seats_max, &(struct options){ .at[OPTION_FIRST] = 1 });
	enum verdict verdict = game_check(&v.known, &o);
	buf_clear(&text);
	verdict_text(NULL, &v, names, &o, verdict, &text);
	MUST(text.n > 0 && text.n <= VERDICT_TEXT_MAX);
	buf_release(&text);
	return true;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static const char *const seat[] = { "anna", "bob", "carl" };
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;
	size_t n_rules = 0;

	if (n == 0)
		return false;
	while (rules_all[n_rules] != NULL)
		n_rules++;
	for (size_t i = 0; i < sizeof seat / sizeof seat[0]; i++)
		MUST(names_add(&names, seat[i], strlen(seat[i]), &err) == 0);
	return try_order(rules_all[p[0] % n_rules], &names, (const char *)p + 1, n - 1);
}
