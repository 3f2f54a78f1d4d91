/* The board of a page: every place where a card can be placed is a target; ways of walks. Seats in
 * words and as panels, and the result of a game. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "bot/policy.h"
#include "draw/picture.h"
#include "games/games.h"
#include "show/html_table.h"
#include "wire/report.h"
#include "util/mem.h"

enum { GAMES = 6, TURNS = 60 };

static size_t
count(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *at = text; (at = strstr(at, what)) != NULL; at++)
		n++;
	return n;
}

/* Each order that places a card has a target on the board, and nothing else is an empty place. */
static void
check_places(const struct game *g, const struct order *legal, size_t n)
{
	struct names names = { .n = g->n_seats };
	struct buf page = BUF_INIT;
	struct view v;
	const struct html_table table = { .about = { .v = &v, .names = &names }, .orders = true };
	size_t places = 0;

	game_view(g, g->to_move, &v);
	for (unsigned s = 0; s < g->n_seats; s++)
		(void)snprintf(names.seat[s], sizeof names.seat[s], "p%u", s + 1);
	html_board(&table, &page);
	for (size_t i = 0; i < n; i++) {
		char at[32];
		bool again = false;

		if (legal[i].kind != ORDER_PLACE)
			continue;
		(void)snprintf(
		    at, sizeof at, "data-at=\"%d,%d\"", legal[i].at[0].x, legal[i].at[0].y);
		cr_expect(strstr(buf_cstr(&page), at) != NULL, "%s: no %s", g->rules->name, at);
		for (size_t k = 0; k < i; k++)
			again |= legal[k].kind == ORDER_PLACE &&
			    legal[k].at[0].x == legal[i].at[0].x &&
			    legal[k].at[0].y == legal[i].at[0].y;
		places += !again;
	}
	cr_expect_eq(count(buf_cstr(&page), "\"a-pl\""), places, "%s", g->rules->name);
	buf_release(&page);
}

/* A walk to a space leads there from where the figure is, in at most four steps. */
static void
check_walks(const struct game *g, const struct order *legal, size_t n)
{
	struct spot way[ORDER_SPOTS + 1], first = { 0, 0, 0 };
	struct view v;

	game_view(g, g->to_move, &v);
	for (size_t i = 0, walks = 0; i < n; i++) {
		unsigned steps;

		if (legal[i].kind != ORDER_WALK_TO)
			continue;
		steps = g->rules->picture->walk(&v, legal[i].at[0], way);
		cr_assert(steps >= 2 && steps <= 5, "%u", steps);
		cr_expect_eq(memcmp(&way[steps - 1], &legal[i].at[0], sizeof way[0]), 0);
		if (walks++ == 0)
			first = way[0];
		cr_expect_eq(memcmp(&way[0], &first, sizeof first), 0);
	}
}

Test(table, every_place_can_be_pointed_at)
{
	static const uint8_t seed[32] = { 2, 7, 1, 8 };
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	struct order *room = mem_new(LEGAL_MAX * sizeof *room);

	for (const struct rules *const *rules = rules_all; *rules != NULL; rules++) {
		for (uint64_t i = 0; i < GAMES; i++) {
			struct rng_fast rng;
			struct game g;

			rng_fast_init(&rng, seed, i);
			game_init(&g, *rules, (*rules)->seats_min, &(struct options){ { 0 } });
			game_deal(&g, &rng.rng, NULL);
			for (unsigned k = 0; k < TURNS && g.phase != PHASE_OVER; k++) {
				const struct order o = policy_random_pick(&g, room, &rng.rng);
				const size_t n = game_legal_plays(&g, legal, LEGAL_MAX);

				check_places(&g, legal, n);
				check_walks(&g, legal, n);
				game_play(&g, &o, &rng.rng, NULL);
			}
		}
	}
	free(legal);
	free(room);
}

/* Sets *v to the view of seat 0, a miner, after the deal of three seats. */
static void
dealt(struct game *g, struct view *v, struct names *names)
{
	static const uint8_t seed[32] = { 3 };
	struct rng_fast rng;
	struct err err = ERR_INIT;

	rng_fast_init(&rng, seed, 0);
	game_init(g, rules_find(rules_all, "saboteur", 8), 3, &(struct options){ { 0 } });
	game_deal(g, &rng.rng, NULL);
	g->seat[1].broken = TOOL_LAMP;
	g->to_move = 2;
	g->seat[0].role = 0;
	while (g->rules->card[g->seat[0].role].role != ROLE_MINER)
		g->seat[0].role++;
	game_view(g, 0, v);
	*names = (struct names){ .n = 0 };
	(void)names_add(names, "anna", 4, &err);
	(void)names_add(names, "bob", 3, &err);
	(void)names_add(names, "carl", 4, &err);
}

/* What each pen says of a seat. */
Test(table, description)
{
	static const struct {
		enum phase phase;
		uint8_t seat;
		const char *notes;
		bool moves;
	} row[] = {
		{ PHASE_SETUP, 0, "has joined", false },
		{ PHASE_SETUP, 1, "is free; played by the host's program", false },
		{ PHASE_SETUP, 2, "is free; plays by mail; has missed 2 turns in a row", false },
		{ PHASE_PLAY, 0, "you; miner", false },
		{ PHASE_PLAY, 1, "broken: lamp; played by the host's program", false },
		{ PHASE_PLAY, 2, "plays by mail; has missed 2 turns in a row", true },
		{ PHASE_OVER, 2, "plays by mail", false },
	};
	struct digest *d = mem_zero(1, sizeof *d);
	struct description_seat seat;
	struct names names;
	struct game g;
	struct view v;
	const struct description table = { d, &v, &names, NULL, report_minute };

	dealt(&g, &v, &names);
	d->has_commit[0] = true;
	d->custody = 1u << 2 | 1u << 1;
	d->bots = 1u << 1;
	d->people.missed[2] = 2;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		v.known.phase = (uint8_t)row[i].phase;
		description_of_seat(&table, row[i].seat, &seat);
		cr_expect_str_eq(buf_cstr(&seat.notes), row[i].notes);
		cr_expect_eq(seat.moves, row[i].moves, "%zu", i);
		cr_expect_eq(seat.cards, row[i].phase == PHASE_SETUP ? 0 : v.known.seat[0].n_hand);
		description_seat_release(&seat);
	}
	free(d);
}

/* What the panel of a seat says, and what it does not say. */
Test(table, panels)
{
	static const struct {
		const char *name, *what;
		unsigned count[3]; /* in the panels of anna, bob and carl */
	} row[] = {
		{ "cards in hand", "<title>cards in hand</title>", { 1, 1, 1 } },
		{ "a whole lamp", "<title>lamp</title>", { 1, 0, 1 } },
		{ "a broken lamp", "<title>broken lamp</title>", { 0, 1, 0 } },
		{ "other tools", "<title>pickaxe</title>", { 1, 1, 1 } },
		{ "who is to move", "<em>to move</em>", { 0, 0, 1 } },
		{ "what has changed", "just changed", { 0, 1, 0 } },
		{ "the own role alone", "href=\"#adit-miner\"", { 1, 0, 0 } },
	};
	struct digest *d = mem_zero(1, sizeof *d);
	struct buf page = BUF_INIT;
	struct names names;
	struct game g;
	struct view v;
	const struct changes changes = { .seats = 1u << 1 };
	const struct html_table table = { { d, &v, &names, NULL, report_minute }, &changes, false };
	char *panel[4];

	dealt(&g, &v, &names);
	html_seats(&table, &page);
	panel[0] = strstr(page.p, "<li ");
	for (unsigned s = 1; s < 3; s++)
		panel[s] = strstr(panel[s - 1] + 1, "<li ");
	for (unsigned s = 1; s < 3; s++)
		panel[s][-1] = '\0';
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		for (unsigned s = 0; s < 3; s++)
			cr_expect_eq(count(panel[s], row[i].what), row[i].count[s], "%s: %s",
			    row[i].name, panel[s]);
	buf_release(&page);
	free(d);
}

/* The result has a column for what anybody has, and roles once the game is over. */
Test(table, summary)
{
	const struct summary s = {
		.rounds = 2, .score = { { 1, 2, 3 }, { 4, 5, 6 } }, .broke = { { 0, 2, 1 } }
	};
	static const struct {
		const char *what;
		size_t play, over; /* how often, in the game and after it */
	} row[] = {
		{ "<th scope=\"col\">", 4, 5 },
		{ "<th scope=\"col\">Role</th>", 0, 1 },
		{ "<th scope=\"col\">Turns missed</th>", 0, 0 },
		{ "<td>2 of bob, 1 of carl</td>", 1, 1 },
		{ "<th scope=\"row\">carl</th>\n<td>3</td>\n<td>6</td>", 1, 0 },
		{ "<td>miner</td>", 0, 1 },
	};
	struct buf page = BUF_INIT;
	struct names names;
	struct game g;
	struct view v;

	dealt(&g, &v, &names);
	for (unsigned over = 0; over < 2; over++) {
		v.known.phase = over ? PHASE_OVER : PHASE_PLAY;
		buf_clear(&page);
		html_summary(NULL, &s, &v, &names, &page);
		for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
			cr_expect_eq(count(page.p, row[i].what), over ? row[i].over : row[i].play,
			    "%s: %s", row[i].what, page.p);
	}
	buf_release(&page);
}
