#include <criterion/criterion.h>

#include "util/buf.h"
#include "util/utf8.h"

struct row {
	const char *name, *text;
	bool valid, clean;
	size_t width; /* of valid text */
};

static const struct row text[] = {
	{ "empty", "", true, true, 0 },
	{ "ASCII", "anna", true, true, 4 },
	{ "blank", "a b", true, true, 3 },
	{ "two bytes", "B\xc3\xb6rse", true, true, 5 },
	{ "three bytes, wide", "\xe6\xbc\xa2", true, true, 2 },
	{ "four bytes, wide", "\xf0\x9f\x98\x80", true, true, 2 },
	{ "combining accent", "e\xcc\x81", true, true, 1 },
	{ "newline", "a\nb", true, false, 2 },
	{ "carriage return", "a\rb", true, false, 2 },
	{ "escape", "\x1b[2J", true, false, 3 },
	{ "delete", "\x7f", true, false, 0 },
	{ "C1 control", "\xc2\x9b", true, false, 0 },
	{ "line separator", "\xe2\x80\xa8", true, false, 0 },
	{ "paragraph separator", "\xe2\x80\xa9", true, false, 0 },
	{ "right-to-left override", "\xe2\x80\xae", true, false, 0 },
	{ "left-to-right isolate", "\xe2\x81\xa6", true, false, 0 },
	{ "zero-width space", "\xe2\x80\x8b", true, false, 0 },
	{ "zero-width joiner", "\xe2\x80\x8d", true, false, 0 },
	{ "byte order mark", "\xef\xbb\xbf", true, false, 0 },
	{ "combining grapheme joiner", "\xcd\x8f", true, false, 0 },
	{ "unassigned", "\xcd\xb8", true, false, 1 },
	{ "private use", "\xee\x80\x80", true, false, 1 },
	{ "last character", "\xf4\x8f\xbf\xbd", true, false, 1 },
	{ "overlong slash, two bytes", "\xc0\xaf", false, false, 0 },
	{ "overlong slash, three bytes", "\xe0\x80\xaf", false, false, 0 },
	{ "overlong slash, four bytes", "\xf0\x80\x80\xaf", false, false, 0 },
	{ "overlong U+07FF", "\xe0\x9f\xbf", false, false, 0 },
	{ "overlong U+FFFF", "\xf0\x8f\xbf\xbf", false, false, 0 },
	{ "high surrogate", "\xed\xa0\x80", false, false, 0 },
	{ "low surrogate", "\xed\xbf\xbf", false, false, 0 },
	{ "surrogate pair", "\xed\xa0\xbd\xed\xb8\x80", false, false, 0 },
	{ "above U+10FFFF", "\xf4\x90\x80\x80", false, false, 0 },
	{ "five-byte lead", "\xf8\x88\x80\x80\x80", false, false, 0 },
	{ "byte FF", "\xff", false, false, 0 },
	{ "continuation alone", "\x80", false, false, 0 },
	{ "cut off after one of two", "\xc3", false, false, 0 },
	{ "cut off after one of three", "\xe6", false, false, 0 },
	{ "cut off after two of three", "\xe6\xbc", false, false, 0 },
	{ "cut off after three of four", "\xf0\x9f\x98", false, false, 0 },
	{ "letter for a continuation", "\xc3z", false, false, 0 },
};

Test(utf8, text)
{
	for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
		const struct row *row = &text[i];
		size_t n = strlen(row->text);

		cr_expect_eq(utf8_is_valid(row->text, n), row->valid, "%s: valid", row->name);
		cr_expect_eq(utf8_is_clean(row->text, n), row->clean, "%s: clean", row->name);
		if (row->valid)
			cr_expect_eq(utf8_width(row->text, n), row->width, "%s: width %zu",
			    row->name, utf8_width(row->text, n));
	}
}

/* A later utf8proc has more characters, and other widths: digests would not be the same. */
Test(utf8, unicode_has_one_version)
{
	static const struct {
		const char *name, *s;
		bool clean;
		size_t width; /* if clean */
	} row[] = {
		{ "wide since Unicode 16", "\xe2\x98\xb0", true, 1 },
		{ "new in Unicode 15", "\xf0\x9f\xab\xa8", true, 2 },
		{ "new in Unicode 16", "\xf0\x9f\xab\xa9", false, 0 },
		{ "new in Unicode 17", "\xf0\x9f\xab\x88", false, 0 },
		{ "a mark until Unicode 16", "\xf0\x91\x9c\x9e", true, 0 },
	};
	uint32_t sum = 0;

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const size_t n = strlen(row[i].s);

		cr_expect_eq(utf8_is_clean(row[i].s, n), row[i].clean, "%s", row[i].name);
		if (row[i].clean)
			cr_expect_eq(utf8_width(row[i].s, n), row[i].width, "%s", row[i].name);
	}
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		struct buf one = BUF_INIT;

		if (!utf8_is_printable(c))
			continue;
		utf8_add(c, &one);
		sum = sum * 31 + c + (uint32_t)utf8_width(one.p, one.n);
		buf_release(&one);
	}
	cr_expect_eq(sum, 88073386, "%u", (unsigned)sum);
}

Test(utf8, length_is_a_wall)
{
	/* The rest of the character is after the given end. */
	cr_expect_not(utf8_is_valid("\xe6\xbc\xa2", 2));
	cr_expect_not(utf8_is_valid("a\xc3\xb6", 2));
	cr_expect(utf8_is_valid("\xc3\xb6\xff", 2));
}

Test(utf8, nul_is_a_control_and_not_an_end)
{
	cr_expect(utf8_is_valid("a\0b", 3));
	cr_expect_not(utf8_is_clean("a\0b", 3));
	cr_expect_not(utf8_is_valid("a\0\xff", 3));
}

Test(utf8, every_character_has_one_length)
{
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		uint32_t back = 0;
		size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
		char s[4] = { (char)c };

		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		for (size_t i = 1; n > 1 && i < n; i++)
			s[i] = (char)(0x80 | (c >> (6 * (n - 1 - i)) & 0x3f));
		if (n > 1)
			s[0] = (char)(0xf00U >> n | c >> (6 * (n - 1)));
		cr_assert_eq(utf8_next(s, n, &back), n, "U+%04X", (unsigned)c);
		cr_assert_eq(back, c, "U+%04X", (unsigned)c);
		if (n > 1)
			cr_assert_eq(utf8_next(s, n - 1, &back), 0, "U+%04X cut off", (unsigned)c);
	}
}

#define MARK "\xcc\x81" /* U+0301 */

Test(utf8, marks_pile_up_so_far)
{
	static const struct {
		const char *name, *s;
		bool fits;
	} row[] = {
		{ "nothing", "", true },
		{ "no marks", "abc", true },
		{ "one", "a" MARK "b", true },
		{ "four", "a" MARK MARK MARK MARK "b", true },
		{ "five", "a" MARK MARK MARK MARK MARK "b", false },
		{ "four on each of two", "a" MARK MARK MARK MARK "b" MARK MARK MARK MARK, true },
		{ "one at the beginning", MARK "a", false },
		{ "an enclosing one", "a\xe2\x83\x9d", true },
		{ "five, some enclosing", "a\xe2\x83\x9d" MARK MARK MARK MARK, false },
		{ "Vietnamese, decomposed", "Vie\xcc\xa3\xcc\x82t", true },
		{ "no UTF-8", "a\xcc", false },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		cr_expect_eq(
		    utf8_marks_fit(row[i].s, strlen(row[i].s)), row[i].fits, "%s", row[i].name);
}

Test(utf8, text_as_it_may_be_shown)
{
	static const char wild[] = "a\x1b[2J\tb\n\xe2\x80\xaegnp\xff\xc3\xa9";
	struct buf out = BUF_INIT;

	utf8_add_printable(wild, sizeof wild - 1, &out);
	cr_expect_str_eq(buf_cstr(&out), "a?[2J?b\n?gnp?\xc3\xa9");
	buf_release(&out);
}

Test(utf8, shown_takes_any_number)
{
	cr_expect_not(utf8_is_printable(0x110000));
	cr_expect_not(utf8_is_printable(UINT32_MAX));
	cr_expect_not(utf8_is_printable(0xd800));
	cr_expect_not(utf8_is_printable(0xfffe));
	cr_expect_not(utf8_is_printable(0x3164), "Hangul filler");
	cr_expect_not(utf8_is_printable(0xe0041), "tag letter");
	cr_expect(utf8_is_printable(' '));
	cr_expect(utf8_is_printable(0x2588), "full block");
}
