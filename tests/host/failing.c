/*
 * Each statement of a command fails once. The command reports it and leaves no open transaction;
 * given again, it makes the same digest as in a file in which nothing failed.
 */
#include <criterion/criterion.h>
#include <sqlite3.h>

#include "host/aid.h"
#include "host/mail_order.h"
#include "host/operator.h"
#include "store/mail_queue.h"
#include "store/query.h"
#include "util/file.h"

TestSuite(failing, .timeout = 300);

enum { SEATS = 3, STATEMENTS_MAX = 2000 };

/* ---- the commands ---------------------------------------------------------------------------- */

/* What the next command is: set by `prepare`, before anything fails. */
static struct {
	struct order_block order;
	struct seckey *key;
	int64_t to;
} next;

typedef int run_fn(
    const struct test_table *t, struct host *file, struct host_result *r, struct err *err);

static int
run_order(const struct test_table *t, struct host *file, struct host_result *r, struct err *err)
{
	return table_give(file, t->host, &next.order, t->now + 60, r, err);
}

static int
run_undo(const struct test_table *t, struct host *file, struct host_result *r, struct err *err)
{
	return host_undo(file, t->host, next.to, "a slip", t->now + 60, -1, r, err);
}

static int
run_withdraw(const struct test_table *t, struct host *file, struct host_result *r, struct err *err)
{
	return host_withdraw(file, t->host, "no slip", t->now + 60, -1, r, err);
}

static int
run_replace(const struct test_table *t, struct host *file, struct host_result *r, struct err *err)
{
	return host_replace(file, t->host, t->names.seat[SEATS - 1], &next.key->pub, "lost",
	    t->now + 60, -1, r, err);
}

static int
run_late(const struct test_table *t, struct host *file, struct host_result *r, struct err *err)
{
	return host_late(file, t->host, t->now + LATE_LIMIT + LATE_GRACE + 60, -1, r, err);
}

static void
prepare_nothing(struct test_table *t)
{
	(void)t;
}

static void
prepare_order(struct test_table *t)
{
	struct buf line = BUF_INIT;

	table_legal(t, 0, &line);
	table_sign(t, table_to_move(t), buf_cstr(&line), 0, 0, &next.order);
	buf_release(&line);
}

static void
sign_later(struct test_table *t, int64_t turn)
{
	struct player_read r;
	unsigned seat = (table_to_move(t) + 1u) % SEATS;
	char card[CARD_NAME_MAX], line[64];

	table_read(t, seat, &r);
	card_name(rules_all[0], r.v.view.known.seat[seat].hand[0], card);
	player_read_release(&r);
	(void)snprintf(line, sizeof line, "discard %s", card);
	table_sign(t, seat, line, turn, 0, &next.order);
}

static void
prepare_next(struct test_table *t)
{
	sign_later(t, TURN_NEXT);
}

static void
prepare_every(struct test_table *t)
{
	sign_later(t, TURN_EVERY);
}

static void
prepare_words(struct test_table *t)
{
	table_sign(t, 0, NULL, TURN_ANY, 0, &next.order);
}

static void
prepare_resign(struct test_table *t)
{
	table_sign(t, (table_to_move(t) + 2u) % SEATS, "resign", TURN_ANY, 0, &next.order);
}

static void
prepare_undo(struct test_table *t)
{
	next.to = table_n(t) - 2;
}

static void
prepare_vote(struct test_table *t)
{
	char line[40];

	(void)snprintf(line, sizeof line, "vote undo %lld yes", (long long)next.to);
	table_sign(t, 0, line, TURN_ANY, 0, &next.order);
}

static void
prepare_second_vote(struct test_table *t)
{
	char line[40];

	(void)snprintf(line, sizeof line, "vote undo %lld yes", (long long)next.to);
	table_sign(t, 1, line, TURN_ANY, 0, &next.order);
}

static void
prepare_key(struct test_table *t)
{
	struct err err = ERR_INIT;

	(void)t;
	next.key = seckey_new(&err);
	cr_assert(next.key != NULL && seckey_make(next.key, &err) == 0, "%s", err.msg);
}

static void
use_key(struct test_table *t)
{
	t->key[SEATS - 1] = next.key;
}

static const struct step {
	const char *name;
	void (*prepare)(struct test_table *t);
	run_fn *run;
	void (*after)(struct test_table *t); /* or NULL */
} step[] = {
	{ "an order", prepare_order, run_order, NULL },
	{ "words", prepare_words, run_order, NULL },
	{ "an order for the next turn", prepare_next, run_order, NULL },
	{ "an order, and the one that waits", prepare_order, run_order, NULL },
	{ "an order for every turn", prepare_every, run_order, NULL },
	{ "an order, and the recurring one", prepare_order, run_order, NULL },
	{ "an undo request", prepare_undo, run_undo, NULL },
	{ "it is withdrawn", prepare_nothing, run_withdraw, NULL },
	{ "another undo request", prepare_undo, run_undo, NULL },
	{ "a vote", prepare_vote, run_order, NULL },
	{ "the last vote", prepare_second_vote, run_order, NULL },
	{ "new keys", prepare_key, run_replace, use_key },
	{ "a late seat", prepare_nothing, run_late, NULL },
	{ "a seat resigns", prepare_resign, run_order, NULL },
};

/* Runs the command in a copy of the file in which nothing fails. */
static void
run_in_copy(const struct test_table *t, const struct step *s, struct buf *made)
{
	struct buf bytes = BUF_INIT;
	struct host_result r;
	struct host *file;
	struct err err = ERR_INIT;
	char path[96];

	(void)snprintf(path, sizeof path, "%s/copy.db", t->folder);
	(void)remove(path);
	cr_assert_eq(file_read(t->path, SIZE_MAX / 2, &bytes, &err), 0, "%s", err.msg);
	cr_assert_eq(file_write(path, bytes.p, bytes.n, &err), 0, "%s", err.msg);
	cr_assert_eq(host_open(&file, path, true, rules_all, &err), 0, "%s", err.msg);
	cr_assert_eq(s->run(t, file, &r, &err), 0, "%s: %s", s->name, err.msg);
	buf_add(made, r.digest.p, r.digest.n);
	host_result_release(&r);
	host_close(file);
	buf_release(&bytes);
}

/* Returns the number of statements that failed. */
static int
run_failing(struct test_table *t, const struct step *s)
{
	struct buf want = BUF_INIT;
	struct host_result r;
	struct err err;
	int at = 0, all = 0, result = -1;

	s->prepare(t);
	run_in_copy(t, s, &want);
	for (; result < 0; at++) {
		cr_assert_lt(at, STATEMENTS_MAX, "%s: %s", s->name, err.msg);
		err = (struct err)ERR_INIT;
		(void)table_fault(t->file, at);
		result = s->run(t, t->file, &r, &err);
		all = table_fault(t->file, -1);
		cr_expect_eq(sqlite3_get_autocommit(t->file->st->db), 1,
		    "%s: statement %d: a transaction is open", s->name, at);
		cr_expect(result == 0 || strstr(err.msg, "interrupted") != NULL,
		    "%s: statement %d: %d: %s", s->name, at, err.code, err.msg);
	}
	cr_expect_eq(
	    all, at - 1, "%s: statement %d failed, and nobody reports it", s->name, at - 1);
	cr_expect(r.digest.n == want.n && memcmp(r.digest.p, want.p, want.n) == 0,
	    "%s: another digest, after %d failures", s->name, at);
	table_add(t, &r);
	if (s->run == run_late)
		t->now += LATE_LIMIT + LATE_GRACE;
	if (s->after != NULL)
		s->after(t);
	buf_release(&want);
	return at;
}

static int
run_restart(const struct test_table *t, struct host *file, struct host_result *r, struct err *err)
{
	return host_restart(file, t->host, "too slow", t->now + 60, -1, r, err);
}

static void
sign_share(struct test_table *t, unsigned seat, bool joins)
{
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    player_read(&r, rules_all, t->all.p, t->all.n, NULL, NULL, &err), 0, "%s", err.msg);
	cr_assert_eq(joins ? player_join(&r, t->key[seat], NULL, t->names.seat[seat], &in, &err) :
			     player_confirm(&r, t->key[seat], &in, &err),
	    0, "%s", err.msg);
	player_read_release(&r);
	next.order = in.o.b;
}

static void
prepare_join(struct test_table *t)
{
	sign_share(t, 0, true);
}

static void
prepare_last_join(struct test_table *t)
{
	sign_share(t, 1, true);
}

static void
prepare_confirmation(struct test_table *t)
{
	sign_share(t, 0, false);
}

static void
prepare_last_confirmation(struct test_table *t)
{
	sign_share(t, 1, false);
}

/* The last seat is in custody: the host joins and confirms for it, before the next command. */
static const struct step deal[] = {
	{ "a restart", prepare_nothing, run_restart, NULL },
	{ "a join", prepare_join, run_order, NULL },
	{ "the last join", prepare_last_join, run_order, NULL },
	{ "a confirmation", prepare_confirmation, run_order, NULL },
	{ "the last confirmation", prepare_last_confirmation, run_order, NULL },
	{ "an order", prepare_order, run_order, NULL },
};

Test(failing, each_statement_of_a_joint_deal)
{
	struct host_table_params a = {
		.rules = rules_all[0], .audited = true, .clock.limit_s = -1, .custody = 4
	};
	struct test_table t;

	memset(a.s, 9, sizeof a.s);
	table_open_as(&t, &a, SEATS, "p");
	for (size_t i = 0; i < sizeof deal / sizeof deal[0]; i++)
		cr_expect_gt(run_failing(&t, &deal[i]), 5, "%s", deal[i].name);
	table_sound(&t, "after all failures");
	table_close(&t);
}

Test(failing, each_statement_of_each_command)
{
	struct test_table t;

	table_open_late(&t, rules_all[0], SEATS, true, "discard", 3);
	(void)table_play(&t, 4, 1);
	for (size_t i = 0; i < sizeof step / sizeof step[0]; i++)
		cr_expect_gt(run_failing(&t, &step[i]), 5, "%s", step[i].name);
	(void)table_play(&t, 2, 2);
	table_sound(&t, "after all failures");
	table_close(&t);
}

/* ---- commands that make no digest ------------------------------------------------------------ */

static void
put_address(struct test_table *t, int seat, const char *addr)
{
	struct store_address a = { .seat = seat, .since = t->now };
	struct err err = ERR_INIT;

	buf_str(&a.addr, addr);
	buf_str(&a.how, "host");
	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_address(t->file->st, &a, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0, "%s", err.msg);
	store_address_release(&a);
}

static int
run_delivered(struct test_table *t, struct err *err)
{
	return host_delivered(t->file, 3, err);
}

static int
run_operator(struct test_table *t, struct err *err)
{
	const struct host_remote_change change = {
		.sets_operator = true, .operator_key = &t->host->pub, .sets_watchers = true
	};

	return host_set_remote(t->file, &change, t->now, err);
}

static int
run_mail_order(struct test_table *t, struct err *err)
{
	const struct host_mail_origin came = { "<m@example.org>", "p1@example.org", "" };
	struct parsed_order in;
	bool repeated;

	cr_assert_eq(parsed_order_from_fields(&in, &next.order, err), 0, "%s", err->msg);
	return mail_order_take(t->file, &in, t->now, &came, &repeated, err);
}

static const struct {
	const char *name;
	int (*run)(struct test_table *t, struct err *err);
} quiet[] = {
	{ "digests are delivered", run_delivered },
	{ "an operator", run_operator },
	{ "an order about mail", run_mail_order },
};

Test(failing, each_statement_of_what_makes_no_digest)
{
	struct test_table t;

	table_open(&t, SEATS, 8);
	(void)table_play(&t, 5, 1);
	put_address(&t, STORE_TABLE, "cave@example.org");
	put_address(&t, 0, "p1@example.org");
	table_sign(&t, 0, "mail mine", TURN_ANY, 1, &next.order);
	for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++) {
		struct err err;
		int at = 0, all = 0, result = -1;

		for (; result < 0; at++) {
			err = (struct err)ERR_INIT;
			(void)table_fault(t.file, at);
			result = quiet[i].run(&t, &err);
			all = table_fault(t.file, -1);
			cr_assert(result == 0 || strstr(err.msg, "interrupted") != NULL,
			    "%s: statement %d: %s", quiet[i].name, at, err.msg);
			cr_expect_eq(sqlite3_get_autocommit(t.file->st->db), 1,
			    "%s: statement %d: a transaction is open", quiet[i].name, at);
		}
		cr_expect_eq(all, at - 1, "%s: statement %d failed, and nobody reports it",
		    quiet[i].name, at - 1);
	}
	table_close(&t);
}
