#include <criterion/criterion.h>

#include "core/bot.h"
#include "core/late_policy.h"
#include "few.h"
#include "games/dark_cave/cave.h"
#include "games/games.h"
#include "games/table.h"

/* The order of the late policy, in every phase of every rules set. */

static struct order legal[LEGAL_MAX];

static struct order
order_of(const struct game *g, enum late_policy policy, struct rng *rng)
{
	static struct view v;

	game_view(g, g->to_move, &v);
	return late_policy_order(policy, &v, legal, rng);
}

/* ---- draws and their effect ------------------------------------------------------------------ */

/* An rng that records the requests and always returns the same number. */
struct told_dice {
	struct rng rng;
	unsigned opened, drawn, round, purpose, below;
	uint32_t gives;
};

static void
note_open(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	struct told_dice *d = (struct told_dice *)self;

	d->opened++;
	d->round = round;
	d->purpose = purpose;
}

static uint32_t
note_draw(struct rng *self, uint32_t below)
{
	struct told_dice *d = (struct told_dice *)self;

	d->drawn++;
	d->below = below;
	return d->gives % below;
}

/* A position of Saboteur: seat 0 holds a map, an ew and another map, in turn 17 of round 2. */
static void
set_up(struct game *g)
{
	table_init(g, 3);
	g->round = 2;
	g->turn = 17;
	table_give(g, 0, SAB_MAP);
	table_give(g, 0, SAB_EW);
	table_give(g, 0, SAB_MAP);
}

static void
put_offer(struct game *g)
{
	static const card_id offer[] = { SAB_GOLD_3, SAB_GOLD_1, SAB_GOLD_1 };

	g->phase = PHASE_DRAFT;
	memcpy(sab_own(g)->draft, offer, sizeof offer);
	sab_own(g)->n_draft = sizeof offer / sizeof offer[0];
}

Test(late, discards_by_the_first_draw_of_the_losses)
{
	static const struct {
		const char *name;
		uint32_t gives;
		bool drafts;
		struct order want;
		unsigned drawn;
	} rows[] = {
		{ "C13 the card that came first", 0, false,
		    { ORDER_DISCARD, 0, 1, { SAB_MAP }, .to = SEAT_NONE }, 1 },
		{ "C13 the one that came second", 1, false,
		    { ORDER_DISCARD, 0, 1, { SAB_EW }, .to = SEAT_NONE }, 1 },
		{ "C13 the third, the draw being below the number of cards", 5, false,
		    { ORDER_DISCARD, 0, 1, { SAB_MAP }, .to = SEAT_NONE }, 1 },
		{ "C14 the highest nugget, without a draw", 2, true,
		    { ORDER_TAKE, 0, .to = SEAT_NONE, .what = 3 }, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct told_dice d = { .rng = { .open = note_open, .draw = note_draw },
			.gives = rows[i].gives };
		struct game g;
		struct order o;

		set_up(&g);
		if (rows[i].drafts)
			put_offer(&g);
		o = order_of(&g, LATE_DISCARD, &d.rng);
		cr_expect(same_order(&o, &rows[i].want), "%s: kind %u, card %u", rows[i].name,
		    o.kind, o.card[0]);
		cr_expect(d.opened == 1 && d.purpose == RNG_LOSS && d.round == 2 &&
			d.rng.turn == 17 && d.rng.step == 0,
		    "%s: the losses of this step", rows[i].name);
		cr_expect_eq(d.drawn, rows[i].drawn, "%s: %u draws", rows[i].name, d.drawn);
		cr_expect(d.drawn == 0 || d.below == 3, "%s: below %u", rows[i].name, d.below);
	}
}

Test(late, stays_where_it_is)
{
	const struct options options = { 0 };
	struct told_dice d = { .rng = { .open = note_open, .draw = note_draw } };
	struct game g;
	unsigned turns = 0;

	do
		table_played_of(&g, &rules_dark_cave, 4, &options, 1, turns++);
	while (g.phase != PHASE_WALK);
	cr_expect_eq(order_of(&g, LATE_DISCARD, &d.rng).kind, ORDER_STAY, "C15");
	cr_expect(d.opened == 1 && d.rng.step == 1 && d.drawn == 0, "C15 without a draw");
	(void)order_of(&g, LATE_SUGGEST, &d.rng);
	cr_expect_eq(d.rng.step, 1, "C16 the walk has draws of its own");
}

Test(late, is_known)
{
	static const struct bot none = { .revision = 1 };
	struct rules bare = rules_duel;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		cr_expect(late_policy_is_supported(*r, LATE_WAIT, 0) &&
		    late_policy_is_supported(*r, LATE_DISCARD, 0));
		cr_expect(late_policy_is_supported(*r, LATE_SUGGEST, (*r)->bot->revision), "%s",
		    (*r)->name);
		cr_expect_not(late_policy_is_supported(*r, LATE_SUGGEST, 0), "%s", (*r)->name);
		cr_expect_not(late_policy_is_supported(*r, LATE_SUGGEST, (*r)->bot->revision + 1u),
		    "%s", (*r)->name);
	}
	cr_expect_not(late_policy_is_supported(&rules_duel, LATE_DISCARD, 1));
	cr_expect_not(late_policy_is_supported(&rules_duel, (enum late_policy)99, 0), "no policy");
	bare.bot = NULL;
	cr_expect_not(late_policy_is_supported(&bare, LATE_SUGGEST, 1), "there is no player");
	bare.bot = &none;
	cr_expect_not(late_policy_is_supported(&bare, LATE_SUGGEST, 1), "nor one that chooses");
}

/* ---- which of several ---- */

/* The number is drawn from an rng with the same start. */
static struct order
greedy_of(const struct view *v, const struct order *list, size_t n)
{
	struct rng_fast rng;

	rng_fast_init(&rng, table_seed, v->known.turn);
	return list[v->known.rules->bot->greedy(v, 1, NULL, list, n, &rng.rng)];
}

Test(late, a_choice_does_not_depend_on_how_orders_are_listed)
{
	static struct order mixed[LEGAL_MAX];
	const struct options options = { 0 };
	static struct view v;
	struct rng_fast mix;

	rng_fast_init(&mix, table_seed, 3);
	for (const struct rules *const *r = rules_all; *r != NULL; r++)
		for (unsigned i = 0; i < few(300); i++) {
			struct game g;
			struct order a, b;
			size_t n;

			table_played_of(&g, *r, (*r)->seats_max, &options, i % 7, i);
			if (g.phase == PHASE_OVER)
				continue;
			game_view(&g, g.to_move, &v);
			n = game_legal(&v.known, legal, LEGAL_MAX);
			memcpy(mixed, legal, n * sizeof legal[0]);
			for (size_t k = n; k > 1; k--) {
				const size_t j = rng_draw(&mix.rng, (uint32_t)k);
				const struct order last = mixed[k - 1];

				mixed[k - 1] = mixed[j];
				mixed[j] = last;
			}
			a = greedy_of(&v, legal, n);
			b = greedy_of(&v, mixed, n);
			cr_assert(same_order(&a, &b), "%s, turn %u", (*r)->name, i);
			for (size_t k = 1; k < n; k++)
				cr_assert_neq(bot_compare(&legal[k - 1], &legal[k]), 0,
				    "%s, turn %u: two orders are the same", (*r)->name, i);
		}
}

/* ---- whole games ---------------------------------------------------------------------------------------- */

/* Exchanges cards hidden from the seat to move: those of the pile with those of other hands. */
static void
exchange_hidden(struct game *g, struct rng *rng)
{
	card_id *at[DECK_MAX + SEATS_MAX * HAND_MAX];
	unsigned n = 0;

	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		at[n++] = &g->deck[i];
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand && s != g->to_move; i++)
			at[n++] = &g->seat[s].hand[i];
	for (; n > 1; n--) {
		uint32_t k = rng_draw(rng, n);
		card_id card = *at[k];

		*at[k] = *at[n - 1];
		*at[n - 1] = card;
	}
}

/* How often seats were late, by phase, and a hash of the orders played for them. */
struct late_games {
	unsigned in[PHASE_OVER];
	uint64_t hash;
};

/* FNV-1a over the members, since padding is not state. */
static void
add_to_hash(uint64_t *hash, const struct order *o)
{
	const uint8_t field[] = { o->kind, o->seat, o->n_card, o->card[0], o->card[1], o->card[2],
		o->to, o->what, o->flags, o->n_at };
	const uint8_t *at = (const uint8_t *)o->at;

	for (size_t i = 0; i < sizeof field; i++)
		*hash = (*hash ^ field[i]) * UINT64_C(0x100000001b3);
	for (size_t i = 0; i < o->n_at * sizeof o->at[0]; i++)
		*hash = (*hash ^ at[i]) * UINT64_C(0x100000001b3);
}

static void
play_late(struct late_games *l, struct game *g, enum late_policy policy, uint64_t number)
{
	struct rng_fast rng, choice;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	rng_open(&choice.rng, 1, RNG_LOSS);
	game_deal(g, &rng.rng, NULL);
	while (g->phase != PHASE_OVER) {
		struct rng_fast draws = rng, again = rng;
		struct game other = *g;
		uint8_t phase = g->phase;
		struct order o = order_of(g, policy, &draws.rng), p;
		enum verdict verdict = game_check(g, &o);

		cr_assert_eq(verdict, VERDICT_OK, "%s, %u seats, game %u, turn %u: refused, %u",
		    g->rules->name, g->n_seats, (unsigned)number, g->turn, verdict);
		cr_assert_neq(o.kind, ORDER_RESIGN);
		exchange_hidden(&other, &choice.rng);
		p = order_of(&other, policy, &again.rng);
		cr_assert(same_order(&o, &p), "%s, %u seats, game %u, turn %u: it sees too much",
		    g->rules->name, g->n_seats, (unsigned)number, g->turn);
		if (rng_draw(&choice.rng, 3) == 0) /* a seat that is present */
			o = policy_random_pick(g, legal, &choice.rng);
		else
			add_to_hash(&l->hash, &o);
		cr_assert_eq(game_apply_all(g, &o, 1, &rng.rng, NULL, &(unsigned){ 0 }), VERDICT_OK,
		    "%s", g->rules->name);
		l->in[phase]++;
	}
}

static struct late_games
games_of(const struct rules *rules, enum late_policy policy, unsigned games)
{
	struct late_games l = { .hash = UINT64_C(0xcbf29ce484222325) };

	for (unsigned seats = rules->seats_min; seats <= rules->seats_max; seats++)
		for (unsigned i = 0; i < games; i++) {
			struct options options = { .at[0] = 0 };
			struct game g;

			if (rules->id == rules_saboteur.id)
				options.at[SAB_DRAFT_ASK] = i % 2 == 0;
			game_init(&g, rules, (uint8_t)seats, &options);
			play_late(&l, &g, policy, 100 * seats + i);
		}
	return l;
}

Test(late, is_always_legal_and_sees_what_its_seat_sees)
{
	unsigned in[PHASE_OVER] = { 0 };

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		for (enum late_policy p = LATE_DISCARD; p <= LATE_SUGGEST; p++) {
			struct late_games l = games_of(*r, p, few(10));

			for (unsigned i = 0; i < PHASE_OVER; i++)
				in[i] += l.in[i];
		}
	}
	cr_expect(in[PHASE_PLAY] > 1000 && in[PHASE_WALK] > 100 && in[PHASE_DRAFT] > 20,
	    "%u, %u, %u", in[PHASE_PLAY], in[PHASE_WALK], in[PHASE_DRAFT]);
}

/* Running tables use these policies for months. A change of a greedy policy, or of its
 * evaluation, must raise its revision. Only then may the row change. */
Test(late, a_player_that_chooses_otherwise_has_another_revision)
{
	static const struct {
		const struct rules *rules;
		enum late_policy policy;
		unsigned revision;
		uint64_t hash;
	} rows[] = {
		{ &rules_saboteur, LATE_DISCARD, 0, UINT64_C(0x578fcde4b3a1794d) },
		{ &rules_saboteur2, LATE_DISCARD, 0, UINT64_C(0x7930f61d3d0a3955) },
		{ &rules_duel, LATE_DISCARD, 0, UINT64_C(0x05ba7560a5aff25f) },
		{ &rules_dark_cave, LATE_DISCARD, 0, UINT64_C(0x06ebf947d2b27ebe) },
		{ &rules_saboteur, LATE_SUGGEST, 1, UINT64_C(0x74993e961cd4d87c) },
		{ &rules_saboteur2, LATE_SUGGEST, 1, UINT64_C(0x80fe290328d81749) },
		{ &rules_duel, LATE_SUGGEST, 1, UINT64_C(0x996d8ce9f1ec3d1d) },
		{ &rules_dark_cave, LATE_SUGGEST, 1, UINT64_C(0xbe7b2d92b55759b6) },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct rules *rules = rows[i].rules;
		struct late_games l = games_of(rules, rows[i].policy, 2);

		cr_expect_eq(l.hash, rows[i].hash, "%s, policy %u: %#018llx", rules->name,
		    rows[i].policy, (unsigned long long)l.hash);
		if (rows[i].policy == LATE_SUGGEST)
			cr_expect_eq(rules->bot->revision, rows[i].revision, "%s", rules->name);
	}
}
