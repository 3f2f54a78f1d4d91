/* The board of a page: every place where a card can be placed is a target; ways of walks. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "bot/policy.h"
#include "draw/picture.h"
#include "games/games.h"
#include "show/html_table.h"
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
	const struct html_table table = { .v = &v, .names = &names, .orders = true };
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
