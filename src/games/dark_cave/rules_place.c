/*
 * Step one: path cards [CAVE 5.D.16-18].
 *
 * (B1) A card is listed at a place exactly if it passes its check there.
 * (B2) Places are in the order of the cards that lead to them, clockwise around each. The first
 * such card counts.
 */
#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "games/dark_cave/cave.h"

static struct fit
compute_fit(const struct cave_map *m, int x, int y)
{
	struct fit fit = { 0, 0 };

	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned j = cave_at(m->g, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE)
			cave_fit_require(&fit, e, &m->card[j]);
	}
	return fit;
}

/* Returns the constraint of the face-up neighbours of a place. */
static inline struct fit
fit_at(const struct cave_map *m, int x, int y)
{
	const struct cave_cache *cache = &cave_own(m->g)->cache;

	return m->g->board.cache_valid && cave_cache_covers(cache, x, y) ?
	    cache->fit[cave_place_of(x, y)] :
	    compute_fit(m, x, y);
}

/* ---- check ---- */

enum verdict
cave_check_place(struct cave_map *m, const struct order *o)
{
	int x = o->at[0].x, y = o->at[0].y;
	uint8_t tunnel;
	struct fit fit;

	if (game_card(m->g, o->card[0])->class != CARD_PATH)
		return VERDICT_NOT_A_PATH;
	if (!cave_has_shape(o, 1, false, ORDER_FLIPPED) || o->at[0].part != PART_WHOLE)
		return VERDICT_BAD_TARGET;
	if (!place_in_range(x, y))
		return VERDICT_OUT_OF_RANGE;
	if (cave_at(m->g, x, y) != CELL_NONE)
		return VERDICT_SPACE_TAKEN;
	tunnel = game_card(m->g, o->card[0])->tunnel;
	if ((o->flags & ORDER_FLIPPED) != 0)
		tunnel = tunnel_rotated(tunnel);
	fit = fit_at(m, x, y);
	if (!fit_allows(fit, tunnel))
		return VERDICT_EDGES_CLASH;
	return fit.open != 0 ? VERDICT_OK : VERDICT_NOT_CONNECTED;
}

/* ---- list ---- */

/* Returns the edge of a place with the first card in board order that is open to it. */
static inline unsigned
first_side(struct fit fit)
{
	static const uint8_t first[1 << EDGES] = { EDGES, EDGE_N, EDGE_E, EDGE_N, EDGE_S, EDGE_N,
		EDGE_S, EDGE_N, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W };

	return first[fit.open];
}

static void
find_frontier(const struct cave_map *m, struct cave_path_moves *p)
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->g->board.n; i++) {
		const struct cave_card *c = &m->card[i];

		for (unsigned edges = c->open & ~c->leads; edges != 0; edges &= edges - 1) {
			const unsigned e = cave_first_edge(edges);
			const int x = m->g->board.cell[i].x + edge_dx[e],
				  y = m->g->board.cell[i].y + edge_dy[e];
			const struct fit fit = fit_at(m, x, y);

			p->frontier[n].x = (int8_t)x; /* overwritten unless it is a place */
			p->frontier[n].y = (int8_t)y;
			p->frontier[n].fit = fit;
			n += (unsigned)place_in_range(x, y) &
			    (unsigned)(cave_at(m->g, x, y) == CELL_NONE) &
			    (unsigned)(first_side(fit) == (e ^ 2u));
		}
	}
	p->n_frontier = n;
}

/* Returns bit 4 * i for each way i of one word that fits. */
static inline uint64_t
ways_that_fit(const struct cave_path_moves *p, struct fit fit, unsigned word)
{
	uint64_t clash = fit_conflicts(fit, p->open[word]);

	clash |= clash >> 2;
	clash |= clash >> 1;
	return ~clash & p->all[word];
}

static inline unsigned
count_in(const struct cave_path_moves *p, struct fit fit)
{
	unsigned sum = bits_count_nibbles(ways_that_fit(p, fit, 0));

	if (p->n_ways > FIT_WAYS)
		sum += bits_count_nibbles(ways_that_fit(p, fit, 1));
	return sum;
}

static void
add_way(struct cave_path_moves *p, card_id card, uint8_t flags, uint8_t open)
{
	const unsigned k = p->n_ways++;

	p->way[k].card = card;
	p->way[k].flags = flags;
	p->open[k / FIT_WAYS] |= (uint64_t)open << 4 * (k % FIT_WAYS);
	p->all[k / FIT_WAYS] |= UINT64_C(1) << 4 * (k % FIT_WAYS);
}

unsigned
cave_find_places(
    const struct cave_map *m, const card_id *card, unsigned n, struct cave_path_moves *p)
{
	unsigned sum = 0;

	p->n_frontier = p->n_ways = 0;
	memset(p->open, 0, sizeof p->open);
	memset(p->all, 0, sizeof p->all);
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(m->g, card[i]);
		const uint8_t open = tunnel_open(def->tunnel);

		if (def->class != CARD_PATH)
			continue;
		add_way(p, card[i], 0, open);
		if (!card_is_symmetric(def))
			add_way(p, card[i], ORDER_FLIPPED, edges_rotated(open));
	}
	if (p->n_ways > 0)
		find_frontier(m, p);
	for (unsigned i = 0; i < p->n_frontier; i++)
		sum += count_in(p, p->frontier[i].fit);
	return sum;
}

static struct order
blank_place(const struct game *g)
{
	return (struct order){
		.kind = ORDER_PLACE, .seat = g->to_move, .n_card = 1, .to = SEAT_NONE, .n_at = 1
	};
}

/* Writes way k of those that fit at a place; k must be below their number. */
static void
write_way(const struct cave_path_moves *p, const struct cave_frontier_cell *at, unsigned k,
    struct order *o)
{
	uint64_t set = ways_that_fit(p, at->fit, 0);
	const unsigned n = bits_count_nibbles(set);
	unsigned way = 0;

	if (k >= n) {
		set = ways_that_fit(p, at->fit, 1);
		way = FIT_WAYS;
		k -= n;
	}
	way += bits_nth(set, k) / 4;
	o->card[0] = p->way[way].card;
	o->flags = p->way[way].flags;
	o->at[0] = (struct spot){ at->x, at->y, PART_WHOLE };
}

void
cave_list_places(const struct game *g, const struct cave_path_moves *p, struct order_list *list)
{
	struct order o = blank_place(g);

	for (unsigned i = 0; i < p->n_frontier; i++) {
		const unsigned n = count_in(p, p->frontier[i].fit);

		for (unsigned k = 0; k < n; k++) {
			write_way(p, &p->frontier[i], k, &o);
			order_list_add(list, &o);
		}
	}
}

void
cave_write_place(const struct game *g, const struct cave_path_moves *p, unsigned k, struct order *o)
{
	unsigned i = 0, n;

	for (; k >= (n = count_in(p, p->frontier[i].fit)); i++)
		k -= n;
	*o = blank_place(g);
	write_way(p, &p->frontier[i], k, o);
}

/* ---- play ---- */

void
cave_play_place(struct cave_play *p, const struct order *o)
{
	struct cell cell = { .x = o->at[0].x, .y = o->at[0].y, .card = o->card[0] };
	bool flipped = (o->flags & ORDER_FLIPPED) != 0 &&
	    !card_is_symmetric(game_card(p->g, o->card[0]));

	cell.flags = flipped ? CELL_FLIPPED : 0;
	cave_emit_at(p, EVENT_PLACED, o->seat, o->card[0],
	    (struct spot){ cell.x, cell.y, PART_WHOLE }, flipped);
	cave_lay(p, cell);
}
