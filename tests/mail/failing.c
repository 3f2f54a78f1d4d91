/*
 * Each statement fails once of what changes addresses, answers, or sends the mail queue. The
 * failure is reported and no transaction stays open; done again, it leaves the rows, and sends the
 * mails, of a run in which nothing failed.
 */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "few.h"
#include "host/aid.h"
#include "mail/address.h"
#include "mail/message_id.h"
#include "mail/reply.h"
#include "mail/send.h"
#include "mail/watch.h"
#include "record/receipt.h"
#include "store/query.h"
#include "util/file.h"
#include "util/mem.h"

enum { SEATS = 3, PLAIN = 2, STATEMENTS_MAX = 2000, MAILS_MAX = 64, WEEK = 7 * 86400 };

/* ---- mails that were sent ----------------------------------------------------------------- */

struct sent {
	size_t n;
	struct buf mail[MAILS_MAX]; /* each once, in order */
};

/* Keeps a mail, unless the same was sent before. */
static int
keep(void *arg, const struct buf *mail, struct err *err)
{
	struct sent *sent = arg;
	size_t i = 0;

	(void)err;
	while (i < sent->n && strcmp(buf_cstr(&sent->mail[i]), buf_cstr(mail)) < 0)
		i++;
	if (i < sent->n && strcmp(buf_cstr(&sent->mail[i]), buf_cstr(mail)) == 0)
		return 0;
	cr_assert_lt(sent->n, MAILS_MAX);
	memmove(&sent->mail[i + 1], &sent->mail[i], (sent->n++ - i) * sizeof *sent->mail);
	sent->mail[i] = (struct buf)BUF_INIT;
	buf_add(&sent->mail[i], mail->p, mail->n);
	return 0;
}

static void
forget(struct sent *sent)
{
	while (sent->n > 0)
		buf_release(&sent->mail[--sent->n]);
}

static void
same_mails(const struct sent *got, const struct sent *want, const char *name, int at)
{
	cr_assert_eq(
	    got->n, want->n, "%s: statement %d: %zu mails, not %zu", name, at, got->n, want->n);
	for (size_t i = 0; i < got->n; i++)
		cr_assert_str_eq(buf_cstr(&got->mail[i]), buf_cstr(&want->mail[i]),
		    "%s: statement %d", name, at);
}

/* ---- the table ---------------------------------------------------------------------------- */

/* What the commands below work on: a copy of the file of a table. */
struct copy {
	const struct test_table *t;
	struct host *file;
	const char *path;
	struct table info; /* of the file */
	int64_t asked;     /* the row of the question to somebody who asked to watch */
	struct sent *sent;
};

static void
run_sql(struct host *file, const char *sql)
{
	struct err err = ERR_INIT;

	cr_assert_eq(store_begin(file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_exec(file->st, sql, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(file->st, &err), 0, "%s", err.msg);
}

static int
send(struct copy *c, struct err *err)
{
	const struct mail_send_options o = { .way = MAIL_SEND_BY_HAND,
		.put = keep,
		.arg = c->sent,
		.now = c->t->now,
		.timer = -1,
		.key = c->t->host };
	bool over;

	return mail_send(c->file, c->path, &o, &over, err);
}

static void
put_mail(struct test_table *t, struct store_mail row, const char *text, const char *to)
{
	struct err err = ERR_INIT;

	buf_str(&row.text, text);
	buf_str(&row.addr, to);
	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_mail(t->file->st, &row, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0, "%s", err.msg);
	store_mail_release(&row);
}

/* Mails of each kind wait: some were never tried, one was interrupted, one is given up. */
static void
fill_queue(struct test_table *t)
{
	const int64_t n = table_n(t);

	run_sql(t->file,
	    "UPDATE post SET state = 'sending' WHERE seat = 1 AND kind = 'digest' AND"
	    " n = (SELECT max(n) FROM digest)");
	run_sql(t->file, "INSERT INTO address VALUES(12, 'left@example.org', 'host', 0, 0, '')");
	put_mail(t,
	    (struct store_mail){
		.seat = STORE_LEFT, .kind = "digest", .state = "queued", .n = n, .made = t->now },
	    "", "");
	put_mail(t,
	    (struct store_mail){ .seat = 1,
		.kind = "receipt",
		.state = "queued",
		.n = n,
		.made = t->now,
		.has_about = true },
	    "taken before\n\n" RECEIPT_HEADING "x\n", "");
	put_mail(t,
	    (struct store_mail){ .seat = 0,
		.kind = "help",
		.state = "queued",
		.n = n,
		.made = t->now - WEEK,
		.tries = 9,
		.next = t->now },
	    "words\n", "");
	put_mail(t,
	    (struct store_mail){
		.seat = STORE_ASKED, .kind = "help", .state = "queued", .n = n, .made = t->now },
	    "new@example.org", "");
	put_mail(t,
	    (struct store_mail){
		.seat = 0, .kind = "address", .state = "queued", .n = n, .made = t->now },
	    "moved\n", "old@example.org");
	put_mail(t,
	    (struct store_mail){ .seat = STORE_OPERATOR,
		.kind = "help",
		.state = "queued",
		.n = n,
		.made = t->now,
		.has_about = true },
	    "done\n", "");
}

/* Three seats, the last of which is plain, a watcher and an operator have addresses; some mail was
 * sent, some waits. The first seat wants only some mail. */
static void
open_table(struct test_table *t)
{
	static const struct address address[] = { { .addr = "cave@example.org", .how = "host" },
		{ .seat = "p1", .addr = "p1@example.org", .how = "host", .mail = "mine" },
		{ .seat = "p2", .addr = "p2@example.org", .how = "host" },
		{ .seat = "p3", .addr = "p3@example.org", .how = "host" },
		{ .seat = ADDRESS_OPERATOR, .addr = "op@example.org", .how = "host" },
		{ .watches = true, .addr = "w@example.org", .how = "host" } };
	struct host_table_params a = { .rules = rules_all[0],
		.clock.limit_s = 3600,
		.seated = 7,
		.custody = 1u << PLAIN,
		.watchers_open = true };
	struct sent sent = { .n = 0 };
	struct err err = ERR_INIT;

	memset(a.s, 9, sizeof a.s);
	table_open_as(t, &a, SEATS, "p");
	cr_assert_eq(
	    address_set(t->file, address, sizeof address / sizeof address[0], t->now, &err), 0,
	    "%s", err.msg);
	(void)table_play(t, 2, 1);
	cr_assert_eq(
	    send(&(struct copy){ .t = t, .file = t->file, .path = t->path, .sent = &sent }, &err),
	    0, "%s", err.msg);
	forget(&sent);
	(void)table_play(t, 3, 2);
	fill_queue(t);
}

/* ---- the commands ------------------------------------------------------------------------- */

static int
set(struct copy *c, const struct address *a, struct err *err)
{
	return address_set(c->file, a, 1, c->t->now, err);
}

static int
set_table(struct copy *c, struct err *err)
{
	return set(c, &(struct address){ .addr = "den@example.org", .how = "host" }, err);
}

static int
set_seat(struct copy *c, struct err *err)
{
	const struct address a = { .seat = "p2",
		.addr = "q@example.org",
		.how = "host",
		.mail = "daily",
		.narrow = true };

	return set(c, &a, err);
}

static int
remove_seat(struct copy *c, struct err *err)
{
	return set(c, &(struct address){ .seat = "p2" }, err);
}

static int
add_watcher(struct copy *c, struct err *err)
{
	return set(
	    c, &(struct address){ .watches = true, .addr = "v@example.org", .how = "host" }, err);
}

static int
remove_watcher(struct copy *c, struct err *err)
{
	return set(c, &(struct address){ .watches = true, .addr = "w@example.org" }, err);
}

static int
move_seat(struct copy *c, struct err *err)
{
	int result = store_begin(c->file->st, err);

	if (result < 0)
		return -1;
	result = address_move(c->file, &c->info, 1, "q@example.org", c->t->now, err);
	if (result == 0)
		return store_commit(c->file->st, err);
	store_rollback(c->file->st);
	return -1;
}

static int
count_address(void *arg, const struct address *a, struct err *err)
{
	(void)a;
	(void)err;
	++*(int *)arg;
	return 0;
}

static int
list_addresses(struct copy *c, struct err *err)
{
	int n = 0, result = address_each(c->file, count_address, &n, err);

	cr_expect(result < 0 || n == 6, "%d addresses", n);
	return result;
}

static int
list_queue(struct copy *c, struct err *err)
{
	struct mail_queue_info info;

	return mail_queue_status(c->file, &info, err);
}

/* Calls `take` for a message from this address with this field of the header and this frame. */
static int
with_message(struct copy *c, const char *from, const char *field, const char *frame,
    int (*take)(struct mail_reply *a, struct err *err), struct err *err)
{
	struct mail_reply *a = mem_zero(1, sizeof *a);
	struct buf head = BUF_INIT, frames = BUF_INIT;
	struct mail_message message;
	int result;

	buf_fmt(&head, "From-Address: %s\nMessage-ID: <m@example.org>\n", from);
	buf_str(&head, field);
	buf_fmt(&frames, "head %zu\n%s%send 0\n", head.n, head.p, frame);
	mail_message_frames(&message, frames.p, frames.n);
	cr_assert(message.whole, "%s", frames.p);
	*a = (struct mail_reply){
		.h = c->file, .key = c->t->host, .message = &message, .now = c->t->now
	};
	result = mail_reply_begin(a, err);
	if (result == 0)
		result = take(a, err);
	mail_reply_free(a);
	free(a);
	mail_message_free(&message);
	buf_release(&head);
	buf_release(&frames);
	return result;
}

static int
take_question(struct mail_reply *a, struct err *err)
{
	return watch_ask(a, err);
}

static int
ask_to_watch(struct copy *c, struct err *err)
{
	return with_message(c, "v@example.org", "", "", take_question, err);
}

static int
take_yes(struct mail_reply *a, struct err *err)
{
	bool done;
	int result = watch_confirm(a, &done, err);

	cr_expect(result < 0 || done, "the answer is not known");
	return result;
}

/* The Message-ID of the mail to this number, with the kind of its row, after `field`. */
static struct buf
field_with_id(struct copy *c, const char *field, unsigned seat, char letter)
{
	struct buf out = BUF_INIT;
	char to[MESSAGE_TO_MAX + 1], kind[MESSAGE_KIND_MAX + 1] = "";

	if (letter != '\0')
		message_kind(letter, c->asked, kind);
	message_to(&c->info.names, seat, to);
	buf_str(&out, field);
	message_id_make(
	    c->info.s, c->info.game, to, letter != '\0' ? c->asked : 0, kind, "example.org", &out);
	buf_chr(&out, '\n');
	return out;
}

static int
answer_question(struct copy *c, struct err *err)
{
	struct buf more = field_with_id(c, "In-Reply-To: ", STORE_ASKED, 'h');
	int result = with_message(c, "new@example.org", more.p, "", take_yes, err);

	buf_release(&more);
	return result;
}

static int
take_end(struct mail_reply *a, struct err *err)
{
	char token[MESSAGE_TOKEN_TEXT + 1];

	message_unwatch_token(a->t.s, "w@example.org", token);
	return watch_end(a, token, err);
}

static int
end_watching(struct copy *c, struct err *err)
{
	return with_message(c, "x@example.org", "", "", take_end, err);
}

static int
take_bounce(struct mail_reply *a, struct err *err)
{
	bool counted;
	int result = mail_reply_bounce(a, &counted, err);

	cr_expect(result < 0 || counted, "the bounce is not counted");
	return result;
}

static int
return_mail(struct copy *c, struct err *err)
{
	struct buf id = field_with_id(c, "Message-ID: ", 1, '\0'), more = BUF_INIT;
	static const char status[] = "Action: failed\nStatus: 5.1.1\n";
	int result;

	buf_fmt(&more, "bounce %zu\n%s%s", strlen(status) + id.n, status, id.p);
	result = with_message(c, "x@example.org", "", more.p, take_bounce, err);
	buf_release(&id);
	buf_release(&more);
	return result;
}

static int
take_command(struct mail_reply *a, struct err *err)
{
	static const struct hash command = { { 1 } };
	struct buf text = BUF_INIT;
	const char *made;
	int result;

	buf_str(&text, "done\n");
	result = mail_reply_operator(a, &command, true, &text, &made, err);
	cr_expect(result < 0 || made != NULL, "no answer");
	buf_release(&text);
	return result;
}

static int
answer_operator(struct copy *c, struct err *err)
{
	return with_message(c, "op@example.org", "", "", take_command, err);
}

static const struct row {
	const char *name;
	int (*run)(struct copy *c, struct err *err);
} row[] = {
	{ "another address of the table", set_table },
	{ "another address of a seat and how it gets mail", set_seat },
	{ "no address of a seat", remove_seat },
	{ "a watcher comes", add_watcher },
	{ "a watcher leaves", remove_watcher },
	{ "a seat has confirmed another address", move_seat },
	{ "the list of addresses", list_addresses },
	{ "the state of the queue", list_queue },
	{ "a question to somebody who asked to watch", ask_to_watch },
	{ "the answer to such a question", answer_question },
	{ "a watcher ends it by mail", end_watching },
	{ "a mail comes back", return_mail },
	{ "an answer to the operator", answer_operator },
	{ "the queue is sent", send },
};

/* ---- a run -------------------------------------------------------------------------------- */

static int
add_value(void *arg, int n, char **value, char **name)
{
	(void)name;
	for (int i = 0; i < n; i++)
		buf_fmt(arg, "%s|", value[i] != NULL ? value[i] : "");
	buf_chr(arg, '\n');
	return 0;
}

/* The rows that these commands change. When a mail is tried again says nothing. */
static void
list_rows(struct host *file, struct buf *out)
{
	static const char *const sql[] = { "SELECT * FROM address ORDER BY seat",
		"SELECT * FROM mailing ORDER BY seat",
		("SELECT id, seat, kind, n, hex(about), in_reply_to, hex(text), made, state"
		 " FROM post ORDER BY id"),
		"SELECT n FROM outbox ORDER BY n" };

	for (size_t i = 0; i < sizeof sql / sizeof sql[0]; i++)
		cr_assert_eq(sqlite3_exec(file->st->db, sql[i], add_value, out, NULL), SQLITE_OK);
}

static void
open_copy(const struct test_table *t, const struct buf *bytes, const char *path, struct copy *c)
{
	struct err err = ERR_INIT;

	(void)remove(path);
	cr_assert_eq(file_write(path, bytes->p, bytes->n, &err), 0, "%s", err.msg);
	*c = (struct copy){ .t = t, .path = path };
	cr_assert_eq(host_open(&c->file, path, true, rules_all, &err), 0, "%s", err.msg);
	cr_assert_eq(table_load(&c->info, c->file, &err), 0, "%s", err.msg);
	cr_assert_eq(
	    store_number(c->file->st, "SELECT id FROM post WHERE seat = 37", &c->asked, &err), 0,
	    "%s", err.msg);
}

/* Runs the command while statement `at` fails (-1: none), then again if that failed. Returns
 * whether there is such a statement. */
static bool
run_once(const struct row *r, struct copy *c, int at)
{
	struct err err = ERR_INIT;
	int result, all;

	(void)table_fault(c->file, at);
	result = r->run(c, &err);
	all = table_fault(c->file, -1);
	cr_assert_eq(sqlite3_get_autocommit(c->file->st->db), 1,
	    "%s: statement %d: a transaction is open", r->name, at);
	cr_assert(result == 0 || strstr(err.msg, "interrupted") != NULL, "%s: statement %d: %s",
	    r->name, at, err.msg);
	cr_assert(at < 0 || (result < 0) == (at < all), "%s: statement %d failed: %d", r->name, at,
	    result);
	if (result < 0) {
		err = (struct err)ERR_INIT;
		cr_assert_eq(
		    r->run(c, &err), 0, "%s: after statement %d: %s", r->name, at, err.msg);
	}
	return at < all;
}

/* Returns the number of statements of the command. */
static int
run_failing(const struct test_table *t, const struct buf *bytes, const struct row *r, int step)
{
	struct sent want = { .n = 0 }, got = { .n = 0 };
	struct buf rows = BUF_INIT, again = BUF_INIT;
	struct copy c;
	bool more = true;
	char path[96];
	int at = -1;

	(void)snprintf(path, sizeof path, "%s/copy.db", t->folder);
	for (; more; at += at < 0 ? 1 : step) {
		cr_assert_lt(at, STATEMENTS_MAX, "%s", r->name);
		open_copy(t, bytes, path, &c);
		c.sent = at < 0 ? &want : &got;
		more = run_once(r, &c, at) || at < 0;
		buf_clear(&again);
		list_rows(c.file, at < 0 ? &rows : &again);
		if (at >= 0) {
			cr_assert_str_eq(
			    buf_cstr(&again), buf_cstr(&rows), "%s: statement %d", r->name, at);
			same_mails(&got, &want, r->name, at);
		}
		forget(&got);
		table_wipe(&c.info);
		host_close(c.file);
	}
	forget(&want);
	buf_release(&rows);
	buf_release(&again);
	return at;
}

Test(failing_mail, each_statement)
{
	struct buf bytes = BUF_INIT;
	struct test_table t;
	struct err err = ERR_INIT;

	open_table(&t);
	cr_assert_eq(file_read(t.path, SIZE_MAX / 2, &bytes, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		cr_expect_gt(
		    run_failing(&t, &bytes, &row[i], is_few() ? 3 : 1), 3, "%s", row[i].name);
	buf_release(&bytes);
	table_close(&t);
}
