/*
 * Evaluation of the tunnels.
 */
#include <string.h>

#include "core/bits.h"
#include "core/unset.h"
#include "games/mine/eval.h"

enum {
	HALVES = 20 /* number of halvings until a contribution is 0 */
};

static bool
is_target(const struct game *g, const struct cell *c, bool gold_known)
{
	if ((c->flags & CELL_DOWN) == 0)
		return false;
	if (c->card == CARD_HIDDEN)
		return !gold_known;
	return (game_card(g, c->card)->feature & FEATURE_TREASURE) != 0;
}

static void
find_targets(struct mine_eval *o)
{
	const struct board *b = &o->g->board;

	o->gold_known = false;
	for (unsigned i = 0; i < b->n; i++)
		o->gold_known |= is_target(o->g, &b->cell[i], true);
	o->n_targets = 0;
	for (unsigned i = 0; i < b->n; i++) {
		o->target[i] = is_target(o->g, &b->cell[i], o->gold_known);
		o->n_targets += o->target[i];
	}
	/* If only one goal is left, it has the treasure. */
	o->gold_known |= o->n_targets == 1;
}

static unsigned
place_index(const struct grid *grid, int x, int y)
{
	return (unsigned)((y - grid->y0) * grid->w + x - grid->x0);
}

/* ---- distances ---- */

/* A set of places of the grid, one bit each, row by row: a step of one row is a shift by the width.
 * The words before and after the set are empty, so that a shift needs no bounds check. */
enum { PAD = GRID_SIDE / 64 + 1, AREA_WORDS = GRID_MAX / 64 + 1 };
struct area {
	uint64_t word[PAD + AREA_WORDS + PAD];
};

static void
area_clear(struct area *a, unsigned n_words)
{
	memset(a->word, 0, (PAD + n_words + PAD) * sizeof a->word[0]);
}

static void
area_add(struct area *a, unsigned at)
{
	a->word[PAD + at / 64] |= UINT64_C(1) << at % 64;
}

static void
area_remove(struct area *a, unsigned at)
{
	a->word[PAD + at / 64] &= ~(UINT64_C(1) << at % 64);
}

/* Adds n consecutive places. */
static void
area_add_run(struct area *a, unsigned at, unsigned n)
{
	while (n > 0) {
		const unsigned room = 64 - at % 64, some = n < room ? n : room;

		a->word[PAD + at / 64] |= ~UINT64_C(0) >> (64 - some) << at % 64;
		at += some;
		n -= some;
	}
}

/* Returns word i of the set of places that are `by` places before or after those of a. Uses two
 * shifts in a row because a shift by 64 is undefined. */
static uint64_t
area_shifted(const struct area *a, unsigned i, unsigned by)
{
	const uint64_t *w = &a->word[PAD + i];
	const unsigned words = by / 64, bits = by % 64;

	return w[-(int)words] << bits | w[-(int)words - 1] >> 1 >> (63 - bits) | w[words] >> bits |
	    w[words + 1] << 1 << (63 - bits);
}

/* Returns word i of the set of places next to those of a, in rows of width w. */
static inline uint64_t
area_beside(const struct area *a, unsigned i, unsigned w)
{
	const uint64_t *is = &a->word[PAD + i];
	const uint64_t in_row = is[0] << 1 | is[-1] >> 63 | is[0] >> 1 | is[1] << 63;

	if (w >= 64) /* rare */
		return in_row | area_shifted(a, i, w);
	return in_row | is[0] << w | is[-1] >> (64 - w) | is[0] >> w | is[1] << (64 - w);
}

/*
 * Computes the distance from a target for the places in *places, through empty places of the grid
 * without its rim. One iteration finds all places of one distance. Clears *places.
 */
static void
find_distances(struct mine_eval *o, struct area *places)
{
	const struct board *b = &o->g->board;
	const struct grid *grid = &o->m.grid;
	const unsigned w = (unsigned)grid->w, n = w * (unsigned)grid->h, n_words = n / 64 + 1;
	UNSET struct area empty, reached[2];
	uint64_t some = 1, left = 1;

	area_clear(&empty, n_words);
	area_clear(&reached[0], n_words);
	area_clear(&reached[1], n_words);
	memset(o->away, MINE_FAR, n);
	for (unsigned at = w + 1; at < n - w; at += w)
		area_add_run(&empty, at, w - 2);
	for (unsigned i = 0; i < b->n; i++) {
		unsigned at = place_index(grid, b->cell[i].x, b->cell[i].y);

		area_remove(&empty, at);
		if (!o->target[i])
			continue;
		o->away[at] = 0;
		area_add(&reached[0], at);
	}
	if (o->gone != CELL_NONE)
		area_add(&empty, place_index(grid, b->cell[o->gone].x, b->cell[o->gone].y));
	for (unsigned away = 1; away < MINE_FAR && some != 0 && left != 0; away++) {
		const struct area *from = &reached[away % 2 ^ 1u];
		struct area *to = &reached[away % 2];

		some = left = 0;
		for (unsigned i = 0; i < n_words; i++) {
			uint64_t next = area_beside(from, i, w) & empty.word[PAD + i];

			to->word[PAD + i] = next;
			empty.word[PAD + i] &= ~next;
			some |= next;
			for (uint64_t set = next & places->word[PAD + i]; set != 0; set &= set - 1)
				o->away[64 * i + bits_first(set)] = (uint8_t)away;
			places->word[PAD + i] &= ~next;
			left |= places->word[PAD + i];
		}
	}
}

/* Returns the contribution of a frontier place at this distance. */
static int
place_prospect(int away)
{
	return away > HALVES ? 0 : 1 << (HALVES - away);
}

/* The places of the grid for which away[] is computed. */
enum distance_scope {
	SCOPE_FRONTIER,   /* the frontier */
	SCOPE_NEIGHBOURS, /* the frontier and the places next to it */
	SCOPE_ALL
};

static void
select_places(const struct mine_eval *o, enum distance_scope which, struct area *places)
{
	const struct grid *grid = &o->m.grid;
	const unsigned w = (unsigned)grid->w, n_words = w * (unsigned)grid->h / 64 + 1;
	UNSET struct area front;

	area_clear(places, n_words);
	for (unsigned i = 0; i < o->m.n_front; i++)
		area_add(places, place_index(grid, o->m.front[i].x, o->m.front[i].y));
	if (which == SCOPE_FRONTIER)
		return;
	memcpy(front.word, places->word, (PAD + n_words + PAD) * sizeof front.word[0]);
	for (unsigned i = 0; i < n_words; i++)
		places->word[PAD + i] = which == SCOPE_ALL ?
		    ~UINT64_C(0) :
		    front.word[PAD + i] | area_beside(&front, i, w);
}

/* Computes the distances and the evaluation. */
static void
measure(struct mine_eval *o, enum distance_scope which)
{
	const struct grid *grid = &o->m.grid;
	UNSET struct area places;

	select_places(o, which, &places);
	find_distances(o, &places);
	o->far = MINE_FAR;
	o->prospect = 0;
	for (unsigned i = 0; i < o->m.n_front; i++) {
		int away = o->away[place_index(grid, o->m.front[i].x, o->m.front[i].y)];

		o->far = away < o->far ? away : o->far;
		o->prospect += place_prospect(away);
	}
}

static void
evaluate(struct mine_eval *o, const struct game *g, unsigned closed, enum distance_scope which)
{
	o->g = g;
	o->closed = closed;
	o->gone = CELL_NONE;
	o->site.x = o->site.y = INT8_MAX;
	mine_survey_without(&o->m, g, closed);
	find_targets(o);
	measure(o, which);
}

/* Rockfalls and ladders are also played outside the frontier. */
static enum distance_scope
scope_for_hand(const struct game *g)
{
	const struct seat *me = &g->seat[g->to_move];
	unsigned far = 0;

	for (unsigned i = 0; i < me->n_hand; i++) {
		const struct card_def *def = &g->rules->card[me->hand[i]];

		far |= (def->action == ACTION_ROCKFALL) | ((def->feature & FEATURE_LADDER) != 0);
	}
	return far != 0 ? SCOPE_ALL : SCOPE_NEIGHBOURS;
}

void
mine_eval_init(struct mine_eval *o, const struct game *g, unsigned closed)
{
	evaluate(o, g, closed, scope_for_hand(g));
}

int
mine_eval_tunnels(const struct game *g)
{
	UNSET struct mine_eval o;

	evaluate(&o, g, 0, SCOPE_FRONTIER);
	return o.prospect;
}

static void
find_site(struct mine_eval *o, int x, int y)
{
	const struct grid *grid = &o->m.grid;
	struct mine_site *site = &o->site;

	*site = (struct mine_site){
		.x = x, .y = y, .from = mine_from(&o->m, mine_at(&o->m, x, y))
	};
	for (unsigned e = 0; e < EDGES; e++) {
		const int nx = x + edge_dx[e], ny = y + edge_dy[e];
		const unsigned j = grid_at(grid, nx, ny);

		if (j == CELL_NONE) {
			site->worth[e] = place_prospect(o->away[place_index(grid, nx, ny)]);
			continue;
		}
		site->targets |= (unsigned)o->target[j] << e;
	}
	if (site->from != 0) /* a frontier place */
		site->here = place_prospect(o->away[place_index(grid, x, y)]);
}

/* Returns the tunnels of the card at its place; its site is the current one then. */
static uint8_t
tunnel_at_site(struct mine_eval *o, const struct order *order)
{
	const struct card_def *def = game_card(o->g, order->card[0]);
	uint8_t tunnel = (order->flags & ORDER_FLIPPED) != 0 ? tunnel_rotated(def->tunnel) :
							       def->tunnel;

	/* Orders for one place are consecutive in the list. */
	if (o->site.x != order->at[0].x || o->site.y != order->at[0].y)
		find_site(o, order->at[0].x, order->at[0].y);
	return (def->feature & o->closed) != 0 ? tunnel_dead_ends(tunnel) : tunnel;
}

/* Returns the edges to which reached tunnels lead after this card is placed. */
static unsigned
edges_reached(struct mine_eval *o, const struct order *order)
{
	const uint8_t tunnel = tunnel_at_site(o, order);
	unsigned reached = (game_card(o->g, order->card[0])->feature & FEATURE_LADDER) != 0 ?
	    tunnel_open(tunnel) :
	    0;

	if ((tunnel & 0xaau) == 0 && o->site.from != 0) /* most cards have one tunnel */
		reached = tunnel_open(tunnel);
	for (unsigned e = 0; e < EDGES && (tunnel & 0xaau) != 0; e++)
		reached |= tunnel_joined(tunnel, e) & (0u - (o->site.from >> e & 1u));
	return reached;
}

int
mine_eval_with(struct mine_eval *o, const struct order *order, bool *reaches)
{
	const unsigned reached = edges_reached(o, order);
	int prospect = o->prospect - o->site.here;

	*reaches = (reached & o->site.targets) != 0;
	for (unsigned e = 0; e < EDGES; e++)
		prospect += o->site.worth[e] & -(int)(reached >> e & 1u);
	return prospect;
}

/* Returns the edges at which the card joins a tunnel that was not reached. */
static unsigned
edges_joined(struct mine_eval *o, const struct order *order)
{
	unsigned joined = edges_reached(o, order) & ~o->site.from & ~o->site.targets;

	for (unsigned e = 0; e < EDGES; e++)
		if (grid_at(&o->m.grid, o->site.x + edge_dx[e], o->site.y + edge_dy[e]) ==
		    CELL_NONE)
			joined &= ~(1u << e);
	return joined;
}

static int
prospect_of_more(const struct mine_eval *o, const struct order *order, bool *reaches)
{
	UNSET struct game g; /* as in prospect_of_less() */
	UNSET struct mine_eval after;

	g.rules = o->g->rules;
	g.board = o->g->board;
	board_put(&g.board,
	    (struct cell){ .x = order->at[0].x,
		.y = order->at[0].y,
		.card = order->card[0],
		.flags = (order->flags & ORDER_FLIPPED) != 0 ? CELL_FLIPPED : 0 });
	evaluate(&after, &g, o->closed, SCOPE_FRONTIER);
	for (unsigned i = 0; i < g.board.n; i++) {
		const struct cell *c = &g.board.cell[i];

		*reaches |= after.target[i] &&
		    mine_from(&after.m, mine_at(&after.m, c->x, c->y)) != 0;
	}
	return after.prospect;
}

int
mine_eval_joining(struct mine_eval *o, const struct order *order, bool *reaches)
{
	const int prospect = mine_eval_with(o, order, reaches);

	return edges_joined(o, order) == 0 ? prospect : prospect_of_more(o, order, reaches);
}

/* True if the grid would be smaller without this card: it is alone in an outer column or row. */
static bool
bounds_grid(const struct mine_eval *o, unsigned cell)
{
	const struct board *b = &o->g->board;
	const struct grid *grid = &o->m.grid;
	const int x = b->cell[cell].x, y = b->cell[cell].y;
	const int dx = x - grid->x0, dy = y - grid->y0;
	const bool ends_x = dx == GRID_MARGIN || dx == grid->w - 1 - GRID_MARGIN;
	const bool ends_y = dy == GRID_MARGIN || dy == grid->h - 1 - GRID_MARGIN;
	unsigned column = 0, row = 0;

	for (unsigned i = 0; i < b->n; i++) {
		column += b->cell[i].x == x;
		row += b->cell[i].y == y;
	}
	return (ends_x && column == 1) || (ends_y && row == 1);
}

static int
prospect_of_less(const struct mine_eval *o, unsigned cell)
{
	struct game g; /* evaluate() reads only rules and board; a full copy would be slow */
	UNSET struct mine_eval after;

	g.rules = o->g->rules;
	g.board = o->g->board;
	board_remove(&g.board, cell);
	evaluate(&after, &g, o->closed, SCOPE_FRONTIER);
	return after.prospect;
}

/* Returns the distance from a target to the place of a card, if the card were gone. *is_way: this
 * place would shorten the way to others, so their known distances are too large. */
static int
away_without(const struct mine_eval *o, int x, int y, bool *is_way)
{
	const struct grid *grid = &o->m.grid;
	int away[EDGES], least = MINE_FAR;

	for (unsigned e = 0; e < EDGES; e++) {
		away[e] = o->away[place_index(grid, x + edge_dx[e], y + edge_dy[e])];
		least = away[e] + 1 < least ? away[e] + 1 : least;
	}
	*is_way = false;
	for (unsigned e = 0; e < EDGES; e++)
		*is_way |= (away[e] > least + 1) &
		    (grid_at(grid, x + edge_dx[e], y + edge_dy[e]) == CELL_NONE);
	return least;
}

bool
mine_eval_may_exceed(const struct mine_eval *o, const struct order *order, int gain)
{
	const int x = order->at[0].x, y = order->at[0].y;
	bool is_way;
	const int away = away_without(o, x, y, &is_way);
	int most = o->prospect;

	/* Upper bound: the frontier shrinks or stays, but distances may become shorter by a
	 * straight way through this place. The place itself may join the frontier. */
	for (unsigned i = 0; is_way && i < o->m.n_front; i++) {
		const struct place p = o->m.front[i];
		const int was = o->away[place_index(&o->m.grid, p.x, p.y)];
		const int dx = p.x < x ? x - p.x : p.x - x, dy = p.y < y ? y - p.y : p.y - y;

		if (dx + dy + away < was)
			most += place_prospect(dx + dy + away) - place_prospect(was);
	}
	return mine_gain(o->prospect, most + place_prospect(away)) > gain;
}

int
mine_eval_without(const struct mine_eval *o, const struct order *order)
{
	const struct board *b = &o->g->board;
	const struct grid *grid = &o->m.grid;
	const int x = order->at[0].x, y = order->at[0].y;
	const unsigned cell = board_find(b, x, y);
	UNSET struct mine_eval after;
	int prospect = 0, away;
	bool is_way;

	if (bounds_grid(o, cell))
		return prospect_of_less(o, cell);
	after.g = o->g;
	after.gone = cell;
	memcpy(after.target, o->target, b->n * sizeof o->target[0]);
	grid_make(&after.m.grid, b);
	memcpy(after.m.tunnel, o->m.tunnel, b->n); /* doors may be closed */
	after.m.tunnel[cell] = 0;
	after.m.grid.at[place_index(grid, x, y)] = CELL_NONE;
	mine_find_reach(&after.m, o->g);
	away = away_without(o, x, y, &is_way);
	if (is_way) {
		measure(&after, SCOPE_FRONTIER);
		return after.prospect;
	}
	for (unsigned i = 0; i < after.m.n_front; i++) {
		const struct place p = after.m.front[i];

		prospect += place_prospect(
		    p.x == x && p.y == y ? away : o->away[place_index(grid, p.x, p.y)]);
	}
	return prospect;
}

int
mine_gain(int before, int after)
{
	int most = before > after ? before : after;

	return most == 0 ? 0 : MINE_GAIN_MAX * (after - before) / most;
}

struct mine_round_result
mine_round_result_of(const struct rules *rules, const struct events *ev)
{
	struct mine_round_result end = { .by = ROLE_NONE };
	uint8_t role[UINT8_MAX + 1] = { ROLE_NONE }; /* by any value of a seat in an event */

	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind != EVENT_SHOWN || e->seat >= SEATS_MAX)
			continue;
		role[e->seat] = rules->card[e->card].role;
		end.shown |= 1u << role[e->seat];
	}
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND_WINNER)
			end.winners |= 1u << role[e->seat];
		if (e->kind == EVENT_ROUND_END &&
		    (e->value == OUTCOME_GOLD || e->value == OUTCOME_SELFISH)) {
			end.gold = true;
			end.by = (enum role)role[e->seat];
		}
	}
	return end;
}
