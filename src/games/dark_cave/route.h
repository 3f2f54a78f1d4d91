#ifndef ADIT_GAMES_DARK_CAVE_ROUTE_H
#define ADIT_GAMES_DARK_CAVE_ROUTE_H

#include "games/dark_cave/cave.h"

/*
 * The cheapest routes through the cave as it can be built. A node is a space of a card that is face
 * up, or an empty place. To enter a space costs a step, and more if a web or a creature is in the
 * way. To enter a place costs a card, too.
 */
enum {
	ROUTE_PLACE = 4,    /* cost of an empty place; of a space: 1 */
	ROUTE_WEB = 2,      /* additional cost of a step across a web */
	ROUTE_CREATURE = 3, /* additional cost of a space where a walk ends */
	ROUTE_MARGIN = 2 * ROUTE_PLACE,
	ROUTE_FAR = CAVE_FAR,
	ROUTE_PLACES = 1024, /* places of a grid, at most */
	ROUTE_NODES = CAVE_SPACES_MAX + ROUTE_PLACES,
	ROUTE_BUCKETS = 8 /* more than any step costs */
};

struct route_field {
	const struct cave_map *map;
	const struct grid *grid; /* at most ROUTE_PLACES */
	const struct cave_stop_mask *stops;
	const struct route_field *other; /* the routes in the other direction, or NULL */
	unsigned most;                   /* routes that cost more are not followed */
	uint16_t cost[ROUTE_NODES];      /* ROUTE_FAR: not reached */
	/* the nodes to go on from, by cost modulo ROUTE_BUCKETS; some were reached again for less */
	uint16_t n[ROUTE_BUCKETS];
	uint16_t node[ROUTE_BUCKETS][ROUTE_NODES];
};

/* Prepares an empty set of routes. What is given must stay valid; stops: of a dwarf. */
void route_init(struct route_field *r, const struct cave_map *m, const struct grid *grid,
    const struct cave_stop_mask *stops);

/* Start routes in a space, or at the edges of a face-down goal. */
void route_start(struct route_field *r, struct cave_space at);
void route_start_around(struct route_field *r, struct place goal);

/* Finds all routes that cost at most ROUTE_MARGIN more than the one that reaches `end`. Returns the
 * cost of that one, or ROUTE_FAR. */
unsigned route_find(struct route_field *r, struct cave_space end);

/* Finds the routes in the other direction, as far as they are part of a route from end to end that
 * costs at most ROUTE_MARGIN more than `least`. */
void route_find_back(struct route_field *r, const struct route_field *other, unsigned least);

static inline unsigned
route_cost(const struct route_field *r, struct cave_space at)
{
	return r->cost[cave_number(at.cell, at.part)];
}

/* Returns the cost of the node across edge e of a place, or ROUTE_FAR. */
unsigned route_across(const struct route_field *r, int x, int y, unsigned e);

#endif
