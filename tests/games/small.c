#include <criterion/criterion.h>

#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/saboteur2/saboteur2.h"
#include "games/small.h"

enum { DRAWS_MAX = 64 };

/* ---- states and frequencies ------------------------------------------------------------------ */

static void
sort(card_id *card, unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		for (unsigned k = i; k > 0 && card[k - 1] > card[k]; k--) {
			card_id c = card[k];
			card[k] = card[k - 1];
			card[k - 1] = c;
		}
}

/* The order of discards and boxed cards does not matter; the order of gold does. */
static uint64_t
hash_of(const struct game *g)
{
	struct game copy = *g;
	uint8_t p[PACK_MAX];
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	size_t n;

	for (unsigned i = 0; i < copy.n_discard; i++)
		copy.discard[i] = knowledge_kind(g->rules, copy.discard[i]);
	sort(copy.discard, copy.n_discard);
	sort(copy.aside, copy.n_aside);
	for (unsigned s = 0; s < copy.n_seats; s++)
		sort(copy.seat[s].gold_card, copy.seat[s].n_gold);
	n = game_pack(&copy, p);
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static int
compare(const void *a, const void *b)
{
	const struct state *x = a, *y = b;

	return (x->hash > y->hash) - (x->hash < y->hash);
}

/* Sorts and merges equal states. */
static void
merge(struct states *all)
{
	size_t n = 0;

	qsort(all->at, all->n, sizeof all->at[0], compare);
	for (size_t i = 0; i < all->n; i++) {
		if (n > 0 && all->at[n - 1].hash == all->at[i].hash)
			all->at[n - 1].weight += all->at[i].weight;
		else
			all->at[n++] = all->at[i];
	}
	all->n = n;
}

void
states_add(struct states *all, const struct game *g, double weight)
{
	if (all->n == STATES_MAX)
		merge(all);
	cr_assert_lt(all->n, STATES_MAX, "too many states");
	all->at[all->n++] = (struct state){ hash_of(g), weight };
}

/* Merges, and divides by the sum. */
void
states_settle(struct states *all)
{
	double sum = 0;

	merge(all);
	for (size_t i = 0; i < all->n; i++)
		sum += all->at[i].weight;
	for (size_t i = 0; i < all->n; i++)
		all->at[i].weight /= sum;
}

/* ---- enumeration ----------------------------------------------------------------------------- */

void
small_places(struct small *r, unsigned group, const card_id *at, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		r->group[group].at[r->group[group].n++] = (size_t)((const char *)(at + i) -
		    (const char *)&r->g);
	if (group >= r->n_groups)
		r->n_groups = group + 1;
}

/* Adds path and action cards that the seat cannot see; discards from `known` on. */
void
small_cards(struct small *r, uint8_t seat, unsigned known)
{
	const struct game *g = &r->g;

	small_places(r, 0, g->deck + g->deck_top, game_deck_left(g));
	small_places(r, 0, g->discard + known, g->n_discard - known);
	for (unsigned s = 0; s < g->n_seats; s++)
		if (s != seat)
			small_places(r, 0, g->seat[s].hand, g->seat[s].n_hand);
}

void
small_goals(struct small *r)
{
	for (unsigned i = 0; i < r->g.board.n; i++)
		if (r->v.known.board.cell[i].card == CARD_HIDDEN)
			small_places(r, 1, &r->g.board.cell[i].card, 1);
}

void
small_roles(struct small *r)
{
	for (unsigned s = 0; s < r->g.n_seats; s++)
		if (r->v.known.seat[s].role == CARD_HIDDEN)
			small_places(r, 2, &r->g.seat[s].role, 1);
	if (r->g.rules->id == rules_saboteur.id)
		small_places(r, 2, &sab_own(&r->g)->role_left, 1);
}

void
small_hidden(struct small *r, uint8_t seat, unsigned known_discards)
{
	small_cards(r, seat, known_discards);
	small_goals(r);
	small_roles(r);
}

/* Makes the next permutation, each distinct one once. Returns false after the last. */
static bool
next_order(card_id *card, unsigned n)
{
	unsigned i = n, k = n;

	while (i > 1 && card[i - 2] >= card[i - 1])
		i--;
	if (i <= 1)
		return false;
	while (card[k - 1] <= card[i - 2])
		k--;
	card_id c = card[i - 2];
	card[i - 2] = card[k - 1];
	card[k - 1] = c;
	sort(card + i - 1, n - i + 1);
	return true;
}

static bool
same_bytes(const struct game *a, const struct game *b)
{
	uint8_t one[PACK_MAX], other[PACK_MAX];
	size_t n = game_pack(a, one);

	return n == game_pack(b, other) && memcmp(one, other, n) == 0;
}

/* True if a seat can play, or none needs to. */
static bool
goes_on(const struct game *g)
{
	static struct order legal[LEGAL_MAX];
	struct game of = *g;

	for (of.to_move = 0; of.to_move < g->n_seats; of.to_move++)
		if (game_deck_left(g) > 0 || game_legal_plays(&of, legal, LEGAL_MAX) > 0)
			return true;
	return g->rules->id == rules_duel.id;
}

/* True if every card is where it was seen to go. Selfish dwarves are dealt [Q-SAB-23]. */
static bool
is_as_seen(const struct small *r, const struct game *g)
{
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned c = 0; c < g->rules->n_cards; c++) {
			unsigned n = 0;

			for (unsigned i = 0; i < g->seat[s].n_hand; i++)
				n += knowledge_kind(g->rules, g->seat[s].hand[i]) == c;
			if (n < r->k.held[s][c])
				return false;
		}
	if (g->rules->id == rules_saboteur2.id && r->k.n_hat > 0)
		return sb2_own(g)->hat[0] == r->k.hat[0];
	return g->rules->id != rules_saboteur.id || sab_own(g)->role_left != SAB_SELFISH;
}

static bool
is_state(const struct small *r, const struct game *g)
{
	static struct view v;

	if (!game_is_ok(g) || !goes_on(g) || !is_as_seen(r, g))
		return false;
	game_view(g, r->v.seat, &v);
	return same_bytes(&v.known, &r->v.known);
}

static card_id *
place(struct game *g, size_t at)
{
	return (card_id *)g + at;
}

static void
exchange(const struct small *r, unsigned group, struct game *g, struct states *all)
{
	const struct group *of = &r->group[group];
	card_id card[PLACES_MAX];

	if (group == r->n_groups) {
		struct game copy = *g;

		for (unsigned s = 0; s < g->n_seats; s++)
			sort(copy.seat[s].gold_card, copy.seat[s].n_gold);
		if (is_state(r, &copy))
			states_add(all, &copy, 1);
		return;
	}
	for (unsigned i = 0; i < of->n; i++)
		card[i] = *((const card_id *)&r->g + of->at[i]);
	sort(card, of->n);
	do {
		for (unsigned i = 0; i < of->n; i++)
			*place(g, of->at[i]) = card[i];
		exchange(r, group + 1, g, all);
	} while (next_order(card, of->n));
}

/* ---- all random outcomes --------------------------------------------------------------------- */

struct walk {
	struct rng rng; /* must be first */
	unsigned n, at;
	uint32_t drawn[DRAWS_MAX], below[DRAWS_MAX];
};

static void
walk_open(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	(void)self, (void)round, (void)purpose;
	cr_assert_fail("a sample opens no stream");
}

static uint32_t
walk_draw(struct rng *self, uint32_t below)
{
	struct walk *w = (struct walk *)self;

	cr_assert(w->at < DRAWS_MAX && below > 0 && below < 100, "more than can be tried");
	if (w->at == w->n) {
		w->drawn[w->n] = 0;
		w->below[w->n++] = below;
	}
	cr_assert_eq(w->below[w->at], below);
	return w->drawn[w->at++];
}

static bool
walk_on(struct walk *w)
{
	while (w->n > 0 && ++w->drawn[w->n - 1] == w->below[w->n - 1])
		w->n--;
	w->at = 0;
	return w->n > 0;
}

static void
try_all(const struct small *r, struct states *all)
{
	struct walk w = { .rng = { .open = walk_open, .draw = walk_draw } };
	static struct game g;

	do {
		double weight = 1;

		cr_assert(game_sample(&r->v, &r->k, &w.rng, &g), "nothing fits");
		for (unsigned i = 0; i < w.n; i++)
			weight /= w.below[i];
		states_add(all, &g, weight);
	} while (walk_on(&w));
}

void
small_try_many(const struct small *r, struct states *all)
{
	struct rng_fast rng;
	static struct game g;

	rng_fast_init(&rng, table_seed, 19);
	for (unsigned i = 0; i < SAMPLES; i++) {
		cr_assert(game_sample(&r->v, &r->k, &rng.rng, &g), "nothing fits");
		states_add(all, &g, 1);
	}
}

void
small_check(struct small *r, bool exact, const char *name)
{
	static struct states want, got;
	double chi = 0;
	struct game g = r->g;

	want.n = got.n = 0;
	exchange(r, 0, &g, &want);
	states_settle(&want);
	if (exact)
		try_all(r, &got);
	else
		small_try_many(r, &got);
	states_settle(&got);
	cr_assert_gt(want.n, 5, "%s: only %zu states", name, want.n);
	cr_assert_eq(got.n, want.n, "%s: %zu states, not %zu", name, got.n, want.n);
	for (size_t i = 0; i < want.n; i++) {
		double off = got.at[i].weight - want.at[i].weight;

		cr_assert_eq(got.at[i].hash, want.at[i].hash, "%s: another state", name);
		cr_assert(!exact || (off < 1e-12 && off > -1e-12), "%s: a state comes %g times",
		    name, got.at[i].weight / want.at[i].weight);
		chi += off * off / want.at[i].weight * SAMPLES;
	}
	/* Five standard deviations. */
	cr_assert(exact || (chi - (double)want.n) * (chi - (double)want.n) < 50 * (double)want.n,
	    "%s: chi square %g of %zu states", name, chi, want.n);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Makes a rules set with few cards, and a position without hands. */
void
small_begin(struct small *r, const struct rules *rules)
{
	memset(r, 0, sizeof *r);
	r->rules = *rules;
	memcpy(r->card, rules->card, rules->n_cards * sizeof r->card[0]);
	for (unsigned c = 0; c < rules->n_cards; c++)
		if (r->card[c].class != CARD_START && r->card[c].class != CARD_GOAL &&
		    r->card[c].class != CARD_ROLE)
			r->card[c].copies = 0;
	r->rules.card = r->card;
}

/* Makes the board: for Saboteur with goals, else empty. */
void
small_table(struct small *r, uint8_t n_seats)
{
	const struct options options = { .at[OPTION_FIRST] = 0 };

	if (r->rules.id == rules_saboteur.id) {
		table_init(&r->g, n_seats);
		r->g.rules = &r->rules;
		return;
	}
	game_init(&r->g, &r->rules, n_seats, &options);
	r->g.phase = PHASE_PLAY;
	r->g.round = 1;
	r->g.turn = 1;
	r->g.to_move = 0;
}

/* The seat observes events; NULL: none. */
void
small_see(struct small *r, uint8_t seat, const struct events *ev)
{
	static struct events mine;

	mine.n = ev != NULL ? ev->n : 0;
	for (uint32_t e = 0; e < mine.n; e++)
		mine.at[e] = event_redact(&ev->at[e], seat);
	game_view(&r->g, seat, &r->v);
	knowledge_learn(&r->k, &r->v, &mine, 1);
}

void
small_give(struct small *r, uint8_t seat, card_id card)
{
	r->card[card].copies++;
	table_give(&r->g, seat, card);
}

void
small_stack(struct small *r, card_id card)
{
	r->card[card].copies++;
	table_stack(&r->g, card);
}

void
small_discard(struct small *r, card_id card)
{
	r->card[card].copies++;
	game_discard(&r->g, card);
}

void
small_lay(struct small *r, int x, int y, card_id card, unsigned flags)
{
	cr_assert_neq(CELL_NONE,
	    board_put(&r->g.board, (struct cell){ (int8_t)x, (int8_t)y, card, (uint8_t)flags }));
}
