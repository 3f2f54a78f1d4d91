/* Messages and errors of a verb: their order, controls in them, and --quiet. */
#include <criterion/criterion.h>

#include "draw/draw.h"
#include "host/user.h"

static struct test_user t;

Test(output, what_was_printed_precedes_a_message)
{
	struct err err = ERR_INIT;

	test_user_open(&t, NULL);
	buf_str(&t.text, "printed 1\n");
	output_say(&t.out, "said %d", 2);
	buf_str(&t.text, "printed 3\n");
	(void)err_set(&err, ERR_BUSY, "failed 4");
	output_fail(&t.out, &err);
	buf_str(&t.text, "printed 5\n");
	output_say_always(&t.out, "said 6");
	cr_expect_str_eq(
	    buf_cstr(&t.all), "printed 1\nsaid 2\nprinted 3\nfail: failed 4\nprinted 5\nsaid 6\n");
	test_user_close(&t);
}

Test(output, quiet)
{
	struct err err = ERR_INIT;

	test_user_open(&t, NULL);
	t.out.quiet = true;
	buf_str(&t.text, "printed\n");
	output_say(&t.out, "said");
	(void)err_set(&err, ERR_BUSY, "failed");
	output_fail(&t.out, &err);
	cr_expect_eq(t.said.n, 0, "%s", buf_cstr(&t.said));
	cr_expect_str_eq(buf_cstr(&t.text), "printed\n");
	output_say_always(&t.out, "always");
	cr_expect_str_eq(buf_cstr(&t.all), "printed\nalways\n");
	test_user_close(&t);
}

/* A message is one line, whatever a file of another person contains. */
Test(output, a_message_is_one_clean_line)
{
	static const struct {
		const char *name, *text, *shown;
	} row[] = {
		{ "plain", "digest 7", "digest 7\n" },
		{ "empty", "", "\n" },
		{ "a line end", "a\nb", "a?b\n" },
		{ "an escape", "\033[31mred", "?[31mred\n" },
		{ "a return", "a\rb", "a?b\n" },
		{ "a tab", "a\tb", "a?b\n" },
		{ "DEL", "a\177b", "a?b\n" },
		{ "a control of C1", "a\302\233b", "a?b\n" },
		{ "letters of other scripts", "\316\261\346\274\242", "\316\261\346\274\242\n" },
		{ "invalid UTF-8", "a\377b", "a?b\n" },
		{ "text from right to left", "a\342\200\256b", "a?b\n" },
		{ "a sign of a format", "100 %s %n", "100 %s %n\n" },
	};

	test_user_open(&t, NULL);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		buf_clear(&t.all);
		output_say(&t.out, "%s", row[i].text);
		cr_expect_str_eq(buf_cstr(&t.all), row[i].shown, "%s", row[i].name);
	}
	test_user_close(&t);
}

Test(output, a_long_message_is_whole)
{
	struct buf text = BUF_INIT;

	test_user_open(&t, NULL);
	for (unsigned i = 0; i < 1000; i++)
		buf_str(&text, "\303\244");
	output_say(&t.out, "%s", text.p);
	cr_expect_geq(t.said.n, 2000);
	cr_expect_null(strchr(t.said.p, '?'), "a character is cut: %s", t.said.p);
	buf_release(&text);
	test_user_close(&t);
}

Test(output, a_failed_write)
{
	test_user_open(&t, NULL);
	cr_expect(output_sync(&t.out));
	t.flush_fails = true;
	cr_expect_not(output_sync(&t.out));
	output_flush(&t.out);
	output_say(&t.out, "still said");
	cr_expect(test_user_heard(&t, "still said"));
	test_user_close(&t);
}

Test(output, style)
{
	test_user_open(&t, NULL);
	cr_expect_eq(output_style(&t.out), 0);
	t.out.ascii = true;
	cr_expect_eq(output_style(&t.out), DRAW_ASCII);
	t.out.color = true;
	cr_expect_eq(output_style(&t.out), DRAW_ASCII | DRAW_COLOR);
	test_user_close(&t);
}
