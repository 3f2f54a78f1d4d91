#include <criterion/criterion.h>

#include "core/know.h"
#include "games/games.h"
#include "games/table.h"

/* What is said to be so is so: random play of every game, in the eyes of every seat and of everybody. */

enum { GAMES = 60, ORDERS_MAX = 1200 };

struct found {
	unsigned seen, follows; /* goals known by looking, and by what is left */
};

/* `seat` SEAT_NONE: everybody. */
static void
check_eyes(const struct game *g, uint8_t seat, struct found *found, const char *where)
{
	static struct view v;
	struct know_goal goal[KNOW_GOALS_MAX];
	unsigned n, down = 0;

	game_view(g, seat, &v);
	n = know_goals(&v.known, goal);
	for (unsigned i = 0; i < g->board.n; i++)
		down += (g->board.cell[i].flags & CELL_DOWN) != 0;
	cr_assert_eq(n, down, "%s: %u goals, not %u", where, n, down);
	for (unsigned i = 0; i < n; i++) {
		unsigned c = board_find(&g->board, goal[i].at.x, goal[i].at.y);
		bool mine = seat != SEAT_NONE && (goal[i].looked >> seat & 1u) != 0;

		cr_assert_neq(c, CELL_NONE, "%s", where);
		cr_assert(!mine || goal[i].is_seen, "%s: looked at and not known", where);
		if (goal[i].card == CARD_HIDDEN)
			continue;
		cr_assert_eq(goal[i].card, g->board.cell[c].card,
		    "%s, seat %u: %d,%d is no such goal", where, seat, goal[i].at.x, goal[i].at.y);
		found->seen += goal[i].is_seen;
		found->follows += !goal[i].is_seen;
	}
}

static void
play(const struct rules *rules, uint64_t number, struct found *found)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	struct options options = { .at[OPTION_FIRST] = 0 };
	unsigned seats = rules->seats_min +
	    (unsigned)(number % (rules->seats_max - rules->seats_min + 1u));
	struct rng_fast rng, choice;
	struct game g;
	char where[80];

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	game_init(&g, rules, (uint8_t)seats, &options);
	game_deal(&g, &rng.rng, NULL);
	for (unsigned turns = 0; g.phase != PHASE_OVER && turns < ORDERS_MAX; turns++) {
		size_t n = game_legal(&g, legal, LEGAL_MAX);
		struct order o = legal[rng_draw(&choice.rng, (uint32_t)n)];

		(void)snprintf(where, sizeof where, "%s %llu, turn %u", rules->name,
		    (unsigned long long)number, turns);
		/* Who can look, looks: little else tells anything. */
		for (size_t i = 0; i < n; i++) {
			unsigned action = legal[i].kind == ORDER_ACT ?
			    game_card(&g, legal[i].card[0])->action :
			    ACTION_NONE;

			if ((action == ACTION_MAP || action == ACTION_INFORMATION) &&
			    rng_draw(&choice.rng, 2) == 0)
				o = legal[i];
		}
		ev.n = 0;
		cr_assert_eq(game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s", where);
		for (uint8_t s = 0; s < seats; s++)
			check_eyes(&g, s, found, where);
		check_eyes(&g, SEAT_NONE, found, where);
	}
}

Test(know, what_must_be_is)
{
	for (size_t i = 0; rules_all[i] != NULL; i++) {
		struct found found = { 0, 0 };

		for (uint64_t number = 0; number < GAMES; number++)
			play(rules_all[i], number, &found);
		cr_expect_gt(found.seen, 0, "%s: nobody looked", rules_all[i]->name);
		cr_expect(found.follows > 0 || rules_all[i] == &rules_duel,
		    "%s: nothing ever followed", rules_all[i]->name);
	}
}
