#include <criterion/criterion.h>

#include "few.h"
#include "host/aid.h"
#include "host/operator.h"
#include "host/tick.h"

/* One command plays a limited number of recurring orders and of turns of away seats. Then other
 * orders may come first. If none comes, the clock continues. */
enum { RUN = 64, LATE = LATE_LIMIT + LATE_GRACE };

static struct tick_plan
look(struct test_table *t, int64_t after)
{
	const struct tick_options how = { .now = t->now + after };
	struct tick_plan tick;
	struct err err = ERR_INIT;

	cr_assert_eq(host_tick(t->file, &how, &tick, &err), 0, "%s", err.msg);
	return tick;
}

/* Lets time pass. Returns the number of digests made. */
static int64_t
go_on(struct test_table *t, int64_t after)
{
	int64_t n = table_n(t);
	struct err err = ERR_INIT;

	cr_assert_eq(table_late(t, after, &err), 0, "%s", err.msg);
	return table_n(t) - n;
}

static bool
acts(const struct test_table *t)
{
	return strstr(t->digest.p, "\nhost:\n") != NULL;
}

/* A recurring order that makes a game long: it discards the most frequent cards. */
static void
sign(const struct test_table *t, unsigned seat, int64_t until, struct parsed_order *in)
{
	struct player_order o = { .turn = TURN_EVERY, .until = until, .force = true };
	char line[ORDER_BLOCK_ALTERNATIVES][64];
	struct player_read r;
	struct err err = ERR_INIT;

	for (unsigned copies = 9; copies > 0; copies--)
		for (card_id c = 0; c < rules_saboteur.n_cards; c++) {
			const struct card_def *kind = &rules_saboteur.card[c];
			char name[CARD_NAME_MAX];

			if (kind->class != CARD_PATH || kind->copies != copies ||
			    o.n_lines == ORDER_BLOCK_ALTERNATIVES - 1)
				continue;
			card_name(&rules_saboteur, c, name);
			(void)snprintf(line[o.n_lines], sizeof line[0], "discard %s", name);
			o.line[o.n_lines] = line[o.n_lines];
			o.n_lines++;
		}
	o.line[o.n_lines++] = "suggest";
	table_read(t, seat, &r);
	cr_assert_eq(player_sign(&r, t->key[seat], &o, in, &err), 0, "%s", err.msg);
	player_read_release(&r);
}

static void
keep(struct test_table *t, unsigned seat, int64_t until)
{
	struct host_result made;
	struct parsed_order in;
	struct err err = ERR_INIT;

	sign(t, seat, until, &in);
	cr_assert_eq(table_apply(t, &in.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
}

static void
all_keep(struct test_table *t, int64_t until)
{
	uint8_t first = table_to_move(t);

	for (unsigned i = 1; i <= t->names.n; i++)
		keep(t, (first + i) % t->names.n, until);
	cr_assert_neq(table_to_move(t), SEAT_NONE, "not all at once");
}

Test(left, the_clock_goes_on)
{
	struct test_table t;
	unsigned runs = 0;

	table_open(&t, 4, 25);
	cr_expect(!look(&t, 1).plays);
	all_keep(&t, 0);
	table_sound(&t, "one run");
	while (table_to_move(&t) != SEAT_NONE) {
		struct tick_plan tick = look(&t, 10);
		int64_t made;

		cr_expect(tick.plays && tick.plays_queued && tick.seat == table_to_move(&t));
		cr_expect(tick.again == t.now + 10, "the next run is to be at once");
		if (runs++ % 3 == 1) {
			table_must_order(&t, runs % 4, NULL, TURN_ANY);
			continue;
		}
		made = go_on(&t, 10);
		cr_expect(made == RUN || table_to_move(&t) == SEAT_NONE, "%d", (int)made);
		cr_expect_not(acts(&t));
		if (runs == 1)
			table_sound(&t, "two runs");
	}
	cr_expect_gt(runs, 0);
	cr_expect(!look(&t, 1).plays);
	table_sound(&t, "to the end");
	table_close(&t);
}

/* A remaining recurring order precedes the late policy, and counts as nobody's missed turn. */
Test(left, before_the_policy)
{
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t n;

	if (is_few())
		return;
	table_open_late(&t, &rules_saboteur, 3, true, "discard", 1);
	all_keep(&t, 0);
	n = table_n(&t);
	cr_assert(look(&t, LATE).plays_queued);
	cr_expect_gt(go_on(&t, LATE), 1);
	cr_expect_gt(table_n(&t), n);
	cr_expect_null(strstr(t.all.p, "\n  late: p"));
	cr_expect_null(strstr(t.all.p, "\n  missed: "));
	table_sound(&t, "far too late");
	/* The seat cancels its order. */
	if (table_to_move(&t) != SEAT_NONE) {
		table_must_order(&t, table_to_move(&t), "cancel every", TURN_NEXT);
		cr_expect(!look(&t, 1).plays);
		(void)go_on(&t, LATE);
		cr_expect_not_null(strstr(t.all.p, "\n  late: p"));
		table_sound(&t, "one is late after all");
		/* Undo: re-executed from the file. */
		if (table_undo(&t, table_n(&t) - 1, "a slip", &err) == 0)
			table_sound(&t, "taken back");
		else
			cr_expect_eq(err.code, ERR_RULE, "a round has ended: %s", err.msg);
	}
	table_close(&t);
}

/* The order expires between two runs: the run does not continue. */
Test(left, until)
{
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_saboteur, 3, false, "discard", 0);
	all_keep(&t, t.now + 1800);
	cr_expect(look(&t, 60).plays_queued);
	cr_expect_not(look(&t, 1800).plays);
	cr_expect_eq(table_late(&t, 1800, &err), -1);
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	(void)go_on(&t, LATE);
	cr_expect(strstr(t.all.p, "\n  late: p") != NULL, "then it is late");
	table_sound(&t, "ended");
	table_close(&t);
}

/* Three seats are away; the fourth has a recurring order. */
Test(left, who_is_away_and_who_is_not)
{
	struct test_table t;
	unsigned runs = 0, keeper;

	if (is_few())
		return;
	table_open_late(&t, &rules_saboteur, 4, true, "discard", 1);
	keeper = table_to_move(&t);
	(void)table_play(&t, 1, 1);
	for (unsigned i = 0; i < 3; i++)
		(void)go_on(&t, LATE);
	cr_assert_eq(table_to_move(&t), keeper);
	keep(&t, keeper, 0);
	while (table_to_move(&t) != SEAT_NONE) {
		cr_assert_lt(++runs, 20);
		if (runs < 2)
			table_sound(&t, "three are away");
		cr_expect(look(&t, 5).plays);
		if (runs % 2 == 0)
			table_must_order(&t, keeper, NULL, TURN_ANY);
		else
			(void)go_on(&t, 5);
	}
	cr_expect_gt(runs, 1);
	table_sound(&t, "to the end");
	table_close(&t);
}

/* ---- a host that deviates -------------------------------------------------------------------- */

static int
stops_early(struct command *w, const void *what, struct err *err)
{
	w->repeated = RUN - 10;
	return command_exec_order(w, what, err);
}

static void
forgotten(struct host_state *hs)
{
	hs->queued_every = 0;
}

static void
another_turn(struct host_state *hs)
{
	hs->g.to_move = (uint8_t)((hs->g.to_move + 1) % 3);
}

/* The last of three orders is applied by a host that plays too little. */
static void
stop_early(struct test_table *t)
{
	struct parsed_order in;
	struct command_order sent = { .in = &in };

	sign(t, table_to_move(t), 0, &in);
	table_run(t, stops_early, &sent, t->now + 60);
}

static void
keep_last(struct test_table *t)
{
	keep(t, table_to_move(t), 0);
}

static const struct {
	const char *name;
	void (*last)(struct test_table *t);
	void (*change)(struct host_state *hs); /* changes the state after it; or NULL */
	int64_t after;
} lie[] = {
	{ "a run that ends early", stop_early, NULL, 60 },
	{ "what is left is ignored, and the seat late", keep_last, forgotten, LATE },
	{ "it goes on with another's turn", keep_last, another_turn, 60 },
};

Test(left, lies)
{
	for (size_t i = 0; i < sizeof lie / sizeof lie[0]; i += is_few() ? 3 : 1) {
		struct test_table t;
		struct audit a;
		struct err err = ERR_INIT;
		uint8_t first;

		table_open_late(&t, &rules_saboteur, 3, true, "discard", 0);
		first = table_to_move(&t);
		for (unsigned k = 1; k < 3; k++)
			keep(&t, (first + k) % 3u, 0);
		lie[i].last(&t);
		if (lie[i].change != NULL)
			table_tamper(&t, lie[i].change);
		cr_assert_eq(table_late(&t, lie[i].after, &err), 0, "%s: %s", lie[i].name, err.msg);
		(void)table_play(&t, 500, 3);
		while (table_to_move(&t) != SEAT_NONE)
			table_must_order(&t, 0, NULL, TURN_ANY);
		cr_assert_eq(audit_text(&a, t.all.p, t.all.n, NULL, &err), 0, "%s", err.msg);
		cr_expect_eq(a.worst, AUDIT_FAIL, "%s", lie[i].name);
		audit_release(&a);
		table_close(&t);
	}
}

/* A table without a limit has no deadline, and nothing is done in a pause. */
Test(left, nothing_is_due)
{
	struct host_table_params a = {
		.rules = rules_all[0], .clock = { .limit_s = -1 }, .seated = 7
	};
	struct host_remote_change pause = { .sets_pause = true };
	struct test_table t;
	struct tick_plan tick;
	struct err err = ERR_INIT;

	table_open_as(&t, &a, 3, "p");
	(void)table_play(&t, 2, 1);
	tick = look(&t, 1000000);
	cr_expect_eq(tick.due, -1);
	cr_expect_eq(tick.from, -1);
	cr_expect_eq(tick.acts, -1);
	cr_expect_eq(tick.again, -1);
	cr_expect_not(tick.plays || tick.waits);
	all_keep(&t, 0);
	cr_expect(look(&t, 10).plays);
	pause.paused = t.now + 100;
	cr_assert_eq(host_set_remote(t.file, &pause, t.now, &err), 0, "%s", err.msg);
	tick = look(&t, 99);
	cr_expect(!tick.plays && tick.again == t.now + 100 && tick.next.first == -1);
	cr_expect(look(&t, 100).plays);
	table_close(&t);
}
