/* Names that may be shortened (adit(1): options and verbs). */
#include <criterion/criterion.h>

#include "util/name_match.h"

static const char *const names[] = { "out", "out-file", "option", "seat", "seed", "x" };

Test(name_match, find)
{
	static const struct {
		const char *name, *typed;
		int result;
		const char *found, *near, *says;
	} row[] = {
		{ "the whole name", "seat", 1, "seat", NULL, NULL },
		{ "a whole name that begins another", "out", 1, "out", NULL, NULL },
		{ "a prefix of one", "op", 1, "option", NULL, NULL },
		{ "a name of one letter", "x", 1, "x", NULL, NULL },
		{ "a prefix of two", "se", -1, NULL, NULL, "\"--se\" could be: --seat, --seed" },
		{ "a prefix of three", "o", -1, NULL, NULL,
		    "\"--o\" could be: --out, --out-file, --option" },
		{ "a prefix that ends before the names differ", "out-", 1, "out-file", NULL, NULL },
		{ "nothing typed", "", 0, NULL, NULL, NULL },
		{ "a slip", "saet", 0, NULL, "seat", NULL },
		{ "another word", "quantum", 0, NULL, NULL, NULL },
		{ "more than a name", "seats", 0, NULL, "seat", NULL },
		{ "capitals", "SEAT", 0, NULL, NULL, NULL },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct name_match p = name_match_of(row[i].typed, strlen(row[i].typed), "--");
		struct err err = ERR_INIT;
		int result;

		for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
			name_match_try(&p, names[k], names[k]);
		result = name_match_found(&p, "\"", &err);
		cr_expect_eq(result, row[i].result, "%s: %d", row[i].name, result);
		if (result > 0)
			cr_expect_str_eq(p.found, row[i].found, "%s", row[i].name);
		if (result == 0 && row[i].near != NULL)
			cr_expect(
			    p.near != NULL && strcmp(p.near, row[i].near) == 0, "%s", row[i].name);
		if (result == 0 && row[i].near == NULL && row[i].typed[0] != '\0')
			cr_expect_null(p.near, "%s: %s", row[i].name, p.near);
		cr_expect_str_eq(err.msg, result < 0 ? row[i].says : "", "%s", row[i].name);
		cr_expect_eq(err.code, result < 0 ? ERR_USAGE : ERR_NONE, "%s", row[i].name);
	}
}

/* Only the first n bytes are the word: "--seat=anna". */
Test(name_match, a_word_in_a_text)
{
	static const char typed[] = "sea=anna";
	struct name_match p = name_match_of(typed, 3, "--");
	struct err err = ERR_INIT;

	for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
		name_match_try(&p, names[k], names[k]);
	cr_expect_eq(name_match_found(&p, "", &err), 1);
	cr_expect_str_eq(p.found, "seat");
}

/* A long word is cut in the message. */
Test(name_match, a_long_word)
{
	static const char a[] = "a-name-that-is-longer-than-the-message-has-room-for-1";
	static const char b[] = "a-name-that-is-longer-than-the-message-has-room-for-2";
	struct name_match p = name_match_of(a, sizeof a - 2, "");
	struct err err = ERR_INIT;

	name_match_try(&p, a, a);
	name_match_try(&p, b, b);
	cr_expect_eq(name_match_found(&p, "'", &err), -1);
	cr_expect_eq(strncmp(err.msg, "'a-name-that-is-longer-than-the-message-' could be: ", 52),
	    0, "%s", err.msg);
}
