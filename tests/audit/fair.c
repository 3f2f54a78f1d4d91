#include <criterion/criterion.h>

#include <sqlite3.h>

#include "core/pack.h"
#include "host/aid.h"
#include "audit/audit.h"
#include "few.h"
#include "games/games.h"
#include "games/duel/duel.h"
#include "games/saboteur/saboteur.h"

/* An honest host is never accused: whole games, audited during the game and at the end. */

static void
expect(const struct buf *text, const struct seckey *me, enum audit_result worst, const char *what)
{
	struct audit a;
	struct err err = ERR_INIT;

	cr_assert_eq(audit_text(&a, text->p, text->n, me, &err), 0, "%s: %s", what, err.msg);
	for (size_t i = 0; i < a.n; i++)
		cr_expect_leq(a.at[i].result, worst, "%s: digest %d, %s: %s %s", what,
		    (int)a.at[i].n, audit_check_name(a.at[i].check),
		    audit_result_name(a.at[i].result), a.at[i].detail);
	cr_expect_eq(a.worst, worst, "%s: %s", what, audit_result_name(a.worst));
	cr_expect(strlen(a.host_sign) == SIGN_TEXT && strstr(text->p, a.host_sign) != NULL,
	    "%s: the host's key", what);
	audit_release(&a);
}

/* Plays random orders, with other things in between at times. */
static void
play_on(struct test_table *t, unsigned turns, uint64_t seed, bool odd)
{
	for (unsigned i = 0; i < turns && table_to_move(t) != SEAT_NONE; i++) {
		unsigned me = table_to_move(t),
			 other = (me + 1 + i % (t->names.n - 1)) % t->names.n;
		struct host_result r;
		struct err err = ERR_INIT;
		struct order_block b;

		if (odd && i % 7 == 2) {
			table_sign(
			    t, other, i % 2 != 0 ? "discard map" : "cancel", TURN_NEXT, 0, &b);
			if (table_apply(t, &b, &r, &err) == 0)
				host_result_release(&r);
		}
		if (odd && i % 11 == 5) {
			table_sign(t, other, NULL, TURN_ANY, 0, &b);
			cr_assert_eq(table_apply(t, &b, &r, &err), 0, "%s", err.msg);
			host_result_release(&r);
		}
		if (odd && i == 40) {
			table_sign(t, other, "resign", TURN_ANY, 0, &b);
			if (table_apply(t, &b, &r, &err) == 0)
				host_result_release(&r);
		}
		if (table_to_move(t) != SEAT_NONE)
			(void)table_play(t, 1, seed * 1000 + i);
	}
}

static void
check_game(const struct rules *rules, unsigned players, unsigned char seed, bool audited, bool odd,
    const struct options *options)
{
	struct test_table t;
	char what[64];

	(void)snprintf(what, sizeof what, "rules %u, %u seats, seed %u%s", rules->id, players, seed,
	    audited ? "" : ", trusted");
	if (audited) {
		table_open_audited(&t, rules, players, seed, options);
		expect(&t.all, t.key[0], AUDIT_PASS, what);
		table_join(&t);
		table_confirm(&t);
	} else {
		table_open_rules(&t, rules, players, seed);
	}
	expect(&t.all, t.key[0], AUDIT_PENDING, what);
	while (table_to_move(&t) != SEAT_NONE) {
		play_on(&t, 60, seed, odd);
		if (table_to_move(&t) != SEAT_NONE)
			expect(&t.all, t.key[0], AUDIT_PENDING, what);
	}
	expect(&t.all, NULL, AUDIT_PASS, what);
	expect(&t.all, t.key[players - 1], AUDIT_PASS, what);
	table_close(&t);
}

Test(fair, whole_games_of_every_rules_set)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		const struct rules *rules = rules_all[i];

		if (quick_without(i))
			continue;
		check_game(rules, rules->seats_min, (unsigned char)(1 + i), true, false, NULL);
		check_game(rules, rules->seats_min, (unsigned char)(31 + i), false, false, NULL);
	}
}

Test(fair, stored_orders_talk_and_who_gives_up)
{
	if (is_few())
		return;
	check_game(&rules_saboteur, 4, 9, true, true, NULL);
	check_game(&rules_saboteur, 3, 10, false, true, NULL);
}

Test(fair, nuggets_that_are_chosen)
{
	const struct options options = { .at[SAB_DRAFT_ASK] = 1 };

	check_game(&rules_saboteur, 3, 21, true, false, &options);
	if (!is_few())
		check_game(&rules_saboteur, 3, 22, true, false, &options);
}

/* Undoes `back` digests. Returns false if a round would be reopened. */
static bool
take_back(struct test_table *t, int64_t back)
{
	struct err err = ERR_INIT;

	return table_undo(t, table_n(t) - back, "the wrong mail", &err) == 0;
}

/* Every epoch has keys only for the current and later rounds. */
static void
check_taken_back(
    const struct rules *rules, unsigned players, unsigned char seed, const struct options *options)
{
	struct test_table t;
	unsigned taken = 0, i = 0;
	char what[64];

	(void)snprintf(what, sizeof what, "rules %u, %u seats, taken back", rules->id, players);
	table_open_audited(&t, rules, players, seed, options);
	table_join(&t);
	table_confirm(&t);
	while (table_to_move(&t) != SEAT_NONE) {
		(void)table_play(&t, 1, seed * 1000u + i);
		if (++i % 9 == 0 && table_to_move(&t) != SEAT_NONE)
			taken += take_back(&t, 1 + i % 3);
	}
	cr_expect_gt(taken, 1, "%s: only %u times", what, taken);
	expect(&t.all, NULL, AUDIT_PASS, what);
	expect(&t.all, t.key[players - 1], AUDIT_PASS, what);
	table_close(&t);
}

Test(fair, taken_back_in_every_round)
{
	const struct options ask = { .at[SAB_DRAFT_ASK] = 1 }, box = { .at[DUEL_GOALS_BOX] = 1 };

	check_taken_back(&rules_duel, 2, 45, &box);
	if (is_few())
		return;
	check_taken_back(&rules_saboteur, 3, 42, &ask);
	check_taken_back(&rules_saboteur2, 2, 43, NULL);
	check_taken_back(&rules_dark_cave, 3, 46, NULL);
}

Test(fair, joining_anew)
{
	struct test_table t;
	struct host_result r;
	struct err err = ERR_INIT;

	if (is_few())
		return;
	table_open_audited(&t, &rules_saboteur, 3, 5, NULL);
	table_join(&t);
	cr_assert_eq(host_restart(t.file, t.host,
			 "carl does not answer: he is on his way to a very far place", t.now + 60,
			 -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&t, &r);
	expect(&t.all, t.key[0], AUDIT_PASS, "after the restart");
	table_join(&t);
	table_confirm(&t);
	cr_expect_eq(host_restart(t.file, t.host, "too late", t.now, -1, &r, &err), -1);
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	while (table_to_move(&t) != SEAT_NONE)
		(void)table_play(&t, 50, 4);
	expect(&t.all, t.key[0], AUDIT_PASS, "the whole game");
	table_close(&t);
}

static unsigned
round_now(const struct test_table *t)
{
	struct player_read r;
	struct err err = ERR_INIT;
	unsigned round;

	cr_assert_eq(player_read(&r, rules_all, t->digest.p, t->digest.n, NULL, NULL, &err), 0,
	    "%s", err.msg);
	round = r.d.pub.known.round;
	player_read_release(&r);
	return round;
}

/* Cards reshuffled in round 2 have keys that round 1 never had; a clock is set back; a seat
 * talks after the end; two of the last digests are missing. */
Test(fair, what_only_the_second_round_has_and_what_comes_at_the_end)
{
	struct test_table t;
	struct host_result r;
	struct err err = ERR_INIT;
	struct parsed_order in;
	struct order_block b;
	struct buf some = BUF_INIT;
	struct digest_layout text;
	size_t at = 0;

	if (is_few())
		return;
	table_open_audited(&t, &rules_saboteur, 3, 6, NULL);
	table_join(&t);
	table_confirm(&t);
	while (round_now(&t) == 1)
		(void)table_play(&t, 1, t.all.n);
	(void)table_play(&t, 4, 5);
	cr_assert_eq(table_undo(&t, table_n(&t) - 2, "a slip", &err), 0, "%s", err.msg);
	t.now -= 7200;
	while (table_to_move(&t) != SEAT_NONE)
		(void)table_play(&t, 50, 4);
	table_sign(&t, 1, "discard map", TURN_NEXT, 0, &b);
	cr_expect_eq(table_apply(&t, &b, &r, &err), -1, "kept for a turn that cannot come");
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	table_sign(&t, 1, NULL, TURN_ANY, 0, &b);
	(void)snprintf(b.say, sizeof b.say, "  well   played");
	cr_assert_eq(order_sign(&in, &b, t.key[1], &err), 0, "%s", err.msg);
	cr_assert_eq(table_apply(&t, &in.o.b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	expect(&t.all, NULL, AUDIT_PASS, "all of it");
	expect(&t.all, t.key[2], AUDIT_PASS, "all of it, with a key");
	/* Without the digest that reveals the first round. */
	while (digest_next(t.all.p, t.all.n, &at, &text, &err) == 1)
		if (memmem(t.all.p + text.reveal.at, text.reveal.n, "  key 257 ", 10) == NULL)
			buf_add(&some, t.all.p + text.whole.at, text.whole.n);
	expect(&some, t.key[2], AUDIT_PENDING, "without the end of round 1");
	buf_release(&some);
	table_close(&t);
}

/* A failure of the auditor's machine accuses nobody. */
Test(fair, no_memory)
{
	struct test_table t;
	struct audit a;
	struct err err = ERR_INIT;

	/* before a game file is opened, since memory is counted */
	cr_assert_eq(sqlite3_initialize(), SQLITE_OK);
	table_open_rules(&t, &rules_saboteur, 3, 5);
	(void)table_play(&t, 5, 1);
	expect(&t.all, NULL, AUDIT_PENDING, "memory enough");
	(void)sqlite3_hard_heap_limit64(sqlite3_memory_used() + 16 * 1024);
	cr_expect_eq(audit_text(&a, t.all.p, t.all.n, NULL, &err), -1);
	(void)sqlite3_hard_heap_limit64(0);
	cr_expect_eq(err.code, ERR_BUSY, "%s", err.msg);
	cr_expect_neq(a.worst, AUDIT_FAIL);
	audit_release(&a);
	table_close(&t);
}
