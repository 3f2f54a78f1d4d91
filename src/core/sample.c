/*
 * A whole state out of a view.
 *
 * (A1) Every card of the box is where the view or `seen` says, or in a pool; what is dealt leaves the pool.
 * (A2) All cards in the pool have the same chance.
 * (A3) The last who gets cards of a pool, and does not mind their order, gets what is left without a draw.
 */
#include "core/sample.h"

#include <string.h>

/* So often is dealt again what cannot be; hardly ever more than a few times. */
enum { TRIES = 1000 };

/* ---- pools ----------------------------------------------------------------------------------- */

static card_id
take(struct sample_pool *p, unsigned at)
{
	card_id card = p->card[at];

	p->card[at] = p->card[--p->n];
	return card;
}

/*
 * (A2) Four at once, out of a pool that is neither small nor large.  A draw is a fraction of 1; times n its whole
 * part is the first choice and the rest is a fraction again, times n - 1 the second, and so on.  Of the draws as
 * many lead to each four choices, but for some whose last rest is among the lowest: those are not taken.
 */
enum { FOUR = 4, FOUR_MIN = 8, FOUR_MAX = 96 };

static void
draw_four(struct sample *s, struct sample_pool *p, card_id to[static FOUR])
{
	const uint32_t one = UINT32_C(1) << 31;
	uint32_t ways = (uint32_t)(p->n * (p->n - 1) * (p->n - 2) * (p->n - 3)), rest;
	unsigned at[FOUR];

	do {
		rest = rng_draw(s->rng, one);
		for (unsigned i = 0; i < FOUR; i++) {
			uint64_t times = (uint64_t)rest * (p->n - i);

			at[i] = (unsigned)(times / one);
			rest = (uint32_t)(times % one);
		}
	} while (rest < ways && rest < one % ways);
	for (unsigned i = 0; i < FOUR; i++)
		to[i] = take(p, at[i]);
}

bool
sample_draw(struct sample *s, struct sample_pool *p, card_id *to, unsigned n)
{
	unsigned i = 0;

	if (p->n < n)
		return false;
	for (; n - i >= FOUR && p->n >= FOUR_MIN && p->n <= FOUR_MAX; i += FOUR)
		draw_four(s, p, to + i);
	for (; i < n; i++)
		to[i] = take(p, p->n > 1 ? rng_draw(s->rng, p->n) : 0);
	return true;
}

/* All are like the first, until others get their places. */
void
sample_shuffle(struct sample *s, struct sample_pool *p)
{
	const unsigned n = p->n;
	uint8_t place[SAMPLE_POOL_MAX];
	struct sample_pool others;
	unsigned left = n;

	others.n = 0;
	for (unsigned i = 0; i < n; i++) {
		place[i] = (uint8_t)i;
		if (p->card[i] == p->card[0])
			continue;
		others.card[others.n++] = p->card[i];
		p->card[i] = p->card[0];
	}
	for (unsigned i = 0; i < others.n; i++) {
		unsigned at = left > 1 ? rng_draw(s->rng, left) : 0;

		p->card[place[at]] = others.card[i];
		place[at] = place[--left];
	}
}

bool
sample_take(struct sample_pool *p, card_id *to, unsigned n)
{
	if (p->n < n)
		return false;
	p->n -= n;
	memcpy(to, p->card + p->n, n);
	return true;
}

bool
sample_remove(struct sample_pool *p, card_id card)
{
	for (unsigned i = 0; i < p->n; i++) {
		if (p->card[i] == card) {
			(void)take(p, i);
			return true;
		}
	}
	return false;
}

/* Eight are written at once, and n of them count: mostly they are fewer, and how many nobody can foretell. */
static inline bool
pool_add(struct sample_pool *p, card_id card, unsigned n)
{
	if (p->n + n > SAMPLE_POOL_MAX)
		return false;
	memset(p->card + p->n, card, 8);
	for (unsigned i = 8; i < n; i += 8)
		memset(p->card + p->n + i, card, 8);
	p->n += n;
	return true;
}

void
sample_class(struct sample_pool *p, const struct rules *rules, enum card_class class)
{
	p->n = 0;
	for (unsigned c = 0; c < rules->n_cards; c++)
		if (rules->card[c].class == class)
			(void)pool_add(p, (card_id)c, rules->card[c].copies);
}

/* ---- where cards are seen -------------------------------------------------------------------- */

/* By kinds; what is no card, or is hidden, is counted behind all cards. */
enum { NO_KIND = 127 };
struct seen_cards {
	uint8_t open[NO_KIND + 1]; /* lie open, or have left the game */
	uint8_t held[NO_KIND + 1]; /* by the seat itself; and what other hands must hold */
};

static unsigned
count_at(card_id card)
{
	_Static_assert(CARDS_MAX < (CARD_NONE & NO_KIND), "hidden cards and none are no kind");
	return card & NO_KIND;
}

static void
count_open(const struct sample *s, struct seen_cards *seen)
{
	const struct game *known = &s->v->known;
	const struct rules *rules = known->rules;
	card_id card[KNOW_GONE_MAX];
	unsigned n;

	for (unsigned i = 0; i < known->board.n; i++)
		seen->open[count_at(known->board.cell[i].card)]++;
	if (rules->sample != NULL && rules->sample->front != NULL) {
		n = rules->sample->front(known, card);
		for (unsigned i = 0; i < n; i++)
			seen->open[count_at(card[i])]++;
	}
	n = know_gone(known, card);
	for (unsigned i = 0; i < n; i++)
		seen->open[count_at(card[i])]++;
}

/* The first row of its kind is the one that is counted. */
static card_id
kind_of(const struct sample *s, card_id card)
{
	const struct rules *rules = s->v->known.rules;

	return card >= rules->n_cards || s->seen->all[card] > 0 ? card : know_kind(rules, card);
}

static void
count_held(const struct sample *s, struct seen_cards *seen)
{
	const struct game *known = &s->v->known;
	const struct know *k = s->seen;
	uint8_t me = s->v->seat;

	for (unsigned i = 0; me < known->n_seats && i < known->seat[me].n_hand; i++)
		seen->held[count_at(kind_of(s, known->seat[me].hand[i]))]++;
	for (uint8_t p = 0; k->swapped >> p != 0; p++)
		for (unsigned c = 0;
		     p != me && (k->swapped >> p & 1u) != 0 && c < known->rules->n_cards; c++)
			seen->held[c] = (uint8_t)(seen->held[c] + k->held[p][c]);
}

static unsigned
less(unsigned a, unsigned b)
{
	return a > b ? a - b : 0;
}

/* (A1) */
static bool
find_hidden(struct sample *s)
{
	const struct rules *rules = s->v->known.rules;
	const struct know *k = s->seen;
	struct seen_cards seen = { .open = { 0 } };
	struct sample_pool discards;

	count_open(s, &seen);
	count_held(s, &seen);
	s->cards.n = s->goals.n = discards.n = 0;
	for (unsigned c = 0; c < rules->n_cards; c++) {
		unsigned class = rules->card[c].class, lies = seen.open[c], out;

		if (class == CARD_GOAL &&
		    !pool_add(&s->goals, (card_id)c, less(rules->card[c].copies, lies)))
			return false;
		if (class != CARD_PATH && class != CARD_ACTION)
			continue;
		lies = less(lies, k->away[c]);
		/* Who has not seen it being played sees it lie. */
		out = k->out[c] > lies ? k->out[c] : lies;
		if (out + k->gone[c] + seen.held[c] > k->all[c])
			return false;
		s->hidden[c] = (uint8_t)(k->all[c] - out - k->gone[c] - seen.held[c]);
		s->spent[c] = (uint8_t)(out + k->gone[c]);
		if (!pool_add(&discards, (card_id)c, out - lies + k->gone[c]) ||
		    !pool_add(&s->cards, (card_id)c, s->hidden[c]))
			return false;
	}
	if (discards.n > s->g->n_discard || seen.held[count_at(CARD_HIDDEN)] > 0)
		return false;
	s->n_discards = discards.n;
	return sample_take(&discards, s->g->discard, discards.n);
}

/* ---- dealing --------------------------------------------------------------------------------- */

/* The rest of the pool, whatever the order (A3). */
static bool
draw_rest(struct sample *s, struct sample_pool *p, card_id *to, unsigned n)
{
	if (p->n != n)
		return sample_draw(s, p, to, n);
	memcpy(to, p->card, n);
	p->n = 0;
	return true;
}

/* What it must hold comes to any places of the hand, then the others are filled. */
static bool
deal_hand(struct sample *s, uint8_t seat)
{
	const struct know *k = s->seen;
	struct seat *to = &s->g->seat[seat];
	unsigned n = 0;

	for (unsigned c = 0; (k->swapped & SEEN_BY(seat)) != 0 && c < s->g->rules->n_cards; c++)
		for (unsigned i = 0; i < k->held[seat][c]; i++) {
			if (n >= to->n_hand)
				return false;
			to->hand[n++] = (card_id)c;
		}
	if (!sample_draw(s, &s->cards, to->hand + n, to->n_hand - n))
		return false;
	for (unsigned i = 0; i < n; i++) {
		unsigned at = i + (to->n_hand - i > 1 ? rng_draw(s->rng, to->n_hand - i) : 0);
		card_id card = to->hand[at];

		to->hand[at] = to->hand[i];
		to->hand[i] = card;
	}
	return true;
}

static bool
deal_cards(struct sample *s)
{
	struct game *g = s->g;
	const struct sample_rules *own = g->rules->sample;
	unsigned n_discard = g->n_discard - s->n_discards;
	unsigned n_aside = own != NULL && own->aside_is_goals ? 0 : g->n_aside;

	if (own != NULL && own->deal != NULL)
		return own->deal(s);
	for (uint8_t p = 0; p < g->n_seats; p++)
		if (p != s->v->seat && !deal_hand(s, p))
			return false;
	if (n_discard == 0 && n_aside == 0)
		return sample_draw(s, &s->cards, g->deck + g->deck_top, game_deck_left(g));
	if (!sample_draw(s, &s->cards, g->deck + g->deck_top, game_deck_left(g)))
		return false;
	if (n_discard == 0)
		return draw_rest(s, &s->cards, g->aside, n_aside);
	return sample_draw(s, &s->cards, g->aside, n_aside) &&
	    draw_rest(s, &s->cards, g->discard + s->n_discards, n_discard);
}

static bool
deal_goals(struct sample *s)
{
	struct game *g = s->g;

	for (unsigned i = 0; i < g->board.n; i++)
		if (g->board.cell[i].card == CARD_HIDDEN &&
		    !sample_draw(s, &s->goals, &g->board.cell[i].card, 1))
			return false;
	return g->rules->sample == NULL || !g->rules->sample->aside_is_goals ||
	    draw_rest(s, &s->goals, g->aside, g->n_aside);
}

static bool
deal_all(struct sample *s)
{
	const struct sample_rules *own = s->g->rules->sample;

	return deal_cards(s) && deal_goals(s) &&
	    (own == NULL || own->fill == NULL || own->fill(s)) &&
	    (own == NULL || own->fits == NULL || own->fits(s->g));
}

/* Is a view of it the state itself? */
static bool
is_open(const struct view *v)
{
	return v->seat == SEAT_REFEREE || v->known.phase == PHASE_SETUP;
}

static bool
begin(struct sample *s, const struct view *v, const struct know *seen, struct game *g)
{
	s->v = v;
	s->seen = seen;
	s->g = g;
	game_copy(g, &v->known);
	return is_open(v) || (seen->begun && find_hidden(s));
}

bool
sampler_init(struct sampler *p, const struct view *v, const struct know *seen)
{
	return begin(&p->sample, v, seen, &p->known);
}

bool
sampler_draw(const struct sampler *p, struct rng *rng, struct game *out)
{
	for (unsigned i = 0; i < TRIES; i++) {
		struct sample s = p->sample;

		s.rng = rng;
		s.g = out;
		game_copy(out, &p->known);
		if (is_open(s.v) || deal_all(&s))
			return true;
	}
	return false;
}

/* Where one deal could not be, others may be: it pays to find only once what follows from the view. */
static bool
deal_again(const struct view *v, const struct know *seen, struct rng *rng, struct game *out)
{
	struct sampler sampler;

	return sampler_init(&sampler, v, seen) && sampler_draw(&sampler, rng, out);
}

bool
game_sample(const struct view *v, const struct know *seen, struct rng *rng, struct game *out)
{
	struct sample s; /* too big to be cleared each time */

	s.rng = rng;
	return begin(&s, v, seen, out) &&
	    (is_open(v) || deal_all(&s) || deal_again(v, seen, rng, out));
}
