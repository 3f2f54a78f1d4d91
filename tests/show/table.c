/* The board of a page: every place where a card can be placed is a target. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "bot/policy.h"
#include "games/games.h"
#include "show/html_table.h"
#include "util/mem.h"

enum { GAMES = 6, TURNS = 60 };

/* Each order that places a card has a target on the board. */
static void
check_places(const struct game *g, const struct order *legal, size_t n)
{
	struct names names = { .n = g->n_seats };
	struct buf page = BUF_INIT;
	struct view v;

	game_view(g, g->to_move, &v);
	for (unsigned s = 0; s < g->n_seats; s++)
		(void)snprintf(names.seat[s], sizeof names.seat[s], "p%u", s + 1);
	html_board(&v, &names, true, &page);
	for (size_t i = 0; i < n; i++) {
		char at[32];

		if (legal[i].kind != ORDER_PLACE)
			continue;
		(void)snprintf(
		    at, sizeof at, "data-at=\"%d,%d\"", legal[i].at[0].x, legal[i].at[0].y);
		cr_expect(strstr(buf_cstr(&page), at) != NULL, "%s: no %s", g->rules->name, at);
	}
	buf_release(&page);
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

				check_places(&g, legal, game_legal_plays(&g, legal, LEGAL_MAX));
				game_play(&g, &o, &rng.rng, NULL);
			}
		}
	}
	free(legal);
	free(room);
}
