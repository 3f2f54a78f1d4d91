/*
 * The mine: tools, rockfalls and maps.
 */
#include "games/mine/movegen.h"
#include "core/unset.h"

/* ---- tools ---- */

/* Returns the tool that the order is about: the only tool of the card, or the one that the order
 * names; 0: none or several. */
static uint8_t
tool_named(const struct card_def *def, const struct order *o)
{
	uint8_t tools = o->what == 0 ? def->tools : (uint8_t)(o->what & def->tools);

	return (tools & (tools - 1)) == 0 ? tools : 0;
}

static enum verdict
check_tool(const struct game *g, const struct order *o, uint8_t *tool)
{
	const struct card_def *def = game_card(g, o->card[0]);

	if (o->to == SEAT_NONE)
		return VERDICT_NO_SUCH_SEAT;
	if (!order_has_shape(o, 1, 0, true))
		return VERDICT_BAD_TARGET;
	*tool = tool_named(def, o);
	if (*tool == 0)
		return o->what == 0 ? VERDICT_NAME_A_TOOL : VERDICT_WRONG_TOOL;
	return o->what != 0 && o->what != *tool ? VERDICT_WRONG_TOOL : VERDICT_OK;
}

static void
add_played(const struct order *o, uint8_t value, struct events *ev)
{
	struct event e = event_make(EVENT_PLAYED, o->seat, o->card[0]);

	e.to = o->to;
	e.value = value;
	if (o->n_at > 0) {
		e.x = o->at[0].x;
		e.y = o->at[0].y;
	}
	event_add(ev, e);
}

/* [SAB 2.D.13] */
static enum verdict
check_break(const struct game *g, const struct order *o)
{
	uint8_t tool = 0;
	enum verdict v = check_tool(g, o, &tool);

	if (v != VERDICT_OK)
		return v;
	return (g->seat[o->to].broken & tool) != 0 ? VERDICT_TOOL_ALREADY_BROKEN : VERDICT_OK;
}

static void
play_break(struct game *g, const struct order *o, struct events *ev)
{
	uint8_t tool = tool_named(game_card(g, o->card[0]), o);

	g->seat[o->to].broken |= tool; /* the card stays in front of the player */
	add_played(o, tool, ev);
}

/* [SAB 2.D.14] */
static enum verdict
check_repair(const struct game *g, const struct order *o)
{
	uint8_t tool = 0;
	enum verdict v = check_tool(g, o, &tool);

	if (v != VERDICT_OK)
		return v;
	return (g->seat[o->to].broken & tool) == 0 ? VERDICT_TOOL_NOT_BROKEN : VERDICT_OK;
}

card_id
mine_broken_card(const struct rules *rules, uint8_t tool)
{
	for (card_id c = 0; c < rules->n_cards; c++)
		if (rules->card[c].action == ACTION_BREAK && rules->card[c].tools == tool)
			return c;
	return CARD_NONE;
}

static void
play_repair(struct game *g, const struct order *o, struct events *ev)
{
	uint8_t tool = tool_named(game_card(g, o->card[0]), o);
	card_id removed = mine_broken_card(g->rules, tool);

	g->seat[o->to].broken &= (uint8_t)~tool;
	add_played(o, tool, ev);
	game_discard(g, o->card[0]);
	if (removed != CARD_NONE)
		game_discard(g, removed);
}

const struct mine_action mine_break = { check_break, play_break, NULL };
const struct mine_action mine_repair = { check_repair, play_repair, NULL };

/* ---- rockfall and map ---- */

static enum verdict
check_spot(const struct game *g, const struct order *o, unsigned *cell)
{
	if (!order_has_shape(o, 1, 1, false) || o->what != 0)
		return VERDICT_BAD_TARGET;
	if (!place_in_range(o->at[0].x, o->at[0].y))
		return VERDICT_OUT_OF_RANGE;
	*cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	return *cell == CELL_NONE ? VERDICT_NO_CARD_THERE : VERDICT_OK;
}

/* [SAB 2.D.15] Any path card, connected or not, but never a goal. */
static bool
can_fall(const struct game *g, unsigned cell)
{
	return mine_class_at(g, cell) == CARD_PATH;
}

static enum verdict
check_rockfall(const struct game *g, const struct order *o)
{
	unsigned cell = CELL_NONE;
	enum verdict v = check_spot(g, o, &cell);

	if (v != VERDICT_OK)
		return v;
	if (can_fall(g, cell))
		return VERDICT_OK;
	return mine_class_at(g, cell) == CARD_START ? VERDICT_ROCKFALL_START :
						      VERDICT_ROCKFALL_GOAL;
}

static void
play_rockfall(struct game *g, const struct order *o, struct events *ev)
{
	unsigned cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	const struct cell gone = g->board.cell[cell];
	const bool caches = g->board.frontier.known;
	UNSET struct mine m;

	add_played(o, 0, ev);
	game_discard(g, o->card[0]);
	board_remove(&g->board, cell);
	if (caches) { /* not in The Duel */
		mine_survey(&m, g);
		mine_frontier_cache(g, &m);
	}
	game_discard(g, gone.card);
	event_add(ev, event_make_at(EVENT_REMOVED, SEAT_NONE, gone.card, gone.x, gone.y));
}

static void
offer_rockfall(struct mine_movegen *m, const struct game *g, card_id card)
{
	(void)g;
	mine_movegen_add_cells(m, card, can_fall);
}

/* [SAB 2.D.16, Q-SAB-18] A face-down goal, even one that the player has seen: they may bluff. */
static bool
can_map(const struct game *g, unsigned cell)
{
	return (g->board.cell[cell].flags & CELL_DOWN) != 0;
}

static enum verdict
check_map(const struct game *g, const struct order *o)
{
	unsigned cell = CELL_NONE;
	enum verdict v = check_spot(g, o, &cell);

	if (v != VERDICT_OK)
		return v;
	if (can_map(g, cell))
		return VERDICT_OK;
	return mine_class_at(g, cell) == CARD_GOAL ? VERDICT_GOAL_IS_UP : VERDICT_NOT_A_GOAL;
}

/* A map is played: the seat sees the goal. */
static void
mine_see_goal(struct game *g, const struct order *o, struct events *ev)
{
	unsigned cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	struct event e = event_make_at(
	    EVENT_SAW_GOAL, o->seat, g->board.cell[cell].card, o->at[0].x, o->at[0].y);

	e.index = g->rules->goal_index(g, e.x, e.y);
	e.seen_by = SEEN_BY(o->seat);
	add_played(o, 0, ev);
	game_discard(g, o->card[0]);
	game_record_seen_goal(g, o->seat, (struct place){ e.x, e.y });
	event_add(ev, e);
}

static void
play_map(struct game *g, const struct order *o, struct events *ev)
{
	mine_see_goal(g, o, ev);
}

static void
offer_map(struct mine_movegen *m, const struct game *g, card_id card)
{
	(void)g;
	mine_movegen_add_cells(m, card, can_map);
}

const struct mine_action mine_rockfall = { check_rockfall, play_rockfall, offer_rockfall };
const struct mine_action mine_map = { check_map, play_map, offer_map };
