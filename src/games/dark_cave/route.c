/*
 * The cheapest routes through the cave as it can be built.
 *
 * (R1) Nodes are visited by ascending cost. A step costs less than ROUTE_BUCKETS, so that the nodes
 * of one bucket have one cost.
 */
#include <assert.h>

#include "games/dark_cave/route.h"

enum { NODE_NONE = ROUTE_NODES };

_Static_assert(ROUTE_WEB + 1 + ROUTE_CREATURE < ROUTE_BUCKETS, "(R1) for a space");
_Static_assert(ROUTE_WEB + ROUTE_PLACE < ROUTE_BUCKETS, "(R1) for a place");

void
route_init(struct route_field *r, const struct cave_map *m, const struct grid *grid,
    const struct cave_stop_mask *stops)
{
	const unsigned spaces = cave_number(m->g->board.n, 0);
	const unsigned places = (unsigned)(grid->w * grid->h);

	assert(places <= ROUTE_PLACES);
	r->map = m;
	r->grid = grid;
	r->other = NULL;
	r->most = ROUTE_FAR - 1;
	r->stops = stops;
	for (unsigned i = 0; i < spaces; i++)
		r->cost[i] = ROUTE_FAR;
	for (unsigned i = 0; i < places; i++)
		r->cost[CAVE_SPACES_MAX + i] = ROUTE_FAR;
	for (unsigned i = 0; i < ROUTE_BUCKETS; i++)
		r->n[i] = 0;
}

static inline void
reach(struct route_field *r, unsigned node, unsigned cost)
{
	const unsigned bucket = cost % ROUTE_BUCKETS;

	if (cost >= r->cost[node] || cost + (r->other != NULL ? r->other->cost[node] : 0) > r->most)
		return;
	r->cost[node] = (uint16_t)cost;
	r->node[bucket][r->n[bucket]++] = (uint16_t)node;
}

static void
reach_space(struct route_field *r, struct cave_space to, unsigned cost)
{
	reach(r, cave_number(to.cell, to.part),
	    cost + 1 + (cave_stops(r->stops, to) ? ROUTE_CREATURE : 0));
}

/* Returns the node across edge e of a place, or NODE_NONE. *to: the space, if it is one. */
static inline unsigned
node_across(const struct route_field *r, int x, int y, unsigned e, struct cave_space *to)
{
	const int at_x = x + edge_dx[e] - r->grid->x0, at_y = y + edge_dy[e] - r->grid->y0;
	const unsigned place = (unsigned)(at_y * r->grid->w + at_x);
	unsigned cell;

	if (at_x < 0 || at_y < 0 || at_x >= r->grid->w || at_y >= r->grid->h)
		return NODE_NONE;
	cell = r->grid->at[place];
	if (cell == CELL_NONE)
		return CAVE_SPACES_MAX + place;
	if ((r->map->card[cell].open & EDGE_BIT(e ^ 2u)) == 0)
		return NODE_NONE;
	*to = (struct cave_space){ (uint8_t)cell, r->map->card[cell].at_edge[e ^ 2u] };
	return cave_number(to->cell, to->part);
}

/* Goes on across edge e of a place. */
static inline void
go_across(struct route_field *r, int x, int y, unsigned e, unsigned cost)
{
	struct cave_space to = { 0, 0 };
	const unsigned node = node_across(r, x, y, e, &to);

	if (node == NODE_NONE)
		return;
	if (node >= CAVE_SPACES_MAX)
		reach(r, node, cost + ROUTE_PLACE);
	else
		reach_space(r, to, cost);
}

static void
go_on_from_place(struct route_field *r, unsigned place, unsigned cost)
{
	const int x = r->grid->x0 + (int)place % r->grid->w;
	const int y = r->grid->y0 + (int)place / r->grid->w;

	for (unsigned e = 0; e < EDGES; e++)
		go_across(r, x, y, e, cost);
}

static void
go_on_by_ladder(struct route_field *r, unsigned cost)
{
	for (unsigned i = 0; i < r->map->g->board.n; i++)
		if (cave_card_has(&r->map->card[i], FEATURE_LADDER))
			reach_space(
			    r, (struct cave_space){ (uint8_t)i, r->map->card[i].home }, cost);
}

static void
go_on_from_space(struct route_field *r, struct cave_space from, unsigned cost)
{
	const struct cave_card *c = &r->map->card[from.cell];
	const struct cell *at = &r->map->g->board.cell[from.cell];

	for (unsigned links = c->link[from.part]; links != 0; links &= links - 1)
		reach_space(
		    r, (struct cave_space){ from.cell, (uint8_t)cave_first_part(links) }, cost);
	for (unsigned edges = c->edges[from.part]; edges != 0; edges &= edges - 1) {
		const unsigned e = cave_first_edge(edges);
		const bool web = cave_has_web(r->map, from.cell, e);

		go_across(r, at->x, at->y, e, cost + (web ? ROUTE_WEB : 0));
	}
	if (from.part == c->home && cave_card_has(c, FEATURE_LADDER))
		go_on_by_ladder(r, cost);
}

/* Visits all nodes (R1). When it comes to `end`, it sets the limit. */
static void
visit(struct route_field *r, unsigned end)
{
	for (unsigned cost = 0, empty = 0; empty < ROUTE_BUCKETS; cost++) {
		const unsigned bucket = cost % ROUTE_BUCKETS;

		empty++;
		while (r->n[bucket] > 0) {
			const unsigned node = r->node[bucket][--r->n[bucket]];

			empty = 0;
			if (r->cost[node] != cost)
				continue;
			if (node == end)
				r->most = cost + ROUTE_MARGIN;
			if (node >= CAVE_SPACES_MAX)
				go_on_from_place(r, node - CAVE_SPACES_MAX, cost);
			else
				go_on_from_space(r,
				    (struct cave_space){ (uint8_t)(node / CAVE_PARTS),
					(uint8_t)(node % CAVE_PARTS) },
				    cost);
		}
	}
}

void
route_start(struct route_field *r, struct cave_space at)
{
	reach(r, cave_number(at.cell, at.part), 0);
}

void
route_start_around(struct route_field *r, struct place goal)
{
	for (unsigned e = 0; e < EDGES; e++)
		go_across(r, goal.x, goal.y, e, 0);
}

unsigned
route_find(struct route_field *r, struct cave_space end)
{
	visit(r, cave_number(end.cell, end.part));
	return route_cost(r, end);
}

void
route_find_back(struct route_field *r, const struct route_field *other, unsigned least)
{
	r->other = other;
	r->most = least + ROUTE_MARGIN;
	visit(r, NODE_NONE);
}

unsigned
route_across(const struct route_field *r, int x, int y, unsigned e)
{
	struct cave_space to = { 0, 0 };
	const unsigned node = node_across(r, x, y, e, &to);

	return node != NODE_NONE ? r->cost[node] : (unsigned)ROUTE_FAR;
}
