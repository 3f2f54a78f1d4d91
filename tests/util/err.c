#include <criterion/criterion.h>

#include "util/err.h"
#include "util/utf8.h"

Test(err, set_fills_everything)
{
	struct err err = { .code = ERR_BUSY, .line = 9, .msg = "old", .hint = "old" };

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

/* ---- what a text was made of ---- */

/* Returns value i of a text, which stays valid until the next call. */
static const char *
value(const char *text, const struct err_made *made, unsigned i)
{
	static char out[ERR_MSG_MAX];
	const size_t n = (size_t)made->end[i] - made->begin[i];

	memcpy(out, text + made->begin[i], n);
	out[n] = '\0';
	return out;
}

Test(err, keeps_format_and_values)
{
	static const char fmt[] = "%s has %lld of %-4u|%.*s%%";
	struct err err = ERR_INIT, copy;

	err_set(&err, ERR_SYNTAX, fmt, "the \xe6\xbc\xa2 f\nle", -7LL, 12u, 2, "abc");
	cr_expect_str_eq(err.msg, "the \xe6\xbc\xa2 f?le has -7 of 12  |ab%");
	err_hint(&err, "see %s", "adit(6)");
	copy = err;
	err_set(&err, ERR_IO, "another");
	cr_expect_eq(err.made_hint.n, 0);
	cr_assert_eq(copy.made_msg.n, 1);
	cr_expect_eq(copy.made_msg.fmt[0], fmt);
	cr_assert_eq(copy.made_msg.n_values[0], 4);
	cr_expect_str_eq(value(copy.msg, &copy.made_msg, 0), "the \xe6\xbc\xa2 f?le");
	cr_expect_str_eq(value(copy.msg, &copy.made_msg, 1), "-7");
	cr_expect_str_eq(value(copy.msg, &copy.made_msg, 2), "12  ");
	cr_expect_str_eq(value(copy.msg, &copy.made_msg, 3), "ab");
	cr_expect_str_eq(value(copy.hint, &copy.made_hint, 0), "adit(6)");
}

Test(err, a_zero_byte_is_a_value)
{
	struct err err = ERR_INIT;

	err_set(&err, ERR_SYNTAX, "'%c' and %s", 0, "more");
	cr_expect_str_eq(err.msg, "'?' and more");
	cr_expect_str_eq(value(err.msg, &err.made_msg, 0), "?");
	cr_expect_str_eq(value(err.msg, &err.made_msg, 1), "more");
	err_set(&err, ERR_SYNTAX, "%.*s|", 4, "a\0bc");
	cr_expect_str_eq(err.msg, "a|");
}

Test(err, context_is_a_sentence_before)
{
	struct err err = ERR_INIT;

	err_set(&err, ERR_IO, "cannot open %s", "f");
	err_wrap(&err, "part %d of %s", 3, "mail");
	err_wrap(&err, "outside");
	cr_expect_str_eq(err.msg, "outside: part 3 of mail: cannot open f");
	cr_assert_eq(err.made_msg.n, 3);
	cr_expect_str_eq(err.made_msg.fmt[0], "outside");
	cr_expect_str_eq(err.made_msg.fmt[2], "cannot open %s");
	cr_expect_eq(err.made_msg.n_values[0], 0);
	cr_expect_eq(err.made_msg.n_values[1], 2);
	cr_expect_str_eq(value(err.msg, &err.made_msg, 0), "3");
	cr_expect_str_eq(value(err.msg, &err.made_msg, 1), "mail");
	cr_expect_str_eq(value(err.msg, &err.made_msg, 2), "f");
}

Test(err, values_that_were_cut)
{
	char name[3 * ERR_MSG_MAX];
	struct err err = ERR_INIT;

	memset(name, 'a', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	err_set(&err, ERR_IO, "%s and %s", name, "b");
	cr_assert_eq(err.made_msg.n, 1);
	cr_expect_eq(strlen(value(err.msg, &err.made_msg, 0)), ERR_MSG_MAX - 1);
	cr_expect_str_eq(value(err.msg, &err.made_msg, 1), "");
	err_set(&err, ERR_IO, "%s", "b");
	err_wrap(&err, "%s", name);
	cr_assert_eq(err.made_msg.n, 2);
	cr_expect_eq(strlen(value(err.msg, &err.made_msg, 0)), ERR_MSG_MAX - 1);
	cr_expect_str_eq(value(err.msg, &err.made_msg, 1), "");
	memset(name, 'a', ERR_MSG_MAX - 5);
	name[ERR_MSG_MAX - 5] = '\0';
	err_set(&err, ERR_IO, "%s", "bcde");
	err_wrap(&err, "%s", name);
	cr_expect_str_eq(value(err.msg, &err.made_msg, 1), "bc");
}

Test(err, what_has_too_many_parts_is_kept_as_text_alone)
{
	struct err err = ERR_INIT;

	err_set(&err, ERR_IO, "x");
	for (unsigned i = 1; i < ERR_SENTENCES; i++)
		err_wrap(&err, "y");
	cr_expect_eq(err.made_msg.n, ERR_SENTENCES);
	err_wrap(&err, "z");
	cr_expect_eq(err.made_msg.n, 0);
	err_wrap(&err, "z");
	cr_expect_eq(err.made_msg.n, 0);
	cr_expect_str_eq(err.msg, "z: z: y: y: y: x");
	err_set(&err, ERR_IO, "%d%d%d%d%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3);
	cr_expect_eq(err.made_msg.n, 1);
	err_wrap(&err, "%d", 4);
	cr_expect_eq(err.made_msg.n, 0);
	err_set(&err, ERR_IO, "%d%d%d%d%d%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4);
	cr_expect_eq(err.made_msg.n, 0);
	cr_expect_str_eq(err.msg, "1234567891234");
}
