/*
 * Steps in the cave, the spaces that can be reached with some of them, and the best of the shortest
 * ways.
 *
 * (F1) Spaces ascend by the number of steps.
 * (F2) The steps from a space have one order: to spaces on the card, by part; across the edges,
 * clockwise; from a ladder to the others, in board order.
 * (F3) by[space] is the number of the last flood that has reached the space, FRESH, or SHUT if the
 * space cannot be entered. So a space is new to a flood if it has a lower number.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

enum { FRESH = 0, SHUT = 0xff };

/* ---- one step ---- */

static bool
is_ladder(const struct cave_map *m, struct cave_space at)
{
	const struct cave_card *c = &m->card[at.cell];

	return at.part == c->home && cave_card_has(c, FEATURE_LADDER);
}

bool
cave_is_step(const struct cave_map *m, struct cave_space from, struct cave_space to)
{
	const struct cave_card *c = &m->card[from.cell];
	unsigned edges = c->edges[from.part] & c->leads;

	if (from.cell == to.cell)
		return (c->link[from.part] >> to.part & 1) != 0;
	if (is_ladder(m, from) && is_ladder(m, to)) /* [CAVE 5.C.14, Q-CAVE-9] ignores webs */
		return true;
	for (; edges != 0; edges &= edges - 1) {
		const unsigned e = cave_first_edge(edges), j = cave_neighbour(m, from.cell, e);

		if (j == to.cell)
			return m->card[j].at_edge[e ^ 2u] == to.part &&
			    !cave_has_web(m, from.cell, e);
	}
	return false;
}

static void
add_stop(struct cave_stop_mask *stops, const struct game *g, struct spot at)
{
	stops->at[cave_at(g, at.x, at.y)] |= CAVE_PART_BIT(at.part);
}

void
cave_stops_make(struct cave_stop_mask *stops, const struct cave_map *m, bool dwarf)
{
	const struct cave_state *cave = cave_own(m->g);

	for (unsigned i = 0; i < m->g->board.n; i++)
		stops->at[i] = dwarf ? m->card[i].ends : 0;
	for (unsigned k = 0; k < CAVE_CREATURES && dwarf; k++)
		if (cave->creature[k].owner != SEAT_NONE)
			add_stop(stops, m->g, cave->creature[k].at);
	for (unsigned s = 0; s < m->g->n_seats && !dwarf; s++)
		if (!cave->seat[s].out)
			add_stop(stops, m->g, cave->seat[s].at);
}

struct cave_step_cost
cave_step_cost(const struct cave_map *m, struct cave_space from, struct cave_space to)
{
	const unsigned has = cave_has(m, to), had = from.cell == to.cell ? cave_has(m, from) : 0;

	return (struct cave_step_cost){
		/* Q-CAVE-6 */
		.cards = (has & FEATURE_BRIDGE) != 0 && (had & FEATURE_BRIDGE) == 0,
		.gold = (has & FEATURE_TUNNEL) != 0,
	};
}

/* ---- many steps ---- */

/* Q-CAVE-18: creatures do not enter the exit. */
static void
shut(struct cave_flood *f, unsigned cell)
{
	for (unsigned ends = f->map->card[cell].ends; ends != 0; ends &= ends - 1)
		f->by[cave_number(cell, cave_first_part(ends))] = SHUT;
}

static void
find_webs(struct cave_flood *f, const struct game *g)
{
	memset(f->webs, 0, g->board.n * sizeof f->webs[0]);
	for (unsigned i = 0; i < cave_own(g)->n_web; i++) {
		const struct cave_web *w = &cave_own(g)->web[i];
		const unsigned a = cave_at(g, w->x, w->y),
			       b = cave_at(g, w->x + edge_dx[w->edge], w->y + edge_dy[w->edge]);

		if (a != CELL_NONE)
			f->webs[a] |= EDGE_BIT(w->edge);
		if (b != CELL_NONE)
			f->webs[b] |= EDGE_BIT(w->edge ^ 2u);
	}
}

void
cave_flood_for(struct cave_flood *f, const struct cave_map *m, bool dwarf)
{
	f->map = m;
	f->n = f->number = f->n_ladder = 0;
	cave_stops_make(&f->stops, m, dwarf);
	find_webs(f, m->g);
	memset(f->by, FRESH, cave_number(m->g->board.n, 0) * sizeof f->by[0]);
	for (unsigned i = 0; i < m->g->board.n; i++) {
		f->ladder[f->n_ladder] = (uint8_t)i; /* overwritten unless it has one */
		f->n_ladder += cave_card_has(&m->card[i], FEATURE_LADDER);
		if (!dwarf)
			shut(f, i);
	}
}

static inline void
step_to(struct cave_flood *f, unsigned space, unsigned steps)
{
	if (f->by[space] >= f->number)
		return;
	f->at[f->n] = (uint16_t)space;
	f->is_new[f->n++] = f->by[space] == FRESH;
	f->by[space] = (uint8_t)f->number;
	f->steps[space] = (uint16_t)steps;
}

/* Handles all steps from entry i [CAVE 5.C.12, CAVE 5.C.14, CAVE 5.E.19, CAVE 5.G.33]. */
static inline void
step_on(struct cave_flood *f, unsigned i, unsigned steps)
{
	const struct cave_map *m = f->map;
	const struct cave_space from = cave_flood_at(f, i);
	const struct cave_card *c = &m->card[from.cell];
	const unsigned open = c->edges[from.part] & c->leads & ~(unsigned)f->webs[from.cell];

	for (unsigned links = c->link[from.part]; links != 0; links &= links - 1)
		step_to(f, cave_number(from.cell, cave_first_part(links)), steps);
	for (unsigned edges = open; edges != 0; edges &= edges - 1) {
		const unsigned e = cave_first_edge(edges), j = cave_neighbour(m, from.cell, e);

		step_to(f, cave_number(j, m->card[j].at_edge[e ^ 2u]), steps);
	}
	if (!is_ladder(m, from))
		return;
	for (unsigned k = 0; k < f->n_ladder; k++)
		if (f->ladder[k] != from.cell)
			step_to(f, cave_number(f->ladder[k], m->card[f->ladder[k]].home), steps);
}

void
cave_flood(struct cave_flood *f, struct cave_space from, unsigned steps)
{
	assert(f->number < CAVE_FLOODS_MAX);
	f->number++;
	f->n = 0;
	f->by[cave_number(from.cell, from.part)] = FRESH;
	step_to(f, cave_number(from.cell, from.part), 0);
	for (unsigned i = 0; i < f->n && f->steps[f->at[i]] < steps; i++)
		if (i == 0 || !cave_stops(&f->stops, cave_flood_at(f, i)))
			step_on(f, i, f->steps[f->at[i]] + 1u);
}

unsigned
cave_flood_steps(const struct cave_flood *f, struct cave_space to)
{
	const unsigned space = cave_number(to.cell, to.part);

	return f->by[space] == f->number ? f->steps[space] : (unsigned)CAVE_FAR;
}

/* ---- the best of the shortest ways ---- */

struct cost {
	unsigned all, cards;
};

struct ways {
	const struct cave_flood *flood;
	uint8_t seat; /* SEAT_NONE: a creature */
	unsigned flags;
	unsigned n;                             /* number of steps */
	struct cave_space way[ORDER_SPOTS + 1]; /* with its start */
	bool found;
	struct cost least;
	struct spot *best; /* without its start */
};

/* Returns the cost of a way with the creatures at its end: cards and gold that are really lost. */
static struct cost
cost_of(const struct ways *w)
{
	const struct cave_map *m = w->flood->map;
	struct cave_dwarf_resources had, left;

	if (w->seat == SEAT_NONE)
		return (struct cost){ 0, 0 };
	had = left = cave_resources(m->g, w->seat);
	for (unsigned i = 1; i <= w->n; i++) {
		const struct cave_step_cost lost = cave_step_cost(m, w->way[i - 1], w->way[i]);

		cave_pay(&left, lost);
	}
	cave_predict_encounters(m->g, w->seat, cave_spot(m, w->way[w->n]), w->flags, &left);
	return (
	    struct cost){ had.cards + had.gold - left.cards - left.gold, had.cards - left.cards };
}

/* Compares the way with the best one: less cost, fewer cards, then name by name. */
static bool
is_better(const struct ways *w, struct cost cost)
{
	if (cost.all != w->least.all)
		return cost.all < w->least.all;
	if (cost.cards != w->least.cards)
		return cost.cards < w->least.cards;
	for (unsigned i = 1;; i++) { /* two ways differ somewhere */
		const int order = cave_spot_compare(
		    cave_spot(w->flood->map, w->way[i]), w->best[i - 1]);

		if (order != 0)
			return order < 0;
	}
}

static void
consider(struct ways *w)
{
	const struct cost cost = cost_of(w);

	if (w->found && !is_better(w, cost))
		return;
	w->found = true;
	w->least = cost;
	for (unsigned i = 1; i <= w->n; i++)
		w->best[i - 1] = cave_spot(w->flood->map, w->way[i]);
}

/* Considers all shortest ways that end with way[steps] to way[n]. */
static void
consider_from(struct ways *w, unsigned steps)
{
	const struct cave_flood *f = w->flood;

	if (steps == 0)
		consider(w);
	for (unsigned i = 0; f->steps[f->at[i]] < steps; i++) {
		const struct cave_space up = cave_flood_at(f, i);

		if (f->steps[f->at[i]] + 1u != steps || (i > 0 && cave_stops(&f->stops, up)) ||
		    !cave_is_step(f->map, up, w->way[steps]))
			continue;
		w->way[steps - 1] = up;
		consider_from(w, steps - 1);
	}
}

unsigned
cave_flood_way(const struct cave_flood *f, uint8_t seat, unsigned flags, struct cave_space to,
    struct spot way[static ORDER_SPOTS])
{
	struct ways w = { .flood = f, .seat = seat, .flags = flags, .best = way };

	w.n = cave_flood_steps(f, to);
	assert(w.n <= ORDER_SPOTS);
	w.way[w.n] = to;
	consider_from(&w, w.n);
	assert(w.found);
	return w.n;
}
