/* Digests that mail programs have changed (src/wire/mail_damage.h). */
#include <criterion/criterion.h>

#include "wire/mail_damage.h"

#define FIRST "adit-digest v3\n"

static const struct {
	const char *name, *mail, *clean;
	bool is_stuffed, has_digest;
} row[] = {
	{ "as sent", FIRST "  a\n\nb\n", FIRST "  a\n\nb\n", false, true },
	{ "quoted", "> " FIRST ">   a\n>\n> b\n", FIRST "  a\n\nb\n", false, true },
	{ "quoted, and an answer", "> " FIRST "hello\n> b\n", FIRST "b\n", false, true },
	{ "quoted, empty lines are not", "> " FIRST "\n> b\n", FIRST "\nb\n", false, true },
	{ "quoted twice", ">> " FIRST "> hello\n>> b\n", FIRST "b\n", false, true },
	{ "quoted with initials", "AB> " FIRST "AB>   a\nAB>\nAB> b\n", FIRST "  a\n\nb\n", false,
	    true },
	{ "indented", "    " FIRST "      a\n    b\n", FIRST "  a\nb\n", false, true },
	{ "stuffed", FIRST "   a\n", FIRST "  a\n", true, true },
	{ "CR", "adit-digest v3\r\na\r\n", FIRST "a\n", false, true },
	{ "trailing blanks", "adit-digest v3  \na \t\n", FIRST "a\n", false, true },
	{ "a byte order mark", "\xef\xbb\xbf" FIRST "a\n", FIRST "a\n", false, true },
	{ "odd blanks",
	    "adit-digest\xc2\xa0v3\na\xe2\x80\xaf"
	    "b\xe2\x80\x87"
	    "c\td\n",
	    FIRST "a b c d\n", false, true },
	{ "bytes that are not UTF-8",
	    FIRST "a\xff"
		  "b\xc3\n",
	    FIRST "a\xff"
		  "b\xc3\n",
	    false, true },
	{ "other characters", FIRST "\xc3\xa4\xe2\x80\x94\n", FIRST "\xc3\xa4\xe2\x80\x94\n", false,
	    true },
	{ "somebody said its first line", "> " FIRST ">     | " FIRST ">     " FIRST "> sig:\n",
	    FIRST "    | " FIRST "    " FIRST "sig:\n", false, true },
	{ "no digest", "hello\nadit-digest\n", "hello\nadit-digest\n", false, false },
};

Test(damage, what_is_undone)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf mail = BUF_INIT, out = BUF_INIT;

		buf_str(&mail, row[i].mail);
		mail_damage_strip(buf_cstr(&mail), mail.n, row[i].is_stuffed, &out);
		cr_expect_str_eq(buf_cstr(&out), row[i].clean, "%s: %s", row[i].name, out.p);
		cr_expect_eq(mail_damage_has_digest(&mail), row[i].has_digest, "%s", row[i].name);
		buf_release(&mail);
		buf_release(&out);
	}
}

Test(damage, where_a_digest_begins)
{
	static const char text[] = "hello\n> " FIRST "> a\n" FIRST;
	const size_t first = strlen("hello\n"), second = sizeof text - sizeof FIRST;

	cr_expect_eq(mail_damage_find_digest(text, sizeof text - 1, 0), first);
	cr_expect_eq(mail_damage_find_digest(text, sizeof text - 1, first), first);
	cr_expect_eq(mail_damage_find_digest(text, sizeof text - 1, first + sizeof FIRST), second);
	cr_expect_eq(mail_damage_find_digest(text, sizeof text - 1, second + 1), sizeof text - 1);
	cr_expect_eq(mail_damage_next_digest(text, sizeof text - 1, first), second);
}

Test(damage, what_somebody_said_begins_none)
{
	static const char text[] = "> " FIRST ">     | " FIRST ">     " FIRST
				   "> sig:\n>     " FIRST;
	const size_t second = sizeof text - 1 - strlen(">     " FIRST);

	cr_expect_eq(mail_damage_next_digest(text, sizeof text - 1, 0), second);
	cr_expect_eq(mail_damage_next_digest(text, sizeof text - 1, second), sizeof text - 1);
}

Test(damage, what_a_reader_overlooks)
{
	static const struct {
		const char *text;
		bool may_hide;
	} of[] = {
		{ FIRST "a\n" FIRST "b\n", false },
		{ "hello\n" FIRST, false },
		{ FIRST "> " FIRST, true },
		{ FIRST "adit-digest v3 \n", true },
		{ FIRST "adit-digest\xc2\xa0v3\n", true },
		{ FIRST "adit-digest v3", true },
		{ "", false },
	};

	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		struct buf text = BUF_INIT;

		buf_str(&text, of[i].text);
		cr_expect_eq(mail_damage_may_hide(&text), of[i].may_hide, "%zu", i);
		buf_release(&text);
	}
}
