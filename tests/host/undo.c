#include <criterion/criterion.h>
#include <unistd.h>

#include "host/aid.h"
#include "few.h"
#include "games/games.h"

static const char why[] = "the wrong order was taken";

static void
must_undo(struct test_table *t, int64_t to)
{
	struct err err = ERR_INIT;

	cr_assert_eq(table_undo(t, to, why, &err), 0, "%s", err.msg);
}

/* Words: a digest that shows nothing hidden. */
static void
say(struct test_table *t)
{
	table_must_order(t, 0, NULL, TURN_ANY);
}

static bool
is_shuffled(const struct test_table *t)
{
	return memmem(t->digest.p, t->digest.n, "\n  shuffle: ", 12) != NULL;
}

Test(undo, hands_and_table_are_those_of_the_digest)
{
	struct test_table t;
	struct player_read before[4], after;

	table_open(&t, 4, 31);
	(void)table_play(&t, 6, 4);
	for (unsigned s = 0; s < 4; s++)
		table_read(&t, s, &before[s]);
	(void)table_play(&t, 7, 5);
	must_undo(&t, 6);
	for (unsigned s = 0; s < 4; s++) {
		const struct game *a = &before[s].v.view.known, *b;

		table_read(&t, s, &after);
		b = &after.v.view.known;
		cr_expect_eq(after.d.n, 18);
		cr_expect_eq(a->turn, b->turn, "seat %u: turn", s);
		cr_expect_eq(a->to_move, b->to_move, "seat %u: to move", s);
		cr_expect_eq(a->n_deck - a->deck_top, b->n_deck - b->deck_top, "seat %u: deck", s);
		cr_expect_eq(a->seat[s].n_hand, b->seat[s].n_hand, "seat %u: hand", s);
		cr_expect_eq(memcmp(a->seat[s].hand, b->seat[s].hand, a->seat[s].n_hand), 0,
		    "seat %u: hand", s);
		cr_expect_eq(a->board.n, b->board.n, "seat %u: board", s);
		player_read_release(&after);
		player_read_release(&before[s]);
	}
	cr_expect(memmem(t.digest.p, t.digest.n, "takes back digests 7 to 17", 26) != NULL);
	cr_expect(memmem(t.digest.p, t.digest.n, why, sizeof why - 1) != NULL, "no reason");
	cr_expect(is_shuffled(&t));
	table_hold(&t, "after an undo");
	(void)table_play(&t, 3, 6);
	table_hold(&t, "played on");
	must_undo(&t, 18);
	must_undo(&t, 5);
	(void)table_play(&t, 400, 7);
	table_hold(&t, "after three, and to the end");
	table_close(&t);
}

/* [adit(5), Taking back]: a reshuffle only if something hidden was shown since */
Test(undo, what_nobody_has_seen_is_shuffled_only_if_something_was_shown)
{
	static const struct {
		const char *name;
		unsigned turns, says;
		int64_t to;
		bool shuffled;
	} row[] = {
		{ "only words since", 3, 2, 3, false },
		{ "words, and a card drawn since", 3, 2, 2, true },
		{ "a card drawn since", 3, 0, 2, true },
		{ "back to the deal, without a card", 0, 1, 0, false },
	};
	struct test_table keys;

	table_open(&keys, 3, 32);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;

		table_open_again(&t, &keys, 32);
		(void)table_play(&t, row[i].turns, 1);
		for (unsigned k = 0; k < row[i].says; k++)
			say(&t);
		must_undo(&t, row[i].to);
		cr_expect_eq(is_shuffled(&t), row[i].shuffled, "%s", row[i].name);
		table_hold(&t, row[i].name);
		table_close(&t);
	}
	table_close(&keys);
}

/* After the undo of a draw, the same card comes in the same place only by chance. */
Test(undo, the_pile_is_not_the_one_that_was_seen)
{
	struct test_table t, u;
	unsigned same = 0, n = 12;

	table_open(&t, 3, 34);
	table_open_again(&u, &t, 34);
	(void)table_play(&t, n, 8);
	must_undo(&t, 0);
	for (unsigned turn = 0; turn < n; turn++) {
		uint8_t seat = table_to_move(&t);
		struct player_read a, b;

		cr_assert_eq(seat, table_to_move(&u));
		(void)table_play(&t, 1, 100);
		(void)table_play(&u, 1, 100);
		table_read(&t, seat, &a);
		table_read(&u, seat, &b);
		same += a.v.view.known.seat[seat].hand[5] == b.v.view.known.seat[seat].hand[5];
		player_read_release(&a);
		player_read_release(&b);
		if (table_to_move(&t) != table_to_move(&u))
			break;
	}
	cr_expect_lt(same, n, "every card came again");
	table_close(&u);
	table_close(&t);
}

static void
expect_stale(struct test_table *t, const struct order_block *b, const char *say, const char *name)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_expect_eq(table_apply(t, b, &r, &err), -1, "%s was applied", name);
	cr_expect_eq(err.code, ERR_STALE, "%s: %s", name, err.msg);
	cr_expect(strstr(err.msg, say) != NULL, "%s: %s", name, err.msg);
}

/* Orders signed before the undo and sent after it. */
Test(undo, nothing_signed_before_counts_after)
{
	struct test_table t;
	struct order_block applied, spare, later, stored, fresh;
	struct buf line = BUF_INIT, other = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;
	struct player_read mine;
	uint8_t first, second;

	table_open(&t, 3, 35);
	(void)table_play(&t, 2, 1);
	first = table_to_move(&t);
	second = (uint8_t)((first + 1) % 3);
	table_legal(&t, 1, &line);
	table_legal(&t, 9, &other);
	table_sign(&t, second, "discard map", TURN_NEXT, 0, &stored);
	table_sign(&t, first, other.p, 0, 7, &spare); /* signed, never sent */
	table_sign(&t, first, line.p, 0, 0, &applied);
	cr_assert_eq(table_apply(&t, &applied, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	(void)table_play(&t, 2, 2);
	table_legal(&t, 0, &line);
	table_sign(&t, table_to_move(&t), line.p, 0, 0, &later);
	must_undo(&t, 2);
	cr_assert_eq(table_to_move(&t), first);

	expect_stale(&t, &applied, "took back in digest 9", "the order taken back");
	expect_stale(&t, &spare, "acts on digest 2, but in digest 9",
	    "another for the same turn and digest");
	expect_stale(&t, &later, "", "one for a turn that was taken back");
	expect_stale(&t, &stored, "acts on digest 2, but in digest 9", "one to be kept for later");
	/* The seq used for this turn stays used, and the view has the next one. */
	table_read(&t, first, &mine);
	cr_expect_eq(mine.v.seq, 2);
	player_read_release(&mine);
	table_legal(&t, 4, &line);
	table_sign(&t, first, line.p, 0, 1, &fresh);
	cr_expect_eq(table_apply(&t, &fresh, &r, &err), -1, "seq 1 a second time");
	table_sign(&t, first, line.p, 0, 0, &fresh);
	cr_expect_eq(table_apply(&t, &fresh, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	/* An old order for the repeated turn, on an undone digest. */
	expect_stale(&t, &later, "", "an order for the turn that has come again");
	(void)table_play(&t, 1, 3);
	expect_stale(&t, &later, "", "an order from a digest taken back");
	buf_release(&line);
	buf_release(&other);
	table_close(&t);
}

Test(undo, a_stored_order_is_dropped_and_its_seat_told)
{
	struct test_table t;
	struct order_block b;
	struct host_result r;
	struct err err = ERR_INIT;
	struct player_read mine;
	struct audit_checked c;
	unsigned later;

	table_open(&t, 3, 36);
	later = (table_to_move(&t) + 2u) % 3;
	table_sign(&t, later, "discard map", TURN_NEXT, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	(void)table_play(&t, 1, 1);
	must_undo(&t, 1);
	table_read(&t, later, &mine);
	cr_expect(strstr(mine.plain.p, "\n  note dropped\n") != NULL);
	player_read_release(&mine);
	cr_assert_eq(audit_fsck(t.file, t.host, &c, &err), 0, "%s", err.msg);
	cr_expect_eq(c.queued, 0);
	table_close(&t);
}

Test(undo, what_cannot_be_taken_back)
{
	static const struct {
		const char *name;
		int64_t to;
		const char *reason;
		enum err_code code;
		const char *say;
	} row[] = {
		{ "the newest", 12, why, ERR_STALE, "nothing to take back" },
		{ "one that is not there", 13, why, ERR_NOT_FOUND, "no digest 13" },
		{ "one that was taken back", 5, why, ERR_STALE, "itself taken back in digest 10" },
		{ "the last one taken back", 6, why, ERR_STALE, "itself taken back in digest 10" },
		{ "no reason", 3, "", ERR_USAGE, "empty" },
		{ "a blank reason", 3, " \xc2\xa0 ", ERR_USAGE, "empty" },
		{ "a control character", 3, "a\033[1m", ERR_USAGE, "the reason: U+001B is not" },
		{ "two lines", 3, "a\nb", ERR_USAGE, "more than one line" },
		{ "marks piled on a letter", 3, "Z\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
		    ERR_USAGE, "combining marks" },
		{ "not UTF-8", 3, "\xff", ERR_USAGE, "the reason: byte 0xff is not UTF-8" },
		{ "a word without end", 3, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ERR_USAGE,
		    "40" },
	};
	struct test_table t;
	struct buf before = BUF_INIT, longer = BUF_INIT;
	struct err err = ERR_INIT;

	table_open(&t, 3, 37);
	(void)table_play(&t, 6, 1);
	must_undo(&t, 4);
	(void)table_play(&t, 2, 3);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		err = (struct err)ERR_INIT;
		cr_expect_eq(table_undo(&t, row[i].to, row[i].reason, &err), -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %s", row[i].name, err.msg);
		cr_expect(strstr(err.msg, row[i].say) != NULL, "%s: %s", row[i].name, err.msg);
	}
	for (unsigned i = 0; i < 51; i++)
		buf_str(&longer, "abc ");
	buf_chr(&longer, 'd');
	cr_expect_eq(table_undo(&t, 3, longer.p, &err), -1);
	cr_expect(strstr(err.msg, "200") != NULL, "%s", err.msg);
	table_hold(&t, "nothing happened");
	buf_release(&before);
	buf_release(&longer);
	table_close(&t);
}

/* The end of a round shows roles, which cannot be hidden again. */
Test(undo, the_end_of_a_round_stays)
{
	struct test_table t;
	struct err err = ERR_INIT;
	unsigned n = 0, round = 1;

	table_open(&t, 3, 38);
	while (round == 1) {
		struct player_read r;

		n += table_play(&t, 1, n);
		table_read(&t, 0, &r);
		round = r.v.view.known.round;
		player_read_release(&r);
	}
	cr_expect_eq(table_undo(&t, (int64_t)n - 1, why, &err), -1);
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	(void)table_play(&t, 2, 1);
	cr_expect_eq(table_undo(&t, (int64_t)n - 1, why, &err), -1);
	cr_expect(strstr(err.hint, "--to") != NULL, "%s; %s", err.msg, err.hint);
	must_undo(&t, (int64_t)n);
	if (is_few())
		for (unsigned s = 0; s < 3; s++)
			cr_assert_eq(
			    table_order(&t, s, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	(void)table_play(&t, 400, 2);
	table_hold(&t, "a game with an undo in round 2");
	cr_expect_eq(table_to_move(&t), SEAT_NONE);
	err = (struct err)ERR_INIT;
	cr_expect_eq(table_undo(&t, table_n(&t) - 1, why, &err), -1);
	cr_expect_eq(err.code, ERR_RULE, "%s", err.msg);
	table_close(&t);
}

Test(undo, in_every_rules_set)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		struct test_table t;
		struct err err = ERR_INIT;
		unsigned undone = 0;

		if (quick_without(i + 1))
			continue;
		table_open_rules(&t, rules_all[i],
		    rules_all[i]->seats_max < 4 ? rules_all[i]->seats_max : 4, 39);
		for (unsigned k = 0;
		     k < (few_step() > 1 ? 15 : 30) && table_to_move(&t) != SEAT_NONE; k++) {
			struct player_read r;
			int64_t n;

			(void)table_play(&t, 4, k);
			cr_assert_eq(
			    player_read(&r, rules_all, t.digest.p, t.digest.n, NULL, NULL, &err), 0,
			    "%s", err.msg);
			n = r.d.n;
			player_read_release(&r);
			if (k % 3 == 0 && table_undo(&t, n - 2, why, &err) == 0)
				undone++;
		}
		cr_expect_gt(undone, 3, "rules set %u", i);
		table_hold(&t, rules_all[i]->name);
		table_close(&t);
	}
}

/* [adit(5), Taking back] at most 200 bytes, words of at most 40: the lines restore it */
Test(undo, a_long_reason_is_told_whole)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct buf reason = BUF_INIT;

	table_open(&t, 3, 40);
	(void)table_play(&t, 3, 1);
	for (unsigned i = 0; i < 4; i++) {
		buf_fill(&reason, (char)('a' + i), 40);
		buf_chr(&reason, ' ');
	}
	buf_str(&reason, "\xc3\xa4\xc3\xb6 \"quoted\" host: undo: 9 -- end");
	cr_assert_leq(reason.n, 200);
	cr_assert_eq(table_undo(&t, 2, reason.p, &err), 0, "%s", err.msg);
	cr_expect(memmem(t.digest.p, t.digest.n, "\n  undo: 2\n", 11) != NULL);
	(void)table_play(&t, 2, 2);
	table_hold(&t, "a long reason");
	buf_release(&reason);
	table_close(&t);
}
