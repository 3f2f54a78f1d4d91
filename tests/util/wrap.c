/* Lines of bounded width. */
#include <criterion/criterion.h>
#include <string.h>

#include "util/wrap.h"

Test(wrap, text)
{
	static const struct {
		const char *text, *first, *next;
		size_t columns;
		const char *want;
	} row[] = {
		{ "", "", "", 10, "\n" },
		{ "", "a: ", "   ", 10, "a: \n" },
		{ "one two three", "", "", 80, "one two three\n" },
		{ "one two three", "", "", 7, "one two\nthree\n" },
		{ "one two three", "- ", "  ", 9, "- one two\n  three\n" },
		{ "onetwothree", "", "", 4, "onet\nwoth\nree\n" },
		{ "a  b", "", "", 80, "a  b\n" },
		{ "  a b", "", "", 80, "  a b\n" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		/* The text of n bytes may be followed by anything. */
		char text[40];

		(void)snprintf(text, sizeof text, "%sX", row[i].text);
		wrap_text(
		    text, strlen(row[i].text), row[i].first, row[i].next, row[i].columns, &out);
		cr_expect_str_eq(buf_cstr(&out), row[i].want, "\"%s\"", row[i].text);
		buf_release(&out);
	}
}
