/*
 * Webs [CAVE 5.F.29, Q-CAVE-24, Q-CAVE-25].
 *
 * (W1) A web is on an edge at which a face-up card is open.
 * (W2) An edge has at most one web.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

static bool
is_open(const struct game *g, int x, int y, unsigned e)
{
	unsigned i = cave_at(g, x, y);

	return i != CELL_NONE &&
	    tunnel_side(cell_tunnel(g->rules->card, &g->board.cell[i]), e) != 0;
}

bool
cave_edge_name(const struct game *g, struct cave_web edge, struct spot *out)
{
	int x = edge.x + edge_dx[edge.edge], y = edge.y + edge_dy[edge.edge];

	if (is_open(g, edge.x, edge.y, edge.edge)) {
		*out = (struct spot){ edge.x, edge.y, (uint8_t)(PART_N + edge.edge) };
		return true;
	}
	*out = (struct spot){ (int8_t)x, (int8_t)y, (uint8_t)(PART_N + (edge.edge ^ 2u)) };
	return is_open(g, x, y, edge.edge ^ 2u);
}

/* ---- removal ---- */

static void
remove_web(struct cave_play *p, unsigned web)
{
	struct cave_state *cave = cave_own(p->g);

	cave->n_web--;
	memmove(&cave->web[web], &cave->web[web + 1], (cave->n_web - web) * sizeof cave->web[0]);
	memset(&cave->web[cave->n_web], 0, sizeof cave->web[0]);
	game_discard(p->g, cave_action_card(p->g, ACTION_SPIDERWEB));
}

/* Adds the event of a web, with its printed name even if its last card is gone. */
static void
add_web_event(const struct cave_play *p, const struct cave_web *w)
{
	struct spot at;

	if (!cave_edge_name(p->g, *w, &at))
		at = (struct spot){ w->x, w->y, (uint8_t)(PART_N + w->edge) };
	cave_emit_at(p, EVENT_WEB, SEAT_NONE, CARD_NONE, at, w->count);
}

void
cave_web_decrement(struct cave_play *p, unsigned web)
{
	struct cave_web *w = &cave_own(p->g)->web[web];

	w->count--;
	add_web_event(p, w);
	if (w->count == 0)
		remove_web(p, web);
}

void
cave_webs_prune(struct cave_play *p)
{
	struct cave_state *cave = cave_own(p->g);
	struct spot at;

	for (unsigned i = 0; i < cave->n_web;) {
		if (cave_edge_name(p->g, cave->web[i], &at)) {
			i++;
			continue;
		}
		cave->web[i].count = 0;
		add_web_event(p, &cave->web[i]);
		remove_web(p, i);
	}
}

/* ---- the card ---- */

static enum verdict
web_check(struct cave_map *m, const struct order *o)
{
	const struct game *g = m->g;
	unsigned e;
	struct spot name;

	if (!cave_has_shape(o, 1, false, 0) || o->at[0].part < PART_N || o->at[0].part > PART_W)
		return VERDICT_BAD_TARGET;
	e = o->at[0].part - (unsigned)PART_N;
	if (!place_in_range(o->at[0].x, o->at[0].y))
		return VERDICT_OUT_OF_RANGE;
	if (cave_web_at(g, o->at[0].x, o->at[0].y, e) != CAVE_WEB_NONE)
		return VERDICT_WEB_THERE;
	if (!cave_edge_name(g, cave_edge(o->at[0].x, o->at[0].y, e), &name))
		return VERDICT_NOT_OPEN;
	return VERDICT_OK;
}

static void
web_play(struct cave_play *p, const struct order *o)
{
	struct cave_state *cave = cave_own(p->g);
	struct cave_web w = cave_edge(o->at[0].x, o->at[0].y, o->at[0].part - (unsigned)PART_N);
	struct spot at = o->at[0];

	w.count = 2;
	w.owner = o->seat;
	(void)cave_edge_name(p->g, w, &at);
	cave_emit_at(p, EVENT_PLAYED, o->seat, o->card[0], at, 0);
	assert(cave->n_web < CAVE_WEBS_MAX); /* rules_state.c (C3) */
	cave->web[cave->n_web++] = w;
}

/* Returns the EDGE_BITs of a card where a web may be placed, ignoring webs. Each edge counts once:
 * for the card that names it. */
static unsigned
edges_for_web(const struct cave_map *m, unsigned cell)
{
	unsigned edges = m->card[cell].open;

	/* To the north and west the other card names it, if that is open too. */
	for (unsigned e = EDGE_N; e < EDGES; e += EDGE_W - EDGE_N) {
		const unsigned j = cave_neighbour(m, cell, e);

		if (j != CELL_NONE && (m->card[j].open & EDGE_BIT(e ^ 2u)) != 0)
			edges &= ~(unsigned)EDGE_BIT(e);
	}
	return edges;
}

/* Returns these edges without those that have a web. */
static unsigned
free_for_web(const struct cave_map *m, unsigned cell)
{
	unsigned edges = edges_for_web(m, cell);

	for (unsigned e = 0; e < EDGES && cave_own(m->g)->n_web > 0; e++)
		if (cave_has_web(m, cell, e))
			edges &= ~(unsigned)EDGE_BIT(e);
	return edges;
}

static void
web_list(struct cave_map *m, const struct order *blank, struct order_list *list)
{
	const struct board *b = &m->g->board;
	struct order o = *blank;

	o.n_at = 1;
	for (unsigned i = 0; i < b->n; i++) {
		for (unsigned edges = free_for_web(m, i); edges != 0; edges &= edges - 1) {
			o.at[0] = (struct spot){ b->cell[i].x, b->cell[i].y,
				(uint8_t)(PART_N + cave_first_edge(edges)) };
			order_list_add(list, &o);
		}
	}
}

const struct cave_action cave_spiderweb = { web_check, web_play, web_list, NULL, NULL };
