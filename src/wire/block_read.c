/*
 * Order blocks in mail: locates them and undoes what mail programs did.
 *
 * A block is read in four steps, each on the result of the one before:
 *	physical lines   quoted-printable decoded; trailing blanks, quote marks, indentation removed
 *	logical lines    joined where a physical line ends in "="
 *	level lines      odd characters folded (order_block_fold_chars)
 *	fields           a keyword begins one, other lines continue it
 *
 * (R1) Time is linear in the message, except for counting line numbers once for each block.
 * (R2) Nothing after the END that closes a block is read.
 */
#include "wire/order_block.h"

#include <string.h>

#include "wire/block_field.h"
#include "util/slice.h"
#include "util/utf8.h"

enum {
	MARKER_MAX = 512, /* longer lines are not BEGIN or END */
	MARKER_LINES = 3, /* of a BEGIN or END that a mail program broke */
	INITIALS_MAX = 4,
	FIELD_MAX = ORDER_BLOCK_CANON_MAX /* text of one field */
};

/* ---- physical lines ---------------------------------------------------------------------- */

struct raw_line {
	const char *s; /* as received, without its end */
	size_t n;
	size_t next; /* offset of the next line */
};

/* Returns the length of the line end at the beginning of s, or 0: LF, or what some programs make
 * of it. */
static size_t
end_length(const char *s, size_t n)
{
	static const char *const end[] = { "\n", "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9" };

	for (size_t i = 0; i < sizeof end / sizeof end[0]; i++)
		if (n >= strlen(end[i]) && memcmp(s, end[i], strlen(end[i])) == 0)
			return strlen(end[i]);
	return 0;
}

static struct raw_line
line_at(const char *msg, size_t n, size_t at)
{
	size_t stop = at, end = 0;

	/* Most characters do not begin a line end. */
	for (; stop < n && end == 0; stop += end == 0)
		if (strchr("\n\xc2\xe2", msg[stop]) != NULL)
			end = end_length(msg + stop, n - stop);
	return (struct raw_line){ msg + at, stop - at, stop + end };
}

/* Returns the byte written =XX at the beginning of s, or -1. */
static int
encoded_byte(const char *s, size_t n)
{
	int high = n > 2 && s[0] == '=' ? ascii_hex_value(s[1]) : -1;
	int low = high >= 0 ? ascii_hex_value(s[2]) : -1;

	return low >= 0 ? high << 4 | low : -1;
}

/* True if this text is still quoted-printable. Cuts by "=" alone may be from order_block_text. */
static bool
is_encoded(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (encoded_byte(s + i, n - i) >= 0)
			return true;
	}
	return false;
}

/* Classifies a character at the end of a line: ' ' a blank, '\0' invisible, otherwise itself or
 * '?'. */
static char
end_char(const char *s, size_t len)
{
	struct buf as = BUF_INIT;
	char c;

	if (len == 1)
		return *s == '\t' || *s == '\r' ? ' ' : *s == '\0' ? '?' : *s;
	c = order_block_fold_chars(s, len, false, &as) == 0 ? buf_cstr(&as)[0] : '?';
	buf_release(&as);
	return c;
}

/* Returns the length without blanks, CR and invisible characters at the end. */
static size_t
trimmed_len(const char *s, size_t n)
{
	while (n > 0) {
		size_t at = n - 1;
		uint32_t c;

		while (at > 0 && n - at < 4 && (s[at] & 0xc0) == 0x80)
			at--;
		if (utf8_next(s + at, n - at, &c) != n - at)
			break;
		char end = end_char(s + at, n - at);
		if (end != ' ' && end != '\0')
			break;
		n = at;
	}
	return n;
}

/* The end of a physical line. */
enum cut {
	CUT_NONE,
	CUT_ENCODED, /* cut by a quoted-printable encoder: the next line continues */
	CUT_OURS     /* cut by order_block_text, possibly encoded later */
};

/* Decodes quoted-printable of a line into an empty buffer, without trailing blanks and cut
 * marks. */
static enum cut
decode_line(const char *s, size_t n, struct buf *out)
{
	n = trimmed_len(s, n);
	for (size_t i = 0; i < n; i++) {
		int byte = encoded_byte(s + i, n - i);

		buf_chr(out, byte >= 0 ? (char)byte : s[i]);
		i += byte >= 0 ? 2 : 0;
	}
	buf_reserve(out, 0);
	out->n = trimmed_len(out->p, out->n);
	/* No order contains "=", so one at the end is a cut. Two (with blanks between) are one
	 * of each kind. Blanks before a cut are text. */
	size_t marks = 0, length = out->n;
	for (; length > 0 && out->p[length - 1] == '='; length = trimmed_len(out->p, out->n)) {
		out->n = length - 1;
		marks++;
	}
	out->p[out->n] = '\0';
	if (marks == 0)
		return CUT_NONE;
	return marks == 1 && s[n - 1] == '=' ? CUT_ENCODED : CUT_OURS;
}

/* Returns the length of the initials in "AB> ", the quote mark of some mail programs, or 0. */
static size_t
initials_length(const char *s, size_t n)
{
	size_t at = 0;

	while (at < n && at < INITIALS_MAX && ascii_is_lower((char)(s[at] | 0x20)))
		at++;
	return at < n && s[at] == '>' ? at : 0;
}

struct order_block_front
order_block_line_prefix(const char *s, size_t n)
{
	struct order_block_front front = { 0, 0, 0 };

	while (front.n < n) {
		uint32_t c;
		size_t len;

		front.n += initials_length(s + front.n, n - front.n);
		len = utf8_next(s + front.n, n - front.n, &c);
		if (len == 0)
			break;
		char first = end_char(s + front.n, len);
		if (first == '>' || first == '|') {
			front.marks++;
			front.indent = 0;
		} else if (first == ' ') {
			front.indent++;
		} else if (first != '\0') {
			break;
		}
		front.n += len;
	}
	return front;
}

bool
order_block_is_within(const char *s, struct order_block_front is, struct order_block_front first)
{
	static const char said[] = "    | ";
	const size_t n = sizeof said - 1;

	if (is.marks == first.marks)
		return is.indent > first.indent;
	return is.marks == first.marks + 1 && is.n >= n && memcmp(s + is.n - n, said, n) == 0;
}

/* ---- BEGIN and END ----------------------------------------------------------------------- */

enum marker { MARKER_NONE, MARKER_BEGIN, MARKER_END };

static size_t
skip_char(const char *s, size_t n, size_t at, char c)
{
	while (at < n && s[at] == c)
		at++;
	return at;
}

/* Returns the offset after the word (in any case) and the blanks that follow; n + 1 if it is not
 * there. */
static size_t
skip_word(const char *s, size_t n, size_t at, const char *word)
{
	for (; *word != '\0'; word++, at++) {
		if (at >= n || (s[at] & ~0x20) != *word)
			return n + 1;
	}
	return skip_char(s, n, at, ' ');
}

/* Matches a level line: at least three hyphens, the words, at least three hyphens. */
static enum marker
marker_of(const char *s, size_t n)
{
	size_t at = 0, dashes;
	enum marker marker = MARKER_BEGIN;

	/* OpenPGP's clear text signatures write "- " before a line that begins with a hyphen. */
	if (n > 2 && s[0] == '-' && s[1] == ' ')
		at = 2;
	dashes = skip_char(s, n, at, '-') - at;
	if (dashes < 3)
		return MARKER_NONE;
	size_t word = skip_char(s, n, at + dashes, ' ');
	at = skip_word(s, n, word, "BEGIN");
	if (at > n) {
		at = skip_word(s, n, word, "END");
		marker = MARKER_END;
	}
	if (at <= n)
		at = skip_word(s, n, at, "ADIT");
	if (at <= n)
		at = skip_word(s, n, at, "ORDER");
	if (at > n)
		return MARKER_NONE;
	dashes = skip_char(s, n, at, '-') - at;
	return dashes >= 3 && at + dashes == n ? marker : MARKER_NONE;
}

/* True for the beginning of a marker: at least three hyphens and a part of the words. */
static bool
begins_marker(const char *s, size_t n)
{
	static const char *const words[] = { "BEGINADITORDER", "ENDADITORDER" };
	size_t begin = n > 2 && s[0] == '-' && s[1] == ' ' ? 2 : 0;
	const size_t dashes = skip_char(s, n, begin, '-') - begin;

	begin += dashes;
	for (size_t i = 0; i < sizeof words / sizeof words[0] && dashes >= 3; i++) {
		const char *w = words[i];
		size_t at = begin;

		for (; at < n && (s[at] == ' ' || (*w != '\0' && (s[at] & ~0x20) == *w)); at++)
			w += s[at] != ' ';
		if (w > words[i] && skip_char(s, n, at, '-') == n)
			return true;
	}
	return false;
}

/* Most lines end here: a marker is short and begins with a dash, after what colors it. */
static bool
may_be_marker(const struct raw_line *line)
{
	size_t at = initials_length(line->s, line->n);

	while (at < line->n && strchr(" \t>|", line->s[at]) != NULL && line->s[at] != '\0')
		at += 1 + initials_length(line->s + at + 1, line->n - at - 1);
	return line->n <= MARKER_MAX && at < line->n &&
	    (strchr("-=\x1b", line->s[at]) != NULL || (line->s[at] & 0x80) != 0);
}

/* Appends the level text of a line that may be a marker, or a part of one. *front is its prefix. */
static bool
add_marker_text(const struct raw_line *line, struct order_block_front *front, struct buf *text)
{
	struct buf bytes = BUF_INIT, plain = BUF_INIT;
	bool is_text;

	(void)decode_line(line->s, line->n, &bytes);
	order_block_uncolor(buf_cstr(&bytes), bytes.n, &plain);
	*front = order_block_line_prefix(buf_cstr(&plain), plain.n);
	is_text = order_block_fold_chars(
		      buf_cstr(&plain) + front->n, plain.n - front->n, true, text) == 0;
	text->n = trimmed_len(buf_cstr(text), text->n);
	buf_release(&bytes);
	buf_release(&plain);
	return is_text;
}

/*
 * Returns whether a BEGIN or END begins at byte `at`. *front is its prefix, *next the offset after
 * its lines: mail programs break it. Without one, *next is the offset of the next line.
 */
static enum marker
marker_at(const char *msg, size_t n, size_t at, struct order_block_front *front, size_t *next)
{
	struct raw_line line = line_at(msg, n, at);
	struct buf text = BUF_INIT;
	struct order_block_front other;
	enum marker marker = MARKER_NONE;
	bool more = may_be_marker(&line);

	*next = line.next;
	for (unsigned i = 0; i < MARKER_LINES && more; i++) {
		more = line.n <= MARKER_MAX &&
		    add_marker_text(&line, i == 0 ? front : &other, &text);
		marker = more ? marker_of(buf_cstr(&text), text.n) : MARKER_NONE;
		if (marker != MARKER_NONE)
			*next = line.next;
		more = more && marker == MARKER_NONE && line.next < n &&
		    begins_marker(buf_cstr(&text), text.n);
		if (more)
			line = line_at(msg, n, line.next);
	}
	buf_release(&text);
	return marker;
}

/* ---- fields ------------------------------------------------------------------------------ */

struct reader {
	struct order_block_fields fields;
	enum order_block_key key; /* of the current field; BLOCK_KEY_COUNT: none yet */
	int key_line;
	struct buf value;
	struct buf logical; /* bytes of the current logical line */
	int logical_line;
	enum cut cut; /* CUT_NONE: it is complete */
	bool is_encoded;
	struct err *err;
};

static int
finish_field(struct reader *r)
{
	int result = 0;

	if (r->key != BLOCK_KEY_COUNT)
		result = order_block_field_set(
		    &r->fields, r->key, buf_cstr(&r->value), r->value.n, r->key_line, r->err);
	buf_clear(&r->value);
	r->key = BLOCK_KEY_COUNT;
	return result;
}

static int
continue_field(struct reader *r, const char *s, size_t n)
{
	bool is_joined = r->key != BLOCK_KEY_COUNT && order_block_key_is_word(r->key);

	if (r->value.n + n > FIELD_MAX)
		return err_set_line(r->err, ERR_SYNTAX, r->key_line, "%s: is too long",
		    order_block_key_name(r->key));
	if (r->value.n > 0 && !is_joined)
		buf_chr(&r->value, ' ');
	for (size_t i = 0; i < n; i++) {
		if (s[i] != ' ' || !is_joined)
			buf_chr(&r->value, s[i]);
	}
	return 0;
}

/* Processes one level line that is not empty and has no blanks at its ends. */
static int
process_text(struct reader *r, const char *s, size_t n, int line)
{
	size_t value = 0, len = 0;
	enum order_block_key key = BLOCK_KEY_COUNT;

	if (r->key != BLOCK_KEY_SAY || !order_block_say_is_open(buf_cstr(&r->value), r->value.n))
		len = order_block_keyword(s, n, &value);
	if (len > 0)
		key = order_block_key_find(s, len);
	if (key != BLOCK_KEY_COUNT) {
		if (finish_field(r) < 0)
			return -1;
		r->key = key;
		r->key_line = line;
		while (value < n && s[value] == ' ')
			value++;
		return continue_field(r, s + value, n - value);
	}
	/* "e:ladder" is a card; "word: " is a field. */
	if (len > 0 && (value == n || s[value] == ' '))
		return len > 20 ?
		    err_set_line(r->err, ERR_SYNTAX, line, "unknown field") :
		    err_set_line(r->err, ERR_SYNTAX, line, "unknown field \"%.*s:\"", (int)len, s);
	if (r->key == BLOCK_KEY_COUNT)
		return err_set_line(r->err, ERR_SYNTAX, line, "text before the first field");
	return continue_field(r, s, n);
}

static int
finish_line(struct reader *r)
{
	struct buf text = BUF_INIT;
	int result = 0;

	if (order_block_fold_chars(buf_cstr(&r->logical), r->logical.n, false, &text) < 0) {
		result = order_block_fold_fail(r->logical.p, r->logical.n, r->logical_line, r->err);
	} else {
		const char *s = buf_cstr(&text);
		size_t n = trimmed_len(s, text.n), front = skip_char(s, n, 0, ' ');

		if (front < n)
			result = process_text(r, s + front, n - front, r->logical_line);
	}
	buf_release(&text);
	buf_clear(&r->logical);
	return result;
}

/*
 * True if a line after an encoder's cut begins with a blank of the text (order_block_text cuts
 * only words). If the line was quoted or indented after the cut, its prefix is that of the BEGIN
 * line, or at least mark and blank. If before, it has no prefix. Additional blanks are text.
 */
static bool
has_own_blank(const struct order_block_front *front, const struct order_block_front *begin)
{
	bool is_quoted = front->marks > 0 && (begin->indent > 0 || front->marks != begin->marks);

	if (front->marks == 0 && begin->marks > 0)
		return front->indent > 0;
	return front->indent != begin->indent && front->indent > is_quoted;
}

/* Processes one physical line between BEGIN and END. */
static int
process_line(struct reader *r, const struct raw_line *line, int number,
    const struct order_block_front *begin)
{
	struct buf bytes = BUF_INIT;
	enum cut cut = decode_line(line->s, line->n, &bytes);
	struct order_block_front front = order_block_line_prefix(bytes.p, bytes.n);
	bool is_empty = front.n == bytes.n && cut == CUT_NONE;

	/* Empty lines between lines, and blanks missing at the end of a cut line, do not end it.
	 * Only an encoded blank ends an encoded line. */
	if (r->cut != CUT_NONE && is_empty &&
	    (r->cut == CUT_OURS || line->n == 0 || memchr(line->s, '=', line->n) == NULL)) {
		buf_release(&bytes);
		return 0;
	}
	if (r->cut == CUT_NONE)
		r->logical_line = number;
	else if (r->is_encoded && r->cut == CUT_ENCODED && front.n < bytes.n &&
	    has_own_blank(&front, begin))
		buf_chr(&r->logical, ' ');
	buf_add(&r->logical, bytes.p + front.n, bytes.n - front.n);
	buf_release(&bytes);
	r->cut = cut;
	return cut != CUT_NONE ? 0 : finish_line(r);
}

/* Reads the lines of msg from `at` to `end` as fields of a block; `number` is the number of the
 * first line. */
static int
read_fields(struct reader *r, const char *msg, size_t at, size_t end, int number,
    const struct order_block_front *begin)
{
	while (at < end) {
		struct raw_line line = line_at(msg, end, at);

		if (process_line(r, &line, number, begin) < 0)
			return -1;
		at = line.next;
		number++;
	}
	if (r->cut != CUT_NONE && finish_line(r) < 0)
		return -1;
	if (r->key == BLOCK_KEY_SAY && order_block_say_is_open(buf_cstr(&r->value), r->value.n))
		return err_set_line(
		    r->err, ERR_SYNTAX, r->key_line, "say: the closing quote is missing");
	if (finish_field(r) < 0)
		return -1;
	return order_block_field_check(&r->fields, true, r->fields.b->line, r->err);
}

/* ---- blocks ------------------------------------------------------------------------------ */

static int
count_lines(const char *s, size_t n)
{
	int lines = 0;

	for (size_t i = 0; i < n; i++)
		lines += s[i] == '\n';
	return lines;
}

/* Moves *at to the next BEGIN, and *next after it; false if there is none. */
static bool
find_begin(const char *msg, size_t n, size_t *at, struct order_block_front *front, size_t *next)
{
	for (; *at < n; *at = *next)
		if (marker_at(msg, n, *at, front, next) == MARKER_BEGIN)
			return true;
	return false;
}

/*
 * Finds the line that closes the block whose first line is at `at`. *end is the offset of that
 * line, *next the offset to continue at. Returns MARKER_END; MARKER_BEGIN or MARKER_NONE if the
 * block is not closed.
 */
static enum marker
find_end(const char *msg, size_t n, size_t at, size_t *end, size_t *next)
{
	for (; at < n; at = *next) {
		struct order_block_front front;
		enum marker marker = marker_at(msg, n, at, &front, next);

		*end = at;
		if (marker == MARKER_BEGIN)
			*next = at;
		if (marker != MARKER_NONE)
			return marker;
	}
	*end = *next = n;
	return MARKER_NONE;
}

int
order_block_next(const char *msg, size_t n, size_t *at, struct order_block *out, struct err *err)
{
	size_t begin = *at, first = *at, end;
	struct order_block_front front = { 0, 0, 0 };

	if (n > ORDER_BLOCK_INPUT_MAX) {
		*at = n;
		return err_set(
		    err, ERR_SYNTAX, "a message of more than %d bytes", ORDER_BLOCK_INPUT_MAX);
	}
	if (begin > n || !find_begin(msg, n, &begin, &front, &first)) {
		*at = n;
		return 0;
	}

	enum marker marker = find_end(msg, n, first, &end, at);
	*out = (struct order_block){ .line = count_lines(msg, begin) + 1 };
	if (marker == MARKER_BEGIN)
		return err_set_line(
		    err, ERR_SYNTAX, out->line, "the order does not end before the next begins");
	if (marker == MARKER_NONE) {
		(void)err_set_line(err, ERR_SYNTAX, out->line, "the order is cut off");
		return err_hint(err, "its last line must be -----END ADIT ORDER-----");
	}
	if (end - begin > ORDER_BLOCK_RAW_MAX)
		return err_set_line(err, ERR_SYNTAX, out->line, "an order of more than %d bytes",
		    ORDER_BLOCK_RAW_MAX);

	struct reader r = { .fields = { out, 0 },
		.key = BLOCK_KEY_COUNT,
		.err = err,
		.is_encoded = is_encoded(msg + begin, end - begin) };
	int line = out->line + count_lines(msg + begin, first - begin);
	int result = read_fields(&r, msg, first, end, line, &front);
	buf_release(&r.value);
	buf_release(&r.logical);
	return result < 0 ? -1 : 1;
}
