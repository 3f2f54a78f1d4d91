/*
 * The greedy policies of The Dark Cave: leave the cave by the shortest way that is visible or can
 * be built. If there is nothing to build, they obstruct others. Revision 1 looks at the board as far
 * as the own dwarf can walk, revision 2 at whole routes (games/dark_cave/route.h). Revision 3 has no
 * whims, and takes a dwarf for one of the side of its colour.
 *
 * (P1) Everything comes from the view.
 * (P2) The value of a path card depends on where it leads: the steps to it, and then the places
 * left to a goal that may be the exit.
 */
#include <assert.h>
#include <string.h>

#include "core/bot.h"
#include "core/unset.h"
#include "games/dark_cave/route.h"

enum {
	FAR = CAVE_FAR,
	EVERYWHERE = 200, /* enough steps for any cave */
	PLACE_COST = 3,   /* cost of a place to build on, in steps */
	CREATURE_COST = 3,
	VEIN_WORTH = 2,
	WORTH_LEAST = 1, /* an action card must have a higher value */
	WHIMS = 12,      /* one time in WHIMS any action card is played, up to revision 2 */
	ONE_CLAN = 4 /* seats of a table with one clan, at most, or with the loyal of both alone */
};

struct plan {
	const struct game *g;
	uint8_t me;
	uint8_t revision;
	struct cave_map map;
	struct grid grid;
	struct cave_stop_mask stops; /* of a dwarf */
	unsigned n_target;
	struct place target[SEEN_MAX]; /* goals that may be the exit, or the exit itself */
	struct cave_space exit;
	bool exit_up;
	/* find_reach: */
	struct cave_flood reach; /* from the own dwarf, without limit */
	bool exit_reached;
};

/* ---- targets ---- */

/* Finds the targets from what is known of the goals. */
static void
find_targets(struct plan *p)
{
	const struct board *b = &p->g->board;

	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		bool down = (c->flags & CELL_DOWN) != 0;
		bool known = c->card != CARD_HIDDEN;
		bool is_exit = known && (game_card(p->g, c->card)->feature & FEATURE_EXIT) != 0;

		if ((!down && !is_exit) || (known && !is_exit))
			continue;
		if (is_exit)
			p->n_target = 0;
		assert(p->n_target < SEEN_MAX); /* (C1) */
		p->target[p->n_target++] = (struct place){ c->x, c->y };
		if (!is_exit)
			continue;
		p->exit_up = !down;
		if (!down)
			p->exit = (struct cave_space){ (uint8_t)i, p->map.card[i].home };
		return; /* other goals no longer matter */
	}
}

static unsigned
distance(int x, int y, struct place to)
{
	int dx = x < to.x ? to.x - x : x - to.x, dy = y < to.y ? to.y - y : y - to.y;

	return (unsigned)(dx + dy);
}

/* Returns the distance from a place to the nearest target. */
static unsigned
way_to_go(const struct plan *p, int x, int y)
{
	unsigned best = FAR;

	for (unsigned i = 0; i < p->n_target; i++)
		if (distance(x, y, p->target[i]) < best)
			best = distance(x, y, p->target[i]);
	return best;
}

static void
make_plan(struct plan *p, const struct game *g, uint8_t me, unsigned revision)
{
	p->g = g;
	p->me = me;
	p->revision = (uint8_t)revision;
	p->n_target = 0;
	p->exit_up = false;
	cave_map_make(&p->map, g);
	grid_make(&p->grid, &g->board);
	cave_stops_make(&p->stops, &p->map, true);
	find_targets(p);
}

static void
find_reach(struct plan *p)
{
	struct cave_space from;

	p->reach.n = 0;
	p->exit_reached = false;
	/* A dwarf that is out has no start. */
	if (!cave_find(&p->map, cave_own(p->g)->seat[p->me].at, &from))
		return;
	cave_flood_for(&p->reach, &p->map, true);
	cave_flood(&p->reach, from, EVERYWHERE);
	p->exit_reached = p->exit_up && cave_flood_steps(&p->reach, p->exit) < FAR;
}

/* ---- building ---- */

/* Returns the cost to go on from a card at x,y by these edges: the places left after it. */
static unsigned
onward(const struct plan *p, int x, int y, unsigned edges)
{
	unsigned best = FAR;

	for (unsigned e = 0; e < EDGES; e++) {
		int nx = x + edge_dx[e], ny = y + edge_dy[e];
		unsigned j = grid_at(&p->grid, nx, ny), cost;

		if ((edges & EDGE_BIT(e)) == 0)
			continue;
		if (j != CELL_NONE && (p->g->board.cell[j].flags & CELL_DOWN) == 0)
			continue;
		cost = PLACE_COST * way_to_go(p, nx, ny);
		best = cost < best ? cost : best;
	}
	return best;
}

/* Returns the lowest cost on the board as it is. Of several spaces it takes the first by place and
 * part. */
static unsigned
cost_now(struct plan *p, struct cave_space *where)
{
	unsigned best = FAR, first = CAVE_SPACES_MAX;

	for (unsigned i = 0; i < p->reach.n; i++) {
		const struct cave_space to = cave_flood_at(&p->reach, i);
		const struct cell *c = &p->g->board.cell[to.cell];
		unsigned cost, number = p->reach.at[i];

		if ((c->flags & CELL_DOWN) != 0)
			cost = PLACE_COST * way_to_go(p, c->x, c->y);
		else
			cost = onward(p, c->x, c->y, cave_edges(&p->map, to));
		cost += cave_flood_steps(&p->reach, to);
		if (cost > best || (cost == best && number > first))
			continue;
		best = cost;
		first = number;
		*where = to;
	}
	return best;
}

/* Returns the cost after this path card. */
static unsigned
cost_with(struct plan *p, const struct order *o)
{
	const struct card_def *def = game_card(p->g, o->card[0]);
	uint8_t tunnel = (o->flags & ORDER_FLIPPED) != 0 ? tunnel_rotated(def->tunnel) :
							   def->tunnel;
	int x = o->at[0].x, y = o->at[0].y;
	unsigned best = FAR;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&p->grid, x + edge_dx[e], y + edge_dy[e]), part, steps, cost;
		uint8_t out;

		if (tunnel_side(tunnel, e) == 0 || j == CELL_NONE)
			continue;
		part = p->map.card[j].at_edge[e ^ 2u];
		if ((p->map.card[j].parts & CAVE_PART_BIT(part)) == 0)
			continue;
		steps = cave_flood_steps(
		    &p->reach, (struct cave_space){ (uint8_t)j, (uint8_t)part });
		if (steps == FAR)
			continue;
		out = (def->feature & FEATURE_TUNNEL) != 0 ? tunnel_open(tunnel) :
							     tunnel_joined(tunnel, e);
		cost = steps + cave_level(def) + onward(p, x, y, out & ~(unsigned)EDGE_BIT(e));
		best = cost < best ? cost : best;
	}
	return best;
}

/* Chooses the path card that brings the exit nearest; n if none does. */
static size_t
choose_place(struct plan *p, const struct order *legal, size_t n, struct rng *rng)
{
	struct cave_space ignored;
	UNSET struct bot_best best;

	if (p->exit_reached || p->reach.n == 0)
		return n;
	bot_best_start(&best, -(int)cost_now(p, &ignored));
	for (size_t i = 0; i < n; i++)
		if (legal[i].kind == ORDER_PLACE)
			bot_best_add(&best, i, -(int)cost_with(p, &legal[i]));
	return bot_best_draw(&best, legal, n, rng);
}

/* ---- action cards ---- */

/* True if the seat may work for the other side: its clan card is not known to be for the own
 * side. From revision 3 on an unknown dwarf is loyal if that is likelier [CAVE 5.A.2]. */
static bool
is_rival(const struct plan *p, uint8_t seat)
{
	enum cave_clan theirs = cave_works_for(p->g, seat);

	if (theirs == CAVE_CLAN_NONE && p->revision > BOT_GREEDY2 && p->g->n_seats > ONE_CLAN)
		theirs = cave_clan(p->g, seat);
	return seat != p->me && theirs != cave_works_for(p->g, p->me);
}

static unsigned
rivals_at(const struct plan *p, struct spot at)
{
	unsigned n = 0;

	for (uint8_t s = 0; s < p->g->n_seats; s++)
		n += is_rival(p, s) && !cave_own(p->g)->seat[s].out &&
		    cave_spot_same(cave_own(p->g)->seat[s].at, at);
	return n;
}

static bool
is_mine_at(const struct plan *p, int x, int y)
{
	const struct cave_seat *me = &cave_own(p->g)->seat[p->me];

	return !me->out && me->at.x == x && me->at.y == y;
}

static bool
am_in(const struct plan *p)
{
	return !cave_own(p->g)->seat[p->me].out;
}

static struct spot
last_spot(const struct order *o)
{
	return o->at[o->n_at - 1];
}

static unsigned
information_worth(const struct plan *p, const struct order *o)
{
	if (o->to != SEAT_NONE)
		return is_rival(p, o->to) ? 5 : 0;
	if (p->exit_up || p->n_target < 2)
		return 0;
	return way_to_go(p, o->at[0].x, o->at[0].y) == 0 ? 60 : 0;
}

static unsigned
boots_worth(const struct plan *p, const struct order *o)
{
	return o->to == p->me && am_in(p) ? 30 : 0;
}

static unsigned
axe_worth(const struct plan *p, const struct order *o)
{
	return o->to == p->me && am_in(p) ? 10 : 0;
}

static unsigned
creature_worth(const struct plan *p, const struct order *o)
{
	struct spot to = last_spot(o);

	return is_mine_at(p, to.x, to.y) || o->n_at < 2 ? 0 : 12 * rivals_at(p, to);
}

static unsigned
web_worth(const struct plan *p, const struct order *o)
{
	struct spot at = last_spot(o), card = { at.x, at.y, PART_WHOLE };

	return is_mine_at(p, at.x, at.y) ? 0 : 8 * rivals_at(p, card);
}

static unsigned
swap_worth(const struct plan *p, const struct order *o)
{
	unsigned theirs = p->g->seat[o->to].n_hand;

	return theirs > p->g->seat[p->me].n_hand ? 20 : theirs > 2 ? 3 : 0;
}

/* Value of an action card now; 0: not useful. A rockfall is played only at random. */
static unsigned (*const worth[ACTION_COUNT])(const struct plan *p, const struct order *o) = {
	[ACTION_INFORMATION] = information_worth,
	[ACTION_BOOTS] = boots_worth,
	[ACTION_BATTLE_AXE] = axe_worth,
	[ACTION_RAT] = creature_worth,
	[ACTION_LINDWORM] = creature_worth,
	[ACTION_GOBLIN] = creature_worth,
	[ACTION_SPIDERWEB] = web_worth,
	[ACTION_SWAP_CARDS] = swap_worth,
};

static size_t
choose_action(const struct plan *p, const struct order *legal, size_t n, struct rng *rng)
{
	UNSET struct bot_best best;

	bot_best_start(&best, WORTH_LEAST);
	for (size_t i = 0; i < n; i++) {
		unsigned action = game_card(p->g, legal[i].card[0])->action;

		if (legal[i].kind == ORDER_ACT && worth[action] != NULL)
			bot_best_add(&best, i, (int)worth[action](p, &legal[i]));
	}
	return bot_best_draw(&best, legal, n, rng);
}

/* Chooses one of the orders of a kind, uniformly; n if there is none. */
static size_t
choose_any(
    const struct order *legal, size_t n, enum order_kind kind, unsigned n_card, struct rng *rng)
{
	UNSET struct bot_best all;

	bot_best_start(&all, 0);
	for (size_t i = 0; i < n; i++)
		if (legal[i].kind == kind && legal[i].n_card == n_card)
			bot_best_add(&all, i, 1);
	return bot_best_draw(&all, legal, n, rng);
}

/* The choice among path cards of a policy; n: none of them. */
typedef size_t choose_path(struct plan *p, const struct order *legal, size_t n, struct rng *rng);

static size_t
choose_card(
    struct plan *p, choose_path *choose, const struct order *legal, size_t n, struct rng *rng)
{
	size_t chosen = n;

	if (p->revision <= BOT_GREEDY2 && rng_draw(rng, WHIMS) == 0)
		chosen = choose_any(legal, n, ORDER_ACT, 1, rng);
	if (chosen == n)
		chosen = choose(p, legal, n, rng);
	if (chosen == n)
		chosen = choose_action(p, legal, n, rng);
	if (chosen == n)
		chosen = choose_any(legal, n, ORDER_DISCARD, 1, rng);
	return chosen;
}

/* ---- walking ---- */

/* What the way from the end of a walk costs. */
typedef unsigned way_cost(const void *ways, struct cave_space end);

static unsigned
walk_cost(const struct plan *p, unsigned way, struct cave_space to)
{
	const struct cell *c = &p->g->board.cell[to.cell];
	unsigned has = cave_has(&p->map, to);
	unsigned cost = way + VEIN_WORTH;

	if ((has & FEATURE_VEIN) != 0 && (c->flags & CELL_VEIN) != 0)
		cost -= VEIN_WORTH;
	if ((has & FEATURE_EXIT) == 0 && cave_stops(&p->stops, to))
		cost += CREATURE_COST;
	return cost;
}

static size_t
choose_end(const struct plan *p, way_cost *way, const void *ways, const struct order *legal,
    size_t n, struct rng *rng)
{
	const struct cave_seat *me = &cave_own(p->g)->seat[p->me];
	UNSET struct bot_best best;

	bot_best_start(&best, -2 * FAR);
	for (size_t i = 0; i < n; i++) {
		struct spot to = legal[i].kind == ORDER_STAY ? me->at : legal[i].at[0];
		const struct cave_space end = { (uint8_t)grid_at(&p->grid, to.x, to.y), to.part };
		unsigned cost;

		if ((p->g->board.cell[end.cell].flags & CELL_DOWN) != 0)
			cost = way_to_go(p, to.x, to.y) == 0 ? 0 : FAR - 1;
		else
			cost = walk_cost(p, way(ways, end), end);
		bot_best_add(&best, i, -(int)cost);
	}
	return bot_best_draw(&best, legal, 0, rng);
}

static unsigned
steps_to_aim(const void *back, struct cave_space end)
{
	return cave_flood_steps(back, end);
}

/* ---- revision 1 ---- */

static size_t
choose_walk(struct plan *p, const struct order *legal, size_t n, struct rng *rng)
{
	UNSET struct cave_flood back;
	struct cave_space aim = p->exit, at = { 0, 0 };

	(void)cave_find(&p->map, cave_own(p->g)->seat[p->me].at, &at);
	if (!p->exit_reached && cost_now(p, &aim) >= FAR)
		aim = at;
	/* The space before a face-down goal costs less than the goal. */
	assert((p->g->board.cell[aim.cell].flags & CELL_DOWN) == 0);
	cave_flood_for(&back, &p->map, true);
	cave_flood(&back, aim, EVERYWHERE);
	return choose_end(p, steps_to_aim, &back, legal, n, rng);
}

/* ---- revision 2 ---- */

/* Looks at the nearest goal that may be the exit; n if no card does. */
static size_t
choose_look(const struct plan *p, const struct order *legal, size_t n, struct rng *rng)
{
	const struct spot me = cave_own(p->g)->seat[p->me].at;
	UNSET struct bot_best best;

	bot_best_start(&best, -(int)FAR);
	for (size_t i = 0; i < n && !p->exit_up && p->n_target > 1; i++) {
		const struct spot to = legal[i].at[0];

		if (legal[i].kind == ORDER_ACT && legal[i].to == SEAT_NONE &&
		    game_card(p->g, legal[i].card[0])->action == ACTION_INFORMATION &&
		    way_to_go(p, to.x, to.y) == 0)
			bot_best_add(
			    &best, i, -(int)distance(to.x, to.y, (struct place){ me.x, me.y }));
	}
	return bot_best_draw(&best, legal, n, rng);
}

/* Finds the routes to the targets. Returns the cost of the one from the own dwarf. */
static unsigned
find_routes(const struct plan *p, struct route_field *to, struct cave_space from)
{
	route_init(to, &p->map, &p->grid, &p->stops);
	if (p->exit_up)
		route_start(to, p->exit);
	for (unsigned i = 0; i < p->n_target && !p->exit_up; i++)
		route_start_around(to, p->target[i]);
	return route_find(to, from);
}

/* Returns the cost of the routes onward from a path card at x,y by these edges. */
static unsigned
routes_onward(const struct plan *p, const struct route_field *to, int x, int y, unsigned edges)
{
	unsigned best = ROUTE_FAR;

	for (; edges != 0; edges &= edges - 1) {
		const unsigned e = cave_first_edge(edges);
		const int nx = x + edge_dx[e], ny = y + edge_dy[e];
		const unsigned j = grid_at(&p->grid, nx, ny);
		unsigned cost = route_across(to, x, y, e);

		if (j != CELL_NONE && (p->g->board.cell[j].flags & CELL_DOWN) != 0)
			cost = way_to_go(p, nx, ny) == 0 ? 0 : ROUTE_FAR;
		best = cost < best ? cost : best;
	}
	return best;
}

/* Returns the cost of the cheapest route over this path card. */
static unsigned
cost_over(const struct plan *p, const struct order *o, const struct route_field *from,
    const struct route_field *to)
{
	const struct card_def *def = game_card(p->g, o->card[0]);
	const uint8_t tunnel = (o->flags & ORDER_FLIPPED) != 0 ? tunnel_rotated(def->tunnel) :
								 def->tunnel;
	const int x = o->at[0].x, y = o->at[0].y;
	unsigned best = ROUTE_FAR;

	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned before = route_across(from, x, y, e);
		const unsigned edges = (def->feature & FEATURE_TUNNEL) != 0 ?
		    tunnel_open(tunnel) :
		    tunnel_joined(tunnel, e);
		unsigned cost;

		if (tunnel_side(tunnel, e) == 0 || before >= best)
			continue;
		cost = before + cave_level(def) +
		    routes_onward(p, to, x, y, edges & ~(unsigned)EDGE_BIT(e));
		best = cost < best ? cost : best;
	}
	return best;
}

/* Looks at a goal, or chooses the path card that makes the cheapest route cheaper; n if no card
 * does. */
static size_t
choose_route(struct plan *p, const struct order *legal, size_t n, struct rng *rng)
{
	const size_t look = choose_look(p, legal, n, rng);
	UNSET struct route_field from, to;
	UNSET struct bot_best best;
	struct cave_space me;
	unsigned now;

	if (look < n || !cave_find(&p->map, cave_own(p->g)->seat[p->me].at, &me))
		return look;
	now = find_routes(p, &to, me);
	route_init(&from, &p->map, &p->grid, &p->stops);
	route_start(&from, me);
	route_find_back(&from, &to, now);
	bot_best_start(&best, -(int)now);
	for (size_t i = 0; i < n; i++)
		if (legal[i].kind == ORDER_PLACE)
			bot_best_add(&best, i, -(int)cost_over(p, &legal[i], &from, &to));
	return bot_best_draw(&best, legal, n, rng);
}

static unsigned
route_from(const void *routes, struct cave_space end)
{
	return route_cost(routes, end);
}

/* Walks to where the cheapest route goes on. */
static size_t
choose_route_walk(const struct plan *p, const struct order *legal, size_t n, struct rng *rng)
{
	UNSET struct route_field to;
	struct cave_space at = { 0, 0 };

	(void)cave_find(&p->map, cave_own(p->g)->seat[p->me].at, &at);
	(void)find_routes(p, &to, at);
	return choose_end(p, route_from, &to, legal, n, rng);
}

/* The member `greedy`. On a very large board all revisions look as far as revision 1. */
static size_t
greedy(const struct view *v, unsigned revision, const struct bot_belief *belief,
    const struct order *legal, size_t n, struct rng *rng)
{
	const bool walks = v->known.phase == PHASE_WALK;
	UNSET struct plan p;

	(void)belief; /* acts say nothing about clans: infer is NULL */
	make_plan(&p, &v->known, v->known.to_move, revision);
	if (revision >= BOT_GREEDY2 && p.grid.w * p.grid.h <= ROUTE_PLACES)
		return walks ? choose_route_walk(&p, legal, n, rng) :
			       choose_card(&p, choose_route, legal, n, rng);
	find_reach(&p);
	return walks ? choose_walk(&p, legal, n, rng) :
		       choose_card(&p, choose_place, legal, n, rng);
}

enum { NOBODY = 200, PIECE = 20 };

/* [CAVE 5.I.38, CAVE 5.I.40] The game is worth most to the clan that wins it. Up to revision 2 it
 * is worth a little if nobody does: seats of a clan that is about to lose keep the others from the
 * exit, and many games end so. */
static int
result_worth(const struct game *g, const struct events *ev, const struct game *from, uint8_t seat,
    unsigned revision)
{
	const enum cave_clan winner = cave_winner(g);
	const int gold = cave_own(g)->seat[seat].out ? PIECE * g->seat[seat].gold : 0;
	int sum = gold;

	(void)ev, (void)from;
	if (winner == CAVE_CLAN_NONE)
		sum += revision > 2 ? 0 : NOBODY;
	else if (winner == cave_works_for(g, seat))
		sum += BOT_WORTH_MAX - NOBODY;
	return sum > BOT_WORTH_MAX ? BOT_WORTH_MAX : sum;
}

/* ---- simulations ---------------------------------------------------------------------------- */

/* [CAVE 5.I.38, CAVE 5.I.40] Counters: the winning clan, the reason of the end, the dwarves that
 * are out. */
enum { WON, CLAN_OUT = WON + CAVE_CLANS, CARDS_OUT, DWARVES_OUT };

static const struct bot_stat tally[] = {
	{ WON + CAVE_CLAN_YELLOW, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "  won by yellow",
	    "yellow" },
	{ WON + CAVE_CLAN_BLUE, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "  won by blue",
	    "blue" },
	{ WON + CAVE_CLAN_NONE, BOT_STAT_OF_GAMES, BOT_STAT_IN_WINS, ROLE_NONE, "  won by nobody",
	    "nobody" },
	{ CLAN_OUT, BOT_STAT_OF_GAMES, BOT_STAT_IN_ENDS, ROLE_NONE, "  ended by a clan out",
	    "clan_out" },
	{ CARDS_OUT, BOT_STAT_OF_GAMES, BOT_STAT_IN_ENDS, ROLE_NONE, "  ended by cards out",
	    "cards_out" },
	{ DWARVES_OUT, BOT_STAT_OF_SEATS, BOT_STAT_IN_TOTALS, ROLE_NONE, "dwarves out",
	    "dwarves_out" },
	{ .label = NULL },
};

static void
count(const struct game *g, const struct events *ev, uint64_t counter[static BOT_COUNTERS_MAX])
{
	(void)ev; /* the game has one round */
	counter[WON + (unsigned)cave_winner(g)]++;
	counter[cave_clan_is_out(g) ? CLAN_OUT : CARDS_OUT]++;
	for (unsigned s = 0; s < g->n_seats; s++)
		counter[DWARVES_OUT] += cave_own(g)->seat[s].out;
}

const struct bot cave_bot = {
	.revision = 1,
	.newest = 3,
	.greedy = greedy,
	.worth = result_worth,
	.search_revision = 3,
	.improves = BOT_GREEDY2,
	.rollouts = BOT_GREEDY2,
	.count = count,
	.tally = tally,
};
