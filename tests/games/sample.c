#include <criterion/criterion.h>

#include "core/sample.h"
#include "few.h"
#include "games/dark_cave/cards.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"
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
		     seats += is_few() ? 4 :
			 is_quick()    ? 2 :
					 1)
			for (unsigned k = 0; k < few(rules_all[i] == &rules_duel ? 16 : 3); k++)
				play(rules_all[i], k * 13 + seats, seats);
}

/* ---- what cannot be -------------------------------------------------------------------------- */

/* A view and what its seat has seen, of a game that is under way. */
struct scene {
	struct view v;
	struct knowledge k;
};

static void
set_up(struct scene *c, const struct rules *rules, uint8_t seat, unsigned turns)
{
	static struct eyes eyes[SEATS_MAX + 1];
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	const struct options options = { .at[OPTION_FIRST] = 1 };
	const uint8_t seats = rules->seats_max < 4 ? rules->seats_max : 4;
	struct rng_fast rng, choice;
	struct game g;

	rng_fast_init(&rng, table_seed, 91);
	rng_fast_init(&choice, table_seed, 92);
	game_init(&g, rules, seats, &options);
	memset(eyes, 0, sizeof eyes);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	learn(&g, &ev, eyes, 0);
	for (unsigned i = 1; i <= turns && g.phase != PHASE_OVER; i++) {
		const size_t n = game_legal(&g, legal, LEGAL_MAX);

		ev.n = 0;
		game_play(&g, &legal[rng_draw(&choice.rng, (uint32_t)n)], &rng.rng, &ev);
		learn(&g, &ev, eyes, i);
	}
	game_view(&g, seat < seats ? seat : SEAT_NONE, &c->v);
	c->k = eyes[seat < seats ? seat : seats].know;
}

static bool
has_state(const struct scene *c)
{
	static struct game g;
	static struct knowledge_roles roles;
	struct knowledge_goal goal[KNOWLEDGE_GOALS_MAX];
	struct rng_fast rng;

	knowledge_roles(&c->k, &c->v, &roles);
	for (unsigned s = 0; s < c->v.known.n_seats; s++)
		cr_assert(c->v.known.seat[s].role == CARD_HIDDEN ||
		    roles.role[s] == c->v.known.seat[s].role);
	cr_assert_leq(knowledge_goals(&c->v.known, goal), KNOWLEDGE_GOALS_MAX);
	rng_fast_init(&rng, table_seed, 93);
	rng_open(&rng.rng, 1, RNG_FIRST);
	return game_sample(&c->v, &c->k, &rng.rng, &g);
}

static void
all_played(struct scene *c)
{
	memset(c->k.out, 120, sizeof c->k.out);
}

/* All cards that the seat does not see lie among the discards. */
static void
all_discarded(struct scene *c)
{
	for (unsigned i = 0; i < CARDS_MAX; i++)
		c->k.gone[i] = (uint8_t)(c->k.all[i] - c->k.out[i] -
		    (c->v.seat < SEATS_MAX ? c->k.held[c->v.seat][i] : 0));
	c->v.known.n_discard = DECK_MAX;
}

static void
no_discards(struct scene *c)
{
	all_discarded(c);
	c->v.known.n_discard = 0;
}

static void
large_pile(struct scene *c)
{
	c->v.known.n_deck = DECK_MAX;
	c->v.known.deck_top = 0;
}

static void
large_pools(struct scene *c)
{
	for (unsigned i = 0; i < CARDS_MAX; i++)
		c->k.all[i] = c->k.all[i] > 0 ? 240 : 0;
}

static void
full_hand(struct scene *c)
{
	const unsigned s = c->v.seat == 1 ? 0 : 1;

	c->k.swapped = (uint16_t)(1u << s);
	for (card_id i = 0; i < c->v.known.rules->n_cards; i++)
		c->k.held[s][i] = c->k.all[i] > c->k.out[i] + c->k.gone[i] ? 1 : 0;
}

/* Goal cards lie face up far away, so many that none is left. */
static void
all_goals_open(struct scene *c)
{
	int y = 0;

	for (card_id i = 0; i < c->v.known.rules->n_cards; i++)
		for (unsigned n = 0; c->v.known.rules->card[i].class == CARD_GOAL &&
		     n < c->v.known.rules->card[i].copies;
		     n++)
			(void)board_put(&c->v.known.board,
			    (struct cell){ .x = 60, .y = (int8_t)(y += 2), .card = i });
	for (int x = 70; x < 90; x++)
		(void)board_put(&c->v.known.board,
		    (struct cell){
			.x = (int8_t)x, .y = 0, .card = CARD_HIDDEN, .flags = CELL_DOWN });
}

static void
nothing_seen(struct scene *c)
{
	c->k.begun = false;
}

/* Each row makes a view or what was seen impossible, in a way that no deal of cards can have. */
Test(sample, of_no_view_that_cannot_be)
{
	static const struct {
		const char *name;
		void (*make)(struct scene *c);
	} row[] = {
		{ "nothing was seen", nothing_seen },
		{ "more cards played than there are", all_played },
		{ "all cards discarded, hands not empty", all_discarded },
		{ "more known discards than discards", no_discards },
		{ "a pile of more cards than are left", large_pile },
		{ "more cards than fit into a pool", large_pools },
		{ "a swapped hand that must hold too many", full_hand },
		{ "no goal is left for those face down", all_goals_open },
	};

	for (size_t r = 0; rules_all[r] != NULL; r++) {
		for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
			static struct scene c;

			set_up(&c, rules_all[r], 0, 9);
			cr_assert(has_state(&c), "%s itself", rules_all[r]->name);
			row[i].make(&c);
			cr_expect_not(has_state(&c), "%s: %s", rules_all[r]->name, row[i].name);
		}
	}
}

/* ---- what cannot be in one game ---------------------------------------------------------------- */

/* Gives each seat this role, face up. */
static void
all_are(struct scene *c, card_id role)
{
	for (unsigned i = 0; i < c->v.known.n_seats; i++)
		c->v.known.seat[i].role = c->k.role[i] = role;
}

static void
all_yellow_saboteurs(struct scene *c)
{
	all_are(c, DARK_CAVE_YELLOW_SABOTEUR);
}

static void
one_clan(struct scene *c)
{
	struct cave_state *cave = cave_own(&c->v.known);

	memset(cave->clan, CAVE_CLAN_YELLOW, CAVE_SEATS_MAX);
	cave->n_left = 1;
	cave->left[0] = DARK_CAVE_YELLOW_LOYAL;
}

static void
left_twice(struct scene *c)
{
	struct cave_state *cave = cave_own(&c->v.known);

	cave->n_left = CAVE_LEFT_MAX;
	memset(cave->left, DARK_CAVE_YELLOW_SABOTEUR, CAVE_LEFT_MAX);
}

static void
my_three_rats(struct scene *c)
{
	c->v.known.seat[0].n_hand = 3;
	memset(c->v.known.seat[0].hand, DARK_CAVE_1_RAT, 3);
	memset(c->k.held[0], 0, sizeof c->k.held[0]);
	c->k.held[0][knowledge_kind(c->v.known.rules, DARK_CAVE_1_RAT)] = 3;
}

static void
held_in_no_deck(struct scene *c)
{
	memset(cave_own(&c->v.known)->back[1], 1, HAND_MAX);
	c->k.swapped = 1 << 1;
	c->k.held[1][DARK_CAVE_3_NESW] = 1;
}

static void
no_back(struct scene *c)
{
	cave_own(&c->v.known)->back[1][0] = 4;
}

static void
other_pile(struct scene *c)
{
	c->v.known.n_deck--;
}

/* With the hidden paths a pool has room for, but not with the action cards of the deck. */
static void
full_deck(struct scene *c)
{
	unsigned others = 0;

	for (unsigned i = DARK_CAVE_1_NESW + 1u; i < DARK_CAVE_2_NESW; i++)
		others += c->k.all[i];
	c->k.all[DARK_CAVE_1_NESW] = (uint8_t)(SAMPLE_POOL_MAX - others);
}

static void
full_discards(struct scene *c)
{
	c->k.all[DARK_CAVE_1_NESW] = c->k.all[DARK_CAVE_2_NESW] = 200;
}

/* The cards of a deck that may be changed. */
static struct rules own_rules;
static struct card_def own_card[CARDS_MAX];

/* Three kinds of action have `copies` cards in each of the decks I and II, of which `spent` have left hands. */
static void
three_kinds(struct scene *c, uint8_t copies, uint8_t spent)
{
	static const card_id kind[] = { DARK_CAVE_1_INFORMATION, DARK_CAVE_1_ROCKFALL,
		DARK_CAVE_1_GOBLIN };

	own_rules = rules_dark_cave;
	memcpy(own_card, rules_dark_cave.card, rules_dark_cave.n_cards * sizeof own_card[0]);
	own_rules.card = own_card;
	c->v.known.rules = &own_rules;
	c->v.known.n_discard = (uint8_t)(3 * spent);
	memset(c->k.gone, 0, sizeof c->k.gone);
	for (unsigned i = 0; i < sizeof kind / sizeof kind[0]; i++) {
		for (card_id row = 0; row < own_rules.n_cards; row++)
			if (own_card[row].class == CARD_ACTION &&
			    own_card[row].action == own_card[kind[i]].action &&
			    own_card[row].deck != 3)
				own_card[row].copies = copies;
		c->k.all[kind[i]] = (uint8_t)(2 * copies + 8);
		c->k.out[kind[i]] = 0;
		c->k.gone[kind[i]] = spent;
	}
}

static void
too_many_terms(struct scene *c)
{
	three_kinds(c, 40, 0);
	for (card_id row = 0; row < own_rules.n_cards; row++)
		if (own_card[row].class == CARD_ACTION)
			own_card[row].copies = 40;
	c->k.all[DARK_CAVE_1_INFORMATION] = 128;
	c->k.gone[DARK_CAVE_1_INFORMATION] = c->v.known.n_discard = 40;
}

static void
too_many_spent(struct scene *c)
{
	three_kinds(c, 22, 22);
}

static void
too_many_ways(struct scene *c)
{
	three_kinds(c, 20, 20);
}

static void
all_saboteurs(struct scene *c)
{
	all_are(c, SAB_SABOTEUR);
}

/* Every seat is known, and none is the selfish dwarf that takes part. */
static void
no_seat_is_selfish(struct scene *c)
{
	c->v.known.options.at[SAB_SELFISH_DWARF] = 1;
	all_are(c, SAB_MINER);
	c->v.known.seat[3].role = c->k.role[3] = SAB_SABOTEUR;
}

static void
no_role_is_left(struct scene *c)
{
	c->v.known.options.at[SAB_NO_SPARE] = 1;
	sab_own(&c->v.known)->role_left = CARD_HIDDEN;
}

static void
hidden_nuggets(struct scene *c)
{
	for (unsigned i = 0; i < c->v.known.n_seats; i++) {
		c->v.known.seat[i].n_gold = 12;
		memset(c->v.known.seat[i].gold_card, CARD_HIDDEN, 12);
	}
}

static void
hidden_draft(struct scene *c)
{
	c->v.known.phase = PHASE_DRAFT;
	sab_own(&c->v.known)->n_draft = NUGGETS_MAX;
	memset(sab_own(&c->v.known)->draft, CARD_HIDDEN, NUGGETS_MAX);
}

static void
open_draft(struct scene *c)
{
	hidden_draft(c);
	memset(sab_own(&c->v.known)->draft, SAB_GOLD_3, NUGGETS_MAX);
}

static void
all_bosses(struct scene *c)
{
	all_are(c, SB2_BOSS);
}

static void
open_hats(struct scene *c)
{
	sb2_own(&c->v.known)->n_hats = ROLES_MAX;
	memset(sb2_own(&c->v.known)->hat, SB2_BOSS, ROLES_MAX);
}

static void
hidden_hats(struct scene *c)
{
	sb2_own(&c->v.known)->n_hats = ROLES_MAX;
	memset(sb2_own(&c->v.known)->hat, CARD_HIDDEN, ROLES_MAX);
}

static void
hidden_role_pile(struct scene *c)
{
	sb2_own(&c->v.known)->n_pile = ROLES_MAX;
	memset(sb2_own(&c->v.known)->pile, CARD_HIDDEN, ROLES_MAX);
}

Test(sample, of_no_view_that_cannot_be_in_one_game)
{
	static const struct {
		const char *name;
		const struct rules *rules;
		uint8_t seat;
		void (*make)(struct scene *c);
	} row[] = {
		{ "four yellow saboteurs", &rules_dark_cave, 0, all_yellow_saboteurs },
		{ "four dwarves of a clan", &rules_dark_cave, SEAT_NONE, one_clan },
		{ "more clan cards left over than there are", &rules_dark_cave, 0, left_twice },
		{ "three rats of a deck that has two", &rules_dark_cave, 0, my_three_rats },
		{ "a card that no deck of the hand has", &rules_dark_cave, 0, held_in_no_deck },
		{ "a back that no deck has", &rules_dark_cave, 0, no_back },
		{ "a pile of another number", &rules_dark_cave, 0, other_pile },
		{ "more cards of a deck than fit", &rules_dark_cave, 0, full_deck },
		{ "more cards of all decks than fit", &rules_dark_cave, 0, full_discards },
		{ "too many ways to choose a kind", &rules_dark_cave, 0, too_many_terms },
		{ "too many cards spent", &rules_dark_cave, 0, too_many_spent },
		{ "too many ways to choose kinds", &rules_dark_cave, 0, too_many_ways },
		{ "four saboteurs", &rules_saboteur, 0, all_saboteurs },
		{ "nobody is selfish", &rules_saboteur, 0, no_seat_is_selfish },
		{ "a role left over where none is", &rules_saboteur, SEAT_NONE, no_role_is_left },
		{ "more hidden nuggets than there are", &rules_saboteur, SEAT_NONE,
		    hidden_nuggets },
		{ "more nuggets on offer than there are", &rules_saboteur, 0, hidden_draft },
		{ "more threes on offer than there are", &rules_saboteur, 0, open_draft },
		{ "four bosses", &rules_saboteur2, 0, all_bosses },
		{ "sixteen boss hats", &rules_saboteur2, 0, open_hats },
		{ "more hats than roles", &rules_saboteur2, SEAT_NONE, hidden_hats },
		{ "a larger pile than there are roles", &rules_saboteur2, SEAT_NONE,
		    hidden_role_pile },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		static struct scene c;

		set_up(&c, row[i].rules, row[i].seat, 9);
		cr_assert(has_state(&c), "%s: itself", row[i].name);
		row[i].make(&c);
		cr_expect_not(has_state(&c), "%s", row[i].name);
	}
}

/* Who is not to choose does not see the nuggets on offer: any may be there, the highest first. */
Test(sample, of_a_draft)
{
	static struct eyes eyes[SEATS_MAX + 1];
	static struct events ev;
	static struct view v, again;
	static struct game out;
	struct game g;
	struct rng_fast rng;

	rng_fast_init(&rng, table_seed, 96);
	rng_open(&rng.rng, 1, RNG_FIRST);
	table_init(&g, 4);
	g.options.at[SAB_DRAFT_ASK] = 1;
	g.seat[3].role = SAB_SABOTEUR;
	for (unsigned i = 0; i < 5; i++)
		table_pile(&g, i == 1 ? SAB_GOLD_3 : SAB_GOLD_1);
	table_tunnel(&g, 6);
	table_give(&g, 2, SAB_EW);
	g.to_move = 2;
	ev.n = 0;
	learn(&g, &ev, eyes, 0);
	table_play(&g, order_place(2, SAB_EW, 7, 0, false), &ev);
	cr_assert_eq(g.phase, PHASE_DRAFT);
	learn(&g, &ev, eyes, 1);
	for (uint8_t i = 0; i <= 4; i++) {
		const uint8_t seat = i < 4 ? i : SEAT_NONE;
		unsigned threes = 0;

		eyes[i].know.all[SAB_EW] = 20; /* more lie on the table than the box has */
		game_view(&g, seat, &v);
		cr_expect_eq(sab_own(&v.known)->draft[0] == CARD_HIDDEN, seat != 2, "seat %u", i);
		for (unsigned k = 0; k < 60; k++) {
			cr_assert(game_sample(&v, &eyes[i].know, &rng.rng, &out), "seat %u", i);
			cr_assert(game_is_ok(&out), "seat %u", i);
			game_view(&out, seat, &again);
			cr_assert(same_view(&v, &again), "seat %u", i);
			threes += sab_own(&out)->draft[0] == SAB_GOLD_3;
		}
		cr_expect(
		    seat == 2 ? threes == 60 : threes > 0 && threes < 60, "seat %u: %u", i, threes);
	}
}

/* Of many equal cards some are spent: there are more ways than 32 bits count. */
Test(sample, of_more_ways_than_32_bits)
{
	static struct scene c;
	static struct game g;
	struct rng_fast rng;
	unsigned first = 0;

	rng_fast_init(&rng, table_seed, 95);
	rng_open(&rng.rng, 1, RNG_FIRST);
	set_up(&c, &rules_dark_cave, 0, 9);
	three_kinds(&c, 20, 8);
	for (unsigned k = 0; k < 50; k++) {
		unsigned one = 0, all = 0;

		cr_assert(game_sample(&c.v, &c.k, &rng.rng, &g), "sample %u", k);
		for (unsigned i = 0; i < g.n_discard; i++) {
			const struct card_def *def = game_card(&g, g.discard[i]);

			all += def->class == CARD_ACTION && def->action == ACTION_ROCKFALL;
			one += def->class == CARD_ACTION && def->action == ACTION_ROCKFALL &&
			    def->deck == 1;
		}
		cr_expect_geq(all, 8, "sample %u: %u of a kind are discarded", k, all);
		first += one;
	}
	cr_expect(first > 0 && first < 50 * 40, "both decks: %u", first);
}

static uint8_t
some(struct rng *rng, unsigned below)
{
	return (uint8_t)rng_draw(rng, below);
}

static card_id
some_role(const struct rules *rules, struct rng *rng)
{
	card_id c;

	do
		c = some(rng, rules->n_cards);
	while (rules != &rules_duel && rules->card[c].class != CARD_ROLE);
	return c;
}

/* Changes one number or card of the view, or of what was seen, within the bounds of its list. */
static void
change_knowledge(struct scene *c, unsigned kind, unsigned s, unsigned card, struct rng *rng)
{
	const struct game *g = &c->v.known;
	struct knowledge *k = &c->k;
	const card_id any = some(rng, 4) == 0 ? CARD_HIDDEN : (card_id)card;

	switch (kind) {
	case 0:
		k->out[card] = some(rng, 9);
		break;
	case 1:
		k->gone[card] = some(rng, 9);
		break;
	case 2:
		k->all[card] = some(rng, 40);
		break;
	case 3:
		k->swapped |= (uint16_t)(1u << s);
		k->held[s][card] = some(rng, 4);
		break;
	case 4:
		k->swapped = some(rng, 1u << g->n_seats);
		break;
	case 5:
		k->away[card] = some(rng, 3);
		break;
	case 6:
		k->role[s] = any;
		break;
	case 7:
	case 8:
		k->n_hat = some(rng, 5);
		for (unsigned i = 0; i < k->n_hat; i++)
			k->hat[i] = some_role(g->rules, rng);
		break;
	case 9:
		k->gold_whole = !k->gold_whole;
		break;
	case 21:
		k->out[card] = k->all[card];
		break;
	}
}

static void
change_view(struct scene *c, unsigned kind, unsigned s, unsigned card, struct rng *rng)
{
	struct game *g = &c->v.known;
	const card_id any = some(rng, 4) == 0 ? CARD_HIDDEN : (card_id)card;

	switch (kind) {
	case 10:
		g->seat[s].n_hand = some(rng, HAND_MAX + 1);
		break;
	case 11:
		g->n_deck = (uint8_t)(g->deck_top + some(rng, DECK_MAX + 1u - g->deck_top));
		break;
	case 12:
		g->n_discard = some(rng, DECK_MAX + 1);
		break;
	case 13:
		g->n_aside = some(rng, ASIDE_MAX + 1);
		break;
	case 14:
		g->board.cell[some(rng, g->board.n)].card = any;
		break;
	case 15:
		g->seat[s].role = g->rules->card[card].class == CARD_ROLE ? any : CARD_HIDDEN;
		break;
	case 16:
		g->seat[s].n_gold = 1;
		g->seat[s].gold_card[0] = any;
		break;
	case 17:
		if (g->rules == &rules_dark_cave)
			cave_own(g)->pile[1 + some(rng, 3)] = some(rng, 30);
		break;
	case 18:
		if (g->rules == &rules_dark_cave)
			cave_own(g)->back[s][some(rng, HAND_MAX)] = some(rng, 5);
		break;
	case 19:
		if (g->rules == &rules_dark_cave)
			cave_own(g)->left[0] = some_role(g->rules, rng);
		if (g->rules == &rules_saboteur)
			sab_own(g)->role_left = some_role(g->rules, rng);
		break;
	case 20:
		if (c->v.seat < g->n_seats && g->seat[c->v.seat].n_hand > 0 && card < CARDS_MAX &&
		    knowledge_kind(g->rules, (card_id)card) == card)
			g->seat[c->v.seat].hand[0] = (card_id)card;
		break;
	}
}

static void
change(struct scene *c, struct rng *rng)
{
	const struct game *g = &c->v.known;
	const unsigned s = some(rng, g->n_seats), card = some(rng, g->rules->n_cards),
		       kind = some(rng, 22);

	if (kind < 10 || kind == 21)
		change_knowledge(c, kind, s, card, rng);
	else
		change_view(c, kind, s, card, rng);
}

/* A program may ask about any position: what does not fit is refused, or a state is drawn. */
Test(sample, of_changed_views_or_none)
{
	for (size_t r = 0; rules_all[r] != NULL; r++) {
		unsigned refused = 0;
		struct rng_fast rng;

		rng_fast_init(&rng, table_seed, r);
		rng_open(&rng.rng, 1, RNG_FIRST);
		for (unsigned turns = 0; turns < few(8) + 3; turns++) {
			static struct scene c, changed;

			set_up(&c, rules_all[r], some(&rng.rng, 5), turns * 2);
			for (unsigned i = 0; i < 50; i++) {
				changed = c;
				for (unsigned n = some(&rng.rng, 3) + 1u; n > 0; n--)
					change(&changed, &rng.rng);
				refused += !has_state(&changed);
			}
		}
		cr_expect_gt(refused, 0, "%s", rules_all[r]->name);
	}
}

/* A state that is known needs no deal. */
Test(sample, of_a_complete_view)
{
	static struct scene c;
	static struct game g, out;
	static struct sampler sampler;
	const struct options options = { 0 };
	struct rng_fast rng;

	rng_fast_init(&rng, table_seed, 94);
	for (size_t r = 0; rules_all[r] != NULL; r++) {
		memset(&c, 0, sizeof c);
		game_init(&g, rules_all[r], rules_all[r]->seats_min, &options);
		game_view(&g, 0, &c.v);
		cr_expect(game_sample(&c.v, &c.k, &rng.rng, &out) && out.phase == PHASE_SETUP);
		game_deal(&g, &rng.rng, NULL);
		game_view(&g, SEAT_OMNISCIENT, &c.v);
		cr_expect(game_sample(&c.v, &c.k, &rng.rng, &out) && same_game(&g, &out));
		cr_expect(sampler_init(&sampler, &c.v, &c.k) &&
		    sampler_draw(&sampler, &rng.rng, &out) && same_game(&g, &out));
	}
}
