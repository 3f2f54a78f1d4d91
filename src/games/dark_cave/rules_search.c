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

struct steps {
	struct cave_step *out;
	unsigned n;
};

static void
add_step(struct steps *s, unsigned cell, unsigned part, bool goal)
{
	assert(s->n < CAVE_STEPS_MAX);
	s->out[s->n++] = (struct cave_step){ { (uint8_t)cell, (uint8_t)part }, goal };
}

/* Across edge e of a cell [CAVE 5.C.12, CAVE 5.E.19, CAVE 5.E.24]. */
static void
step_across(struct cave_map *m, struct steps *s, unsigned cell, unsigned e, bool dwarf)
{
	const struct cell *c = &m->g->board.cell[cell];
	unsigned j = grid_at(&m->grid, c->x + edge_dx[e], c->y + edge_dy[e]);
	unsigned part;

	if (j == CELL_NONE || cave_web_at(m->g, c->x, c->y, e) != WEB_NONE)
		return;
	if ((m->g->board.cell[j].flags & CELL_DOWN) != 0) {
		if (dwarf)
			add_step(s, j, PART_N + (e ^ 2u), true);
		return;
	}
	part = cave_map_card(m, j)->at_edge[e ^ 2u];
	if (part != PARTS)
		add_step(s, j, part, false);
}

/* [CAVE 5.C.14, Q-CAVE-9] to every other ladder on a card face up; webs do not matter. */
static void
step_ladders(struct cave_map *m, struct steps *s, unsigned cell)
{
	const struct board *b = &m->g->board;

	for (unsigned j = 0; j < b->n; j++) {
		const struct cave_card *c;

		if (j == cell || (b->cell[j].flags & CELL_DOWN) != 0 ||
		    (game_card(m->g, b->cell[j].card)->feature & FEATURE_LADDER) == 0)
			continue;
		c = cave_map_card(m, j);
		for (unsigned part = 0; part < PARTS; part++)
			if ((c->has[part] & FEATURE_LADDER) != 0)
				add_step(s, j, part, false);
	}
}

unsigned
cave_steps(struct cave_map *m, struct cave_space from, bool dwarf,
    struct cave_step out[static CAVE_STEPS_MAX])
{
	const struct cave_card *c = cave_map_card(m, from.cell);
	struct steps s = { out, 0 };
	unsigned kept = 0;

	for (unsigned part = 0; part < PARTS; part++)
		if ((c->link[from.part] & PART_BIT(part)) != 0)
			add_step(&s, from.cell, part, false);
	for (unsigned e = 0; e < EDGES; e++)
		if ((c->edges[from.part] & EDGE_BIT(e)) != 0)
			step_across(m, &s, from.cell, e, dwarf);
	if ((c->has[from.part] & FEATURE_LADDER) != 0)
		step_ladders(m, &s, from.cell);
	if (dwarf)
		return s.n;
	/* Q-CAVE-18: creatures stay out of the exit. */
	for (unsigned i = 0; i < s.n; i++)
		if ((cave_map_card(m, out[i].to.cell)->has[out[i].to.part] & FEATURE_EXIT) == 0)
			out[kept++] = out[i];
	return kept;
}

bool
cave_stops(const struct cave_map *m, struct cave_step step, bool dwarf)
{
	const struct cave_state *cave = cave_own(m->g);
	struct spot at = cave_spot(m, step.to);

	if (step.goal)
		return true;
	if (!dwarf) {
		for (unsigned s = 0; s < m->g->n_seats; s++)
			if (!cave->seat[s].out && spot_same(cave->seat[s].at, at))
				return true;
		return false;
	}
	for (unsigned k = 0; k < CREATURES; k++)
		if (cave->creature[k].owner != SEAT_NONE && spot_same(cave->creature[k].at, at))
			return true;
	return m->made[step.to.cell] &&
	    (m->card[step.to.cell].has[step.to.part] & FEATURE_EXIT) != 0;
}

struct cave_toll
cave_toll(struct cave_map *m, struct cave_space from, struct cave_step step)
{
	struct cave_toll toll = { 0, 0 };
	unsigned has, had;

	if (step.goal)
		return toll;
	has = cave_map_card(m, step.to.cell)->has[step.to.part];
	had = from.cell == step.to.cell ? cave_map_card(m, from.cell)->has[from.part] : 0;
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

/* Take a step that leads to a space not reached with fewer steps. */
static void
reach(struct cave_search *s, struct cave_label label)
{
	uint16_t *head = &s->head[label.step.to.cell][label.step.to.part];

	for (unsigned i = *head; i != LABEL_NONE; i = s->label[i].next) {
		struct cave_label *old = &s->label[i];

		if (old->depth < label.depth || !s->ways)
			return;
		if (old->cards != label.cards || old->gold != label.gold)
			continue;
		if (cave_way_compare(s, label.up, old->up) < 0)
			old->up = label.up;
		return;
	}
	if (s->n == LABELS_MAX) /* no deck has so many spaces within six steps */
		return;
	label.next = *head;
	*head = (uint16_t)s->n;
	s->label[s->n++] = label;
}

void
cave_search(struct cave_search *s, struct cave_map *m, uint8_t seat, struct cave_space from,
    unsigned steps, bool ways)
{
	bool dwarf = seat != SEAT_NONE;

	s->map = m;
	s->seat = seat;
	s->ways = ways;
	memset(s->head, 0xff, m->g->board.n * sizeof s->head[0]);
	s->label[0] = (struct cave_label){ .step.to = from, .up = LABEL_NONE, .next = LABEL_NONE };
	s->n = 1;
	s->head[from.cell][from.part] = 0;
	for (unsigned i = 0; i < s->n; i++) {
		struct cave_step step[CAVE_STEPS_MAX];
		struct cave_label up = s->label[i];
		unsigned n;

		if (up.depth == steps || (i > 0 && cave_stops(m, up.step, dwarf)))
			continue;
		n = cave_steps(m, up.step.to, dwarf, step);
		for (unsigned j = 0; j < n; j++) {
			struct cave_label next = up;

			next.step = step[j];
			next.depth++;
			next.up = (uint16_t)i;
			if (dwarf && ways) {
				struct cave_toll toll = cave_toll(m, up.step.to, step[j]);

				next.cards = (uint8_t)(up.cards +
				    (toll.cards != 0 && up.cards < m->g->seat[seat].n_hand));
				next.gold = (uint8_t)(up.gold +
				    (toll.gold != 0 && up.gold < m->g->seat[seat].gold));
			}
			reach(s, next);
		}
	}
}
