/* Quoting for shells. */
#include <criterion/criterion.h>

#include "util/shell.h"

Test(shell, quotes_what_needs_it)
{
	static const struct {
		const char *s, *want;
	} row[] = {
		{ "anna", "anna" },
		{ "~/anna", "'~/anna'" },
		{ "/home/a b/anna", "'/home/a b/anna'" },
		{ "", "''" },
		{ "place nsw at 3,-1", "'place nsw at 3,-1'" },
		{ "it's", "'it'\\''s'" },
		{ "'", "''\\'''" },
		{ "$(id) `id` \"x\" \\ *", "'$(id) `id` \"x\" \\ *'" },
		{ "a\nb", "'a\nb'" },
		{ "\xc3\x9cnal", "'\xc3\x9cnal'" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		shell_quote(row[i].s, &out);
		cr_expect_str_eq(out.p, row[i].want, "%s", row[i].s);
		buf_release(&out);
	}
}
