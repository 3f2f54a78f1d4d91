/* Seats that a program or the host plays, who waits for a seat, and the summary of a game: their
 * lines and words. */
#include <criterion/criterion.h>

#include "games/games.h"
#include "util/lines.h"
#include "wire/bots.h"
#include "wire/custody.h"
#include "wire/proposal.h"
#include "wire/standby.h"
#include "wire/summary.h"

static const struct names names = { .n = 3, .seat = { "anna", "bob", "carl" } };

Test(seats, lines_of_bots)
{
	static const struct {
		const char *text; /* of the line, or of several */
		bool is_one;
	} row[] = {
		{ "", true },
		{ "bot: anna greedy 2\n", true },
		{ "bot: anna greedy 1\nbot: carl search 1 2000\n", true },
		{ "bot: dora greedy 1\n", false },
		{ "bot: anna\n", false },
		{ "bot: anna greedy\n", false },
		{ "bot: anna greedy 0\n", false },
		{ "bot: anna greedy 1 2\n", false },
		{ "bot: anna best 1\n", false },
		{ "bot: anna search 1\n", false },
		{ "bot: anna search 0 1\n", false },
		{ "bot: anna search 1 0\n", false },
		{ "bot: anna search 1 x\n", false },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct lines l = { row[i].text, strlen(row[i].text), 0, 1 };
		struct bots bots = { .of = { { .kind = BOT_NONE } } };
		struct buf again = BUF_INIT;
		struct err err = ERR_INIT;

		cr_expect_eq(bots_read(&l, "", &names, &bots, &err), row[i].is_one ? 0 : -1, "%s",
		    row[i].text);
		bots_text(&bots, &names, "", &again);
		cr_expect(!row[i].is_one || strcmp(buf_cstr(&again), row[i].text) == 0, "%s: %s",
		    row[i].text, buf_cstr(&again));
		buf_release(&again);
	}
}

Test(seats, words_of_seats_without_a_player)
{
	static const struct {
		uint16_t seats;
		const char *bots, *custody;
	} row[] = {
		{ 0, "", "" },
		{ 2, ", played by the host's program: bob", ", custody: bob" },
		{ 5, ", played by the host's program: anna, carl", ", custody: anna, carl" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;

		bots_words(NULL, row[i].seats, &names, &text);
		cr_expect_str_eq(buf_cstr(&text), row[i].bots);
		buf_clear(&text);
		custody_words(NULL, row[i].seats, &names, &text);
		cr_expect_str_eq(buf_cstr(&text), row[i].custody);
		buf_release(&text);
	}
}

Test(seats, lines_that_are_refused)
{
	static const char custody[] = "custody: anna\ncustody: dora\n",
			  votes[] = "  vote: anna yes\n  vote: anna no\n";
	struct lines l = { votes, sizeof votes - 1, 0, 1 };
	struct err err = ERR_INIT;
	uint16_t yes = 0, no = 0;

	cr_expect_eq(custody_find(custody, 0, sizeof custody - 1, &names, &yes, &no, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX);
	cr_expect_eq(err.line, 2);
	yes = no = 0;
	err = (struct err)ERR_INIT;
	cr_expect_eq(seat_votes_read(&l, &names, &yes, &no, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX);
	cr_expect_eq(err.line, 2);
}

Test(seats, words_of_a_summary)
{
	const struct summary s = { .rounds = 2,
		.score = { { 1, 2, 0 }, { 4, 2, 0 } },
		.broke = { [0] = { [1] = 1, [2] = 3 } },
		.missed = { [1] = 1, [2] = 2 } };
	const struct summary one = { .rounds = 1, .score = { { 1, 0, 0 } } };
	struct buf text = BUF_INIT;

	summary_words(NULL, &s, &names, &text);
	cr_expect_str_eq(buf_cstr(&text),
	    "  anna has 4 gold: 1 after round 1\n  bob has 2 gold: 2 after round 1\n"
	    "  carl has 0 gold: 0 after round 1\n  anna broke 1 tool of bob\n"
	    "  anna broke 3 tools of carl\n  bob missed 1 turn\n  carl missed 2 turns\n",
	    "%s", buf_cstr(&text));
	buf_clear(&text);
	summary_words(NULL, &one, &names, &text);
	cr_expect_str_eq(buf_cstr(&text),
	    "  anna has 1 gold\n  bob has 0 gold\n  carl has 0 gold\n", "%s", buf_cstr(&text));
	buf_release(&text);
}

/* Who leaves gives the seat up at once, who is gone after replace_s seconds; the first of each. */
Test(seats, free_for_who_waits)
{
	static const struct {
		const char *name;
		int64_t leaving[3], gone[3];
		bool waits;
		uint8_t resigned;
		int64_t from; /* standby_free_from */
		uint8_t seat; /* that is free at 150 */
	} row[] = {
		{ "nobody leaves", { 0 }, { 0 }, true, 9, -1, SEAT_NONE },
		{ "nobody waits", { 7, 0, 0 }, { 0, 20, 0 }, false, 9, -1, SEAT_NONE },
		{ "one leaves", { 0, 7, 0 }, { 0 }, true, 9, -1, 1 },
		{ "two leave", { 8, 0, 7 }, { 0 }, true, 9, -1, 2 },
		{ "two leave, the first first", { 7, 0, 8 }, { 0 }, true, 9, -1, 0 },
		{ "one is gone", { 0 }, { 0, 20, 0 }, true, 9, 120, 1 },
		{ "one is gone not long", { 0 }, { 0, 60, 0 }, true, 9, 160, SEAT_NONE },
		{ "two are gone", { 0 }, { 30, 0, 20 }, true, 9, 120, 2 },
		{ "two are gone, the first longer", { 0 }, { 20, 0, 30 }, true, 9, 120, 0 },
		{ "who leaves goes before", { 7, 0, 0 }, { 0, 20, 0 }, true, 9, 120, 0 },
		{ "who has resigned stays", { 7, 0, 0 }, { 20, 0, 0 }, true, 0, -1, SEAT_NONE },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct time_control c = { .replace_s = 100, .limit_s = -1 };
		struct people p = { .n_standby = row[i].waits };
		struct game g = { .rules = &rules_saboteur, .n_seats = 3, .phase = PHASE_PLAY };

		for (unsigned s = 0; s < 3; s++) {
			p.leaving[s] = row[i].leaving[s];
			p.gone[s] = row[i].gone[s];
			g.seat[s].resigned = row[i].resigned == s;
		}
		cr_expect_eq(standby_free_from(&c, &p, &g), row[i].from, "%s", row[i].name);
		cr_expect_eq(standby_free_seat(&c, &p, &g, 150), row[i].seat, "%s", row[i].name);
		g.phase = PHASE_OVER;
		cr_expect_eq(standby_free_seat(&c, &p, &g, 150), SEAT_NONE, "%s", row[i].name);
	}
}

/* Both keys of a person, each once, and places that are kept. */
Test(seats, who_may_wait)
{
	struct time_control c = { .standby_open = true };
	struct people p = { .n_standby = 1 };

	(void)snprintf(p.standby[0].sign, sizeof p.standby[0].sign, "RW1");
	(void)snprintf(p.standby[0].age, sizeof p.standby[0].age, "age1");
	p.standby[0].since = 5;
	cr_expect_null(standby_check(&c, &p, "RW2", "age2"));
	cr_expect_not_null(standby_check(&c, &p, "RW1", "age2"));
	cr_expect_not_null(standby_check(&c, &p, "RW2", "age1"));
	cr_expect_eq(standby_since(&p, "RW1", "age1", 5), 0);
	cr_expect_eq(standby_since(&p, "RW1", "age1", 6), -1);
	cr_expect_eq(standby_since(&p, "RW1", "age2", 5), -1);
	cr_expect_eq(standby_since(&p, "RW2", "age1", 5), -1);
	cr_expect_eq(standby_since(&p, "RW2", "age2", 5), -1);
	c.n_standby = 1;
	(void)snprintf(c.standby[0].sign, sizeof c.standby[0].sign, "RW3");
	(void)snprintf(c.standby[0].age, sizeof c.standby[0].age, "age3");
	cr_expect(standby_is_named(&c, "RW3", "age3"));
	cr_expect_not(standby_is_named(&c, "RW3", "age2") || standby_is_named(&c, "RW2", "age3"));
	p.n_standby = PEOPLE_STANDBY_MAX - 1;
	cr_expect_not_null(standby_check(&c, &p, "RW2", "age2"), "the last place is kept");
	cr_expect_null(standby_check(&c, &p, "RW3", "age3"));
	c.standby_open = false;
	cr_expect_not_null(standby_check(&c, &p, "RW2", "age2"));
	c.n_standby = 0;
	cr_expect_not_null(standby_check(&c, &p, "RW2", "age2"), "nobody can");
}
