/*
 * Text from outside.  The only file that includes <utf8proc.h>.
 */
#include "util/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "util/buf.h"
#include "util/mem.h"

size_t
utf8_next(const char *s, size_t n, uint32_t *c)
{
	utf8proc_int32_t code = 0;
	utf8proc_ssize_t len = utf8proc_iterate(
	    (const utf8proc_uint8_t *)s, n < 4 ? (utf8proc_ssize_t)n : 4, &code);

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

bool
utf8_is_shown(uint32_t c)
{
	if (c > 0x10ffff)
		return false;

	const utf8proc_property_t *p = utf8proc_get_property((utf8proc_int32_t)c);

	switch (p->category) {
	case UTF8PROC_CATEGORY_CN:
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF: /* bidi controls, joiners, the byte order mark, tags */
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_CO: /* private use: nobody knows what it shows */
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
		return false;
	default:
		/* Fillers and variation selectors: letters and marks that show nothing. */
		return !p->ignorable;
	}
}

static bool
is_valid(const char *s, size_t n, bool and_shown)
{
	while (n > 0) {
		uint32_t c = (unsigned char)*s;
		/* Nearly all that comes is ASCII, and ten times dearer to look up. */
		bool is_plain = c >= ' ' && c <= '~';
		size_t len = is_plain ? 1 : utf8_next(s, n, &c);

		if (len == 0 || (and_shown && !is_plain && !utf8_is_shown(c)))
			return false;
		s += len;
		n -= len;
	}
	return true;
}

bool
utf8_is_valid(const char *s, size_t n)
{
	return is_valid(s, n, false);
}

bool
utf8_is_clean(const char *s, size_t n)
{
	return is_valid(s, n, true);
}

bool
utf8_marks_fit(const char *s, size_t n)
{
	unsigned marks = UTF8_MARKS; /* as if something were full before the first */

	while (n > 0) {
		uint32_t c;
		size_t len = utf8_next(s, n, &c);

		if (len == 0)
			return false;

		utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);

		if (category != UTF8PROC_CATEGORY_MN && category != UTF8PROC_CATEGORY_ME)
			marks = 0;
		else if (marks++ == UTF8_MARKS)
			return false;
		s += len;
		n -= len;
	}
	return true;
}

/* The text in another form; free it. */
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
utf8_is_composed(const char *s, size_t n)
{
	size_t len;
	char *form = mapped(s, n, UTF8PROC_COMPOSE, &len);
	bool is = len == n && memcmp(form, s, n) == 0;

	free(form);
	return is;
}

void
utf8_compose(const char *s, size_t n, struct buf *out)
{
	size_t len;
	char *form = mapped(s, n, UTF8PROC_COMPOSE, &len);

	buf_add(out, form, len);
	free(form);
}

/* Letters of Cyrillic, Greek and Latin that look like those of seats' names, and digits that look like
 * letters. */
static const struct {
	uint32_t c;
	char like;
} alike_table[] = {
	/* clang-format off */
	{ 0x410, 'a' }, { 0x412, 'b' }, { 0x415, 'e' }, { 0x417, '3' }, { 0x406, 'l' },
	{ 0x408, 'j' }, { 0x41a, 'k' }, { 0x41c, 'm' }, { 0x41d, 'h' }, { 0x41e, 'o' },
	{ 0x420, 'p' }, { 0x421, 'c' }, { 0x422, 't' }, { 0x423, 'y' }, { 0x425, 'x' },
	{ 0x405, 's' }, { 0x4c0, 'l' }, { 0x51a, 'q' }, { 0x51c, 'w' }, { 0x474, 'v' },
	{ 0x430, 'a' }, { 0x432, 'b' }, { 0x433, 'r' }, { 0x435, 'e' }, { 0x437, '3' },
	{ 0x438, 'u' }, { 0x43a, 'k' }, { 0x43c, 'm' }, { 0x43d, 'h' }, { 0x43e, 'o' },
	{ 0x43f, 'n' }, { 0x440, 'p' }, { 0x441, 'c' }, { 0x442, 't' }, { 0x443, 'y' },
	{ 0x445, 'x' }, { 0x44c, 'b' }, { 0x455, 's' }, { 0x456, 'l' }, { 0x458, 'j' },
	{ 0x475, 'v' }, { 0x4bb, 'h' }, { 0x4cf, 'l' }, { 0x501, 'd' }, { 0x51b, 'q' },
	{ 0x51d, 'w' }, { 0x391, 'a' }, { 0x392, 'b' }, { 0x395, 'e' }, { 0x396, 'z' },
	{ 0x397, 'h' }, { 0x399, 'l' }, { 0x39a, 'k' }, { 0x39c, 'm' }, { 0x39d, 'n' },
	{ 0x39f, 'o' }, { 0x3a1, 'p' }, { 0x3a4, 't' }, { 0x3a5, 'y' }, { 0x3a7, 'x' },
	{ 0x3b1, 'a' }, { 0x3b2, 'b' }, { 0x3b5, 'e' }, { 0x3b7, 'n' }, { 0x3b9, 'l' },
	{ 0x3ba, 'k' }, { 0x3bc, 'u' }, { 0x3bd, 'v' }, { 0x3bf, 'o' }, { 0x3c1, 'p' },
	{ 0x3c4, 't' }, { 0x3c5, 'u' }, { 0x3c7, 'x' }, { 0x3c9, 'w' }, { 0x3f2, 'c' },
	{ 0x3f3, 'j' }, { 'I', 'l' }, { 'i', 'l' }, { '1', 'l' }, { '|', 'l' },
	{ '0', 'o' }, { 0x131, 'l' }, { 0x142, 'l' }, { 0x141, 'l' }, { 0xf8, 'o' },
	{ 0xd8, 'o' }, { 0x111, 'd' }, { 0x110, 'd' }, { 0x251, 'a' }, { 0x261, 'g' },
	/* clang-format on */
};

static char
look_alike(uint32_t c)
{
	for (size_t i = 0; i < sizeof alike_table / sizeof alike_table[0]; i++)
		if (alike_table[i].c == c)
			return alike_table[i].like;
	return 0;
}

void
utf8_skeleton(const char *s, size_t n, struct buf *out)
{
	size_t len, n_small;
	char *bare = mapped(s, n, UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK, &len);
	struct buf alike = BUF_INIT;
	char *small;

	for (size_t i = 0, step; i < len; i += step) {
		uint32_t c = 0;

		step = utf8_next(bare + i, len - i, &c);
		if (step == 0)
			BUG("utf8proc gives what is no UTF-8");
		if (look_alike(c) != 0)
			buf_chr(&alike, look_alike(c));
		else
			buf_add(&alike, bare + i, step);
	}
	small = mapped(buf_cstr(&alike), alike.n,
	    UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD, &n_small);
	for (size_t i = 0, step; i < n_small; i += step) {
		uint32_t c = 0;

		step = utf8_next(small + i, n_small - i, &c);
		if (step == 0)
			BUG("utf8proc gives what is no UTF-8");

		utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);

		if (category <= UTF8PROC_CATEGORY_LO || category == UTF8PROC_CATEGORY_ND)
			buf_add(out, small + i, step);
	}
	free(small);
	free(bare);
	buf_release(&alike);
}

void
utf8_add_shown(const char *s, size_t n, struct buf *out)
{
	while (n > 0) {
		uint32_t c = 0;
		size_t len = utf8_next(s, n, &c);

		if (len > 0 && (c == '\n' || utf8_is_shown(c)))
			buf_add(out, s, len);
		else
			buf_chr(out, '?');
		s += len > 0 ? len : 1;
		n -= len > 0 ? len : 1;
	}
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
		width += (size_t)utf8proc_charwidth((utf8proc_int32_t)c);
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
