/*
 * Saboteur 2, 2-12 players: adit(6), rules SB2. The end of a round is in rules_gold.c.
 *
 * (T1) There is one start card, at 0,0, face up, and at most SEEN_MAX goals.
 * (T2) Every seat has a role of this game. The role pile and the discarded hats are roles too,
 * together at most ROLES_MAX.
 * (T3) No seat is a thief twice. Thieves, trapped, inspected and robbed are seats.
 * (T4) The discard pile has room for theft and trapped cards in front of players and all other
 * cards.
 * (T5) last_play is a seat or SEAT_NONE.
 */
#include <assert.h>
#include <string.h>

#include "core/pack.h"
#include "games/saboteur2/internal.h"

#define PATH(n, t)                                           \
	{                                                    \
		.class = CARD_PATH, .copies = n, .tunnel = t \
	}
#define WITH(n, f, t)                                                                \
	{                                                                            \
		.class = CARD_PATH, .copies = n, .feature = FEATURE_##f, .tunnel = t \
	}
#define ACT(n, a)                                                       \
	{                                                               \
		.class = CARD_ACTION, .copies = n, .action = ACTION_##a \
	}
#define ROLE(n, r)                                                \
	{                                                         \
		.class = CARD_ROLE, .copies = n, .role = ROLE_##r \
	}
#define GOLD(n, v)                                          \
	{                                                   \
		.class = CARD_GOLD, .copies = n, .value = v \
	}

/* [SB2 3.A.1-3, 3.C, 3.D]; [Q-SB2-1] the 21st action card is another rockfall. */
const struct card_def sb2_card[SB2_CARDS] = {
	SAB_MINE_CARDS(4),
	[SB2_BRIDGE] = PATH(2, TUNNEL(1, 2, 1, 2)),
	[SB2_CURVES_NW_ES] = PATH(1, TUNNEL(1, 2, 2, 1)),
	[SB2_CURVES_NE_SW] = PATH(1, TUNNEL(1, 1, 2, 2)),
	[SB2_LADDER_N] = WITH(1, LADDER, TUNNEL(3, 0, 0, 0)),
	[SB2_LADDER_E] = WITH(1, LADDER, TUNNEL(0, 3, 0, 0)),
	[SB2_LADDER_NE] = WITH(1, LADDER, TUNNEL(1, 1, 0, 0)),
	[SB2_LADDER_NW] = WITH(1, LADDER, TUNNEL(1, 0, 0, 1)),
	[SB2_DOOR_BLUE_NS] = WITH(1, DOOR_BLUE, TUNNEL(1, 0, 1, 0)),
	[SB2_DOOR_BLUE_EW] = WITH(1, DOOR_BLUE, TUNNEL(0, 1, 0, 1)),
	[SB2_DOOR_BLUE_NE] = WITH(1, DOOR_BLUE, TUNNEL(1, 1, 0, 0)),
	[SB2_DOOR_GREEN_NS_E] = WITH(1, DOOR_GREEN, TUNNEL(1, 3, 1, 0)),
	[SB2_DOOR_GREEN_EW] = WITH(1, DOOR_GREEN, TUNNEL(0, 1, 0, 1)),
	[SB2_DOOR_GREEN_NW] = WITH(1, DOOR_GREEN, TUNNEL(1, 0, 0, 1)),
	[SB2_CRYSTAL_N] = WITH(1, CRYSTAL, TUNNEL(3, 0, 0, 0)),
	[SB2_CRYSTAL_E] = WITH(1, CRYSTAL, TUNNEL(0, 3, 0, 0)),
	[SB2_CRYSTAL_NESW] = WITH(1, CRYSTAL, TUNNEL(1, 1, 1, 1)),
	[SB2_CRYSTAL_NSW] = WITH(1, CRYSTAL, TUNNEL(1, 0, 1, 1)),
	[SB2_CRYSTAL_NEW] = WITH(3, CRYSTAL, TUNNEL(1, 1, 0, 1)),
	[SB2_CRYSTAL_NSW_E] = WITH(1, CRYSTAL, TUNNEL(1, 3, 1, 1)),
	[SB2_CRYSTAL_NEW_S] = WITH(1, CRYSTAL, TUNNEL(1, 1, 3, 1)),
	[SB2_CRYSTAL_N_EW] = WITH(1, CRYSTAL, TUNNEL(3, 1, 0, 1)),
	[SB2_NS_W] = PATH(1, TUNNEL(1, 0, 1, 3)),
	[SB2_NS_E_W] = PATH(1, TUNNEL(1, 3, 1, 3)),
	[SB2_N_EW_S] = PATH(1, TUNNEL(3, 1, 3, 1)),
	[SB2_NW_S] = PATH(2, TUNNEL(1, 0, 3, 1)),
	[SB2_NE_S] = PATH(1, TUNNEL(1, 1, 3, 0)),
	[SB2_THEFT] = ACT(4, THEFT),
	[SB2_HANDS_OFF] = ACT(3, HANDS_OFF),
	[SB2_SWAP_HANDS] = ACT(2, SWAP_HANDS),
	[SB2_INSPECTION] = ACT(2, INSPECTION),
	[SB2_SWAP_HATS] = ACT(2, SWAP_HATS),
	[SB2_TRAPPED] = ACT(3, TRAPPED),
	[SB2_FREE] = ACT(4, FREE),
	[SB2_GREEN] = ROLE(4, GREEN),
	[SB2_BLUE] = ROLE(4, BLUE),
	[SB2_BOSS] = ROLE(1, BOSS),
	[SB2_PROFITEER] = ROLE(1, PROFITEER),
	[SB2_GEOLOGIST] = ROLE(2, GEOLOGIST),
	[SB2_SABOTEUR] = ROLE(3, SABOTEUR),
	[SB2_GOLD_1] = GOLD(14, 1),
	[SB2_GOLD_2] = GOLD(9, 2),
	[SB2_GOLD_5] = GOLD(9, 5),
};

enum { HAND = 6, SET_ASIDE = 10 }; /* [SB2 3.A.2] */

/* ---- deal ---- */

/* [SB2 3.A.4] in round 1; [SB2 3.E.28, Q-SB2-8] later: left of the seat that played or discarded
 * last. */
static uint8_t
first_seat(const struct game *g, struct rng *rng)
{
	uint8_t last = sb2_own(g)->last_play;

	if (g->round > 1)
		/* If nobody played a card, all have resigned: the seat is irrelevant. */
		return (uint8_t)(last == SEAT_NONE ? 0 : (last + 1) % g->n_seats);
	if (g->options.at[OPTION_FIRST] > 0)
		return (uint8_t)(g->options.at[OPTION_FIRST] - 1);
	rng_open(rng, g->round, RNG_FIRST);
	return (uint8_t)rng_draw(rng, g->n_seats);
}

/* [SB2 3.A.1] Shuffles all dwarf cards: index i is dealt to seat i. The others are the role pile,
 * the lowest index on top. */
static void
deal_roles(struct game *g, struct rng *rng, struct events *ev)
{
	struct sb2_state *sb2 = sb2_own(g);
	card_id role[ROLES_MAX];
	unsigned n = mine_copies(g->rules, MINE_CLASS(CARD_ROLE), role, ROLES_MAX);

	assert(n >= g->n_seats);
	rng_open(rng, g->round, RNG_ROLES);
	rng_shuffle(rng, role, n);
	for (uint8_t s = 0; s < g->n_seats; s++)
		game_give_role(g, s, role[s], s, ev);
	sb2->n_pile = (uint8_t)(n - g->n_seats);
	memcpy(sb2->pile, role + g->n_seats, sb2->n_pile);
}

/*
 * Deals round g->round. The first SET_ASIDE cards of the shuffled deck, numbers 0 to 9, are out of
 * play. Hands come from number 10 on, in seat order. So card i of seat s is number 10 + s * HAND +
 * i, while nobody has resigned.
 */
void
sb2_deal(struct game *g, struct rng *rng, struct events *ev)
{
	struct sb2_state *sb2 = sb2_own(g);
	uint8_t first = first_seat(g, rng);

	event_add_public(ev, EVENT_ROUND, SEAT_NONE, g->round);
	event_add_public(ev, EVENT_FIRST, first, 0);
	g->phase = PHASE_PLAY;
	g->n_discard = 0;
	sb2->n_hats = sb2->n_thieves = 0;
	u16_set(&sb2->trapped, 0);
	sb2->last_play = SEAT_NONE;
	for (unsigned s = 0; s < g->n_seats; s++) {
		g->seat[s].broken = 0;
		g->seat[s].n_seen = 0;
		g->seat[s].knows = 0;
		if (g->round == 1)
			sb2->n_steal[s] = STEAL_DEFAULT;
	}
	deal_roles(g, rng, ev);
	game_shuffle_deck(g, rng);
	g->n_aside = g->deck_top = SET_ASIDE;
	memcpy(g->aside, g->deck, SET_ASIDE);
	memset(g->deck, CARD_NONE, SET_ASIDE);
	mine_deal_hands(g, HAND, ev);
	mine_lay_table(g, rng);
	g->to_move = mine_next_seat(g, (uint8_t)((first + g->n_seats - 1) % g->n_seats), ev);
}

/* ---- legal orders ---- */

/* [SB2 3.C.13] */
static enum verdict
may_build(const struct game *g, uint8_t seat)
{
	if (sb2_is_trapped(g, seat))
		return VERDICT_TRAPPED;
	return g->seat[seat].broken != 0 ? VERDICT_TOOL_BROKEN : VERDICT_OK;
}

/* [SB2 3.B.6] */
static bool
may_clear(const struct game *g, uint8_t seat)
{
	card_id front[SB2_FRONT_MAX];

	return g->seat[seat].n_hand >= 2 && sb2_in_front(g, seat, front) > 0;
}

static const struct mine_rules mine_rules = {
	.action = { [ACTION_BREAK] = &mine_break,
	    [ACTION_REPAIR] = &mine_repair,
	    [ACTION_ROCKFALL] = &mine_rockfall,
	    [ACTION_MAP] = &mine_map,
	    [ACTION_THEFT] = &sb2_theft,
	    [ACTION_HANDS_OFF] = &sb2_hands_off,
	    [ACTION_TRAPPED] = &sb2_trapped,
	    [ACTION_FREE] = &sb2_free_at_last,
	    [ACTION_SWAP_HANDS] = &sb2_swap_hands,
	    [ACTION_INSPECTION] = &sb2_inspection,
	    [ACTION_SWAP_HATS] = &sb2_swap_hats },
	.may_build = may_build,
	.may_clear = may_clear,
};

bool
sb2_round_is_over(const struct game *g)
{
	uint8_t able[2] = { 0, CARD_NONE };

	return mine_round_is_over(&mine_rules, g, able);
}

/* [SB2 3.B.7] One to three cards. */
static enum verdict
check_discard(const struct game *g, const struct order *o)
{
	if (!game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	if (o->n_card == 0)
		return VERDICT_DISCARD_COUNT;
	return order_has_shape(o, o->n_card, 0, false) && o->what == 0 ? VERDICT_OK :
									 VERDICT_BAD_TARGET;
}

/* [SB2 3.B.6, Q-SB2-18] Two cards to remove one in front of the seat. */
static enum verdict
check_clear(const struct game *g, const struct order *o)
{
	card_id front[SB2_FRONT_MAX];
	unsigned n = sb2_in_front(g, o->seat, front);

	if (!game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	if (o->n_card != 2)
		return VERDICT_DISCARD_COUNT;
	if (!order_has_shape(o, 2, 0, false))
		return VERDICT_BAD_TARGET;
	for (unsigned i = 0; i < n; i++)
		if (front[i] == o->what)
			return VERDICT_OK;
	return VERDICT_NOT_IN_FRONT;
}

/* [SB2 3.E.27, Q-SB2-10] An ordered list of seats, each once; the own seat is never used. */
static enum verdict
check_steal(const struct game *g, const struct order *o)
{
	uint16_t named = 0;

	(void)g;
	if (o->n_card != 0 || o->to != SEAT_NONE || o->what != 0 || o->flags != 0)
		return VERDICT_BAD_TARGET;
	for (unsigned i = 0; i < o->n_at; i++) {
		if ((named & SEEN_BY(o->to_seat[i])) != 0)
			return VERDICT_BAD_TARGET;
		named |= SEEN_BY(o->to_seat[i]);
	}
	return VERDICT_OK;
}

static enum verdict
check_place(const struct game *g, const struct order *o)
{
	return mine_check_path(&mine_rules, g, o);
}

static enum verdict
check_act(const struct game *g, const struct order *o)
{
	return mine_check_act(&mine_rules, g, o);
}

/* The kinds of cards in a hand, and the number of each. */
struct kinds {
	unsigned n;
	card_id card[HAND_MAX];
	uint8_t count[HAND_MAX];
};

static void
find_kinds(const struct game *g, uint8_t seat, struct kinds *k)
{
	const struct seat *me = &g->seat[seat];
	uint8_t count[256] = { 0 };

	k->n = game_hand_kinds(g, seat, k->card);
	for (unsigned i = 0; i < me->n_hand; i++)
		count[me->hand[i]]++;
	for (unsigned i = 0; i < k->n; i++)
		k->count[i] = count[k->card[i]];
}

/* Returns the kind at which the next card of a discard may begin. Kind i has been taken `taken`
 * times, so that no kind is taken more often than the hand has it. */
static inline unsigned
next_kind(const struct kinds *k, unsigned i, unsigned taken)
{
	return k->count[i] > taken ? i : i + 1;
}

/* Writes a discard. `what`: the card to remove, or 0. Writing all fields is faster than changing a
 * copy. */
static inline void
write_discard(struct order *o, enum order_kind kind, uint8_t seat, uint8_t what, uint8_t n,
    card_id a, card_id b, card_id c)
{
	*o = (struct order){ .kind = (uint8_t)kind,
		.seat = seat,
		.n_card = n,
		.card = { a, b, c },
		.to = SEAT_NONE,
		.what = what };
}

/* Lists every choice of one to three cards that differ in kind or number, each once. `k` is a copy
 * that no written order can alias, so the compiler need not read it again. */
static void
list_discards(struct kinds k, uint8_t seat, struct order_list *list)
{
	struct order *o = &list->at[list->n], *const end = &list->at[list->max];

	for (unsigned i = 0; i < k.n; i++) {
		if (o < end)
			write_discard(o++, ORDER_DISCARD, seat, 0, 1, k.card[i], 0, 0);
		for (unsigned j = next_kind(&k, i, 1); j < k.n && o < end; j++) {
			write_discard(o++, ORDER_DISCARD, seat, 0, 2, k.card[i], k.card[j], 0);
			for (unsigned l = next_kind(&k, j, i == j ? 2 : 1); l < k.n && o < end; l++)
				write_discard(o++, ORDER_DISCARD, seat, 0, 3, k.card[i], k.card[j],
				    k.card[l]);
		}
	}
	list->n = (size_t)(o - list->at);
}

/* Lists each pair of cards for each card in front of the player. */
static void
list_clears(const struct game *g, struct kinds k, uint8_t seat, struct order_list *list)
{
	card_id front[SB2_FRONT_MAX];
	unsigned n = sb2_in_front(g, seat, front);
	struct order *o = &list->at[list->n], *const end = &list->at[list->max];

	for (unsigned f = 0; f < n; f++)
		for (unsigned i = 0; i < k.n; i++)
			for (unsigned j = next_kind(&k, i, 1); j < k.n && o < end; j++)
				write_discard(
				    o++, ORDER_CLEAR, seat, front[f], 2, k.card[i], k.card[j], 0);
	list->n = (size_t)(o - list->at);
}

size_t
sb2_plays(const struct game *g, struct order *out, size_t max)
{
	return mine_plays(&mine_rules, g, out, max);
}

bool
sb2_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o)
{
	(void)room;
	return mine_pick(&mine_rules, g, who, o);
}

size_t
sb2_discards(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	struct kinds k;

	find_kinds(g, g->to_move, &k);
	list_clears(g, k, g->to_move, &list); /* [SB2 3.B.6] */
	list_discards(k, g->to_move, &list);  /* [SB2 3.B.7] */
	return list.n;
}

/* ---- play ---- */

/* Starts the next round, or ends the game. */
static void
next_round(struct game *g, struct rng *rng, struct events *ev)
{
	while (g->round < game_rounds(g)) {
		g->round++;
		sb2_deal(g, rng, ev);
		if (g->to_move != SEAT_NONE)
			return;
		sb2_end_round(g, OUTCOME_NO_GOLD, SEAT_NONE, ev);
	}
	game_end(g, ev);
}

/* Finishes a turn: the seat draws up to `draws` cards [SB2 3.B.8, Q-SB2-19]. */
static void
finish_turn(
    struct game *g, uint8_t seat, bool treasure, unsigned draws, struct rng *rng, struct events *ev)
{
	sb2_own(g)->last_play = seat;
	if (treasure) { /* [Q-SAB-17] without a draw */
		sb2_end_round(g, OUTCOME_GOLD, seat, ev);
	} else {
		for (unsigned i = 0; i < draws; i++)
			(void)game_draw(g, seat, ev);
		if (!mine_round_is_over(&mine_rules, g, sb2_own(g)->able)) {
			g->to_move = mine_next_seat(g, seat, ev);
			return;
		}
		sb2_end_round(g, OUTCOME_NO_GOLD, SEAT_NONE, ev);
	}
	next_round(g, rng, ev);
}

/* Plays a clear. The discarded cards are on the pile below the removed card. */
static void
play_clear(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	const struct card_def *def = game_card(g, o->what);

	g->turn++;
	mine_play_discards(g, o, ev);
	if (def->action == ACTION_BREAK)
		g->seat[o->seat].broken &= (uint8_t)~def->tools;
	else if (def->action == ACTION_THEFT)
		sb2_remove_thief(g, o->seat);
	else
		sb2_trap(g, o->seat, false);
	game_discard(g, o->what);
	event_add(ev, event_make(EVENT_CLEARED, o->seat, o->what));
	finish_turn(g, o->seat, false, 1, rng, ev);
}

static void
play_steal(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	struct sb2_state *sb2 = sb2_own(g);

	(void)rng;
	memset(sb2->steal[o->seat], 0, sizeof sb2->steal[0]);
	sb2->n_steal[o->seat] = o->n_at;
	memcpy(sb2->steal[o->seat], o->to_seat, o->n_at);
	event_add_public(ev, EVENT_STANDING, SEAT_NONE, 0);
}

/* Resigns. The dwarf keeps its role and its share; the seat is skipped like one without cards. This
 * may end the round, even in the turn of another seat. */
static void
play_resign(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	bool was_to_move = g->to_move == o->seat;

	game_resign(g, o->seat, ev);
	if (was_to_move)
		g->turn++;
	if (sb2_round_is_over(g)) {
		sb2_end_round(g, OUTCOME_NO_GOLD, SEAT_NONE, ev);
		next_round(g, rng, ev);
	} else if (was_to_move) {
		g->to_move = mine_next_seat(g, o->seat, ev);
	}
}

static void
play_place(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->turn++;
	finish_turn(g, o->seat, mine_place(g, o, ev), 1, rng, ev);
}

static void
play_act(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	bool swap = game_card(g, o->card[0])->action == ACTION_SWAP_HANDS;

	g->turn++;
	mine_play_act(&mine_rules, g, o, ev);
	finish_turn(g, o->seat, false, swap ? 0 : 1, rng, ev);
}

static void
play_discard(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->turn++;
	mine_play_discards(g, o, ev);
	finish_turn(g, o->seat, false, o->n_card, rng, ev);
}

/* Turns are numbered over the whole game. A skipped seat has no turn number. */
const struct order_rule sb2_order[ORDER_KIND_COUNT] = {
	[ORDER_PLACE] = { PHASE_PLAY, check_place, play_place },
	[ORDER_ACT] = { PHASE_PLAY, check_act, play_act },
	[ORDER_DISCARD] = { PHASE_PLAY, check_discard, play_discard },
	[ORDER_CLEAR] = { PHASE_PLAY, check_clear, play_clear },
	[ORDER_STEAL] = { 0, check_steal, play_steal },
	[ORDER_RESIGN] = { 0, game_check_no_args, play_resign },
};

/* ---- view, score, invariants, packed bytes ---- */

/* [SB2 3.F] */
void
sb2_view(const struct game *g, uint8_t seat, struct game *known)
{
	const struct sb2_state *sb2 = sb2_own(g);
	struct sb2_state *k = sb2_own(known);

	known->board.frontier = g->board.frontier;
	k->n_pile = sb2->n_pile;
	k->n_hats = sb2->n_hats;
	memset(k->pile, CARD_HIDDEN, sb2->n_pile);
	memset(k->hat, CARD_HIDDEN, sb2->n_hats);
	memcpy(k->hat_from, sb2->hat_from, sb2->n_hats);
	for (unsigned i = 0; i < sb2->n_hats; i++)
		if (sb2->hat_from[i] == seat && seat != SEAT_NONE)
			k->hat[i] = sb2->hat[i]; /* the seat had this hat */
	k->n_thieves = sb2->n_thieves;
	memcpy(k->thief, sb2->thief, sb2->n_thieves);
	k->trapped = sb2->trapped;
	k->last_play = sb2->last_play;
	for (unsigned s = 0; s < g->n_seats; s++) {
		known->seat[s].knows = g->seat[s].knows; /* public: which seats it has inspected */
		k->n_steal[s] = STEAL_DEFAULT;
		if (g->phase == PHASE_OVER) {
			known->seat[s].role = g->seat[s].role;
			known->seat[s].gold = g->seat[s].gold;
		} else if (s != seat &&
		    (g->seat[s].gold > 0 || (u16_get(&sb2->has_gold) & SEEN_BY(s)) != 0)) {
			u16_set(&k->has_gold, u16_get(&k->has_gold) | SEEN_BY(s));
		}
	}
	if (seat >= g->n_seats)
		return;
	k->n_steal[seat] = sb2->n_steal[seat];
	memcpy(k->steal[seat], sb2->steal[seat], sizeof k->steal[0]);
}

void
sb2_score(const struct game *g, uint16_t gold[static SEATS_MAX])
{
	for (unsigned s = 0; s < g->n_seats; s++)
		gold[s] = g->seat[s].gold;
}

static bool
is_roles(const struct game *g, const card_id *p, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (p[i] >= g->rules->n_cards || game_card(g, p[i])->class != CARD_ROLE)
			return false;
	return true;
}

/* (T3) True if all are seats of this game, each at most once. */
static bool
is_seats(const struct game *g, const uint8_t *seat, unsigned n)
{
	uint16_t found = 0;

	for (unsigned i = 0; i < n; i++) {
		if (seat[i] >= g->n_seats || (found & SEEN_BY(seat[i])) != 0)
			return false;
		found |= SEEN_BY(seat[i]);
	}
	return true;
}

int
sb2_is_ok(const struct game *g)
{
	const struct sb2_state *sb2 = sb2_own(g);
	unsigned n = game_cards_out(g), beyond = ~0u << g->n_seats;

	if (!mine_table_is_ok(g) || sb2->n_pile + sb2->n_hats > ROLES_MAX ||
	    !is_roles(g, sb2->pile, sb2->n_pile) || !is_roles(g, sb2->hat, sb2->n_hats) ||
	    sb2->n_thieves > g->n_seats || !is_seats(g, sb2->thief, sb2->n_thieves) ||
	    (u16_get(&sb2->trapped) & beyond) != 0 || u16_get(&sb2->has_gold) != 0 ||
	    !game_is_seat_or_none(g, sb2->last_play))
		return 0;
	for (unsigned i = 0; i < sb2->n_hats; i++)
		if (!game_is_seat_or_none(g, sb2->hat_from[i]))
			return 0;
	n += sb2->n_thieves;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		const uint8_t steals = sb2->n_steal[s];

		n += sb2_is_trapped(g, s);
		if (!is_roles(g, &g->seat[s].role, 1) || (g->seat[s].knows & beyond) != 0 ||
		    (steals != STEAL_DEFAULT &&
			(steals > g->n_seats || !is_seats(g, sb2->steal[s], steals))))
			return 0;
	}
	return n <= DECK_MAX && (g->phase == PHASE_PLAY || g->phase == PHASE_OVER);
}

void
sb2_pack(struct pack *k, struct game *g)
{
	struct sb2_state *sb2 = sb2_own(g);
	uint8_t n_from = sb2->n_hats;

	pack_list(k, &sb2->n_pile, sb2->pile, ROLES_MAX);
	pack_list(k, &sb2->n_hats, sb2->hat, ROLES_MAX);
	pack_list(k, &n_from, sb2->hat_from, ROLES_MAX);
	if (n_from != sb2->n_hats)
		k->bad = 1;
	pack_list(k, &sb2->n_thieves, sb2->thief, SEATS_MAX);
	pack_struct_u16(k, &sb2->trapped);
	pack_u8(k, &sb2->last_play);
	for (unsigned s = 0; s < g->n_seats; s++) {
		/* One more than the number of seats, so that the default is 0. */
		uint8_t n = (uint8_t)(sb2->n_steal[s] + 1);

		pack_u8(k, &n);
		sb2->n_steal[s] = (uint8_t)(n - 1);
		for (unsigned i = 0; n > 0 && i < n - 1u && i < SEATS_MAX; i++)
			pack_u8(k, &sb2->steal[s][i]);
	}
}

card_id *
sb2_role_pile(struct game *g, unsigned *n, unsigned *first)
{
	*n = sb2_own(g)->n_pile;
	*first = (unsigned)g->n_seats + sb2_own(g)->n_hats;
	return sb2_own(g)->pile;
}
