/*
 * The Duel: what policies look at on a board.
 */
#include "games/duel/survey.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "core/unset.h"

enum { PLACED = CELL_NONE - 1 }; /* in the grid: the card of the order */

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE };

enum { ALL_EDGES = (1 << EDGES) - 1, WORTH = 1 << EDGES }; /* for survey_board.look */

/* Returns the index of a place in the grid. */
static size_t
place_at(const struct survey_board *o, int x, int y)
{
	return (size_t)((y - o->grid.y0) * o->grid.w + x - o->grid.x0);
}

/* Adds these edges of a card, green's in the low half, as far as they lead to empty places and
 * hidden goals. */
static void
add_edges(const struct survey_board *o, const struct cell *c, const uint8_t *at, unsigned edges,
    struct survey *s)
{
	const int step[EDGES] = {
		[EDGE_N] = -o->grid.w, [EDGE_E] = 1, [EDGE_S] = o->grid.w, [EDGE_W] = -1
	};

	for (; edges != 0; edges &= edges - 1) {
		const unsigned bit = bits_first(edges), e = bit % EDGES, j = at[step[e]];
		struct survey_front *f = &s->front[bit / EDGES];

		s->touched[bit / EDGES] |= o->goal[j];
		f->x[f->n] = (int16_t)(c->x + edge_dx[e]);
		f->y[f->n] = (int16_t)(c->y + edge_dy[e]);
		f->n += j == CELL_NONE;
	}
}

/* Caches the reach of both sides if it is not. */
static void
cache_reach(struct game *g)
{
	uint8_t reach[SIDES][CELLS_MAX];
	UNSET struct grid grid;

	if (g->board.cache_valid)
		return;
	grid_make(&grid, &g->board);
	duel_both_reach(g, &grid, reach);
	duel_cache_reach(g, reach);
}

/* Adds the points of a card: tokens on gold are claims, trolls cost half a gold. */
static void
add_card(const struct survey_board *o, const struct cell *c, struct survey *s)
{
	const struct card_def *def = game_card(&o->g, c->card);

	if ((c->flags & TOKENS) != 0) {
		const int points = (def->feature & FEATURE_TROLL) != 0 ? -SURVEY_GOLD / 2 :
									 SURVEY_GOLD * def->value;

		s->claims += (c->flags & duel_token(o->mine)) != 0 ? points : -points;
	} else if ((def->feature & FEATURE_GOLD) != 0) {
		s->gold[s->n_gold++] = (struct survey_gold){ c->x, c->y, def->value };
	}
}

/* Surveys the board of *g, a copy, and caches its reach. */
static void
survey_all(const struct survey_board *o, struct game *g, struct survey *s)
{
	const uint8_t *reach = duel_own(g)->reach;

	cache_reach(g);
	s->claims = 0;
	s->n_gold = 0;
	s->touched[SIDE_GREEN] = s->touched[SIDE_BLUE] = 0;
	s->front[SIDE_GREEN].n = s->front[SIDE_BLUE].n = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const size_t at = place_at(o, c->x, c->y);
		const unsigned look = o->look[at], leads = look & ALL_EDGES;

		add_edges(o, c, &o->grid.at[at], reach[i] & (leads | leads << EDGES), s);
		if ((look & WORTH) != 0)
			add_card(o, c, s);
	}
	for (enum side side = SIDE_GREEN; side < SIDES; side++) {
		struct survey_front *f = &s->front[side];

		for (size_t k = 0; k < SURVEY_LANES; k++)
			f->x[f->n + k] = f->y[f->n + k] = 2 * SURVEY_FAR;
	}
}

int
survey_distance(const struct survey_front *f, int16_t tx, int16_t ty)
{
	int16_t best[SURVEY_LANES];
	int16_t d = SURVEY_FAR;

	for (unsigned k = 0; k < SURVEY_LANES; k++)
		best[k] = SURVEY_FAR;
	for (size_t i = 0; i < f->n; i += SURVEY_LANES) {
		for (size_t k = 0; k < SURVEY_LANES; k++) {
			const int16_t dx = (int16_t)(f->x[i + k] - tx);
			const int16_t dy = (int16_t)(f->y[i + k] - ty);
			const int16_t there = (int16_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));

			best[k] = there < best[k] ? there : best[k];
		}
	}
	for (unsigned k = 0; k < SURVEY_LANES; k++)
		d = best[k] < d ? best[k] : d;
	return d;
}

/* Changes the grid to the board after an order that places or removes a card. */
static void
change_grid(struct survey_board *o, size_t at, int cards)
{
	o->grid.at[at] = cards > 0 ? PLACED : CELL_NONE;
	o->look[at] = ALL_EDGES | WORTH;
	o->look[at - 1] |= EDGE_BIT(EDGE_E);
	o->look[at + 1] |= EDGE_BIT(EDGE_W);
	o->look[at - (size_t)o->grid.w] |= EDGE_BIT(EDGE_S);
	o->look[at + (size_t)o->grid.w] |= EDGE_BIT(EDGE_N);
}

/* Finds the hidden goals, and where to look. */
static void
look_around(struct survey_board *o)
{
	const unsigned worth = FEATURE_GOLD | FEATURE_TROLL;
	const struct board *b = &o->g.board;

	memset(o->goal, 0, sizeof o->goal);
	o->n_hidden = 0;
	for (unsigned i = 0; i < b->n; i++) {
		if (b->cell[i].card != CARD_HIDDEN)
			continue;
		assert(o->n_hidden < SEEN_MAX); /* (D1) */
		o->goal[i] = 1u << o->n_hidden;
		o->hidden[o->n_hidden++] = (struct place){ b->cell[i].x, b->cell[i].y };
	}
	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		uint8_t *look = &o->look[place_at(o, c->x, c->y)];

		*look = c->card != CARD_HIDDEN &&
			(game_card(&o->g, c->card)->feature & worth) != 0 ?
		    WORTH :
		    0;
		for (unsigned e = 0; e < EDGES; e++) {
			const unsigned j = grid_at(&o->grid, c->x + edge_dx[e], c->y + edge_dy[e]);

			if (j == CELL_NONE || o->goal[j] != 0)
				*look |= EDGE_BIT(e);
		}
	}
}

void
survey_start(struct survey_board *o, const struct game *known, uint8_t seat)
{
	o->known = known;
	o->mine = duel_side(known, seat);
	o->theirs = o->mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
	o->is_made = false;
}

void
survey_make(struct survey_board *o)
{
	UNSET struct game now;

	o->is_made = true;
	game_copy(&o->g, o->known);
	duel_search_reach(&o->g);
	grid_make(&o->grid, &o->g.board);
	look_around(o);
	game_copy(&now, &o->g);
	survey_all(o, &now, &o->before);
}

void
survey_play(struct survey_board *o, const struct order *order)
{
	const size_t at = place_at(o, order->at[0].x, order->at[0].y);
	const uint8_t was = o->grid.at[at];
	UNSET struct game after;

	game_copy(&after, &o->g);
	duel_play_on_board(&after, order, NULL);
	if (after.board.n != o->g.board.n)
		change_grid(o, at, after.board.n - o->g.board.n);
	survey_all(o, &after, &o->after);
	o->grid.at[at] = was;
}

bool
survey_is_same(const struct survey_board *b, enum side side)
{
	const struct survey *was = &b->before, *is = &b->after;
	const struct survey_front *f = &was->front[side], *h = &is->front[side];

	return f->n == h->n && was->touched[side] == is->touched[side] &&
	    was->n_gold == is->n_gold && memcmp(f->x, h->x, f->n * sizeof f->x[0]) == 0 &&
	    memcmp(f->y, h->y, f->n * sizeof f->y[0]) == 0 &&
	    memcmp(was->gold, is->gold, was->n_gold * sizeof was->gold[0]) == 0;
}
