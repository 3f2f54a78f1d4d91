/*
 * The mine: laying path cards, turning goals up, tools, rockfalls and maps.
 *
 * (M1) listing and checking agree: an order is listed exactly if it passes its check.
 * (M2) nothing here reads a hidden card to decide what is lawful: goals face down have no tunnels.
 */
#include <assert.h>
#include <string.h>

#include "games/mine/mine.h"

enum { N_GOALS = 3 };

/* [SAB 2.A.2] seven columns from the start, one empty place between them; index = place in the
 * shuffled goals. */
static const struct place goal_place[N_GOALS] = { { 8, -2 }, { 8, 0 }, { 8, 2 } };

bool
mine_has_shape(const struct order *o, unsigned n_card, unsigned n_at, bool to)
{
	if (o->n_card != n_card || o->n_at != n_at || (o->to != SEAT_NONE) != to)
		return false;
	for (unsigned i = 0; i < n_at; i++)
		if (o->at[i].part != PART_WHOLE)
			return false;
	return (o->flags & ~(o->kind == ORDER_PLACE ? ORDER_FLIPPED : 0)) == 0;
}

/* ---- the table ---- */

static bool
is_ladder(const struct game *g, card_id card)
{
	return (game_card(g, card)->feature & FEATURE_LADDER) != 0;
}

static enum card_class
class_at(const struct game *g, unsigned cell)
{
	/* A card that a view hides is a goal face down. */
	if ((g->board.cell[cell].flags & CELL_DOWN) != 0)
		return CARD_GOAL;
	return (enum card_class)game_card(g, g->board.cell[cell].card)->class;
}

/* The edges of a cell where the next card may join: for a ladder any open edge of a start or path
 * card, connected or not [SB2 3.C.10]; for other cards the edges reached. */
static uint8_t
joining_edges(const struct game *g, const struct mine *m, unsigned cell, bool ladder)
{
	if (!ladder)
		return m->reach[cell];
	return class_at(g, cell) == CARD_GOAL ? 0 : tunnel_open(m->tunnel[cell]);
}

static bool
is_beside_goal(const struct game *g, const struct mine *m, int x, int y)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&m->grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && class_at(g, j) == CARD_GOAL)
			return true;
	}
	return false;
}

/* ---- path cards ---- */

enum verdict
mine_check_place(const struct game *g, const struct order *o)
{
	struct mine m;
	int x = o->at[0].x, y = o->at[0].y;
	const struct card_def *def = game_card(g, o->card[0]);
	bool ladder = is_ladder(g, o->card[0]);
	uint8_t tunnel = (o->flags & ORDER_FLIPPED) != 0 ? tunnel_turned(def->tunnel) : def->tunnel;

	if (!place_in_range(x, y))
		return VERDICT_OUT_OF_RANGE;
	if (board_find(&g->board, x, y) != CELL_NONE)
		return VERDICT_SPACE_TAKEN;
	mine_survey(&m, g);
	if (!fit_takes(board_fit(&g->board, &m.grid, m.tunnel, x, y), tunnel))
		return VERDICT_EDGES_CLASH;
	if (ladder && is_beside_goal(g, &m, x, y))
		return VERDICT_BAD_TARGET;
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&m.grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (joining_edges(g, &m, j, ladder) & EDGE_BIT(e ^ 2u)) != 0)
			return VERDICT_OK; /* the edges fit, so this one is open on both sides */
	}
	return VERDICT_NOT_CONNECTED;
}

/* A step from there stays inside: the grid has a margin. */
static int
place_in_grid(const struct grid *grid, const struct cell *c)
{
	return (c->y - grid->y0) * grid->w + c->x - grid->x0;
}

/* A bit for each place of the grid. */
struct marks {
	uint8_t bit[GRID_MAX / 8 + 1];
};

static void
mark(struct marks *m, unsigned at)
{
	m->bit[at / 8] = (uint8_t)(m->bit[at / 8] | 1u << at % 8);
}

static bool
is_marked(const struct marks *m, unsigned at)
{
	return (m->bit[at / 8] & 1u << at % 8) != 0;
}

/* [SB2 3.C.10] The empty places where a ladder that has some of these edges open could join, each once;
 * how many.  A tunnel that comes to a place from elsewhere leaves none of them to be laid there. */
static unsigned
find_ladder_front(const struct game *g, const struct mine *m, unsigned edges_open,
    struct gap front[static FRONT_MAX])
{
	const uint8_t facing = edges_turned((uint8_t)edges_open);
	const struct board *b = &g->board;
	const int w = m->grid.w,
		  step[EDGES] = { [EDGE_N] = -w, [EDGE_E] = 1, [EDGE_S] = w, [EDGE_W] = -1 };
	struct marks done;
	uint8_t joining[CELLS_MAX];
	unsigned n = 0;

	memset(done.bit, 0, (size_t)(w * m->grid.h / 8 + 1));
	for (unsigned i = 0; i < b->n; i++) {
		int at = place_in_grid(&m->grid, &b->cell[i]);

		joining[i] = joining_edges(g, m, i, true) & facing;
		for (unsigned e = 0; e < EDGES && class_at(g, i) == CARD_GOAL; e++)
			mark(&done, (unsigned)(at + step[e])); /* none lies beside a goal */
	}
	for (unsigned i = 0; i < b->n; i++) {
		unsigned edges = joining[i];

		for (unsigned e = 0; edges != 0; e++, edges >>= 1) {
			int x = b->cell[i].x + edge_dx[e], y = b->cell[i].y + edge_dy[e];
			unsigned at = (unsigned)(place_in_grid(&m->grid, &b->cell[i]) + step[e]);

			if ((edges & 1) == 0 || m->grid.at[at] != CELL_NONE || is_marked(&done, at))
				continue;
			mark(&done, at);
			front[n++] = (struct gap){ .x = (int8_t)x,
				.y = (int8_t)y,
				.fit = board_fit(b, &m->grid, m->tunnel, x, y) };
		}
	}
	return n;
}

/* One kind of path card in a hand, ready to be tried in many places. */
struct candidate {
	card_id card;
	uint8_t ways;    /* 1: it looks the same both ways */
	uint8_t open[2]; /* as printed, flipped */
};

/* The path cards among these: ladders from the end of c on downwards, the others from its front;
 * how many of each. */
static void
find_candidates(const struct game *g, const card_id *card, unsigned n,
    struct candidate c[static HAND_MAX], unsigned *n_paths, unsigned *n_ladders)
{
	*n_paths = *n_ladders = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(g, card[i]);
		struct candidate *to;

		if (def->class != CARD_PATH)
			continue;
		to = is_ladder(g, card[i]) ? &c[HAND_MAX - ++*n_ladders] : &c[(*n_paths)++];
		to->card = card[i];
		to->ways = (uint8_t)(card_is_symmetric(def) ? 1 : 2);
		to->open[0] = tunnel_open(def->tunnel);
		to->open[1] = edges_turned(to->open[0]);
	}
}

/* The ways in which candidates fit, two bits each: index * 2 + way. */
static unsigned
find_fitting(const struct candidate *c, unsigned n, struct fit fit, uint8_t *fitting)
{
	unsigned asked = fit.open | fit.closed, n_fitting = 0;

	for (unsigned k = 0; k < n; k++) {
		fitting[n_fitting] = (uint8_t)(2 * k);
		n_fitting += (c[k].open[0] & asked) == fit.open;
		fitting[n_fitting] = (uint8_t)(2 * k + 1);
		n_fitting += ((c[k].open[1] & asked) == fit.open) & (c[k].ways == 2);
	}
	return n_fitting;
}

/* Every way to lay these cards on these places. */
static void
list_places(uint8_t seat, const struct candidate *c, unsigned n, const struct gap *place,
    unsigned n_places, struct order_list *list)
{
	const struct order blank = {
		.kind = ORDER_PLACE, .seat = seat, .n_card = 1, .to = SEAT_NONE, .n_at = 1
	};
	uint8_t fitting[2 * HAND_MAX + 1];

	for (unsigned i = 0; i < n_places; i++) {
		unsigned n_fitting = find_fitting(c, n, place[i].fit, fitting);

		if (!place_in_range(place[i].x, place[i].y))
			continue;
		for (unsigned k = 0; k < n_fitting; k++) {
			struct order *to = order_list_slot(list, &blank);

			if (to == NULL)
				return;
			list->n++;
			to->card[0] = c[fitting[k] / 2].card;
			to->flags = fitting[k] % 2 == 0 ? 0 : ORDER_FLIPPED;
			to->at[0].x = place[i].x;
			to->at[0].y = place[i].y;
		}
	}
}

/* The table is searched only for what is not kept. */
static void
list_places_searched(const struct game *g, uint8_t seat, const struct candidate *path,
    unsigned n_paths, const struct candidate *ladder, unsigned n_ladders, struct order_list *list)
{
	struct gap place[FRONT_MAX];
	unsigned open = 0;
	struct mine m;

	mine_lay_out(&m, g);
	if (n_paths > 0) {
		mine_find_reach(&m, g);
		list_places(seat, path, n_paths, place, mine_find_gaps(g, &m, place), list);
	}
	for (unsigned i = 0; i < n_ladders; i++)
		open |= ladder[i].open[0] | ladder[i].open[1];
	if (n_ladders > 0) /* they need not be connected */
		list_places(
		    seat, ladder, n_ladders, place, find_ladder_front(g, &m, open, place), list);
}

static void
list_paths(const struct mine_rules *rules, const struct game *g, uint8_t seat, const card_id *card,
    unsigned n, struct order_list *list)
{
	const struct gaps *kept = &g->board.gaps;
	struct candidate c[HAND_MAX];
	unsigned n_paths, n_ladders;

	if (rules->may_build(g, seat) != VERDICT_OK)
		return;
	find_candidates(g, card, n, c, &n_paths, &n_ladders);
	if (kept->known) {
		list_places(seat, c, n_paths, kept->at, kept->n, list);
		n_paths = 0;
	}
	if (n_paths + n_ladders > 0)
		list_places_searched(
		    g, seat, c, n_paths, c + HAND_MAX - n_ladders, n_ladders, list);
}

/* ---- goals ---- */

/*
 * [SAB 2.E.18] Which way a goal is turned up.  `must`: the edge against the card just played that
 * reaches the goal, or, if that card does not, the edges reached by others, of which one will do.
 */
static bool
goal_is_flipped(const struct card_def *def, uint8_t must, struct fit fit)
{
	uint8_t turned = tunnel_turned(def->tunnel);
	bool joins = (tunnel_open(def->tunnel) & must) != 0;
	bool joins_turned = (tunnel_open(turned) & must) != 0;

	if (card_is_symmetric(def))
		return false;
	if (joins != joins_turned)
		return joins_turned;
	return fit_takes(fit, turned) && !fit_takes(fit, def->tunnel);
}

/* The edges of cell `goal` against which a reached edge of a neighbour lies; of them only the one
 * of the card at `played`, if there is one. */
static uint8_t
reached_from(const struct game *g, const struct mine *m, unsigned goal, struct place played)
{
	const struct cell *c = &g->board.cell[goal];
	uint8_t from = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		int x = c->x + edge_dx[e], y = c->y + edge_dy[e];
		unsigned j = grid_at(&m->grid, x, y);

		if (j == CELL_NONE || (m->reach[j] & EDGE_BIT(e ^ 2u)) == 0)
			continue;
		if (x == played.x && y == played.y)
			return EDGE_BIT(e);
		from |= EDGE_BIT(e);
	}
	return from;
}

/* [SAB 2.E.17-19] Turn up all goals that are reached, each laid before the next is looked at, until
 * nothing new is reached, also if the treasure is among the first.  True: the treasure is. */
static bool
turn_up_goals(struct game *g, struct place played, struct events *ev)
{
	struct mine m;
	bool treasure = false, again;

	mine_survey(&m, g);
	do {
		again = false;
		for (unsigned i = 0; i < g->board.n; i++) {
			struct cell *c = &g->board.cell[i];
			const struct card_def *def;
			struct event e;
			uint8_t from;

			if ((c->flags & CELL_DOWN) == 0 ||
			    (from = reached_from(g, &m, i, played)) == 0)
				continue;
			def = game_card(g, c->card);
			c->flags &= (uint8_t)~CELL_DOWN;
			if (goal_is_flipped(
				def, from, board_fit(&g->board, &m.grid, m.tunnel, c->x, c->y)))
				c->flags |= CELL_FLIPPED;
			m.tunnel[i] = cell_tunnel(g->rules->card, c);
			e = event_at(EVENT_TURNED_UP, SEAT_NONE, c->card, c->x, c->y);
			e.value = (c->flags & CELL_FLIPPED) != 0;
			event_add(ev, e);
			treasure |= (def->feature & FEATURE_TREASURE) != 0;
			again = true;
		}
		if (again)
			mine_find_reach(&m, g);
	} while (again);
	mine_keep_gaps(g, &m);
	return treasure;
}

bool
mine_place(struct game *g, const struct order *o, struct events *ev)
{
	struct cell cell = { .x = o->at[0].x, .y = o->at[0].y, .card = o->card[0] };
	bool flipped = (o->flags & ORDER_FLIPPED) != 0 &&
	    !card_is_symmetric(game_card(g, o->card[0]));
	bool known = g->board.gaps.known, fits;
	struct event e = event_at(EVENT_PLACED, o->seat, cell.card, cell.x, cell.y);

	cell.flags = flipped ? CELL_FLIPPED : 0;
	game_lose_card(g, o->seat, o->card[0]);
	fits = board_put(&g->board, cell);
	assert(fits); /* (G5) */
	(void)fits;
	e.value = flipped;
	event_add(ev, e);
	if (known && mine_extend_gaps(g, &cell))
		return false;
	return turn_up_goals(g, (struct place){ cell.x, cell.y }, ev);
}

/* ---- tools ---- */

/* The tool that the order is about: the card's only one, or the one it names; 0: none or several. */
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
	if (!mine_has_shape(o, 1, 0, true))
		return VERDICT_BAD_TARGET;
	*tool = tool_named(def, o);
	if (*tool == 0)
		return o->what == 0 ? VERDICT_NAME_A_TOOL : VERDICT_WRONG_TOOL;
	return o->what != 0 && o->what != *tool ? VERDICT_WRONG_TOOL : VERDICT_OK;
}

static void
add_played(const struct order *o, uint8_t value, struct events *ev)
{
	struct event e = event_of(EVENT_PLAYED, o->seat, o->card[0]);

	e.to = o->to;
	e.value = value;
	if (o->n_at > 0) {
		e.x = o->at[0].x;
		e.y = o->at[0].y;
	}
	event_add(ev, e);
}

/* One order for each tool of the card that is broken, or whole, in front of anybody. */
static void
list_tools(const struct game *g, uint8_t seat, card_id card, bool broken, struct order_list *list)
{
	const struct card_def *def = game_card(g, card);
	const struct order blank = {
		.kind = ORDER_ACT, .seat = seat, .n_card = 1, .card = { card }
	};
	bool one = (def->tools & (def->tools - 1)) == 0;

	for (uint8_t s = 0; s < g->n_seats; s++) {
		unsigned tools = broken ? g->seat[s].broken : ~(unsigned)g->seat[s].broken;

		for (tools &= def->tools; tools != 0; tools &= tools - 1) {
			struct order *to = order_list_slot(list, &blank);

			if (to == NULL)
				return;
			list->n++;
			to->to = s;
			to->what = one ?
			    0 :
			    (uint8_t)(tools & (~tools + 1)); /* only a double card names one */
		}
	}
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

static void
list_break(const struct game *g, uint8_t seat, card_id card, struct order_list *list)
{
	list_tools(g, seat, card, false, list);
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

static void
list_repair(const struct game *g, uint8_t seat, card_id card, struct order_list *list)
{
	list_tools(g, seat, card, true, list);
}

const struct mine_action mine_break = { check_break, play_break, list_break };
const struct mine_action mine_repair = { check_repair, play_repair, list_repair };

/* ---- rockfall and map ---- */

static enum verdict
check_spot(const struct game *g, const struct order *o, unsigned *cell)
{
	if (!mine_has_shape(o, 1, 1, false) || o->what != 0)
		return VERDICT_BAD_TARGET;
	if (!place_in_range(o->at[0].x, o->at[0].y))
		return VERDICT_OUT_OF_RANGE;
	*cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	return *cell == CELL_NONE ? VERDICT_NO_CARD_THERE : VERDICT_OK;
}

/* One order for each cell that `can`. */
static void
list_cells(const struct game *g, uint8_t seat, card_id card,
    bool (*can)(const struct game *g, unsigned cell), struct order_list *list)
{
	const struct order blank = { .kind = ORDER_ACT,
		.seat = seat,
		.n_card = 1,
		.card = { card },
		.to = SEAT_NONE,
		.n_at = 1 };

	for (unsigned i = 0; i < g->board.n; i++) {
		struct order *to;

		if (!can(g, i))
			continue;
		to = order_list_slot(list, &blank);
		if (to == NULL)
			return;
		list->n++;
		to->at[0].x = g->board.cell[i].x;
		to->at[0].y = g->board.cell[i].y;
	}
}

/* [SAB 2.D.15] any path card, connected or not; a goal is none, face up or down */
static bool
can_fall(const struct game *g, unsigned cell)
{
	return class_at(g, cell) == CARD_PATH;
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
	return class_at(g, cell) == CARD_START ? VERDICT_ROCKFALL_START : VERDICT_ROCKFALL_GOAL;
}

static void
play_rockfall(struct game *g, const struct order *o, struct events *ev)
{
	unsigned cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	card_id card = g->board.cell[cell].card;
	bool known = g->board.gaps.known;

	add_played(o, 0, ev);
	game_discard(g, o->card[0]);
	board_remove(&g->board, cell);
	if (known)
		mine_search_gaps(g);
	game_discard(g, card);
	event_add(ev, event_at(EVENT_REMOVED, SEAT_NONE, card, o->at[0].x, o->at[0].y));
}

static void
list_rockfall(const struct game *g, uint8_t seat, card_id card, struct order_list *list)
{
	list_cells(g, seat, card, can_fall, list);
}

/* [SAB 2.D.16, Q-SAB-18] a goal face down, also one the player has seen: he may bluff */
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
	return class_at(g, cell) == CARD_GOAL ? VERDICT_GOAL_IS_UP : VERDICT_NOT_A_GOAL;
}

uint8_t
mine_goal_index(const struct game *g, int x, int y)
{
	uint8_t i = N_GOALS;

	(void)g;
	while (i-- > 1)
		if (goal_place[i].x == x && goal_place[i].y == y)
			return i;
	return 0;
}

void
mine_see_goal(struct game *g, const struct order *o, struct events *ev)
{
	unsigned cell = board_find(&g->board, o->at[0].x, o->at[0].y);
	struct event e = event_at(
	    EVENT_SAW_GOAL, o->seat, g->board.cell[cell].card, o->at[0].x, o->at[0].y);

	e.index = g->rules->goal_index(g, e.x, e.y);
	e.seen_by = SEEN_BY(o->seat);
	add_played(o, 0, ev);
	game_discard(g, o->card[0]);
	game_note_seen(g, o->seat, (struct place){ e.x, e.y });
	event_add(ev, e);
}

static void
play_map(struct game *g, const struct order *o, struct events *ev)
{
	mine_see_goal(g, o, ev);
}

static void
list_map(const struct game *g, uint8_t seat, card_id card, struct order_list *list)
{
	list_cells(g, seat, card, can_map, list);
}

const struct mine_action mine_rockfall = { check_rockfall, play_rockfall, list_rockfall };
const struct mine_action mine_map = { check_map, play_map, list_map };

/* ---- turns ---- */

static void
list_actions(const struct mine_rules *rules, const struct game *g, uint8_t seat,
    const card_id *card, unsigned n, struct order_list *list)
{
	for (unsigned i = 0; i < n; i++) {
		const struct mine_action *action = rules->action[game_card(g, card[i])->action];

		if (action != NULL)
			action->list(g, seat, card[i], list);
	}
}

void
mine_list(const struct mine_rules *rules, const struct game *g, uint8_t seat, const card_id *card,
    unsigned n, struct order_list *list)
{
	list_paths(rules, g, seat, card, n, list);
	list_actions(rules, g, seat, card, n, list);
}

bool
mine_anyone_can_play(const struct mine_rules *rules, const struct game *g)
{
	struct order one;
	struct order_list list = { &one, 0, 1 };

	/* Paths last: where they go may have to be searched for, and mostly somebody has an action. */
	for (uint8_t s = 0; s < g->n_seats && list.n == 0; s++)
		list_actions(rules, g, s, g->seat[s].hand, g->seat[s].n_hand, &list);
	for (uint8_t s = 0; s < g->n_seats && list.n == 0 && rules->may_clear != NULL; s++)
		if (rules->may_clear(g, s))
			return true;
	for (uint8_t s = 0; s < g->n_seats && list.n == 0; s++)
		list_paths(rules, g, s, g->seat[s].hand, g->seat[s].n_hand, &list);
	return list.n > 0;
}

uint8_t
mine_next_seat(const struct game *g, uint8_t seat, struct events *ev)
{
	uint8_t next = SEAT_NONE;

	for (unsigned i = 1; i <= g->n_seats && next == SEAT_NONE; i++)
		if (g->seat[(seat + i) % g->n_seats].n_hand > 0)
			next = (uint8_t)((seat + i) % g->n_seats);
	if (next == SEAT_NONE)
		return SEAT_NONE;
	for (unsigned s = (seat + 1u) % g->n_seats; s != next; s = (s + 1) % g->n_seats)
		event_tell(ev, EVENT_SKIPPED, (uint8_t)s, 0);
	return next;
}

/* ---- deal ---- */

unsigned
mine_copies(const struct rules *rules, unsigned classes, card_id *p, unsigned max)
{
	unsigned n = 0;

	for (card_id c = 0; c < rules->n_cards; c++) {
		if ((classes & MINE_CLASS(rules->card[c].class)) == 0)
			continue;
		for (unsigned i = 0; i < rules->card[c].copies && n < max; i++)
			p[n++] = c;
	}
	return n;
}

void
mine_shuffle_deck(struct game *g, struct rng *rng)
{
	unsigned classes = MINE_CLASS(CARD_PATH) | MINE_CLASS(CARD_ACTION);

	g->deck_top = 0;
	g->n_deck = (uint8_t)mine_copies(g->rules, classes, g->deck, DECK_MAX);
	rng_open(rng, g->round, RNG_DECK);
	rng_shuffle(rng, g->deck, g->n_deck);
}

void
mine_deal_hands(struct game *g, uint8_t hand, struct events *ev)
{
	for (uint8_t s = 0; s < g->n_seats; s++) {
		g->seat[s].n_hand = 0;
		for (unsigned i = 0; i < hand && !g->seat[s].resigned; i++)
			(void)game_draw(g, s, ev); /* no rules set deals more than it has */
	}
}

void
mine_lay_table(struct game *g, struct rng *rng)
{
	card_id start[1], goal[N_GOALS];
	unsigned n_starts = mine_copies(g->rules, MINE_CLASS(CARD_START), start, 1);
	unsigned n_goals = mine_copies(g->rules, MINE_CLASS(CARD_GOAL), goal, N_GOALS);

	assert(n_starts == 1 && n_goals == N_GOALS);
	rng_open(rng, g->round, RNG_GOALS);
	rng_shuffle(rng, goal, n_goals);
	g->board.n = 0;
	(void)board_put(&g->board, (struct cell){ .card = start[0] }); /* at 0,0; has room */
	for (unsigned i = 0; i < n_goals; i++)
		(void)board_put(&g->board,
		    (struct cell){ .x = goal_place[i].x,
			.y = goal_place[i].y,
			.card = goal[i],
			.flags = CELL_DOWN });
	mine_search_gaps(g);
}
