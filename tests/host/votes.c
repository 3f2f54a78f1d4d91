#include <criterion/criterion.h>

#include "few.h"
#include "games/saboteur/saboteur.h"
#include "host/aid.h"

/* Proposals: counted by digests alone, executed when carried, and verified by everybody. */

enum { LATE = LATE_LIMIT + LATE_GRACE };

static bool
says(const struct test_table *t, const char *what)
{
	return strstr(t->digest.p, what) != NULL;
}

/* Gives a vote: "vote skip p2 yes", with the seat's name for %s. */
static void
votes_on(struct test_table *t, unsigned seat, const char *pattern, unsigned on)
{
	struct buf line = BUF_INIT;
	const char *at = strchr(pattern, '%');

	buf_add(&line, pattern, (size_t)(at - pattern));
	buf_str(&line, t->names.seat[on]);
	buf_str(&line, at + 2);
	table_must_order(t, seat, line.p, TURN_ANY);
	buf_release(&line);
}

Test(votes, a_seat_that_is_late_is_skipped)
{
	struct test_table t;
	unsigned late;
	int64_t n;

	table_open_late(&t, &rules_saboteur, 4, false, "", 0);
	(void)table_play(&t, 2, 5);
	late = table_to_move(&t);
	n = table_n(&t);
	t.now += LATE;
	votes_on(&t, (late + 1) % 4, "vote skip %s yes", late);
	cr_expect(says(&t, "\npeople:\n  began: "), "%s", t.digest.p);
	cr_expect(says(&t, "  need: 2\n  vote: p"));
	cr_expect(says(&t, " has 1 of the 2 votes that it needs (vote skip p"));
	cr_expect_eq(table_n(&t), n + 1);
	votes_on(&t, (late + 2) % 4, "vote skip %s no", late);
	cr_expect(says(&t, " no\n"));
	votes_on(&t, (late + 3) % 4, "vote skip %s yes", late);
	cr_expect_eq(table_n(&t), n + 4);
	cr_expect(says(&t, "\nhost:\n  skip: p"), "%s", t.digest.p);
	cr_expect(says(&t, "\n  turn: 3\n  by: table\n"));
	cr_expect(says(&t, "\n  discarded p"));
	cr_expect_not(says(&t, "\npeople:\n"), "%s", t.digest.p);
	cr_expect_neq(table_to_move(&t), late);
	table_sound(&t, "skip");
	table_close(&t);
}

/* With two seats the other one decides alone, and it is executed at once. */
Test(votes, at_two_seats)
{
	struct test_table t;
	unsigned late;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_duel, 2, true, "suggest greedy 1", 3);
	late = table_to_move(&t);
	t.now += LATE;
	votes_on(&t, 1 - late, "vote skip %s yes", late);
	cr_expect(says(&t, "\nhost:\n  skip: "), "%s", t.digest.p);
	cr_expect(says(&t, "  missed: "));
	table_must_order(&t, 0, "vote extend 2d yes", TURN_ANY);
	cr_expect(says(&t, "  open: extend 2d\n"));
	cr_expect_eq(table_order(&t, 0, "vote extend 3d yes", TURN_ANY, &err), -1, "another");
	cr_expect_not_null(strstr(err.msg, "you have proposed \"extend 2d\""), "%s", err.msg);
	table_must_order(&t, 0, "vote extend 2d no", TURN_ANY);
	cr_expect_not(says(&t, "  open: "), "nobody wants it");
	table_must_order(&t, 1, "vote extend 48h yes", TURN_ANY);
	table_must_order(&t, 0, "vote extend 2d yes", TURN_ANY);
	cr_expect(
	    says(&t, "\nhost:\n  extend: 172800\n  turn: 2\n  by: table\n"), "%s", t.digest.p);
	cr_expect(says(&t, "\n  extended: 172800 s\n"));
	(void)table_play(&t, 1, 3);
	cr_expect_not(says(&t, "\n  extended: "));
	table_sound(&t, "two seats");
	table_close(&t);
}

/* A second proposal of the same kind waits for the first, which others may keep open. */
Test(votes, a_second_proposal)
{
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_saboteur, 5, false, "", 0);
	table_must_order(&t, 0, "vote extend 2d yes", TURN_ANY);
	cr_expect_eq(table_order(&t, 0, "vote extend 3d yes", TURN_ANY, &err), -1, "alone");
	cr_expect_not_null(strstr(err.hint, "vote extend 2d no first"), "%s", err.hint);
	table_must_order(&t, 1, "vote extend 2d yes", TURN_ANY);
	table_must_order(&t, 0, "vote extend 2d no", TURN_ANY);
	cr_expect_eq(table_order(&t, 0, "vote extend 3d yes", TURN_ANY, &err), -1, "kept open");
	cr_expect_not_null(strstr(err.hint, "while another seat votes yes"), "%s", err.hint);
	table_must_order(&t, 2, "vote extend 3d yes", TURN_ANY);
	table_must_order(&t, 0, "vote extend 3d yes", TURN_ANY);
	table_must_order(&t, 1, "vote extend 2d no", TURN_ANY);
	table_must_order(&t, 0, "vote extend 4d yes", TURN_ANY);
	table_sound(&t, "second proposals");
	table_close(&t);
}

/* However much is added to the limit, a digest can represent it. */
Test(votes, a_turn_has_an_end)
{
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_saboteur, 3, false, "", 0);
	table_must_order(&t, 0, "vote extend 3000d yes", TURN_ANY);
	cr_expect_eq(table_order(&t, 1, "vote extend 700d yes", TURN_ANY, &err), -1, "beside");
	cr_expect_not_null(strstr(err.msg, "ten years at most"), "%s", err.msg);
	table_must_order(&t, 1, "vote extend 600d yes", TURN_ANY);
	table_must_order(&t, 1, "vote extend 3000d yes", TURN_ANY);
	cr_expect(says(&t, "  extended: 259200000 s\n"), "%s", t.digest.p);
	cr_expect_eq(table_order(&t, 2, "vote extend 60d yes", TURN_ANY, &err), -1, "behind");
	table_must_order(&t, 2, "vote extend 600d yes", TURN_ANY);
	cr_expect(says(&t, "  extended: 311040000 s\n"), "%s", t.digest.p);
	table_sound(&t, "extended");
	table_close(&t);
}

/* A proposal about a turn lapses at its end; an undo of seen cards reshuffles. */
Test(votes, what_is_taken_back)
{
	struct test_table t;
	int64_t n;

	table_open_late(&t, &rules_saboteur, 3, true, "", 0);
	(void)table_play(&t, 4, 9);
	n = table_n(&t);
	table_must_order(&t, 0, "vote extend 1d yes", TURN_ANY);
	(void)table_play(&t, 1, 9);
	cr_expect_not(says(&t, "  open: extend"), "%s", t.digest.p);
	{
		char line[40];

		(void)snprintf(line, sizeof line, "vote undo %d yes", (int)n - 1);
		table_must_order(&t, 1, line, TURN_ANY);
		(void)table_play(&t, 1, 2);
		cr_expect(says(&t, "  open: undo "), "play goes on");
		table_must_order(&t, 2, line, TURN_ANY);
	}
	cr_expect(says(&t, "\nhost:\n  undo: "), "%s", t.digest.p);
	cr_expect(says(&t, "\n  by: table\n"));
	cr_expect(says(&t, "note shuffled\n"));
	cr_expect_not(says(&t, "  open: "));
	(void)table_play(&t, 2, 4);
	table_sound(&t, "undo");
	table_close(&t);
}

/* ---- the end of the game ----------------------------------------------------------------------------------- */

/* A majority, from the first seat on; appends the result. */
static void
all_end(struct test_table *t)
{
	for (unsigned s = 0; s <= t->names.n / 2; s++)
		table_must_order(t, s, "vote end yes", TURN_ANY);
	cr_expect(says(t, "\nhost:\n  end: yes\n  by: table\n"), "%s", t->digest.p);
	cr_expect(says(t, "\n  note voted-end\n"));
	cr_expect(says(t, "\n  game-over\n"));
	cr_expect(says(t, "\n  winner p"));
	cr_expect(says(t, "\n  secret "));
	cr_expect_not(says(t, "round-winner"));
	cr_expect_eq(table_to_move(t), SEAT_NONE);
}

Test(votes, they_end_the_game)
{
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t n;

	table_open_late(&t, &rules_saboteur, 5, true, "discard", 2);
	(void)table_play(&t, 12, 3);
	table_must_order(&t, 4, "vote extend 1d yes", TURN_ANY);
	table_must_order(&t, 3, "vote extend 1d yes", TURN_ANY);
	table_must_order(&t, 2, "vote extend 1d yes", TURN_ANY);
	table_must_order(&t, 0, "vote end yes", TURN_ANY);
	cr_expect(says(&t, "  open: end\n"), "%s", t.digest.p);
	cr_expect(says(&t, "  need: 3\n"));
	(void)table_play(&t, 1, 3);
	table_must_order(&t, 1, "vote end no", TURN_ANY);
	table_must_order(&t, 4, "vote extend 2d yes", TURN_ANY);
	n = table_n(&t);
	all_end(&t);
	cr_expect_eq(table_n(&t), n + 4, "a vote each, and the end behind the last");
	cr_expect(says(&t, "\n  round-end stopped\n"), "%s", t.digest.p);
	cr_expect_not(says(&t, "  open: "), "all is over");
	cr_expect_eq(table_order(&t, 3, "vote end yes", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "the game is over"), "%s", err.msg);
	cr_expect_eq(table_undo(&t, n, "", &err), -1, "as at any other end");
	table_must_order(&t, 2, NULL, TURN_ANY);
	table_sound(&t, "ended");
	table_close(&t);
}

/* The others are away and not needed. After the end the added time is not reported any more. */
Test(votes, the_last_who_is_there_ends_it)
{
	struct test_table t;
	struct err err = ERR_INIT;
	unsigned here;

	table_open_late(&t, &rules_duel, 2, true, "discard", 1);
	(void)table_play(&t, 3, 3);
	here = 1 - table_to_move(&t);
	table_must_order(&t, here, "vote end yes", TURN_ANY);
	cr_expect(says(&t, "  need: 2\n"), "of two both");
	table_must_order(&t, here, "vote extend 1d yes", TURN_ANY);
	table_must_order(&t, 1 - here, "vote extend 1d yes", TURN_ANY);
	cr_expect(says(&t, "\n  extended: "));
	cr_assert_eq(table_late(&t, LATE + 86400, &err), 0, "%s", err.msg);
	cr_expect(says(&t, "\nhost:\n  end: yes\n"), "%s", t.digest.p);
	table_sound(&t, "away");
	table_close(&t);
}

/* Added limit and queued orders at the end of the game; then a seat says something. */
Test(votes, what_is_open_when_the_game_ends)
{
	struct test_table t;
	unsigned mover;

	table_open_late(&t, &rules_saboteur, 3, true, "", 0);
	(void)table_play(&t, 2, 3);
	mover = table_to_move(&t);
	{
		struct host_result r = { .n = 0 };
		struct err err = ERR_INIT;
		struct order_block b;

		table_sign(&t, (mover + 1) % 3, "suggest", TURN_EVERY, 0, &b);
		cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
		host_result_release(&r);
	}
	table_must_order(&t, 0, "vote extend 1d yes", TURN_ANY);
	table_must_order(&t, 1, "vote extend 1d yes", TURN_ANY);
	all_end(&t);
	table_must_order(&t, 2, NULL, TURN_ANY);
	table_must_order(&t, 0, NULL, TURN_ANY);
	table_sound(&t, "open");
	table_close(&t);
}

/* In the middle of a turn, or of choosing gold: a seat keeps its nuggets. */
Test(votes, the_game_ends_between_two_steps)
{
	static const struct {
		const struct rules *rules;
		unsigned phase;
		struct options options;
	} row[] = {
		{ &rules_dark_cave, PHASE_WALK, { .at = { 0 } } },
		{ &rules_saboteur, PHASE_DRAFT,
		    { .at = { [SAB_DRAFT_ASK] = 1, [SAB_GOLD_PLAYERS] = 1 } } },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct host_table_params a = { .rules = row[i].rules,
			.options = row[i].options,
			.clock = { .limit_s = LATE_LIMIT, .grace_s = LATE_GRACE, .sums_up = true },
			.seated = 7 };
		struct test_table t;

		if (row[i].phase == PHASE_DRAFT)
			(void)snprintf(a.clock.late, sizeof a.clock.late, "suggest greedy 1");
		if (row[i].phase == PHASE_WALK)
			table_open_as(&t, &a, 3, "p");
		else
			table_open_at(&t, &a, row[i].phase);
		(void)table_play(&t, 1, 1);
		cr_expect_eq(table_phase(&t), row[i].phase);
		all_end(&t);
		cr_expect_eq(says(&t, "\n  round-end stopped\n"), row[i].phase != PHASE_DRAFT);
		cr_expect_eq(says(&t, " 0\n  score p2 0\n  score p3 0\n"),
		    row[i].phase != PHASE_DRAFT, "%s", t.digest.p);
		cr_expect(says(&t, "\nsummary:\n  score: p1 "), "%s", t.digest.p);
		table_sound(&t, "between two steps");
		table_close(&t);
	}
}

/* ---- what is refused --------------------------------------------------------------------------------------- */

Test(votes, what_is_refused)
{
	static const struct {
		const char *name;
		int by; /* seats after the one to move */
		const char *line;
		int64_t after;
		enum err_code code;
		const char *says;
	} row[] = {
		{ "before it is late", 1, "vote skip %s yes", 0, ERR_STALE, "is not late before" },
		{ "oneself", 0, "vote skip %s yes", LATE, ERR_RULE,
		    "a seat has no vote on its own" },
		{ "no, first", 1, "vote skip %s no", LATE, ERR_STALE, "nobody has proposed" },
		{ "no, of another time", 1, "vote extend 1d no", 0, ERR_STALE,
		    "nobody has proposed \"extend 1d\"" },
		{ "nothing to take back", 1, "vote undo 4 yes", 0, ERR_STALE, "is the newest" },
		{ "a digest to come", 1, "vote undo 9 yes", 0, ERR_NOT_FOUND, "no digest 9" },
		{ "a stranger", 1, "vote skip eve yes", LATE, ERR_NOT_FOUND, "no seat" },
		{ "no answer", 1, "vote skip %s", LATE, ERR_SYNTAX, "a vote is" },
		{ "beyond all time", 1, "vote extend 9999d yes", 0, ERR_SYNTAX, "nothing to vote" },
		{ "no end that was proposed", 1, "vote end no", 0, ERR_STALE,
		    "nobody has proposed \"end\"" },
		{ "an end of somebody", 1, "vote end p1 yes", 0, ERR_SYNTAX, "nothing to vote" },
		{ "no such vote", 1, "vote party yes", 0, ERR_NOT_FOUND, "no seat" },
	};
	struct test_table t;
	const char *at;

	table_open_late(&t, &rules_saboteur, 3, false, "", 0);
	(void)table_play(&t, 4, 5);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		unsigned mover = table_to_move(&t), seat = (mover + (unsigned)row[i].by) % 3;
		int64_t now = t.now, n = table_n(&t);
		struct buf line = BUF_INIT;
		struct err err = ERR_INIT;

		at = strstr(row[i].line, "%s");
		buf_add(&line, row[i].line,
		    at != NULL ? (size_t)(at - row[i].line) : strlen(row[i].line));
		if (at != NULL)
			buf_fmt(&line, "%s%s", t.names.seat[mover], at + 2);
		t.now += row[i].after;
		cr_expect_eq(table_order(&t, seat, line.p, TURN_ANY, &err), -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %d", row[i].name, err.code);
		cr_expect_not_null(strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		cr_expect_eq(table_n(&t), n, "%s", row[i].name);
		t.now = now;
		buf_release(&line);
	}
	table_sound(&t, "refused");
	table_close(&t);
}

static void
new_keys(struct test_table *t, unsigned seat)
{
	struct seckey *key = seckey_new(&(struct err)ERR_INIT);
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert(key != NULL && seckey_make(key, &err) == 0, "%s", err.msg);
	cr_assert_eq(host_replace(t->file, t->host, t->names.seat[seat], &key->pub, "lost",
			 t->now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(t, &r);
	t->key[seat] = key;
}

/* Resigned seats, and seats with keys unknown to the others, have no vote; a vote ends being
 * away. */
Test(votes, who_may_not_vote)
{
	enum who { AWAY, RESIGNED, NEW_KEYS, THERE };
	static const struct {
		const char *name;
		enum who by;
		const char *line, *says; /* NULL: accepted */
	} row[] = {
		{ "resigned, on more time", RESIGNED, "vote extend 1d yes", "has resigned" },
		{ "resigned, on an end", RESIGNED, "vote end yes", "has resigned" },
		{ "new keys, on more time", NEW_KEYS, "vote extend 1d yes", "not confirmed yet" },
		{ "new keys, on taking back", NEW_KEYS, "vote undo 1 yes", "not confirmed yet" },
		{ "one who is there", THERE, "vote extend 1d yes", NULL },
		{ "resigned, against it", RESIGNED, "vote extend 1d no", "has resigned" },
		{ "new keys, against it", NEW_KEYS, "vote extend 1d no", "not confirmed yet" },
		{ "away, against it", AWAY, "vote extend 1d no", NULL },
	};
	struct test_table t;
	struct err err = ERR_INIT;
	unsigned seat[THERE + 1];

	table_open_late(&t, &rules_saboteur, 5, false, "discard", 1);
	for (unsigned i = 0; i <= THERE; i++)
		seat[i] = (table_to_move(&t) + i) % 5;
	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	table_must_order(&t, seat[RESIGNED], "resign", TURN_ANY);
	new_keys(&t, seat[NEW_KEYS]);
	cr_expect(says(&t, "  missed: "), "%s", t.digest.p);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err why = ERR_INIT;
		int result = table_order(&t, seat[row[i].by], row[i].line, TURN_ANY, &why);

		cr_expect_eq(result, row[i].says == NULL ? 0 : -1, "%s: %s", row[i].name, why.msg);
		if (row[i].says == NULL)
			continue;
		cr_expect_eq(why.code, ERR_RULE, "%s: %d", row[i].name, why.code);
		cr_expect_not_null(strstr(why.msg, row[i].says), "%s: %s", row[i].name, why.msg);
	}
	cr_expect_not(says(&t, "  missed: "), "it is back: %s", t.digest.p);
	cr_expect(says(&t, " no\n"), "%s", t.digest.p);
	table_sound(&t, "who may not vote");
	table_close(&t);
}

/* [adit(5), Votes of the table] Away seats count for an undo: one accomplice cannot have cards
 * dealt again. */
Test(votes, who_is_away_counts_on_taking_back)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct buf line = BUF_INIT;
	unsigned first, here, other;

	table_open_late(&t, &rules_saboteur, 5, true, "discard", 1);
	first = table_to_move(&t);
	here = (first + 3) % 5;
	other = (first + 4) % 5;
	for (unsigned i = 0; i < 3; i++)
		cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	cr_assert_eq(table_to_move(&t), here);
	buf_fmt(&line, "vote undo %lld yes", (long long)table_n(&t) - 1);
	table_must_order(&t, here, line.p, TURN_ANY);
	cr_expect(says(&t, "\n  need: 3\n"), "%s", t.digest.p);
	table_must_order(&t, here, "vote extend 1d yes", TURN_ANY);
	cr_expect(says(&t, "\n  need: 2\n"), "who is away has no vote on the rest: %s", t.digest.p);
	table_must_order(&t, other, line.p, TURN_ANY);
	cr_expect(says(&t, "  open: undo "), "two of five: %s", t.digest.p);
	table_must_order(&t, first, line.p, TURN_ANY);
	cr_expect_not_null(strstr(t.all.p, "\nhost:\n  undo: "), "it is back, and votes");
	table_sound(&t, "three away");
	buf_release(&line);
	table_close(&t);
}

/* Seats with new keys since the digest to go back to count, but have no vote on it, confirmed or
 * not. */
Test(votes, who_got_keys_since_has_no_vote_on_taking_back)
{
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_saboteur, 4, true, "", 0);
	(void)table_play(&t, 3, 9);
	table_must_order(&t, 1, "vote undo 10 yes", TURN_ANY);
	new_keys(&t, 1);
	cr_expect_not(says(&t, "  open: undo"), "its vote falls: %s", t.digest.p);
	for (unsigned i = 0; i < 4; i++)
		if (i != 1)
			(void)table_order(&t, i, "vote p2 yes", TURN_ANY, &err);
	cr_expect_not(says(&t, "\nnew-keys:\n"), "%s", t.digest.p);
	cr_expect_eq(table_order(&t, 1, "vote undo 10 yes", TURN_ANY, &err), -1);
	cr_expect_eq(err.code, ERR_RULE);
	cr_expect_not_null(strstr(err.msg, "got its keys in digest"), "%s", err.msg);
	table_must_order(&t, 0, "vote undo 10 yes", TURN_ANY);
	cr_expect(says(&t, "\n  need: 3\n"), "%s", t.digest.p);
	table_must_order(&t, 2, "vote undo 10 yes", TURN_ANY);
	err = (struct err)ERR_INIT;
	cr_expect_eq(table_order(&t, 1, "vote undo 10 yes", TURN_ANY, &err), -1);
	table_must_order(&t, 3, "vote undo 10 yes", TURN_ANY);
	cr_expect(says(&t, "\nhost:\n  undo: 10\n  by: table\n"), "%s", t.digest.p);
	table_sound(&t, "new keys");
	table_close(&t);
}

Test(votes, without_a_limit_nobody_is_late)
{
	const struct host_table_params a = {
		.rules = &rules_saboteur, .clock = { .limit_s = -1 }, .seated = 7
	};
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_as(&t, &a, 3, "p");
	cr_expect_eq(table_order(&t, 0, "vote extend 1d yes", TURN_ANY, &err), -1);
	cr_expect_not_null(strstr(err.msg, "this table has no limit"), "%s", err.msg);
	(void)table_play(&t, 3, 1);
	table_must_order(&t, 0, "vote undo 2 yes", TURN_ANY);
	table_must_order(&t, 1, "vote undo 2 yes", TURN_ANY);
	cr_expect(says(&t, "\nhost:\n  undo: 2\n  by: table\n"), "%s", t.digest.p);
	(void)table_play(&t, 1, 1);
	table_sound(&t, "no limit");
	table_close(&t);
}

/* A seat that resigns has no vote: a proposal may be carried by that. */
Test(votes, who_resigns_leaves_fewer)
{
	struct test_table t;

	table_open_late(&t, &rules_saboteur, 4, false, "discard", 3);
	(void)table_play(&t, 3, 5);
	table_must_order(&t, 0, "vote undo 1 yes", TURN_ANY);
	table_must_order(&t, 1, "vote undo 1 yes", TURN_ANY);
	cr_expect(says(&t, "  need: 3\n"));
	table_must_order(&t, 0, "vote end yes", TURN_ANY);
	table_must_order(&t, 1, "vote end yes", TURN_ANY);
	table_must_order(&t, 3, "resign", TURN_ANY);
	cr_expect(says(&t, "\nhost:\n  undo: 1\n  by: table\n"), "%s", t.digest.p);
	cr_expect(says(&t, "  open: end\n"), "who had resigned is there again");
	table_must_order(&t, 3, "vote end yes", TURN_ANY);
	cr_expect(says(&t, "\nhost:\n  end: yes\n"), "%s", t.digest.p);
	table_sound(&t, "resigned");
	table_close(&t);
}

/* A proposal does not stay for ever. */
Test(votes, fifty_digests_later)
{
	struct test_table t;

	table_open_late(&t, &rules_saboteur, 3, false, "", 0);
	(void)table_play(&t, 2, 5);
	table_must_order(&t, 0, "vote undo 1 yes", TURN_ANY);
	for (unsigned i = 1; i < 50; i++) {
		cr_assert(says(&t, "  open: undo 1\n"), "%u", i);
		t.now += 3 * 3600; /* so that the daily limit of words is not reached */
		table_must_order(&t, 1, NULL, TURN_ANY);
	}
	cr_expect(says(&t, "  open: undo 1\n"));
	table_must_order(&t, 1, NULL, TURN_ANY);
	cr_expect_not(says(&t, "  open: undo 1\n"));
	table_close(&t);
}

/* ---- whole games ------------------------------------------------------------------------------------------- */

static void
vote_at_random(struct test_table *t, struct rng *rng)
{
	const unsigned mover = table_to_move(t);
	const unsigned seat = rng_draw(rng, t->names.n);
	const uint32_t kind = rng_draw(rng, 3), back = rng_draw(rng, 6), days = rng_draw(rng, 2);
	const uint32_t no = rng_draw(rng, 4);
	const char *answer = no == 0 ? "no" : "yes";
	struct err none = ERR_INIT;
	char line[60];

	if (kind == 0) {
		t->now += LATE;
		(void)snprintf(line, sizeof line, "vote skip %s %s", t->names.seat[mover], answer);
	} else if (kind == 1) {
		(void)snprintf(line, sizeof line, "vote extend %ud %s", 1 + days, answer);
	} else {
		(void)snprintf(
		    line, sizeof line, "vote undo %lld %s", (long long)table_n(t) - back, answer);
	}
	(void)table_order(t, seat, line, TURN_ANY, &none); /* may be refused */
}

/* Plays to the end of the game, or until digest `enough`. */
static void
play_game(struct test_table *t, uint64_t number, int64_t enough)
{
	const uint8_t seed[32] = { 16 };
	struct rng_fast rng;

	rng_fast_init(&rng, seed, number);
	rng_open(&rng.rng, 1, RNG_LOSS);
	while (table_to_move(t) != SEAT_NONE && table_n(t) < enough) {
		uint32_t k = rng_draw(&rng.rng, 8);
		struct err none = ERR_INIT;

		if (k < 4)
			(void)table_play(t, 1, number + t->all.n);
		else if (k == 4)
			(void)table_late(t, LATE, &none); /* if it has a policy */
		else
			vote_at_random(t, &rng.rng);
	}
	if (table_to_move(t) != SEAT_NONE)
		all_end(t);
}

Test(votes, whole_games_of_every_rules_set)
{
	static const char *const policy[] = { "", "suggest greedy 1" };
	const unsigned step = is_few() ? 8 : 1;
	unsigned game = 0;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		for (unsigned i = 0; i < 2; i++, game++) {
			unsigned seats = i == 0 ? ((*r)->seats_max + 3u) / 2 : (*r)->seats_min;
			struct test_table t;
			char what[80];

			if (game % step != 0)
				continue;
			if (seats > (*r)->seats_max)
				seats = (*r)->seats_max;
			(void)snprintf(what, sizeof what, "%s, %u seats, \"%s\"", (*r)->name, seats,
			    policy[i]);
			table_open_late(&t, *r, seats, (game & 2) != 0, policy[i], 2);
			play_game(&t, game, i == 0 ? 60 : 400);
			table_sound(&t, what);
			table_close(&t);
		}
	}
}

/* At any moment: before the first card, during a walk, during a choice. */
Test(votes, the_game_ends_at_any_moment)
{
	const uint8_t seed[32] = { 17 };
	unsigned game = 0;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		for (unsigned seats = (*r)->seats_min; seats <= (*r)->seats_max; seats++, game++) {
			struct rng_fast rng;
			struct test_table t;
			char what[80];
			unsigned turns;

			/* tests/games/follow.c ends all of them */
			if (game % (4 * few_step()) != 3)
				continue;
			rng_fast_init(&rng, seed, game);
			rng_open(&rng.rng, 1, RNG_LOSS);
			turns = rng_draw(&rng.rng, 4 * seats);
			table_open_late(&t, *r, seats, game % 2 == 0, "discard", 2);
			if (table_play(&t, turns, game) == turns)
				all_end(&t);
			(void)snprintf(
			    what, sizeof what, "%s, %u seats, %u turns", (*r)->name, seats, turns);
			table_sound(&t, what);
			table_close(&t);
		}
	}
}
