/*
 * Each statement of a command fails once. The command reports it and leaves no open transaction;
 * given again, it makes the same digest as in a file in which nothing failed.
 */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <unistd.h>

#include "host/aid.h"
#include "host/intake.h"
#include "host/mail_order.h"
#include "host/operator.h"
#include "host/tick.h"
#include "store/mail_queue.h"
#include "store/query.h"
#include "util/file.h"

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

/* An order that comes when the time to vote is over: two transactions. What fails in the second
 * leaves nothing of the first in the result. */
Test(failing, each_statement_after_the_end_of_a_vote)
{
	struct test_table t;
	struct buf bytes = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;
	char path[96];
	int at = 0, all = 0, result = -1;

	table_open_late(&t, rules_all[0], SEATS, true, "discard", 3);
	(void)table_play(&t, 4, 1);
	prepare_undo(&t);
	cr_assert_eq(run_undo(&t, t.file, &r, &err), 0, "%s", err.msg);
	table_add(&t, &r);
	prepare_words(&t);
	t.now += 30 * LATE_LIMIT;
	cr_assert_eq(file_read(t.path, SIZE_MAX / 2, &bytes, &err), 0, "%s", err.msg);
	(void)snprintf(path, sizeof path, "%s/copy.db", t.folder);
	for (; result < 0; at++) {
		struct host *file;

		cr_assert_lt(at, STATEMENTS_MAX, "%s", err.msg);
		cr_assert_eq(file_write(path, bytes.p, bytes.n, &err), 0, "%s", err.msg);
		cr_assert_eq(host_open(&file, path, true, rules_all, &err), 0, "%s", err.msg);
		(void)table_fault(file, at);
		result = run_order(&t, file, &r, &err);
		all = table_fault(file, -1);
		cr_expect(
		    result == 0 || (r.digest.p == NULL && r.json.p == NULL && r.note.p == NULL),
		    "statement %d", at);
		host_close(file);
	}
	cr_expect_eq(all, at - 1, "statement %d failed, and nobody reports it", at - 1);
	cr_expect_eq(r.n, r.first_n + 1);
	host_result_release(&r);
	buf_release(&bytes);
	table_close(&t);
}

/* ---- people who wait, are away, and leave ------------------------------------------------------- */

static int
run_custody(const struct test_table *t, struct host *file, struct host_result *r, struct err *err)
{
	return host_give_custody(
	    file, t->host, t->names.seat[0], "p1@example.org", "no keys", t->now + 60, -1, r, err);
}

static void
sign_standby(struct test_table *t, bool asks)
{
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;

	cr_assert_eq(player_read(&r, rules_all, t->digest.p, t->digest.n, NULL, NULL, &err), 0,
	    "%s", err.msg);
	cr_assert_eq(player_standby(&r, next.key, asks, &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	next.order = in.o.b;
}

static void
prepare_standby(struct test_table *t)
{
	prepare_key(t);
	sign_standby(t, true);
}

static void
prepare_no_standby(struct test_table *t)
{
	sign_standby(t, false);
}

static void
prepare_absence(struct test_table *t)
{
	table_sign(t, 1, "absent 2026-01-05 to 2026-01-07", TURN_ANY, 0, &next.order);
}

static void
prepare_leave(struct test_table *t)
{
	table_sign(t, SEATS - 1, "leave", TURN_ANY, 0, &next.order);
}

static void
prepare_rotation(struct test_table *t)
{
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;

	prepare_key(t);
	table_read(t, SEATS - 1, &r);
	cr_assert_eq(
	    player_rotate(&r, t->key[SEATS - 1], next.key, 0, &in, &err), 0, "%s", err.msg);
	player_read_release(&r);
	next.order = in.o.b;
}

static void
take_custody(struct test_table *t)
{
	t->key[0] = table_custody_key(t, 0, 1);
}

static const struct step people[] = {
	{ "somebody waits", prepare_standby, run_order, NULL },
	{ "who does not any more", prepare_no_standby, run_order, NULL },
	{ "an absence", prepare_absence, run_order, NULL },
	{ "a seat changes its keys", prepare_rotation, run_order, use_key },
	{ "somebody waits again", prepare_standby, run_order, NULL },
	{ "a seat leaves and is taken", prepare_leave, run_order, use_key },
	{ "a seat in custody", prepare_nothing, run_custody, take_custody },
	{ "an order", prepare_order, run_order, NULL },
};

Test(failing, each_statement_about_people)
{
	struct host_table_params a = { .rules = rules_all[0],
		.clock = { .limit_s = LATE_LIMIT, .absence_s = 864000, .standby_open = true },
		.seated = 7 };
	struct test_table t;

	memset(a.s, 9, sizeof a.s);
	table_open_as(&t, &a, SEATS, "p");
	table_put_address(&t, STORE_TABLE, "cave@example.org", "host");
	table_put_address(&t, SEATS - 1, "p3@example.org", "host");
	(void)table_play(&t, 2, 1);
	for (size_t i = 0; i < sizeof people / sizeof people[0]; i++)
		cr_expect_gt(run_failing(&t, &people[i]), 5, "%s", people[i].name);
	table_sound(&t, "after all failures");
	table_close(&t);
}

/* A table is there with its digest 0, or nothing of it. */
Test(failing, each_statement_of_a_new_table)
{
	struct host_table_params a = { .rules = rules_all[0],
		.clock.limit_s = LATE_LIMIT,
		.seated = 3,
		.custody = 4,
		.table_address = "cave@example.org",
		.address = { "p1@example.org" },
		.lang = { "de" },
		.has_operator = true,
		.watchers_open = true,
		.host_key = "host",
		.now = TABLE_NOW };
	struct test_table t;
	struct err err = ERR_INIT;
	int at = 0, all = 0, result = -1;
	char path[96];

	table_open(&t, SEATS, 8);
	a.names = t.names;
	memcpy(a.game, t.game, sizeof a.game);
	for (unsigned i = 0; i < SEATS; i++)
		a.pub[i] = t.key[i]->pub;
	a.operator_key = t.key[1]->pub;
	cr_assert_eq(host_custody_keys(t.host, &a, &err), 0, "%s", err.msg);
	(void)snprintf(path, sizeof path, "%s/new.db", t.folder);
	for (; result < 0; at++) {
		struct buf made = BUF_INIT;
		struct host *file;

		err = (struct err)ERR_INIT;
		cr_assert_eq(host_create(&file, path, rules_all, &err), 0, "%d: %s", at, err.msg);
		(void)table_fault(file, at);
		result = host_new_game(file, t.host, &a, &made, &err);
		all = table_fault(file, -1);
		cr_expect(result == 0 || (strstr(err.msg, "interrupted") != NULL && made.n == 0),
		    "statement %d: %s", at, err.msg);
		host_close(file);
		cr_expect_eq(access(path, F_OK) == 0, result == 0, "statement %d", at);
		buf_release(&made);
	}
	cr_expect(all == at - 1 && at > 10, "statement %d failed, and nobody reports it", at - 1);
	table_close(&t);
}

/* ---- commands that make no digest ------------------------------------------------------------ */

static int
run_delivered(struct test_table *t, struct err *err)
{
	return host_delivered(t->file, 3, err);
}

static int
run_operator(struct test_table *t, struct err *err)
{
	const struct host_remote_change change = { .sets_operator = true,
		.operator_key = &t->key[1]->pub,
		.sets_watchers = true,
		.sets_pause = true,
		.paused = t->now + 60 };

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

static struct parsed_order command; /* of the operator */

static int
run_check(struct test_table *t, struct err *err)
{
	struct player_read r;
	struct err none = ERR_INIT;

	table_read(t, 0, &r);
	cr_assert_eq(player_command(&r, t->key[1], "status", t->now + 1, &command, &none), 0, "%s",
	    none.msg);
	player_read_release(&r);
	return host_command_check(t->file, &command, t->now, err);
}

static int
run_command(struct test_table *t, struct err *err)
{
	const int64_t pause = t->now + 120;

	return host_command_done(t->file, &command, &pause, t->now, err);
}

static int
run_status(struct test_table *t, struct err *err)
{
	static struct host_status s;
	const int result = host_status(t->file, &s, err);

	cr_expect(result < 0 || (s.d.n == table_n(t) && s.undelivered == table_n(t) - 3));
	return result;
}

static int
run_newest(struct test_table *t, struct err *err)
{
	struct buf text = BUF_INIT;
	struct digest_layout layout;
	struct hash hash;
	int64_t n = -1, found = -1, time;
	bool over;
	int result = host_digest_parts(t->file, &n, &text, &layout, &hash, err);

	if (result == 0)
		result = host_find(t->file, hash.b, &found, err) < 0 ? -1 : 0;
	if (result == 0)
		result = host_newest_time(t->file, &time, &over, err);
	cr_expect(result < 0 || (n == table_n(t) && found == n && time == t->now && !over));
	buf_release(&text);
	return result;
}

static int
count_log(void *arg, const struct host_log *l, struct err *err)
{
	(void)err;
	*(unsigned *)arg += l->d != NULL;
	return 0;
}

static int
run_log(struct test_table *t, struct err *err)
{
	struct pubkey key;
	struct buf name = BUF_INIT;
	unsigned n = 0;
	bool has;
	int result = host_log_each(t->file, count_log, &n, err);

	if (result == 0)
		result = host_has_custody(t->file, &has, &key, err);
	if (result == 0)
		result = host_key_name(t->file, &name, err);
	cr_expect(
	    result < 0 || (n == table_n(t) + 1 && !has && strcmp(buf_cstr(&name), "host") == 0));
	buf_release(&name);
	return result;
}

static int
count_one(void *arg, int64_t n, struct err *err)
{
	(void)n, (void)err;
	++*(unsigned *)arg;
	return 0;
}

static int
run_outbox(struct test_table *t, struct err *err)
{
	unsigned n = 0;
	const int result = host_each_undelivered(t->file, count_one, &n, err);

	cr_expect(result < 0 || n == table_n(t) - 3);
	return result;
}

static struct parsed_order later; /* of a seat whose orders before are missing */

static int
run_wait(struct test_table *t, struct err *err)
{
	struct intake_input in = { .may_wait = true };
	const int result = intake_waits(&in, t->file, &later, err);

	cr_expect_eq(in.waits, result > 0);
	return result < 0 ? -1 : 0;
}

static int
run_tick(struct test_table *t, struct err *err)
{
	const struct tick_options how = { .now = t->now };
	struct tick_plan plan;
	const int result = host_tick(t->file, &how, &plan, err);

	cr_expect(result < 0 || plan.n == table_n(t));
	return result;
}

static const struct {
	const char *name;
	int (*run)(struct test_table *t, struct err *err);
} quiet[] = {
	{ "digests are delivered", run_delivered },
	{ "the outbox", run_outbox },
	{ "an operator", run_operator },
	{ "a command is checked", run_check },
	{ "a command", run_command },
	{ "an order about mail", run_mail_order },
	{ "the status", run_status },
	{ "the newest digest", run_newest },
	{ "the log", run_log },
	{ "an order waits for those before", run_wait },
	{ "a tick", run_tick },
};

static void
run_quiet(struct test_table *t, const char *name, int (*run)(struct test_table *t, struct err *err))
{
	int at = 0, all = 0, result = -1;

	for (; result < 0; at++) {
		struct err err = ERR_INIT;

		(void)table_fault(t->file, at);
		result = run(t, &err);
		all = table_fault(t->file, -1);
		cr_assert(result == 0 || strstr(err.msg, "interrupted") != NULL,
		    "%s: statement %d: %s", name, at, err.msg);
		cr_expect_eq(sqlite3_get_autocommit(t->file->st->db), 1,
		    "%s: statement %d: a transaction is open", name, at);
	}
	cr_expect_eq(all, at - 1, "%s: statement %d failed, and nobody reports it", name, at - 1);
}

Test(failing, each_statement_of_what_makes_no_digest)
{
	struct test_table t;
	struct err err = ERR_INIT;

	table_open(&t, SEATS, 8);
	(void)table_play(&t, 5, 1);
	table_put_address(&t, STORE_TABLE, "cave@example.org", "host");
	table_put_address(&t, 0, "p1@example.org", "host");
	table_sign(&t, 1, NULL, TURN_ANY, 9, &next.order);
	cr_assert_eq(parsed_order_from_fields(&later, &next.order, &err), 0, "%s", err.msg);
	table_sign(&t, 0, "mail mine", TURN_ANY, 1, &next.order);
	for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++)
		run_quiet(&t, quiet[i].name, quiet[i].run);
	table_close(&t);
}

/* ---- refusals ---------------------------------------------------------------------------------- */

static int
run_forged(struct test_table *t, struct err *err)
{
	struct host_result r;

	cr_assert_eq(table_give(t->file, t->host, &next.order, t->now + 60, &r, err), -1);
	return err->code == ERR_AUTH ? 0 : -1;
}

static int
run_lost(struct test_table *t, struct err *err)
{
	const int result = run_forged(t, err);

	cr_expect(result < 0 || strstr(err->hint, "a digest that this file lacks") != NULL);
	return result;
}

static int
run_replaced(struct test_table *t, struct err *err)
{
	const int result = run_forged(t, err);

	cr_expect(result < 0 || strstr(err->msg, "was replaced in digest 6") != NULL);
	return result;
}

/* What cannot be read is not taken for the order's fault. */
Test(failing, each_statement_of_a_refusal)
{
	const struct step replace = { "new keys", prepare_key, run_replace, use_key };
	struct test_table t;
	struct buf bytes = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;
	unsigned undelivered = 0;

	table_open(&t, SEATS, 8);
	(void)table_play(&t, 5, 1);
	replace.prepare(&t);
	table_sign(&t, SEATS - 1, NULL, TURN_ANY, 0, &next.order);
	cr_assert_eq(replace.run(&t, t.file, &r, &err), 0, "%s", err.msg);
	table_add(&t, &r);
	replace.after(&t);
	run_quiet(&t, "keys that were replaced", run_replaced);

	cr_assert_eq(file_read(t.path, SIZE_MAX / 2, &bytes, &err), 0, "%s", err.msg);
	(void)table_play(&t, 1, 1);
	table_sign(&t, 0, NULL, TURN_ANY, 0, &next.order);
	next.order.sig[sizeof next.order.sig - 1] ^= 1;
	host_close(t.file);
	cr_assert_eq(file_write(t.path, bytes.p, bytes.n, &err), 0, "%s", err.msg);
	cr_assert_eq(host_open(&t.file, t.path, true, rules_all, &err), 0, "%s", err.msg);
	run_quiet(&t, "a digest that the file lacks", run_lost);
	cr_assert_eq(host_each_undelivered(t.file, count_one, &undelivered, &err), 0);
	cr_expect_eq(undelivered, 7, "none is taken for delivered");
	buf_release(&bytes);
	table_close(&t);
}
