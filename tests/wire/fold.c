/* [adit(5), ORDERS] Characters that mail programs write instead of plain ones. */
#include <criterion/criterion.h>

#include "util/utf8.h"
#include "wire/block_field.h"

/* The list of the page, in any order. */
static const struct {
	uint32_t from, to;
	const char *plain, *wide;
} row[] = {
	{ 0x00ad, 0x00ad, "", "" },
	{ 0x061c, 0x061c, "", "" },
	{ 0x200b, 0x200f, "", "" },
	{ 0x202a, 0x202e, "", "" },
	{ 0x2060, 0x2064, "", "" },
	{ 0x2066, 0x206f, "", "" },
	{ 0xfe0e, 0xfe0f, "", "" },
	{ 0xfeff, 0xfeff, "", "" },
	{ 0x00a0, 0x00a0, " ", " " },
	{ 0x1680, 0x1680, " ", " " },
	{ 0x2000, 0x200a, " ", " " },
	{ 0x202f, 0x202f, " ", " " },
	{ 0x205f, 0x205f, " ", " " },
	{ 0x3000, 0x3000, " ", " " },
	{ 0x00ab, 0x00ab, "\"", "\"" },
	{ 0x00bb, 0x00bb, "\"", "\"" },
	{ 0x201c, 0x201f, "\"", "\"" },
	{ 0x2033, 0x2033, "\"", "\"" },
	{ 0xff02, 0xff02, "\"", "\"" },
	{ 0x2018, 0x201b, "'", "'" },
	{ 0x2032, 0x2032, "'", "'" },
	{ 0x2010, 0x2012, "-", "-" },
	{ 0x2212, 0x2212, "-", "-" },
	{ 0xfe63, 0xfe63, "-", "-" },
	{ 0xff0d, 0xff0d, "-", "-" },
	{ 0x2013, 0x2013, "-", "--" },
	{ 0x2014, 0x2015, "-", "---" },
	{ 0xfe58, 0xfe58, "-", "---" },
	{ 0x2026, 0x2026, "...", "..." },
};

static void
put_utf8(uint32_t c, char out[static 4])
{
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3f));
		out[2] = '\0';
	} else {
		out[0] = (char)(0xe0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3f));
		out[2] = (char)(0x80 | (c & 0x3f));
		out[3] = '\0';
	}
}

Test(fold, every_character_of_two_and_three_bytes)
{
	for (uint32_t c = 0xa0; c < 0x10000; c++) {
		char text[4];
		const char *want[2] = { text, text };

		put_utf8(c, text);
		for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
			if (row[i].from <= c && c <= row[i].to) {
				want[0] = row[i].plain;
				want[1] = row[i].wide;
			}
		for (unsigned wide = 0; wide < 2; wide++) {
			struct buf out = BUF_INIT;
			bool is_refused = want[0] == text && !utf8_is_printable(c);

			is_refused |= c >= 0xd800 && c < 0xe000;
			cr_expect_eq(order_block_fold_chars(text, strlen(text), wide == 1, &out),
			    is_refused ? -1 : 0, "U+%04X", c);
			if (!is_refused)
				cr_expect_str_eq(buf_cstr(&out), want[wide], "U+%04X", c);
			buf_release(&out);
		}
		cr_expect_eq(
		    order_block_leaves_out(text, strlen(text)), want[0][0] == '\0', "U+%04X", c);
	}
}
