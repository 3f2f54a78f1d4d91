/*
 * The greedy player of The Duel: tries every order on a copy of what its seat knows, values the table
 * that comes of it, and plays one with most points.
 *
 * The table is worth the gold claimed by either side, and the prospects: how near the tunnels of each
 * side come to goals that may hold gold, and to gold that lies open.  A goal that it does not know
 * stays face down on the copy; to reach it counts for what goals hold on the average.
 */
#include "core/bot.h"
#include "games/duel/duel.h"

enum {
	GOLD = 60, /* points for one gold */
	GOAL = 50, /* for reaching a goal unknown */
	NEAR = 96, /* shared among the goals by how near they are */
	FAR = 100,
	POINTS_MIN = -100000
};

struct outlook {
	struct game g; /* as the seat knows it, with its reach kept */
	enum side mine, theirs;
	int worth; /* of the table before the order */
};

struct reached {
	const struct board *b;
	const struct grid *grid;
	const uint8_t *edge; /* of each cell, of the side */
	unsigned n_front;
	struct place front[FRONT_MAX]; /* empty places that tunnels lead to, not each once */
};

static void
look(struct reached *r, const struct board *b, const struct grid *grid, const uint8_t *edge)
{
	const int step[EDGES] = {
		[EDGE_N] = -grid->w, [EDGE_E] = 1, [EDGE_S] = grid->w, [EDGE_W] = -1
	};

	r->b = b;
	r->grid = grid;
	r->edge = edge;
	r->n_front = 0;
	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		/* The grid has a margin, so a step from a card stays inside. */
		const uint8_t *here = &grid->at[(c->y - grid->y0) * grid->w + c->x - grid->x0];

		for (unsigned e = 0, edges = edge[i]; edges != 0; e++, edges >>= 1)
			if ((edges & 1) != 0 && here[step[e]] == CELL_NONE)
				r->front[r->n_front++] = (struct place){
					(int8_t)(c->x + edge_dx[e]), (int8_t)(c->y + edge_dy[e])
				};
	}
}

static int
distance(const struct reached *r, const struct cell *c)
{
	int best = FAR;

	for (unsigned i = 0; i < r->n_front; i++) {
		int dx = r->front[i].x - c->x, dy = r->front[i].y - c->y;
		int d = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);

		best = d < best ? d : best;
	}
	return best;
}

static bool
touches(const struct reached *r, const struct cell *c)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(r->grid, c->x + edge_dx[e], c->y + edge_dy[e]);

		if (j != CELL_NONE && (r->edge[j] & EDGE_BIT(e ^ 2u)) != 0)
			return true;
	}
	return false;
}

/* What the tunnels promise: goals and open gold, weighed by how near they are. */
static int
prospects(const struct game *g, const struct reached *r)
{
	int points = r->n_front < 6 ? (int)r->n_front : 6;

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		bool known = c->card != CARD_HIDDEN;

		if ((c->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0 ||
		    (known && (game_card(g, c->card)->feature & FEATURE_GOLD) == 0))
			continue;
		if (known)
			points += NEAR / 4 * game_card(g, c->card)->value / (1 + distance(r, c));
		else
			points += touches(r, c) ? GOAL : NEAR / 2 / (1 + distance(r, c));
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
	uint8_t edge[SIDES][CELLS_MAX];
	struct grid grid;
	struct reached r;
	int points = claims(g, o->mine) - claims(g, o->theirs);

	grid_make(&grid, &g->board);
	duel_both_reach(g, &grid, edge);
	look(&r, &g->board, &grid, edge[o->mine]);
	points += prospects(g, &r);
	look(&r, &g->board, &grid, edge[o->theirs]);
	return points - prospects(g, &r) / 2;
}

static int
worth_after(const struct outlook *o, const struct order *order)
{
	struct game after = o->g;

	duel_do(&after, order, NULL);
	return worth_of(o, &after);
}

static void
outlook_make(struct outlook *o, const struct view *v)
{
	o->g = v->known;
	duel_search_reach(&o->g);
	o->mine = duel_side(&o->g, v->seat);
	o->theirs = o->mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
}

/* ---- points for an order ---- */

static int
act_points(const struct outlook *o, const struct order *order)
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
points(const struct outlook *o, const struct order *order)
{
	int missed = 0;

	if (order->kind == ORDER_PLACE)
		return worth_after(o, order) - o->worth;
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
	o.worth = worth_of(&o, &o.g);
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
	struct outlook look;
	struct order keep = *o, flip = *o;
	int more;

	if (o->kind != ORDER_PLACE &&
	    (o->kind != ORDER_ACT || game_card(&v->known, o->card[0])->action != ACTION_KEY))
		return;
	if (v->known.seat[v->seat].n_seen == 0)
		return;
	outlook_make(&look, v);
	keep.flags |= ORDER_TURN_KEEP;
	flip.flags |= ORDER_TURN_FLIP;
	more = worth_after(&look, &flip) - worth_after(&look, &keep);
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
