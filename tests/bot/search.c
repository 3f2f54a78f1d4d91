#include <criterion/criterion.h>

#include "bot/policy.h"
#include "core/unset.h"
#include "few.h"
#include "games/dark_cave/cave.h"
#include "games/games.h"
#include "games/mine/bot.h"
#include "games/saboteur2/saboteur2.h"
#include "games/table.h"

/*
 * The search and what it remembers.
 *
 *	sees nothing hidden	samples of a view, in whole games of every rules set
 *	greedy 2 and 3		the same with other hidden cards, in whole games
 *	greedy 3		what Saboteur 2 changes: geologists, thieves, doors; what The Dark Cave
 *				changes: rockfalls, dwarves of the own colour
 *	states by belief	counted against all states, weighted
 *	beliefs			acts of Saboteur, a new round, a swapped hat; each act; seats that learn
 *				together
 *	the same everywhere	a checksum of the orders of whole games
 *	no state fits		greedy's order
 *	one iteration, many	an order
 *	obvious orders		the gold within reach
 */

static struct bot_search *room;
static struct bot_memory memory[SEATS_MAX];

/* Lets all seats learn from the events. */
static void
learn(const struct game *g, const struct events *ev, int64_t n)
{
	static struct events mine;
	static struct view v;

	for (uint8_t s = 0; s < g->n_seats; s++) {
		events_told(ev, s, &mine);
		game_view(g, s, &v);
		bot_memory_learn(&memory[s], &v, &mine, n);
	}
}

static void
deal(struct game *g, const struct rules *rules, unsigned seats, struct rng_fast *rng)
{
	static const struct options options;
	static struct events ev;

	if (room == NULL)
		room = malloc(sizeof *room);
	cr_assert(room != NULL);
	memset(memory, 0, sizeof memory);
	rng_fast_init(rng, table_seed, seats);
	game_init(g, rules, (uint8_t)seats, &options);
	ev.n = 0;
	game_deal(g, &rng->rng, &ev);
	learn(g, &ev, 0);
}

static void
play(struct game *g, const struct order *o, struct rng_fast *rng)
{
	static struct events ev;

	ev.n = 0;
	game_play(g, o, &rng->rng, &ev);
	learn(g, &ev, g->turn);
}

/* Returns the order of the seat to move, by this revision of the search. */
static struct order
choose_by(const struct game *g, unsigned revision, unsigned n)
{
	static struct view v;
	const uint8_t seed[32] = { (uint8_t)g->turn, g->phase };

	game_view(g, g->to_move, &v);
	return bot_search_choose(room, &v, &memory[g->to_move], revision, n, seed);
}

static struct order
choose(const struct game *g, unsigned n)
{
	return choose_by(g, g->rules->bot->search_revision, n);
}

/* ---- what a search sees ---------------------------------------------------------------------- */

Test(search, depends_on_nothing_hidden)
{
	static struct game g, other;
	static struct view v;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		struct rng_fast rng, guess;

		deal(&g, *r, (*r)->seats_max < 5 ? (*r)->seats_max : 5, &rng);
		rng_fast_init(&guess, table_seed, 77);
		rng_open(&guess.rng, 1, RNG_FIRST);
		for (unsigned turn = 0; turn < few(40) && g.phase != PHASE_OVER; turn++) {
			const struct order o = choose(&g, 30);
			struct order again;

			game_view(&g, g.to_move, &v);
			cr_assert(game_sample(&v, &memory[g.to_move].seen, &guess.rng, &other));
			again = choose(&other, 30);
			cr_assert(same_order(&o, &again), "rules %u, turn %u", (*r)->id, g.turn);
			cr_assert_eq(
			    game_check(&g, &o), VERDICT_OK, "rules %u, turn %u", (*r)->id, g.turn);
			play(&g, &o, &rng);
		}
	}
}

Test(search, chooses_the_same_everywhere)
{
	/* Another sum means that games with bots cannot be audited: raise search_revision. */
	static const struct {
		const struct rules *rules;
		unsigned revision, n;
		uint32_t sum;
	} row[] = {
		{ &rules_saboteur, 1, 40, 1954823463 },
		{ &rules_saboteur, 2, 40, 2458772025 },
		{ &rules_saboteur, 3, 40, 2458772025 },
		{ &rules_saboteur, 2, 1000, 2957068229 },
		{ &rules_saboteur, 3, 1000, 1459312 },
		{ &rules_saboteur2, 1, 40, 2278390244 },
		{ &rules_saboteur2, 2, 150, 3416012840 },
		{ &rules_duel, 1, 40, 3530156583 },
		{ &rules_duel, 2, 40, 4294107082 },
		{ &rules_dark_cave, 1, 40, 711522090 },
		{ &rules_dark_cave, 2, 40, 3004424194 },
		{ &rules_dark_cave, 3, 40, 3643373006 },
	};
	static struct game g;

	for (unsigned k = 0; k < sizeof row / sizeof row[0]; k++) {
		const struct rules *r = row[k].rules;
		const unsigned turns = row[k].n < 1000 ? 30 : 6;
		struct rng_fast rng;
		uint32_t sum = 1;

		if (few_without(k))
			continue;
		deal(&g, r, r->seats_max < 5 ? r->seats_max : 5, &rng);
		for (unsigned turn = 0; turn < turns && g.phase != PHASE_OVER; turn++) {
			const struct order o = choose_by(&g, row[k].revision, row[k].n);

			sum = sum * 31 + o.kind;
			sum = sum * 31 + (o.n_card > 0 ? o.card[0] : 0u);
			sum = sum * 31 + o.to;
			sum = sum * 31 + (o.n_at > 0 ? (unsigned)(o.at[0].x + 64 * o.at[0].y) : 0u);
			play(&g, &o, &rng);
		}
		cr_expect_eq(sum, row[k].sum, "%s, revision %u: %u", r->name, row[k].revision,
		    (unsigned)sum);
	}
}

static struct order
choose_greedily(const struct game *g, unsigned revision)
{
	static struct view v;
	struct rng_fast rng;

	rng_fast_init(&rng, table_seed, g->turn);
	rng_open(&rng.rng, 1, RNG_FIRST);
	game_view(g, g->to_move, &v);
	return policy_order(
	    (struct bot_policy){ .kind = POLICY_GREEDY, .revision = (uint16_t)revision }, &v,
	    &memory[g->to_move], &rng.rng, room);
}

/* Another sum of the orders means that games with bots cannot be audited: it is another revision. */
Test(search, greedy_depends_on_nothing_hidden)
{
	/* By rules set, of each revision from BOT_GREEDY2 on that it has. */
	static const uint32_t want[][2] = { { 2898546973 }, { 2856204125, 3687005640 },
		{ 3146723073 }, { 1268819187, 2403957989 } };
	static struct game g, other;
	static struct view v;

	for (unsigned k = 0; k < 2 * sizeof want / sizeof want[0]; k++) {
		const struct rules *r = rules_all[k / 2];
		const unsigned revision = BOT_GREEDY2 + k % 2;
		struct rng_fast rng, guess;
		uint32_t sum = 1;

		if (revision > r->bot->newest)
			continue;
		deal(&g, r, r->seats_max < 5 ? 2 : 5, &rng);
		rng_fast_init(&guess, table_seed, 79);
		rng_open(&guess.rng, 1, RNG_FIRST);
		while (g.phase != PHASE_OVER) {
			const struct order o = choose_greedily(&g, revision);
			struct order again;

			game_view(&g, g.to_move, &v);
			cr_assert(game_sample(&v, &memory[g.to_move].seen, &guess.rng, &other));
			again = choose_greedily(&other, revision);
			cr_assert(same_order(&o, &again), "%s, turn %u", r->name, g.turn);
			sum = sum * 31 + o.kind;
			sum = sum * 31 + (o.n_card > 0 ? o.card[0] : 0u);
			sum = sum * 31 + o.to;
			sum = sum * 31 + (o.n_at > 0 ? (unsigned)(o.at[0].x + 64 * o.at[0].y) : 0u);
			play(&g, &o, &rng);
		}
		cr_expect_eq(sum, want[k / 2][k % 2], "%s, revision %u: %u", r->name, revision,
		    (unsigned)sum);
	}
}

/* Revision 3 in Saboteur 2: a geologist leaves the gold alone, a theft comes first, and no digger
 * counts on a way through the door of the other team. Seat 0 has two cards, and the tunnel leads to
 * `x`; if `door` is a card, it is the first of the tunnel. */
enum { NONE, SOME, ALL };
struct change {
	const char *what;
	card_id role, hand[2], door;
	int x;
	int lays[2]; /* how often revisions 2 and 3 lay a path card at the end */
};

static void
expect_change(const struct change *row)
{
	static struct game g;
	static struct events ev;

	table_init(&g, 3);
	g.rules = &rules_saboteur2;
	for (uint8_t s = 0; s < 3; s++)
		g.seat[s].role = s == 0 ? row->role : (card_id)SB2_BLUE;
	table_tunnel(&g, row->x);
	if (row->door != 0)
		table_put(&g, (struct cell){ 1, 0, row->door, 0 });
	for (unsigned i = 0; i < 2; i++)
		table_give(&g, 0, row->hand[i]);
	for (uint8_t s = 1; s < 3; s++)
		table_give(&g, s, SAB_MAP);
	memset(memory, 0, sizeof memory);
	ev.n = 0;
	learn(&g, &ev, 0);
	for (unsigned revision = BOT_GREEDY2; revision <= 3; revision++) {
		int laid = 0, lays;

		for (g.turn = 0; g.turn < 100; g.turn++) {
			const struct order o = choose_greedily(&g, revision);

			laid += o.kind == ORDER_PLACE && o.at[0].x == row->x + 1 && o.at[0].y == 0;
		}
		lays = laid == 0 ? NONE : laid < 100 ? SOME : ALL;
		cr_expect_eq(lays, row->lays[revision - BOT_GREEDY2], "%s, revision %u: %d",
		    row->what, revision, laid);
	}
}

Test(search, revision_3_of_saboteur2_changes)
{
	static const struct change row[] = {
		{ "a green digger digs", SB2_GREEN, { SAB_EW, SAB_EW }, 0, 2, { ALL, ALL } },
		{ "a geologist", SB2_GEOLOGIST, { SAB_EW, SAB_MAP }, 0, 6, { ALL, NONE } },
		{ "a theft", SB2_GREEN, { SAB_EW, SB2_THEFT }, 0, 6, { ALL, NONE } },
		{ "a blue door", SB2_GREEN, { SAB_EW, SAB_MAP }, SB2_DOOR_BLUE_EW, 6,
		    { SOME, NONE } },
	};

	if (room == NULL)
		room = malloc(sizeof *room);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		expect_change(&row[i]);
}

/* True if a creature or a web may harm a dwarf of the other side, as far as colours tell. */
static bool
harms_a_rival(const struct game *g, const struct order *o)
{
	const enum cave_clan mine = cave_works_for(g, g->to_move);
	static struct view v;
	bool harms = false;

	game_view(g, g->to_move, &v);
	for (uint8_t s = 0; s < g->n_seats; s++) {
		const struct cave_seat *of = &cave_own(g)->seat[s];
		const struct spot at = o->at[o->n_at - 1];
		enum cave_clan theirs = cave_works_for(&v.known, s);

		if (theirs == CAVE_CLAN_NONE)
			theirs = cave_clan(g, s);
		harms = harms ||
		    (!of->out && theirs != mine && of->at.x == at.x && of->at.y == at.y);
	}
	return harms;
}

/* Revision 3 in The Dark Cave: no rockfall, which revision 2 plays at times, and with both clans at
 * the table no harm to dwarves of the own colour alone. */
Test(search, revision_3_of_the_dark_cave_changes)
{
	static const struct {
		unsigned seats;
		bool falls[2], spares[2]; /* by revisions 2 and 3 */
	} row[] = {
		{ 4, { true, false }, { false, false } },
		{ 6, { true, false }, { false, true } },
	};
	static struct game g;

	for (unsigned k = 0; k < 2 * sizeof row / sizeof row[0]; k++) {
		unsigned falls = 0, wrong = 0;

		for (unsigned n = 0; n < 12; n++) {
			struct rng_fast rng;

			deal(&g, &rules_dark_cave, row[k / 2].seats, &rng);
			for (g.turn = (uint16_t)(g.turn + 100 * n); g.phase != PHASE_OVER;) {
				const struct order o = choose_greedily(&g, BOT_GREEDY2 + k % 2);
				const unsigned action = o.n_card > 0 ?
				    game_card(&g, o.card[0])->action :
				    0;

				if (o.kind == ORDER_ACT && action == ACTION_ROCKFALL)
					falls++;
				if (o.kind == ORDER_ACT &&
				    (action == ACTION_SPIDERWEB || action == ACTION_GOBLIN ||
					action == ACTION_LINDWORM || action == ACTION_RAT) &&
				    !harms_a_rival(&g, &o))
					wrong++;
				play(&g, &o, &rng);
			}
		}
		cr_expect_eq(falls > 0, row[k / 2].falls[k % 2], "%u seats, revision %u",
		    row[k / 2].seats, BOT_GREEDY2 + k % 2);
		cr_expect_eq(wrong == 0, row[k / 2].spares[k % 2], "%u seats, revision %u: %u",
		    row[k / 2].seats, BOT_GREEDY2 + k % 2, wrong);
	}
}

/* ---- belief ---------------------------------------------------------------------------------- */

enum { STATES = 20000, SETS = 1 << 5 };

/* Returns the saboteurs of a state, one bit a seat. */
static unsigned
saboteurs(const struct game *g)
{
	unsigned set = 0;

	for (unsigned s = 0; s < g->n_seats; s++)
		set |= (unsigned)(g->rules->card[g->seat[s].role].role == ROLE_SABOTEUR) << s;
	return set;
}

Test(search, imagines_roles_by_belief)
{
	static const int16_t lean[] = { 0, 4, -8, 12, 2 };
	static unsigned all[SETS], by_belief[SETS];
	static struct bot_sampler sampler;
	static struct game g, state;
	static struct view v;
	struct rng_fast rng, guess;
	double sum = 0;

	deal(&g, &rules_saboteur, 5, &rng);
	rng_fast_init(&guess, table_seed, 78);
	rng_open(&guess.rng, 1, RNG_FIRST);
	game_view(&g, 0, &v);
	for (unsigned i = 0; i < STATES; i++) {
		cr_assert(game_sample(&v, &memory[0].seen, &guess.rng, &state));
		all[saboteurs(&state)]++;
	}
	memcpy(memory[0].belief.lean, lean, sizeof lean);
	cr_assert(bot_sampler_init(&sampler, &v, &memory[0]));
	for (unsigned i = 0; i < STATES; i++) {
		cr_assert(bot_sampler_draw(&sampler, &guess.rng, &state));
		by_belief[saboteurs(&state)]++;
	}
	for (int pass = 0; pass < 2; pass++) {
		for (unsigned set = 0; set < SETS; set++) {
			double weight = all[set];

			for (unsigned s = 1; s < 5; s++)
				for (int k = 0; (set >> s & 1u) != 0 && k < abs(lean[s]); k++)
					weight *= lean[s] > 0 ? 1.189207 : 1 / 1.189207;
			if (pass == 0)
				sum += weight;
			else
				cr_expect_float_eq((double)by_belief[set] / STATES, weight / sum,
				    0.02, "saboteurs %x: %u of %d, not %.3f", set, by_belief[set],
				    STATES, weight / sum);
		}
	}
}

Test(search, believes_what_acts_say)
{
	static const struct {
		const char *name;
		struct order order;
		bool more; /* a saboteur is more likely, else less */
	} row[] = {
		{ "a path card towards the goals",
		    { .kind = ORDER_PLACE,
			.n_card = 1,
			.card = { SAB_NESW },
			.to = SEAT_NONE,
			.n_at = 1,
			.at = { { 1, 0, 0 } } },
		    false },
		{ "a broken lamp",
		    { .kind = ORDER_ACT, .n_card = 1, .card = { SAB_BREAK_LAMP }, .to = 2 }, true },
	};
	static struct game g;
	static struct events ev;

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		table_init(&g, 4);
		table_give(&g, 0, row[i].order.card[0]);
		table_give(&g, 0, SAB_MAP);
		table_give(&g, 1, SAB_MAP);
		memset(memory, 0, sizeof memory);
		ev.n = 0;
		learn(&g, &ev, 0);
		table_play(&g, row[i].order, &ev);
		learn(&g, &ev, 1);
		cr_expect(row[i].more ? memory[1].belief.lean[0] > 0 : memory[1].belief.lean[0] < 0,
		    "%s: %d", row[i].name, memory[1].belief.lean[0]);
		cr_expect_eq(memory[0].belief.lean[0], 0, "%s: of itself", row[i].name);
		ev.n = 1;
		ev.at[0] = event_make(EVENT_ROUND, SEAT_NONE, CARD_NONE);
		learn(&g, &ev, 2);
		cr_expect_eq(memory[1].belief.lean[0], 0, "%s: in a new round", row[i].name);
	}
}

static struct event
act(enum event_kind kind, uint8_t seat, card_id card, uint8_t to)
{
	struct event e = event_make(kind, seat, card);

	e.to = to;
	return e;
}

/* What one act of seat 0 changes in the belief of seat 1, and that about seat 2, which was believed
 * to be a saboteur (24) or not. */
struct act_row {
	const char *name;
	const struct rules *rules;
	struct event ev;
	int before, about2, want, want2; /* before: in halves of the worth */
};

static void
weigh(const struct act_row *row)
{
	static struct game g;
	static struct events ev;
	static struct view v;
	struct rng_fast rng;
	struct bot_belief b;

	deal(&g, row->rules, 4, &rng);
	game_view(&g, 1, &v);
	b = (struct bot_belief){ .lean = { [2] = (int16_t)row->about2 } };
	b.worth = mine_eval_tunnels(&v.known) * row->before / 2;
	ev.n = 2;
	ev.at[0] = row->ev;
	ev.at[1] = act(EVENT_REMOVED, SEAT_NONE, SAB_EW, SEAT_NONE); /* as by a rockfall */
	mine_bot_infer(&b, &v, &ev, &(struct bot_board){ .n = 0 });
	cr_expect_eq(b.lean[0], row->want, "%s: %d", row->name, b.lean[0]);
	cr_expect_eq(b.lean[1], 0, "%s: of itself", row->name);
	cr_expect_eq(b.lean[2], row->want2, "%s: %d of the other", row->name, b.lean[2]);
	for (int k = 0; k < 60; k++) {
		b.worth = mine_eval_tunnels(&v.known) * row->before / 2;
		mine_bot_infer(&b, &v, &ev, &(struct bot_board){ .n = 0 });
	}
	cr_expect_leq(abs(b.lean[0]), BOT_LEAN_MAX, "%s, often: %d", row->name, b.lean[0]);
}

/* A memory that begins in the middle of a round (late seats) has no worth before its first act. */
Test(search, evaluates_the_tunnels_at_the_first_act)
{
	static struct game g;
	static struct events ev;
	static struct view v;
	struct rng_fast rng;
	struct bot_belief b = { .worth = 0 };

	deal(&g, &rules_saboteur, 4, &rng);
	game_view(&g, 1, &v);
	ev.n = 1;
	ev.at[0] = act(EVENT_DISCARDED, 0, SAB_EW, SEAT_NONE);
	mine_bot_infer(&b, &v, &ev, &(struct bot_board){ .n = 0 });
	cr_expect_eq(b.worth, mine_eval_tunnels(&v.known), "%d", b.worth);
	cr_expect_neq(b.worth, 0);
}

Test(search, weighs_each_act)
{
	enum { NEARER = 1, SAME = 2, FARTHER = 4 };
	const struct act_row row[] = {
		{ "a path card towards the gold", &rules_saboteur,
		    act(EVENT_PLACED, 0, SAB_EW, SEAT_NONE), NEARER, 0, -12, 0 },
		{ "one that changes nothing", &rules_saboteur,
		    act(EVENT_PLACED, 0, SAB_EW, SEAT_NONE), SAME, 0, 17, 0 },
		{ "one that makes the way longer", &rules_saboteur,
		    act(EVENT_PLACED, 0, SAB_EW, SEAT_NONE), FARTHER, 0, 8, 0 },
		{ "a rockfall that helps", &rules_saboteur,
		    act(EVENT_PLAYED, 0, SAB_ROCKFALL, SEAT_NONE), NEARER, 0, -12, 0 },
		{ "a rockfall", &rules_saboteur, act(EVENT_PLAYED, 0, SAB_ROCKFALL, SEAT_NONE),
		    SAME, 0, 20, 0 },
		{ "a broken tool", &rules_saboteur, act(EVENT_PLAYED, 0, SAB_BREAK_LAMP, 2), SAME,
		    0, 24, 0 },
		{ "that of a saboteur", &rules_saboteur, act(EVENT_PLAYED, 0, SAB_BREAK_LAMP, 2),
		    SAME, 24, 8, 24 },
		{ "one's own tool mended", &rules_saboteur,
		    act(EVENT_PLAYED, 0, SAB_REPAIR_LAMP, 0), SAME, 0, -1, 0 },
		{ "another's tool mended", &rules_saboteur,
		    act(EVENT_PLAYED, 0, SAB_REPAIR_LAMP, 2), SAME, 0, -24, 0 },
		{ "a map", &rules_saboteur, act(EVENT_PLAYED, 0, SAB_MAP, SEAT_NONE), SAME, 0, -1,
		    0 },
		{ "a discarded card", &rules_saboteur,
		    act(EVENT_DISCARDED, 0, CARD_HIDDEN, SEAT_NONE), SAME, 0, 1, 0 },
		{ "a card drawn", &rules_saboteur, act(EVENT_DREW, 0, CARD_HIDDEN, SEAT_NONE), SAME,
		    24, 0, 24 },
		{ "a card that nobody knows", &rules_saboteur, act(EVENT_PLAYED, 0, CARD_HIDDEN, 2),
		    SAME, 24, 0, 24 },
		{ "an act of nobody", &rules_saboteur,
		    act(EVENT_PLACED, SEAT_NONE, SAB_EW, SEAT_NONE), NEARER, 24, 0, 24 },
		{ "one's own act", &rules_saboteur, act(EVENT_PLACED, 1, SAB_EW, SEAT_NONE), NEARER,
		    24, 0, 24 },
		{ "a trap", &rules_saboteur2, act(EVENT_PLAYED, 0, SB2_TRAPPED, 2), SAME, 0, 24,
		    0 },
		{ "freed", &rules_saboteur2, act(EVENT_PLAYED, 0, SB2_FREE, 2), SAME, 0, -24, 0 },
		{ "a swapped hat", &rules_saboteur2, act(EVENT_PLAYED, 0, SB2_SWAP_HATS, 2), SAME,
		    24, -1, 0 },
		{ "swapped hands", &rules_saboteur2, act(EVENT_PLAYED, 0, SB2_SWAP_HANDS, 2), SAME,
		    24, -1, 24 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		weigh(&row[i]);
}

/* A belief is the same if the seats of a game learn together, some of them no facts. */
Test(search, learns_alike_together)
{
	static const struct bot_policy policy[SEATS_MAX] = {
		{ .kind = POLICY_SEARCH, .n = 1 },
		{ .kind = POLICY_GREEDY, .revision = BOT_GREEDY2 },
		{ .kind = POLICY_GREEDY, .revision = BOT_GREEDY2 },
		{ .kind = POLICY_GREEDY, .revision = BOT_GREEDY2 },
	};
	static struct bot_memory together[SEATS_MAX];
	static struct bot_learning space;
	static struct events ev;
	static struct view v;
	static struct game g;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		struct rng_fast rng;
		int64_t n = 0;

		deal(&g, *r, (*r)->seats_max < 4 ? (*r)->seats_max : 4, &rng);
		memset(memory, 0, sizeof memory);
		memset(together, 0, sizeof together);
		for (ev.n = 0; g.phase != PHASE_OVER; n++) {
			struct order o;

			learn(&g, &ev, n);
			bot_policy_learn(policy, together, &g, &ev, n, &space);
			for (unsigned s = 0; s < g.n_seats; s++)
				cr_assert_arr_eq(&together[s].belief, &memory[s].belief,
				    sizeof memory[s].belief, "%s: turn %u, seat %u", (*r)->name,
				    g.turn, s);
			cr_assert_arr_eq(&together[0].seen, &memory[0].seen, sizeof memory[0].seen);
			game_view(&g, g.to_move, &v);
			o = policy_order(policy[1], &v, &memory[g.to_move], &rng.rng, room);
			ev.n = 0;
			game_play(&g, &o, &rng.rng, &ev);
		}
	}
}

/* ---- orders ---------------------------------------------------------------------------------- */

Test(search, gives_an_order_whatever_it_knows)
{
	static const unsigned iterations[] = { 1, 2, 7, 200 };
	static struct game g;
	static struct view v;
	struct rng_fast rng;
	const uint8_t seed[32] = { 1 };

	deal(&g, &rules_saboteur, 4, &rng);
	game_view(&g, g.to_move, &v);
	for (size_t i = 0; i < sizeof iterations / sizeof iterations[0]; i++) {
		const struct order o = choose(&g, iterations[i]);

		cr_expect_eq(game_check(&g, &o), VERDICT_OK, "%u", iterations[i]);
	}
	/* Nothing was learned, or more than there is: no state fits. */
	for (int much = 0; much < 2; much++) {
		struct bot_memory m = { 0 };
		struct order o;

		if (much) {
			m = memory[g.to_move];
			memset(m.seen.out, 60, sizeof m.seen.out);
		}
		o = bot_search_choose(room, &v, &m, 1, 100, seed);
		cr_expect_eq(game_check(&g, &o), VERDICT_OK, "%d", much);
		cr_expect_eq(room->candidate[0].n, 0, "%d: nothing was tried", much);
	}
}

/* The miners win if the tunnel reaches the gold, and greedy knows it, too; the search must not
 * choose otherwise. A saboteur breaks the tool of who would reach it. */
Test(search, takes_the_gold)
{
	static struct game g;
	static struct events ev;
	struct order o;

	if (room == NULL)
		room = malloc(sizeof *room);
	table_init(&g, 3);
	table_tunnel(&g, 6);
	table_give(&g, 0, SAB_EW);
	table_give(&g, 0, SAB_MAP);
	for (uint8_t s = 1; s < 3; s++)
		table_give(&g, s, SAB_MAP);
	g.seat[0].n_seen = 1;
	g.seat[0].seen[0] = (struct place){ 8, 0 };
	memset(memory, 0, sizeof memory);
	ev.n = 0;
	learn(&g, &ev, 0);
	o = choose(&g, 300);
	cr_expect(o.kind == ORDER_PLACE && o.at[0].x == 7 && o.at[0].y == 0, "%u at %d,%d", o.kind,
	    o.at[0].x, o.at[0].y);
}
