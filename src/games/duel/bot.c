/*
 * The greedy policy of The Duel: evaluates the board after every order, and plays an order with the
 * most points.
 *
 * The evaluation adds the claimed gold of both sides and the prospects: how near the tunnels of
 * each side are to goals that may have gold, and to open gold. A hidden goal stays face down;
 * reaching it has the value of an average goal.
 *
 * (P1) The evaluation without playing an order equals the one on a copy of the game with the order
 * played. It covers: a card that adds no other reach, more cards if a search suffices, a removed
 * card, an unlocked door. Any other order is played on a copy.
 */
#include <string.h>

#include "core/bits.h"
#include "core/bot.h"
#include "games/duel/duel.h"

enum {
	GOLD = 60, /* points for a gold of value 1 */
	GOAL = 50, /* points for reaching a hidden goal */
	NEAR = 96, /* weight of a goal, divided by its distance */
	FAR = 100,
	FRONT_COUNTS = 6, /* at most this many edges to empty places count, one point each; */
	FRONT_ENOUGH = FRONT_COUNTS + EDGES, /* this many suffice when another card is placed */
	KEPT = 4,                            /* value of keeping a key or a rockfall for later */
	POINTS_MIN = -100000
};

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE };

/* Goals that may have gold, and open gold. */
struct target {
	struct place at;
	bool hidden;
	int weight; /* points if tunnels lead there */
};

struct targets {
	unsigned n;
	struct target at[CELLS_MAX];
};

/* Reach of a side, and its frontier. */
struct side_reach {
	uint8_t reach[CELL_NONE + 1];
	unsigned n_front;
	struct place front[FRONTIER_MAX + 1];
};

/* Distance of a side from a target: by the nearest place, and by another place if that one is
 * taken. */
struct nearness {
	struct place by;
	int distance, distance_without;
	bool touched; /* a hidden goal that is reached */
};

struct evaluation {
	struct game g;  /* the view of the seat */
	bool g_is_kept; /* the reach of g is cached, for trying orders */
	bool is_calm;   /* no reached goal or gold is still to be turned up or claimed */
	enum side mine, theirs;
	int claims, worth; /* of the board before the order */
	struct grid grid;
	struct targets targets;
	struct duel_side_map sight[SIDES];
	struct side_reach seen[SIDES];
	unsigned n_edges[SIDES]; /* edges to empty places, counted up to FRONT_ENOUGH */
	int prospects[SIDES];
	struct nearness near[SIDES][CELLS_MAX]; /* for each target */
};

/* ---- prospects ---- */

static void
find_targets(const struct game *g, struct targets *t)
{
	t->n = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		bool hidden = c->card == CARD_HIDDEN;

		if ((c->flags & TOKENS) != 0 ||
		    (!hidden && (game_card(g, c->card)->feature & FEATURE_GOLD) == 0))
			continue;
		t->at[t->n++] = (struct target){
			{ c->x, c->y },
			hidden,
			hidden ? NEAR / 2 : NEAR / 4 * game_card(g, c->card)->value,
		};
	}
}

/* Returns the edges of a card at this place that face a reached edge. */
static unsigned
edges_from(const struct grid *grid, const struct side_reach *s, struct place p)
{
	unsigned from = 0;

	for (unsigned e = 0; e < EDGES; e++)
		from |= ((unsigned)s->reach[grid_at(grid, p.x + edge_dx[e], p.y + edge_dy[e])] >>
				(e ^ 2u) &
			    1u)
		    << e;
	return from;
}

static void
find_side_reach(struct side_reach *s, const struct duel_side_map *sight, struct grid *grid)
{
	s->n_front = duel_frontier(sight, grid, s->reach, s->front);
	s->reach[CELL_NONE] = 0;
}

/* Counts the edges that lead to empty places, up to `enough`. */
static unsigned
count_edges(const struct side_reach *s, const struct grid *grid, unsigned enough)
{
	unsigned n = s->n_front < enough ? 0 : enough; /* each place has at least one */

	for (unsigned i = 0; i < s->n_front && n < enough; i++)
		n += bits_count(edges_from(grid, s, s->front[i]));
	return n;
}

static int
between(struct place a, struct place b)
{
	int dx = a.x - b.x, dy = a.y - b.y;

	return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

/* Returns the points for a target at this distance. */
static int
target_points(const struct target *t, int distance, bool touched)
{
	return t->hidden && touched ? (int)GOAL : t->weight / (1 + distance);
}

static int
frontier_points(unsigned n_edges)
{
	return (int)(n_edges < FRONT_COUNTS ? n_edges : (unsigned)FRONT_COUNTS);
}

/* Returns the points for the tunnels: goals and open gold, weighted by distance. */
static int
prospects(const struct side_reach *s, const struct grid *grid, const struct targets *t)
{
	int points = frontier_points(count_edges(s, grid, FRONT_COUNTS));

	for (unsigned k = 0; k < t->n; k++) {
		const struct target *to = &t->at[k];
		int best = FAR;

		for (unsigned i = 0; i < s->n_front; i++) {
			int d = between(s->front[i], to->at);

			best = d < best ? d : best;
		}
		points += target_points(to, best, to->hidden && edges_from(grid, s, to->at) != 0);
	}
	return points;
}

/* Returns the points for tokens on gold, less the cost of trolls. */
static int
claims(const struct game *g, enum side side)
{
	int points = 0;

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		if ((c->flags & duel_token(side)) == 0)
			continue;
		points += duel_is_troll_card(g, c) ? -GOLD / 2 :
						     GOLD * game_card(g, c->card)->value;
	}
	return points;
}

static int
worth_of(const struct evaluation *o, const struct game *g)
{
	struct duel_side_map sight;
	struct targets t;
	struct grid grid;
	struct side_reach seen;
	int points = claims(g, o->mine) - claims(g, o->theirs);

	grid_make(&grid, &g->board);
	find_targets(g, &t);
	duel_side_map_make(&sight, g->rules, &g->board, o->mine);
	find_side_reach(&seen, &sight, &grid);
	points += prospects(&seen, &grid, &t);
	duel_side_map_make(&sight, g->rules, &g->board, o->theirs);
	find_side_reach(&seen, &sight, &grid);
	return points - prospects(&seen, &grid, &t) / 2;
}

/* Evaluates any order by playing it on a copy. */
static int
worth_after(struct evaluation *o, const struct order *order)
{
	struct game after;

	if (!o->g_is_kept)
		duel_search_reach(&o->g);
	o->g_is_kept = true;
	game_copy(&after, &o->g);
	duel_play_on_board(&after, order, NULL);
	return worth_of(o, &after);
}

static void
evaluation_start(struct evaluation *o, const struct view *v)
{
	game_copy(&o->g, &v->known);
	o->g_is_kept = false;
	o->mine = duel_side(&o->g, v->seat);
	o->theirs = o->mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
}

/* ---- evaluation without a copy ---- */

/* True if the side has nothing to turn up or to claim. */
static bool
is_calm(const struct evaluation *o, enum side side, const struct side_reach *s)
{
	for (unsigned i = 0; i < o->g.board.n; i++) {
		const struct cell *c = &o->g.board.cell[i];

		if ((c->flags & CELL_DOWN) != 0 && c->card != CARD_HIDDEN &&
		    edges_from(&o->grid, s, (struct place){ c->x, c->y }) != 0)
			return false;
		if (s->reach[i] != 0 && (c->flags & TOKENS) == 0 &&
		    duel_reaches_gold(o->g.rules, c, side, s->reach[i]))
			return false;
	}
	return true;
}

static struct nearness
find_nearness(const struct side_reach *s, struct place p)
{
	struct nearness near = { .distance = FAR, .distance_without = FAR };

	for (unsigned i = 0; i < s->n_front; i++) {
		int d = between(s->front[i], p), without = d < near.distance ? near.distance : d;
		bool is_nearer = d < near.distance;

		/* The former nearest place becomes the second, or this place does. */
		near.distance_without = without < near.distance_without ? without :
									  near.distance_without;
		near.by = is_nearer ? s->front[i] : near.by;
		near.distance = is_nearer ? d : near.distance;
	}
	return near;
}

static void
evaluate_side(struct evaluation *o, enum side side)
{
	struct side_reach *s = &o->seen[side];

	duel_side_map_make(&o->sight[side], o->g.rules, &o->g.board, side);
	find_side_reach(s, &o->sight[side], &o->grid);
	o->n_edges[side] = count_edges(s, &o->grid, FRONT_ENOUGH);
	o->prospects[side] = frontier_points(o->n_edges[side]);
	for (unsigned k = 0; k < o->targets.n; k++) {
		const struct target *t = &o->targets.at[k];
		struct nearness *near = &o->near[side][k];

		*near = find_nearness(s, t->at);
		near->touched = t->hidden && edges_from(&o->grid, s, t->at) != 0;
		o->prospects[side] += target_points(t, near->distance, near->touched);
	}
	o->is_calm &= is_calm(o, side, s);
}

static void
evaluation_make(struct evaluation *o, const struct view *v)
{
	evaluation_start(o, v);
	grid_make(&o->grid, &o->g.board);
	find_targets(&o->g, &o->targets);
	o->is_calm = duel_own(&o->g)->tokens > 0;
	evaluate_side(o, SIDE_GREEN);
	evaluate_side(o, SIDE_BLUE);
	o->claims = claims(&o->g, o->mine) - claims(&o->g, o->theirs);
	o->worth = o->claims + o->prospects[o->mine] - o->prospects[o->theirs] / 2;
}

/* A card to be placed, and the reach of a side on it. */
struct placed_card {
	struct cell cell;
	unsigned beside[EDGES]; /* cells, or CELL_NONE */
	unsigned from;          /* edges at which reached tunnels arrive */
	unsigned reach;
	unsigned leads; /* part of reach: edges to empty places */
	unsigned goals; /* part of reach: edges to face-down goals */
	bool spreads;   /* the reach extends to other cards, or a goal is turned up */
};

static void
find_placed_card(const struct evaluation *o, enum side side, struct placed_card *l)
{
	const uint8_t tunnel = duel_tunnel(o->g.rules, &l->cell, side);
	const bool begins = duel_is_reach_source(o->g.rules, &l->cell, side);
	const struct board *b = &o->g.board;

	l->from = l->reach = l->leads = l->goals = 0;
	l->spreads = false;
	for (unsigned e = 0; e < EDGES; e++)
		l->from |= ((unsigned)o->seen[side].reach[l->beside[e]] >> (e ^ 2u) & 1u) << e;
	for (unsigned e = 0; e < EDGES; e++)
		if (((begins ? ~0u : l->from) >> e & 1) != 0 && tunnel_side(tunnel, e) != 0)
			l->reach |= tunnel_joined(tunnel, e);
	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned j = l->beside[e], bit = l->reach & EDGE_BIT(e);

		if (j == CELL_NONE)
			l->leads |= bit;
		else if (bit != 0 && b->cell[j].card == CARD_HIDDEN)
			l->goals |= bit;
		else if (bit != 0 && (l->from & bit) == 0)
			l->spreads = true;
	}
}

/* Returns the points of the side for a target after the card is placed. */
static int
target_points_after(
    const struct evaluation *o, enum side side, unsigned k, const struct placed_card *l)
{
	const struct nearness *near = &o->near[side][k];
	const struct place p = { l->cell.x, l->cell.y };
	const struct target *t = &o->targets.at[k];
	bool touched = near->touched;
	int d = near->by.x == p.x && near->by.y == p.y ? near->distance_without : near->distance;

	for (unsigned edges = l->leads | l->goals; edges != 0; edges &= edges - 1) {
		const unsigned e = bits_first(edges);
		int there = between(
		    (struct place){ (int8_t)(p.x + edge_dx[e]), (int8_t)(p.y + edge_dy[e]) },
		    t->at);

		if ((l->goals >> e & 1) != 0)
			touched |= there == 0;
		else
			d = there < d ? there : d;
	}
	return target_points(t, d, touched);
}

static int
prospects_after(const struct evaluation *o, enum side side, const struct placed_card *l)
{
	int points = frontier_points(o->n_edges[side] - bits_count(l->from) + bits_count(l->leads));

	for (unsigned k = 0; k < o->targets.n; k++)
		points += target_points_after(o, side, k, l);
	return points;
}

/* Returns the points for unclaimed gold on the card. */
static int
gold_points(const struct evaluation *o, enum side side, const struct placed_card *l)
{
	const struct place p = { l->cell.x, l->cell.y };
	const struct target t = { p, false, NEAR / 4 * game_card(&o->g, l->cell.card)->value };
	int d = l->leads != 0 ? 1 : (int)FAR;

	for (unsigned i = 0; i < o->seen[side].n_front; i++) {
		int there = between(o->seen[side].front[i], p);

		/* the place at distance 0 has the card now */
		d = there > 0 && there < d ? there : d;
	}
	return target_points(&t, d, false);
}

/* Returns the prospects of a side after the card is placed, if reach does not spread. */
static int
side_after(const struct evaluation *o, enum side side, const struct placed_card *l, bool gold_stays)
{
	return prospects_after(o, side, l) + (gold_stays ? gold_points(o, side, l) : 0);
}

/* Returns the entry of a place in the grid. */
static uint8_t *
in_grid(struct evaluation *o, struct place p)
{
	return &o->grid.at[(p.y - o->grid.y0) * o->grid.w + p.x - o->grid.x0];
}

/* Like side_after, for a card from which reach spreads. Appends the card to the list, because the
 * search does not need a sorted list. Returns false if something is to be turned up or claimed. */
static bool
side_searched(struct evaluation *o, enum side side, const struct placed_card *l, int *points)
{
	const struct place p = { l->cell.x, l->cell.y };
	struct duel_side_map *sight = &o->sight[side];
	struct board *b = &o->g.board;
	const unsigned i = b->n;
	struct side_reach seen;
	bool calm;

	b->cell[i] = l->cell;
	b->n++;
	*in_grid(o, p) = (uint8_t)i;
	sight->tunnel[i] = duel_tunnel(o->g.rules, &l->cell, side);
	sight->edges[i] = (uint8_t)(tunnel_open(sight->tunnel[i]) | 1u << SIGHT_UP);
	sight->begins[sight->n_begins] = (uint8_t)i;
	sight->n_begins += duel_is_reach_source(o->g.rules, &l->cell, side);
	find_side_reach(&seen, sight, &o->grid);
	calm = is_calm(o, side, &seen);
	*points = prospects(&seen, &o->grid, &o->targets);
	sight->n_begins -= duel_is_reach_source(o->g.rules, &l->cell, side);
	*in_grid(o, p) = CELL_NONE;
	b->n--;
	return calm;
}

/* Opens or closes the trolls that the order pays, for both sides. Returns false if one of them is
 * not a plain troll on the board. */
static bool
pay_trolls(struct evaluation *o, const struct order *order, bool paid)
{
	for (unsigned k = 1; k < order->n_at; k++) {
		const unsigned i = board_find(&o->g.board, order->at[k].x, order->at[k].y);
		const struct cell *c = &o->g.board.cell[i % CELLS_MAX];

		if (i == CELL_NONE || (game_card(&o->g, c->card)->feature & FEATURE_GOLD) != 0)
			return false;
		for (enum side side = SIDE_GREEN; side < SIDES; side++)
			o->sight[side].tunnel[i] = paid ? cell_tunnel(o->g.rules->card, c) :
							  duel_tunnel(o->g.rules, c, side);
	}
	return true;
}

/* Evaluates the board with one card more if reach spreads. Returns false if the order must be
 * played on a copy. */
static bool
worth_searched(struct evaluation *o, const struct order *order,
    const struct placed_card laid[SIDES], int *worth)
{
	bool pays = order->n_at > 1, known = o->g.board.n < CELLS_MAX && pay_trolls(o, order, true);
	int points[SIDES] = { 0, 0 };

	for (enum side side = SIDE_GREEN; side < SIDES && known; side++) {
		if (pays || laid[side].spreads)
			known = side_searched(o, side, &laid[side], &points[side]);
		else
			points[side] = side_after(o, side, &laid[side], false);
	}
	(void)pay_trolls(o, order, false);
	*worth = o->claims - GOLD / 2 * (order->n_at - 1) + points[o->mine] - points[o->theirs] / 2;
	return known;
}

/* Evaluates the board with one card more (P1). Returns false if the order must be played on a
 * copy. */
static bool
worth_with(struct evaluation *o, const struct order *order, int *worth)
{
	const int8_t x = order->at[0].x, y = order->at[0].y;
	const struct card_def *def = game_card(&o->g, order->card[0]);
	const bool flipped = (order->flags & ORDER_FLIPPED) != 0 && !card_is_symmetric(def);
	const bool gold = (def->feature & FEATURE_GOLD) != 0;
	struct placed_card l[SIDES] = {
		{ .cell = { x, y, order->card[0], flipped ? CELL_FLIPPED : 0 } }
	};
	bool gold_is_mine, gold_is_theirs, gold_stays;

	if (!o->is_calm)
		return false;
	for (unsigned e = 0; e < EDGES; e++)
		l[0].beside[e] = grid_at(&o->grid, x + edge_dx[e], y + edge_dy[e]);
	l[1] = l[0];
	find_placed_card(o, SIDE_GREEN, &l[SIDE_GREEN]);
	find_placed_card(o, SIDE_BLUE, &l[SIDE_BLUE]);
	if (l[SIDE_GREEN].spreads || l[SIDE_BLUE].spreads || order->n_at > 1)
		return !gold && worth_searched(o, order, l, worth);
	gold_is_mine = duel_reaches_gold(
	    o->g.rules, &l[0].cell, o->mine, (uint8_t)l[o->mine].reach);
	gold_is_theirs = !gold_is_mine &&
	    duel_reaches_gold(o->g.rules, &l[0].cell, o->theirs, (uint8_t)l[o->theirs].reach);
	gold_stays = gold && !gold_is_mine && !gold_is_theirs;
	*worth = o->claims + GOLD * def->value * (gold_is_mine - gold_is_theirs) +
	    side_after(o, o->mine, &l[o->mine], gold_stays) -
	    side_after(o, o->theirs, &l[o->theirs], gold_stays) / 2;
	return true;
}

/* Evaluates the board with a door unlocked. Returns false if the order must be played on a copy. */
static bool
worth_unlocked(struct evaluation *o, struct place at, int *worth)
{
	const unsigned cell = *in_grid(o, at);
	const struct cell *c = &o->g.board.cell[cell];
	bool calm = o->is_calm && (game_card(&o->g, c->card)->feature & FEATURE_GOLD) == 0;
	int points[SIDES] = { 0, 0 };

	for (enum side side = SIDE_GREEN; side < SIDES && calm; side++) {
		const uint8_t shut = o->sight[side].tunnel[cell];
		const uint8_t open = cell_tunnel(o->g.rules->card, c);
		struct side_reach seen;

		points[side] = o->prospects[side];
		if (shut == open || o->seen[side].reach[cell] == 0)
			continue;
		o->sight[side].tunnel[cell] = open;
		find_side_reach(&seen, &o->sight[side], &o->grid);
		o->sight[side].tunnel[cell] = shut;
		calm = is_calm(o, side, &seen);
		points[side] = prospects(&seen, &o->grid, &o->targets);
	}
	*worth = o->claims + points[o->mine] - points[o->theirs] / 2;
	return calm;
}

/* Returns the prospects of a side without the card there. No tunnels of the side start at that
 * card. */
static int
side_without(struct evaluation *o, enum side side, struct place at, unsigned cell)
{
	struct side_reach seen;

	/* A goal may have been turned up so that its tunnel ended at the card. */
	if (o->seen[side].reach[cell] == 0 && edges_from(&o->grid, &o->seen[side], at) == 0)
		return o->prospects[side];
	find_side_reach(&seen, &o->sight[side], &o->grid);
	return prospects(&seen, &o->grid, &o->targets);
}

/* Returns an upper bound of side_without: nothing new is reached except the place of the card. */
static int
side_without_at_most(const struct evaluation *o, enum side side, struct place at)
{
	int points = FRONT_COUNTS;

	for (unsigned k = 0; k < o->targets.n; k++) {
		const struct nearness *near = &o->near[side][k];
		const int d = between(at, o->targets.at[k].at);

		points += target_points(
		    &o->targets.at[k], d < near->distance ? d : near->distance, near->touched);
	}
	return points;
}

/* Evaluates the board with one card less, which carries nothing. If the value is below `least`,
 * *worth may be any upper bound below `least`. Returns false if the order must be played on a
 * copy. */
static bool
worth_without(struct evaluation *o, struct place at, int least, int *worth)
{
	uint8_t *there = in_grid(o, at);
	const unsigned cell = *there;
	int others;

	for (enum side side = SIDE_GREEN; side < SIDES; side++)
		if (duel_is_reach_source(o->g.rules, &o->g.board.cell[cell], side))
			return false;
	*there = CELL_NONE;
	others = o->claims - side_without(o, o->theirs, at, cell) / 2;
	*worth = others + side_without_at_most(o, o->mine, at);
	if (*worth >= least)
		*worth = others + side_without(o, o->mine, at, cell);
	*there = (uint8_t)cell;
	return true;
}

/* ---- points for an order ---- */

/* Returns the points of an action card. best: points of the best order so far. An order with fewer
 * points may get any lower number. */
static int
act_points(struct evaluation *o, const struct order *order, int best)
{
	const struct card_def *def = game_card(&o->g, order->card[0]);
	const struct seat *to = order->to == SEAT_NONE ? NULL : &o->g.seat[order->to];
	const struct place at = { order->at[0].x, order->at[0].y };
	bool known;
	unsigned cell;
	int worth;

	if (def->action == ACTION_BREAK)
		return to->broken == 0 ? 18 : 3;
	if (def->action == ACTION_REPAIR)
		return (to->broken & (to->broken - 1)) == 0 ? 30 : 20;
	if (def->action == ACTION_MAP) {
		cell = board_find(&o->g.board, order->at[0].x, order->at[0].y);
		return o->g.board.cell[cell].card == CARD_HIDDEN ? 14 : -5;
	}
	known = def->action == ACTION_ROCKFALL ?
	    worth_without(o, at, best + o->worth + KEPT, &worth) :
	    worth_unlocked(o, at, &worth);
	return (known ? worth : worth_after(o, order)) - o->worth - KEPT;
}

/* Returns a higher number for a card that is needed less. */
static int
card_points(const struct evaluation *o, card_id card)
{
	const struct card_def *def = game_card(&o->g, card);

	switch ((enum action)def->action) {
	case ACTION_NONE:
		return tunnel_joined(def->tunnel, EDGE_N) == EDGE_BIT(EDGE_N) ? 4 : 2;
	case ACTION_REPAIR:
		return 0;
	case ACTION_MAP:
		return 3;
	case ACTION_BREAK:
	case ACTION_ROCKFALL:
	case ACTION_KEY:
		return -2;
	case ACTION_THEFT:
	case ACTION_HANDS_OFF:
	case ACTION_SWAP_HANDS:
	case ACTION_INSPECTION:
	case ACTION_SWAP_HATS:
	case ACTION_TRAPPED:
	case ACTION_FREE:
	case ACTION_INFORMATION:
	case ACTION_SWAP_CARDS:
	case ACTION_SPIDERWEB:
	case ACTION_BOOTS:
	case ACTION_BATTLE_AXE:
	case ACTION_RAT:
	case ACTION_LINDWORM:
	case ACTION_GOBLIN:
	case ACTION_COUNT:
		break;
	}
	return 0;
}

static int
points(struct evaluation *o, const struct order *order, int best)
{
	int missed = 0, worth;

	if (order->kind == ORDER_PLACE)
		return (worth_with(o, order, &worth) ? worth : worth_after(o, order)) - o->worth;
	if (order->kind == ORDER_ACT)
		return act_points(o, order, best);
	for (unsigned i = 0; i < order->n_card; i++)
		missed += card_points(o, order->card[i]) - 2;
	return order->kind == ORDER_CLEAR ? 12 + missed : missed;
}

static size_t
greedy(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	struct evaluation o;
	struct bot_best best;

	bot_best_start(&best, POINTS_MIN);
	evaluation_make(&o, v);
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, points(&o, &legal[i], best.points));
	return bot_best_draw(&best, legal, 0, rng);
}

/* Adds the better way to turn up a goal that the seat has seen and would reach. */
static void
complete(const struct view *v, struct order *o)
{
	struct evaluation ahead;
	struct order keep = *o, flip = *o;
	int more;

	if (o->kind != ORDER_PLACE &&
	    (o->kind != ORDER_ACT || game_card(&v->known, o->card[0])->action != ACTION_KEY))
		return;
	if (v->known.seat[v->seat].n_seen == 0)
		return;
	evaluation_start(&ahead, v);
	keep.flags |= ORDER_TURN_KEEP;
	flip.flags |= ORDER_TURN_FLIP;
	more = worth_after(&ahead, &flip) - worth_after(&ahead, &keep);
	if (more != 0)
		o->flags |= more > 0 ? ORDER_TURN_FLIP : ORDER_TURN_KEEP;
}

/* ---- simulations ---------------------------------------------------------------------------- */

/* [DUEL 4.F.18] Counters: what ended the rounds, by outcome, then who won the games. */
enum { WON = OUTCOME_COUNT, WON_BOTH = WON + SIDES };

static const struct bot_stat tally[] = {
	{ OUTCOME_GOALS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "  all goals face up",
	    "goals" },
	{ OUTCOME_TOKENS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE,
	    "  all tokens on the table", "tokens" },
	{ OUTCOME_CARDS, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, "  no cards left",
	    "cards" },
	/* In the JSON output for compatibility; always 0. */
	{ OUTCOME_CLAN_OUT, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "clan-out" },
	{ OUTCOME_CARDS_OUT, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "cards-out" },
	{ OUTCOME_AGREED, BOT_STAT_OF_ROUNDS, BOT_STAT_IN_ENDS, ROLE_NONE, NULL, "agreed" },
	{ WON + SIDE_GREEN, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "games won by green",
	    "green" },
	{ WON + SIDE_BLUE, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "games won by blue",
	    "blue" },
	{ WON_BOTH, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "games won by both", "both" },
	{ .label = NULL },
};

static void
count(const struct game *g, const struct events *ev, uint64_t counter[static BOT_COUNTERS_MAX])
{
	uint16_t winners = game_winners(g);

	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind == EVENT_ROUND_END)
			counter[ev->at[i].value % OUTCOME_COUNT]++;
	if (winners == (SEEN_BY(0) | SEEN_BY(1)))
		counter[WON_BOTH]++;
	else if (winners != 0)
		counter[WON + (unsigned)duel_side(g, winners == SEEN_BY(0) ? 0 : 1)]++;
}

const struct bot duel_bot = {
	.revision = 1,
	.greedy = greedy,
	.complete = complete,
	.count = count,
	.tally = tally,
};
