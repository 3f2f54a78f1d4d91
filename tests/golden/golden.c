/*
 * Whole games as text: every order, its events in words, and the board at the end of every round. A
 * change of rules, words, drawings, policies or the order of draws shows up here as a diff.
 *
 *	make check      compares with tests/golden/RULES-SEATS.txt
 *	make regold     rewrites those files; the commit says why
 */
#include <criterion/criterion.h>

#include "bot/policy.h"
#include "draw/draw.h"
#include "golden/compare.h"
#include "text/eventline.h"
#include "text/orderline.h"
#include "text/since.h"
#include "util/mem.h"
#include "games/games.h"

static const uint8_t seed[32] = { 'g', 'o', 'l', 'd' };

static void
put_table(const struct game *g, const struct names *names, struct buf *out)
{
	struct view *v = mem_new(sizeof *v);

	game_view(g, SEAT_OMNISCIENT, v);
	draw_seats(NULL, v, names, 0, out);
	buf_chr(out, '\n');
	draw_board(NULL, v, names, &(struct draw_board_options){ .columns = DRAW_COLUMNS }, out);
	buf_chr(out, '\n');
	free(v);
}

/* The view of the referee: nothing hidden. */
static void
put_events(const struct game *g, const struct names *names, struct events *ev, struct buf *out)
{
	for (uint32_t i = 0; i < ev->n; i++)
		ev->at[i].seen_by = SEEN_ALL;
	since_text(NULL, g->rules, names, ev, SEAT_NONE, out);
	ev->n = 0;
}

static void
play(const struct rules *rules, unsigned seats, struct buf *out)
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	struct events *ev = mem_zero(1, sizeof *ev);
	struct view *v = mem_new(sizeof *v);
	const struct options options = { 0 };
	struct names names = { .n = 0 };
	struct rng_fast deal, choice;
	struct err err = ERR_INIT;
	struct game g;

	for (unsigned i = 1; i <= seats; i++) {
		char name[8];

		(void)snprintf(name, sizeof name, "p%u", i);
		cr_assert_eq(names_add(&names, name, strlen(name), &err), 0, "%s", err.msg);
	}
	rng_fast_init(&deal, seed, rules->id * 100u + seats);
	rng_fast_init(&choice, seed, rules->id * 100u + seats + 50u);
	rng_open(&choice.rng, 1, RNG_FIRST);
	game_init(&g, rules, (uint8_t)seats, &options);
	game_deal(&g, &deal.rng, ev);
	put_events(&g, &names, ev, out);
	while (g.phase != PHASE_OVER) {
		size_t n = game_legal(&g, legal, LEGAL_MAX);
		struct order o;
		struct game before = g;

		game_view(&g, g.to_move, v);
		o = legal[policy_choose(POLICY_GREEDY, v, legal, n, &choice.rng)];
		policy_complete(POLICY_GREEDY, v, &o);
		orderline_sort(rules, &o);
		buf_fmt(out, "%u. %s: ", g.turn, names_seat(&names, g.to_move));
		orderline_text(rules, &names, &o, out);
		buf_chr(out, '\n');
		cr_assert_eq(
		    game_apply_all(&g, &o, 1, &deal.rng, ev, &(unsigned){ 0 }), VERDICT_OK);
		put_events(&g, &names, ev, out);
		if (g.round != before.round)
			put_table(&before, &names, out);
	}
	put_table(&g, &names, out);
	free(v);
	free(ev);
	free(legal);
}

Test(golden, whole_games)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		const struct rules *rules = rules_all[i];
		unsigned middle = (rules->seats_min + rules->seats_max) / 2u;
		const unsigned seats[] = { rules->seats_min, middle, rules->seats_max };

		for (unsigned k = 0; k < 3; k++) {
			struct buf is = BUF_INIT;
			char name[40];

			if (k > 0 && seats[k] == seats[k - 1])
				continue;
			play(rules, seats[k], &is);
			(void)snprintf(name, sizeof name, "%s-%u", rules->name, seats[k]);
			golden_compare(name, &is);
			buf_release(&is);
		}
	}
}
