/*
 * The Dark Cave: cards whose backs are seen, clan cards [CAVE 5.A.2, CAVE 5.A.5, Q-CAVE-33].
 *
 * (Y1) A hidden card lies only where its back is seen: in a hand, or, by how many of each deck there are, in the
 *      pile and in the box.  How many of a deck are discards follows.
 * (Y2) Action cards that have left hands openly are of some deck.  All ways to choose them among the cards of
 *      their kind count, each as often as the others can be dealt then.
 */
#include <string.h>

#include "core/sample.h"
#include "games/dark_cave/cave.h"

enum { DECKS = 3, BOXED = 5, WAYS_MAX = 4096 };

/* ---- what lies before seats ------------------------------------------------------------------ */

static unsigned
front(const struct game *known, card_id card[static SAMPLE_FRONT_MAX])
{
	const struct cave_state *cave = cave_own(known);
	unsigned n = 0, axes = 0, boots = 0;

	memset(card, cave_action_card(known, ACTION_SPIDERWEB), cave->n_web);
	n = cave->n_web;
	for (unsigned k = 0; k < CREATURES; k++)
		if (cave->creature[k].owner != SEAT_NONE)
			card[n++] = cave_action_card(known, (enum action)cave_creature_action[k]);
	for (unsigned s = 0; s < known->n_seats; s++) {
		axes += cave->seat[s].axes;
		boots += cave->seat[s].boots;
	}
	for (; boots > 0 && n < SAMPLE_FRONT_MAX; boots--)
		card[n++] = cave_action_card(known, ACTION_BOOTS);
	for (; axes > 0 && n < SAMPLE_FRONT_MAX; axes--)
		card[n++] = cave_action_card(known, ACTION_BATTLE_AXE);
	return n;
}

/* ---- of which decks -------------------------------------------------------------------------- */

/* The cards of one action. */
struct kind {
	card_id row[DECKS];  /* in that deck, if there are any */
	uint8_t left[DECKS]; /* of which nobody sees which they are */
	uint8_t spent;       /* so many of them have left hands openly */
};

struct decks {
	struct sample *s;
	unsigned aside[DECKS];
	unsigned place[DECKS]; /* to be filled: in the pile, the box and hands */
	unsigned rest[DECKS];  /* cards for them, with those of any kind that are spent */
	struct kind kind[ACTION_COUNT];
	struct sample_pool pool[DECKS];
};

static bool
find_cards(struct decks *d)
{
	const struct game *g = d->s->g;
	uint8_t own[CARDS_MAX] = { 0 };

	memset(d->aside, 0, sizeof d->aside);
	memset(d->kind, 0, sizeof d->kind);
	for (unsigned k = 0; k < DECKS; k++)
		d->pool[k].n = 0;
	for (unsigned i = 0; d->s->v->seat < g->n_seats && i < g->seat[d->s->v->seat].n_hand; i++)
		own[g->seat[d->s->v->seat].hand[i]]++;
	for (unsigned c = 0; c < g->rules->n_cards; c++) {
		const struct card_def *def = game_card(g, (card_id)c);
		struct kind *kind = &d->kind[def->action];
		unsigned deck = def->deck - 1u;

		if (def->class != CARD_PATH && def->class != CARD_ACTION)
			continue;
		if (deck >= DECKS || own[c] > def->copies)
			return false;
		d->aside[deck] += def->copies;
		if (def->class == CARD_PATH) {
			if (d->pool[deck].n + d->s->hidden[c] > SAMPLE_POOL_MAX)
				return false;
			memset(d->pool[deck].card + d->pool[deck].n, (int)c, d->s->hidden[c]);
			d->pool[deck].n += d->s->hidden[c];
			continue;
		}
		kind->row[deck] = (card_id)c;
		kind->left[deck] = (uint8_t)(kind->left[deck] + def->copies - own[c]);
		kind->spent = (uint8_t)(kind->spent + d->s->spent[c]);
	}
	for (unsigned k = 0; k < DECKS; k++)
		d->aside[k] = d->aside[k] < BOXED ? d->aside[k] : (unsigned)BOXED;
	return true;
}

/* A card that must be in the hand comes to a place that its back fits. */
static bool
hold(struct decks *d, uint8_t seat, card_id card)
{
	const uint8_t *back = cave_own(&d->s->v->known)->back[seat];
	struct seat *to = &d->s->g->seat[seat];
	const struct card_def *def = game_card(d->s->g, card);
	struct kind *kind = def->class == CARD_ACTION ? &d->kind[def->action] : NULL;
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
	const struct know *k = d->s->seen;

	for (uint8_t s = 0; s < d->s->g->n_seats; s++)
		for (unsigned c = 0; s != d->s->v->seat && (k->swapped & SEEN_BY(s)) != 0 &&
		     c < d->s->g->rules->n_cards;
		     c++)
			for (unsigned i = 0; i < k->held[s][c]; i++)
				if (!hold(d, s, (card_id)c))
					return false;
	return true;
}

/* (Y1) */
static void
count_places(struct decks *d)
{
	const struct game *g = d->s->g;
	const struct cave_state *known = cave_own(&d->s->v->known);

	for (unsigned k = 0; k < DECKS; k++) {
		d->place[k] = d->aside[k] + known->pile[k + 1];
		d->rest[k] = d->pool[k].n;
	}
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand; i++)
			if (g->seat[s].hand[i] == CARD_HIDDEN && known->back[s][i] - 1u < DECKS)
				d->place[known->back[s][i] - 1u]++;
	for (unsigned i = 0; i < ACTION_COUNT; i++)
		for (unsigned k = 0; k < DECKS; k++)
			d->rest[k] += d->kind[i].left[k];
}

/* ---- which of a kind are spent --------------------------------------------------------------- */

/* n over k; exact while it is below 2^53. */
static double
choose(unsigned n, unsigned k)
{
	double ways = k > n ? 0 : 1;

	if (k > n - k)
		k = n - k;
	for (unsigned i = 1; i <= k && ways > 0; i++)
		ways = ways * (n - k + i) / i;
	return ways;
}

/* A number below `below`, which is whole. */
static double
draw_below(struct rng *rng, double below)
{
	const uint32_t part = UINT32_C(1) << 26;
	uint32_t high, low;

	if (below <= UINT32_MAX)
		return rng_draw(rng, (uint32_t)below);
	high = rng_draw(rng, part);
	low = rng_draw(rng, part);
	return ((double)high * part + low) / part / part * below;
}

/*
 * In how many ways the first i kinds that are spent can take so many cards of deck I, of deck II, and all
 * others of deck III.
 */
struct ways {
	unsigned n, spent;
	const struct kind *kind[ACTION_COUNT];
	unsigned w[2]; /* at most so many of each, and one */
	double at[WAYS_MAX];
};

static double *
ways_at(struct ways *w, unsigned i, unsigned one, unsigned two)
{
	return &w->at[(i * w->w[0] + one) * w->w[1] + two];
}

/* ... for one kind, of which so many are spent. */
static double
ways_of(const struct kind *kind, unsigned one, unsigned two)
{
	if (one + two > kind->spent)
		return 0;
	return choose(kind->left[0], one) * choose(kind->left[1], two) *
	    choose(kind->left[2], kind->spent - one - two);
}

static bool
count_ways(const struct decks *d, struct ways *w)
{
	w->n = w->spent = 0;
	w->w[0] = w->w[1] = 1;
	for (unsigned i = 0; i < ACTION_COUNT; i++) {
		const struct kind *kind = &d->kind[i];

		if (kind->spent == 0)
			continue;
		w->kind[w->n++] = kind;
		w->spent += kind->spent;
		for (unsigned k = 0; k < 2; k++)
			w->w[k] += kind->left[k] < kind->spent ? kind->left[k] : kind->spent;
	}
	if ((w->n + 1) * w->w[0] * w->w[1] > WAYS_MAX)
		return false;
	memset(w->at, 0, (w->n + 1) * w->w[0] * w->w[1] * sizeof w->at[0]);
	*ways_at(w, 0, 0, 0) = 1;
	for (unsigned i = 0; i < w->n; i++)
		for (unsigned a = 0; a <= w->kind[i]->left[0]; a++)
			for (unsigned b = 0; b <= w->kind[i]->left[1]; b++) {
				double ways = ways_of(w->kind[i], a, b);

				for (unsigned x = a; ways > 0 && x < w->w[0]; x++)
					for (unsigned y = b; y < w->w[1]; y++)
						*ways_at(w, i + 1, x, y) += ways *
						    *ways_at(w, i, x - a, y - b);
			}
	return true;
}

/* (Y2) How many are spent of each of the first two decks. */
static bool
choose_decks(const struct decks *d, struct ways *w, unsigned take[2])
{
	double deal[DECKS][64], sum = 0, at;

	if (w->w[0] > 64 || w->w[1] > 64 || w->spent > 63)
		return false;
	for (unsigned k = 0; k < DECKS; k++)
		for (unsigned x = 0; x <= w->spent; x++)
			deal[k][x] = d->rest[k] < x ? 0 : choose(d->rest[k] - x, d->place[k]);
	for (unsigned x = 0; x < w->w[0]; x++)
		for (unsigned y = 0; y < w->w[1]; y++) {
			double *ways = ways_at(w, w->n, x, y);

			*ways *= x + y > w->spent ?
			    0 :
			    deal[0][x] * deal[1][y] * deal[2][w->spent - x - y];
			sum += *ways;
		}
	if (sum < 1)
		return false;
	at = draw_below(d->s->rng, sum);
	for (take[0] = 0; take[0] < w->w[0]; take[0]++)
		for (take[1] = 0; take[1] < w->w[1]; take[1]++) {
			at -= *ways_at(w, w->n, take[0], take[1]);
			if (at < 0)
				return true;
		}
	return false;
}

/* Of the i-th kind, when the first i + 1 take so many; they leave the deck. */
static bool
choose_kind(struct decks *d, struct ways *w, unsigned i, unsigned take[2])
{
	const struct kind *of = w->kind[i];
	struct kind *kind = &d->kind[of - d->kind];
	double sum = 0, at;

	for (unsigned pass = 0; pass < 2; pass++) {
		at = pass == 0 ? 0 : draw_below(d->s->rng, sum);
		for (unsigned a = 0; a <= of->left[0] && a <= take[0]; a++)
			for (unsigned b = 0; b <= of->left[1] && b <= take[1]; b++) {
				double ways = ways_of(of, a, b) *
				    *ways_at(w, i, take[0] - a, take[1] - b);

				sum += pass == 0 ? ways : 0;
				at -= pass == 0 ? 0 : ways;
				if (at >= 0)
					continue;
				kind->left[2] = (uint8_t)(kind->left[2] - (of->spent - a - b));
				kind->left[0] = (uint8_t)(kind->left[0] - a);
				kind->left[1] = (uint8_t)(kind->left[1] - b);
				take[0] -= a;
				take[1] -= b;
				return true;
			}
	}
	return false;
}

static bool
spend(struct decks *d)
{
	struct ways w;
	unsigned take[2];

	if (!count_ways(d, &w) || !choose_decks(d, &w, take))
		return false;
	for (unsigned i = w.n; i-- > 0;)
		if (!choose_kind(d, &w, i, take))
			return false;
	for (unsigned i = 0; i < ACTION_COUNT; i++)
		for (unsigned k = 0; k < DECKS; k++) {
			struct sample_pool *p = &d->pool[k];

			if (p->n + d->kind[i].left[k] > SAMPLE_POOL_MAX)
				return false;
			memset(p->card + p->n, d->kind[i].row[k], d->kind[i].left[k]);
			p->n += d->kind[i].left[k];
		}
	return true;
}

/* ---- dealing --------------------------------------------------------------------------------- */

static bool
deal_hands(struct decks *d)
{
	struct game *g = d->s->g;

	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand; i++) {
			unsigned deck = cave_own(&d->s->v->known)->back[s][i] - 1u;

			if (g->seat[s].hand[i] == CARD_HIDDEN &&
			    (deck >= DECKS ||
				!sample_draw(d->s, &d->pool[deck], &g->seat[s].hand[i], 1)))
				return false;
		}
	return true;
}

/* All that is left is discards; of a position set up by hand perhaps more than there are. */
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
	if (all->n > n)
		return sample_draw(d->s, all, g->discard + d->s->n_discards, n);
	memcpy(g->discard + d->s->n_discards, all->card, all->n);
	return all->n == n;
}

static bool
deal(struct sample *s)
{
	struct decks d;
	struct game *g = s->g;
	const uint8_t *pile = cave_own(&s->v->known)->pile;
	unsigned top = g->deck_top, boxed = 0, in_pile = (unsigned)pile[1] + pile[2] + pile[3];

	d.s = s;
	if (!find_cards(&d) || !deal_held(&d))
		return false;
	count_places(&d);
	if (!spend(&d) || !deal_hands(&d) || in_pile != game_deck_left(g) ||
	    d.aside[0] + d.aside[1] + d.aside[2] != g->n_aside)
		return false;
	for (unsigned k = 0; k < DECKS; k++) {
		if (!sample_draw(s, &d.pool[k], g->deck + top, pile[k + 1]) ||
		    !sample_draw(s, &d.pool[k], g->aside + boxed, d.aside[k]))
			return false;
		top += pile[k + 1];
		boxed += d.aside[k];
	}
	return deal_discards(&d);
}

/* ---- clans ----------------------------------------------------------------------------------- */

static bool
find_clan_cards(const struct game *g, struct sample_pool clan[static CLANS])
{
	card_id card[2 * CAVE_SEATS_MAX];
	unsigned n = cave_role_cards(g, card);
	const struct cave_state *cave = cave_own(g);

	for (unsigned c = 0; c < CLANS; c++)
		clan[c].n = 0;
	for (unsigned i = 0; i < n; i++) {
		struct sample_pool *p = &clan[cave_clan_of(g->rules, card[i])];

		p->card[p->n++] = card[i];
	}
	for (unsigned s = 0; s < g->n_seats; s++)
		if (g->seat[s].role != CARD_HIDDEN &&
		    !sample_remove(&clan[cave_clan_of(g->rules, g->seat[s].role)], g->seat[s].role))
			return false;
	for (unsigned i = 0; i < cave->n_left; i++)
		if (cave->left[i] != CARD_HIDDEN &&
		    !sample_remove(&clan[cave_clan_of(g->rules, cave->left[i])], cave->left[i]))
			return false;
	return true;
}

static bool
fill(struct sample *s)
{
	struct game *g = s->g;
	struct cave_state *cave = cave_own(g);
	struct sample_pool clan[CLANS], *rest = &clan[CLAN_NONE];

	if (!find_clan_cards(g, clan))
		return false;
	for (uint8_t p = 0; p < g->n_seats; p++)
		if (g->seat[p].role == CARD_HIDDEN &&
		    !sample_draw(s, &clan[cave_clan(g, p) % CLANS], &g->seat[p].role, 1))
			return false;
	for (unsigned c = CLAN_YELLOW; c < CLANS; c++) {
		memcpy(rest->card + rest->n, clan[c].card, clan[c].n);
		rest->n += clan[c].n;
	}
	if (cave->n_left > 0 && cave->left[0] == CARD_HIDDEN &&
	    !sample_draw(s, rest, cave->left, cave->n_left))
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
	.front = front, .deal = deal, .fill = fill, .fits = fits
};
