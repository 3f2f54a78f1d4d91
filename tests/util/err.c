#include <criterion/criterion.h>

#include "util/err.h"
#include "util/utf8.h"

Test(err, set_fills_everything)
{
	struct err err = { ERR_BUSY, 9, "old", "old" };

	cr_expect_eq(err_set_line(&err, ERR_SYNTAX, 7, "no card \"%s\"", "B9"), -1);
	cr_expect_eq(err.code, ERR_SYNTAX);
	cr_expect_eq(err.line, 7);
	cr_expect_str_eq(err.msg, "no card \"B9\"");
	cr_expect_str_eq(err.hint, "");
	cr_expect_eq(err_hint(&err, "see %s", "adit(6)"), -1);
	cr_expect_str_eq(err.hint, "see adit(6)");
	cr_expect_eq(err_set(&err, ERR_IO, "x"), -1);
	cr_expect_eq(err.line, 0);
	cr_expect_str_eq(err.hint, "");
}

Test(err, wrap_goes_before_and_keeps_the_rest)
{
	struct err err = ERR_INIT;

	err_set_line(&err, ERR_IO, 3, "disk on fire");
	err_hint(&err, "run");
	cr_expect_eq(err_wrap(&err, "opening %s", "cave.db"), -1);
	cr_expect_str_eq(err.msg, "opening cave.db: disk on fire");
	cr_expect_str_eq(err.hint, "run");
	cr_expect_eq(err.code, ERR_IO);
	cr_expect_eq(err.line, 3);
}

Test(err, own_message_as_argument)
{
	struct err err = ERR_INIT;

	err_set(&err, ERR_IO, "inner");
	err_set(&err, ERR_AUTH, "outer (%s)", err.msg);
	cr_expect_str_eq(err.msg, "outer (inner)");
	err_hint(&err, "%s!", err.msg);
	cr_expect_str_eq(err.hint, "outer (inner)!");
}

Test(err, message_is_one_clean_line)
{
	struct err err = ERR_INIT;

	err_set(&err, ERR_IO, "cannot open %s", "a\nadit: forged\x1b[2J\xe2\x80\xae\xff.db");
	cr_expect_str_eq(err.msg, "cannot open a?adit: forged?[2J??.db");
	err_hint(&err, "%s", "x\ry");
	cr_expect_str_eq(err.hint, "x?y");
	err_wrap(&err, "%s", "\t");
	cr_expect_str_eq(err.msg, "?: cannot open a?adit: forged?[2J??.db");
}

Test(err, long_message_is_cut_between_characters)
{
	struct err err = ERR_INIT;
	char name[3 * ERR_MSG_MAX + 1];

	for (size_t shift = 0; shift < 3; shift++) {
		memset(name, 'a', sizeof name);
		for (size_t i = shift; i + 3 < sizeof name; i += 3)
			memcpy(name + i, "\xe6\xbc\xa2", 3);
		name[sizeof name - 1] = '\0';
		err_set(&err, ERR_IO, "%s", name);
		cr_expect_geq(strlen(err.msg), ERR_MSG_MAX - 4, "shift %zu", shift);
		cr_expect(utf8_is_clean(err.msg, strlen(err.msg)), "shift %zu", shift);
		err_wrap(&err, "%s", name);
		cr_expect_lt(strlen(err.msg), ERR_MSG_MAX, "shift %zu", shift);
	}
}
