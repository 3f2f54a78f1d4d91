/*
 * Runtime errors as values.
 *
 * (E1) msg and hint are one line each of valid UTF-8 without controls or bidi characters, whatever
 * the arguments are. So a path or a mail field cannot move the cursor or forge a second line.
 */
#include "util/err.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "util/pieces.h"
#include "util/utf8.h"

/* A text while it is made. */
struct filling {
	char *out;
	size_t size, n;
	bool is_full; /* something was cut off: nothing more is added */
	struct err_made *made;
};

/* Returns how many of n bytes at the beginning are printable ASCII: nearly all are. */
static size_t
count_plain(const char *s, size_t n)
{
	size_t i = 0;

	while (i < n && s[i] >= ' ' && s[i] <= '~')
		i++;
	return i;
}

/* Appends `left` bytes with '?' for unprintable characters; cuts between two characters. */
static void
add_shown(struct filling *f, const char *in, size_t left)
{
	while (left > 0 && !f->is_full) {
		const size_t plain = count_plain(in, left), room = f->size - 1 - f->n;
		uint32_t c = 0;

		if (plain > 0) {
			const size_t n = plain < room ? plain : room;

			memcpy(f->out + f->n, in, n);
			f->n += n;
			f->is_full = n < plain;
			in += plain;
			left -= plain;
			continue;
		}
		const size_t len = utf8_next(in, left, &c);
		const bool is_shown = len > 0 && utf8_is_printable(c);
		const size_t put = is_shown ? len : 1;

		if (f->n + put >= f->size) {
			f->is_full = true;
			break;
		}
		if (is_shown)
			memcpy(f->out + f->n, in, len);
		else
			f->out[f->n] = '?';
		f->n += put;
		in += len > 0 ? len : 1;
		left -= len > 0 ? len : 1;
	}
}

static void
add_value(struct filling *f, const struct piece *piece, unsigned i)
{
	const char *fill = piece->has_zeros ? "0" : " ";
	const size_t begin = f->n;

	for (size_t k = 0; !piece->is_left && k < piece->blanks; k++)
		add_shown(f, fill, 1);
	add_shown(f, piece->p, piece->n);
	for (size_t k = 0; piece->is_left && k < piece->blanks; k++)
		add_shown(f, " ", 1);
	if (i < ERR_VALUES) {
		f->made->begin[i] = (unsigned short)begin;
		f->made->end[i] = (unsigned short)f->n;
	}
}

/* Makes a text of one sentence in `out`. */
static struct filling __attribute__((format(printf, 4, 0)))
fill(char *out, size_t size, struct err_made *made, const char *fmt, va_list ap)
{
	struct filling f = { .out = out, .size = size, .made = made };
	struct piece_reader r;
	struct piece piece;
	unsigned n = 0;

	piece_reader_begin(&r, fmt, ap);
	while (piece_reader_next(&r, &piece)) {
		if (piece.is_value)
			add_value(&f, &piece, n++);
		else
			add_shown(&f, piece.p, piece.n);
	}
	piece_reader_end(&r);
	out[f.n] = '\0';
	made->fmt[0] = fmt;
	made->n_values[0] = (unsigned char)n;
	made->n = n <= ERR_VALUES;
	return f;
}

int
err_set_line(struct err *err, enum err_code code, int line, const char *fmt, ...)
{
	char text[ERR_MSG_MAX]; /* separate from err: an argument may be the old err->msg */
	struct filling f;
	va_list ap;

	va_start(ap, fmt);
	f = fill(text, sizeof text, &err->made_msg, fmt, ap);
	va_end(ap);
	memcpy(err->msg, text, f.n + 1);
	err->hint[0] = '\0';
	err->made_hint.n = 0;
	err->code = code;
	err->line = line;
	return -1;
}

int
err_hint(struct err *err, const char *fmt, ...)
{
	char text[ERR_HINT_MAX];
	struct filling f;
	va_list ap;

	va_start(ap, fmt);
	f = fill(text, sizeof text, &err->made_hint, fmt, ap);
	va_end(ap);
	memcpy(err->hint, text, f.n + 1);
	return -1;
}

static unsigned
count_values(const struct err_made *made)
{
	unsigned n = 0;

	for (unsigned i = 0; i < made->n; i++)
		n += made->n_values[i];
	return n;
}

/* Appends the sentences of `in`, whose text was appended as bytes `at` to `end` of the text of
 * `made`. */
static void
join(struct err_made *made, const struct err_made *in, size_t at, size_t end)
{
	const unsigned n = count_values(made), more = count_values(in);

	if (made->n == 0 || in->n == 0 || made->n + in->n > ERR_SENTENCES ||
	    n + more > ERR_VALUES) {
		made->n = 0;
		return;
	}
	for (unsigned i = 0; i < more; i++) {
		const size_t from = at + in->begin[i], to = at + in->end[i];

		made->begin[n + i] = (unsigned short)(from < end ? from : end);
		made->end[n + i] = (unsigned short)(to < end ? to : end);
	}
	for (unsigned i = 0; i < in->n; i++, made->n++) {
		made->fmt[made->n] = in->fmt[i];
		made->n_values[made->n] = in->n_values[i];
	}
}

int
err_wrap(struct err *err, const char *fmt, ...)
{
	char text[ERR_MSG_MAX];
	struct err_made made;
	struct filling f;
	va_list ap;
	size_t at;

	va_start(ap, fmt);
	f = fill(text, sizeof text, &made, fmt, ap);
	va_end(ap);
	add_shown(&f, ": ", 2);
	at = f.n;
	add_shown(&f, err->msg, strlen(err->msg));
	text[f.n] = '\0';
	join(&made, &err->made_msg, at, f.n);
	err->made_msg = made;
	memcpy(err->msg, text, f.n + 1);
	return -1;
}

const char *
err_code_name(enum err_code code)
{
	static const char *const name[] = {
		[ERR_NONE] = "none",
		[ERR_USAGE] = "usage",
		[ERR_SYNTAX] = "syntax",
		[ERR_RULE] = "rule",
		[ERR_AUTH] = "auth",
		[ERR_STALE] = "stale",
		[ERR_NOT_FOUND] = "not-found",
		[ERR_PENDING] = "pending",
		[ERR_CREATE] = "create",
		[ERR_IO] = "io",
		[ERR_BUSY] = "busy",
		[ERR_CORRUPT] = "corrupt",
	};

	return name[code];
}
