/* Values of options that have two words. */
#include <criterion/criterion.h>

#include <string.h>

#include "util/opt_value.h"

Test(opt_value, yes_and_no)
{
	static const struct {
		const char *value;
		int result;
		bool no;
	} row[] = {
		{ NULL, 0, false },
		{ "yes", 0, false },
		{ "no", 0, true },
		{ "", -1, false },
		{ "No", -1, false },
		{ "yes ", -1, false },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;
		bool no = !row[i].no;

		cr_expect_eq(
		    opt_parse_no("press", row[i].value, &no, &err), row[i].result, "%zu", i);
		cr_expect_eq(no, row[i].no, "%zu", i);
		if (row[i].result < 0) {
			cr_expect_eq(err.code, ERR_USAGE);
			cr_expect_not_null(
			    strstr(err.msg, "--press takes yes or no"), "%s", err.msg);
		}
	}
}

Test(opt_value, watchers)
{
	struct err err = ERR_INIT;
	bool open = false;

	cr_expect_eq(opt_parse_watchers("open", &open, &err), 0);
	cr_expect(open);
	cr_expect_eq(opt_parse_watchers("closed", &open, &err), 0);
	cr_expect_not(open);
	cr_expect_eq(opt_parse_watchers("ajar", &open, &err), -1);
	cr_expect_eq(err.code, ERR_USAGE);
	cr_expect_str_eq(err.msg, "--watchers takes open or closed, not \"ajar\"");
}
