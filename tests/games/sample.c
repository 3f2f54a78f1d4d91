#include <criterion/criterion.h>

#include "core/sample.h"
#include "few.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/saboteur2/saboteur2.h"
#include "games/table.h"

/* Every state sampled from a view must be consistent with the view. */

enum { TURNS_MAX = 1200 };

/* Knowledge of a seat from the start, and from a later moment. */
struct eyes {
	struct knowledge know, late;
};

static bool
same_view(const struct view *a, const struct view *b)
{
	uint8_t one[PACK_MAX], other[PACK_MAX];
	size_t n = game_pack(&a->known, one);

	return n == game_pack(&b->known, other) && memcmp(one, other, n) == 0 &&
	    memcmp(a->known.ext, b->known.ext, sizeof a->known.ext) == 0;
}

static unsigned
count_kind(const struct rules *rules, const card_id *card, unsigned n, unsigned kind)
{
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++)
		count += knowledge_kind(rules, card[i]) == kind;
	return count;
}

/* Counts path and action cards by kind, except those in front of seats and seats' gold. */
static unsigned
count_all(const struct game *g, unsigned kind)
{
	unsigned n = count_kind(g->rules, g->deck + g->deck_top, game_deck_left(g), kind) +
	    count_kind(g->rules, g->discard, g->n_discard, kind) +
	    count_kind(g->rules, g->aside, g->n_aside, kind);

	for (unsigned s = 0; s < g->n_seats; s++)
		n += count_kind(g->rules, g->seat[s].hand, g->seat[s].n_hand, kind);
	for (unsigned i = 0; i < g->board.n; i++)
		n += count_kind(g->rules, &g->board.cell[i].card, 1, kind);
	if (g->rules == &rules_duel)
		n += count_kind(g->rules, duel_own(g)->goals, duel_own(g)->n_goals, kind);
	return n;
}

/* Cards are conserved; known discards and known cards of hands are in place. */
static void
check_cards(const struct game *truth, const struct game *g, const struct knowledge *k, uint8_t seat,
    const char *where)
{
	for (unsigned c = 0; c < g->rules->n_cards; c++) {
		unsigned class = g->rules->card[c].class, discards;

		if (knowledge_kind(g->rules, (card_id)c) != c)
			continue;
		if (class == CARD_GOAL || class == CARD_PATH || class == CARD_ACTION)
			cr_assert_eq(count_all(g, c), count_all(truth, c),
			    "%s: card %u: %u, not %u", where, c, count_all(g, c),
			    count_all(truth, c));
		discards = count_kind(g->rules, g->discard, g->n_discard, c);
		cr_assert_geq(discards, k->gone[c], "%s: card %u was discarded", where, c);
		for (unsigned s = 0; s < g->n_seats; s++)
			cr_assert(s == seat ||
				count_kind(g->rules, g->seat[s].hand, g->seat[s].n_hand, c) >=
				    k->held[s][c],
			    "%s: card %u is in the hand of %u", where, c, s);
	}
}

/* Numbers of roles and nuggets must be right. */
static void
check_own(
    const struct game *truth, const struct game *g, const struct knowledge *k, const char *where)
{
	unsigned is[CARDS_MAX] = { 0 }, was[CARDS_MAX] = { 0 };

	for (unsigned s = 0; s < g->n_seats && g->seat[s].role != CARD_NONE; s++) {
		is[g->seat[s].role]++;
		was[truth->seat[s].role]++;
	}
	if (g->rules == &rules_saboteur && sab_own(g)->role_left != CARD_NONE) {
		is[sab_own(g)->role_left]++;
		was[sab_own(truth)->role_left]++;
	}
	for (unsigned i = 0; g->rules == &rules_saboteur2 && i < sb2_own(g)->n_pile; i++) {
		is[sb2_own(g)->pile[i]]++;
		was[sb2_own(truth)->pile[i]]++;
	}
	for (unsigned i = 0; g->rules == &rules_saboteur2 && i < sb2_own(g)->n_hats; i++) {
		is[sb2_own(g)->hat[i]]++;
		was[sb2_own(truth)->hat[i]]++;
	}
	for (unsigned i = 0; g->rules == &rules_dark_cave && i < cave_own(g)->n_left; i++) {
		is[cave_own(g)->left[i]]++;
		was[cave_own(truth)->left[i]]++;
	}
	for (unsigned c = 0; c < g->rules->n_cards; c++)
		cr_assert_eq(is[c], was[c], "%s: role %u", where, c);
	for (unsigned i = 0; i < k->n_hat; i++) {
		unsigned at = (unsigned)sb2_own(g)->n_hats + k->hat_at[i] - k->n_swaps;

		cr_assert_eq(sb2_own(g)->hat[at], sb2_own(truth)->hat[at], "%s: hat", where);
	}
	for (unsigned s = 0; g->rules == &rules_saboteur2 && k->gold_whole && s < g->n_seats; s++)
		cr_assert_eq(g->seat[s].gold, truth->seat[s].gold, "%s: gold of %u", where, s);
	for (unsigned s = 0; g->rules == &rules_dark_cave && k->whole && s < g->n_seats; s++)
		cr_assert_eq(g->seat[s].knows, truth->seat[s].knows, "%s: looks of %u", where, s);
}

/* seat SEAT_NONE: the public. */
static void
check_sample(const struct game *truth, const struct knowledge *k, uint8_t seat, struct rng *rng,
    const char *where)
{
	static struct view v, again;
	static struct game g, other;
	static struct sampler sampler;
	struct rng_fast same = *(struct rng_fast *)rng;
	char who[140];

	(void)snprintf(who, sizeof who, "%s, seat %u", where, seat);
	game_view(truth, seat, &v);
	cr_assert(game_sample(&v, k, rng, &g), "%s: nothing fits", who);
	cr_assert(game_is_ok(&g), "%s: not ok", who);
	cr_assert(sampler_init(&sampler, &v, k) && sampler_draw(&sampler, &same.rng, &other) &&
		same_game(&g, &other),
	    "%s: drawn otherwise", who);
	game_view(&g, seat, &again);
	cr_assert(same_view(&v, &again), "%s: another view", who);
	check_cards(truth, &g, k, seat, who);
	check_own(truth, &g, k, who);
}

static void
learn(const struct game *g, const struct events *ev, struct eyes *eyes, int64_t n)
{
	static struct events mine;
	static struct view v;

	for (uint8_t i = 0; i <= g->n_seats; i++) {
		uint8_t seat = i < g->n_seats ? i : SEAT_NONE;

		events_told(ev, seat, &mine);
		game_view(g, seat, &v);
		knowledge_learn(&eyes[i].know, &v, &mine, n);
		if ((n + i) % 23 == 22)
			eyes[i].late = (struct knowledge){ .begun = false };
		knowledge_learn(&eyes[i].late, &v, &mine, n);
	}
}

/* All combinations of options, by number. */
static struct options
options_of(const struct rules *rules, uint64_t number)
{
	struct options o = { .at[OPTION_FIRST] = 0 };

	if (rules == &rules_saboteur) {
		o.at[SAB_DRAFT_ASK] = number & 1u;
		o.at[SAB_NO_SPARE] = number >> 1 & 1u;
		o.at[SAB_KNOWN] = number >> 2 & 1u;
		o.at[SAB_SELFISH_DWARF] = (number >> 3 ^ number >> 1) & 1u;
	} else if (rules == &rules_duel) {
		o.at[DUEL_GOALS_BOX] = number & 1u;
	}
	return o;
}

static void
play(const struct rules *rules, uint64_t number, unsigned seats)
{
	static struct eyes eyes[SEATS_MAX + 1];
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	struct options options = options_of(rules, number);
	struct rng_fast rng, choice, chance;
	struct game g;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	rng_fast_init(&chance, table_seed, number << 32);
	game_init(&g, rules, (uint8_t)seats, &options);
	memset(eyes, 0, sizeof eyes);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	for (unsigned turns = 0; turns < TURNS_MAX; turns++) {
		char where[100];
		struct order o;
		size_t n;

		(void)snprintf(where, sizeof where, "%s %llu, %u seats, turn %u", rules->name,
		    (unsigned long long)number, seats, turns);
		learn(&g, &ev, eyes, turns);
		for (uint8_t i = 0; i <= seats; i++) {
			uint8_t seat = i < seats ? i : SEAT_NONE;

			if ((turns + i) % 3 > 0 && g.phase == PHASE_PLAY)
				continue;
			check_sample(&g, &eyes[i].know, seat, &chance.rng, where);
			check_sample(&g, &eyes[i].late, seat, &chance.rng, where);
		}
		if (g.phase == PHASE_OVER)
			break;
		n = game_legal(&g, legal, LEGAL_MAX);
		o = legal[rng_draw(&choice.rng, (uint32_t)n)];
		if (number % 3 == 2)
			o = table_choice(&g, legal, n, number, &choice.rng);
		for (size_t i = 0; i < n && rng_draw(&choice.rng, 2) == 0; i++)
			if (legal[i].kind == ORDER_ACT)
				o = legal[rng_draw(&choice.rng, 2) == 0 ? i : n - 1];
		if (number % 4 == 3 && rng_draw(&choice.rng, 60) == 0)
			o = order_resign((uint8_t)rng_draw(&choice.rng, seats));
		ev.n = 0;
		if (game_check(&g, &o) == VERDICT_OK)
			cr_assert_eq(game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }),
			    VERDICT_OK, "%s", where);
	}
}

Test(sample, of_any_view_of_any_game)
{
	for (size_t i = 0; rules_all[i] != NULL; i++)
		for (unsigned seats = rules_all[i]->seats_min; seats <= rules_all[i]->seats_max;
		     seats++)
			for (unsigned k = 0; k < few(rules_all[i] == &rules_duel ? 16 : 3); k++)
				play(rules_all[i], k * 13 + seats, seats);
}
