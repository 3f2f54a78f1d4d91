/* Recognizing messages; frames of adit-letter; replacements of adit-letter that crash, hang or
 * write invalid frames. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mail/message.h"
#include "util/file.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof *(a))

/* ---- recognizing messages -------------------------------------------------------------------- */

static const struct {
	const char *name, *text;
	bool is;
} message[] = {
	{ "fields", "From: anna@example.org\nSubject: x\n\nHello\n", true },
	{ "CRLF", "Date: now\r\n\r\nHello\r\n", true },
	{ "a folded field", "Subject: a\n b\nMIME-Version: 1.0\n\n", true },
	{ "no body", "Message-Id: <a@b>\n", true },
	{ "any case", "RECEIVED: from x\n\n", true },
	{ "the line of a mail box", "From anna Sat Nov 21\nX-Any: y\n\nHello\n", true },
	{ "an order with a greeting above", "Hello Bob:\n\n-----BEGIN ADIT ORDER-----\n", false },
	{ "a name alone", "Bob:\n\n-----BEGIN ADIT ORDER-----\n", false },
	{ "fields that no mail is without are missing", "Subject: x\nTo: b\n\n", false },
	{ "a line among them that is none", "From: anna\nHello\nDate: now\n\n", false },
	{ "a sentence", "From now on I play:\nHello\n", false },
	{ "begins with a blank", " From: anna\n\n", false },
	{ "behind the blank line", "Subject: x\n\nFrom: anna\n", false },
	{ "an order", "-----BEGIN ADIT ORDER-----\ngame: x\n", false },
	{ "a digest", "adit-digest v3\ngame: cave\n", false },
	{ "nothing", "", false },
	{ "a blank in the name", "From : anna\n\n", false },
	{ "a name of 8-bit bytes", "Fr\xf6m: anna\n\n", false },
	{ "Content-Type alone", "Content-Type: text/plain\n\n", true },
	{ "Return-Path alone", "Return-Path: <>\n\n", true },
};

Test(message, what_is_a_message)
{
	for (size_t i = 0; i < ARRAY_LEN(message); i++)
		cr_expect_eq(mail_message_is_message(message[i].text, strlen(message[i].text)),
		    message[i].is, "%s", message[i].name);
}

Test(message, a_mail_box_is_cut_where_a_message_begins)
{
	static const char box[] = "From a\nA: b\n\nFrom here on:\nI play\n\n";
	static const char two[] = "From a\nA: b\n\nHello\n\nFrom c\nD: e\n\n";

	cr_expect_eq(mail_message_box_next(box, strlen(box)), strlen(box));
	cr_expect_eq(
	    mail_message_box_next(two, strlen(two)), (size_t)(strstr(two, "From c") - two));
	cr_expect_eq(mail_message_box_next("Hello\n\nFrom c\nD: e\n", 20), 20, "no mail box");
}

/* ---- forms ------------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	bool is_id, is_address;
} form[] = {
	{ "<a@b>", true, false },
	{ "<@>", true, false },
	{ "<a@b", false, false },
	{ "a@b>", false, false },
	{ "<ab>", false, false },
	{ "<a@b@c>", false, false },
	{ "<a b@c>", false, false },
	{ "<a@b>\n", false, false },
	{ "<<a@b>", false, false },
	{ "<\xe4@b>", false, false },
	{ "", false, false },
	{ "a@b", false, true },
	{ "anna.b+x@example.org", false, true },
	{ "-a@b", false, false },
	{ "a-@b", false, true },
	{ ".a@b", false, false },
	{ "a.@b", false, false },
	{ "a..c@b", false, false },
	{ "@b", false, false },
	{ "a@", false, false },
	{ "a@b.", false, false },
	{ "a@b@c", false, false },
	{ "a b@c", false, false },
	{ "a\n@c", false, false },
	{ "a;rm@c", false, false },
	{ "`a`@c", false, false },
	{ "$a|b@c", false, true },
	{ "\"a\"@c", false, false },
	{ "a@[127.0.0.1]", false, false },
	{ "\xc3\xa4@c", false, false },
};

Test(message, allowed_forms)
{
	char text[300];

	for (size_t i = 0; i < ARRAY_LEN(form); i++) {
		size_t n = strlen(form[i].text);

		cr_expect_eq(message_id_is_ok(form[i].text, n), form[i].is_id, "%s", form[i].text);
		cr_expect_eq(
		    mail_address_is_ok(form[i].text, n), form[i].is_address, "%s", form[i].text);
	}
	memset(text, 'a', sizeof text);
	text[1] = '@';
	cr_expect(mail_address_is_ok(text, 254));
	cr_expect_not(mail_address_is_ok(text, 255));
	text[0] = '<';
	text[251] = '>';
	cr_expect(message_id_is_ok(text, 252));
	text[251] = 'a';
	text[252] = '>';
	cr_expect_not(message_id_is_ok(text, 253));
	cr_expect_not(mail_address_is_ok("a\0@c", 4), "a NUL is no character of an atom");
}

/* ---- the header ------------------------------------------------------------------------------ */

/* Makes a message with this header. */
static struct mail_message
head(const char *text)
{
	struct buf out = BUF_INIT;
	struct mail_message l;

	buf_fmt(&out, "head %zu\n%send 0\n", strlen(text), text);
	mail_message_frames(&l, out.p, out.n);
	buf_release(&out);
	return l;
}

static const struct {
	const char *head;
	bool automatic;
} machine[] = {
	{ "", false },
	{ "From-Address: anna@example.org\n", false },
	{ "Auto-Submitted: no\n", false },
	{ "Auto-Submitted: No (it is not)\n", false },
	{ "Auto-Submitted: no; x=y\n", false },
	{ "Auto-Submitted: nonsense\n", true },
	{ "auto-submitted: auto-replied\n", true },
	{ "Auto-Submitted: auto-generated; x\n", true },
	{ "Return-Path: <>\n", true },
	{ "Return-Path: <MAILER-DAEMON@example.org>\n", true },
	{ "Return-Path: <anna@example.org>\n", false },
	{ "From-Address: Mailer-Daemon@example.org\n", true },
	{ "From-Address: postmaster@example.org\n", true },
	{ "From-Address: postmasters@example.org\n", false },
	{ "From-Address: anna@example.org\nFrom-Address: postmaster@example.org\n", true },
	{ "Content-Type: multipart/report; boundary=x\n", true },
	{ "Content-Type: Multipart/Report\n", true },
	{ "Content-Type: multipart/reports\n", false },
	{ "List-Id: x\n", true },
	{ "List-Post: x\n", true },
	{ "List-Help: x\n", true },
	{ "List-Unsubscribe: x\n", true },
	{ "List-Subscribe: x\n", true },
	{ "List-Archive: x\n", true },
	{ "List-Owner: x\n", true },
	{ "Mailing-List: x\n", true },
	{ "X-Mailing-List: x\n", true },
	{ "X-Loop: x\n", true },
	{ "X-Autoreply: yes\n", true },
	{ "X-Autorespond: yes\n", true },
	{ "X-Autoresponse: yes\n", true },
	{ "X-Failed-Recipients: anna@example.org\n", true },
	{ "Precedence: Bulk\n", true },
	{ "Precedence: list\n", true },
	{ "Precedence: junk\n", true },
	{ "Precedence: auto_reply\n", true },
	{ "Precedence: first-class\n", false },
	{ "X-Auto-Response-Suppress: None\n", false },
	{ "X-Auto-Response-Suppress: OOF, AutoReply\n", true },
};

Test(message, what_a_machine_writes)
{
	struct buf many = BUF_INIT;
	struct mail_message l;

	for (size_t i = 0; i < ARRAY_LEN(machine); i++) {
		l = head(machine[i].head);
		cr_expect(l.whole);
		cr_expect_eq(l.automatic, machine[i].automatic, "%s", machine[i].head);
		mail_message_free(&l);
	}
	for (int i = 0; i < 64; i++)
		buf_str(&many, "References: <a@b>\n");
	l = head(many.p);
	cr_expect(l.automatic, "what marks it may have had no room");
	mail_message_free(&l);
	mail_message_frames(&l, "end 0\n", 6);
	cr_expect(l.automatic, "without a head");
	mail_message_free(&l);
	buf_release(&many);
}

static const struct {
	const char *head, *from, *id;
} sender[] = {
	{ "Message-ID: <a@b>\nFrom-Address: anna@example.org\n", "anna@example.org", "<a@b>" },
	{ "From-Address: a@b\nFrom-Address: a@b\n", "", "" },
	{ "From-Address: a@b\nFrom-Address: x\n", "", "" },
	{ "From-Address: x\nFrom-Address: a@b\n", "", "" },
	{ "From-Address: a@b;c\nMessage-ID: <a@b> <c@d>\n", "", "" },
	{ "Message-ID: <a@b>\nMessage-ID: <c@d>\n", "", "" },
	{ "From: a@b\nMessage-ID: a@b\n", "", "" },
};

Test(message, who_writes)
{
	for (size_t i = 0; i < ARRAY_LEN(sender); i++) {
		struct mail_message l = head(sender[i].head);

		cr_expect_str_eq(l.from, sender[i].from, "%s", sender[i].head);
		cr_expect_str_eq(l.message_id, sender[i].id, "%s", sender[i].head);
		mail_message_free(&l);
	}
}

Test(message, what_it_answers)
{
	struct mail_message l = head(
	    "Message-ID: <x@y>\nIn-Reply-To: your mail of <today> <a@b> x\n"
	    "References: <c@d><e@f>\t<<g@h>\nX-Loop: <i@j>\n");
	static const char *const want[] = { "<a@b>", "<c@d>", "<e@f>", "<g@h>" };
	struct slice id;
	size_t at = 0, n = 0;

	for (; mail_message_next_id(&l, &at, &id); n++)
		cr_expect(n < ARRAY_LEN(want) && slice_is(id, want[n]), "%.*s", (int)id.n, id.s);
	cr_expect_eq(n, ARRAY_LEN(want));
	cr_expect_not(mail_message_next_id(&l, &at, &id), "and again");
	mail_message_free(&l);
}

/* ---- frames ------------------------------------------------------------------------------------ */

static const struct {
	const char *name, *out;
	size_t count;
	bool whole;
} frames[] = {
	{ "nothing", "", 0, false },
	{ "the end alone", "end 0\n", 0, true },
	{ "three",
	    "head 0\ntext 2\nhi"
	    "html 1\nxend 0\n",
	    3, true },
	{ "cut off before the end", "head 0\ntext 2\nhi", 2, false },
	{ "cut off in a frame", "head 0\ntext 5\nhi", 1, false },
	{ "cut off in a line", "head 0\ntext 0", 1, false },
	{ "a length with a sign", "text +1\nxend 0\n", 0, false },
	{ "a length below 0", "text -1\nxend 0\n", 0, false },
	{ "a length beyond any", "text 99999999999999999999\nx", 0, false },
	{ "no length", "text \nend 0\n", 0, false },
	{ "an unknown kind", "exec 1\nxend 0\n", 0, false },
	{ "an end with something in it", "end 1\nx", 0, false },
	{ "more behind the end", "end 0\ntext 1\nx", 0, true },
	{ "attached", "attached 0\nattached 0\ntext 1\nxtext 0\nattached 0\nend 0\n", 2, true },
	{ "attached with something in it", "attached 1\nxend 0\n", 0, false },
	{ "attached alone", "attached 0\n", 0, false },
};

Test(message, frames_are_not_believed)
{
	struct buf many = BUF_INIT;
	struct mail_message l;

	for (size_t i = 0; i < ARRAY_LEN(frames); i++) {
		mail_message_frames(&l, frames[i].out, strlen(frames[i].out));
		cr_expect_eq(l.count, frames[i].count, "%s: %zu", frames[i].name, l.count);
		cr_expect_eq(l.whole, frames[i].whole, "%s", frames[i].name);
		mail_message_free(&l);
	}
	for (int i = 0; i < 1000; i++)
		buf_str(&many, "text 0\n");
	mail_message_frames(&l, many.p, many.n);
	cr_expect_eq(l.count, 256);
	cr_expect_not(l.whole);
	mail_message_free(&l);
	buf_release(&many);
}

Test(message, attached_is_the_next_frame_alone)
{
	static const char out[] = "text 0\nattached 0\ntext 1\nxhtml 0\nattached 0\nage 0\nend 0\n";
	static const bool want[] = { false, true, false, true };
	struct mail_message l;

	mail_message_frames(&l, out, sizeof out - 1);
	cr_assert(l.whole && l.count == ARRAY_LEN(want));
	for (size_t i = 0; i < ARRAY_LEN(want); i++)
		cr_expect_eq(l.frames[i].is_attached, want[i], "%zu", i);
	mail_message_free(&l);
}

static const struct {
	const char *text, *status, *id;
	bool failed;
} report[] = {
	{ "Action: failed\nStatus: 5.1.1\nMessage-ID: <a@b>\n", "5.1.1", "<a@b>", true },
	{ "Action: Failed (so sorry)\nStatus: 5.1.1 (no user)\n", "5.1.1", "", true },
	{ "Action: delayed\nStatus: 4.4.7\n", "4.4.7", "", false },
	{ "Action: failed\nStatus: 5.1\n", "", "", true },
	{ "Action: failed\nStatus: 6.1.1\n", "", "", true },
	{ "Action: failed\nStatus: 5.1234.1\n", "", "", true },
	{ "Action: failed\nStatus: 5.1.1.1\n", "", "", true },
	{ "Action: failed\nStatus: 50.1.1\n", "", "", true },
	{ "Action: failed\nStatus: 5..1\n", "", "", true },
	{ "Status: 5.1.1\nMessage-ID: <a@b>\nMessage-ID: <a@c>\n", "5.1.1", "", false },
};

Test(message, delivery_reports)
{
	for (size_t i = 0; i < ARRAY_LEN(report); i++) {
		struct buf out = BUF_INIT;
		struct mail_message l;

		buf_fmt(&out, "bounce %zu\n%send 0\n", strlen(report[i].text), report[i].text);
		mail_message_frames(&l, out.p, out.n);
		cr_expect_eq(l.bounce.failed, report[i].failed, "%s", report[i].text);
		cr_expect_str_eq(l.bounce.status, report[i].status, "%s", report[i].text);
		cr_expect_str_eq(l.bounce.message_id, report[i].id, "%s", report[i].text);
		mail_message_free(&l);
		buf_release(&out);
	}
}

/* ---- replacements of adit-letter ------------------------------------------------------------- */

struct program {
	const char *name, *script;
	int result;
	bool whole;
	size_t count;
	bool is_slow;
};
/* Replaces MAIL_MESSAGE_SECONDS for programs that hang. */
enum { SECONDS = 2 };
static const struct program program[] = {
	{ "as it should be", "cat > /dev/null; printf 'text 2\\nhiend 0\\n'", 0, true, 1, false },
	{ "its input is not read", "printf 'text 2\\nhiend 0\\n'", 0, true, 1, false },
	{ "no environment", "[ -z \"$ADIT_TEST\" ] && printf 'end 0\\n'", 0, true, 0, false },
	{ "a status", "printf 'text 2\\nhiend 0\\n'; exit 1", 0, false, 1, false },
	{ "it says nothing", "exit 0", 0, false, 0, false },
	{ "it crashes", "printf 'text 2\\nhi'; kill -SEGV $$", 0, false, 1, false },
	{ "it talks on standard error", "echo x >&2; printf 'end 0\\n'", 0, true, 0, false },
	{ "more than is taken", "printf 'text 2\\nhi'; exec cat /dev/zero", 0, false, 1, false },
	{ "killed, but not by us", "printf 'text 2\\nhi'; kill -KILL $$", -1, false, 1, true },
	{ "ended, but not by us", "printf 'text 2\\nhi'; kill -TERM $$", -1, false, 1, true },
	{ "it gets no memory", "printf 'text 2\\nhi'; exit 75", -1, false, 1, true },
	{ "its terminal goes", "printf 'text 2\\nhi'; kill -HUP $$", -1, false, 1, true },
	{ "its libraries are missing", "exit 127", -1, false, 0, false },
};

static void
write_script(const char *path, const char *script)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	buf_fmt(&text, "#!/bin/sh\nexec 3<&-\n%s\n", script);
	cr_assert(file_write(path, text.p, text.n, &err) == 0, "%s", err.msg);
	cr_assert(chmod(path, 0700) == 0);
	buf_release(&text);
}

static void
try(const struct program *p)
{
	static char big[3 << 20];
	char folder[] = "/tmp/adit-letter.XXXXXX", path[64];
	struct err err = ERR_INIT;
	struct mail_message l;
	int result;

	cr_assert(mkdtemp(folder) != NULL);
	(void)setenv("ADIT_TEST", "1", 1);
	(void)snprintf(path, sizeof path, "%s/program", folder);
	memset(big, 'x', sizeof big);
	write_script(path, p->script);
	result = mail_message_run(
	    &l, path, p->is_slow ? SECONDS : MAIL_MESSAGE_SECONDS, big, sizeof big, &err);
	cr_expect_eq(result, p->result, "%s: %s", p->name, err.msg);
	cr_expect_eq(l.whole, p->whole, "%s", p->name);
	cr_expect_eq(l.is_slow, p->is_slow, "%s", p->name);
	cr_expect_eq(l.count, p->count, "%s: %zu", p->name, l.count);
	cr_expect_eq(err.code, result < 0 ? ERR_BUSY : ERR_NONE, "%s", p->name);
	mail_message_free(&l);
	cr_expect(unlink(path) == 0 && rmdir(folder) == 0);
}

Test(message, programs_that_break)
{
	for (size_t i = 0; i < ARRAY_LEN(program); i++)
		try(&program[i]);
}

/* These use the whole time limit, so they are separate tests that run in parallel. */
Test(message, a_program_that_leaves_a_child)
{
	try(&(struct program){
	    "it leaves a child", "sleep 99 & printf 'end 0\\n'", -1, false, 0, true });
}

Test(message, a_program_that_goes_on)
{
	try(&(struct program){ "it closes its output and goes on",
	    "printf 'text 2\\nhiend 0\\n'; exec >&- sleep 99", -1, false, 1, true });
}

Test(message, a_program_that_the_machine_does_not_let_run)
{
	try(&(struct program){
	    "it is stopped", "printf 'text 2\\nhi'; kill -STOP $$", -1, false, 1, true });
}

/* Limited like adit-letter. */
Test(message, a_program_that_uses_up_its_processor_time)
{
	try(&(struct program){ "it goes round",
	    "printf 'text 2\\nhi'; ulimit -S -t 1; while :; do :; done", 0, false, 1, false });
}

Test(message, one_letter_that_comes_again_is_known_by_its_body)
{
	static const struct {
		const char *text;
		bool same;
	} mail[] = {
		{ "From: a\n\nHello\n", true },
		{ "From a Sat Nov 21\nFrom: a\nDelivery-date: now\n\nHello\n", true },
		{ "From: a\r\n\r\nHello\n", true },
		{ "From: a\n\nHello, Bob\n", false },
		{ "From: a\n", false },
		{ "From: a", false },
	};
	char folder[] = "/tmp/adit-letter.XXXXXX", path[64];
	struct hash first = { { 0 } };

	cr_assert(mkdtemp(folder) != NULL);
	(void)snprintf(path, sizeof path, "%s/program", folder);
	write_script(path, "kill -STOP $$");
	for (size_t i = 0; i < ARRAY_LEN(mail); i++) {
		struct err err = ERR_INIT;
		struct mail_message l;

		cr_expect_eq(
		    mail_message_run(&l, path, 1, mail[i].text, strlen(mail[i].text), &err), -1);
		cr_expect(l.is_slow);
		first = i == 0 ? l.body : first;
		cr_expect_eq(
		    memcmp(&first, &l.body, sizeof first) == 0, mail[i].same, "%s", mail[i].text);
		mail_message_free(&l);
	}
	cr_expect(unlink(path) == 0 && rmdir(folder) == 0);
}

Test(message, the_program_is_missing)
{
	struct err err = ERR_INIT;
	struct mail_message l;

	cr_expect_eq(mail_message_of(&l, "/nowhere/adit-letter", "x", 1, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_neq(strstr(err.msg, "/nowhere/adit-letter"), NULL, "%s", err.msg);
	mail_message_free(&l);
}

Test(message, what_is_too_long_is_read_off)
{
	char folder[] = "/tmp/adit-letter.XXXXXX", path[64], number[32];
	static char chunk[1 << 20];
	struct err err = ERR_INIT;
	struct mail_message l;
	int fd;

	cr_assert(mkdtemp(folder) != NULL);
	(void)snprintf(path, sizeof path, "%s/program", folder);
	write_script(path, "n=$(wc -c); printf 'text %d\\n%send 0\\n' ${#n} $n");
	fd = open(folder, O_TMPFILE | O_RDWR, 0600);
	cr_assert(fd >= 0);
	memset(chunk, 'x', sizeof chunk);
	for (int i = 0; i < 5; i++)
		cr_assert(file_put(fd, chunk, sizeof chunk) == 0);
	cr_assert(lseek(fd, 0, SEEK_SET) == 0);
	cr_expect(mail_message_read(&l, path, fd, &err) == 0, "%s", err.msg);
	cr_expect(lseek(fd, 0, SEEK_CUR) == 5 << 20, "all of it was read");
	(void)snprintf(number, sizeof number, "%d", MAIL_MESSAGE_MAX);
	cr_expect(l.count == 1 && l.frames[0].bytes.n == strlen(number) &&
		memcmp(l.out.p + l.frames[0].bytes.at, number, strlen(number)) == 0,
	    "%s", buf_cstr(&l.out));
	mail_message_free(&l);
	(void)close(fd);
	cr_expect(unlink(path) == 0 && rmdir(folder) == 0);
}
