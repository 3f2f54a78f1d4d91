/*
 * The greedy player of Saboteur: gives every legal order points from what its own seat knows, and
 * plays one with most points.
 *
 * It measures how well the tunnels stand: every place where they could go on counts, and half as
 * much for each place more that lies between it and a goal that may hold the treasure.  A miner
 * wants more of it, a saboteur less.  It remembers nothing from turn to turn; whom to suspect it
 * reads from the table, where breaking is mostly the work of saboteurs.
 */
#include <string.h>

#include "core/mine.h"
#include "core/policy.h"
#include "core/saboteur.h"

enum {
	FAR = 200,     /* no way to a goal */
	STRIKE_AT = 3, /* so near to a goal saboteurs strike more often */
	HIDES_FAR = 90,
	HIDES_NEAR = 60, /* per cent of their turns */
	HALVES = 20,     /* how often a prospect is halved before it is nothing */
	GAIN_MAX = 60,
	POINTS_MIN = -10000
};

/* What the player thinks of the position. */
struct outlook {
	const struct game *g; /* as the seat knows it */
	uint8_t me;
	bool miner;
	bool hides; /* a saboteur who does no harm that is seen, this turn */
	bool gold_known;
	unsigned n_targets; /* goals face down that may hold the treasure */
	bool target[CELLS_MAX];
	int far;      /* places to fill until a target is reached */
	int prospect; /* how well the tunnels stand */
	struct mine m;
	uint8_t away[GRID_MAX]; /* of each place of the grid: places from a target, FAR: no way */
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
find_targets(struct outlook *o)
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
	/* The only goal that is left must be it. */
	o->gold_known |= o->n_targets == 1;
}

static unsigned
place_index(const struct grid *grid, int x, int y)
{
	return (unsigned)((y - grid->y0) * grid->w + x - grid->x0);
}

/* Distances from the targets through empty places, in the part of the grid one place inside its
 * rim. */
static void
find_distances(struct outlook *o)
{
	const struct board *b = &o->g->board;
	const struct grid *grid = &o->m.grid;
	struct place queue[GRID_MAX];
	unsigned head = 0, tail = 0;

	memset(o->away, FAR, (size_t)(grid->w * grid->h));
	for (unsigned i = 0; i < b->n; i++) {
		if (!o->target[i])
			continue;
		o->away[place_index(grid, b->cell[i].x, b->cell[i].y)] = 0;
		queue[tail++] = (struct place){ b->cell[i].x, b->cell[i].y };
	}
	while (head < tail) {
		struct place p = queue[head++];
		uint8_t next = (uint8_t)(o->away[place_index(grid, p.x, p.y)] + 1);

		for (unsigned e = 0; e < EDGES && next < FAR; e++) {
			int x = p.x + edge_dx[e], y = p.y + edge_dy[e];
			unsigned at = place_index(grid, x, y);

			if (x <= grid->x0 || y <= grid->y0 || x >= grid->x0 + grid->w - 1 ||
			    y >= grid->y0 + grid->h - 1)
				continue;
			if (grid->at[at] != CELL_NONE || o->away[at] != FAR)
				continue;
			o->away[at] = next;
			queue[tail++] = (struct place){ (int8_t)x, (int8_t)y };
		}
	}
}

/* What a place where the tunnels go on is worth. */
static int
place_prospect(int away)
{
	return away > HALVES ? 0 : 1 << (HALVES - away);
}

/* Look at the table of o->g. */
static void
look(struct outlook *o)
{
	mine_survey(&o->m, o->g);
	find_targets(o);
	find_distances(o);
	o->far = FAR;
	o->prospect = 0;
	for (unsigned i = 0; i < o->m.n_front; i++) {
		int away = o->away[place_index(&o->m.grid, o->m.front[i].x, o->m.front[i].y)];

		o->far = away < o->far ? away : o->far;
		o->prospect += place_prospect(away);
	}
}

/* How well the tunnels would stand with this card laid.  *reaches: a target at once; *opens: so many
 * places. */
static int
prospect_with(const struct outlook *o, const struct order *order, bool *reaches, int *opens)
{
	const struct card_def *def = game_card(o->g, order->card[0]);
	uint8_t tunnel = (order->flags & ORDER_FLIPPED) != 0 ? tunnel_turned(def->tunnel) :
							       def->tunnel;
	int x = order->at[0].x, y = order->at[0].y, prospect;
	uint8_t reached = 0;

	*opens = 0;
	*reaches = false;
	prospect = o->prospect - place_prospect(o->away[place_index(&o->m.grid, x, y)]);
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&o->m.grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (o->m.reach[j] & EDGE_BIT(e ^ 2u)) != 0)
			reached |= tunnel_joined(tunnel, e);
	}
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&o->m.grid, x + edge_dx[e], y + edge_dy[e]);

		if ((reached & EDGE_BIT(e)) == 0)
			continue;
		if (j != CELL_NONE) {
			*reaches |= o->target[j];
			continue;
		}
		*opens += 1;
		prospect += place_prospect(
		    o->away[place_index(&o->m.grid, x + edge_dx[e], y + edge_dy[e])]);
	}
	return prospect;
}

/* How well with this card gone. */
static int
prospect_without(const struct outlook *o, const struct order *order)
{
	struct game g = *o->g;
	struct outlook after; /* too big to be cleared first: look() sets what it reads */

	after.g = &g;
	board_remove(&g.board, board_find(&g.board, order->at[0].x, order->at[0].y));
	look(&after);
	return after.prospect;
}

/* From -GAIN_MAX to GAIN_MAX: half of it if the tunnels stand twice as well. */
static int
gain(int before, int after)
{
	int most = before > after ? before : after;

	return most == 0 ? 0 : GAIN_MAX * (after - before) / most;
}

/* How many ways lead on through a path card. */
static int
path_worth(const struct card_def *def)
{
	int ways = 0;

	for (unsigned e = 0; e < EDGES; e++)
		ways += tunnel_side(def->tunnel, e) != 0 && tunnel_side(def->tunnel, e) != 3;
	return ways;
}

static int
place_points(const struct outlook *o, const struct order *order)
{
	bool reaches;
	int opens, better = gain(o->prospect, prospect_with(o, order, &reaches, &opens));

	if (o->miner && reaches)
		return o->gold_known ? 1000 : 100;
	if (o->miner)
		return better > 0 ? 20 + better : better;
	/* A saboteur shows how busily he digs for a goal that may be a stone. */
	if (reaches)
		return o->gold_known ? -1000 : o->n_targets > 2 ? 12 : -100;
	if (o->hides)
		return 6 - (better > 0 ? better : -better) / 4;
	return better < 0 ? 16 - better : -better;
}

/* Breaking is the work of saboteurs: who stays whole where others are broken is one, perhaps. */
static bool
is_suspect(const struct outlook *o, uint8_t seat)
{
	unsigned broken = 0;

	for (unsigned s = 0; s < o->g->n_seats; s++)
		broken += o->g->seat[s].broken != 0;
	return seat != o->me && o->g->seat[seat].broken == 0 && 2 * broken > o->g->n_seats;
}

static int
tool_points(const struct outlook *o, const struct order *order, bool breaks)
{
	uint8_t broken = o->g->seat[order->to].broken;
	bool last_one = (broken & (broken - 1)) == 0;
	bool own = order->to == o->me;

	if (o->g->seat[order->to].resigned)
		return POINTS_MIN / 2;
	if (breaks && own)
		return POINTS_MIN / 2;
	if (breaks && o->miner)
		return is_suspect(o, order->to) ? 16 : -20;
	if (breaks && o->hides)
		return -10;
	if (breaks) /* a whole one, and better one that comes soon */
		return broken != 0 ? 2 : 40 - (order->to + o->g->n_seats - o->me) % o->g->n_seats;
	if (own)
		return o->miner ? (last_one ? 70 : 50) : 10;
	return o->miner ? (last_one ? 24 : 12) : -10;
}

static int
rockfall_points(const struct outlook *o, const struct order *order)
{
	int better = gain(o->prospect, prospect_without(o, order));

	if (o->miner)
		return better > GAIN_MAX / 4 ? 20 + better : -20;
	return !o->hides && better < 0 ? 20 - better : -10;
}

static int
map_points(const struct outlook *o, const struct order *order)
{
	unsigned i = board_find(&o->g->board, order->at[0].x, order->at[0].y);

	if (o->gold_known || o->g->board.cell[i].card != CARD_HIDDEN)
		return o->miner ? -5 : 4;
	return o->miner ? 34 : 26;
}

static int
act_points(const struct outlook *o, const struct order *order)
{
	enum action action = (enum action)game_card(o->g, order->card[0])->action;

	if (action == ACTION_BREAK || action == ACTION_REPAIR)
		return tool_points(o, order, action == ACTION_BREAK);
	return action == ACTION_ROCKFALL ? rockfall_points(o, order) : map_points(o, order);
}

/* What the hand misses least: a miner's traps, a saboteur's good paths. */
static int
discard_points(const struct outlook *o, card_id card)
{
	const struct card_def *def = game_card(o->g, card);

	if (def->class == CARD_PATH)
		return o->miner ? 8 - 3 * path_worth(def) : 2 * path_worth(def);
	if (def->action == ACTION_BREAK)
		return o->miner ? 6 : -4;
	if (def->action == ACTION_REPAIR)
		return o->miner ? -1 : 7;
	if (def->action == ACTION_MAP)
		return o->gold_known ? 7 : 0;
	return o->miner ? 1 : -6;
}

static int
points(const struct outlook *o, const struct order *order)
{
	if (order->kind == ORDER_TAKE)
		return order->what;
	if (order->kind == ORDER_PLACE)
		return place_points(o, order);
	return order->kind == ORDER_ACT ? act_points(o, order) : discard_points(o, order->card[0]);
}

size_t
saboteur_greedy(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	struct outlook o;
	int best = POINTS_MIN;
	size_t choice = 0;
	uint32_t equal = 0;

	o.g = &v->known;
	o.me = v->seat;
	o.miner = game_card(o.g, o.g->seat[o.me].role)->role == ROLE_MINER;
	look(&o);
	/* A saboteur hides while the goals are far, and often even when the tunnels come near. */
	o.hides = rng_draw(rng, 100) < (o.far > STRIKE_AT ? HIDES_FAR : HIDES_NEAR);
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
