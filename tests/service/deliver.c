/* Delivery to a folder: what an earlier run left is delivered by the next one, and an older copy of
 * the game file delivers nothing. */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/folder.h"
#include "service/aid.h"
#include "service/deliver.h"
#include "service/rollback_check.h"
#include "util/file.h"

static struct service s;

static bool
is_there(int64_t n)
{
	struct buf path = BUF_INIT, text = BUF_INIT, want = BUF_INIT;
	struct err err = ERR_INIT;
	bool is;

	folder_file(s.dir, n, &path);
	cr_assert_eq(host_text(s.t.file, &n, &want, &err), 0, "%s", err.msg);
	is = file_read(path.p, 1 << 20, &text, &err) == 0 && text.n == want.n &&
	    memcmp(text.p, want.p, want.n) == 0;
	buf_release(&path);
	buf_release(&text);
	buf_release(&want);
	return is;
}

static const char *
file_of(int64_t n)
{
	char name[32];

	(void)snprintf(name, sizeof name, "turns/%06d.txt", (int)n);
	return service_path(s.dir, name);
}

/* Removes the digests from the outbox, as the next command of a run does. */
static void
settle(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(host_delivered(s.t.file, s.run.delivered, &err), 0, "%s", err.msg);
}

static int
left(struct err *err)
{
	*err = (struct err)ERR_INIT;
	return deliver_left(&s.run, s.dir, err);
}

Test(deliver, what_was_left_is_delivered)
{
	struct err err;

	service_open(&s);
	service_play(&s, 3);
	cr_expect_eq(left(&err), 0, "%s", err.msg);
	for (int64_t n = 0; n <= 3; n++)
		cr_expect(is_there(n), "digest %d", (int)n);
	cr_expect_eq(s.run.delivered, 3);
	cr_expect_not_null(strstr(buf_cstr(&s.user.text), "turns/000003.txt\n"));
	/* a run that stopped before it recorded the delivery: nothing is written twice */
	buf_clear(&s.user.text);
	cr_expect_eq(left(&err), 0, "%s", err.msg);
	cr_expect_eq(s.user.text.n, 0, "%s", s.user.text.p);
	settle();
	service_close(&s);
}

/* An order that comes again brings its old digest. What is delivered since stays delivered. */
Test(deliver, an_old_digest_again)
{
	struct host_result r = { .n = 1, .first_n = 1, .repeated = true };
	struct err err;

	service_open(&s);
	service_play(&s, 3);
	cr_assert_eq(left(&err), 0, "%s", err.msg);
	cr_assert_eq(host_text(s.t.file, &r.n, &r.digest, &err), 0, "%s", err.msg);
	cr_expect_eq(deliver_made(&s.run, s.dir, false, &r, &err), 0, "%s", err.msg);
	cr_expect_eq(s.run.delivered, 3);
	host_result_release(&r);
	service_close(&s);
}

/* A file in the place of a digest that is not delivered, after a crash or a stranger's hand. */
Test(deliver, what_is_in_the_place_of_a_digest)
{
	static const struct {
		const char *name;
		const char *text; /* NULL: the beginning of the digest */
		const char *says; /* of a message; NULL: no message */
	} row[] = {
		{ "an empty file", "", NULL },
		{ "what a power cut left", NULL, NULL },
		{ "junk", "junk\n", "000002.txt.foreign-" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err;

		service_open(&s);
		service_play(&s, 3);
		cr_assert_eq(left(&err), 0, "%s", err.msg);
		service_put(file_of(2), row[i].text != NULL ? row[i].text : "adit-digest",
		    row[i].text != NULL ? strlen(row[i].text) : 11);
		buf_clear(&s.user.text);
		/* Digest 3 is there, so the one before is only written if the outbox has it. */
		cr_expect_eq(left(&err), 0, "%s: %s", row[i].name, err.msg);
		cr_expect(is_there(2), "%s", row[i].name);
		cr_expect_eq(s.user.said.n > 0, row[i].says != NULL, "%s: %s", row[i].name,
		    buf_cstr(&s.user.said));
		if (row[i].says != NULL)
			cr_expect(test_user_heard(&s.user, row[i].says), "%s", row[i].name);
		service_close(&s);
	}
}

Test(deliver, a_folder_that_cannot_be_used)
{
	struct err err;

	service_open(&s);
	service_put(service_path(s.dir, "turns"), "x", 1);
	cr_expect_eq(left(&err), -1);
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	cr_expect_eq(s.run.delivered, -1);
	service_close(&s);
}

/* Players refuse digests of another key. */
Test(deliver, another_key_makes_nothing)
{
	struct err err = ERR_INIT;

	service_open(&s);
	s.user.u.key = s.t.key[0];
	cr_expect_eq(deliver_begin(&s.run, s.dir, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_neq(access(file_of(0), F_OK), 0);
	err = (struct err)ERR_INIT;
	s.user.u.key = s.t.host;
	cr_expect_eq(deliver_begin(&s.run, s.dir, &err), 0, "%s", err.msg);
	cr_expect(is_there(0));
	service_close(&s);
}

Test(deliver, a_clock_before_the_digest_is_reported)
{
	struct err err = ERR_INIT;

	service_open(&s);
	s.user.u.now = TABLE_NOW - 3 * 86400;
	cr_expect_eq(deliver_begin(&s.run, NULL, &err), 0, "%s", err.msg);
	cr_expect(test_user_heard(&s.user, "warning: the clock is 3 days before digest 0"));
	service_close(&s);
}

/* ---- new digests ------------------------------------------------------------------------------- */

static int
undo(struct table_run *run, const void *arg, int64_t delivered, struct host_result *r,
    struct err *err)
{
	(void)arg;
	return host_undo(
	    run->host, run->user->key, 1, "a slip", run->user->now + 600, delivered, r, err);
}

static int
refuse(struct table_run *run, const void *arg, int64_t delivered, struct host_result *r,
    struct err *err)
{
	(void)run, (void)arg, (void)delivered, (void)r;
	return err_set(err, ERR_RULE, "no");
}

Test(deliver, act)
{
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 3);
	cr_expect_eq(deliver_act(&s.run, s.dir, undo, NULL, &err), 0, "%s", err.msg);
	for (int64_t n = 0; n <= 4; n++)
		cr_expect(is_there(n), "digest %d", (int)n);
	cr_expect_eq(s.run.delivered, 4);
	cr_expect_eq(s.user.text.n, 0, "it is flushed");
	service_close(&s);
}

/* A refused command delivers what was left all the same. */
Test(deliver, a_refusal)
{
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 1);
	cr_expect_eq(deliver_act(&s.run, s.dir, refuse, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_RULE);
	cr_expect(is_there(1));
	service_close(&s);
}

/* The digest is stored, but its file cannot be written: the command is done, and says so. */
Test(deliver, a_digest_that_cannot_be_written)
{
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 3);
	cr_assert_eq(left(&err), 0, "%s", err.msg);
	cr_assert_eq(mkdir(file_of(4), 0700), 0);
	cr_assert_eq(mkdir(service_path(file_of(4), "full"), 0700), 0);
	cr_expect_eq(deliver_act(&s.run, s.dir, undo, NULL, &err), 0, "%s", err.msg);
	cr_expect(test_user_heard(&s.user, "000004.txt.foreign-"), "it is moved aside");
	cr_expect(is_there(4));
	service_close(&s);
}

/* Without a folder the digest is printed, after the message. */
Test(deliver, to_standard_output)
{
	struct err err = ERR_INIT;
	struct buf want = BUF_INIT;
	int64_t n = -1;

	service_open(&s);
	service_play(&s, 3);
	cr_expect_eq(deliver_act(&s.run, NULL, undo, NULL, &err), 0, "%s", err.msg);
	cr_assert_eq(host_text(s.t.file, &n, &want, &err), 0);
	cr_expect_not_null(strstr(buf_cstr(&s.user.all), want.p), "%s", s.user.all.p);
	cr_expect_eq(s.run.delivered, -1);
	buf_release(&want);
	service_close(&s);
}

Test(deliver, json_has_no_digest)
{
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 3);
	s.user.print = printer_json(&s.user.text);
	s.user.out.json = true;
	cr_expect_eq(deliver_act(&s.run, NULL, undo, NULL, &err), 0, "%s", err.msg);
	buf_add(&s.user.all, buf_cstr(&s.user.text), s.user.text.n);
	cr_expect_null(strstr(buf_cstr(&s.user.all), "adit-digest"), "%s", s.user.all.p);
	cr_expect_not_null(strstr(buf_cstr(&s.user.all), "{"), "%s", s.user.all.p);
	service_close(&s);
}
