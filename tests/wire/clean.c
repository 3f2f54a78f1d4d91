/* What a reader removes before it looks for digests. */
#include <criterion/criterion.h>

#include "wire/digest.h"

static const struct {
	const char *name, *text, *clean;
} row[] = {
	{ "nothing", "", "" },
	{ "plain lines", "a\nb\n", "a\nb\n" },
	{ "CR before LF", "a\r\nb\r\n", "a\nb\n" },
	{ "CR elsewhere", "a\rb\r", "a\rb\r" },
	{ "two CR before LF", "a\r\r\n", "a\r\n" },
	{ "a byte order mark", "\xef\xbb\xbfgame", "game" },
	{ "a byte order mark alone", "\xef\xbb\xbf", "" },
	{ "two byte order marks", "\xef\xbb\xbf\xef\xbb\xbfx", "\xef\xbb\xbfx" },
	{ "half a byte order mark", "\xef\xbb", "\xef\xbb" },
	{ "a byte order mark further on", "a\xef\xbb\xbf", "a\xef\xbb\xbf" },
};

Test(clean, line_ends_and_byte_order_mark)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		digest_clean(row[i].text, strlen(row[i].text), &out);
		cr_expect_str_eq(buf_cstr(&out), row[i].clean, "%s", row[i].name);
		buf_release(&out);
	}
}
