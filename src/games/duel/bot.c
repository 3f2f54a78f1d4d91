/*
 * The greedy policy of The Duel: plays every order on a copy of the view, evaluates the board after
 * it, and plays an order with the most points.
 *
 * The evaluation adds the claimed gold of both sides and the prospects: how near the tunnels of
 * each side are to goals that may have gold, and to open gold. A hidden goal stays face down;
 * reaching it has the value of an average goal.
 *
 * (P1) The board is evaluated only if an order changes it. What an order leaves as it was is not
 *      computed again: edges that lead to cards before it are skipped, and the prospects of a side
 *      are kept if all that they depend on is the same.
 */
#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "core/bot.h"
#include "core/unset.h"
#include "games/duel/duel.h"

enum {
	GOLD = 60, /* points for a gold of value 1 */
	GOAL = 50, /* points for reaching a hidden goal */
	NEAR = 96, /* weight of a goal, divided by its distance */
	FAR = 100,
	FRONT_COUNTS = 6, /* at most this many edges to empty places count, one point each */
	KEPT = 4,         /* value of keeping a key or a rockfall for later */
	POINTS_MIN = -100000,
	PLACED = CELL_NONE - 1 /* in the grid: the card of the order */
};

enum { HORIZON = 10 }; /* turns of a rollout */

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE };

enum { ALL_EDGES = (1 << EDGES) - 1, WORTH = 1 << EDGES }; /* for evaluation.look */

/* Edges of a side that lead to empty places, by the place. Padded to a multiple of LANES, which lets
 * a compiler compute that many distances at once. */
enum { LANES = 8 };
struct front {
	size_t n;
	int16_t x[FRONTIER_MAX + LANES], y[FRONTIER_MAX + LANES];
};

/* A board, as far as its evaluation depends on it. */
struct survey {
	int claims;              /* of the seat, less those of the opponent */
	uint32_t touched[SIDES]; /* hidden goals that are reached, as bits */
	struct front front[SIDES];
	unsigned n_gold;
	struct gold {
		int16_t x, y;
		int16_t weight; /* points if tunnels lead there; without padding, to be compared */
	} gold[CELLS_MAX];      /* open gold without a token */
};

struct evaluation {
	const struct game *known; /* the view of the seat */
	enum side mine, theirs;
	bool is_made;     /* (P1) the rest is set, since an order needs it */
	struct game g;    /* the view, with its reach cached */
	struct grid grid; /* which places have cards, with the card of the order */
	/* (P1) By place in the grid: at least the edges of its card that lead to empty places and
	 * hidden goals, and WORTH if the card may have points. */
	uint8_t look[GRID_MAX];
	uint32_t goal[CELL_NONE + 1]; /* by index in the grid: the bit of a hidden goal, or 0 */
	unsigned n_hidden;
	struct place hidden[SEEN_MAX];
	struct survey before, after; /* before and after an order */
	int prospects[SIDES], worth; /* before the order */
};

/* ---- prospects ---- */

/* Returns the index of a place in the grid. */
static size_t
place_at(const struct evaluation *o, int x, int y)
{
	return (size_t)((y - o->grid.y0) * o->grid.w + x - o->grid.x0);
}

/* Adds these edges of a card, green's in the low half, as far as they lead to empty places and
 * hidden goals. */
static void
add_edges(const struct evaluation *o, const struct cell *c, const uint8_t *at, unsigned edges,
    struct survey *s)
{
	const int step[EDGES] = {
		[EDGE_N] = -o->grid.w, [EDGE_E] = 1, [EDGE_S] = o->grid.w, [EDGE_W] = -1
	};

	for (; edges != 0; edges &= edges - 1) {
		const unsigned bit = bits_first(edges), e = bit % EDGES, j = at[step[e]];
		struct front *f = &s->front[bit / EDGES];

		s->touched[bit / EDGES] |= o->goal[j];
		f->x[f->n] = (int16_t)(c->x + edge_dx[e]);
		f->y[f->n] = (int16_t)(c->y + edge_dy[e]);
		f->n += j == CELL_NONE;
	}
}

/* Caches the reach of both sides if it is not. */
static void
cache_reach(struct game *g)
{
	uint8_t reach[SIDES][CELLS_MAX];
	UNSET struct grid grid;

	if (g->board.cache_valid)
		return;
	grid_make(&grid, &g->board);
	duel_both_reach(g, &grid, reach);
	duel_cache_reach(g, reach);
}

/* Adds the points of a card: tokens on gold are claims, trolls cost half a gold. */
static void
add_card(const struct evaluation *o, const struct cell *c, struct survey *s)
{
	const struct card_def *def = game_card(&o->g, c->card);

	if ((c->flags & TOKENS) != 0) {
		const int points = (def->feature & FEATURE_TROLL) != 0 ? -GOLD / 2 :
									 GOLD * def->value;

		s->claims += (c->flags & duel_token(o->mine)) != 0 ? points : -points;
	} else if ((def->feature & FEATURE_GOLD) != 0) {
		s->gold[s->n_gold++] = (struct gold){ c->x, c->y,
			(int16_t)(NEAR / 4 * def->value) };
	}
}

/* Surveys the board of *g, a copy, and caches its reach. */
static void
survey_make(const struct evaluation *o, struct game *g, struct survey *s)
{
	const uint8_t *reach = duel_own(g)->reach;

	cache_reach(g);
	s->claims = 0;
	s->n_gold = 0;
	s->touched[SIDE_GREEN] = s->touched[SIDE_BLUE] = 0;
	s->front[SIDE_GREEN].n = s->front[SIDE_BLUE].n = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const size_t at = place_at(o, c->x, c->y);
		const unsigned look = o->look[at], leads = look & ALL_EDGES;

		add_edges(o, c, &o->grid.at[at], reach[i] & (leads | leads << EDGES), s);
		if ((look & WORTH) != 0)
			add_card(o, c, s);
	}
	for (enum side side = SIDE_GREEN; side < SIDES; side++) {
		struct front *f = &s->front[side];

		for (size_t k = 0; k < LANES; k++)
			f->x[f->n + k] = f->y[f->n + k] = 2 * FAR;
	}
}

/* Returns the distance of a place from the nearest edge, at most FAR. */
static int
distance(const struct front *f, int16_t tx, int16_t ty)
{
	int16_t best[LANES];
	int16_t d = FAR;

	for (unsigned k = 0; k < LANES; k++)
		best[k] = FAR;
	for (size_t i = 0; i < f->n; i += LANES) {
		for (size_t k = 0; k < LANES; k++) {
			const int16_t dx = (int16_t)(f->x[i + k] - tx);
			const int16_t dy = (int16_t)(f->y[i + k] - ty);
			const int16_t there = (int16_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));

			best[k] = there < best[k] ? there : best[k];
		}
	}
	for (unsigned k = 0; k < LANES; k++)
		d = best[k] < d ? best[k] : d;
	return d;
}

/* Returns the points for the tunnels of a side: edges to empty places, and goals and open gold,
 * weighted by distance. */
static int
prospects(const struct evaluation *o, const struct survey *s, enum side side)
{
	const struct front *f = &s->front[side];
	int points = (int)(f->n < FRONT_COUNTS ? f->n : (size_t)FRONT_COUNTS);

	for (unsigned k = 0; k < o->n_hidden; k++)
		points += (s->touched[side] >> k & 1) != 0 ?
		    (int)GOAL :
		    NEAR / 2 / (1 + distance(f, o->hidden[k].x, o->hidden[k].y));
	for (unsigned k = 0; k < s->n_gold; k++)
		points += s->gold[k].weight / (1 + distance(f, s->gold[k].x, s->gold[k].y));
	return points;
}

/* (P1) Returns the prospects after an order. */
static int
prospects_after(const struct evaluation *o, enum side side)
{
	const struct survey *a = &o->before, *b = &o->after;
	const struct front *f = &a->front[side], *h = &b->front[side];

	if (f->n == h->n && a->touched[side] == b->touched[side] && a->n_gold == b->n_gold &&
	    memcmp(f->x, h->x, f->n * sizeof f->x[0]) == 0 &&
	    memcmp(f->y, h->y, f->n * sizeof f->y[0]) == 0 &&
	    memcmp(a->gold, b->gold, a->n_gold * sizeof a->gold[0]) == 0)
		return o->prospects[side];
	return prospects(o, b, side);
}

/* Changes the grid to the board after an order that places or removes a card. */
static void
change_grid(struct evaluation *o, size_t at, int cards)
{
	o->grid.at[at] = cards > 0 ? PLACED : CELL_NONE;
	o->look[at] = ALL_EDGES | WORTH;
	o->look[at - 1] |= EDGE_BIT(EDGE_E);
	o->look[at + 1] |= EDGE_BIT(EDGE_W);
	o->look[at - (size_t)o->grid.w] |= EDGE_BIT(EDGE_S);
	o->look[at + (size_t)o->grid.w] |= EDGE_BIT(EDGE_N);
}

/* Finds the hidden goals, and where to look. */
static void
look_around(struct evaluation *o)
{
	const unsigned worth = FEATURE_GOLD | FEATURE_TROLL;
	const struct board *b = &o->g.board;

	memset(o->goal, 0, sizeof o->goal);
	o->n_hidden = 0;
	for (unsigned i = 0; i < b->n; i++) {
		if (b->cell[i].card != CARD_HIDDEN)
			continue;
		assert(o->n_hidden < SEEN_MAX); /* (D1) */
		o->goal[i] = 1u << o->n_hidden;
		o->hidden[o->n_hidden++] = (struct place){ b->cell[i].x, b->cell[i].y };
	}
	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		uint8_t *look = &o->look[place_at(o, c->x, c->y)];

		*look = c->card != CARD_HIDDEN &&
			(game_card(&o->g, c->card)->feature & worth) != 0 ?
		    WORTH :
		    0;
		for (unsigned e = 0; e < EDGES; e++) {
			const unsigned j = grid_at(&o->grid, c->x + edge_dx[e], c->y + edge_dy[e]);

			if (j == CELL_NONE || o->goal[j] != 0)
				*look |= EDGE_BIT(e);
		}
	}
}

static void
evaluation_make(struct evaluation *o)
{
	UNSET struct game now;

	o->is_made = true;
	game_copy(&o->g, o->known);
	duel_search_reach(&o->g);
	grid_make(&o->grid, &o->g.board);
	look_around(o);
	game_copy(&now, &o->g);
	survey_make(o, &now, &o->before);
	for (enum side side = SIDE_GREEN; side < SIDES; side++)
		o->prospects[side] = prospects(o, &o->before, side);
	o->worth = o->before.claims + o->prospects[o->mine] - o->prospects[o->theirs] / 2;
}

static void
evaluation_start(struct evaluation *o, const struct view *v)
{
	o->known = &v->known;
	o->mine = duel_side(o->known, v->seat);
	o->theirs = o->mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
	o->is_made = false;
}

static int
worth_after(struct evaluation *o, const struct order *order)
{
	UNSET struct game after;
	uint8_t was;
	size_t at;

	if (!o->is_made)
		evaluation_make(o);
	at = place_at(o, order->at[0].x, order->at[0].y);
	was = o->grid.at[at];
	game_copy(&after, &o->g);
	duel_play_on_board(&after, order, NULL);
	if (after.board.n != o->g.board.n)
		change_grid(o, at, after.board.n - o->g.board.n);
	survey_make(o, &after, &o->after);
	o->grid.at[at] = was;
	return o->after.claims + prospects_after(o, o->mine) - prospects_after(o, o->theirs) / 2;
}

/* Returns the points that an order adds to the board. */
static int
points_added(struct evaluation *o, const struct order *order)
{
	const int after = worth_after(o, order);

	return after - o->worth;
}

/* ---- points for an order ---- */

static int
act_points(struct evaluation *o, const struct order *order)
{
	const struct card_def *def = game_card(o->known, order->card[0]);
	const struct seat *to = order->to == SEAT_NONE ? NULL : &o->known->seat[order->to];
	unsigned cell;

	if (def->action == ACTION_BREAK)
		return to->broken == 0 ? 18 : 3;
	if (def->action == ACTION_REPAIR)
		return (to->broken & (to->broken - 1)) == 0 ? 30 : 20;
	if (def->action == ACTION_MAP) {
		cell = board_find(&o->known->board, order->at[0].x, order->at[0].y);
		return o->known->board.cell[cell].card == CARD_HIDDEN ? 14 : -5;
	}
	return points_added(o, order) - KEPT;
}

/* Returns a higher number for a card that is needed less. */
static int
card_points(const struct evaluation *o, card_id card)
{
	static const int value[ACTION_COUNT] = {
		[ACTION_MAP] = 3,
		[ACTION_BREAK] = -2,
		[ACTION_ROCKFALL] = -2,
		[ACTION_KEY] = -2,
	};
	const struct card_def *def = game_card(o->known, card);

	if (def->action == ACTION_NONE)
		return tunnel_joined(def->tunnel, EDGE_N) == EDGE_BIT(EDGE_N) ? 4 : 2;
	return value[def->action];
}

static int
points(struct evaluation *o, const struct order *order)
{
	int missed = 0;

	if (order->kind == ORDER_PLACE)
		return points_added(o, order);
	if (order->kind == ORDER_ACT)
		return act_points(o, order);
	for (unsigned i = 0; i < order->n_card; i++)
		missed += card_points(o, order->card[i]) - 2;
	return order->kind == ORDER_CLEAR ? 12 + missed : missed;
}

static size_t
greedy(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	UNSET struct evaluation o;
	UNSET struct bot_best best;

	bot_best_start(&best, POINTS_MIN);
	evaluation_start(&o, v);
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, points(&o, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

/* Adds the better way to turn up a goal that the seat has seen and would reach. */
static void
complete(const struct view *v, struct order *o)
{
	UNSET struct evaluation ahead;
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

/* The gold of this seat less that of the other, and what is expected of the board unless the round
 * is over. */
static int
result_worth(const struct game *g, const struct events *ev, const struct game *from, uint8_t seat)
{
	int sum = GOLD * ((int)duel_gold(g, seat) - (int)duel_gold(g, 1 - seat));
	UNSET struct evaluation now;

	(void)from;
	if (!events_end_round(ev) && g->phase == PHASE_PLAY) {
		now.known = g;
		now.mine = duel_side(g, seat);
		now.theirs = now.mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
		evaluation_make(&now);
		sum += now.before.claims + now.prospects[now.mine] - now.prospects[now.theirs];
	}
	return sum > BOT_WORTH_MAX ? BOT_WORTH_MAX : sum < -BOT_WORTH_MAX ? -BOT_WORTH_MAX : sum;
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
	.worth = result_worth,
	.search_revision = 1,
	.horizon = HORIZON,
	.count = count,
	.tally = tally,
};
