/* Open orders: printed in the digest that applies them, with a counter separate from hidden
 * orders. */
#include <criterion/criterion.h>

#include "host/aid.h"

static struct test_table t;

static bool
says(const char *what)
{
	return strstr(t.digest.p, what) != NULL;
}

static unsigned
times(const char *all, const char *what)
{
	unsigned n = 0;

	for (const char *p = all; (p = strstr(p, what)) != NULL; p++)
		n++;
	return n;
}

static int64_t
turn_now(void)
{
	struct player_read r;
	int64_t turn;

	table_read(&t, 0, &r);
	turn = r.v.view.known.turn;
	player_read_release(&r);
	return turn;
}

/* ---- printed ------------------------------------------------------------------------------------ */

/* Expects that the order is printed once, complete, in the digest that applies it. */
static void
is_printed(unsigned seat, const char *line, int64_t seq)
{
	const int64_t n = table_n(&t) + 1;
	struct buf entry = BUF_INIT, block = BUF_INIT;

	table_must_order(&t, seat, line, TURN_ANY);
	buf_fmt(&entry, "\nreveal:\n  order %d\n", (int)n);
	cr_expect(says(entry.p), "%s: %s", line, t.digest.p);
	buf_fmt(&block, "  seat: p%u\n  turn: any\n  seq: %d\n", seat + 1, (int)seq);
	cr_expect(says(block.p), "%s: %s", line, t.digest.p);
	cr_expect(says("\n  sig: RU"), "%s", line);
	buf_clear(&block);
	buf_fmt(&block, line != NULL ? "\n  do: %s\n" : "\n  say: \"hi\"\n", line);
	cr_expect(says(block.p), "%s: %s", line, t.digest.p);
	buf_release(&entry);
	buf_release(&block);
}

Test(open, each_is_printed_where_it_is_applied_and_not_again)
{
	struct buf line = BUF_INIT;
	unsigned i = 0;

	table_open_late(&t, &rules_saboteur, 3, true, "discard", 3);
	is_printed(0, NULL, 1);
	table_must_order(&t, (table_to_move(&t) + 1u) % 3, "discard map", TURN_NEXT);
	cr_expect_not(says("\nreveal:\n"));
	is_printed(0, "vote end yes", 2);
	is_printed(1, NULL, 1);
	is_printed(0, "vote end no", 3);
	table_legal(&t, 0, &line);
	table_must_order(&t, table_to_move(&t), line.p, 0);
	cr_expect_not(says("\nreveal:\n"));
	buf_release(&line);
	table_sound(&t, "in the middle of a round");
	for (; table_to_move(&t) != SEAT_NONE; i++)
		is_printed(i, "resign", i == 0 ? 4 : i == 1 ? 2 : 1);
	cr_expect(says("\n  secret "), "%s", t.digest.p);
	is_printed(0, NULL, 5);
	table_sound(&t, "over");
	cr_expect_eq(times(t.all.p, "  do: vote end yes\n"), 1);
	cr_expect_eq(times(t.all.p, "  do: join\n"), 3);
	cr_expect_eq(times(t.all.p, "  do: resign\n"), i);
	cr_expect_eq(times(t.all.p, "  do: discard map\n"), 1);
	table_close(&t);
}

/* ---- information in a seq -------------------------------------------------------------------- */

/* Two tables that differ only in a queued order of one seat: the public part of its next words
 * must be equal, except for hashes, nonces and signatures. */
static void
speaks(bool queued, struct buf *out)
{
	struct test_table is;
	struct err err = ERR_INIT;
	unsigned mover, seat, other;
	bool in_sig = false;

	table_open(&is, 4, 3);
	mover = table_to_move(&is);
	seat = (mover + 1) % 4;
	other = (mover + 2) % 4;
	cr_assert_eq(table_order(&is, queued ? seat : other, "discard map", TURN_NEXT, &err), 0,
	    "%s", err.msg);
	cr_assert_eq(table_order(&is, seat, NULL, TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_order(&is, seat, "vote undo 0 yes", TURN_ANY, &err), 0, "%s", err.msg);
	for (const char *p = strstr(is.all.p, "\nn: 2\n"), *end; p != NULL && *p != '\0'; p = end) {
		end = p + 1 + strcspn(p + 1, "\n");
		/* Random text is long, or in these lines. */
		in_sig = (in_sig || strncmp(p, "\n  sig: ", 8) == 0 ||
			     strncmp(p, "\nkeep:", 6) == 0 || strncmp(p, "\nsig:", 5) == 0) &&
		    strncmp(p, "\n  -----END", 11) != 0 && strncmp(p, "\nview:", 6) != 0 &&
		    strncmp(p, "\nadit-digest", 12) != 0;
		if ((size_t)(end - p) < 40 && !in_sig && strncmp(p, "\n  nonce: ", 10) != 0)
			buf_add(out, p, (size_t)(end - p));
	}
	table_close(&is);
}

Test(open, a_seq_does_not_tell_who_has_queued_an_order)
{
	struct buf a = BUF_INIT, b = BUF_INIT;

	speaks(true, &a);
	speaks(false, &b);
	cr_expect(
	    strstr(a.p, "\n  seq: 1") != NULL && strstr(a.p, "\n  seq: 2") != NULL, "%s", a.p);
	cr_expect_str_eq(a.p, b.p);
	buf_release(&a);
	buf_release(&b);
}

/* The two counters are independent. */
Test(open, hidden_orders_have_a_seq_of_their_own)
{
	struct player_read r;
	unsigned seat;

	table_open(&t, 3, 5);
	seat = (table_to_move(&t) + 1u) % 3;
	table_must_order(&t, seat, "discard map", TURN_NEXT);
	table_must_order(&t, seat, NULL, TURN_ANY);
	table_must_order(&t, seat, NULL, TURN_ANY);
	table_must_order(&t, seat, "cancel", TURN_NEXT);
	table_read(&t, seat, &r);
	cr_expect_eq(r.v.seq_any, 3);
	cr_expect_eq(r.v.seq_open, 3);
	player_read_release(&r);
	table_must_order(&t, seat, NULL, TURN_ANY);
	table_read(&t, seat, &r);
	cr_expect_eq(r.v.seq_any, 3);
	cr_expect_eq(r.v.seq_open, 4);
	player_read_release(&r);
	table_close(&t);
}

/* ---- refused orders -------------------------------------------------------------------------- */

Test(open, kinds_are_not_mixed)
{
	static const struct {
		const char *first, *second;
		int64_t turn; /* 1: the number of the turn */
		const char *says;
	} row[] = {
		{ "resign", NULL, 1, "\"resign\" is not bound to a turn: it takes turn: any" },
		{ "resign", NULL, TURN_NEXT, "turn: any" },
		{ "vote end yes", NULL, TURN_EVERY, "turn: any" },
		{ "absent 2030-01-01 to 2030-01-02", NULL, TURN_NEXT, "turn: any" },
		{ "leave", NULL, 1, "turn: any" },
		{ "rotate-key", NULL, 1, "turn: any" },
		{ "resign", "discard map", TURN_ANY, "\"resign\" stands alone" },
		{ "discard map", "resign", 1, "\"resign\" stands alone" },
		{ "discard map", "vote end yes", TURN_NEXT, "stands alone" },
		{ "vote end yes", "vote end no", TURN_ANY, "stands alone" },
	};

	table_open(&t, 3, 6);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct player_order o = { .line = { row[i].first, row[i].second },
			.n_lines = row[i].second != NULL ? 2 : 1,
			.turn = row[i].turn == 1 ? turn_now() : row[i].turn };
		unsigned seat = table_to_move(&t);
		struct host_result made;
		struct player_read r;
		struct parsed_order in;
		struct err err = ERR_INIT;

		table_read(&t, seat, &r);
		cr_expect_eq(player_sign(&r, t.key[seat], &o, &in, &err), -1, "%s", row[i].first);
		cr_expect_eq(err.code, ERR_USAGE, "%s: %s", row[i].first, err.msg);
		o.force = true;
		err = (struct err)ERR_INIT;
		cr_assert_eq(player_sign(&r, t.key[seat], &o, &in, &err), 0, "%s", err.msg);
		player_read_release(&r);
		cr_expect_eq(table_apply(&t, &in.o.b, &made, &err), -1, "%s", row[i].first);
		cr_expect_eq(err.code, ERR_SYNTAX, "%s: %s", row[i].first, err.msg);
		cr_expect(strstr(err.msg, row[i].says) != NULL, "%s: %s", row[i].first, err.msg);
	}
	table_close(&t);
}

/* An accepted open order is answered like any repeated one. */
Test(open, again)
{
	struct host_result made;
	struct order_block b;
	struct err err = ERR_INIT;

	table_open(&t, 3, 7);
	table_sign(&t, 1, NULL, TURN_ANY, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
	table_must_order(&t, 1, "vote undo 0 yes", TURN_ANY);
	cr_assert_eq(table_apply(&t, &b, &made, &err), 0, "%s", err.msg);
	cr_expect(made.repeated);
	cr_expect_eq(made.n, 1);
	host_result_release(&made);
	table_sign(&t, 1, NULL, TURN_ANY, 2, &b);
	cr_expect_eq(table_apply(&t, &b, &made, &err), -1);
	cr_expect(strstr(err.msg, "seq 2 of p2 was used already") != NULL, "%s", err.msg);
	table_close(&t);
}

/* A seat cannot use up its count: the next private view would not be one. */
Test(open, a_count_has_room_for_more)
{
	static const struct {
		int64_t seq, most;
	} row[] = { { INT64_MAX, 1 << 20 }, { (1 << 20) + 1, 1 << 20 }, { 1 << 20, 0 },
		{ INT64_C(1) << 40, 2 << 20 }, { 2 << 20, 0 } };

	table_open(&t, 3, 8);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct player_order o = { .say = "hi", .turn = TURN_ANY, .seq = row[i].seq };
		struct host_result made;
		struct player_read r;
		struct parsed_order in;
		struct order_block b;
		struct err err = ERR_INIT, why = ERR_INIT;
		char says[64];

		(void)snprintf(says, sizeof says, "seq: above %lld", (long long)row[i].most);
		table_read(&t, 1, &r);
		cr_expect_eq(player_sign(&r, t.key[1], &o, &in, &why), row[i].most > 0 ? -1 : 0);
		player_read_release(&r);
		table_sign(&t, 1, NULL, TURN_ANY, 0, &b);
		b.seq = row[i].seq;
		cr_assert_eq(order_sign(&in, &b, t.key[1], &err), 0, "%s", err.msg);
		b = in.o.b;
		cr_assert_eq(
		    table_apply(&t, &b, &made, &err), row[i].most > 0 ? -1 : 0, "%s", err.msg);
		if (row[i].most > 0) {
			cr_expect_eq(err.code, ERR_SYNTAX);
			cr_expect_str_eq(err.msg, says);
			cr_expect_str_eq(why.msg, says);
		} else {
			host_result_release(&made);
			table_read(&t, 1, &r);
			cr_expect_eq(r.v.seq_open, row[i].seq + 1);
			player_read_release(&r);
		}
	}
	table_close(&t);
}
