#include <criterion/criterion.h>

#include "text/voteline.h"

/* [adit(5), THE ORDER LANGUAGE] */
Test(voteline, what_is_a_vote)
{
	static const struct {
		const char *line;
		enum err_code code;
		bool undo, yes;
		uint8_t seat;
		int64_t to;
	} row[] = {
		{ "vote anna yes", ERR_NONE, false, true, 0, -1 },
		{ "vote bob no", ERR_NONE, false, false, 1, -1 },
		{ "vote undo 12 yes", ERR_NONE, true, true, SEAT_NONE, 12 },
		{ "vote undo 0 no", ERR_NONE, true, false, SEAT_NONE, 0 },
		{ "vote eve yes", ERR_NOT_FOUND, false, false, 0, 0 },
		{ "vote anna", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote anna maybe", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote anna bob yes", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote anna yes please", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote yes", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote undo", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote undo yes", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote undo 12", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote undo -1 yes", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote undo 012 yes", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote undo 1 2 yes", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote undo 99999999999999 yes", ERR_SYNTAX, false, false, 0, 0 },
		{ "vote ", ERR_SYNTAX, false, false, 0, 0 },
	};
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;

	cr_assert_eq(names_add(&names, "anna", 4, &err), 0);
	cr_assert_eq(names_add(&names, "bob", 3, &err), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct vote v;
		int result;

		err = (struct err)ERR_INIT;
		cr_expect(vote_is_line(row[i].line), "%s", row[i].line);
		result = vote_parse(&names, row[i].line, &v, &err);
		cr_expect_eq(err.code, row[i].code, "%s: %d %s", row[i].line, err.code, err.msg);
		if (row[i].code != ERR_NONE)
			continue;
		cr_expect_eq(result, 0, "%s", row[i].line);
		cr_expect(v.undo == row[i].undo && v.yes == row[i].yes, "%s", row[i].line);
		cr_expect(v.seat == row[i].seat && v.to == row[i].to, "%s", row[i].line);
	}
	cr_expect_not(vote_is_line("voted anna yes"));
	cr_expect_not(vote_is_line("resign"));
}
