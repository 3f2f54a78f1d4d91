#include <criterion/criterion.h>

#include "games/games.h"
#include "games/dark_cave/cave.h"
#include "text/decks.h"
#include "text/options.h"

static struct names
three_names(void)
{
	struct names names = { 0 };
	struct err err = ERR_INIT;

	cr_assert_eq(names_add(&names, "anna", 4, &err), 0);
	cr_assert_eq(names_add(&names, "bob", 3, &err), 0);
	cr_assert_eq(names_add(&names, "carl", 4, &err), 0);
	return names;
}

static void
append(void *arg, const char *name, const char *value)
{
	buf_fmt(arg, "%s=%s ", name, value);
}

/* "" in shown: the default, which is not printed. */
static const struct {
	uint16_t rules;
	const char *set, *shown;
} good[] = {
	{ RULES_SABOTEUR, "first=bob", "first=bob " },
	{ RULES_SABOTEUR2, "first=anna", "first=anna " },
	{ RULES_DUEL, "first=carl", "first=carl " },
	{ RULES_DARK_CAVE, "first=carl", "first=carl " },
	{ RULES_SABOTEUR, "gold=players", "gold=players " },
	{ RULES_SABOTEUR, "gold=miners", "" },
	{ RULES_SABOTEUR, "broken-tool-share=no", "broken-tool-share=no " },
	{ RULES_SABOTEUR, "broken-tool-share=yes", "" },
	{ RULES_SABOTEUR, "draft=ask", "draft=ask " },
	{ RULES_SABOTEUR, "draft=auto", "" },
	{ RULES_DUEL, "goals=box", "goals=box " },
	{ RULES_DUEL, "goals=reshuffle", "" },
	{ RULES_DUEL, "least=round", "least=round " },
	{ RULES_DUEL, "least=total", "" },
	{ RULES_DUEL, "green=bob", "green=bob " },
	{ RULES_SABOTEUR, "next=last-card", "next=last-card " },
	{ RULES_SABOTEUR, "roles=no-spare", "roles=no-spare " },
	{ RULES_SABOTEUR, "saboteurs=known", "saboteurs=known " },
	{ RULES_SABOTEUR, "dwarf=selfish", "dwarf=selfish " },
	{ RULES_SABOTEUR, "rounds=3", "" },
	{ RULES_SABOTEUR, "rounds=2", "rounds=2 " },
	{ RULES_SABOTEUR2, "rounds=1", "rounds=1 " },
	{ RULES_DUEL, "rounds=1", "rounds=1 " },
	{ RULES_DARK_CAVE, "clan=blue", "clan=blue " },
	{ RULES_DARK_CAVE, "clan=yellow", "" },
};

Test(options, each_is_set_and_shown_where_it_differs)
{
	struct names names = three_names();

	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		struct rules rules = *rules_all[good[i].rules - 1];
		struct options o = { 0 };
		struct err err = ERR_INIT;
		struct buf shown = BUF_INIT;

		cr_assert_eq(
		    options_set(&o, &rules, &names, good[i].set, strlen(good[i].set), &err), 0,
		    "%s: %s", good[i].set, err.msg);
		options_each(&o, &rules, &names, append, &shown);
		cr_expect_str_eq(
		    buf_cstr(&shown), good[i].shown, "%s shows %s", good[i].set, buf_cstr(&shown));
		buf_release(&shown);
	}
}

Test(options, refused_with_what_there_is)
{
	static const struct {
		uint16_t rules;
		const char *set, *says, *hint;
	} row[] = {
		{ RULES_SABOTEUR, "", "no such option", "gold=miners|players" },
		{ RULES_SABOTEUR, "colour=red", "no option \"colour\"", "draft=auto|ask" },
		{ RULES_SABOTEUR, "clan=blue", "saboteur has no option \"clan\"", "first=NAME" },
		{ RULES_SABOTEUR2, "gold=players", "saboteur2 has no option", "first=NAME" },
		{ RULES_SABOTEUR, "gold", "gold= wants miners or players", "" },
		{ RULES_SABOTEUR, "gold=", "gold= wants miners or players", "" },
		{ RULES_SABOTEUR, "gold=PLAYERS", "wants", "" },
		{ RULES_SABOTEUR, "first=dora", "name of a seat", "" },
		{ RULES_SABOTEUR, "first=", "name of a seat", "" },
		{ RULES_SABOTEUR, "\033=x", "no such option", "" },
		{ RULES_SABOTEUR, "rounds=4", "rounds= wants 3 or 2 or 1", "" },
		{ RULES_DARK_CAVE, "rounds=1", "dark-cave has no option \"rounds\"", "" },
	};
	struct names names = three_names();

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct rules rules = *rules_all[row[i].rules - 1];
		struct options o = { .at[CAVE_OPTION_CLAN] = 1 }, before = o;
		struct err err = ERR_INIT;

		cr_assert_eq(options_set(&o, &rules, &names, row[i].set, strlen(row[i].set), &err),
		    -1, "%s", row[i].set);
		cr_expect_eq(err.code, ERR_USAGE, "%s", row[i].set);
		cr_expect_not_null(strstr(err.msg, row[i].says), "%s: %s", row[i].set, err.msg);
		cr_expect_not_null(strstr(err.hint, row[i].hint), "%s: %s", row[i].set, err.hint);
		cr_expect_arr_eq(&o, &before, sizeof o, "%s: touched", row[i].set);
	}
}

/* [Q-DUEL-19] Green begins. */
Test(options, two_cannot_begin)
{
	static const struct {
		const char *one, *two;
		int result;
	} row[] = {
		{ "first=anna", "green=bob", -1 },
		{ "green=anna", "first=bob", -1 },
		{ "first=anna", "green=anna", 0 },
		{ "green=bob", "first=bob", 0 },
		{ "green=anna", "green=bob", 0 },
	};
	struct names names = three_names();

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct rules rules = *rules_all[RULES_DUEL - 1];
		struct options o = { 0 };
		struct err err = ERR_INIT;

		cr_assert_eq(
		    options_set(&o, &rules, &names, row[i].one, strlen(row[i].one), &err), 0);
		cr_expect_eq(options_set(&o, &rules, &names, row[i].two, strlen(row[i].two), &err),
		    row[i].result, "%s %s", row[i].one, row[i].two);
		cr_expect(row[i].result == 0 || err.code == ERR_USAGE, "%s", err.msg);
	}
}

Test(options, help_is_one_line)
{
	struct rules rules = *rules_all[RULES_DUEL - 1];
	struct buf help = BUF_INIT;

	options_help(&rules, &help);
	cr_expect_str_eq(buf_cstr(&help),
	    "first=NAME goals=reshuffle|box least=total|round green=NAME rounds=3|2|1");
	buf_release(&help);
}
