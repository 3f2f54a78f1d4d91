#include <criterion/criterion.h>

#include "audit/audit.h"
#include "audit/forge.h"
#include "few.h"
#include "games/games.h"

/* Time in digests. An honest table with a full time control passes the audit. Each lie about the
 * begin of a turn, its deadline, and late or absent seats is found from the digest before. */

enum { MOVES = 7, CHANGED = 5 };

static void
open_table(struct test_table *t, const struct rules *rules)
{
	struct host_table_params a = { .rules = rules,
		.clock = { .limit_s = 86400,
		    .grace_s = 3600,
		    .weekdays = 0x60,
		    .n_pause = 1,
		    .pause = { { 20454,
			20455 } }, /* 2026-01-01, the first day, and the day after */
		    .zone = "EET-2EEST,M3.5.0/3,M10.5.0/4",
		    .late = "discard",
		    .misses = 3,
		    .absence_s = 1209600 },
		.s = "s" };

	a.seated = (uint16_t)((1u << rules->seats_min) - 1);
	table_open_as(t, &a, rules->seats_min, "p");
	cr_assert_eq(table_play(t, MOVES, 11), MOVES);
}

/* Counts what an audit finds wrong in digest n (-1: in any) with this text in it. */
static unsigned
faults(const struct buf *all, int64_t n, const char *says)
{
	struct audit a;
	struct err err = ERR_INIT;
	unsigned found = 0;

	cr_assert_eq(audit_text(&a, all->p, all->n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		found += a.at[i].result == AUDIT_FAIL && (n < 0 || a.at[i].n == n) &&
		    strstr(a.at[i].detail, says) != NULL;
	audit_release(&a);
	return found;
}

static const char due[] = "an order is due at a time that is not due",
		  missed[] = "a seat has missed more or fewer turns than it says",
		  absent[] = "a seat is absent that has not said so, or has said so and is not",
		  section[] = "the section people: is there or not against digest 0";

/* Replaces the value after `key` by `to`, or, if `adds`, inserts `to` after it. */
static const struct lie {
	const char *name;
	int64_t n;
	const char *after, *key, *to;
	bool adds;
	const char *says; /* in digest n */
} lie[] = {
	{ "due later", CHANGED, NULL, "\ndue: ", "2031-01-01T00:00:00Z", false, due },
	{ "due as without pauses", CHANGED, NULL, "\ndue: ", "2026-01-02T00:00:00Z", false, due },
	{ "due never", CHANGED, NULL, "\ndue: ", "-", false, due },
	{ "begun earlier", CHANGED, NULL, "\n  began: ", "2025-12-31T23:00:00Z", false, due },
	{ "begun later", CHANGED, NULL, "\n  began: ", "2026-01-05T00:00:00Z", false, due },
	{ "not begun", CHANGED, NULL, "\n  began: ", "-", false, due },
	{ "a turn missed", CHANGED, NULL, "\n  began: ", "\n  missed: p1 1", true, missed },
	{ "an absence that nobody gave", CHANGED, NULL, "\n  began: ",
	    "\n  absent: p1 2026-01-01T00:00:00Z 2026-01-02T00:00:00Z", true, absent },
	{ "a turn missed before the first", 0, NULL, "\n  began: ", "\n  missed: p1 1", true,
	    missed },
	{ "another limit", 0, NULL, "\n  limit: ", "86401 s", false, due },
	{ "another pause", 0, NULL, "\n  pause: 2026-01-01 ", "2026-01-01", false, due },
	{ "another zone", 0, NULL, "\n  zone: ", "UTC0", false, due },
	{ "a pause of one day a week", 0, NULL, "\n  pause: sat", "", false, due },
};
enum { LIES = sizeof lie / sizeof lie[0] };

static void
tell(const struct test_table *t, const struct lie *l, struct buf *all)
{
	struct buf from = BUF_INIT, to = BUF_INIT;
	char value[200];

	buf_add(all, t->all.p, t->all.n);
	forge_value(all, l->n, "", l->key, value);
	buf_fmt(&from, "%s%s", l->key, value);
	buf_fmt(&to, "%s%s%s", l->key, l->adds ? value : "", l->to);
	forge_public(all, t->host, l->n, NULL, from.p, to.p);
	buf_release(&from);
	buf_release(&to);
}

Test(clock, lies)
{
	struct test_table t;

	open_table(&t, &rules_saboteur);
	cr_expect_eq(faults(&t.all, -1, ""), 0, "an honest game is found fault with");
	for (unsigned i = 0; i < LIES; i++) {
		struct buf all = BUF_INIT;

		tell(&t, &lie[i], &all);
		cr_expect_gt(faults(&all, lie[i].n, lie[i].says), 0,
		    "%s: the audit does not find it", lie[i].name);
		buf_release(&all);
	}
	table_close(&t);
}

/* The section is in every digest of such a table, and in no digest of other tables. */
Test(clock, people)
{
	struct test_table t;
	struct buf all = BUF_INIT;
	char began[200], to[300];

	open_table(&t, &rules_dark_cave);
	buf_add(&all, t.all.p, t.all.n);
	forge_value(&all, CHANGED, "", "\npeople:\n  began: ", began);
	(void)snprintf(to, sizeof to, "\n\npeople:\n  began: %s\n", began);
	forge_public(&all, t.host, CHANGED, NULL, to, "\n");
	cr_expect_gt(faults(&all, CHANGED, section), 0, "the section is left out");
	table_close(&t);
	buf_clear(&all);

	table_open_rules(&t, &rules_saboteur, 3, 5);
	cr_assert_eq(table_play(&t, MOVES, 11), MOVES);
	buf_add(&all, t.all.p, t.all.n);
	forge_public(
	    &all, t.host, CHANGED, NULL, "\ntable:\n", "\npeople:\n  began: -\n\ntable:\n");
	cr_expect_gt(faults(&all, CHANGED, section), 0, "the section is put in");
	table_close(&t);
	buf_release(&all);
}

/* Both steps of a turn of dark-cave, and whole games, are timed from the digest that began the
 * turn. */
Test(clock, honest_games)
{
	for (unsigned r = 0; rules_all[r] != NULL; r++) {
		struct test_table t;

		open_table(&t, rules_all[r]);
		(void)table_play(&t, few(40), 11);
		cr_expect_eq(faults(&t.all, -1, ""), 0, "%s", rules_all[r]->name);
		table_close(&t);
	}
}
