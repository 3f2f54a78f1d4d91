/*
 * Parses the frames of adit-letter, and recognizes raw messages.
 *
 * (L1) Frames come from a process that parsed hostile input. Nothing in them is trusted: every
 *      length and field is validated here again.
 */
#include "mail/message.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/lines.h"
#include "util/mem.h"
#include "util/number.h"

enum { FRAMES_MAX = 256, FIELDS_MAX = 64 };

static const char *const kind_name[] = {
	[FRAME_HEAD] = "head",
	[FRAME_BOUNCE] = "bounce",
	[FRAME_AGE] = "age",
	[FRAME_TEXT] = "text",
	[FRAME_HTML] = "html",
	[FRAME_UNREAD] = "unread",
};
enum { KINDS = sizeof kind_name / sizeof kind_name[0] };

/* ---- forms -------------------------------------------------------------------------------------- */

bool
message_id_is_ok(const char *s, size_t n)
{
	unsigned ats = 0;

	if (n < 3 || n > MESSAGE_ID_MAX || s[0] != '<' || s[n - 1] != '>')
		return false;
	for (size_t i = 1; i < n - 1; i++) {
		if (s[i] < '!' || s[i] > '~' || s[i] == '<' || s[i] == '>')
			return false;
		ats += s[i] == '@';
	}
	return ats == 1;
}

/* ---- recognizing a message ------------------------------------------------------------------- */

static bool
equals_nocase(struct slice w, const char *text)
{
	return w.n == strlen(text) && strncasecmp(w.s, text, w.n) == 0;
}

/* Returns the name of a header field, or an empty slice. */
static struct slice
field_name(struct slice line)
{
	struct slice name = { line.s, 0 };

	while (name.n < line.n && line.s[name.n] > ' ' && line.s[name.n] <= '~' &&
	    line.s[name.n] != ':')
		name.n++;
	if (name.n == line.n || line.s[name.n] != ':')
		name.n = 0;
	return name;
}

static bool
is_known_field(struct slice name)
{
	static const char *const known[] = { "From", "Date", "Received", "Return-Path",
		"Message-ID", "MIME-Version", "Content-Type" };

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (equals_nocase(name, known[i]))
			return true;
	return false;
}

bool
mail_message_is_message(const char *p, size_t n)
{
	struct lines l = { p, n, 0, 1 };
	struct slice line;
	bool is_box = n >= 5 && memcmp(p, "From ", 5) == 0, found = false;
	unsigned fields = 0;

	if (is_box)
		(void)lines_next_crlf(&l, &line);
	while (lines_next_crlf(&l, &line) && line.n > 0) {
		struct slice name = field_name(line);

		if (fields > 0 && (line.s[0] == ' ' || line.s[0] == '\t'))
			continue;
		if (name.n == 0)
			return false;
		fields++;
		found = found || is_box || is_known_field(name);
	}
	return found;
}

size_t
mail_message_box_next(const char *p, size_t n)
{
	struct lines l = { p, n, 0, 1 };
	struct slice line;
	bool blank = false;

	if (n < 5 || memcmp(p, "From ", 5) != 0)
		return n;
	for (size_t at = 0; lines_next_crlf(&l, &line); at = l.at) {
		if (blank && slice_starts(line, "From ")) {
			struct lines behind = l;
			struct slice next;

			if (lines_next_crlf(&behind, &next) && field_name(next).n > 0)
				return at;
		}
		blank = line.n == 0;
	}
	return n;
}

/* ---- the header ------------------------------------------------------------------------------ */

struct field {
	struct slice name, value;
};

/* Reads the next valid field of a frame. */
static bool
next_field(struct lines *l, struct field *f)
{
	struct slice line;

	while (lines_next_crlf(l, &line)) {
		f->name = field_name(line);
		if (f->name.n == 0)
			continue;
		f->value = slice_trim(
		    (struct slice){ line.s + f->name.n + 1, line.n - f->name.n - 1 });
		return true;
	}
	return false;
}

/* Returns the text up to a blank or a separator. */
static struct slice
first_word(struct slice w)
{
	size_t n = 0;

	while (n < w.n && strchr(" \t;,(", w.s[n]) == NULL)
		n++;
	return (struct slice){ w.s, n };
}

static bool
starts_nocase(struct slice w, const char *text)
{
	size_t n = strlen(text);

	return w.n >= n && strncasecmp(w.s, text, n) == 0;
}

/* True for fields whose presence alone marks an automatic message. */
static bool
is_mark(struct slice name)
{
	static const char *const mark[] = { "List-Id", "List-Post", "List-Help", "List-Unsubscribe",
		"List-Subscribe", "List-Archive", "List-Owner", "Mailing-List", "X-Mailing-List",
		"X-Loop", "X-Autoreply", "X-Autorespond", "X-Autoresponse", "X-Failed-Recipients" };

	for (size_t i = 0; i < sizeof mark / sizeof mark[0]; i++)
		if (equals_nocase(name, mark[i]))
			return true;
	return false;
}

/* True for a field that marks an automatic message. */
static bool
is_automatic(const struct field *f)
{
	struct slice first = first_word(f->value);

	if (is_mark(f->name))
		return true;
	if (equals_nocase(f->name, "Auto-Submitted"))
		return !equals_nocase(first, "no");
	if (equals_nocase(f->name, "Return-Path"))
		return equals_nocase(f->value, "<>") || starts_nocase(f->value, "<MAILER-DAEMON");
	if (equals_nocase(f->name, "From-Address"))
		return starts_nocase(f->value, "mailer-daemon@") ||
		    starts_nocase(f->value, "postmaster@");
	if (equals_nocase(f->name, "Content-Type"))
		return equals_nocase(first, "multipart/report");
	if (equals_nocase(f->name, "Precedence"))
		return equals_nocase(first, "bulk") || equals_nocase(first, "list") ||
		    equals_nocase(first, "junk") || equals_nocase(first, "auto_reply");
	if (equals_nocase(f->name, "X-Auto-Response-Suppress"))
		return !equals_nocase(f->value, "None");
	return false;
}

/* Copies the value to `out` if it is valid and the first; else sets `out` to "". */
static void
take_only(char *out, unsigned *seen, bool is_ok, struct slice value)
{
	if ((*seen)++ == 0 && is_ok) {
		memcpy(out, value.s, value.n);
		out[value.n] = '\0';
	} else {
		out[0] = '\0';
	}
}

enum { LANG_SIZE = sizeof(((struct mail_message *)0)->lang) };

/* Takes "uk" of "uk-UA, en". */
static void
take_language(char out[static LANG_SIZE], struct slice value)
{
	char code[LANG_SIZE] = "";
	size_t n = 0;

	while (n < value.n && n < sizeof code - 1 && ascii_is_lower((char)(value.s[n] | 0x20))) {
		code[n] = (char)(value.s[n] | 0x20);
		n++;
	}
	if (n >= 2 && (n == value.n || strchr("-,; ", value.s[n]) != NULL))
		memcpy(out, code, sizeof code);
}

static struct lines
lines_of(const struct mail_message *message, const struct frame *f)
{
	return (struct lines){ buf_cstr(&message->out) + f->bytes.at, f->bytes.n, 0, 1 };
}

static void
read_head(struct mail_message *message, const struct frame *f)
{
	struct lines lines = lines_of(message, f);
	static const char unwatch[] = "adit-unwatch ";
	unsigned fields = 0, ids = 0, froms = 0, subjects = 0;
	struct field field;

	message->automatic = false;
	while (next_field(&lines, &field)) {
		const struct slice value = field.value;

		fields++;
		message->automatic = message->automatic || is_automatic(&field);
		if (equals_nocase(field.name, "Message-ID"))
			take_only(
			    message->message_id, &ids, message_id_is_ok(value.s, value.n), value);
		else if (equals_nocase(field.name, "From-Address"))
			take_only(
			    message->from, &froms, mail_address_is_ok(value.s, value.n), value);
		else if (equals_nocase(field.name, "Content-Language") && message->lang[0] == '\0')
			take_language(message->lang, value);
		else if (equals_nocase(field.name, "Subject") && slice_starts(value, unwatch))
			take_only(message->unwatch, &subjects,
			    value.n - (sizeof unwatch - 1) <= MESSAGE_UNWATCH_MAX,
			    (struct slice){
				value.s + sizeof unwatch - 1, value.n - (sizeof unwatch - 1) });
	}
	/* The frame is full, so a field that marks an automatic message may be missing. */
	if (fields >= FIELDS_MAX)
		message->automatic = true;
}

/* Finds the first allowed id in s[from..stop). Returns the position after it, or 0. */
static size_t
find_id(const char *s, size_t from, size_t stop, struct slice *id)
{
	for (; from < stop; from++) {
		const char *close = s[from] == '<' ? memchr(s + from, '>', stop - from) : NULL;
		size_t end = close == NULL ? 0 : (size_t)(close - s) + 1;

		if (close != NULL && message_id_is_ok(s + from, end - from)) {
			*id = (struct slice){ s + from, end - from };
			return end;
		}
	}
	return 0;
}

bool
mail_message_next_id(const struct mail_message *message, size_t *at, struct slice *id)
{
	const bool has_head = message->count > 0 && message->frames[0].kind == FRAME_HEAD;
	const struct span head = has_head ? message->frames[0].bytes : (struct span){ 0, 0 };
	const char *s = buf_cstr(&message->out) + head.at;
	size_t end, stop;

	/* *at may be inside a line: find its field. */
	for (; *at < head.n; *at = stop + 1) {
		const char *lf = memchr(s + *at, '\n', head.n - *at);
		size_t line = *at;

		stop = lf == NULL ? head.n : (size_t)(lf - s);
		while (line > 0 && s[line - 1] != '\n')
			line--;
		if (!starts_nocase((struct slice){ s + line, stop - line }, "In-Reply-To:") &&
		    !starts_nocase((struct slice){ s + line, stop - line }, "References:"))
			continue;
		end = find_id(s, *at, stop, id);
		if (end > 0) {
			*at = end;
			return true;
		}
	}
	return false;
}

/* ---- a delivery report -------------------------------------------------------------------------- */

/* True for class.subject.detail. */
static bool
is_status(struct slice w)
{
	unsigned dots = 0, digits = 0;

	for (size_t i = 0; i < w.n; i++) {
		if (ascii_is_digit(w.s[i]) ? ++digits > 3 : (w.s[i] != '.' || digits == 0))
			return false;
		if (w.s[i] == '.') {
			dots++;
			digits = 0;
		}
	}
	return dots == 2 && digits > 0 && w.s[1] == '.' && strchr("245", w.s[0]) != NULL;
}

static void
read_bounce(struct mail_message *message, const struct frame *f)
{
	struct lines lines = lines_of(message, f);
	unsigned statuses = 0, ids = 0;
	struct field field;

	while (next_field(&lines, &field)) {
		const struct slice value = field.value, first = first_word(field.value);

		if (equals_nocase(field.name, "Action"))
			message->bounce.failed = equals_nocase(first, "failed");
		else if (equals_nocase(field.name, "Status"))
			take_only(message->bounce.status, &statuses, is_status(first), first);
		else if (equals_nocase(field.name, "Message-ID"))
			take_only(message->bounce.message_id, &ids,
			    message_id_is_ok(value.s, value.n), value);
	}
}

/* (L1) Only the words of the list count. */
static void
read_unread(struct mail_message *message, const struct frame *f)
{
	static const char *const word[MAIL_UNREAD_COUNT] = { "tnef", "zip", "smime", "rtf",
		"size" };
	struct lines lines = lines_of(message, f);
	struct slice line;

	while (lines_next(&lines, &line.s, &line.n))
		for (unsigned i = 0; i < MAIL_UNREAD_COUNT; i++)
			if (slice_is(line, word[i]))
				message->unread |= 1u << i;
}

/* ---- frames ------------------------------------------------------------------------------------- */

/* Reads the line "KIND LENGTH". */
static bool
read_heading(struct lines *l, struct slice *kind, int64_t *length)
{
	const char *blank;
	struct slice line;

	if (!lines_next(l, &line.s, &line.n) || (blank = memchr(line.s, ' ', line.n)) == NULL)
		return false;
	*kind = (struct slice){ line.s, (size_t)(blank - line.s) };
	return number_parse(blank + 1, line.n - kind->n - 1, MAIL_MESSAGE_OUT, length) == 0;
}

/* Reads the heading of a frame, and any "attached" before it. Returns 1; 0 at the regular end; -1
 * if invalid. */
static int
read_line(struct lines *l, struct frame *f)
{
	bool is_attached = false;
	struct slice word;
	int64_t length;
	size_t kind;

	do {
		if (!read_heading(l, &word, &length))
			return -1;
		is_attached = is_attached || slice_is(word, "attached");
	} while (slice_is(word, "attached") && length == 0);
	if (slice_is(word, "end"))
		return length == 0 ? 0 : -1;
	for (kind = 0; kind < KINDS && !slice_is(word, kind_name[kind]); kind++)
		;
	if (kind == KINDS || l->at > l->n || (size_t)length > l->n - l->at)
		return -1;
	*f = (struct frame){ (enum frame_kind)kind, is_attached, { l->at, (size_t)length } };
	l->at += (size_t)length;
	return 1;
}

/* Parses message->out. */
static void
read_frames(struct mail_message *message)
{
	struct lines lines = { buf_cstr(&message->out), message->out.n, 0, 1 };
	struct frame f;
	int result = 1;

	while (message->count < FRAMES_MAX && (result = read_line(&lines, &f)) > 0) {
		GROW(message->frames, message->count);
		message->frames[message->count++] = f;
		if (f.kind == FRAME_HEAD && message->count == 1)
			read_head(message, &f);
		else if (f.kind == FRAME_BOUNCE)
			read_bounce(message, &f);
		else if (f.kind == FRAME_UNREAD)
			read_unread(message, &f);
	}
	message->whole = result == 0;
}

void
mail_message_frames(struct mail_message *message, const char *out, size_t n)
{
	*message = (struct mail_message){ .out = BUF_INIT, .automatic = true };
	if (n > 0) /* an empty buffer owns no memory */
		buf_add(&message->out, out, n);
	read_frames(message);
}

void
mail_message_free(struct mail_message *message)
{
	buf_release(&message->out);
	free(message->frames);
	message->frames = NULL;
	message->count = 0;
}
