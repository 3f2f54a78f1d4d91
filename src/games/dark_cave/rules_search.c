/*
 * Steps in the cave, and the best of the shortest ways.
 *
 * (H1) Labels ascend by the number of steps. All labels of one space have the same, minimal number.
 * (H2) Labels of one space differ in their cost. Each has the bytewise first way among those of its
 * cost. The rest of a way depends only on space and cost, so no better way is lost.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

/* ---- one step ---- */

/* A list of steps; `done`: PART_BITs of the spaces to skip. */
struct steps {
	struct cave_step *out;
	unsigned n;
	const uint8_t *done;
	bool dwarf;
};

/* Q-CAVE-18: creatures do not enter the exit. */
static void
add_step(struct steps *s, const struct cave_map *m, unsigned cell, unsigned part)
{
	const struct cave_card *c = &m->card[cell];

	if ((s->done[cell] >> part & 1) != 0 || (!s->dwarf && (c->ends >> part & 1) != 0))
		return;
	s->out[s->n++] = (struct cave_step){ { (uint8_t)cell, (uint8_t)part }, c->parts == 0 };
}

/* Adds the steps across the edges of a space [CAVE 5.C.12, CAVE 5.E.19, CAVE 5.E.24]. */
static void
step_across(const struct cave_map *m, struct steps *s, unsigned cell, unsigned edges)
{
	for (; edges != 0; edges &= edges - 1) {
		const unsigned e = cave_first_edge(edges), j = cave_neighbour(m, cell, e);

		if (!cave_has_web(m, cell, e))
			add_step(s, m, j, m->card[j].at_edge[e ^ 2u]);
	}
}

/* [CAVE 5.C.14, Q-CAVE-9] Adds the steps to every other ladder; webs are ignored. */
static void
step_ladders(const struct cave_map *m, struct steps *s, unsigned cell)
{
	for (unsigned i = 0; i < m->n_ladder; i++) {
		const unsigned j = cave_listed(m, m->ladder[i]);

		if (j != cell)
			add_step(s, m, j, m->card[j].home);
	}
}

/* Lists the steps from a space, except to `done` spaces. Returns their number. */
static unsigned
find_steps(const struct cave_map *m, struct cave_space from, bool dwarf, const uint8_t *done,
    struct cave_step *out)
{
	const struct cave_card *c = &m->card[from.cell];
	struct steps s = { out, 0, done, dwarf };

	for (unsigned part = 0, links = c->link[from.part]; links != 0; part++, links >>= 1)
		if ((links & 1) != 0)
			add_step(&s, m, from.cell, part);
	step_across(m, &s, from.cell, c->edges[from.part] & c->leads);
	if (from.part == c->home && cave_card_has(c, FEATURE_LADDER))
		step_ladders(m, &s, from.cell);
	assert(s.n <= CAVE_STEPS_MAX);
	return s.n;
}

unsigned
cave_steps(const struct cave_map *m, struct cave_space from, bool dwarf,
    struct cave_step out[static CAVE_STEPS_MAX])
{
	static const uint8_t none[CELLS_MAX];

	return find_steps(m, from, dwarf, none, out);
}

static void
meet(struct cave_stop_mask *met, const struct cave_map *m, struct spot at)
{
	unsigned cell = cave_at(m->g, at.x, at.y);

	if (cell != CELL_NONE)
		met->at[cell] |= PART_BIT(at.part);
}

void
cave_met_make(struct cave_stop_mask *met, const struct cave_map *m, bool dwarf)
{
	const struct cave_state *cave = cave_own(m->g);

	memset(met->at, 0, m->g->board.n * sizeof met->at[0]);
	for (unsigned i = 0; i < m->n_marked && dwarf; i++) {
		const unsigned cell = cave_listed(m, m->marked[i]);

		met->at[cell] = m->card[cell].ends;
	}
	for (unsigned k = 0; k < CREATURES && dwarf; k++)
		if (cave->creature[k].owner != SEAT_NONE)
			meet(met, m, cave->creature[k].at);
	for (unsigned s = 0; s < m->g->n_seats && !dwarf; s++)
		if (!cave->seat[s].out)
			meet(met, m, cave->seat[s].at);
}

struct cave_step_cost
cave_toll(const struct cave_map *m, struct cave_space from, struct cave_step step)
{
	struct cave_step_cost toll = { 0, 0 };
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

/* Lists the labels of a way after the start, at most ORDER_SPOTS. */
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

static void
add_label(struct cave_search *s, unsigned up, struct cave_step step, struct cave_step_cost lost)
{
	struct cave_label *to = &s->label[s->n];
	uint16_t *head = &s->head[step.to.cell][step.to.part];
	const uint8_t bit = PART_BIT(step.to.part);

	if (s->n == LABELS_MAX) /* no deck gives this many spaces within six steps */
		return;
	to->step = step;
	to->depth = (uint8_t)(s->label[up].depth + 1);
	to->cards = lost.cards;
	to->gold = lost.gold;
	to->up = (uint16_t)up;
	to->next = (s->seen[step.to.cell] & bit) != 0 ? *head : (uint16_t)LABEL_NONE;
	*head = (uint16_t)s->n++;
	s->seen[step.to.cell] |= bit;
}

/* Handles a step to a space that was reached with the same number of steps. */
static void
reach_again(struct cave_search *s, unsigned up, struct cave_step step, struct cave_step_cost lost)
{
	for (unsigned i = s->head[step.to.cell][step.to.part]; i != LABEL_NONE;
	     i = s->label[i].next) {
		struct cave_label *old = &s->label[i];

		if (old->cards != lost.cards || old->gold != lost.gold)
			continue;
		if (cave_way_compare(s, up, old->up) < 0)
			old->up = (uint16_t)up;
		return;
	}
	add_label(s, up, step, lost);
}

/* Returns the cost of a way after another step. A dwarf cannot lose more than it has. */
static struct cave_step_cost
lost_after(const struct cave_search *s, const struct cave_label *up, struct cave_step step)
{
	const struct seat *me = &s->map->g->seat[s->seat];
	const struct cave_step_cost toll = cave_toll(s->map, up->step.to, step);
	struct cave_step_cost lost = { up->cards, up->gold };

	if (toll.cards != 0 && lost.cards < me->n_hand)
		lost.cards++;
	if (toll.gold != 0 && lost.gold < me->gold)
		lost.gold++;
	return lost;
}

/* Initializes the search with the start only. */
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
cave_search(struct cave_search *s, const struct cave_map *m, uint8_t seat, struct cave_space from,
    struct cave_space to, unsigned steps)
{
	const bool dwarf = seat != SEAT_NONE;
	uint8_t done[CELLS_MAX]; /* reached with fewer steps than the current level */
	unsigned next = 0;       /* the first label with one more step */
	struct cave_stop_mask met;

	s->map = m;
	s->seat = seat;
	cave_met_make(&met, m, dwarf);
	begin(s, from);
	for (unsigned i = 0; i < s->n && s->label[i].depth < steps; i++) {
		const struct cave_label *up = &s->label[i];
		struct cave_step step[CAVE_STEPS_MAX];
		unsigned n;

		if (i == next) {
			if (cave_label_at(s, to) != LABEL_NONE)
				return;
			next = s->n;
			memcpy(done, s->seen, m->g->board.n * sizeof done[0]);
		}
		if (i > 0 && cave_stops(&met, up->step.to))
			continue;
		n = find_steps(m, up->step.to, dwarf, done, step);
		for (unsigned j = 0; j < n; j++) {
			const struct cave_space at = step[j].to;
			struct cave_step_cost lost = { 0, 0 };

			if (dwarf)
				lost = lost_after(s, up, step[j]);
			if ((s->seen[at.cell] & PART_BIT(at.part)) == 0)
				add_label(s, i, step[j], lost);
			else
				reach_again(s, i, step[j], lost);
		}
	}
}
