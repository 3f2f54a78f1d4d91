#include <criterion/criterion.h>

#include "text/voteline.h"

/* [adit(5), THE ORDER LANGUAGE] */
static const struct {
	const char *line;
	enum err_code code;
	enum vote_kind kind;
	bool yes;
	uint8_t seat;
	int64_t n;
} votes[] = {
	{ "vote anna yes", ERR_NONE, VOTE_KEYS, true, 0, 0 },
	{ "vote bob no", ERR_NONE, VOTE_KEYS, false, 1, 0 },
	{ "vote undo 12 yes", ERR_NONE, VOTE_UNDO, true, SEAT_NONE, 12 },
	{ "vote undo 0 no", ERR_NONE, VOTE_UNDO, false, SEAT_NONE, 0 },
	{ "vote skip bob yes", ERR_NONE, VOTE_SKIP, true, 1, 0 },
	{ "vote replace anna no", ERR_NONE, VOTE_REPLACE, false, 0, 0 },
	{ "vote extend 2d yes", ERR_NONE, VOTE_EXTEND, true, SEAT_NONE, 172800 },
	{ "vote extend 1w yes", ERR_NONE, VOTE_EXTEND, true, SEAT_NONE, 604800 },
	{ "vote end no", ERR_NONE, VOTE_END, false, SEAT_NONE, 0 },
	{ "vote skip yes", ERR_NONE, VOTE_KEYS, true, 2, 0 },
	{ "vote skip skip yes", ERR_NONE, VOTE_SKIP, true, 2, 0 },
	{ "vote skip eve yes", ERR_NOT_FOUND, VOTE_KEYS, false, 0, 0 },
	{ "vote skip bob anna yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote replace yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote extend yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote extend 2 yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote extend 0d yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote extend 3654d yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote extend 99999999999999d yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote end bob yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote end", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote eve yes", ERR_NOT_FOUND, VOTE_KEYS, false, 0, 0 },
	{ "vote anna", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote anna maybe", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote anna bob yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote anna yes please", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote undo", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote undo yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote undo 12", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote undo -1 yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote undo 012 yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote undo 1 2 yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote undo 99999999999999 yes", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
	{ "vote ", ERR_SYNTAX, VOTE_KEYS, false, 0, 0 },
};

Test(voteline, what_is_a_vote)
{
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;

	cr_assert_eq(names_add(&names, "anna", 4, &err), 0);
	cr_assert_eq(names_add(&names, "bob", 3, &err), 0);
	cr_assert_eq(names_add(&names, "skip", 4, &err), 0); /* a name of an older table */
	for (size_t i = 0; i < sizeof votes / sizeof votes[0]; i++) {
		struct vote v;
		int result;

		err = (struct err)ERR_INIT;
		cr_expect(vote_is_line(votes[i].line), "%s", votes[i].line);
		result = vote_parse(&names, votes[i].line, &v, &err);
		cr_expect_eq(
		    err.code, votes[i].code, "%s: %d %s", votes[i].line, err.code, err.msg);
		if (votes[i].code != ERR_NONE)
			continue;
		cr_expect_eq(result, 0, "%s", votes[i].line);
		cr_expect(v.kind == votes[i].kind && v.yes == votes[i].yes, "%s", votes[i].line);
		cr_expect(v.seat == votes[i].seat && v.n == votes[i].n, "%s", votes[i].line);
	}
	cr_expect_not(vote_is_line("voted anna yes"));
	cr_expect_not(vote_is_line("resign"));
}

/* [adit(5), Votes of the table] */
Test(voteline, what_it_is_on_is_written_in_one_way)
{
	static const struct {
		const char *said, *written;
	} row[] = {
		{ "bob", "bob" },
		{ "skip bob", "skip bob" },
		{ "end", "end" },
		{ "undo 17", "undo 17" },
		{ "extend 48h", "extend 2d" },
		{ "extend 1w", "extend 7d" },
		{ "extend 90m", "extend 90m" },
		{ "extend 61s", "extend 61s" },
		{ "extend 3653d", "extend 3653d" },
	};
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;

	cr_assert_eq(names_add(&names, "bob", 3, &err), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;
		struct vote v, again;

		cr_assert_eq(vote_on_parse(&names, row[i].said, strlen(row[i].said), &v, &err), 0);
		vote_on_text(&names, &v, &text);
		cr_expect_str_eq(text.p, row[i].written);
		cr_assert_eq(vote_on_parse(&names, text.p, text.n, &again, &err), 0);
		cr_expect(vote_same_subject(&v, &again), "%s", row[i].said);
		buf_release(&text);
	}
}
