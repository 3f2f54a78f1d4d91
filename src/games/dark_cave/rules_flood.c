/*
 * Spaces of the cave that can be reached with some steps.
 *
 * (F1) Spaces ascend by the number of steps.
 * (F2) The steps from a space have one order: to spaces on the card, by part; across the edges,
 * clockwise; from a ladder to the others, in board order.
 * (F3) The mark of a space reached with n steps is mark_of(n), or one less if several equally short
 * ways lead there. Other spaces have FRESH, or SHUT if they cannot be entered. Marks of a flood are
 * lower than those of earlier floods. So a mark only decreases and is never cleared.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

enum { SHUT = 0, FRESH = 0xffff };

static inline unsigned
mark_of(const struct cave_flood *f, unsigned steps)
{
	return f->least + 2 * (steps + 1);
}

static inline bool
is_reached(const struct cave_flood *f, unsigned space)
{
	return f->mark[space] < f->most && f->mark[space] != SHUT;
}

static void
find_webs(struct cave_flood *f, const struct game *g)
{
	const struct cave_state *cave = cave_own(g);

	memset(f->webs, 0, g->board.n * sizeof f->webs[0]);
	for (unsigned i = 0; i < cave->n_web; i++) {
		const struct cave_web *w = &cave->web[i];
		unsigned here = cave_at(g, w->x, w->y),
			 there = cave_at(g, w->x + edge_dx[w->edge], w->y + edge_dy[w->edge]);

		if (here != CELL_NONE)
			f->webs[here] |= EDGE_BIT(w->edge);
		if (there != CELL_NONE)
			f->webs[there] |= EDGE_BIT(w->edge ^ 2u);
	}
}

static void
shut(struct cave_flood *f)
{
	const struct cave_map *m = f->map;

	for (unsigned i = 0; i < m->n_marked; i++) {
		const unsigned cell = cave_listed(m, m->marked[i]);

		if ((m->g->board.cell[cell].flags & CELL_DOWN) != 0)
			memset(&f->mark[cave_number(cell, 0)], SHUT, PARTS * sizeof f->mark[0]);
		else if (m->card[cell].ends != 0)
			f->mark[cave_number(cell, m->card[cell].home)] = SHUT;
	}
}

void
cave_flood_for(struct cave_flood *f, const struct cave_map *m, bool dwarf)
{
	f->map = m;
	f->n = 0;
	f->least = FRESH;
	cave_met_make(&f->met, m, dwarf);
	find_webs(f, m->g);
	/* Card by card, which is faster than computing the total size. */
	for (unsigned i = 0; i < m->g->board.n; i++)
		memset(&f->mark[cave_number(i, 0)], 0xff, PARTS * sizeof f->mark[0]);
	if (!dwarf)
		shut(f);
}

/* Handles a step to this space from entry `up`; next: its mark, if it is new. Returns the number of
 * entries. Branch-free. */
static inline unsigned
step_to(struct cave_flood *f, unsigned n, unsigned space, unsigned up, unsigned next)
{
	const unsigned mark = f->mark[space];

	f->at[n] = (uint16_t)space;
	f->up[n] = (uint16_t)up;
	f->again[n] = mark != FRESH;
	f->mark[space] = (uint16_t)(mark > next ? next : mark - (mark == next));
	return n + (mark > next);
}

/* [CAVE 5.C.14, Q-CAVE-9] Steps to every other ladder; webs are ignored. */
static unsigned
climb(struct cave_flood *f, unsigned n, unsigned cell, unsigned up, unsigned next)
{
	const struct cave_map *m = f->map;

	for (unsigned i = 0; i < m->n_ladder; i++) {
		const unsigned j = cave_listed(m, m->ladder[i]);

		if (j != cell)
			n = step_to(f, n, cave_number(j, m->card[j].home), up, next);
	}
	return n;
}

/* Handles all steps from entry `up`. */
static inline unsigned
step_on(struct cave_flood *f, unsigned n, unsigned up, unsigned next)
{
	const struct cave_map *m = f->map;
	const unsigned cell = f->at[up] / PARTS, part = f->at[up] % PARTS;
	const struct cave_card *c = &m->card[cell];
	unsigned links = c->link[part];
	unsigned edges = c->edges[part] & c->leads & ~(unsigned)f->webs[cell];

	for (; links != 0; links &= links - 1)
		n = step_to(f, n, cave_number(cell, cave_first_part(links)), up, next);
	for (; edges != 0; edges &= edges - 1) {
		const unsigned e = cave_first_edge(edges), j = cave_neighbour(m, cell, e);

		n = step_to(f, n, cave_number(j, m->card[j].at_edge[e ^ 2u]), up, next);
	}
	if (part == c->home && cave_card_has(c, FEATURE_LADDER))
		n = climb(f, n, cell, up, next);
	return n;
}

static void
begin(struct cave_flood *f, struct cave_space from, unsigned steps)
{
	const unsigned marks = 2 * (steps + 1) + 1;

	assert(f->least >
	    marks); /* enough for one unlimited flood, or for CAVE_FLOODS_MAX with few steps */
	f->most = f->least;
	f->least -= marks;
	f->at[0] = (uint16_t)cave_number(from.cell, from.part);
	f->mark[f->at[0]] = (uint16_t)mark_of(f, 0);
}

/* Searches until space `to` is reached; a number >= CAVE_SPACES_MAX: without a target. */
static void
flood(struct cave_flood *f, struct cave_space from, unsigned to, unsigned steps)
{
	unsigned n = 1, next = 0, taken = 0; /* next: the first entry with one more step */

	if (steps > CAVE_SPACES_MAX)
		steps = CAVE_SPACES_MAX;
	begin(f, from, steps);
	for (unsigned up = 0; up < n; up++) {
		if (up == next) {
			if (taken++ == steps || (to < CAVE_SPACES_MAX && is_reached(f, to)))
				break;
			next = n;
		}
		if (up == 0 || !cave_stops(&f->met, cave_flood_at(f, up)))
			n = step_on(f, n, up, mark_of(f, taken));
	}
	f->n = n;
}

void
cave_flood(struct cave_flood *f, struct cave_space from, unsigned steps)
{
	flood(f, from, CAVE_SPACES_MAX, steps);
}

unsigned
cave_flood_to(struct cave_flood *f, struct cave_space from, struct cave_space to, unsigned steps)
{
	const bool is = to.cell < f->map->g->board.n;
	const unsigned number = is ? cave_number(to.cell, to.part) : (unsigned)CAVE_SPACES_MAX;
	unsigned i = 0;

	flood(f, from, number, steps);
	while (i < f->n && f->at[i] != number)
		i++;
	return i;
}

unsigned
cave_flood_steps(const struct cave_flood *f, struct cave_space to)
{
	const unsigned space = cave_number(to.cell, to.part);

	return is_reached(f, space) ? (f->mark[space] - f->least + 1) / 2 - 1 : (unsigned)CAVE_FAR;
}

bool
cave_flood_forks(const struct cave_flood *f, unsigned i)
{
	for (; i > 0; i = f->up[i])
		if ((f->mark[f->at[i]] - f->least) % 2 != 0)
			return true;
	return false;
}

unsigned
cave_flood_way(const struct cave_flood *f, unsigned i, struct spot way[static ORDER_SPOTS])
{
	const unsigned n = cave_flood_steps(f, cave_flood_at(f, i));

	assert(n <= ORDER_SPOTS);
	for (unsigned k = n; k > 0; k--) {
		way[k - 1] = cave_spot(f->map, cave_flood_at(f, i));
		i = f->up[i];
	}
	return n;
}
