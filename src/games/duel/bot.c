/*
 * The greedy player of The Duel: values the table that comes of every order, and plays one with most points.
 *
 * The table is worth the gold claimed by either side, and the prospects: how near the tunnels of each
 * side come to goals that may hold gold, and to gold that lies open.  A goal that it does not know
 * stays face down; to reach it counts for what goals hold on the average.
 *
 * (P1) a card that changes nothing but what is reached of itself is not laid: what it adds to the prospects, and
 *      takes from them, is what a copy of the game would show on which it is.  All else is tried on a copy.
 */
#include <string.h>

#include "core/bits.h"
#include "core/bot.h"
#include "games/duel/duel.h"

enum {
	GOLD = 60, /* points for one gold */
	GOAL = 50, /* for reaching a goal unknown */
	NEAR = 96, /* shared among the goals by how near they are */
	FAR = 100,
	FRONT_COUNTS = 6, /* so many places that tunnels lead to count, a point each */
	POINTS_MIN = -100000
};

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE };

/* Goals that may hold gold, and gold that lies open. */
struct target {
	struct place at;
	bool hidden;
	int weight; /* points where tunnels lead there */
};

struct targets {
	unsigned n;
	struct target at[CELLS_MAX];
};

/* Empty places that tunnels lead to, once for each edge that does. */
struct front {
	unsigned n;
	struct place at[FRONT_MAX];
};

/* How near a side comes to a target: by the place that is nearest, or if that is taken, by another. */
struct nearness {
	struct place by;
	int distance, distance_without;
	bool touched; /* a hidden goal that is reached */
};

struct outlook {
	struct game g;  /* as the seat knows it */
	bool g_is_kept; /* with its reach, for orders to be tried */
	bool is_calm;   /* nothing that is reached is still to be turned up or claimed */
	enum side mine, theirs;
	int claims, worth; /* of the table before the order */
	struct grid grid;
	struct targets targets;
	uint8_t tunnel[SIDES][CELLS_MAX], reach[SIDES][CELLS_MAX];
	int prospects[SIDES];
	struct front front[SIDES];
	struct nearness near[SIDES][CELLS_MAX]; /* of each target */
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

static void
look(struct front *f, const struct board *b, const struct grid *grid, const uint8_t *reach)
{
	const int step[EDGES] = {
		[EDGE_N] = -grid->w, [EDGE_E] = 1, [EDGE_S] = grid->w, [EDGE_W] = -1
	};

	f->n = 0;
	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		/* The grid has a margin, so a step from a card stays inside. */
		const uint8_t *here = &grid->at[(c->y - grid->y0) * grid->w + c->x - grid->x0];

		if (reach[i] == 0)
			continue;
		/* Without a branch, mostly in vain: nobody could foretell what leads on. */
		for (unsigned e = 0; e < EDGES; e++) {
			f->at[f->n].x = (int8_t)(c->x + edge_dx[e]);
			f->at[f->n].y = (int8_t)(c->y + edge_dy[e]);
			f->n += (reach[i] >> e & 1u) & (here[step[e]] == CELL_NONE);
		}
	}
}

static int
between(struct place a, struct place b)
{
	int dx = a.x - b.x, dy = a.y - b.y;

	return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

static bool
touches(const struct grid *grid, const uint8_t *reach, struct place p)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(grid, p.x + edge_dx[e], p.y + edge_dy[e]);

		if (j != CELL_NONE && (reach[j] & EDGE_BIT(e ^ 2u)) != 0)
			return true;
	}
	return false;
}

/* What a target promises that tunnels come so near to. */
static int
promise(const struct target *t, int distance, bool touched)
{
	return t->hidden && touched ? (int)GOAL : t->weight / (1 + distance);
}

static int
promise_of_front(unsigned n_front)
{
	return (int)(n_front < FRONT_COUNTS ? n_front : (unsigned)FRONT_COUNTS);
}

static struct nearness
how_near(const struct front *f, struct place p)
{
	struct nearness near = { .distance = FAR, .distance_without = FAR };

	for (unsigned i = 0; i < f->n; i++) {
		int d = between(f->at[i], p);

		if (d >= near.distance)
			continue;
		near.distance = d;
		near.by = f->at[i];
	}
	for (unsigned i = 0; i < f->n; i++) {
		int d = between(f->at[i], p);
		bool is_by = (f->at[i].x == near.by.x) & (f->at[i].y == near.by.y);

		d = is_by ? (int)FAR : d;
		near.distance_without = d < near.distance_without ? d : near.distance_without;
	}
	return near;
}

/* What the tunnels promise: goals and open gold, weighed by how near they are. */
static int
prospects(
    const struct board *b, const struct grid *grid, const uint8_t *reach, const struct targets *t)
{
	struct front f;
	int points;

	look(&f, b, grid, reach);
	points = promise_of_front(f.n);
	for (unsigned k = 0; k < t->n; k++) {
		const struct place p = t->at[k].at;
		int best = FAR;

		for (unsigned i = 0; i < f.n; i++) {
			int d = between(f.at[i], p);

			best = d < best ? d : best;
		}
		points += promise(&t->at[k], best, t->at[k].hidden && touches(grid, reach, p));
	}
	return points;
}

/* Tokens on gold, and what trolls will cost. */
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
worth_of(const struct outlook *o, const struct game *g)
{
	uint8_t reach[SIDES][CELLS_MAX];
	struct targets t;
	struct grid grid;
	int points = claims(g, o->mine) - claims(g, o->theirs);

	grid_make(&grid, &g->board);
	duel_both_reach(g, &grid, reach);
	find_targets(g, &t);
	points += prospects(&g->board, &grid, reach[o->mine], &t);
	return points - prospects(&g->board, &grid, reach[o->theirs], &t) / 2;
}

/* Whatever the order is. */
static int
worth_after(struct outlook *o, const struct order *order)
{
	struct game after;

	if (!o->g_is_kept)
		duel_search_reach(&o->g);
	o->g_is_kept = true;
	game_copy(&after, &o->g);
	duel_do(&after, order, NULL);
	return worth_of(o, &after);
}

static void
outlook_start(struct outlook *o, const struct view *v)
{
	game_copy(&o->g, &v->known);
	o->g_is_kept = false;
	o->mine = duel_side(&o->g, v->seat);
	o->theirs = o->mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
}

/* ---- what need not be tried ---- */

/* Reach of a side, without a card. */
static void
find_reach(struct outlook *o, enum side side, unsigned without, uint8_t *reach)
{
	const struct board *b = &o->g.board;

	for (unsigned i = 0; i < b->n; i++) {
		const uint8_t tunnel = o->tunnel[side][i];

		reach[i] = tunnel != 0 && i != without &&
			duel_begins(o->g.rules, &b->cell[i], side) ?
		    tunnel_open(tunnel) :
		    0;
	}
	board_reach(b, &o->grid, o->tunnel[side], reach);
}

/* Is there nothing for the side to turn up or to claim? */
static bool
is_calm(const struct outlook *o, enum side side)
{
	for (unsigned i = 0; i < o->g.board.n; i++) {
		const struct cell *c = &o->g.board.cell[i];

		if ((c->flags & CELL_DOWN) != 0 && c->card != CARD_HIDDEN &&
		    touches(&o->grid, o->reach[side], (struct place){ c->x, c->y }))
			return false;
		if ((c->flags & TOKENS) == 0 &&
		    duel_reaches_gold(o->g.rules, c, side, o->reach[side][i]))
			return false;
	}
	return true;
}

static void
look_around(struct outlook *o, enum side side)
{
	const struct board *b = &o->g.board;
	struct front *f = &o->front[side];

	for (unsigned i = 0; i < b->n; i++)
		o->tunnel[side][i] = duel_tunnel(o->g.rules, &b->cell[i], side);
	find_reach(o, side, CELL_NONE, o->reach[side]);
	look(f, b, &o->grid, o->reach[side]);
	o->prospects[side] = promise_of_front(f->n);
	for (unsigned k = 0; k < o->targets.n; k++) {
		const struct target *t = &o->targets.at[k];
		struct nearness *near = &o->near[side][k];

		*near = how_near(f, t->at);
		near->touched = t->hidden && touches(&o->grid, o->reach[side], t->at);
		o->prospects[side] += promise(t, near->distance, near->touched);
	}
	o->is_calm &= is_calm(o, side);
}

static void
outlook_make(struct outlook *o, const struct view *v)
{
	outlook_start(o, v);
	grid_make(&o->grid, &o->g.board);
	find_targets(&o->g, &o->targets);
	o->is_calm = duel_own(&o->g)->tokens > 0;
	look_around(o, SIDE_GREEN);
	look_around(o, SIDE_BLUE);
	o->claims = claims(&o->g, o->mine) - claims(&o->g, o->theirs);
	o->worth = o->claims + o->prospects[o->mine] - o->prospects[o->theirs] / 2;
}

/* A card to be laid, and what of it a side would reach. */
struct laid {
	struct cell cell;
	unsigned beside[EDGES]; /* cells, or CELL_NONE */
	unsigned from;          /* edges that reached tunnels come to */
	unsigned reach;
	unsigned leads; /* of reach: edges to empty places */
	unsigned goals; /* of reach: edges to goals face down */
};

/* False: reach would spread to other cards, or a goal be turned up. */
static bool
find_laid(const struct outlook *o, enum side side, struct laid *l)
{
	const uint8_t tunnel = duel_tunnel(o->g.rules, &l->cell, side);
	const bool begins = duel_begins(o->g.rules, &l->cell, side);
	const struct board *b = &o->g.board;

	l->from = l->reach = l->leads = l->goals = 0;
	for (unsigned e = 0; e < EDGES; e++)
		if (l->beside[e] != CELL_NONE)
			l->from |= (o->reach[side][l->beside[e]] >> (e ^ 2u) & 1u) << e;
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
			return false;
	}
	return true;
}

/* What a target promises the side once the card is laid. */
static int
promise_after(const struct outlook *o, enum side side, unsigned k, const struct laid *l)
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
	return promise(t, d, touched);
}

static int
prospects_after(const struct outlook *o, enum side side, const struct laid *l)
{
	int points = promise_of_front(
	    o->front[side].n - bits_count(l->from) + bits_count(l->leads));

	for (unsigned k = 0; k < o->targets.n; k++)
		points += promise_after(o, side, k, l);
	return points;
}

/* Gold on the card that nobody claims: what it promises. */
static int
promise_of_gold(const struct outlook *o, enum side side, const struct laid *l)
{
	const struct place p = { l->cell.x, l->cell.y };
	const struct target t = { p, false, NEAR / 4 * game_card(&o->g, l->cell.card)->value };
	int d = l->leads != 0 ? 1 : (int)FAR;

	for (unsigned i = 0; i < o->front[side].n; i++) {
		int there = between(o->front[side].at[i], p);

		d = there > 0 && there < d ? there : d; /* at 0 is the card now */
	}
	return promise(&t, d, false);
}

/* What a side has in prospect once the card is laid. */
static int
side_after(const struct outlook *o, enum side side, const struct laid *l, bool gold_stays)
{
	return prospects_after(o, side, l) + (gold_stays ? promise_of_gold(o, side, l) : 0);
}

/* The worth of the table with one card more (P1); false: that has to be tried. */
static bool
worth_with(const struct outlook *o, const struct order *order, int *worth)
{
	const int8_t x = order->at[0].x, y = order->at[0].y;
	const struct card_def *def = game_card(&o->g, order->card[0]);
	const bool flipped = (order->flags & ORDER_FLIPPED) != 0 && !card_is_symmetric(def);
	struct laid mine = { .cell = { x, y, order->card[0], flipped ? CELL_FLIPPED : 0 } }, theirs;
	bool gold_is_mine, gold_is_theirs, gold_stays;

	if (!o->is_calm || order->n_at > 1)
		return false;
	for (unsigned e = 0; e < EDGES; e++)
		mine.beside[e] = grid_at(&o->grid, x + edge_dx[e], y + edge_dy[e]);
	theirs = mine;
	if (!find_laid(o, o->mine, &mine) || !find_laid(o, o->theirs, &theirs))
		return false;
	gold_is_mine = duel_reaches_gold(o->g.rules, &mine.cell, o->mine, (uint8_t)mine.reach);
	gold_is_theirs = !gold_is_mine &&
	    duel_reaches_gold(o->g.rules, &mine.cell, o->theirs, (uint8_t)theirs.reach);
	gold_stays = (def->feature & FEATURE_GOLD) != 0 && !gold_is_mine && !gold_is_theirs;
	*worth = o->claims + GOLD * def->value * (gold_is_mine - gold_is_theirs) +
	    side_after(o, o->mine, &mine, gold_stays) -
	    side_after(o, o->theirs, &theirs, gold_stays) / 2;
	return true;
}

/* ... and with one less, which holds nothing. */
static int
worth_without(struct outlook *o, unsigned cell)
{
	const struct cell *c = &o->g.board.cell[cell];
	uint8_t *there = &o->grid.at[(c->y - o->grid.y0) * o->grid.w + c->x - o->grid.x0];
	const struct place at = { c->x, c->y };
	int points[SIDES];

	*there = CELL_NONE;
	for (enum side side = SIDE_GREEN; side < SIDES; side++) {
		uint8_t reach[CELLS_MAX];

		points[side] = o->prospects[side];
		/* A goal may have been turned up so that its tunnel ended at the card. */
		if (o->reach[side][cell] == 0 && !touches(&o->grid, o->reach[side], at))
			continue;
		find_reach(o, side, cell, reach);
		points[side] = prospects(&o->g.board, &o->grid, reach, &o->targets);
	}
	*there = (uint8_t)cell;
	return o->claims + points[o->mine] - points[o->theirs] / 2;
}

/* ---- points for an order ---- */

static int
act_points(struct outlook *o, const struct order *order)
{
	const struct card_def *def = game_card(&o->g, order->card[0]);
	const struct seat *to = order->to == SEAT_NONE ? NULL : &o->g.seat[order->to];
	unsigned cell;

	if (def->action == ACTION_BREAK)
		return to->broken == 0 ? 18 : 3;
	if (def->action == ACTION_REPAIR)
		return (to->broken & (to->broken - 1)) == 0 ? 30 : 20;
	if (def->action == ACTION_MAP) {
		cell = board_find(&o->g.board, order->at[0].x, order->at[0].y);
		return o->g.board.cell[cell].card == CARD_HIDDEN ? 14 : -5;
	}
	/* A key or a rockfall is kept until it is of use. */
	if (def->action == ACTION_ROCKFALL)
		return worth_without(o, board_find(&o->g.board, order->at[0].x, order->at[0].y)) -
		    o->worth - 4;
	return worth_after(o, order) - o->worth - 4;
}

/* How little a card is missed. */
static int
junk(const struct outlook *o, card_id card)
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
points(struct outlook *o, const struct order *order)
{
	int missed = 0, worth;

	if (order->kind == ORDER_PLACE)
		return (worth_with(o, order, &worth) ? worth : worth_after(o, order)) - o->worth;
	if (order->kind == ORDER_ACT)
		return act_points(o, order);
	for (unsigned i = 0; i < order->n_card; i++)
		missed += junk(o, order->card[i]) - 2;
	return order->kind == ORDER_CLEAR ? 12 + missed : missed;
}

static size_t
greedy(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	struct outlook o;
	int best = POINTS_MIN;
	size_t choice = 0;
	uint32_t equal = 0;

	outlook_make(&o, v);
	for (size_t i = 0; i < n; i++) {
		int p = points(&o, &legal[i]);

		if (p > best) {
			best = p;
			equal = 0;
		}
		if (p == best && rng_draw(rng, ++equal) == 0)
			choice = i;
	}
	return choice;
}

/* A goal that the seat has seen, and would turn up, it lays the way that serves it. */
static void
complete(const struct view *v, struct order *o)
{
	struct outlook ahead;
	struct order keep = *o, flip = *o;
	int more;

	if (o->kind != ORDER_PLACE &&
	    (o->kind != ORDER_ACT || game_card(&v->known, o->card[0])->action != ACTION_KEY))
		return;
	if (v->known.seat[v->seat].n_seen == 0)
		return;
	outlook_start(&ahead, v);
	keep.flags |= ORDER_TURN_KEEP;
	flip.flags |= ORDER_TURN_FLIP;
	more = worth_after(&ahead, &flip) - worth_after(&ahead, &keep);
	if (more != 0)
		o->flags |= more > 0 ? ORDER_TURN_FLIP : ORDER_TURN_KEEP;
}

/* ---- simulations ---------------------------------------------------------------------------- */

/* [DUEL 4.F.18] What ended the rounds, by outcome, then who won the games. */
enum { WON = OUTCOME_COUNT, WON_BOTH = WON + SIDES };

static const struct tally tally[] = {
	{ OUTCOME_GOALS, OF_ROUNDS, IN_ENDS, ROLE_NONE, "  all goals face up", "goals" },
	{ OUTCOME_TOKENS, OF_ROUNDS, IN_ENDS, ROLE_NONE, "  all tokens on the table", "tokens" },
	{ OUTCOME_CARDS, OF_ROUNDS, IN_ENDS, ROLE_NONE, "  no cards left", "cards" },
	/* Programs have always got these, too. */
	{ OUTCOME_CLAN_OUT, OF_ROUNDS, IN_ENDS, ROLE_NONE, NULL, "clan-out" },
	{ OUTCOME_CARDS_OUT, OF_ROUNDS, IN_ENDS, ROLE_NONE, NULL, "cards-out" },
	{ OUTCOME_AGREED, OF_ROUNDS, IN_ENDS, ROLE_NONE, NULL, "agreed" },
	{ WON + SIDE_GREEN, OF_GAMES, IN_WINS, ROLE_NONE, "games won by green", "green" },
	{ WON + SIDE_BLUE, OF_GAMES, IN_WINS, ROLE_NONE, "games won by blue", "blue" },
	{ WON_BOTH, OF_GAMES, IN_WINS, ROLE_NONE, "games won by both", "both" },
	{ .label = NULL },
};

static void
count(const struct game *g, const struct events *ev, uint64_t counter[static COUNTERS_MAX])
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
