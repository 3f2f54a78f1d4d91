/* What one run of the queue sends, of more than fits in one mail or one pass, and what it leaves. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "mail/address.h"
#include "mail/send.h"
#include "store/query.h"
#include "util/platform.h"

enum { DAY = 86400, BATCH = 50 /* digests in one mail: src/mail/send_internal.h */ };

static struct test_table t;

/* What `put` and `sent` of mail_send have got. */
static struct {
	unsigned mails, reports, given_up;
	bool fails; /* the mailbox */
	char error[80];
} got;

static int
put(void *arg, const struct buf *mail, struct err *err)
{
	(void)arg;
	(void)mail;
	if (got.fails)
		return err_set(err, ERR_BUSY, "the mailbox is full");
	got.mails++;
	return 0;
}

static void
note(void *arg, const struct mail_sent *what)
{
	(void)arg;
	got.reports++;
	got.given_up += what->given_up;
	(void)snprintf(got.error, sizeof got.error, "%s", what->error != NULL ? what->error : "");
}

static int
run(enum mail_transport way, const struct seckey *key, struct err *err)
{
	const struct mail_send_options o = { .way = way,
		.path = "/nonexistent/sendmail",
		.put = put,
		.sent = note,
		.now = t.now,
		.timer = -1,
		.key = key };
	bool over;

	got.mails = got.reports = got.given_up = 0;
	*err = (struct err)ERR_INIT;
	return mail_send(t.file, t.path, &o, &over, err);
}

/* Three seats with addresses, the last plain if `plain`; what they got at the beginning is sent. */
static void
open_table(bool plain)
{
	static const struct address address[] = { { .addr = "cave@example.org", .how = "host" },
		{ .seat = "p1", .addr = "p1@example.org", .how = "host" },
		{ .seat = "p2", .addr = "p2@example.org", .how = "host" },
		{ .seat = "p3", .addr = "p3@example.org", .how = "host" } };
	struct host_table_params a = {
		.rules = rules_all[0], .clock.limit_s = 3600, .seated = 7, .custody = plain ? 4 : 0
	};
	struct err err = ERR_INIT;

	memset(a.s, 9, sizeof a.s);
	memset(&got, 0, sizeof got);
	table_open_as(&t, &a, 3, "p");
	cr_assert_eq(address_set(t.file, address, 4, t.now, &err), 0, "%s", err.msg);
	cr_assert_eq(run(MAIL_SEND_BY_HAND, t.host, &err), 0, "%s", err.msg);
	cr_assert_eq(got.mails, 3);
}

static void
run_sql(const char *sql)
{
	struct err err = ERR_INIT;

	cr_assert_eq(store_begin(t.file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_exec(t.file->st, sql, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t.file->st, &err), 0, "%s", err.msg);
}

static int64_t
count(const char *sql)
{
	struct err err = ERR_INIT;
	int64_t n = -1;

	cr_assert_eq(store_number(t.file->st, sql, &n, &err), 0, "%s", err.msg);
	return n;
}

#define IN_STATE(state) "SELECT count(*) FROM post WHERE state = '" state "'"

/* 51 digests for one seat are two mails, and 70 answers are two passes of one run. */
Test(queue, more_than_fits)
{
	static const char answers[] =
	    "WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 70)"
	    " INSERT INTO post(seat, kind, n, about, in_reply_to, text, made, tries, next, state,"
	    " error, addr) SELECT 1, 'receipt', 0, x'', '', CAST('no' || i AS BLOB), 1767225600, 0,"
	    " 0, 'queued', '', '' FROM k";
	struct err err;

	open_table(false);
	for (unsigned n = 0; n < BATCH + 1;)
		n += table_play(&t, 1, n);
	run_sql("DELETE FROM post WHERE seat <> 1 AND state = 'queued'");
	cr_assert_eq(count(IN_STATE("queued")), BATCH + 1);
	cr_assert_eq(run(MAIL_SEND_BY_HAND, t.host, &err), 0, "%s", err.msg);
	cr_expect_eq(got.mails, 2, "%u mails of %d digests", got.mails, BATCH + 1);
	run_sql(answers);
	cr_assert_eq(run(MAIL_SEND_BY_HAND, t.host, &err), 0, "%s", err.msg);
	cr_expect_eq(got.mails, 70, "%u answers", got.mails);
	cr_expect_eq(got.reports, 70);
	cr_expect_eq(count(IN_STATE("queued")), 0);
	table_close(&t);
}

/* Another run has the lock, so this one sends nothing; then it does. */
Test(queue, another_run_sends)
{
	char lock[96];
	struct err err;
	int fd;

	open_table(false);
	(void)table_play(&t, 1, 1);
	(void)snprintf(lock, sizeof lock, "%s.post", t.path);
	fd = open(lock, O_RDWR | O_CREAT, 0600);
	cr_assert_geq(fd, 0);
	cr_assert_eq(platform_lock(fd, false), 0);
	cr_expect_eq(run(MAIL_SEND_BY_HAND, t.host, &err), 0, "%s", err.msg);
	cr_expect_eq(got.mails, 0);
	(void)close(fd);
	cr_expect_eq(run(MAIL_SEND_BY_HAND, t.host, &err), 0, "%s", err.msg);
	cr_expect_eq(got.mails, 3);
	cr_expect_neq(access(lock, F_OK), 0, "the lock stays");
	table_close(&t);
}

/* What cannot be locked, and a mailbox that cannot be written, are reported; the mails stay. */
Test(queue, what_fails_is_reported)
{
	char lock[96];
	struct err err;

	open_table(false);
	(void)table_play(&t, 1, 1);
	(void)snprintf(lock, sizeof lock, "%s.post", t.path);
	cr_assert_eq(mkdir(lock, 0700), 0);
	cr_expect_eq(run(MAIL_SEND_BY_HAND, t.host, &err), -1);
	cr_expect(err.code == ERR_BUSY && strstr(err.msg, ".post: ") != NULL, "%s", err.msg);
	cr_assert_eq(rmdir(lock), 0);
	got.fails = true;
	cr_expect_eq(run(MAIL_SEND_BY_HAND, t.host, &err), -1);
	cr_expect_str_eq(err.msg, "the mailbox is full");
	cr_expect_eq(count(IN_STATE("queued")) + count(IN_STATE("sending")), 3);
	got.fails = false;
	cr_expect_eq(run(MAIL_SEND_BY_HAND, t.host, &err), 0, "%s", err.msg);
	cr_expect_eq(got.mails, 3);
	table_close(&t);
}

/* A mail to a plain seat waits for the host's key. */
Test(queue, without_the_key_of_the_host)
{
	struct err err;

	open_table(true);
	(void)table_play(&t, 1, 1);
	cr_expect_eq(run(MAIL_SEND_BY_HAND, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(got.mails, 2);
	cr_expect_str_eq(got.error, "it waits for the host's key");
	cr_expect_eq(count("SELECT seat FROM post WHERE state = 'queued'"), 2);
	t.now += DAY;
	cr_expect_eq(run(MAIL_SEND_BY_HAND, t.host, &err), 0, "%s", err.msg);
	cr_expect_eq(got.mails, 1);
	table_close(&t);
}

/* sendmail that is not there is tried again and again, for five days; then the host hears of it. */
Test(queue, what_is_given_up)
{
	unsigned tries = 0;
	struct err err;

	open_table(false);
	(void)table_play(&t, 1, 1);
	run_sql("DELETE FROM post WHERE seat <> 1 AND state = 'queued'");
	for (const int64_t end = t.now + 7 * DAY; t.now < end; t.now += 60) {
		cr_assert_eq(run(MAIL_SEND_BY_SENDMAIL, t.host, &err), 0, "%s", err.msg);
		tries += got.reports > got.given_up;
		if (got.given_up > 0)
			break;
		cr_expect(
		    got.reports == 0 || strncmp(got.error, "sendmail: ", 10) == 0, "%s", got.error);
	}
	cr_expect_eq(got.given_up, 1);
	cr_expect_eq(
	    strncmp(got.error, "given up after 5 days: sendmail: ", 33), 0, "%s", got.error);
	/* 1, 2, 4 ... 256 minutes, then each 6 hours */
	cr_expect(tries >= 25 && tries <= 30, "%u tries", tries);
	cr_expect_eq(count(IN_STATE("failed")), 1);
	table_close(&t);
}
