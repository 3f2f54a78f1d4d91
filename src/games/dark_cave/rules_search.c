/*
 * Steps in the cave, and what can be reached with some of them.
 *
 * (H1) labels ascend by the number of steps; those of one space all have the same number, the least
 * (H2) with `ways`, labels of one space differ in what they cost, and each has the way that comes
 *      first bytewise among the ways that cost so much.  What follows depends on the space and on
 *      the cost alone, so no better way is lost.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

/* ---- one step ---- */

/* Steps being found; `done`: PART_BITs of the spaces that nobody asks for any more. */
struct steps {
	struct cave_step *out;
	unsigned n;
	const uint8_t *done;
};

static void
add_step(struct steps *s, unsigned cell, unsigned part, bool goal)
{
	struct cave_step *to = &s->out[s->n];

	to->to.cell = (uint8_t)cell;
	to->to.part = (uint8_t)part;
	to->goal = goal;
	s->n += (s->done[cell] >> part & 1) == 0;
}

/* Across the edges of a space [CAVE 5.C.12, CAVE 5.E.19, CAVE 5.E.24]. */
static inline void
step_across(struct cave_map *m, struct steps *s, unsigned cell, unsigned edges, bool dwarf)
{
	const struct board *b = &m->g->board;
	const struct cell *c = &b->cell[cell];
	const int step[EDGES] = {
		[EDGE_N] = -m->grid.w, [EDGE_E] = 1, [EDGE_S] = m->grid.w, [EDGE_W] = -1
	};
	/* The grid has a margin, so a step from a card stays inside. */
	const uint8_t *here = &m->grid.at[(c->y - m->grid.y0) * m->grid.w + c->x - m->grid.x0];
	const bool webs = cave_own(m->g)->n_web > 0;

	for (; edges != 0; edges &= edges - 1) {
		unsigned e = cave_first_edge(edges), j = here[step[e]], part;

		/* A card that is one space, and done, needs no second look. */
		if (j == CELL_NONE || (s->done[j] & PART_BIT(PART_WHOLE)) != 0 ||
		    (webs && cave_web_at(m->g, c->x, c->y, e) != WEB_NONE))
			continue;
		if ((b->cell[j].flags & CELL_DOWN) != 0) {
			if (dwarf)
				add_step(s, j, PART_N + (e ^ 2u), true);
			continue;
		}
		part = shape_at_edge(cave_map_shape(m, j), e ^ 2u);
		if (part != PARTS)
			add_step(s, j, part, false);
	}
}

/* The ladders on cards face up. */
static void
find_ladders(struct cave_map *m)
{
	const struct board *b = &m->g->board;

	m->n_ladder = 0;
	for (unsigned j = 0; j < b->n; j++)
		if ((b->cell[j].flags & CELL_DOWN) == 0 &&
		    (game_card(m->g, b->cell[j].card)->feature & FEATURE_LADDER) != 0)
			m->ladder[m->n_ladder++] = (uint8_t)j;
	m->ladders_found = true;
}

/* [CAVE 5.C.14, Q-CAVE-9] to every other ladder; webs do not matter. */
static void
step_ladders(struct cave_map *m, struct steps *s, unsigned cell)
{
	if (!m->ladders_found)
		find_ladders(m);
	for (unsigned i = 0; i < m->n_ladder; i++)
		if (m->ladder[i] != cell)
			add_step(s, m->ladder[i], cave_map_shape(m, m->ladder[i])->home, false);
}

/* One step from a space, but to none that is `done`; how many. */
static inline unsigned
find_steps(struct cave_map *m, struct cave_space from, bool dwarf, const uint8_t *done,
    struct cave_step *out)
{
	const struct cave_shape *c = cave_map_shape(m, from.cell);
	unsigned links = shape_link(c, from.part) & ~(unsigned)done[from.cell], kept = 0;
	struct steps s = { out, 0, done };

	for (unsigned part = 0; links != 0; part++, links >>= 1)
		if ((links & 1) != 0)
			add_step(&s, from.cell, part, false);
	step_across(m, &s, from.cell, shape_edges(c, from.part), dwarf);
	if ((c->feature & FEATURE_LADDER) != 0 && from.part == c->home)
		step_ladders(m, &s, from.cell);
	assert(s.n < CAVE_STEPS_MAX);
	if (dwarf)
		return s.n;
	/* Q-CAVE-18: creatures stay out of the exit. */
	for (unsigned i = 0; i < s.n; i++) {
		const struct cave_shape *to = cave_map_shape(m, out[i].to.cell);

		out[kept] = out[i];
		kept += (to->feature & FEATURE_EXIT) == 0 || out[i].to.part != to->home;
	}
	return kept;
}

unsigned
cave_steps(struct cave_map *m, struct cave_space from, bool dwarf,
    struct cave_step out[static CAVE_STEPS_MAX])
{
	static const uint8_t none[CELLS_MAX];

	return find_steps(m, from, dwarf, none, out);
}

static void
meet(struct cave_met *met, const struct cave_map *m, struct spot at)
{
	unsigned cell = grid_at(&m->grid, at.x, at.y);

	if (cell != CELL_NONE)
		met->at[cell] |= PART_BIT(at.part);
}

void
cave_met_make(struct cave_met *met, const struct cave_map *m, bool dwarf)
{
	const struct cave_state *cave = cave_own(m->g);

	met->dwarf = dwarf;
	memset(met->at, 0, m->g->board.n * sizeof met->at[0]);
	for (unsigned k = 0; k < CREATURES && dwarf; k++)
		if (cave->creature[k].owner != SEAT_NONE)
			meet(met, m, cave->creature[k].at);
	for (unsigned s = 0; s < m->g->n_seats && !dwarf; s++)
		if (!cave->seat[s].out)
			meet(met, m, cave->seat[s].at);
}

bool
cave_stops(struct cave_map *m, const struct cave_met *met, struct cave_step step)
{
	const struct cave_shape *to;

	if (step.goal || (met->at[step.to.cell] & PART_BIT(step.to.part)) != 0)
		return true;
	to = cave_map_shape(m, step.to.cell);
	return met->dwarf && (to->feature & FEATURE_EXIT) != 0 && step.to.part == to->home;
}

struct cave_toll
cave_toll(struct cave_map *m, struct cave_space from, struct cave_step step)
{
	struct cave_toll toll = { 0, 0 };
	unsigned has, had;

	if (step.goal)
		return toll;
	has = cave_has(m, step.to);
	had = from.cell == step.to.cell ? cave_has(m, from) : 0;
	/* Q-CAVE-6 */
	toll.cards = (has & FEATURE_BRIDGE) != 0 && (had & FEATURE_BRIDGE) == 0;
	toll.gold = (has & FEATURE_TUNNEL) != 0;
	return toll;
}

/* ---- many steps ---- */

/* The labels of a way from the first step on, at most ORDER_SPOTS. */
static unsigned
way_labels(const struct cave_search *s, unsigned label, uint16_t at[static ORDER_SPOTS])
{
	unsigned n = s->label[label].depth;

	assert(n <= ORDER_SPOTS);
	for (unsigned i = n; i > 0; i--) {
		at[i - 1] = (uint16_t)label;
		label = s->label[label].up;
	}
	return n;
}

unsigned
cave_way(const struct cave_search *s, unsigned label, struct spot way[static ORDER_SPOTS])
{
	uint16_t at[ORDER_SPOTS];
	unsigned n = way_labels(s, label, at);

	for (unsigned i = 0; i < n; i++)
		way[i] = cave_spot(s->map, s->label[at[i]].step.to);
	return n;
}

int
cave_way_compare(const struct cave_search *s, unsigned a, unsigned b)
{
	uint16_t at_a[ORDER_SPOTS], at_b[ORDER_SPOTS];
	unsigned n = way_labels(s, a, at_a);

	assert(s->label[a].depth == s->label[b].depth);
	(void)way_labels(s, b, at_b);
	for (unsigned i = 0; i < n; i++) {
		int order;

		if (at_a[i] == at_b[i])
			continue;
		order = spot_compare(cave_spot(s->map, s->label[at_a[i]].step.to),
		    cave_spot(s->map, s->label[at_b[i]].step.to));
		if (order != 0)
			return order;
	}
	return 0;
}

static inline void
add_label(struct cave_search *s, unsigned up, struct cave_step step, struct cave_toll lost)
{
	struct cave_label *to = &s->label[s->n];
	uint16_t *head = &s->head[step.to.cell][step.to.part];
	const uint8_t bit = PART_BIT(step.to.part);

	if (s->n == LABELS_MAX) /* no deck has so many spaces within six steps */
		return;
	to->step = step;
	to->depth = (uint8_t)(s->label[up].depth + 1);
	to->cards = lost.cards;
	to->gold = lost.gold;
	to->forks = false;
	to->up = (uint16_t)up;
	to->next = (s->seen[step.to.cell] & bit) != 0 ? *head : (uint16_t)LABEL_NONE;
	*head = (uint16_t)s->n++;
	s->seen[step.to.cell] |= bit;
}

/* A step leads to a space that has been reached with as many steps. */
static void
reach_again(struct cave_search *s, unsigned up, struct cave_step step, struct cave_toll lost)
{
	for (unsigned i = s->head[step.to.cell][step.to.part]; i != LABEL_NONE;
	     i = s->label[i].next) {
		struct cave_label *old = &s->label[i];

		old->forks = true;
		if (!s->ways)
			return;
		if (old->cards != lost.cards || old->gold != lost.gold)
			continue;
		if (cave_way_compare(s, up, old->up) < 0)
			old->up = (uint16_t)up;
		return;
	}
	add_label(s, up, step, lost);
}

/* What a way has cost a dwarf, which may have lost all, behind another step. */
static struct cave_toll
lost_after(const struct cave_search *s, const struct cave_label *up, struct cave_step step)
{
	const struct seat *me = &s->map->g->seat[s->seat];
	const struct cave_toll toll = cave_toll(s->map, up->step.to, step);
	struct cave_toll lost = { up->cards, up->gold };

	if (toll.cards != 0 && lost.cards < me->n_hand)
		lost.cards++;
	if (toll.gold != 0 && lost.gold < me->gold)
		lost.gold++;
	return lost;
}

/* The start, where nothing else is reached yet. */
static void
begin(struct cave_search *s, struct cave_space from)
{
	memset(s->seen, 0, s->map->g->board.n * sizeof s->seen[0]);
	s->label[0] = (struct cave_label){ .step.to = from, .up = LABEL_NONE, .next = LABEL_NONE };
	s->n = 1;
	s->head[from.cell][from.part] = 0;
	s->seen[from.cell] = PART_BIT(from.part);
}

void
cave_search_to(struct cave_search *s, struct cave_map *m, uint8_t seat, struct cave_space from,
    struct cave_space to, unsigned steps, bool ways)
{
	const bool dwarf = seat != SEAT_NONE;
	uint8_t done[CELLS_MAX]; /* reached with fewer steps than those being taken */
	unsigned next = 0;       /* the first label with one step more */

	s->map = m;
	s->seat = seat;
	s->ways = ways;
	cave_met_make(&s->met, m, dwarf);
	begin(s, from);
	for (unsigned i = 0; i < s->n && s->label[i].depth < steps; i++) {
		const struct cave_label *up = &s->label[i];
		struct cave_step step[CAVE_STEPS_MAX];
		unsigned n;

		if (i == next) {
			if (to.cell < m->g->board.n && cave_label_at(s, to) != LABEL_NONE)
				return;
			next = s->n;
			memcpy(done, s->seen, m->g->board.n * sizeof done[0]);
		}
		if (i > 0 && cave_stops(m, &s->met, up->step))
			continue;
		n = find_steps(m, up->step.to, dwarf, done, step);
		for (unsigned j = 0; j < n; j++) {
			const struct cave_space at = step[j].to;
			struct cave_toll lost = { 0, 0 };

			if (dwarf && ways)
				lost = lost_after(s, up, step[j]);
			if ((s->seen[at.cell] & PART_BIT(at.part)) != 0)
				reach_again(s, i, step[j], lost);
			else
				add_label(s, i, step[j], lost);
		}
	}
}

void
cave_search(struct cave_search *s, struct cave_map *m, uint8_t seat, struct cave_space from,
    unsigned steps, bool ways)
{
	cave_search_to(s, m, seat, from, (struct cave_space){ CELL_NONE, 0 }, steps, ways);
}

bool
cave_forks(const struct cave_search *s, unsigned label)
{
	for (; label != LABEL_NONE; label = s->label[label].up)
		if (s->label[label].forks)
			return true;
	return false;
}
