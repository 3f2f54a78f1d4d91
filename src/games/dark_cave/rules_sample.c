/*
 * The Dark Cave: samples hidden cards with visible backs, and clan cards [CAVE 5.A.2, CAVE 5.A.5,
 * Q-CAVE-33].
 *
 * (Y1) The back of a hidden card is visible in a hand. In the pile and out of play the number of
 * cards of each deck is known. So the number of discards of a deck follows.
 * (Y2) The deck of an action card that has left a hand openly is unknown. All ways to choose these
 * cards among those of their kind count, each weighted by the number of deals of the other cards.
 */
#include <assert.h>
#include <string.h>

#include "core/sample.h"
#include "games/dark_cave/cave.h"

enum { DECKS = 3, BOXED = 5 };
enum { SPENT_MAX = 63, WAYS_MAX = 3072, TERMS_MAX = 512 };

/* ---- cards in front of seats ----------------------------------------------------------------- */

/* Counts open cards. All cards of an action are one kind, represented by its first row. */
static void
count_front(const struct sample *s, uint8_t open[static CARDS_MAX])
{
	const struct game *known = &s->v->known;
	const struct cave_state *cave = cave_own(known);
	const struct knowledge_rows *rows = &s->seen->rows[CARD_ACTION];
	uint8_t n[ACTION_COUNT] = { [ACTION_SPIDERWEB] = cave->n_web };

	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		n[cave_creature_action[k]] = cave->creature[k].owner != SEAT_NONE;
	for (unsigned i = 0; i < known->n_seats; i++) {
		n[ACTION_BATTLE_AXE] = (uint8_t)(n[ACTION_BATTLE_AXE] + cave->seat[i].axes);
		n[ACTION_BOOTS] = (uint8_t)(n[ACTION_BOOTS] + cave->seat[i].boots);
	}
	for (unsigned c = rows->from; c < rows->to; c++)
		if (s->seen->all[c] > 0)
			open[c] = (uint8_t)(open[c] + n[game_card(known, (card_id)c)->action]);
}

/* ---- decks of cards -------------------------------------------------------------------------- */

/* The cards of one action. */
struct kind {
	card_id row[DECKS];  /* row in each deck, if it has one */
	uint8_t left[DECKS]; /* number of hidden cards in each deck */
	uint8_t spent;       /* number of cards that have left hands openly */
};

struct decks {
	struct sample *s;
	unsigned n_kinds;
	struct kind kind[ACTION_COUNT];
	struct kind *of[ACTION_COUNT]; /* the kind of an action, or NULL */
	unsigned aside[DECKS];
	unsigned n_place[DECKS]; /* number of places in hands of others */
	card_id *place[DECKS][CAVE_SEATS_MAX * HAND_MAX];
	/* Hidden cards, including spent ones of any kind: all of a deck, and those neither in hands
	 * nor in the pile nor out of play. */
	unsigned rest[DECKS], out[DECKS];
	struct sample_pool pool[DECKS];
};

static struct kind *
kind_of(struct decks *d, unsigned action)
{
	struct kind *kind = d->of[action];

	if (kind == NULL) {
		kind = d->of[action] = &d->kind[d->n_kinds++];
		memset(kind, 0, sizeof *kind);
	}
	return kind;
}

static bool
find_paths(struct decks *d)
{
	const struct sample *s = d->s;
	const struct rules *rules = s->g->rules;
	const struct knowledge_rows *rows = &s->seen->rows[CARD_PATH];

	for (unsigned c = rows->from; c < rows->to; c++) {
		const struct card_def *def = &rules->card[c];
		unsigned deck = def->deck - 1u;

		if (def->class != CARD_PATH)
			continue;
		assert(deck < DECKS);
		if (!sample_add(&d->pool[deck], (card_id)c, s->kinds.hidden[c]))
			return false;
		d->aside[deck] += def->copies;
	}
	return true;
}

static bool
find_actions(struct decks *d)
{
	const struct sample *s = d->s;
	const struct rules *rules = s->g->rules;
	const struct knowledge_rows *rows = &s->seen->rows[CARD_ACTION];

	for (unsigned c = rows->from; c < rows->to; c++) {
		const struct card_def *def = &rules->card[c];
		unsigned deck = def->deck - 1u;
		struct kind *kind;

		if (def->class != CARD_ACTION)
			continue;
		assert(deck < DECKS);
		kind = kind_of(d, def->action);
		kind->row[deck] = (card_id)c;
		kind->left[deck] = (uint8_t)(kind->left[deck] + def->copies);
		kind->spent = (uint8_t)(kind->spent + s->kinds.spent[c]);
		d->aside[deck] += def->copies;
	}
	return true;
}

static bool
find_cards(struct decks *d)
{
	const struct game *g = d->s->g;
	const uint8_t me = d->s->v->seat;

	memset(d->aside, 0, sizeof d->aside);
	memset(d->of, 0, sizeof d->of);
	d->n_kinds = 0;
	for (unsigned k = 0; k < DECKS; k++)
		d->pool[k].n = 0;
	if (!find_paths(d) || !find_actions(d))
		return false;
	for (unsigned k = 0; k < DECKS; k++)
		d->aside[k] = d->aside[k] < BOXED ? d->aside[k] : (unsigned)BOXED;
	for (unsigned i = 0; me < g->n_seats && i < g->seat[me].n_hand; i++) {
		const struct card_def *def = game_card(g, g->seat[me].hand[i]);

		if (def->class == CARD_ACTION && d->of[def->action]->left[def->deck - 1u]-- == 0)
			return false;
	}
	return true;
}

/* Puts a card that must be in the hand on a random place with a matching back. */
static bool
deal_held_card(struct decks *d, uint8_t seat, card_id card)
{
	const uint8_t *back = cave_own(&d->s->v->known)->back[seat];
	struct seat *to = &d->s->g->seat[seat];
	const struct card_def *def = game_card(d->s->g, card);
	struct kind *kind = def->class == CARD_ACTION ? d->of[def->action] : NULL;
	unsigned n = 0;
	uint8_t fits[HAND_MAX], at;

	for (uint8_t i = 0; i < to->n_hand; i++)
		if (to->hand[i] == CARD_HIDDEN && back[i] - 1u < DECKS &&
		    (kind != NULL ? kind->left[back[i] - 1u] > 0 : back[i] == def->deck))
			fits[n++] = i;
	if (n == 0)
		return false;
	at = fits[n > 1 ? rng_draw(d->s->rng, n) : 0];
	to->hand[at] = card;
	if (kind != NULL) {
		to->hand[at] = kind->row[back[at] - 1u];
		kind->left[back[at] - 1u]--;
	}
	return true;
}

static bool
deal_held(struct decks *d)
{
	for (uint8_t p = 0; d->s->n_held > 0 && p < d->s->g->n_seats; p++) {
		card_id card[HAND_MAX];
		unsigned n = p != d->s->v->seat ? sample_must_hold(d->s, p, card) : 0;

		for (unsigned i = 0; i < n; i++)
			if (i >= HAND_MAX || !deal_held_card(d, p, card[i]))
				return false;
	}
	return true;
}

/* (Y1) Finds the places of hidden cards and counts the rest. */
static bool
find_places(struct decks *d)
{
	const struct cave_state *known = cave_own(&d->s->v->known);
	struct game *g = d->s->g;

	memset(d->n_place, 0, sizeof d->n_place);
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; s != d->s->v->seat && i < g->seat[s].n_hand; i++) {
			unsigned deck = known->back[s][i] - 1u;

			if (g->seat[s].hand[i] != CARD_HIDDEN)
				continue;
			if (deck >= DECKS)
				return false;
			d->place[deck][d->n_place[deck]++] = &g->seat[s].hand[i];
		}
	for (unsigned k = 0; k < DECKS; k++) {
		unsigned n = d->n_place[k] + known->pile[k + 1] + d->aside[k];

		d->rest[k] = d->pool[k].n;
		for (unsigned i = 0; i < d->n_kinds; i++)
			d->rest[k] += d->kind[i].left[k];
		if (d->rest[k] < n)
			return false;
		d->out[k] = d->rest[k] - n;
	}
	return true;
}

/* ---- spent cards ---------------------------------------------------------------------------- */

/* Marks n cards of a kind and deck as spent. */
static void
spend(struct decks *d, struct kind *kind, unsigned deck, unsigned n)
{
	kind->left[deck] = (uint8_t)(kind->left[deck] - n);
	kind->spent = (uint8_t)(kind->spent - n);
	d->rest[deck] -= n;
	d->out[deck] -= n;
}

/* Returns the maximum number of spent cards of a kind in a deck. */
static unsigned
may_spend(const struct decks *d, const struct kind *kind, unsigned deck)
{
	unsigned n = kind->left[deck] < kind->spent ? kind->left[deck] : kind->spent;

	return n < d->out[deck] ? n : d->out[deck];
}

/* Spends the cards of kinds where the maximum equals the number of spent cards. */
static bool
spend_certain(struct decks *d)
{
	for (unsigned i = 0; i < d->n_kinds; i++) {
		struct kind *kind = &d->kind[i];
		unsigned n[DECKS], all = 0;

		for (unsigned k = 0; k < DECKS; k++)
			all += n[k] = may_spend(d, kind, k);
		if (all < kind->spent)
			return false;
		for (unsigned k = 0; all == kind->spent && k < DECKS; k++)
			spend(d, kind, k, n[k]);
	}
	return true;
}

/* Returns n over k, for k at most n; exact below 2^53. */
static double
choose(unsigned n, unsigned k)
{
	double ways;

	if (k > n - k)
		k = n - k;
	ways = k > 0 ? n : 1;
	for (unsigned i = 2; i <= k; i++)
		ways = ways * (n - i + 1) / i;
	return ways;
}

/* Returns a random whole number below `below`. */
static double
draw_below(struct rng *rng, double below)
{
	const uint32_t part = UINT32_C(1) << 26;
	uint32_t high, low;

	if (below <= UINT32_MAX)
		return below > 1 ? rng_draw(rng, (uint32_t)below) : 0;
	high = rng_draw(rng, part);
	low = rng_draw(rng, part);
	return ((double)high * part + low) / part / part * below;
}

/* A choice of cards of deck I and of deck II, the others from deck III, and its number of ways. */
struct term {
	uint8_t take[2];
	double ways;
};

/* Number of spent cards of some kinds, and the maximum in each deck. */
struct limit {
	unsigned spent, most[DECKS];
};

/* Number of ways in which the first i kinds, within limit[i], can take a number of cards of deck I
 * and of deck II. */
struct ways {
	unsigned n;
	struct kind *kind[ACTION_COUNT];
	unsigned first[ACTION_COUNT + 1]; /* of its terms */
	struct limit limit[ACTION_COUNT + 1];
	unsigned begin[ACTION_COUNT + 1]; /* start of their ways in `at`, */
	unsigned w;                       /* entries for each number of cards of deck I */
	struct term term[TERMS_MAX];
	double at[WAYS_MAX];
};

static double *
ways_at(struct ways *w, unsigned i, unsigned one, unsigned two)
{
	return &w->at[w->begin[i] + one * w->w + two];
}

/* least_two returns the minimum number of cards of deck II for this number of deck I; end_two
 * returns the maximum plus one, or 0 if there is none. */
static unsigned
least_two(const struct limit *l, unsigned one)
{
	return l->spent > one + l->most[2] ? l->spent - one - l->most[2] : 0;
}

static unsigned
end_two(const struct limit *l, unsigned one)
{
	if (one > l->spent)
		return 0;
	return (l->most[1] < l->spent - one ? l->most[1] : l->spent - one) + 1;
}

static bool
list_terms(const struct decks *d, struct ways *w, struct kind *kind)
{
	struct limit *l = &w->limit[w->n];
	unsigned n = w->first[w->n], most[DECKS];

	for (unsigned k = 0; k < DECKS; k++) {
		most[k] = may_spend(d, kind, k);
		l[1].most[k] = l->most[k] + most[k] < d->out[k] ? l->most[k] + most[k] : d->out[k];
	}
	l[1].spent = l->spent + kind->spent;
	for (unsigned a = 0; a <= most[0]; a++)
		for (unsigned b = 0; b <= most[1] && a + b <= kind->spent; b++) {
			unsigned c = kind->spent - a - b;

			if (c > most[2])
				continue;
			if (n == TERMS_MAX)
				return false;
			w->term[n++] = (struct term){ { (uint8_t)a, (uint8_t)b },
				choose(kind->left[0], a) * choose(kind->left[1], b) *
				    choose(kind->left[2], c) };
		}
	w->kind[w->n] = kind;
	w->first[++w->n] = n;
	return true;
}

static bool
find_terms(struct decks *d, struct ways *w)
{
	unsigned room = 0;

	w->n = w->first[0] = 0;
	w->limit[0] = (struct limit){ .spent = 0 };
	for (unsigned i = 0; i < d->n_kinds; i++)
		if (d->kind[i].spent > 0 && !list_terms(d, w, &d->kind[i]))
			return false;
	w->w = w->limit[w->n].most[1] + 1;
	for (unsigned i = 0; i <= w->n; i++) {
		w->begin[i] = room;
		room += (w->limit[i].most[0] + 1) * w->w;
	}
	memset(w->at, 0, (room < WAYS_MAX ? room : WAYS_MAX) * sizeof w->at[0]);
	return w->limit[w->n].spent <= SPENT_MAX && room <= WAYS_MAX;
}

/* Adds the ways of kind i to those of the kinds before it, for this number of cards of deck I. */
static void
add_ways(struct ways *w, unsigned i, unsigned one)
{
	const struct limit *l = &w->limit[i];
	const double *from = ways_at(w, i, one, 0);
	const unsigned least = least_two(l, one), end = end_two(l, one);

	for (unsigned t = w->first[i]; t < w->first[i + 1]; t++) {
		const struct term *term = &w->term[t];
		unsigned two = term->take[1], room = l[1].most[1] + 1 - two;
		double *to, ways = term->ways;

		if (one + term->take[0] > l[1].most[0])
			break; /* terms ascend */
		to = ways_at(w, i + 1, one + term->take[0], two);
		if (room > end)
			room = end;
		for (unsigned y = least; y < room; y++)
			to[y] += ways * from[y];
	}
}

static void
count_ways(struct ways *w)
{
	*ways_at(w, 0, 0, 0) = 1;
	for (unsigned i = 0; i < w->n; i++)
		for (unsigned x = 0; x <= w->limit[i].most[0]; x++)
			add_ways(w, i, x);
}

/*
 * (Y2) Computes the number of deals of a deck if x of its cards are spent, for x up to `most`, up
 * to a common factor. Spent cards are among those that are out.
 */
static void
count_deals(double *deals, unsigned rest, unsigned out, unsigned most)
{
	double ways = 1;

	for (unsigned x = 0; x <= most; x++) {
		deals[x] = ways;
		ways *= out - x;
	}
	ways = 1;
	for (unsigned x = most; x > 0; x--) {
		ways *= rest - x + 1;
		deals[x - 1] *= ways;
	}
}

/* Chooses the number of spent cards of the first two decks. */
static bool
choose_decks(const struct decks *d, struct ways *w, unsigned take[2])
{
	const struct limit *l = &w->limit[w->n];
	double deals[DECKS][SPENT_MAX + 1], sum = 0, at;

	for (unsigned k = 0; k < DECKS; k++)
		count_deals(deals[k], d->rest[k], d->out[k], l->most[k]);
	for (unsigned x = 0; x <= l->most[0]; x++)
		for (unsigned y = least_two(l, x); y < end_two(l, x); y++) {
			double *ways = ways_at(w, w->n, x, y);

			sum += *ways * deals[0][x] * deals[1][y] * deals[2][l->spent - x - y];
		}
	if (sum < 1)
		return false;
	at = draw_below(d->s->rng, sum);
	for (take[0] = 0; take[0] <= l->most[0]; take[0]++)
		for (take[1] = least_two(l, take[0]); take[1] < end_two(l, take[0]); take[1]++) {
			at -= *ways_at(w, w->n, take[0], take[1]) * deals[0][take[0]] *
			    deals[1][take[1]] * deals[2][l->spent - take[0] - take[1]];
			if (at < 0)
				return true;
		}
	return false;
}

/* True if the kinds before it can take the rest. A rest below 0 is a number above every limit. */
static bool
can_take(const struct limit *l, const struct term *term, const unsigned take[2])
{
	unsigned one = take[0] - term->take[0], two = take[1] - term->take[1];

	return one <= l->most[0] && two >= least_two(l, one) && two < end_two(l, one);
}

/*
 * Chooses one of the ways in which the first two decks lose take[0] and take[1] cards. Each way is
 * a number. The terms of the last kind divide the numbers in order; each repeats all ways of the
 * kinds before it.
 */
static void
choose_kinds(struct decks *d, struct ways *w, unsigned take[2])
{
	double at = draw_below(d->s->rng, *ways_at(w, w->n, take[0], take[1]));

	for (unsigned i = w->n; i-- > 0;) {
		unsigned one = 0, two = 0;
		double before = 1;

		for (unsigned t = w->first[i]; t < w->first[i + 1]; t++) {
			const struct term *term = &w->term[t];
			double ways;

			if (!can_take(&w->limit[i], term, take))
				continue;
			ways = *ways_at(w, i, take[0] - term->take[0], take[1] - term->take[1]);
			one = term->take[0];
			two = term->take[1];
			before = ways;
			if (at < term->ways * ways)
				break;
			at -= term->ways * ways;
		}
		at -= before * (double)(uint64_t)(at / before);
		take[0] -= one;
		take[1] -= two;
		spend(d, w->kind[i], 2, w->kind[i]->spent - one - two);
		spend(d, w->kind[i], 0, one);
		spend(d, w->kind[i], 1, two);
	}
}

static bool
choose_spent(struct decks *d)
{
	struct ways w;
	unsigned take[2];

	if (!find_terms(d, &w))
		return false;
	if (w.n == 0)
		return true;
	count_ways(&w);
	if (!choose_decks(d, &w, take))
		return false;
	choose_kinds(d, &w, take);
	return true;
}

/* ---- dealing -------------------------------------------------------------------------------- */

/* Deals a deck to hands, pile and cards out of play. The rest needs no order. *top and *boxed:
 * where to write. */
static bool
deal_deck(struct decks *d, unsigned deck, unsigned *top, unsigned *boxed)
{
	struct game *g = d->s->g;
	struct sample_pool *p = &d->pool[deck];
	unsigned n_pile = cave_own(&d->s->v->known)->pile[deck + 1], aside = d->aside[deck];
	unsigned n = d->n_place[deck] + n_pile;

	for (unsigned i = 0; i < d->n_kinds; i++)
		if (!sample_add(p, d->kind[i].row[deck], d->kind[i].left[deck]))
			return false;
	assert(p->n >= n + aside); /* find_places; of `out`, no more was spent than there is */
	(void)sample_shuffle(d->s, p, p->n > n + aside ? n + aside : n);
	for (unsigned i = 0; i < d->n_place[deck]; i++)
		*d->place[deck][i] = p->card[--p->n];
	(void)sample_take(p, g->deck + *top, n_pile);
	(void)sample_take(p, g->aside + *boxed, aside);
	*top += n_pile;
	*boxed += aside;
	return true;
}

/* Deals the discards from the rest; in a position set up by hand there may be more cards than
 * needed. */
static bool
deal_discards(struct decks *d)
{
	struct game *g = d->s->g;
	struct sample_pool *all = &d->s->cards;
	unsigned n = g->n_discard - d->s->n_discards;

	all->n = 0;
	for (unsigned k = 0; k < DECKS; k++) {
		if (all->n + d->pool[k].n > SAMPLE_POOL_MAX)
			return false;
		memcpy(all->card + all->n, d->pool[k].card, d->pool[k].n);
		all->n += d->pool[k].n;
	}
	return (all->n == n || sample_shuffle(d->s, all, n)) &&
	    sample_take(all, g->discard + d->s->n_discards, n);
}

static bool
deal(struct sample *s)
{
	struct decks d;
	struct game *g = s->g;
	const uint8_t *pile = cave_own(&s->v->known)->pile;
	unsigned top = g->deck_top, boxed = 0, in_pile = (unsigned)pile[1] + pile[2] + pile[3];

	d.s = s;
	if (!find_cards(&d) || !deal_held(&d) || !find_places(&d) || !spend_certain(&d) ||
	    !choose_spent(&d) || in_pile != game_deck_left(g) ||
	    d.aside[0] + d.aside[1] + d.aside[2] != g->n_aside)
		return false;
	for (unsigned k = 0; k < DECKS; k++)
		if (!deal_deck(&d, k, &top, &boxed))
			return false;
	return deal_discards(&d);
}

/* ---- clans ----------------------------------------------------------------------------------- */

/* Collects the hidden clan cards by their backs, shuffled. */
static bool
find_clan_cards(struct sample *s, struct sample_pool clan[static CAVE_CLANS])
{
	const struct game *g = s->g;
	const struct cave_state *cave = cave_own(g);
	const struct knowledge_rows *rows = &s->seen->rows[CARD_ROLE];
	uint8_t left[CARDS_MAX] = { 0 };

	for (unsigned c = rows->from; c < rows->to; c++)
		left[c] = (uint8_t)cave_role_copies(g, (card_id)c);
	for (unsigned i = 0; i < g->n_seats; i++)
		if (g->seat[i].role != CARD_HIDDEN && !sample_subtract(left, &g->seat[i].role, 1))
			return false;
	for (unsigned i = 0; i < cave->n_left; i++)
		if (cave->left[i] != CARD_HIDDEN && !sample_subtract(left, &cave->left[i], 1))
			return false;
	for (unsigned c = 0; c < CAVE_CLANS; c++)
		clan[c].n = 0;
	/* the pool always has room */
	for (unsigned c = rows->from; c < rows->to; c++)
		(void)sample_add(&clan[cave_clan_of(g->rules, (card_id)c)], (card_id)c, left[c]);
	for (unsigned c = CAVE_CLAN_YELLOW; c < CAVE_CLANS; c++)
		sample_mix(s, &clan[c]);
	return true;
}

static bool
fill(struct sample *s)
{
	struct game *g = s->g;
	struct cave_state *cave = cave_own(g);
	struct sample_pool clan[CAVE_CLANS], *rest = &clan[CAVE_CLAN_NONE];

	if (!find_clan_cards(s, clan))
		return false;
	for (uint8_t p = 0; p < g->n_seats; p++)
		if (g->seat[p].role == CARD_HIDDEN &&
		    !sample_take(&clan[cave_clan(g, p) % CAVE_CLANS], &g->seat[p].role, 1))
			return false;
	for (unsigned c = CAVE_CLAN_YELLOW; c < CAVE_CLANS; c++) {
		memcpy(rest->card + rest->n, clan[c].card, clan[c].n);
		rest->n += clan[c].n;
	}
	if (cave->n_left > 0 && cave->left[0] == CARD_HIDDEN &&
	    (!sample_shuffle(s, rest, cave->n_left) ||
		!sample_take(rest, cave->left, cave->n_left)))
		return false;
	for (unsigned i = 0; i < s->seen->n_look; i++)
		if (s->seen->look[i].to < g->n_seats && s->seen->look[i].seat < g->n_seats)
			g->seat[s->seen->look[i].seat].knows |= SEEN_BY(s->seen->look[i].to);
	memset(cave->clan, 0, sizeof cave->clan);
	memset(cave->back, 0, sizeof cave->back);
	memset(cave->pile, 0, sizeof cave->pile);
	return true;
}

static bool
fits(const struct game *g)
{
	return g->phase == PHASE_OVER || !cave_clan_is_out(g);
}

const struct sample_rules cave_sample = {
	.front = count_front, .deal = deal, .fill = fill, .fits = fits
};
