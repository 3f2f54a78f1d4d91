/* What is due at a table (src/host/tick.h), by the time and by those of earlier runs. */
#include <criterion/criterion.h>

#include "host/aid.h"
#include "host/operator.h"
#include "host/tick.h"

enum { HOUR = 3600, LIMIT = 96, GRACE = 12, QUARTER = 72, ON_TIME = LIMIT + GRACE };

enum how { PLAIN, ALL_TAKEN, CATCH_UP };

/* The plan in letters: Reminds, Waits, Plays, Ends a vote, Lost runs, and Notes the run. */
static void
plan(struct test_table *t, int64_t hours, enum how how, char letters[static 8])
{
	const struct tick_options o = { .now = TABLE_NOW + hours * HOUR,
		.all_taken = how == ALL_TAKEN,
		.catch_up = how == CATCH_UP };
	struct tick_plan p;
	struct err err = ERR_INIT;
	const int result = host_tick(t->file, &o, &p, &err);

	(void)snprintf(letters, 8, "%s%s%s%s%s%s", p.reminds ? "R" : "", p.waits ? "W" : "",
	    p.plays ? "P" : "", p.ends ? "E" : "", p.lost_s > 0 ? "L" : "", p.notes ? "N" : "");
	if (result < 0) {
		cr_expect_eq(err.code, ERR_BUSY, "%s", err.msg);
		(void)snprintf(letters, 8, "busy");
	}
	if (result < 0 || !p.notes)
		return;
	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_tick(t->file->st, &p.next, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0, "%s", err.msg);
}

/* A table of three whose first turn is to be played within LIMIT hours. */
static void
open_table(struct test_table *t, const char *policy, int64_t limit)
{
	struct host_table_params a = { .rules = rules_all[0],
		.clock = { .limit_s = limit < 0 ? -1 : limit * HOUR,
		    .grace_s = limit < 0 ? 0 : GRACE * HOUR },
		.seated = 7 };

	(void)snprintf(a.clock.late, sizeof a.clock.late, "%s", policy);
	memset(a.s, 51, sizeof a.s);
	table_open_as(t, &a, 3, "p");
}

static const struct {
	const char *name, *policy;
	int64_t limit;   /* hours; -1: none */
	int64_t runs[3]; /* hours since digest 0 of earlier runs; 0: none */
	int64_t now;
	enum how how;
	const char *letters;
} due[] = {
	{ "the first run", "discard", LIMIT, { 0 }, 1, PLAIN, "N" },
	{ "another on that day", "discard", LIMIT, { 1 }, 24, PLAIN, "" },
	{ "one a day later", "discard", LIMIT, { 1 }, 25, PLAIN, "N" },
	{ "a clock that was set back", "discard", LIMIT, { 25 }, 20, PLAIN, "N" },
	{ "a clock before the digest", "discard", LIMIT, { 0 }, -24, PLAIN, "N" },
	{ "more than a day before it", "discard", LIMIT, { 0 }, -25, PLAIN, "busy" },
	{ "that without a limit", "", -1, { 0 }, -25, PLAIN, "N" },
	{ "no limit", "", -1, { 1 }, 9000, PLAIN, "N" },

	{ "a quarter is left", "discard", LIMIT, { 1 }, QUARTER, PLAIN, "RN" },
	{ "it was reminded", "discard", LIMIT, { QUARTER }, QUARTER + 1, PLAIN, "" },
	{ "the deadline", "discard", LIMIT, { QUARTER }, LIMIT, PLAIN, "RN" },
	{ "a reminder a day later", "", LIMIT, { QUARTER, LIMIT }, LIMIT + 24, PLAIN, "RN" },
	{ "no policy", "", LIMIT, { QUARTER, LIMIT }, ON_TIME, PLAIN, "" },
	{ "the last reminder", "", LIMIT, { LIMIT, LIMIT + 24 }, LIMIT + 24 * 9, PLAIN, "RN" },
	{ "none after it", "", LIMIT, { LIMIT, LIMIT + 24, LIMIT + 24 * 9 }, LIMIT + 24 * 9 + 1,
	    PLAIN, "" },

	{ "before the grace is over", "discard", LIMIT, { LIMIT }, ON_TIME - 1, PLAIN, "" },
	{ "the grace is over", "discard", LIMIT, { LIMIT }, ON_TIME, PLAIN, "P" },
	{ "no run since the deadline", "discard", LIMIT, { QUARTER }, ON_TIME, PLAIN, "RWN" },
	{ "the next run", "discard", LIMIT, { QUARTER, ON_TIME }, ON_TIME + 1, PLAIN, "" },
	{ "as long as the grace later", "discard", LIMIT, { QUARTER, ON_TIME }, ON_TIME + GRACE,
	    PLAIN, "P" },
	{ "all orders were taken", "discard", LIMIT, { QUARTER }, ON_TIME, ALL_TAKEN, "PN" },
	{ "not before the grace is over", "discard", LIMIT, { QUARTER }, ON_TIME - 1, ALL_TAKEN,
	    "RN" },

	{ "no run for a month", "discard", LIMIT, { 1 }, 1 + 30 * 24, PLAIN, "RWN" },
	{ "for longer", "discard", LIMIT, { 1 }, 2 + 30 * 24, PLAIN, "L" },
	{ "and the clock is right", "discard", LIMIT, { 1 }, 2 + 30 * 24, CATCH_UP, "RWN" },
	{ "nor since the deadline", "discard", LIMIT, { 0 }, ON_TIME + 1 + 30 * 24, PLAIN, "L" },
};

/* (K1) (K2) */
Test(tick, what_is_due)
{
	for (size_t i = 0; i < sizeof due / sizeof due[0]; i++) {
		struct test_table t;
		char letters[8];

		open_table(&t, due[i].policy, due[i].limit);
		for (unsigned k = 0; k < 3 && due[i].runs[k] != 0; k++)
			plan(&t, due[i].runs[k], PLAIN, letters);
		plan(&t, due[i].now, due[i].how, letters);
		cr_expect_str_eq(letters, due[i].letters, "%s", due[i].name);
		table_close(&t);
	}
}

/* While the timers rest nothing is due; afterwards a late seat has as much time as after the first run. */
Test(tick, timers_that_rest)
{
	const struct host_remote_change change = { .sets_pause = true,
		.paused = TABLE_NOW + 200 * HOUR };
	struct test_table t;
	struct err err = ERR_INIT;
	char letters[8];

	open_table(&t, "discard", LIMIT);
	plan(&t, LIMIT, PLAIN, letters);
	cr_assert_eq(host_set_remote(t.file, &change, TABLE_NOW, &err), 0, "%s", err.msg);
	plan(&t, 199, PLAIN, letters);
	cr_expect_str_eq(letters, "N");
	plan(&t, 200, PLAIN, letters);
	cr_expect_str_eq(letters, "RWN");
	plan(&t, 200 + GRACE, PLAIN, letters);
	cr_expect_str_eq(letters, "P");
	table_close(&t);
}

/* A vote on going back ends when its time is over, if the host has not lost that time. */
Test(tick, a_vote_that_ends)
{
	static const struct {
		int64_t hours; /* since the end of the vote */
		enum how how;
		const char *letters;
	} row[] = {
		{ -1, PLAIN, "N" },
		{ 0, PLAIN, "PEN" },
		{ 30 * 24 + 1, PLAIN, "EL" },
		{ 30 * 24 + 1, CATCH_UP, "PEN" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;
		struct undo_request request;
		struct host_result r;
		struct err err = ERR_INIT;
		char letters[8];

		open_table(&t, "", -1);
		(void)table_play(&t, 3, 1);
		cr_assert_eq(
		    host_undo(t.file, t.host, 1, "a slip", t.now, -1, &r, &err), 0, "%s", err.msg);
		table_add(&t, &r);
		cr_assert(table_asked(&t, &request));
		plan(
		    &t, (request.until - TABLE_NOW) / HOUR + 1 + row[i].hours, row[i].how, letters);
		cr_expect_str_eq(letters, row[i].letters, "%lld", (long long)row[i].hours);
		table_close(&t);
	}
}

Test(tick, nothing_is_due_after_the_end)
{
	struct test_table t;
	struct err err = ERR_INIT;
	char letters[8];

	open_table(&t, "discard", LIMIT);
	for (unsigned s = 0; s < 3 && table_to_move(&t) != SEAT_NONE; s++)
		cr_assert_eq(table_order(&t, s, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_to_move(&t), SEAT_NONE);
	plan(&t, 9000, PLAIN, letters);
	cr_expect_str_eq(letters, "");
	table_close(&t);
}
