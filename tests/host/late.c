#include <criterion/criterion.h>
#include <unistd.h>

#include "audit/audit.h"
#include "few.h"
#include "host/aid.h"
#include "host/reexec.h"

/* The host plays for late and away seats by digest 0 alone, and everybody can verify it. */

static bool
says(const struct test_table *t, const char *what)
{
	return strstr(t->digest.p, what) != NULL;
}

/* ---- time and move --------------------------------------------------------------------------- */

Test(late, not_before_due_and_grace)
{
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_saboteur, 3, false, "discard", 3);
	cr_expect_eq(table_late(&t, LATE_LIMIT + LATE_GRACE - 1, &err), -1);
	cr_expect_eq(err.code, ERR_STALE);
	cr_expect_not_null(
	    strstr(err.msg, "is not late before 2026-01-01T01:10:00Z"), "%s", err.msg);
	cr_assert_eq(table_late(&t, LATE_LIMIT + LATE_GRACE, &err), 0, "%s", err.msg);
	cr_expect_eq(table_n(&t), 1);
	cr_expect(says(&t, "\nhost:\n  late: p"), "%s", t.digest.p);
	cr_expect(says(&t, "\n  turn: 1\n  by: discard\n"));
	cr_expect(says(&t, "is late: the host plays as digest 0 lays down\n"));
	cr_expect(says(&t, "\n  discarded p"));
	cr_expect(says(&t, "\n  missed: p"));
	/* The next turn has its full limit. */
	cr_expect(says(&t, "\ndue: 2026-01-01T02:10:00Z\n"));
	cr_expect_eq(table_late(&t, 0, &err), -1, "once");
	table_sound(&t, "one late seat");
	table_close(&t);
}

Test(late, where_nothing_is_done)
{
	static const struct {
		const char *name, *policy, *says;
		bool audited, asks;
	} row[] = {
		{ "no policy", "", "digest 0 has no policy for who is late", false, false },
		{ "a vote is open", "discard", "nobody is late: the seats vote on taking back",
		    false, true },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;
		struct host_result r;
		struct err err = ERR_INIT;

		table_open_late(&t, &rules_saboteur, 3, row[i].audited, row[i].policy, 3);
		if (row[i].asks) {
			(void)table_play(&t, 3, 1);
			cr_assert_eq(host_undo(t.file, t.host, 1, "a slip", t.now, -1, &r, &err), 0,
			    "%s", err.msg);
			table_add(&t, &r);
		}
		cr_expect_eq(table_late(&t, row[i].asks ? LATE_LIMIT / 2 : 10 * LATE_LIMIT, &err),
		    -1, "%s", row[i].name);
		cr_expect_eq(err.code, ERR_STALE, "%s", row[i].name);
		cr_expect_str_eq(err.msg, row[i].says, "%s", row[i].name);
		table_close(&t);
	}
}

Test(late, before_the_deal_and_when_it_is_over)
{
	struct host_table_params a = { .rules = &rules_duel,
		.audited = true,
		.clock = { .limit_s = LATE_LIMIT, .late = "discard" },
		.seated = 3 };
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_as(&t, &a, 2, "p");
	cr_expect_eq(table_late(&t, 10 * LATE_LIMIT, &err), -1);
	cr_expect_str_eq(err.msg, "nothing is dealt yet");
	table_join(&t);
	table_confirm(&t);
	while (table_to_move(&t) != SEAT_NONE)
		(void)table_play(&t, 50, 3);
	cr_expect_eq(table_late(&t, 10 * LATE_LIMIT, &err), -1);
	cr_expect_str_eq(err.msg, "the game is over");
	table_close(&t);
}

/* ---- away seats ------------------------------------------------------------------------------ */

/* Counts occurrences of a text in the digests. */
static unsigned
count(const struct test_table *t, const char *what)
{
	unsigned found = 0;

	for (const char *p = t->all.p; (p = strstr(p, what)) != NULL; p++)
		found++;
	return found;
}

static void
late(struct test_table *t)
{
	struct err err = ERR_INIT;

	cr_assert_eq(table_late(t, LATE_LIMIT + LATE_GRACE, &err), 0, "%s", err.msg);
}

Test(late, a_seat_that_has_missed_enough_is_played_for_at_once)
{
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t n;
	uint8_t away, next;

	table_open_late(&t, &rules_saboteur, 3, true, "discard", 2);
	away = table_to_move(&t);
	next = (uint8_t)((away + 1) % 3);
	late(&t);
	cr_expect(says(&t, " 1\n\ntable:"), "it has missed one turn: %s", t.digest.p);
	(void)table_play(&t, 2, 1);
	cr_expect_eq(table_to_move(&t), away, "not away yet");
	late(&t);
	(void)table_play(&t, 1, 1);
	n = table_n(&t);
	(void)table_play(&t, 1, 1);
	cr_expect_eq(table_n(&t), n + 2, "its turn is played with the order before it");
	cr_expect(says(&t, "\nhost:\n  away: "));
	cr_expect(says(&t, " is away: the host plays as digest 0 lays down\n"), "%s", t.digest.p);
	cr_expect_eq(table_to_move(&t), next);
	cr_expect_eq(table_late(&t, LATE_LIMIT, &err), -1, "the next has its full limit");
	table_sound(&t, "a seat is away");
	/* Any order ends the absence. */
	table_must_order(&t, away, NULL, TURN_ANY);
	cr_expect(!says(&t, "\n  missed: "));
	(void)table_play(&t, 2, 1);
	cr_expect_eq(table_to_move(&t), away, "it is asked again");
	table_sound(&t, "it has come back");
	table_close(&t);
}

Test(late, all_are_away)
{
	struct test_table t;
	int64_t n;

	table_open_late(&t, &rules_duel, 2, false, "suggest greedy 1", 1);
	late(&t);
	n = table_n(&t);
	late(&t);
	cr_expect_eq(table_n(&t), n + 1, "nobody is played for at once");
	late(&t);
	cr_expect_eq(table_n(&t), n + 2);
	cr_expect_eq(count(&t, "\n  away: "), 0);
	/* One returns; the other is away. */
	table_must_order(&t, 1u - table_to_move(&t), NULL, TURN_ANY);
	cr_expect(says(&t, "\n  away: "));
	table_sound(&t, "all were away");
	table_close(&t);
}

Test(late, both_steps_of_a_turn)
{
	struct test_table t;
	int64_t n;

	table_open_late(&t, &rules_dark_cave, 3, true, "discard", 1);
	n = table_n(&t);
	late(&t);
	cr_expect_eq(table_n(&t), n + 2, "the card and the walk");
	cr_expect_eq(count(&t, "\n  late: p"), 2);
	cr_expect_eq(count(&t, "\n  turn: 1\n"), 2);
	cr_expect(says(&t, " 1\n\ntable:"), "one turn is missed: %s", t.digest.p);
	table_sound(&t, "a turn of two steps");
	table_close(&t);
}

/* ---- searches -------------------------------------------------------------------------------- */

Test(late, what_a_search_plays_is_taken_back)
{
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t n;

	table_open_late(&t, &rules_dark_cave, 3, true, "search 2 30", 1);
	n = table_n(&t);
	late(&t);
	cr_expect(says(&t, "\n  by: search 2 30\n"), "%s", t.digest.p);
	cr_assert_eq(table_undo(&t, table_n(&t) - 1, "once more", &err), 0, "%s", err.msg);
	late(&t);
	cr_assert_geq(table_n(&t), n + 2);
	table_sound(&t, "a search is taken back");
	table_close(&t);
}

/* More than BOTS_ITERATIONS: after a rollback. */
Test(late, a_long_search)
{
	static const char *const policy[] = { "search 1 5000", "search 1 5001" };
	int64_t n;

	for (unsigned i = is_few(); i < 2; i++) {
		struct test_table t;

		table_open_late(&t, &rules_duel, 2, false, policy[i], 0);
		n = table_n(&t);
		late(&t);
		cr_expect_eq(table_n(&t), n + 1);
		cr_expect_eq(t.file->n_choices, 1, "%s", policy[i]);
		if (!is_few())
			table_sound(&t, policy[i]);
		table_close(&t);
	}
}

/* In round 2 a seat knows what gold it has, which nobody reveals before the game is over: until then
 * an audit accuses nobody. */
Test(late, a_search_knows_gold_that_is_not_revealed)
{
	struct test_table t;
	struct audit a;
	struct err err = ERR_INIT;
	unsigned pending = 0;
	int64_t n;

	table_open_late(&t, &rules_saboteur, 3, true, "search 1 10", 0);
	while (!says(&t, "\nround: 2 of 3\n"))
		(void)table_play(&t, 1, 2);
	late(&t);
	n = table_n(&t);
	while (!says(&t, "\nround: 3 of 3\n"))
		(void)table_play(&t, 1, 2);
	cr_assert_eq(audit_text(&a, t.all.p, t.all.n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		pending += a.at[i].n == n && a.at[i].check == AUDIT_REPLAY &&
		    a.at[i].result == AUDIT_PENDING;
	cr_expect_eq(pending, 1);
	cr_expect_eq(a.worst, AUDIT_PENDING);
	audit_release(&a);
	while (table_to_move(&t) != SEAT_NONE)
		(void)table_play(&t, 50, 2);
	table_sound(&t, "the game is over");
	table_close(&t);
}

Test(late, policies_that_this_program_does_not_have)
{
	static const char *const policy[] = { "search 9 20", "search 1 100001",
		"suggest search 1 20", "greedy 1", "suggest greedy 9", "suggest", "search 1" };

	for (unsigned i = 0; i < sizeof policy / sizeof policy[0]; i++) {
		struct test_table t;
		struct err err = ERR_INIT;

		table_open_late(&t, &rules_saboteur, 3, false, policy[i], 0);
		cr_expect_eq(table_late(&t, LATE_LIMIT + LATE_GRACE, &err), -1, "%s", policy[i]);
		cr_expect_eq(err.code, ERR_PENDING, "%s: %s", policy[i], err.msg);
		cr_expect_not_null(strstr(err.msg, policy[i]), "%s", err.msg);
		table_close(&t);
	}
}

/* ---- queued orders --------------------------------------------------------------------------- */

/* Writes an order that discards the first card of a seat's hand. */
static void
discard_line(const struct test_table *t, uint8_t seat, char line[static 64])
{
	struct player_read r;
	char card[CARD_NAME_MAX];

	table_read(t, seat, &r);
	card_name(&rules_saboteur, r.v.view.known.seat[seat].hand[0], card);
	player_read_release(&r);
	(void)snprintf(line, 64, "discard %s", card);
}

Test(late, an_order_that_is_kept_comes_first)
{
	struct test_table t;
	char line[64];
	uint8_t away;

	table_open_late(&t, &rules_saboteur, 3, true, "discard", 1);
	away = table_to_move(&t);
	late(&t);
	discard_line(&t, away, line);
	table_must_order(&t, away, line, TURN_NEXT);
	cr_expect(!says(&t, "\n  missed: "), "whose order is kept is seen to be there");
	late(&t);
	late(&t);
	(void)snprintf(line, sizeof line, "\n  away: %s\n", t.names.seat[away]);
	cr_expect_eq(count(&t, line), 0);
	cr_expect_eq(count(&t, "\n  late: p"), 3);
	cr_expect_eq(table_to_move(&t), away, "it is played, and the others are away");
	table_sound(&t, "a kept order");
	table_close(&t);
}

/* An order given after as many turns of recurring orders as one command plays. */
struct after_many {
	const struct parsed_order *in;
	uint8_t next;
	bool is_away; /* the seat `next` */
};

static int
exec_after_many(struct command *w, const void *what, struct err *err)
{
	const struct after_many *order = what;
	const struct command_order sent = { .in = order->in };

	w->repeated = 64;
	w->hs.people.missed[order->next] = order->is_away;
	return command_exec_order(w, &sent, err);
}

Test(late, an_order_for_every_turn_of_an_away_seat_has_no_limit)
{
	for (unsigned is_away = 0; is_away < 2; is_away++) {
		struct test_table t;
		struct order_block b;
		struct parsed_order in;
		struct after_many order = { .in = &in, .is_away = is_away };
		struct err err = ERR_INIT;
		char line[64];
		uint8_t first;
		int64_t n;

		table_open_late(&t, &rules_saboteur, 3, false, "discard", 1);
		first = table_to_move(&t);
		order.next = (uint8_t)((first + 1) % 3);
		table_must_order(&t, order.next, "suggest", TURN_EVERY);
		n = table_n(&t);
		discard_line(&t, first, line);
		table_sign(&t, first, line, 0, 0, &b);
		cr_assert_eq(parsed_order_from_fields(&in, &b, &err), 0, "%s", err.msg);
		table_run(&t, exec_after_many, &order, t.now + 60);
		cr_expect_eq(table_n(&t), n + 1 + is_away, "away: %u", is_away);
		cr_expect_eq(count(&t, "\n  away: "), 0, "away: %u", is_away);
		table_close(&t);
	}
}

Test(late, turns_are_taken_back)
{
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t n;

	table_open_late(&t, &rules_dark_cave, 3, true, "discard", 0);
	(void)table_play(&t, 4, 4);
	while (says(&t, "\"phase\":\"walk\""))
		(void)table_play(&t, 1, 4);
	n = table_n(&t);
	late(&t);
	cr_assert_geq(table_n(&t), n + 1);
	cr_assert_eq(table_undo(&t, n, "he was ill", &err), 0, "%s", err.msg);
	cr_expect_eq(table_late(&t, LATE_LIMIT + LATE_GRACE - 1, &err), -1, "time begins anew");
	late(&t);
	/* Between the two steps of a turn. */
	cr_assert_eq(table_undo(&t, table_n(&t) - 1, "once more", &err), 0, "%s", err.msg);
	late(&t);
	(void)table_play(&t, 2, 4);
	table_sound(&t, "taken back");
	table_close(&t);
}

/* ---- whole games ------------------------------------------------------------------------------------------ */

/* Seats come and go at random. */
static void
play_game(struct test_table *t, uint64_t number)
{
	const uint8_t seed[32] = { 15 };
	struct rng_fast rng;

	rng_fast_init(&rng, seed, number);
	rng_open(&rng.rng, 1, RNG_LOSS);
	while (table_to_move(t) != SEAT_NONE) {
		uint8_t seat = table_to_move(t);
		uint32_t k = rng_draw(&rng.rng, 8);
		struct err err = ERR_INIT;

		if (k < 4)
			(void)table_play(t, 1, number + t->all.n);
		else if (k == 4)
			table_must_order(t, (seat + 1u) % t->names.n, NULL, TURN_ANY);
		else
			cr_assert_eq(
			    table_late(t, LATE_LIMIT + LATE_GRACE, &err), 0, "%s", err.msg);
	}
}

Test(late, whole_games_of_every_rules_set)
{
	static const char *const policy[] = { "discard", "suggest greedy 1", "search 1 3" };
	const unsigned step = is_few() ? 8 : is_quick() ? 5 : 1;
	unsigned game = 0;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		for (unsigned i = 0; i < sizeof policy / sizeof policy[0]; i++, game++) {
			unsigned seats = i != 1 ? (*r)->seats_min : ((*r)->seats_max + 3u) / 2;
			struct test_table t;
			char what[80];

			if (game % step != 0)
				continue;
			(void)snprintf(
			    what, sizeof what, "%s, %u seats, %s", (*r)->name, seats, policy[i]);
			table_open_late(&t, *r, seats, (game & 2) != 0, policy[i], game % 4);
			play_game(&t, game);
			table_sound(&t, what);
			table_close(&t);
		}
	}
}
