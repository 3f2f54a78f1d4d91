/*
 * Saboteur: The Duel, 2 players: adit(6), rules DUEL.
 *
 * (D1) Each side has one start card, face up, blue's at 0,-1, green's at 0,1. There are at most
 * SEEN_MAX goals.
 * (D2) A token is on face-up gold or on a troll, never two. With the supply there are at most
 * eight.
 * (D3) A key is on a door.
 * (D4) A seat's gold cards show gold; cards out of the game show gold or are goals. There is room
 * for all that later rounds can bring.
 * (D5) Goals left and goals on the board fit into the list of goals left.
 * (D6) Hands, deck and board have at most as many trolls as one order can pay.
 * (D7) Key tokens on doors and key cards in hands and deck are at most the tokens in the box.
 */
#include <assert.h>
#include <string.h>

#include "games/duel/duel.h"
#include "games/mine/movegen.h"
#include "core/pack.h"
#include "core/unset.h"

#define PATH(n, t)                                           \
	{                                                    \
		.class = CARD_PATH, .copies = n, .tunnel = t \
	}
#define GOLD(t, at)                                                                    \
	{                                                                              \
		.class = CARD_PATH, .copies = 1, .tunnel = t, .feature = FEATURE_GOLD, \
		.gold_at = at, .value = 1                                              \
	}
#define DOOR(t, side, at)                                                                    \
	{                                                                                    \
		.class = CARD_PATH, .copies = 1, .tunnel = t, .feature = side, .door_at = at \
	}
#define MARK(t, what)                                                         \
	{                                                                     \
		.class = CARD_PATH, .copies = 1, .tunnel = t, .feature = what \
	}
#define TOOLS(n, a, t)                                                     \
	{                                                                  \
		.class = CARD_ACTION, .copies = n, .action = a, .tools = t \
	}
#define ACTION(n, a)                                           \
	{                                                      \
		.class = CARD_ACTION, .copies = n, .action = a \
	}
#define GOAL(v, t, features, at_gold, at_door)                                     \
	{                                                                          \
		.class = CARD_GOAL, .copies = 1, .tunnel = t, .feature = features, \
		.gold_at = at_gold, .door_at = at_door, .value = v                 \
	}

enum { N = 1, E = 2, S = 4, W = 8, NS = N | S, EW = E | W };
enum {
	AU = FEATURE_GOLD,
	AU_GREEN = FEATURE_GOLD | FEATURE_DOOR_GREEN,
	AU_BLUE = FEATURE_GOLD | FEATURE_DOOR_BLUE
};

/* [DUEL 4.A.1, 4.A.2] */
const struct card_def duel_card[DUEL_CARDS] = {
	[DUEL_START_GREEN] = { .class = CARD_START,
	    .copies = 1,
	    .tunnel = TUNNEL(1, 1, 1, 1),
	    .feature = FEATURE_GREEN },
	[DUEL_START_BLUE] = { .class = CARD_START,
	    .copies = 1,
	    .tunnel = TUNNEL(1, 1, 1, 1),
	    .feature = FEATURE_BLUE },
	[DUEL_NS_EW] = PATH(1, TUNNEL(1, 2, 1, 2)),
	[DUEL_EW] = PATH(4, TUNNEL(0, 1, 0, 1)),
	[DUEL_NS] = PATH(3, TUNNEL(1, 0, 1, 0)),
	[DUEL_NW] = PATH(2, TUNNEL(1, 0, 0, 1)),
	[DUEL_NE] = PATH(2, TUNNEL(1, 1, 0, 0)),
	[DUEL_NE_SW] = PATH(1, TUNNEL(1, 1, 2, 2)),
	[DUEL_NS_BLIND_W] = PATH(1, TUNNEL(1, 0, 1, 3)),
	[DUEL_NE_BLIND_W] = PATH(1, TUNNEL(1, 1, 0, 3)),
	[DUEL_NE_BLIND_S] = PATH(1, TUNNEL(1, 1, 3, 0)),
	[DUEL_NW_BLIND_E] = PATH(1, TUNNEL(1, 3, 0, 1)),
	[DUEL_NW_BLIND_S] = PATH(1, TUNNEL(1, 0, 3, 1)),
	[DUEL_NS_EW_GOLD_NS] = GOLD(TUNNEL(1, 2, 1, 2), NS),
	[DUEL_NW_ES_GOLD_ES] = GOLD(TUNNEL(1, 2, 2, 1), E | S),
	[DUEL_NSW_GOLD_E] = GOLD(TUNNEL(1, 3, 1, 1), E),
	[DUEL_NEW_GOLD_S] = GOLD(TUNNEL(1, 1, 3, 1), S),
	[DUEL_EW_GOLD_S] = GOLD(TUNNEL(0, 1, 3, 1), S),
	[DUEL_LADDER_GREEN] = MARK(TUNNEL(1, 1, 0, 0), FEATURE_LADDER_GREEN),
	[DUEL_LADDER_BLUE] = MARK(TUNNEL(1, 0, 0, 1), FEATURE_LADDER_BLUE),
	[DUEL_NESW_DOOR_BLUE] = DOOR(TUNNEL(1, 1, 1, 1), FEATURE_DOOR_BLUE, S),
	[DUEL_NESW_DOOR_GREEN] = DOOR(TUNNEL(1, 1, 1, 1), FEATURE_DOOR_GREEN, W),
	[DUEL_NEW_DOOR_BLUE] = DOOR(TUNNEL(1, 1, 0, 1), FEATURE_DOOR_BLUE, E),
	[DUEL_NEW_DOOR_GREEN] = DOOR(TUNNEL(1, 1, 0, 1), FEATURE_DOOR_GREEN, N),
	[DUEL_NSW_DOOR_BLUE] = DOOR(TUNNEL(1, 0, 1, 1), FEATURE_DOOR_BLUE, N),
	[DUEL_NSW_DOOR_GREEN] = DOOR(TUNNEL(1, 0, 1, 1), FEATURE_DOOR_GREEN, S),
	[DUEL_NESW_TROLL] = MARK(TUNNEL(1, 1, 1, 1), FEATURE_TROLL),
	[DUEL_NEW_TROLL] = MARK(TUNNEL(1, 1, 0, 1), FEATURE_TROLL),
	[DUEL_NSW_TROLL] = MARK(TUNNEL(1, 0, 1, 1), FEATURE_TROLL),
	[DUEL_BREAK_LAMP] = TOOLS(2, ACTION_BREAK, TOOL_LAMP),
	[DUEL_BREAK_PICKAXE] = TOOLS(2, ACTION_BREAK, TOOL_PICKAXE),
	[DUEL_BREAK_CART] = TOOLS(2, ACTION_BREAK, TOOL_CART),
	[DUEL_REPAIR_LAMP] = TOOLS(1, ACTION_REPAIR, TOOL_LAMP),
	[DUEL_REPAIR_PICKAXE] = TOOLS(1, ACTION_REPAIR, TOOL_PICKAXE),
	[DUEL_REPAIR_CART] = TOOLS(1, ACTION_REPAIR, TOOL_CART),
	[DUEL_REPAIR_LAMP_CART] = TOOLS(1, ACTION_REPAIR, TOOL_LAMP | TOOL_CART),
	[DUEL_REPAIR_PICKAXE_LAMP] = TOOLS(1, ACTION_REPAIR, TOOL_PICKAXE | TOOL_LAMP),
	[DUEL_REPAIR_PICKAXE_CART] = TOOLS(1, ACTION_REPAIR, TOOL_PICKAXE | TOOL_CART),
	[DUEL_MAP] = ACTION(2, ACTION_MAP),
	[DUEL_KEY] = ACTION(2, ACTION_KEY),
	[DUEL_ROCKFALL] = ACTION(2, ACTION_ROCKFALL),
	[DUEL_GOAL_0_NESW] = GOAL(0, TUNNEL(1, 1, 1, 1), 0, 0, 0),
	[DUEL_GOAL_0_BLIND_NESW] = GOAL(0, TUNNEL(3, 3, 3, 3), 0, 0, 0),
	[DUEL_GOAL_0_BLIND_NSW] = GOAL(0, TUNNEL(3, 0, 3, 3), 0, 0, 0),
	[DUEL_GOAL_0_BLIND_NEW] = GOAL(0, TUNNEL(3, 3, 0, 3), 0, 0, 0),
	[DUEL_GOAL_1_NW_GOLD_N] = GOAL(1, TUNNEL(1, 0, 0, 1), AU_GREEN, N, W),
	[DUEL_GOAL_1_NE_GOLD_N] = GOAL(1, TUNNEL(1, 1, 0, 0), AU_BLUE, N, E),
	[DUEL_GOAL_1_BLIND_NW] = GOAL(1, TUNNEL(3, 0, 0, 3), AU, W, 0),
	[DUEL_GOAL_1_NS] = GOAL(1, TUNNEL(1, 3, 1, 3), AU, NS, 0),
	[DUEL_GOAL_1_NSW] = GOAL(1, TUNNEL(1, 0, 1, 1), AU_BLUE, 0, W),
	[DUEL_GOAL_1_NEW] = GOAL(1, TUNNEL(1, 1, 0, 1), AU_GREEN, 0, E),
	[DUEL_GOAL_2_NW] = GOAL(2, TUNNEL(1, 0, 0, 1), AU, 0, 0),
	[DUEL_GOAL_2_NE] = GOAL(2, TUNNEL(1, 1, 0, 0), AU, 0, 0),
	[DUEL_GOAL_2_EW] = GOAL(2, TUNNEL(3, 1, 3, 1), AU, EW, 0),
	[DUEL_GOAL_2_NSW] = GOAL(2, TUNNEL(1, 0, 1, 1), AU_GREEN, 0, S),
	[DUEL_GOAL_2_NEW] = GOAL(2, TUNNEL(1, 1, 0, 1), AU_BLUE, 0, N),
	[DUEL_GOAL_3_BLIND_NE] = GOAL(3, TUNNEL(3, 3, 0, 0), AU, N, 0),
	[DUEL_GOAL_3_NSW] = GOAL(3, TUNNEL(1, 0, 1, 1), AU_BLUE, 0, N),
	[DUEL_GOAL_3_NEW] = GOAL(3, TUNNEL(1, 1, 0, 1), AU_GREEN, 0, N),
};

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE };

/* ---- action cards ---- */

/* [DUEL 4.E.13, Q-DUEL-15] */
static enum verdict
check_break(const struct game *g, const struct order *o)
{
	return o->to == o->seat ? VERDICT_BAD_TARGET : mine_break.check(g, o);
}

/* [DUEL 4.E.14, Q-DUEL-15] */
static enum verdict
check_repair(const struct game *g, const struct order *o)
{
	return o->to != o->seat && o->to != SEAT_NONE ? VERDICT_BAD_TARGET :
							mine_repair.check(g, o);
}

/* [DUEL 4.E.16] Returns why a rockfall cannot remove this path card, or VERDICT_OK. */
static enum verdict
rockfall_refusal(const struct game *g, const struct cell *c)
{
	const struct card_def *def = game_card(g, c->card);

	if ((def->feature & FEATURE_GOLD) != 0)
		return VERDICT_ROCKFALL_GOLD;
	return (def->feature & FEATURE_TROLL) != 0 ? VERDICT_ROCKFALL_TROLL : VERDICT_OK;
}

/* [DUEL 4.E.16, Q-DUEL-17] A key on the card is removed with it. */
static enum verdict
check_rockfall(const struct game *g, const struct order *o)
{
	enum verdict v = mine_rockfall.check(g, o);

	return v != VERDICT_OK ?
	    v :
	    rockfall_refusal(g, &g->board.cell[board_find(&g->board, o->at[0].x, o->at[0].y)]);
}

static bool
can_fall(const struct game *g, unsigned cell)
{
	const struct cell *c = &g->board.cell[cell];

	return (c->flags & CELL_DOWN) == 0 && game_card(g, c->card)->class == CARD_PATH &&
	    rockfall_refusal(g, c) == VERDICT_OK;
}

static void
offer_rockfall(struct mine_movegen *m, const struct game *g, card_id c)
{
	(void)g;
	mine_movegen_add_cells(m, c, can_fall);
}

/* A card that leads nowhere else takes only its own reach away. */
static void
play_rockfall(struct game *g, const struct order *o, struct events *ev)
{
	const unsigned cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	const bool cached = g->board.cache_valid, ends = cached && duel_reach_ends_at(g, cell);

	mine_rockfall.play(g, o, ev);
	if (ends)
		duel_reach_remove_card(g, cell);
	else if (cached)
		duel_search_reach(g);
}

static const struct mine_action rockfall = { check_rockfall, play_rockfall, offer_rockfall };

/* Checks whether a key can open a door of this cell: one that is shut for the seat's side.
 * duel_check_place checks where a door card may be placed. */
static enum verdict
check_key_door(const struct game *g, uint8_t seat, unsigned cell)
{
	bool green = duel_side(g, seat) == SIDE_GREEN;
	unsigned own = green ? FEATURE_DOOR_GREEN : FEATURE_DOOR_BLUE;
	unsigned others = green ? FEATURE_DOOR_BLUE : FEATURE_DOOR_GREEN;
	const struct cell *c = &g->board.cell[cell];
	unsigned feature = (c->flags & CELL_DOWN) != 0 ? 0 : game_card(g, c->card)->feature;

	if ((feature & others) == 0)
		return (feature & own) != 0 ? VERDICT_OWN_DOOR : VERDICT_NOT_A_DOOR;
	return (c->flags & CELL_KEY) != 0 ? VERDICT_DOOR_OPEN : VERDICT_OK;
}

/* [DUEL 4.E.15] The door need not be reached. */
static enum verdict
check_key(const struct game *g, const struct order *o)
{
	struct board after = g->board;
	unsigned cell;
	enum verdict v;

	if (o->what != 0)
		return VERDICT_BAD_TARGET;
	if (!place_in_range(o->at[0].x, o->at[0].y))
		return VERDICT_OUT_OF_RANGE;
	cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	if (cell == CELL_NONE)
		return VERDICT_NO_CARD_THERE;
	v = check_key_door(g, o->seat, cell);
	if (v != VERDICT_OK)
		return v;
	after.cell[cell].flags |= CELL_KEY;
	return duel_check_pay(g, o, &after);
}

/* [DUEL 4.C.10] */
static void
pay_trolls(struct game *g, const struct order *o, struct events *ev)
{
	for (unsigned i = 1; i < o->n_at; i++) {
		struct cell *c = &g->board.cell[board_find(&g->board, o->at[i].x, o->at[i].y)];

		c->flags |= duel_token(duel_side(g, o->seat));
		duel_own(g)->tokens--;
		if (g->board.cache_valid)
			(void)duel_reach_grow(g, (unsigned)(c - g->board.cell));
		event_add(ev, event_make_at(EVENT_PAID, o->seat, CARD_NONE, c->x, c->y));
	}
}

static void
play_key(struct game *g, const struct order *o, struct events *ev)
{
	unsigned cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	struct event e = duel_event_at(EVENT_PLAYED, o->seat, &g->board.cell[cell]);

	e.card = o->card[0];
	event_add(ev, e);
	game_discard(g, o->card[0]);
	g->board.cell[cell].flags |= CELL_KEY;
	if (g->board.cache_valid)
		(void)duel_reach_grow(g, cell);
	pay_trolls(g, o, ev);
	duel_resolve_reached(g, o->seat, NULL, o->flags, ev);
}

static bool
can_unlock(const struct game *g, unsigned cell)
{
	return check_key_door(g, g->to_move, cell) == VERDICT_OK;
}

static void
offer_key(struct mine_movegen *m, const struct game *g, card_id c)
{
	(void)g;
	mine_movegen_add_cells(m, c, can_unlock);
}

static const struct mine_action key = { check_key, play_key, offer_key };

/* The action cards. This game restricts some actions of the mine. */
static const struct {
	const struct mine_action *as;
	/* NULL: the function of `as` */
	enum verdict (*check)(const struct game *g, const struct order *o);
} action[ACTION_COUNT] = {
	[ACTION_BREAK] = { &mine_break, check_break },
	[ACTION_REPAIR] = { &mine_repair, check_repair },
	[ACTION_ROCKFALL] = { &rockfall, NULL },
	[ACTION_MAP] = { &mine_map, NULL }, /* [DUEL 4.E.17] */
	[ACTION_KEY] = { &key, NULL },
};

/* ---- legal orders ---- */

/* True if the order has exactly these cards and arguments. If `pays`, trolls may follow the first
 * place. */
static bool
has_shape(const struct order *o, unsigned n_card, bool pays)
{
	unsigned turns = o->flags & (ORDER_TURN_KEEP | ORDER_TURN_FLIP | ORDER_TURN_BEST);
	unsigned allowed = pays ? turns : 0;

	if (!pays)
		return order_has_shape(o, n_card, 0, false);
	if (o->kind == ORDER_PLACE)
		allowed |= ORDER_FLIPPED;
	if (o->n_card != n_card || o->n_at < 1 || o->to != SEAT_NONE)
		return false;
	for (unsigned i = 0; i < o->n_at; i++)
		if (o->at[i].part != PART_WHOLE)
			return false;
	return (turns & (turns - 1)) == 0 && (o->flags & ~allowed) == 0;
}

/* [DUEL 4.E.13] */
static enum verdict
may_build(const struct game *g, uint8_t seat)
{
	return g->seat[seat].broken != 0 ? VERDICT_TOOL_BROKEN : VERDICT_OK;
}

static enum verdict
check_place(const struct game *g, const struct order *o)
{
	if (o->n_card != 1 || !game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	if (game_card(g, o->card[0])->class != CARD_PATH)
		return VERDICT_NOT_A_PATH;
	if (may_build(g, o->seat) != VERDICT_OK)
		return may_build(g, o->seat);
	if (!has_shape(o, 1, true) || o->what != 0)
		return VERDICT_BAD_TARGET;
	return duel_check_place(g, o);
}

static enum verdict
check_act(const struct game *g, const struct order *o)
{
	const struct card_def *def;

	if (o->n_card != 1 || !game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	def = game_card(g, o->card[0]);
	if (def->class != CARD_ACTION)
		return VERDICT_NOT_AN_ACTION;
	if (def->action == ACTION_KEY && !has_shape(o, 1, true))
		return VERDICT_BAD_TARGET;
	return action[def->action].check != NULL ? action[def->action].check(g, o) :
						   action[def->action].as->check(g, o);
}

/* [DUEL 4.B.4] */
static enum verdict
check_discard(const struct game *g, const struct order *o)
{
	if (o->n_card < 1 || o->n_card > 2)
		return VERDICT_DISCARD_COUNT;
	if (!game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	return has_shape(o, o->n_card, false) && o->what == 0 ? VERDICT_OK : VERDICT_BAD_TARGET;
}

/* Returns the tool that this card breaks; 0: another card. */
static uint8_t
tool_of(const struct game *g, card_id c)
{
	return c < g->rules->n_cards && game_card(g, c)->action == ACTION_BREAK ?
	    game_card(g, c)->tools :
	    0;
}

/* [DUEL 4.B.4] */
static enum verdict
check_clear(const struct game *g, const struct order *o)
{
	if (o->n_card != 2)
		return VERDICT_DISCARD_COUNT;
	if (!game_has_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	if (!has_shape(o, 2, false))
		return VERDICT_BAD_TARGET;
	return (tool_of(g, o->what) & g->seat[o->seat].broken) != 0 ? VERDICT_OK :
								      VERDICT_NOT_IN_FRONT;
}

static void
list_discard(struct order_list *list, const struct order *blank, card_id a, card_id b)
{
	struct order *to = order_list_slot(list, blank);

	if (to == NULL)
		return;
	list->n++;
	to->card[0] = a;
	to->card[1] = b;
}

/* Lists the cards in front of the seat. Returns their number. */
static unsigned
find_broken(const struct game *g, uint8_t seat, card_id card[static CARDS_MAX])
{
	unsigned n = 0;

	for (card_id c = 0; g->seat[seat].broken != 0 && c < g->rules->n_cards; c++)
		if ((tool_of(g, c) & g->seat[seat].broken) != 0)
			card[n++] = c;
	return n;
}

/* Lists choices of one and two cards to discard, and of two cards to remove a card. */
static void
list_discards(const struct game *g, const card_id *kind, unsigned n, struct order_list *list)
{
	const struct seat *me = &g->seat[g->to_move];
	const struct order one = {
		.kind = ORDER_DISCARD, .seat = g->to_move, .n_card = 1, .to = SEAT_NONE
	};
	card_id broken[CARDS_MAX];
	unsigned n_broken = find_broken(g, g->to_move, broken);
	struct order two = one, clear;

	two.n_card = 2;
	clear = two;
	clear.kind = ORDER_CLEAR;
	for (unsigned i = 0; i < n; i++) {
		list_discard(list, &one, kind[i], 0);
		for (unsigned j = i; j < n; j++) {
			if (j == i &&
			    (n == me->n_hand || duel_count(me->hand, me->n_hand, kind[i]) < 2))
				continue;
			list_discard(list, &two, kind[i], kind[j]);
			for (unsigned k = 0; k < n_broken; k++) {
				clear.what = broken[k];
				list_discard(list, &clear, kind[i], kind[j]);
			}
		}
	}
}

/* Lists the orders to play the card on these tools of a seat. */
static void
list_tools(const struct game *g, card_id card, uint8_t to, unsigned tools, struct order_list *list)
{
	const struct order blank = {
		.kind = ORDER_ACT, .seat = g->to_move, .n_card = 1, .card = { card }, .to = to
	};
	const unsigned all = game_card(g, card)->tools;
	const bool named = (all & (all - 1)) != 0; /* only a card with two tools needs a name */

	for (tools &= all; tools != 0; tools &= tools - 1) {
		struct order *o = order_list_slot(list, &blank);

		if (o == NULL)
			return;
		list->n++;
		o->what = named ? (uint8_t)(tools & (~tools + 1)) : 0;
	}
}

static void
list_action(const struct game *g, card_id card, struct order_list *list)
{
	const uint8_t me = g->to_move, other = (uint8_t)(1 - me);
	const unsigned which = game_card(g, card)->action;

	if (which == ACTION_BREAK)
		list_tools(g, card, other, ~(unsigned)g->seat[other].broken, list);
	if (which == ACTION_REPAIR)
		list_tools(g, card, me, g->seat[me].broken, list);
	if (which == ACTION_BREAK || which == ACTION_REPAIR || action[which].as == NULL)
		return;
	mine_list_action(action[which].as, g, card, list);
}

/* Appends the orders with action cards of these kinds. */
static void
list_actions(const struct game *g, const card_id *kind, unsigned n, struct order_list *list)
{
	for (unsigned i = 0; i < n; i++)
		list_action(g, kind[i], list);
}

size_t
duel_plays(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	card_id kind[HAND_MAX];
	unsigned n = game_hand_kinds(g, g->to_move, kind);
	UNSET struct duel_movegen m;

	if (may_build(g, g->to_move) == VERDICT_OK) {
		duel_find_places(g, g->to_move, kind, n, &m);
		duel_list_places(&m, &list);
	}
	list_actions(g, kind, n, &list);
	return list.n;
}

/* Path cards are first in the list but take longest to find. So if the hand has a playable action,
 * it first calls who->passes. */
bool
duel_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o)
{
	struct order_list actions = { room, 0, LEGAL_MAX };
	card_id kind[HAND_MAX];
	unsigned n = game_hand_kinds(g, g->to_move, kind);
	UNSET struct duel_movegen m;
	size_t k;

	m.n = 0;
	list_actions(g, kind, n, &actions);
	if (actions.n > 0 && who->passes(who))
		return false;
	if (may_build(g, g->to_move) == VERDICT_OK)
		duel_find_places(g, g->to_move, kind, n, &m);
	k = who->which(who, m.n + actions.n);
	if (k >= m.n + actions.n)
		return false;
	if (k < m.n)
		duel_pick_place(&m, (unsigned)k, o);
	else
		*o = room[k - m.n];
	return true;
}

size_t
duel_discards(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	card_id kind[HAND_MAX];

	list_discards(g, kind, game_hand_kinds(g, g->to_move, kind), &list);
	return list.n;
}

/* ---- play ---- */

static void
place_card(struct game *g, const struct order *o, struct events *ev)
{
	struct cell cell = { .x = o->at[0].x, .y = o->at[0].y, .card = o->card[0] };
	const struct place at = { cell.x, cell.y };
	const bool cached = g->board.cache_valid;
	bool to_do = true;
	unsigned i;
	struct event e;

	if ((o->flags & ORDER_FLIPPED) != 0 && !card_is_symmetric(game_card(g, cell.card)))
		cell.flags = CELL_FLIPPED;
	i = board_put(&g->board, cell);
	assert(i != CELL_NONE); /* (G5) */
	e = duel_event_at(EVENT_PLACED, o->seat, &cell);
	e.value = (cell.flags & CELL_FLIPPED) != 0;
	event_add(ev, e);
	if (cached)
		to_do = duel_reach_add_card(g, i);
	pay_trolls(g, o, ev);
	if (to_do || o->n_at > 1)
		duel_resolve_reached(g, o->seat, &at, o->flags, ev);
}

void
duel_play_on_board(struct game *g, const struct order *o, struct events *ev)
{
	game_remove_card(g, o->seat, o->card[0]);
	if (o->kind == ORDER_PLACE)
		place_card(g, o, ev);
	else
		action[game_card(g, o->card[0])->action].as->play(g, o, ev);
}

/* Finishes a turn. The seat draws up to `draws` cards if the round goes on [DUEL 4.B.4, 4.B.5,
 * 4.F.18]. */
static void
finish_turn(struct game *g, uint8_t seat, unsigned draws, struct rng *rng, struct events *ev)
{
	enum outcome outcome = duel_outcome(g);

	if (outcome != OUTCOME_NONE) {
		duel_end_round(g, outcome, rng, ev);
		return;
	}
	for (; draws > 0; draws--)
		(void)game_draw(g, seat, ev); /* draws if the pile has a card */
	if (duel_has_cards(g))
		g->to_move = mine_next_seat(g, seat, ev);
	else
		duel_end_round(g, OUTCOME_CARDS, rng, ev);
}

/* [DUEL 4.B.4] */
static void
play_discard(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->turn++;
	mine_play_discards(g, o, ev);
	if (o->kind == ORDER_CLEAR) {
		g->seat[o->seat].broken &= (uint8_t)~tool_of(g, o->what);
		game_discard(g, o->what);
		event_add(ev, event_make(EVENT_CLEARED, o->seat, o->what));
	}
	finish_turn(g, o->seat, o->kind == ORDER_CLEAR ? 1 : o->n_card, rng, ev);
}

/* Resigns. The seat keeps its gold and its claims, and is skipped like one without cards. */
static void
play_resign(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	bool was_to_move = g->to_move == o->seat;

	game_resign(g, o->seat, ev);
	if (was_to_move)
		g->turn++;
	if (!duel_has_cards(g))
		duel_end_round(g, OUTCOME_CARDS, rng, ev);
	else if (was_to_move)
		g->to_move = mine_next_seat(g, o->seat, ev);
}

static void
play_card(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	g->turn++;
	duel_play_on_board(g, o, ev);
	finish_turn(g, o->seat, 1, rng, ev);
}

const struct order_rule duel_order[ORDER_KIND_COUNT] = {
	[ORDER_PLACE] = { PHASE_PLAY, check_place, play_card },
	[ORDER_ACT] = { PHASE_PLAY, check_act, play_card },
	[ORDER_DISCARD] = { PHASE_PLAY, check_discard, play_discard },
	[ORDER_CLEAR] = { PHASE_PLAY, check_clear, play_discard },
	[ORDER_RESIGN] = { 0, game_check_no_args, play_resign },
};

/* ---- view, score, invariants, packed bytes ---- */

/* [DUEL 4.G] Gold and cards out of the game are open; the goals left are hidden. */
void
duel_view(const struct game *g, uint8_t seat, struct game *known)
{
	struct duel_state *k = duel_own(known);

	(void)seat;
	*k = (struct duel_state){ .green = duel_own(g)->green,
		.tokens = duel_own(g)->tokens,
		.n_goals = duel_own(g)->n_goals,
		.n_out = duel_own(g)->n_out };
	memset(k->goals, CARD_HIDDEN, k->n_goals);
	memcpy(k->out, duel_own(g)->out, k->n_out);
	for (unsigned s = 0; s < g->n_seats; s++)
		memcpy(known->seat[s].gold_card, g->seat[s].gold_card, g->seat[s].n_gold);
}

void
duel_score(const struct game *g, uint16_t gold[static SEATS_MAX])
{
	for (uint8_t s = 0; s < g->n_seats; s++)
		gold[s] = (uint16_t)duel_gold(g, s);
}

/* (D1), (D2), (D3) */
static bool
table_is_ok(const struct game *g, unsigned *n_goals)
{
	unsigned starts = 0, tokens = duel_own(g)->tokens;

	*n_goals = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const struct card_def *def = game_card(g, c->card);
		unsigned token = c->flags & TOKENS;

		if (def->class == CARD_START) {
			enum side side = (def->feature & FEATURE_GREEN) != 0 ? SIDE_GREEN :
									       SIDE_BLUE;

			if (c->x != duel_start_place[side].x || c->y != duel_start_place[side].y)
				return false;
			starts++;
		}
		*n_goals += def->class == CARD_GOAL;
		tokens += token != 0;
		if (token == TOKENS ||
		    (token != 0 &&
			((c->flags & CELL_DOWN) != 0 ||
			    (def->feature & (FEATURE_GOLD | FEATURE_TROLL)) == 0)))
			return false;
		if ((c->flags & CELL_KEY) != 0 &&
		    ((c->flags & CELL_DOWN) != 0 ||
			(def->feature & (FEATURE_DOOR_GREEN | FEATURE_DOOR_BLUE)) == 0))
			return false;
	}
	return starts == SIDES && *n_goals <= SEEN_MAX && tokens <= DUEL_TOKENS;
}

static bool
is_troll(const struct card_def *def)
{
	return (def->feature & FEATURE_TROLL) != 0;
}

static bool
is_key(const struct card_def *def)
{
	return def->action == ACTION_KEY;
}

static unsigned
count_cards(
    const struct game *g, const card_id *p, unsigned n, bool (*is)(const struct card_def *def))
{
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++)
		count += p[i] != CARD_HIDDEN && is(game_card(g, p[i]));
	return count;
}

/* Counts cards in hands and deck. */
static unsigned
count_unplayed(const struct game *g, bool (*is)(const struct card_def *def))
{
	unsigned n = count_cards(g, g->deck + g->deck_top, game_deck_left(g), is);

	for (unsigned s = 0; s < g->n_seats; s++)
		n += count_cards(g, g->seat[s].hand, g->seat[s].n_hand, is);
	return n;
}

unsigned
duel_trolls(const struct game *g)
{
	unsigned n = count_unplayed(g, is_troll);

	for (unsigned i = 0; i < g->board.n; i++)
		n += count_cards(g, &g->board.cell[i].card, 1, is_troll);
	return n;
}

unsigned
duel_keys(const struct game *g)
{
	unsigned n = count_unplayed(g, is_key);

	for (unsigned i = 0; i < g->board.n; i++)
		n += (g->board.cell[i].flags & CELL_KEY) != 0;
	return n;
}

/* (D4) True if all are goals, or cards with gold of a valid value. */
static bool
are_gold(const struct game *g, const card_id *p, unsigned n, bool owned)
{
	for (unsigned i = 0; i < n; i++) {
		if (p[i] >= g->rules->n_cards || game_card(g, p[i])->value > DUEL_GOLD_VALUE_MAX)
			return false;
		if ((game_card(g, p[i])->feature & FEATURE_GOLD) == 0 &&
		    (owned || game_card(g, p[i])->class != CARD_GOAL))
			return false;
	}
	return true;
}

int
duel_is_ok(const struct game *g)
{
	const struct duel_state *duel = duel_own(g);
	/* The current and each later round bring at most this many cards. */
	unsigned rounds = g->phase == PHASE_OVER ? 0 : game_rounds(g) - g->round + 1;
	unsigned n_goals, gold = 0;

	if (g->phase != PHASE_PLAY && g->phase != PHASE_OVER)
		return 0;
	if (!table_is_ok(g, &n_goals) || duel_trolls(g) > DUEL_TROLLS_MAX /* (D6) */ ||
	    duel_keys(g) > DUEL_KEYS /* (D7) */ || duel->green >= g->n_seats)
		return 0;
	if (duel->n_goals + n_goals > DUEL_GOALS_MAX || duel->n_out > DUEL_OUT_MAX ||
	    !are_gold(g, duel->out, duel->n_out, false))
		return 0;
	for (unsigned i = 0; i < duel->n_goals; i++)
		if (duel->goals[i] >= g->rules->n_cards ||
		    game_card(g, duel->goals[i])->class != CARD_GOAL)
			return 0;
	for (unsigned s = 0; s < g->n_seats; s++) {
		if (!are_gold(g, g->seat[s].gold_card, g->seat[s].n_gold, true) ||
		    g->seat[s].n_gold + rounds * DUEL_TOKENS > GOLD_MAX)
			return 0;
		gold += g->seat[s].n_gold;
	}
	return duel->n_out + gold + rounds * (DUEL_TOKENS + SEEN_MAX) <= DUEL_OUT_MAX &&
	    duel_reach_is_ok(g);
}

void
duel_pack(struct pack *k, struct game *g)
{
	struct duel_state *duel = duel_own(g);

	pack_u8(k, &duel->green);
	pack_u8(k, &duel->tokens);
	pack_list(k, &duel->n_goals, duel->goals, DUEL_GOALS_MAX);
	pack_list(k, &duel->n_out, duel->out, DUEL_OUT_MAX);
}
