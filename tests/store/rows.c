/* Rows are stored byte for byte; immutable rows do not change. */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <unistd.h>

#include "store/help.h"

static struct err err;

TestSuite(rows, .init = help_enter_game, .fini = help_leave_game);

static void
expect_text(const struct buf *b, const char *want, const char *what)
{
	cr_expect_eq(b->n, strlen(want), "%s: %zu bytes", what, b->n);
	cr_expect_str_eq(buf_cstr(b), want, "%s: %s", what, buf_cstr(b));
}

Test(rows, game)
{
	struct store_game g = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };

	cr_assert_eq(store_get_game(help_store, &g, &err), 0, "%s", err.msg);
	expect_text(&g.id, "k7q2m4xw", "id");
	expect_text(&g.rules, "saboteur", "rules");
	expect_text(&g.host_key, "host", "host_key");
	cr_expect_eq(g.config.n, 12);
	cr_expect_arr_eq(g.config.p, "first=anna\0x", 12);
	expect_text(&g.secret, "ssssssssssssssssssssssssssssssss", "secret");

	cr_expect_eq(store_put_game(help_store, &g, &err), -1, "a second game");
	cr_expect_eq(err.code, ERR_CORRUPT);
	store_game_release(&g);
	cr_expect_null(g.secret.p);
}

static int
list_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *e)
{
	(void)e;
	buf_fmt(arg, "%u %s <%s>;", seat, name, card);
	return 0;
}

static int
stop_at_1(void *arg, unsigned seat, const char *name, const char *card, struct err *e)
{
	list_seat(arg, seat, name, card, e);
	return seat == 1 ? err_set(e, ERR_RULE, "enough") : 0;
}

Test(rows, seats)
{
	struct buf list = BUF_INIT;

	cr_expect_eq(store_put_seat(help_store, 3, "", "", &err), 0, "%s", err.msg);
	cr_expect_eq(store_put_seat(help_store, 2, "", "", &err), 0, "two open seats: %s", err.msg);
	cr_expect_eq(store_put_seat(help_store, 2, "carl", "new keys", &err), 0, "%s", err.msg);
	cr_expect_eq(store_each_seat(help_store, list_seat, &list, &err), 0, "%s", err.msg);
	expect_text(
	    &list, "0 anna <anna's keys>;1 bob <bob's keys>;2 carl <new keys>;3  <>;", "seats");

	cr_expect_eq(store_put_seat(help_store, 3, "anna", "", &err), -1, "a name twice");
	cr_expect_eq(err.code, ERR_CORRUPT);

	buf_clear(&list);
	cr_expect_eq(store_each_seat(help_store, stop_at_1, &list, &err), -1);
	cr_expect_str_eq(err.msg, "enough");
	expect_text(&list, "0 anna <anna's keys>;1 bob <bob's keys>;", "stopped");
	buf_release(&list);
}

Test(rows, digests)
{
	struct store_digest d = { .text = BUF_INIT }, want = help_digest(1);

	cr_assert_eq(store_get_digest(help_store, 1, &d, &err), 0, "%s", err.msg);
	cr_expect_eq(d.n, 1);
	cr_expect_eq(d.time, want.time);
	cr_expect_eq(d.turn, want.turn);
	cr_expect_arr_eq(d.hash, want.hash, 32);
	expect_text(&d.text, want.text.p, "text");
	expect_text(&d.events, "event 1", "events");
	store_digest_release(&d);

	cr_assert_eq(store_get_digest(help_store, -1, &d, &err), 0, "%s", err.msg);
	cr_expect_eq(d.n, 1, "the last one");
	store_digest_release(&d);

	cr_assert_eq(store_find_digest(help_store, want.hash, &d, &err), 1, "%s", err.msg);
	cr_expect_eq(d.n, 1);
	cr_expect_eq(d.time, want.time);
	cr_expect_eq(d.text.n, 0);

	cr_expect_eq(store_get_digest(help_store, 2, &d, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_str_eq(err.msg, "g: it has no digest 2");
	want.hash[0] ^= 1;
	cr_expect_eq(store_find_digest(help_store, want.hash, &d, &err), 0);
	store_digest_release(&want);
}

Test(rows, digest_with_any_bytes)
{
	struct store_digest d = help_digest(2), got = { .text = BUF_INIT };

	buf_clear(&d.text);
	buf_clear(&d.events);
	for (int i = 0; i < 70000; i++)
		buf_chr(&d.text, (char)(i * 7));
	cr_assert_eq(store_put_digest(help_store, &d, &err), 0, "%s", err.msg);
	cr_assert_eq(store_get_digest(help_store, 2, &got, &err), 0, "%s", err.msg);
	cr_assert_eq(got.text.n, d.text.n);
	cr_expect_arr_eq(got.text.p, d.text.p, d.text.n);
	cr_expect_eq(got.events.n, 0);
	store_digest_release(&d);
	store_digest_release(&got);
}

Test(rows, digest_out_of_line)
{
	static const struct {
		const char *name;
		int64_t n, time, turn;
		int same_hash;
	} row[] = {
		{ "again", 1, 5, 5, 0 },
		{ "one too far", 3, 5, 5, 0 },
		{ "negative", -1, 5, 5, 0 },
		{ "a hash twice", 2, 5, 5, 1 },
		{ "before 1970", 2, -1, 5, 0 },
		{ "after 9999", 2, INT64_C(253402300800), 5, 0 },
		{ "negative turn", 2, 5, -1, 0 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct store_digest d = help_digest(row[i].same_hash ? 1 : 2);

		d.n = row[i].n;
		d.time = row[i].time;
		d.turn = row[i].turn;
		err.code = ERR_NONE;
		cr_expect_eq(
		    store_put_digest(help_store, &d, &err), -1, "%s: accepted", row[i].name);
		cr_expect_eq(err.code, ERR_CORRUPT, "%s: code %d", row[i].name, (int)err.code);
		store_digest_release(&d);
	}
}

Test(rows, orders)
{
	struct store_order o = { .text = BUF_INIT }, want = help_order(1, 1, 1);
	int64_t seq = -1;

	cr_assert_eq(store_find_cause(help_store, 1, &o, &err), 1, "%s", err.msg);
	cr_expect(o.n == 1 && o.seat == 0 && o.turn == 1 && o.seq == 1);
	cr_expect_arr_eq(o.hash, want.hash, 32);
	cr_expect_arr_eq(o.sig, want.sig, 138);
	expect_text(&o.text, want.text.p, "text");
	store_order_release(&o);

	cr_assert_eq(store_find_order(help_store, want.hash, &o, &err), 1, "%s", err.msg);
	cr_expect_eq(o.n, 1);
	store_order_release(&o);

	cr_expect_eq(store_find_cause(help_store, 0, &o, &err), 0, "no order caused digest 0");
	want.hash[0] ^= 1;
	cr_expect_eq(store_find_order(help_store, want.hash, &o, &err), 0);
	want.hash[0] ^= 1;
	want.n = 2;
	cr_expect_eq(store_put_order(help_store, &want, &err), -1, "a hash twice");
	cr_expect_eq(err.code, ERR_CORRUPT);
	store_order_release(&want);

	cr_expect_eq(store_last_seq(help_store, 0, 1, &seq, &err), 0, "%s", err.msg);
	cr_expect_eq(seq, 1);
	cr_expect_eq(store_last_seq(help_store, 0, 2, &seq, &err), 0, "%s", err.msg);
	cr_expect_eq(seq, 0, "no order for this turn");
	cr_expect_eq(store_last_seq(help_store, 1, 1, &seq, &err), 0, "%s", err.msg);
	cr_expect_eq(seq, 0, "no order of this seat");
}

Test(rows, highest_sequence_number)
{
	static const struct {
		int64_t n, turn, seq;
	} put[] = {
		{ 2, 7, 3 },
		{ 3, 7, 12 },
		{ 4, -1, 5 },
		{ 5, -1, 4 },
	};
	int64_t seq = -1;

	for (size_t i = 0; i < sizeof put / sizeof put[0]; i++) {
		struct store_digest d = help_digest(put[i].n);
		struct store_order o = help_order(put[i].n, put[i].turn, put[i].seq);

		cr_assert_eq(store_put_digest(help_store, &d, &err), 0, "%s", err.msg);
		cr_assert_eq(store_put_order(help_store, &o, &err), 0, "%s", err.msg);
		store_digest_release(&d);
		store_order_release(&o);
	}
	cr_expect_eq(store_last_seq(help_store, 0, 7, &seq, &err), 0, "%s", err.msg);
	cr_expect_eq(seq, 12);
}

Test(rows, orders_with_a_line)
{
	static const struct {
		const char *name;
		unsigned seat;
		int64_t since;
		const char *begins;
		int64_t n;
	} row[] = {
		{ "all", 0, 0, "say: ", 2 },
		{ "at that very time", 0, 1002, "say: ", 2 },
		{ "later", 0, 1003, "say: ", 1 },
		{ "too late", 0, 1004, "say: ", 0 },
		{ "another seat", 1, 0, "say: ", 0 },
		{ "in the middle of a line", 0, 0, "hi", 0 },
	};
	static const char *const text[] = { "a\nsay: hi\n", "a\nsay: say: hi\nb\n",
		"a\nb say: c\n" };

	for (int64_t i = 0; i < 3; i++) {
		struct store_digest d = help_digest(2 + i);
		struct store_order o = help_order(2 + i, -1, 1 + i);

		d.time = 1002 + i;
		buf_clear(&o.text);
		buf_str(&o.text, text[i]);
		cr_assert_eq(store_put_digest(help_store, &d, &err), 0, "%s", err.msg);
		cr_assert_eq(store_put_order(help_store, &o, &err), 0, "%s", err.msg);
		store_digest_release(&d);
		store_order_release(&o);
	}
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int64_t n = -1;

		cr_expect_eq(store_count_lines(
				 help_store, row[i].seat, row[i].since, row[i].begins, &n, &err),
		    0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(n, row[i].n, "%s: %lld", row[i].name, (long long)n);
	}
}

Test(rows, one_waiting_order_a_seat)
{
	struct store_order a = help_order(1, -1, 1), b = help_order(1, -1, 2), got;

	buf_str(&b.text, "do: discard ns\n");
	cr_expect_eq(store_find_queued(help_store, STORE_QUEUE_NEXT, 0, &got, &err), 0);
	cr_assert_eq(store_put_queued(help_store, STORE_QUEUE_NEXT, &a, &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_queued(help_store, STORE_QUEUE_NEXT, &b, &err), 0, "%s", err.msg);
	cr_assert_eq(
	    store_find_queued(help_store, STORE_QUEUE_NEXT, 0, &got, &err), 1, "%s", err.msg);
	cr_expect_eq(got.seq, 2);
	cr_expect_eq(got.turn, -1);
	expect_text(&got.text, b.text.p, "the later one");
	store_order_release(&got);
	cr_expect_eq(
	    store_find_queued(help_store, STORE_QUEUE_NEXT, 1, &got, &err), 0, "of another seat");
	cr_expect_eq(store_drop_queued(help_store, STORE_QUEUE_NEXT, 0, &err), 0, "%s", err.msg);
	cr_expect_eq(
	    store_drop_queued(help_store, STORE_QUEUE_NEXT, 0, &err), 0, "none: %s", err.msg);
	cr_expect_eq(store_find_queued(help_store, STORE_QUEUE_NEXT, 0, &got, &err), 0);
	store_order_release(&a);
	store_order_release(&b);
}

static int
add_seq(void *arg, const struct store_order *o, struct err *e)
{
	(void)e;
	buf_fmt(arg, "%u:%lld ", o->seat, (long long)o->seq);
	return o->seq == 9 ? -1 : 0;
}

Test(rows, waiting_orders_by_seat)
{
	struct buf seen = BUF_INIT;

	for (int64_t i = 0; i < 2; i++) {
		struct store_order o = help_order(1, -1, 9 - i);

		o.seat = (unsigned)(1 - i);
		cr_assert_eq(
		    store_put_queued(help_store, STORE_QUEUE_EVERY, &o, &err), 0, "%s", err.msg);
		store_order_release(&o);
	}
	cr_expect_eq(
	    store_each_queued(help_store, STORE_QUEUE_NEXT, add_seq, &seen, &err), 0, "none");
	expect_text(&seen, "", "none");
	cr_expect_eq(store_each_queued(help_store, STORE_QUEUE_EVERY, add_seq, &seen, &err), -1);
	expect_text(&seen, "0:8 1:9 ", "in the order of seats, until it is stopped");
	buf_release(&seen);
}

/* A player cancelled it: nobody who gets the file may find it. */
Test(rows, dropped_order_is_overwritten)
{
	struct store_order o = help_order(1, -1, 1);
	static const char secret[] = "do: discard a-very-telling-card";

	buf_str(&o.text, secret);
	cr_assert_eq(store_put_queued(help_store, STORE_QUEUE_NEXT, &o, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(help_store, &err), 0, "%s", err.msg);
	struct buf b = help_bytes("g");

	cr_expect_not_null(memmem(b.p, b.n, secret, strlen(secret)), "it was never there");
	buf_release(&b);
	cr_assert_eq(store_begin(help_store, &err), 0, "%s", err.msg);
	cr_assert_eq(store_drop_queued(help_store, STORE_QUEUE_NEXT, 0, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(help_store, &err), 0, "%s", err.msg);
	b = help_bytes("g");
	cr_expect_null(memmem(b.p, b.n, secret, strlen(secret)), "it is still there");
	buf_release(&b);
	store_order_release(&o);
}

Test(rows, state)
{
	struct store_state put = { .n = 1, .hash = { [31] = 7 } }, got = { .n = -1 };

	buf_add(&put.bytes, "a\0b", 3);
	cr_assert_eq(store_put_state(help_store, &put, &err), 0, "%s", err.msg);
	cr_assert_eq(store_get_state(help_store, &got, &err), 0, "%s", err.msg);
	cr_expect_eq(got.n, 1);
	cr_expect_arr_eq(got.hash, put.hash, 32);
	cr_expect_eq(got.bytes.n, 3);
	cr_expect_arr_eq(got.bytes.p, "a\0b", 3);
	store_state_release(&put);
	store_state_release(&got);
	put = (struct store_state){ .n = 0 };
	cr_assert_eq(store_put_state(help_store, &put, &err), 0, "%s", err.msg);
	cr_assert_eq(store_get_state(help_store, &got, &err), 0, "%s", err.msg);
	cr_expect(got.n == 0 && got.bytes.n == 0);
	store_state_release(&got);
}

static int
list_n(void *arg, int64_t n, struct err *e)
{
	(void)e;
	buf_fmt(arg, "%lld;", (long long)n);
	return 0;
}

Test(rows, outbox)
{
	struct buf list = BUF_INIT;
	struct store_digest d = help_digest(2);

	cr_assert_eq(store_put_digest(help_store, &d, &err), 0, "%s", err.msg);
	cr_expect_eq(store_outbox_each(help_store, list_n, &list, &err), 0, "%s", err.msg);
	expect_text(&list, "1;2;", "two not delivered");
	cr_expect_eq(store_outbox_drop(help_store, 1, &err), 0, "%s", err.msg);
	cr_expect_eq(store_outbox_drop(help_store, 1, &err), 0, "again: %s", err.msg);
	buf_clear(&list);
	cr_expect_eq(store_outbox_each(help_store, list_n, &list, &err), 0, "%s", err.msg);
	expect_text(&list, "2;", "one delivered");
	buf_release(&list);
	store_digest_release(&d);
}

static int
drop_it(void *arg, int64_t n, struct err *e)
{
	list_n(arg, n, e);
	return store_outbox_drop(help_store, n, e);
}

Test(rows, outbox_emptied_while_read)
{
	struct buf list = BUF_INIT;

	for (int64_t n = 2; n < 6; n++) {
		struct store_digest d = help_digest(n);

		cr_assert_eq(store_put_digest(help_store, &d, &err), 0, "%s", err.msg);
		store_digest_release(&d);
	}
	cr_expect_eq(store_outbox_each(help_store, drop_it, &list, &err), 0, "%s", err.msg);
	expect_text(&list, "1;2;3;4;5;", "all were seen");
	buf_clear(&list);
	cr_expect_eq(store_outbox_each(help_store, list_n, &list, &err), 0, "%s", err.msg);
	expect_text(&list, "", "all are gone");
	buf_release(&list);
}

Test(rows, what_is_not_there)
{
	struct store_game g = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };
	struct store_digest d = { .text = BUF_INIT };
	struct store_state state = { .n = 0 };
	struct store *empty;

	cr_assert_eq(store_create(&empty, "empty", &err), 0, "%s", err.msg);
	cr_assert_eq(store_begin(empty, &err), 0, "%s", err.msg);
	cr_expect_eq(store_get_game(empty, &g, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT);
	cr_expect_str_eq(err.msg, "empty: it holds no game");
	cr_expect_eq(store_get_digest(empty, -1, &d, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_str_eq(err.msg, "empty: it has no digest yet");
	cr_expect_eq(store_get_state(empty, &state, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT);
	cr_expect_str_eq(err.msg, "empty: the state is missing");
	store_close(empty);
}

/* ---- immutable rows -------------------------------------------------------------------------- */

Test(rows, append_only_whoever_writes)
{
	static const char *const sql[] = {
		"UPDATE game SET rules = 'duel'",
		"DELETE FROM game",
		"UPDATE digest SET text = x'00' WHERE n = 0",
		"DELETE FROM digest WHERE n = 1",
		"INSERT INTO digest VALUES (9, zeroblob(32), 0, 0, x'', x'')",
		"UPDATE orders SET text = x'00'",
		"DELETE FROM orders",
		"INSERT INTO seat VALUES (-1, 'x', 'y')",
		"INSERT INTO seat VALUES (5, NULL, 'y')",
		"UPDATE state SET one = 2",
		"UPDATE state SET bytes = 'text'",
	};
	sqlite3 *db;

	store_rollback(help_store);
	cr_assert_eq(sqlite3_open("g", &db), SQLITE_OK);
	for (size_t i = 0; i < sizeof sql / sizeof sql[0]; i++)
		cr_expect_eq(sqlite3_exec(db, sql[i], NULL, NULL, NULL), SQLITE_CONSTRAINT,
		    "%s: %s", sql[i], sqlite3_errmsg(db));
	sqlite3_close(db);
}

Test(rows, dangling_references_do_not_commit)
{
	static const struct {
		const char *name;
		int64_t n;
		unsigned seat;
	} row[] = {
		{ "order of a digest that does not exist", 7, 0 },
		{ "order of a seat that does not exist", 0, 7 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct store_order o = help_order(9, 9, 9);

		o.n = row[i].n;
		o.seat = row[i].seat;
		cr_expect_eq(
		    store_put_order(help_store, &o, &err), 0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(store_commit(help_store, &err), -1, "%s: committed", row[i].name);
		cr_expect_eq(err.code, ERR_CORRUPT, "%s", row[i].name);
		store_order_release(&o);
		cr_assert_eq(
		    store_begin(help_store, &err), 0, "%s: still open: %s", row[i].name, err.msg);
	}
}

Test(rows, reader_cannot_write)
{
	struct store *reader;

	store_rollback(help_store);
	cr_assert_eq(store_open(&reader, "g", STORE_READ, false, &err), 0, "%s", err.msg);
	cr_assert_eq(store_begin(reader, &err), 0, "%s", err.msg);
	cr_expect_eq(store_put_seat(reader, 0, "eve", "eve's keys", &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	store_close(reader);
	cr_expect_eq(help_last("g", "after the attempt"), 1);
}

Test(rows, rollback_forgets)
{
	cr_assert_eq(help_put_turn(help_store, 2, &err), 0, "%s", err.msg);
	store_rollback(help_store);
	store_rollback(help_store);
	cr_expect_eq(help_last("g", "after rollback"), 1);
}

/* ---- store_check ------------------------------------------------------------------------ */

Test(rows, check_names_the_fault)
{
	static const struct {
		const char *name, *sql, *msg;
	} row[] = {
		{ "nothing wrong", "SELECT 1", NULL },
		{ "a digest is missing",
		    "DROP TRIGGER digest_delete;"
		    " DELETE FROM digest WHERE n = 0; DELETE FROM outbox",
		    "g: a digest is missing" },
		{ "a seat is missing",
		    "DELETE FROM seat WHERE seat = 0; DELETE FROM waiting;"
		    " DROP TRIGGER orders_delete; DELETE FROM orders",
		    "g: a seat is missing" },
		{ "no state", "DELETE FROM state", "g: the state is not the one" },
		{ "state of an older digest", "UPDATE state SET n = 0",
		    "g: the state is not the one" },
		{ "no game", "DROP TRIGGER game_delete; DELETE FROM game",
		    "g: there is no game row" },
		{ "dangling outbox", "INSERT INTO outbox VALUES (44)",
		    "g: table outbox names a digest that does not exist" },
		{ "value out of range",
		    "PRAGMA ignore_check_constraints = ON;"
		    " UPDATE state SET one = 2",
		    "g: it is damaged: CHECK constraint failed in state" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		store_close(help_store);
		unlink("g");
		help_make_game("g", 1);
		/* Opened before the damage, so that opening does not detect it. */
		cr_assert_eq(
		    store_open(&help_store, "g", STORE_WRITE, false, &err), 0, "%s", err.msg);
		help_sql_summed("g", row[i].sql);

		int rc = store_check(help_store, &err);

		cr_expect_eq(rc, row[i].msg == NULL ? 0 : -1, "%s: %d", row[i].name, rc);
		if (row[i].msg != NULL) {
			cr_expect_eq(err.code, ERR_CORRUPT, "%s", row[i].name);
			cr_expect_eq(strncmp(err.msg, row[i].msg, strlen(row[i].msg)), 0, "%s: %s",
			    row[i].name, err.msg);
		}
	}
}
