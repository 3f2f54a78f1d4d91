/*
 * Text from outside.  The only file that includes <utf8proc.h>.
 */
#include "util/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "util/buf.h"
#include "util/mem.h"
#include "util/utf8_table.h"

/* Most text is ASCII, for which a lookup would take ten times longer. */
static bool
is_plain(uint32_t c)
{
	return c >= ' ' && c <= '~';
}

size_t
utf8_next(const char *s, size_t n, uint32_t *c)
{
	utf8proc_int32_t code = 0;
	utf8proc_ssize_t len;

	if (n > 0 && is_plain((unsigned char)*s)) {
		*c = (unsigned char)*s;
		return 1;
	}
	len = utf8proc_iterate((const utf8proc_uint8_t *)s, n < 4 ? (utf8proc_ssize_t)n : 4, &code);
	if (len <= 0)
		return 0;
	*c = (uint32_t)code;
	return (size_t)len;
}

void
utf8_add(uint32_t c, struct buf *out)
{
	unsigned char bytes[4];
	utf8proc_ssize_t n;

	if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		c = 0xfffd;
	n = utf8proc_encode_char((utf8proc_int32_t)c, bytes);
	buf_add(out, bytes, (size_t)n);
}

void
utf8_capital(struct buf *text, size_t at)
{
	struct buf rest = BUF_INIT;
	uint32_t c = 0;
	const size_t n = at < text->n ? utf8_next(text->p + at, text->n - at, &c) : 0;

	if (n == 0)
		return;
	buf_add(&rest, text->p + at + n, text->n - at - n);
	text->n = at;
	utf8_add((uint32_t)utf8proc_toupper((utf8proc_int32_t)c), text);
	buf_add(text, buf_cstr(&rest), rest.n);
	buf_wipe(&rest);
}

static enum utf8_class
class_of(uint32_t c)
{
	size_t from = 0, to = utf8_runs;

	if (c >= 0x2500 && c <= 0x259f) /* most of a board */
		return UTF8_NARROW;
	while (to - from > 1) {
		const size_t at = from + (to - from) / 2;

		if (utf8_run[at] >> UTF8_CLASS_BITS <= c)
			from = at;
		else
			to = at;
	}
	return (enum utf8_class)(utf8_run[from] & ((1u << UTF8_CLASS_BITS) - 1));
}

bool
utf8_is_printable(uint32_t c)
{
	return is_plain(c) || class_of(c) != UTF8_HIDDEN;
}

/* Returns how many bytes at the beginning are valid. */
static size_t
valid_n(const char *s, size_t n, bool and_shown)
{
	size_t i = 0;

	while (i < n) {
		uint32_t c;
		size_t len = utf8_next(s + i, n - i, &c);

		if (len == 0 || (and_shown && !utf8_is_printable(c)))
			break;
		i += len;
	}
	return i;
}

bool
utf8_is_valid(const char *s, size_t n)
{
	return valid_n(s, n, false) == n;
}

bool
utf8_is_clean(const char *s, size_t n)
{
	return valid_n(s, n, true) == n;
}

size_t
utf8_clean_n(const char *s, size_t n)
{
	return valid_n(s, n, true);
}

int
utf8_fail_first(const char *s, size_t n, enum err_code code, int line, struct err *err)
{
	char name[sizeof "U+10FFFF"];
	uint32_t c;

	if (utf8_next(s, n, &c) == 0)
		return err_set_line(
		    err, code, line, "byte 0x%02x is not UTF-8", (unsigned)(unsigned char)*s);
	(void)snprintf(name, sizeof name, "U+%04X", (unsigned)c); /* fits: c is at most 10FFFF */
	return err_set_line(
	    err, code, line, "%s is not a character of Unicode 15.0 that can be shown", name);
}

int
utf8_fail(const char *s, size_t n, enum err_code code, int line, struct err *err)
{
	const size_t at = utf8_clean_n(s, n);

	return utf8_fail_first(s + at, n - at, code, line, err);
}

bool
utf8_marks_fit(const char *s, size_t n)
{
	unsigned marks = UTF8_MARKS; /* as if the first character followed a full one */

	while (n > 0) {
		uint32_t c;
		size_t len = utf8_next(s, n, &c);

		if (len == 0)
			return false;
		if (class_of(c) != UTF8_MARK)
			marks = 0;
		else if (marks++ == UTF8_MARKS)
			return false;
		s += len;
		n -= len;
	}
	return true;
}

/* Returns the text in another form; the caller frees it. */
static char *
mapped(const char *s, size_t n, int how, size_t *out_n)
{
	utf8proc_uint8_t *out = NULL;
	utf8proc_ssize_t len = utf8proc_map((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &out,
	    (utf8proc_option_t)(UTF8PROC_STABLE | how));

	if (len < 0)
		BUG("text that nobody has tested");
	*out_n = (size_t)len;
	return (char *)out;
}

bool
utf8_blanks_fit(const char *s, size_t n)
{
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = utf8_next(s + i, n - i, &c);
		if (len == 0 ||
		    (c != ' ' && utf8proc_category((utf8proc_int32_t)c) == UTF8PROC_CATEGORY_ZS))
			return false;
	}
	return true;
}

bool
utf8_is_composed(const char *s, size_t n)
{
	size_t len;
	char *form = mapped(s, n, UTF8PROC_COMPOSE, &len);
	bool is = len == n && memcmp(form, s, n) == 0;

	free(form);
	return is;
}

static void
add_mapped(const char *s, size_t n, int how, struct buf *out)
{
	size_t len;
	char *form = mapped(s, n, how, &len);

	buf_add(out, form, len);
	free(form);
}

void
utf8_compose(const char *s, size_t n, struct buf *out)
{
	add_mapped(s, n, UTF8PROC_COMPOSE, out);
}

void
utf8_strip_marks(const char *s, size_t n, struct buf *out)
{
	add_mapped(s, n, UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK, out);
}

void
utf8_fold(const char *s, size_t n, struct buf *out)
{
	add_mapped(s, n, UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD, out);
}

bool
utf8_is_letter_or_digit(uint32_t c)
{
	utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);

	return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
	    category == UTF8PROC_CATEGORY_ND;
}

void
utf8_add_printable(const char *s, size_t n, struct buf *out)
{
	while (n > 0) {
		uint32_t c = 0;
		size_t len = utf8_next(s, n, &c);

		if (len > 0 && (c == '\n' || utf8_is_printable(c)))
			buf_add(out, s, len);
		else
			buf_chr(out, '?');
		s += len > 0 ? len : 1;
		n -= len > 0 ? len : 1;
	}
}

static size_t
width_of(uint32_t c)
{
	switch (is_plain(c) ? UTF8_NARROW : class_of(c)) {
	case UTF8_NARROW:
		return 1;
	case UTF8_WIDE:
		return 2;
	case UTF8_MARK:
	case UTF8_ZERO:
		return 0;
	case UTF8_HIDDEN:
	case UTF8_CLASSES:
		break;
	}
	return (size_t)utf8proc_charwidth((utf8proc_int32_t)c);
}

size_t
utf8_width(const char *s, size_t n)
{
	size_t width = 0;

	while (n > 0) {
		uint32_t c;
		size_t len = utf8_next(s, n, &c);

		if (len == 0)
			break;
		width += width_of(c);
		s += len;
		n -= len;
	}
	return width;
}

const char *
utf8_version(void)
{
	return utf8proc_version();
}
