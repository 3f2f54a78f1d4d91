/*
 * Determinization of a view.
 *
 * (A1) Every card of the box is where the view or `seen` says, or in a pool. A dealt card leaves
 * the pool.
 * (A2) All cards in the pool have the same probability.
 * (A3) The last receiver of cards of a pool, if its order is irrelevant, gets the rest without a
 * draw.
 */
#include "core/sample.h"

#include <string.h>

/* maximum number of deals for one state; few are usual */
enum { TRIES = 1000 };

/* ---- pools ----------------------------------------------------------------------------------- */

static inline void
swap_cards(card_id *card, unsigned a, unsigned b)
{
	card_id was = card[a];

	card[a] = card[b];
	card[b] = was;
}

/*
 * (A2) Draws numbers below n, n - 1, n - 2 and n - 3 from one random number. The number is a
 * fraction of 1. Times n, its whole part is the first result and the rest is a fraction again, used
 * times n - 1 for the second, and so on. Every four results have equally many draws, except for
 * some draws whose last rest is among the lowest. Those are rejected.
 */
enum { FOUR = 4, FOUR_MAX = 128 };

#define DRAW_ONE (UINT32_C(1) << 28)

static inline unsigned
whole_part(uint32_t *rest, unsigned times)
{
	uint64_t all = (uint64_t)*rest * times;

	*rest = (uint32_t)(all % DRAW_ONE);
	return (unsigned)(all / DRAW_ONE);
}

static inline void
draw_four(struct rng *rng, unsigned n, unsigned at[static FOUR])
{
	const uint32_t ways = n * (n - 1) * (n - 2) * (n - 3);
	uint32_t rest;

	do {
		rest = rng_draw(rng, DRAW_ONE);
		at[0] = whole_part(&rest, n);
		at[1] = whole_part(&rest, n - 1);
		at[2] = whole_part(&rest, n - 2);
		at[3] = whole_part(&rest, n - 3);
	} while (rest < ways && rest < DRAW_ONE % ways);
}

/* Draws numbers below n and n - 1 from one random number; n is at least 2. */
static inline void
draw_two(struct rng *rng, unsigned n, unsigned at[static 2])
{
	unsigned both = rng_draw(rng, n * (n - 1));

	at[0] = both / (n - 1);
	at[1] = both % (n - 1);
}

/* Small pools are not dealt by four, so that a test can enumerate all draws. */
enum { LARGE = 8 };

bool
sample_shuffle(struct sample *s, struct sample_pool *p, unsigned n)
{
	const bool large = p->n >= LARGE;
	unsigned left = p->n, stay = left - n, at[FOUR];

	if (n > left)
		return false;
	while (left > FOUR_MAX && left > stay) {
		draw_two(s->rng, left, at);
		swap_cards(p->card, at[0], --left);
		swap_cards(p->card, at[1], --left);
	}
	while (large && left >= FOUR && left > stay) {
		draw_four(s->rng, left, at);
		left -= FOUR;
		swap_cards(p->card, at[0], left + 3);
		swap_cards(p->card, at[1], left + 2);
		swap_cards(p->card, at[2], left + 1);
		swap_cards(p->card, at[3], left);
	}
	while (left > 1 && left > stay) {
		draw_two(s->rng, left, at);
		swap_cards(p->card, at[0], --left);
		swap_cards(p->card, at[1], --left);
	}
	return true;
}

/* Exchanges each card after the equal first cards with a random card that does not follow it. */
void
sample_mix(struct sample *s, struct sample_pool *p)
{
	unsigned n = 1, at[FOUR];

	while (n + FOUR <= p->n && p->card[n + FOUR - 1] == p->card[0])
		n += FOUR;
	if (p->n >= LARGE && p->n <= FOUR_MAX) {
		/* Starting within the equal cards is harmless and saves draws at the end. */
		n -= n > FOUR ? (n - p->n) % FOUR : 0;
		for (; n + FOUR <= p->n; n += FOUR) {
			draw_four(s->rng, n + FOUR, at);
			swap_cards(p->card, at[3], n);
			swap_cards(p->card, at[2], n + 1);
			swap_cards(p->card, at[1], n + 2);
			swap_cards(p->card, at[0], n + 3);
		}
	}
	for (; n < p->n; n++)
		swap_cards(p->card, rng_draw(s->rng, n + 1), n);
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

void
sample_remaining(const struct sample *s, enum card_class class, uint8_t left[static CARDS_MAX])
{
	const struct rules *rules = s->v->known.rules;
	const struct knowledge_rows *rows = &s->seen->rows[class];

	memset(left, 0, CARDS_MAX);
	for (unsigned c = rows->from; c < rows->to; c++)
		if (rules->card[c].class == class)
			left[c] = rules->card[c].copies;
}

bool
sample_subtract(uint8_t left[static CARDS_MAX], const card_id *card, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (card[i] >= CARDS_MAX || left[card[i]]-- == 0)
			return false;
	return true;
}

bool
sample_fill(const struct sample *s, enum card_class class, const uint8_t left[static CARDS_MAX],
    struct sample_pool *p)
{
	const struct knowledge_rows *rows = &s->seen->rows[class];

	p->n = 0;
	for (unsigned c = rows->from; c < rows->to; c++)
		if (!sample_add(p, (card_id)c, left[c]))
			return false;
	return true;
}

/* ---- seen cards ------------------------------------------------------------------------------ */

/* Counts are by kind. CARD_HIDDEN and CARD_NONE have indexes after all cards. */
enum { NO_KIND = 127 };

static unsigned
count_at(card_id card)
{
	_Static_assert(CARDS_MAX < (CARD_NONE & NO_KIND), "hidden cards and none are no kind");
	return card & NO_KIND;
}

/* Counts the cards that are open or have left the game. */
static void
count_open(const struct sample *s, uint8_t open[static NO_KIND + 1])
{
	const struct game *known = &s->v->known;
	const struct rules *rules = known->rules;
	card_id card[KNOWLEDGE_GONE_MAX];
	unsigned n = known->board.n;

	for (unsigned i = 0; i < n; i++)
		open[count_at(known->board.cell[i].card)]++;
	if (rules->sample != NULL && rules->sample->front != NULL)
		rules->sample->front(s, open);
	n = knowledge_gone(known, card);
	for (unsigned i = 0; i < n; i++)
		open[count_at(card[i])]++;
}

/* Counts the cards of this seat, and the cards that swapped hands of others must have. */
static void
count_held(struct sample *s, uint8_t *restrict held)
{
	const struct knowledge *k = s->seen;
	unsigned others = k->swapped;

	s->n_held = 0;
	if (s->v->seat < s->v->known.n_seats) {
		memcpy(held, k->held[s->v->seat], CARDS_MAX);
		others &= ~(unsigned)SEEN_BY(s->v->seat);
	}
	for (unsigned p = 0; others >> p != 0; p++)
		for (unsigned c = 0; (others >> p & 1u) != 0 && c < CARDS_MAX; c++) {
			held[c] = (uint8_t)(held[c] + k->held[p][c]);
			s->n_held += k->held[p][c];
		}
}

/* Collects the hidden goals and clears the counts of open start and goal cards. Returns false if
 * the pool has no room. */
static bool
find_goals(struct sample *s, uint8_t *open)
{
	const struct rules *rules = s->v->known.rules;
	const struct knowledge_rows *rows = s->seen->rows;

	s->goals.n = 0;
	s->n_goals = open[count_at(CARD_HIDDEN)];
	for (unsigned c = rows[CARD_START].from; c < rows[CARD_START].to; c++)
		open[c] = rules->card[c].class == CARD_START ? 0 : open[c];
	for (unsigned c = rows[CARD_GOAL].from; c < rows[CARD_GOAL].to; c++) {
		unsigned copies = rules->card[c].copies;

		if (rules->card[c].class != CARD_GOAL)
			continue;
		if (copies > open[c] && !sample_add(&s->goals, (card_id)c, copies - open[c]))
			return false;
		open[c] = 0;
	}
	return true;
}

/* (A1) Computes the hidden cards of each kind. Returns false if more are seen than exist. The loop
 * handles all kinds alike, so that a compiler can vectorize it. */
static bool
count_hidden(struct sample_kinds *restrict kinds, const struct knowledge *k,
    const uint8_t open[static CARDS_MAX], const uint8_t held[static CARDS_MAX],
    const uint8_t least[static CARDS_MAX])
{
	uint8_t too_many = 0;

	for (unsigned c = 0; c < CARDS_MAX; c++) {
		uint8_t lies = (uint8_t)(open[c] > k->away[c] ? open[c] - k->away[c] : 0);
		/* A seat that has not seen the card played still sees it on the board. */
		uint8_t here = lies > least[c] ? lies : least[c];
		uint8_t out = k->out[c] > here ? k->out[c] : here;
		uint8_t spent = (uint8_t)(out + k->gone[c]), seen = (uint8_t)(spent + held[c]);

		kinds->spent[c] = spent;
		kinds->discards[c] = (uint8_t)(spent - lies);
		kinds->hidden[c] = (uint8_t)(k->all[c] - seen);
		too_many |= seen > k->all[c];
	}
	return too_many == 0;
}

/* Adds the known discards to `known` and, if `cards`, the hidden cards to the pool. */
static inline bool
add_all(struct sample *s, struct sample_pool *known, bool cards)
{
	const struct knowledge_rows *paths = &s->seen->rows[CARD_PATH],
				    *actions = &s->seen->rows[CARD_ACTION];
	const struct sample_kinds *kinds = &s->kinds;
	unsigned from = paths->from < actions->from ? paths->from : actions->from;
	unsigned to = paths->to > actions->to ? paths->to : actions->to, n = 0, n_known = 0;

	for (unsigned c = from; c < to; c++) {
		unsigned hidden = cards ? kinds->hidden[c] : 0, discards = kinds->discards[c];

		if (n + n_known + hidden + discards > SAMPLE_POOL_MAX)
			return false;
		if (cards)
			sample_fill_cards(s->cards.card + n, (card_id)c, hidden);
		sample_fill_cards(known->card + n_known, (card_id)c, discards);
		n += hidden;
		n_known += discards;
	}
	memset(s->cards.card + n, CARD_NONE, HAND_MAX);
	s->cards.n = n;
	known->n = n_known;
	return true;
}

static bool
find_hidden(struct sample *s)
{
	const struct sample_rules *own = s->v->known.rules->sample;
	const bool cards = own == NULL || own->deal == NULL;
	uint8_t open[NO_KIND + 1] = { 0 }, held[CARDS_MAX] = { 0 };
	uint8_t least[CARDS_MAX] = { 0 };
	struct sample_pool known;

	count_open(s, open);
	if (own != NULL && own->spent != NULL)
		own->spent(s, least);
	count_held(s, held);
	if (!find_goals(s, open) || !count_hidden(&s->kinds, s->seen, open, held, least) ||
	    !(cards ? add_all(s, &known, true) : add_all(s, &known, false)) ||
	    known.n > s->g->n_discard)
		return false;
	s->n_discards = known.n;
	memcpy(s->g->discard, known.card, known.n);
	return true;
}

/* ---- dealing --------------------------------------------------------------------------------- */

enum { EIGHT = 8 }; /* bytes tested together */

unsigned
sample_must_hold(const struct sample *s, uint8_t seat, card_id card[static HAND_MAX])
{
	const uint8_t *held = s->seen->held[seat];
	unsigned n = 0;

	for (unsigned c = 0; (s->seen->swapped >> seat & 1u) != 0 && c < CARDS_MAX; c += EIGHT) {
		uint64_t some;

		memcpy(&some, held + c, sizeof some);
		for (unsigned i = c; some != 0 && i < c + EIGHT; i++)
			for (unsigned k = held[i]; k > 0; k--, n++)
				if (n < HAND_MAX)
					card[n] = (card_id)i;
	}
	return n;
}

/* Deals a swapped hand. The cards that it must have get random positions after the others are
 * filled. */
static bool
deal_swapped(struct sample *s, uint8_t seat)
{
	struct seat *to = &s->g->seat[seat];
	unsigned n = sample_must_hold(s, seat, to->hand);

	if (n > to->n_hand || !sample_take(&s->cards, to->hand + n, to->n_hand - n))
		return false;
	for (unsigned i = 0; i < n; i++)
		swap_cards(
		    to->hand, i, i + (to->n_hand - i > 1 ? rng_draw(s->rng, to->n_hand - i) : 0));
	return true;
}

/* Deals a hand. Copies HAND_MAX bytes; the first n_hand are valid. */
static bool
deal_hand(struct sample_pool *p, struct seat *to)
{
	if (p->n < to->n_hand)
		return false;
	p->n -= to->n_hand;
	memcpy(to->hand, p->card + p->n, HAND_MAX);
	return true;
}

static bool
deal_hands(struct sample *s)
{
	const unsigned swapped = s->seen->swapped;

	for (uint8_t p = 0; p < s->g->n_seats; p++)
		if (p != s->v->seat &&
		    ((swapped >> p & 1u) != 0 ? !deal_swapped(s, p) :
						!deal_hand(&s->cards, &s->g->seat[p])))
			return false;
	return true;
}

/*
 * Deals to hands, the pile, the box and the discards. The order of the last two is irrelevant, so
 * the larger of them gets the rest (A3). In a position that was set up, this may not be the whole
 * rest.
 */
static bool
deal_cards(struct sample *s)
{
	struct game *g = s->g;
	const struct sample_rules *own = g->rules->sample;
	struct sample_pool *p = &s->cards;
	card_id *some = g->discard + s->n_discards, *most = g->aside;
	unsigned n_some = g->n_discard - s->n_discards;
	unsigned n_most = own != NULL && own->aside_is_goals ? 0 : g->n_aside;

	if (own != NULL && own->deal != NULL)
		return own->deal(s);
	if (n_some > n_most) {
		n_most = n_some;
		most = some;
		n_some = own != NULL && own->aside_is_goals ? 0 : g->n_aside;
		some = g->aside;
	}
	if (p->n < n_most || !sample_shuffle(s, p, p->n - n_most) || !deal_hands(s) ||
	    !sample_take(p, g->deck + g->deck_top, game_deck_left(g)))
		return false;
	if (n_most == 0)
		return true;
	return sample_take(p, some, n_some) && (p->n <= n_most || sample_shuffle(s, p, n_most)) &&
	    sample_take(p, most, n_most);
}

static bool
deal_goals(struct sample *s)
{
	struct game *g = s->g;

	(void)sample_shuffle(s, &s->goals, s->goals.n);
	/* Hidden goals are far from the start, so they are among the last cells. */
	for (unsigned i = g->board.n, n = s->n_goals; n > 0 && i-- > 0;) {
		if (g->board.cell[i].card != CARD_HIDDEN)
			continue;
		if (!sample_take(&s->goals, &g->board.cell[i].card, 1))
			return false;
		n--;
	}
	return g->rules->sample == NULL || !g->rules->sample->aside_is_goals ||
	    sample_take(&s->goals, g->aside, g->n_aside);
}

static bool
deal_all(struct sample *s)
{
	const struct sample_rules *own = s->g->rules->sample;

	return deal_cards(s) && deal_goals(s) &&
	    (own == NULL || own->fill == NULL || own->fill(s)) &&
	    (own == NULL || own->fits == NULL || own->fits(s->g));
}

/* True if the view is itself the complete state. */
static bool
is_complete_view(const struct view *v)
{
	return v->seat == SEAT_OMNISCIENT || v->known.phase == PHASE_SETUP;
}

static bool
begin_sample(struct sample *s, const struct view *v, const struct knowledge *seen, struct game *g)
{
	s->v = v;
	s->seen = seen;
	s->g = g;
	game_copy(g, &v->known);
	return is_complete_view(v) || (seen->begun && find_hidden(s));
}

bool
sampler_init(struct sampler *p, const struct view *v, const struct knowledge *seen)
{
	return begin_sample(&p->sample, v, seen, &p->known);
}

bool
sampler_draw(const struct sampler *p, struct rng *rng, struct game *out)
{
	for (unsigned i = 0; i < TRIES; i++) {
		struct sample s = p->sample;

		s.rng = rng;
		s.g = out;
		game_copy(out, &p->known);
		if (is_complete_view(s.v) || deal_all(&s))
			return true;
	}
	return false;
}

/* After one failed deal others may succeed, so the common part is computed only once. */
static bool
deal_again(const struct view *v, const struct knowledge *seen, struct rng *rng, struct game *out)
{
	struct sampler sampler;

	return sampler_init(&sampler, v, seen) && sampler_draw(&sampler, rng, out);
}

bool
game_sample(const struct view *v, const struct knowledge *seen, struct rng *rng, struct game *out)
{
	struct sample s; /* too large to clear each time */

	s.rng = rng;
	return begin_sample(&s, v, seen, out) &&
	    (is_complete_view(v) || deal_all(&s) || deal_again(v, seen, rng, out));
}
