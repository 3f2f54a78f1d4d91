/* Raw mails as input of verbs. */
#include "mail/rawmail.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "wire/receipt.h"
#include "mail/html.h"
#include "mail/message.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/number.h"
#include "wire/mail_damage.h"

enum { INPUT_MAX = 64 << 20 /* a mail with attachments, or an mbox */ };

/* A file split into parts. */
struct rawmail {
	struct mail_message *message;
	size_t n_messages;
	struct err missing; /* why adit-letter did not run */
	struct slice *part; /* texts and age files in order; point into messages or the file */
	size_t n_parts;
};

static void
release(struct rawmail *m)
{
	for (size_t i = 0; i < m->n_messages; i++)
		mail_message_free(&m->message[i]);
	free(m->message);
	free(m->part);
}

static void
add_part(struct rawmail *m, const char *p, size_t n)
{
	GROW(m->part, m->n_parts);
	/* Messages with orders are not larger. */
	m->part[m->n_parts++] = (struct slice){ p,
		n < ORDER_BLOCK_INPUT_MAX ? n : ORDER_BLOCK_INPUT_MAX };
}

/* True if the mail has no transfer encoding, so its raw text can be used. */
static bool
is_plain(const char *p, size_t n)
{
	static const char *const encoding[] = { "quoted-printable", "base64", "x-uu" };
	struct lines l = { p, n, 0, 1 };
	struct slice line;

	while (lines_next_crlf(&l, &line)) {
		struct slice value;
		static const char key[] = "Content-Transfer-Encoding:";

		if (line.n < sizeof key || strncasecmp(line.s, key, sizeof key - 1) != 0)
			continue;
		value = slice_trim(
		    (struct slice){ line.s + sizeof key - 1, line.n - (sizeof key - 1) });
		for (size_t i = 0; i < sizeof encoding / sizeof encoding[0]; i++)
			if (value.n >= strlen(encoding[i]) &&
			    strncasecmp(value.s, encoding[i], strlen(encoding[i])) == 0)
				return false;
	}
	return true;
}

/* Parses one message. */
static int
take(const char *letter, struct rawmail *m, const char *p, size_t n, const char *name,
    struct err *err)
{
	struct mail_message *message;
	int result = -1;

	GROW(m->message, m->n_messages);
	message = &m->message[m->n_messages++];
	if (letter != NULL) {
		result = mail_message_of(message, letter, p, n, &m->missing);
	} else {
		mail_message_frames(message, "", 0);
		(void)err_set(&m->missing, ERR_BUSY,
		    "cannot read a mail: this adit was built without adit-letter");
	}
	if (result < 0) {
		(void)err_wrap(&m->missing, "%s", name);
		(void)err_hint(&m->missing,
		    "adit-letter is installed with adit; or save the text of the mail and use "
		    "that");
		if (is_plain(p, n)) {
			add_part(m, p, n);
			return 0;
		}
		*err = m->missing;
		return -1;
	}
	for (size_t i = 0; i < message->count; i++) {
		const struct frame *f = &message->frames[i];

		if (f->kind == FRAME_TEXT || f->kind == FRAME_AGE)
			add_part(m, message->out.p + f->bytes.at, f->bytes.n);
	}
	return 0;
}

/* Parses all messages of an mbox, or a single one. Returns 1 if the input is not a mail. */
static int
take_all(const char *letter, struct rawmail *m, const char *p, size_t n, const char *name,
    struct err *err)
{
	int result = 0;

	*m = (struct rawmail){ .missing = ERR_INIT };
	if (!mail_message_is_message(p, n))
		return 1;
	while (n > 0 && result == 0) {
		size_t next = mail_message_box_next(p, n);

		result = take(letter, m, p, next, name, err);
		p += next;
		n -= next;
	}
	return result;
}

/* Appends the HTML of all messages as text. Returns false if there is none. */
static bool
add_html(const struct rawmail *m, struct buf *out)
{
	bool found = false;

	for (size_t i = 0; i < m->n_messages; i++) {
		const struct mail_message *message = &m->message[i];

		for (size_t k = 0; k < message->count; k++) {
			if (message->frames[k].kind != FRAME_HTML)
				continue;
			html_text(message->out.p + message->frames[k].bytes.at,
			    message->frames[k].bytes.n, out);
			found = true;
		}
	}
	return found;
}

/* Old programs end all lines with CR alone. */
static void
replace_cr(struct buf *text, size_t from)
{
	const char *end = memchr(buf_cstr(text) + from, '\n', text->n - from);

	if (end != NULL && end + 1 < text->p + text->n)
		return;
	for (size_t i = from; i < text->n; i++)
		if (text->p[i] == '\r')
			text->p[i] = '\n';
}

int
rawmail_digests(
    const char *letter, struct buf *text, size_t from, const char *name, struct err *err)
{
	struct buf held = BUF_INIT;
	struct rawmail m;
	int result;

	replace_cr(text, from);
	result = take_all(letter, &m, buf_cstr(text) + from, text->n - from, name, err);

	for (size_t i = 0; i < m.n_parts && result == 0; i++) {
		buf_add(&held, m.part[i].s, m.part[i].n);
		buf_chr(&held, '\n');
	}
	if (result == 0 && !mail_damage_has_digest(&held) && !receipt_is_in(&held) &&
	    !add_html(&m, &held) && m.missing.code != ERR_NONE) {
		*err = m.missing;
		result = -1;
	}
	if (result == 0) {
		text->n = from;
		buf_add(text, buf_cstr(&held), held.n);
	}
	release(&m);
	buf_release(&held);
	return result < 0 ? -1 : 0;
}

/* Reads orders of a mail. Returns 1 if it has none. */
static int
read_mail(struct order_scan *in, const struct rawmail *m, struct err *err)
{
	struct buf html = BUF_INIT;
	int result = order_scan_read_parts(in, m->part, m->n_parts, err);

	if (result > 0 && add_html(m, &html))
		result = order_scan_read(in, html.p, html.n, err);
	if (result > 0 && m->missing.code != ERR_NONE) {
		*err = m->missing;
		result = -1;
	}
	buf_release(&html);
	return result;
}

/* file: NULL if the input is not a file, so that no signature file is searched. */
static int
read_orders(const char *letter, struct order_scan *in, const char *file, const char *sig,
    const struct buf *text, struct err *err)
{
	struct rawmail m = { .missing = ERR_INIT };
	int result = sig != NULL ? 1 : take_all(letter, &m, buf_cstr(text), text->n, in->name, err);

	if (result == 0)
		result = read_mail(in, &m, err);
	else if (result > 0 && text->n > ORDER_BLOCK_INPUT_MAX)
		result = err_set(err, ERR_SYNTAX, "%s is too large: more than %d bytes", in->name,
		    ORDER_BLOCK_INPUT_MAX);
	else if (result > 0)
		result = file != NULL ? order_scan_read_file(in, file, sig, text, err) :
					order_scan_read(in, buf_cstr(text), text->n, err);
	release(&m);
	return result;
}

int
rawmail_orders(
    const char *letter, struct order_scan *in, const char *file, const char *sig, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	in->n = 0;
	in->name = strcmp(file, "-") == 0 ? "standard input" : file;
	result = file_read(file, INPUT_MAX, &text, err);
	replace_cr(&text, 0);
	if (result == 0)
		result = read_orders(letter, in, file, sig, &text, err);
	buf_wipe(&text);
	return result;
}

int
rawmail_orders_of(
    const char *letter, struct order_scan *in, const struct buf *text, struct err *err)
{
	in->n = 0;
	return read_orders(letter, in, NULL, NULL, text, err);
}

/* Reads the n bytes of an object and its line end. Drops objects that are too large. */
static bool
read_object(FILE *batch, size_t n, struct buf *text)
{
	char piece[4096];

	for (size_t left = n + 1; left > 0;) {
		size_t got = fread(piece, 1, left < sizeof piece ? left : sizeof piece, batch);

		if (got == 0)
			return false;
		left -= got;
		if (n <= ORDER_BLOCK_INPUT_MAX)
			buf_add(text, piece, left > 0 ? got : got - 1);
	}
	return true;
}

int
rawmail_each_blob(FILE *batch, bool has_end,
    int (*each)(void *arg, const char *name, const struct buf *text, struct err *err), void *arg,
    struct err *err)
{
	char head[256] = "";
	struct buf text = BUF_INIT;
	int result = 0;

	while (result == 0 && fgets(head, sizeof head, batch) != NULL) {
		char *type = strchr(head, ' '), *size = strrchr(head, ' ');
		int64_t n;

		/* "NAME missing" */
		if (size == type ||
		    number_parse(size + 1, strcspn(size + 1, "\n"), INT64_MAX, &n) < 0)
			continue;
		*type = '\0';
		buf_clear(&text);
		if (!read_object(batch, (size_t)n, &text))
			result = err_set(err, ERR_SYNTAX, "%s is cut off", head);
		else if (strncmp(type + 1, "blob ", 5) == 0 && text.n > 0)
			result = each(arg, head, &text, err);
	}
	if (ferror(batch) != 0)
		result = err_set(err, ERR_BUSY, "standard input cannot be read");
	else if (result == 0 && has_end && strcmp(head, "end missing\n") != 0)
		result = err_set(err, ERR_BUSY, "git ended before its last object");
	buf_wipe(&text);
	return result;
}
