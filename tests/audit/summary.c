#include <criterion/criterion.h>

#include "audit/forge.h"

/* The summary of a game is in its last digest. Readers of the other digests verify it. soak.c
 * covers whole games of every rules set, with undo and late seats. */

enum { SEATS = 3, LATE = LATE_LIMIT + LATE_GRACE };

static struct test_table t;

/* Reads all digests, and expects an error with `says` (NULL: none). */
static void
finds(const char *name, const struct buf *all, const char *says)
{
	struct player_read r;
	struct err err = ERR_INIT;
	int result = player_read(&r, rules_all, all->p, all->n, NULL, NULL, &err);

	if (says == NULL) {
		cr_expect_eq(result, 0, "%s: %s", name, err.msg);
		player_read_release(&r);
		return;
	}
	cr_expect_eq(result, -1, "%s: not found", name);
	cr_expect_eq(err.code, strstr(says, "summary: ") != NULL ? ERR_SYNTAX : ERR_AUTH, "%s: %s",
	    name, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", name, err.msg);
}

static void
lie(const char *name, int64_t n, const char *from, const char *to, const char *says)
{
	struct buf all = BUF_INIT;

	buf_add(&all, t.all.p, t.all.n);
	forge_public(&all, t.host, n, NULL, from, to);
	finds(name, &all, says);
	buf_release(&all);
}

static bool
says(const char *what)
{
	return strstr(t.digest.p, what) != NULL;
}

static void
opens(const struct rules *rules, bool sums_up, uint8_t fewer)
{
	struct host_table_params a = { .rules = rules,
		.clock = { .limit_s = LATE_LIMIT,
		    .grace_s = LATE_GRACE,
		    .late = "discard",
		    .sums_up = sums_up },
		.options.at[OPTION_ROUNDS] = fewer,
		.seated = 7 };

	memset(a.s, 7, sizeof a.s);
	table_open_as(&t, &a, SEATS, "p");
}

static void
is_late(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
}

static void
all_resign(void)
{
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < SEATS && table_to_move(&t) != SEAT_NONE; i++)
		cr_assert_eq(table_order(&t, i, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_to_move(&t), SEAT_NONE);
}

/* Two turns are missed, and one of them is undone. */
Test(summary, what_is_told_and_what_is_a_lie, .timeout = 120)
{
	static const struct {
		const char *name, *from, *to, *says;
	} row[] = {
		{ "more turns", "  missed: ", "  broke: p1 p2 1\n  missed: ", "other tools" },
		{ "one more in a row", " 1\n\ntable:", " 2\n\ntable:", "other turns" },
		{ "somebody else, too", "\ntable:", "  missed: p3 1\n\ntable:", "other turns" },
		{ "more gold", "  score: p1 0", "  score: p1 1", "other gold than the seats had" },
		{ "more gold at the end", "  score: p1 0 0 0\n", "  score: p1 0 0 1\n",
		    "other gold than the seats have" },
		{ "fewer rounds", "score: p1 0 0 ", "score: p1 0 ",
		    "summary: not the gold of each seat" },
		{ "not in turn order", "  score: p2 ", "  score: p1 ",
		    "summary: not the gold of each seat" },
		{ "a line too many",
		    "\ntable:", "  praise: p1 1\n\ntable:", "summary: neither broken" },
		{ "no number", " 1\n\ntable:", " many\n\ntable:", "summary: neither broken" },
		{ "as before", "summary:\n", "since:\n", "" },
	};
	struct err err = ERR_INIT;
	int64_t n;

	opens(&rules_saboteur, true, 0);
	cr_expect(says("\n  summary: yes\n"), "%s", t.digest.p);
	(void)table_play(&t, 1, 5);
	is_late();
	n = table_n(&t);
	is_late();
	cr_assert_eq(table_undo(&t, n, "he was there", &err), 0, "%s", err.msg);
	cr_expect_not(says("\nsummary:\n"));
	all_resign();
	cr_expect(says("\nsummary:\n  score: p1 "), "%s", t.digest.p);
	cr_expect(says(" 1\n\ntable:\n"), "one is missed: %s", t.digest.p);
	table_sound(&t, "summed up");
	n = table_n(&t);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		lie(row[i].name, n, row[i].from, row[i].to, row[i].says);
	lie("digest 0 wants none", 0, "  summary: yes\n", "", "answers a digest of another table");
	cr_expect_eq(table_order(&t, 0, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	cr_expect_not(says("\nsummary:\n"), "once");
	table_sound(&t, "afterwards");
	table_close(&t);
}

Test(summary, where_digest_0_wants_none)
{
	opens(&rules_saboteur, false, 0);
	all_resign();
	cr_expect_not(says("summary"));
	lie("invented", table_n(&t), "\ntable:\n",
	    "\nsummary:\n  score: p1 0 0 0\n  score: p2 0 0 0\n  score: p3 0 0 0\n\ntable:\n",
	    "against digest 0");
	table_close(&t);
}

/* The last digest is that of the end, whatever the cause. */
Test(summary, where_the_seats_end_the_game)
{
	struct err err = ERR_INIT;

	opens(&rules_saboteur, true, 0);
	(void)table_play(&t, 2, 5);
	is_late();
	for (unsigned i = 0; i < 2; i++)
		cr_assert_eq(table_order(&t, i, "vote end yes", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_to_move(&t), SEAT_NONE);
	cr_expect(
	    says("\nsummary:\n  score: p1 0\n  score: p2 0\n  score: p3 0\n"), "%s", t.digest.p);
	cr_expect(says(" 1\n\ntable:\n"), "%s", t.digest.p);
	table_sound(&t, "ended by a vote");
	table_close(&t);
}

/* Gold of a seat after the first round is hidden from others, but within the possible values of
 * its nuggets. */
Test(summary, gold_that_was_hidden, .timeout = 120)
{
	char key[] = "  score: p1 ", was[200], line[260], other[260];

	opens(&rules_saboteur, true, 1);
	(void)table_play(&t, 500, 5);
	cr_assert(says("\nsummary:\n"), "%s", t.digest.p);
	table_sound(&t, "two rounds");
	forge_value(&t.all, table_n(&t), "\nsummary:\n", key, was);
	(void)snprintf(line, sizeof line, "%s%s\n", key, was);
	(void)snprintf(other, sizeof other, "%s100%s\n", key, strchr(was, ' '));
	lie("more than nuggets are worth", table_n(&t), line, other,
	    "other gold than the seats had");
	table_close(&t);
}
