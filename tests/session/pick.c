/* The orders of the full screen (session/screen_pick.h), over random play of every game. */
#include <criterion/criterion.h>

#include "core/game.h"
#include "few.h"
#include "games/games.h"
#include "session/screen_pick.h"
#include "text/orderline.h"

enum { GAMES = 4, TURNS_MAX = 400 };

static const unsigned char seed[32] = "picks";

static void
name_seats(struct names *names, unsigned n)
{
	struct err err = ERR_INIT;

	memset(names, 0, sizeof *names);
	for (unsigned i = 0; i < n; i++) {
		char name[16];

		(void)snprintf(name, sizeof name, "p%u", i + 1);
		cr_assert_eq(names_add(names, name, strlen(name), &err), 0, "%s", err.msg);
	}
}

/* Counts how often an order is among those of all targets. */
static unsigned
count(const struct picks *p, const struct rules *rules, const struct names *names,
    const struct order *o)
{
	struct buf wanted = BUF_INIT, text = BUF_INIT;
	unsigned n = 0;

	orderline_text(rules, names, o, &wanted);
	for (unsigned i = 0; i < p->n_items; i++)
		for (size_t t = 0; t < p->item[i].n; t++) {
			const struct pick_target *target = &p->target[p->item[i].first + t];

			for (size_t k = 0; k < target->n; k++) {
				buf_clear(&text);
				orderline_text(rules, names, &p->order[target->first + k], &text);
				n += strcmp(text.p, wanted.p) == 0;
			}
		}
	buf_release(&wanted);
	buf_release(&text);
	return n;
}

/* Marks the cards of a discard as the player would. */
static bool
can_discard(struct picks *p, const struct rules *rules, const struct order *o)
{
	const struct order *found[64];
	unsigned marked[PICK_ITEMS_MAX] = { 0 };
	size_t n;

	for (unsigned k = 0; k < o->n_card; k++) {
		char word[CARD_NAME_MAX];

		card_name(rules, o->card[k], word);
		for (unsigned i = 0; i < p->n_items; i++)
			marked[i] += p->item[i].is_card && strcmp(p->item[i].word, word) == 0;
	}
	n = picks_discards(p, rules, marked, found, 64);
	for (size_t i = 0; i < n; i++)
		if (memcmp(found[i], o, sizeof *o) == 0)
			return true;
	return false;
}

/* A step leads to a target of the same item, and to the same one only if nothing is that way. */
static void
check_steps(const struct picks *p, const char *where)
{
	static const int way[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

	for (unsigned i = 0; i < p->n_items; i++) {
		const struct pick_item *item = &p->item[i];

		for (size_t t = item->first; t < item->first + item->n; t++)
			for (unsigned w = 0; w < 4; w++) {
				const size_t to = picks_step(p, item, t, way[w][0], way[w][1]);
				const int x = p->target[to].at.x - p->target[t].at.x,
					  y = p->target[to].at.y - p->target[t].at.y;

				cr_assert(to >= item->first && to < item->first + item->n,
				    "%s: a step leaves the item", where);
				if (to != t && p->target[to].kind == PICK_PLACE &&
				    p->target[t].kind == PICK_PLACE)
					cr_assert_gt(x * way[w][0] + y * way[w][1], 0,
					    "%s: a step goes another way", where);
			}
	}
}

static void
check(const struct game *g, const struct names *names, const char *where)
{
	static struct order plays[LEGAL_MAX], discards[LEGAL_MAX];
	const size_t n_plays = game_legal_plays(g, plays, LEGAL_MAX),
		     n_discards = game_legal_discards(g, discards, LEGAL_MAX);
	struct picks p;
	struct view v;

	game_view(g, g->to_move, &v);
	picks_make(&p, &v, true, NULL, names);
	cr_assert_eq(p.n_orders, n_plays, "%s: %zu of %zu plays", where, p.n_orders, n_plays);
	for (size_t i = 0; i < n_plays; i++)
		cr_assert_eq(count(&p, g->rules, names, &plays[i]), 1,
		    "%s: an order is not there once", where);
	for (size_t i = 0; i < n_discards; i++)
		cr_assert(can_discard(&p, g->rules, &discards[i]), "%s: a discard cannot be marked",
		    where);
	check_steps(&p, where);
	picks_release(&p);
	picks_make(&p, &v, false, NULL, names);
	cr_assert_eq(p.n_orders + p.n_discards, 0, "%s: orders while nothing is played", where);
	picks_release(&p);
}

static void
play(const struct rules *rules, uint8_t seats, uint64_t number)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { .at = { 0 } };
	struct rng_fast rng, choice;
	struct names names;
	struct game g;

	name_seats(&names, seats);
	rng_fast_init(&rng, seed, number);
	rng_fast_init(&choice, seed, ~number);
	game_init(&g, rules, seats, &options);
	game_deal(&g, &rng.rng, NULL);
	for (unsigned turn = 0; turn < TURNS_MAX && g.phase != PHASE_OVER; turn++) {
		const size_t n = game_legal(&g, legal, LEGAL_MAX);
		char where[64];

		(void)snprintf(
		    where, sizeof where, "%s, %u seats, turn %u", rules->name, seats, turn);
		if (turn % 3 == number % 3)
			check(&g, &names, where);
		game_play(&g, &legal[rng_draw(&choice.rng, (uint32_t)n)], &rng.rng, NULL);
	}
}

Test(pick, every_order_can_be_chosen)
{
	for (const struct rules *const *rules = rules_all; *rules != NULL; rules++)
		for (unsigned seats = (*rules)->seats_min; seats <= (*rules)->seats_max; seats++)
			for (unsigned i = 0; i < few(GAMES); i++)
				play(*rules, (uint8_t)seats, i);
}

/* A watcher has nothing to choose. */
Test(pick, a_watcher)
{
	const struct options options = { .at = { 0 } };
	struct rng_fast rng;
	struct names names;
	struct picks p;
	struct game g;
	struct view v;

	name_seats(&names, 3);
	rng_fast_init(&rng, seed, 1);
	game_init(&g, rules_all[0], 3, &options);
	game_deal(&g, &rng.rng, NULL);
	game_view(&g, SEAT_NONE, &v);
	picks_make(&p, &v, true, NULL, &names);
	cr_expect_eq(p.n_items, 0);
	picks_release(&p);
}
