/*
 * Charsets.
 *
 * (C1) A charset name is passed to iconv_open only if it consists of letters, digits and the
 *      punctuation of charset names: never a path, never "//".
 * (C2) Every loop consumes at least one byte, so a stuck converter ends.
 */
#include "mailparse/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "util/slice.h"
#include "util/utf8.h"

enum { NAME_MAX_LEN = 40, CHUNK = 16384, ASCII = 0x80 };

static const char nothing[] = "\xef\xbf\xbd"; /* U+FFFD */

struct mark {
	const char *bytes;
	size_t n;
	const char *charset;
};
/* UTF-32 first: its mark begins with that of UTF-16. */
static const struct mark marks[] = {
	{ "\xff\xfe\0\0", 4, "UTF-32LE" },
	{ "\0\0\xfe\xff", 4, "UTF-32BE" },
	{ "\xff\xfe", 2, "UTF-16LE" },
	{ "\xfe\xff", 2, "UTF-16BE" },
	{ "\xef\xbb\xbf", 3, NULL },
};
enum { MARKS = sizeof marks / sizeof marks[0] };

static const struct mark *
find_mark(const char *p, size_t n)
{
	for (size_t i = 0; i < MARKS; i++)
		if (n >= marks[i].n && memcmp(p, marks[i].bytes, marks[i].n) == 0)
			return &marks[i];
	return NULL;
}

int
charset_is_wide(const char *p, size_t n)
{
	const struct mark *mark = find_mark(p, n);

	return mark != NULL && mark->charset != NULL;
}

/* ---- windows-1252 ------------------------------------------------------------------------------- */

/* 0x80 to 0x9f; U+FFFD: undefined. From 0xa0 on equal to ISO 8859-1. */
static const uint16_t cp1252[32] = { 0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
	0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019,
	0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd,
	0x017e, 0x0178 };

static void
from_1252(const char *p, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n && out->n < CHARSET_MAX; i++) {
		unsigned char byte = (unsigned char)p[i];

		if (byte < ASCII)
			buf_chr(out, p[i]);
		else
			utf8_add(byte < 0xa0 ? cp1252[byte - ASCII] : byte, out);
	}
}

/* ---- other charsets -------------------------------------------------------------------------- */

/* True for names that mail programs use by default, and for UTF-8, which is detected. */
static bool
is_guess(const char *name)
{
	static const char *const guess[] = { "us-ascii", "ascii", "ansi_x3.4-1968", "utf-8", "utf8",
		"unknown-8bit", "x-unknown", "binary", "8bit", "7bit", "default" };

	for (size_t i = 0; i < sizeof guess / sizeof guess[0]; i++)
		if (strcasecmp(name, guess[i]) == 0)
			return true;
	return false;
}

/* Text declared as ISO 8859-1 with bytes 0x80 to 0x9f is windows-1252. */
static bool
is_1252(const char *name)
{
	return strcasecmp(name, "iso-8859-1") == 0 || strcasecmp(name, "iso8859-1") == 0 ||
	    strcasecmp(name, "latin1") == 0 || strcasecmp(name, "windows-1252") == 0 ||
	    strcasecmp(name, "cp1252") == 0;
}

/* (C1) */
static bool
is_name(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < n; i++) {
		char c = name[i];

		if (!ascii_is_digit(c) && !ascii_is_lower(c | 0x20) && c != '-' && c != '_' &&
		    c != '.' && c != ':' && c != '+')
			return false;
	}
	return n > 0 && n <= NAME_MAX_LEN;
}

/* Without a byte order mark UTF-16 is big-endian (RFC 2781), but mail programs differ. The first
 * character is ASCII, so its zero byte shows the order. */
static const char *
wide_name(const char *name, const char *p, size_t n)
{
	if (strcasecmp(name, "utf-16") == 0)
		return n >= 2 && p[1] == '\0' && p[0] != '\0' ? "UTF-16LE" : "UTF-16BE";
	if (strcasecmp(name, "utf-32") == 0)
		return n >= 4 && p[3] == '\0' && p[0] != '\0' ? "UTF-32LE" : "UTF-32BE";
	return name;
}

/* Returns 0, or -1 if the charset is unknown. */
static int
from_iconv(const char *name, char *p, size_t n, struct buf *out)
{
	iconv_t cd = iconv_open("UTF-8", name);

	if (cd == (iconv_t)-1)
		return -1;
	while (n > 0 && out->n < CHARSET_MAX) {
		size_t left = CHUNK, before = n;
		char *to;

		buf_reserve(out, CHUNK);
		to = out->p + out->n;
		errno = 0;
		(void)iconv(cd, &p, &n, &to, &left);
		out->n += CHUNK - left;
		out->p[out->n] = '\0';
		if (errno == EILSEQ || errno == EINVAL || (n == before && left == CHUNK)) {
			buf_str(out, nothing); /* (C2) */
			p++;
			n--;
		}
	}
	(void)iconv_close(cd); /* only frees memory */
	return 0;
}

/* Converts CRLF and CR to LF in the bytes of `out` after `from`. */
static void
end_lines(struct buf *out, size_t from)
{
	size_t to = from;

	if (out->n == from || memchr(out->p + from, '\r', out->n - from) == NULL)
		return;
	for (size_t i = from; i < out->n; i++) {
		if (out->p[i] != '\r')
			out->p[to++] = out->p[i];
		else if (i + 1 == out->n || out->p[i + 1] != '\n')
			out->p[to++] = '\n';
	}
	out->n = to;
	out->p[to] = '\0';
}

void
charset_text(const char *declared, const char *p, size_t n, struct buf *out)
{
	const struct mark *mark = find_mark(p, n);
	const char *name = declared != NULL && is_name(declared) ? declared : "us-ascii";
	struct buf copy = BUF_INIT; /* iconv needs a non-const buffer */
	size_t from = out->n;

	if (mark != NULL) {
		name = mark->charset != NULL ? mark->charset : "utf-8";
		p += mark->n;
		n -= mark->n;
	} else {
		name = wide_name(name, p, n);
	}
	buf_add(&copy, p, n);
	if (n > 0 && (is_guess(name) || is_1252(name) || from_iconv(name, copy.p, n, out) < 0)) {
		if (!is_1252(name) && utf8_is_valid(p, n))
			buf_add(out, p, n < CHARSET_MAX ? n : CHARSET_MAX);
		else
			from_1252(p, n, out);
	}
	end_lines(out, from);
	buf_release(&copy);
}
