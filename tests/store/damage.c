/* Columns with values that the tables refuse, and statements that fail: each function that reads or
 * writes rows reports it. */
#include <criterion/criterion.h>
#include <sqlite3.h>

#include "store/lost.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "store/query.h"
#include "store/remote.h"
#include "store/tick.h"

static struct store *st;
static struct err err;

/* One row in each table. */
static const char rows[] =
    "INSERT INTO game VALUES (1, 'k7q2m4xw', 'saboteur', x'00', zeroblob(32), 'host');"
    "INSERT INTO seat VALUES (0, 'anna', 'keys');"
    "INSERT INTO digest VALUES (0, zeroblob(32), 1, 1, x'00', x'00');"
    "INSERT INTO orders VALUES (0, zeroblob(32), 0, 1, 1, x'00', zeroblob(138));"
    "INSERT INTO waiting VALUES (0, 0, zeroblob(32), 1, 1, x'00', zeroblob(138));"
    "INSERT INTO every VALUES (0, 0, zeroblob(32), 1, 1, x'00', zeroblob(138));"
    "INSERT INTO state VALUES (1, 0, zeroblob(32), x'00');"
    "INSERT INTO outbox VALUES (0);"
    "INSERT INTO address VALUES (-1, 'cave@example.org', 'host', 1, 0, '');"
    "INSERT INTO mailing VALUES (0, 'all', 0, 1, 'a@example.org', 0, 0, '');"
    "INSERT INTO post(seat, kind, n, about, in_reply_to, text, made, tries, next, state, error)"
    " VALUES (0, 'digest', 0, zeroblob(32), '', x'00', 1, 0, 0, 'queued', '');"
    "INSERT INTO tick VALUES (1, 1, 1, 1, 1, 1);"
    "INSERT INTO lost VALUES (zeroblob(32), 0, 1, -1);"
    "INSERT INTO held VALUES (1, 0, zeroblob(32), x'00');"
    "INSERT INTO remote VALUES (1, 'keys', 1, zeroblob(32), 0, 0);";

static void
setup(void)
{
	cr_assert_eq(store_open_memory(&st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_exec(st, rows, &err), 0, "%s", err.msg);
}

static void
teardown(void)
{
	store_close(st);
}

TestSuite(damage, .init = setup, .fini = teardown);

static const unsigned char zero[32];

/* ---- functions that read --------------------------------------------------------------------- */

static int
get_game(void)
{
	struct store_game g = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };
	int result = store_get_game(st, &g, &err);

	store_game_release(&g);
	return result;
}

static int
see_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *e)
{
	(void)arg, (void)seat, (void)name, (void)card, (void)e;
	return 0;
}

static int
each_seat(void)
{
	return store_each_seat(st, see_seat, NULL, &err);
}

static int
get_digest(void)
{
	struct store_digest d = { .text = BUF_INIT };
	int result = store_get_digest(st, -1, &d, &err);

	store_digest_release(&d);
	return result;
}

static int
find_digest(void)
{
	struct store_digest d = { .text = BUF_INIT };

	return store_find_digest(st, zero, &d, &err);
}

static int
find_cause(void)
{
	struct store_order o = { .text = BUF_INIT };
	int result = store_find_cause(st, 0, &o, &err);

	store_order_release(&o);
	return result;
}

static int
last_order(void)
{
	int64_t n;

	return store_last_order(st, &n, &err);
}

static int
last_seq(void)
{
	int64_t n;

	return store_last_seq(st, 0, 1, &n, &err);
}

static int
count_lines(void)
{
	int64_t n;

	return store_count_lines(st, 0, 0, "say: ", &n, &err);
}

static int
find_queued(void)
{
	struct store_order o = { .text = BUF_INIT };
	int result = store_find_queued(st, STORE_QUEUE_NEXT, 0, &o, &err);

	store_order_release(&o);
	return result;
}

static int
see_order(void *arg, const struct store_order *o, struct err *e)
{
	(void)arg, (void)o, (void)e;
	return 0;
}

static int
each_queued(void)
{
	return store_each_queued(st, STORE_QUEUE_EVERY, see_order, NULL, &err);
}

static int
get_state(void)
{
	struct store_state s = { .n = -1 };
	int result = store_get_state(st, &s, &err);

	store_state_release(&s);
	return result;
}

static int
see_n(void *arg, int64_t n, struct err *e)
{
	(void)arg, (void)n, (void)e;
	return 0;
}

static int
outbox_each(void)
{
	return store_outbox_each(st, see_n, NULL, &err);
}

static int
find_address(void)
{
	struct store_address a;
	int result = store_try_address(st, STORE_TABLE, &a, &err);

	store_address_release(&a);
	return result;
}

static int
see_address(void *arg, const struct store_address *a, struct err *e)
{
	(void)arg, (void)a, (void)e;
	return 0;
}

static int
each_address(void)
{
	return store_each_address(st, see_address, NULL, &err);
}

static int
get_mail_setting(void)
{
	struct store_mail_setting m = { .seat = 0 };
	int result = store_get_mail_setting(st, 0, &m, &err);

	store_mail_setting_release(&m);
	return result;
}

static int
see_mail(void *arg, struct store_mail *p, struct err *e)
{
	(void)arg, (void)p, (void)e;
	return 0;
}

static int
each_mail(void)
{
	return store_each_mail(st, STORE_ANY_SEAT, NULL, see_mail, NULL, &err);
}

static int
find_mail(void)
{
	struct store_mail p = { .id = 0 };
	int result = store_find_mail(st, 0, "digest", 0, &p, &err);

	store_mail_release(&p);
	return result;
}

static int
get_tick(void)
{
	struct store_tick t;

	return store_get_tick(st, &t, &err);
}

static int
get_stop(void)
{
	struct store_lost l;

	return store_get_stop(st, &l, &err);
}

static int
find_lost(void)
{
	struct store_lost l;

	return store_find_lost(st, zero, &l, &err);
}

static int
next_held(void)
{
	struct store_held h = { .id = 0 };
	int result = store_next_held(st, INT64_MIN, &h, &err);

	store_held_release(&h);
	return result;
}

static int
get_remote(void)
{
	struct store_remote r = { .seq = 0 };
	int result = store_get_remote(st, &r, &err);

	store_remote_release(&r);
	return result;
}

/* ---- functions that count or write ----------------------------------------------------------- */

static int
count_mail(void)
{
	int64_t n;
	bool is;

	if (store_count_answers(st, 0, 0, 9, true, &n, &err) < 0 ||
	    store_count_about(st, 0, zero, &n, &err) < 0 ||
	    store_count_replies(st, 0, "help", "<a@example.org>", 0, &n, &err) < 0 ||
	    store_count_mails(st, 0, 0, &n, &err) < 0 ||
	    store_find_settled(st, zero, &is, &err) < 0)
		return -1;
	return store_count_settled(st, 0, 0, true, &n, &err);
}

static int
put_address(void)
{
	struct store_address a = { .seat = 1 };
	int result;

	buf_str(&a.addr, "anna@example.org");
	buf_str(&a.how, "host");
	result = store_put_address(st, &a, &err);
	store_address_release(&a);
	return result;
}

static int
drop_address(void)
{
	return store_drop_address(st, STORE_TABLE, &err);
}

static int
reset_bounces(void)
{
	return store_reset_bounces(st, 0, 5, &err);
}

static int
put_mail(void)
{
	struct store_mail p = { .seat = 0, .kind = "help", .state = "queued" };

	if (store_put_mail(st, &p, &err) < 0 || store_put_mail(st, &p, &err) < 0 ||
	    store_reply_mail(st, 0, 0, 9, "<a@example.org>", &err) < 0 ||
	    store_release_mail(st, 0, STORE_MAIL_NOW, &err) < 0)
		return -1;
	return store_forget_mail(st, 0, &err);
}

static int
put_digest(void)
{
	struct store_digest d = { .n = 1, .hash = { 1 } };

	return store_put_digest(st, &d, &err);
}

static int
set_language(void)
{
	if (store_set_language(st, 0, "de", false, &err) < 0)
		return -1;
	return store_end_question(st, 0, &err);
}

static int
put_settled(void)
{
	struct store_settled s = { .seat = 0 };

	return store_put_settled(st, &s, 0, 0, &err);
}

static int
put_held(void)
{
	struct store_held h = { .seat = 0, .hash = { 1 } };
	int64_t n;

	if (store_put_held(st, &h, &err) < 0 || store_count_held(st, &n, &err) < 0)
		return -1;
	return store_drop_held(st, 1, &err);
}

/* ---- the tests ------------------------------------------------------------------------------- */

static void
run_sql(const char *sql)
{
	struct err failed = ERR_INIT;

	cr_assert_eq(store_exec(st, sql, &failed), 0, "%s: %s", sql, failed.msg);
}

/* Sets the columns to the value, one at a time, and expects that `run` refuses each. */
static void
expect_refused(int (*run)(void), const char *table, const char *columns, const char *value)
{
	char sql[96];
	size_t n;

	for (const char *s = columns; (n = strcspn(s, " ")) > 0; s += n, s += *s == ' ') {
		(void)snprintf(sql, sizeof sql, "UPDATE %s SET %.*s = %s", table, (int)n, s, value);
		run_sql("SAVEPOINT row");
		run_sql(sql);
		err = (struct err)ERR_INIT;
		cr_expect_eq(run(), -1, "%s: accepted", sql);
		cr_expect_eq(err.code, ERR_CORRUPT, "%s: %s", sql, err.msg);
		run_sql("ROLLBACK TO row");
	}
}

Test(damage, column_out_of_range)
{
	static const struct {
		int (*run)(void);
		const char *table, *numbers, *hashes;
	} row[] = {
		{ get_game, "game", "", "secret" },
		{ each_seat, "seat", "seat", "" },
		{ get_digest, "digest", "time turn", "hash" },
		{ find_digest, "digest", "n time turn", "" },
		{ find_cause, "orders", "seat turn seq", "hash sig" },
		{ last_seq, "orders", "seq", "" },
		{ find_queued, "waiting", "turn seq", "hash sig" },
		{ each_queued, "every", "seat turn seq", "hash sig" },
		{ get_state, "state", "n", "hash" },
		{ outbox_each, "outbox", "n", "" },
		{ find_address, "address", "since bounces", "" },
		{ each_address, "address", "seat since bounces", "" },
		{ get_mail_setting, "mailing", "narrow seq ask_new ask_old", "" },
		{ each_mail, "post", "id seat n made tries next old", "about" },
		{ find_mail, "post", "id made tries next old", "about" },
		{ get_tick, "tick", "last turn due first reminded", "" },
		{ get_stop, "lost", "n found given", "hash" },
		{ find_lost, "lost", "n found given", "" },
		{ next_held, "held", "id seat", "hash" },
		{ get_remote, "remote", "seq paused watchers", "last" },
	};

	run_sql("PRAGMA ignore_check_constraints = ON; DROP TRIGGER game_update;"
		" DROP TRIGGER digest_update; DROP TRIGGER orders_update");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		cr_expect_geq(row[i].run(), 0, "%s: %s", row[i].table, err.msg);
		expect_refused(row[i].run, row[i].table, row[i].numbers, "-9");
		expect_refused(row[i].run, row[i].table, row[i].hashes, "x'00'");
	}
}

static struct {
	int at, n; /* what statements want to do, counted from 0 */
} fault = { -1, 0 };

static int
authorize(void *arg, int action, const char *a, const char *b, const char *c, const char *d)
{
	(void)arg, (void)a, (void)b, (void)c, (void)d;
	if (action != SQLITE_SELECT && action != SQLITE_INSERT && action != SQLITE_UPDATE &&
	    action != SQLITE_DELETE)
		return SQLITE_OK;
	return fault.n++ == fault.at ? SQLITE_DENY : SQLITE_OK;
}

Test(damage, statement_that_fails)
{
	static int (*const run[])(void) = { get_game, each_seat, get_digest, find_digest,
		find_cause, last_order, last_seq, count_lines, find_queued, each_queued, get_state,
		outbox_each, find_address, each_address, get_mail_setting, each_mail, find_mail,
		get_tick, get_stop, find_lost, next_held, get_remote, count_mail, put_address,
		drop_address, reset_bounces, put_mail, put_digest, set_language, put_settled,
		put_held };

	for (size_t i = 0; i < sizeof run / sizeof run[0]; i++) {
		for (fault.at = 0;; fault.at++) {
			int result;

			run_sql("SAVEPOINT row");
			query_forget(st); /* so that each statement is prepared again */
			err = (struct err)ERR_INIT;
			fault.n = 0;
			sqlite3_set_authorizer(st->db, authorize, NULL);
			result = run[i]();
			sqlite3_set_authorizer(st->db, NULL, NULL);
			run_sql("ROLLBACK TO row");
			if (fault.n <= fault.at)
				break;
			cr_expect_eq(result, -1, "%zu: statement %d", i, fault.at);
			cr_expect_eq(err.code, ERR_BUSY, "%zu: %d: %s", i, fault.at, err.msg);
		}
		cr_expect_gt(fault.at, 0, "%zu: no statement", i);
		cr_expect_eq(err.code, ERR_NONE, "%zu: %s", i, err.msg);
	}
}
