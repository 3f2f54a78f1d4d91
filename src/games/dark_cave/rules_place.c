/*
 * Step one: path cards [CAVE 5.D.16-18].
 *
 * (B1) A card is listed at a place exactly if it passes its check there.
 * (B2) Places have the order of the frontier (rules_cache.c).
 */
#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "games/dark_cave/cave.h"

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
	fit = cave_fit(cave_required_edges(m->g, m->card, x, y));
	if (!fit_allows(fit, tunnel))
		return VERDICT_EDGES_CLASH;
	return fit.open != 0 ? VERDICT_OK : VERDICT_NOT_CONNECTED;
}

/* ---- list ---- */

/* Returns bit 4 * i for each way i of one word that fits. */
static inline uint64_t
ways_that_fit(const struct cave_path_moves *p, struct cave_frontier_cell gap, unsigned word)
{
	uint64_t clash = fit_conflicts(cave_fit(gap.asked), p->open[word]);

	clash |= clash >> 2;
	clash |= clash >> 1;
	return ~clash & p->all[word];
}

static inline unsigned
count_in(const struct cave_path_moves *p, struct cave_frontier_cell gap)
{
	unsigned sum = bits_count_nibbles(ways_that_fit(p, gap, 0));

	if (p->n_ways > FIT_WAYS)
		sum += bits_count_nibbles(ways_that_fit(p, gap, 1));
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
	uint16_t lead[FRONTIER_MAX + EDGES];
	unsigned sum = 0;

	*p = (struct cave_path_moves){ .n_ways = 0 };
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(m->g, card[i]);
		const uint8_t open = tunnel_open(def->tunnel);

		if (def->class != CARD_PATH)
			continue;
		add_way(p, card[i], 0, open);
		if (!card_is_symmetric(def))
			add_way(p, card[i], ORDER_FLIPPED, edges_rotated(open));
	}
	for (unsigned i = p->n_ways > 0 ? cave_find_gaps(m->g, m->card, lead) : 0; i-- > 0;)
		sum += count_in(p, cave_gap_at(m->g, m->card, lead[i]));
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
write_way(
    const struct cave_path_moves *p, struct cave_frontier_cell gap, unsigned k, struct order *o)
{
	uint64_t set = ways_that_fit(p, gap, 0);
	const unsigned n = bits_count_nibbles(set);
	unsigned way = 0;

	if (k >= n) {
		set = ways_that_fit(p, gap, 1);
		way = FIT_WAYS;
		k -= n;
	}
	way += bits_nth(set, k) / 4;
	o->card[0] = p->way[way].card;
	o->flags = p->way[way].flags;
	o->at[0] = (struct spot){ gap.x, gap.y, PART_WHOLE };
}

void
cave_list_places(const struct cave_map *m, struct cave_path_moves *p, struct order_list *list)
{
	struct order o = blank_place(m->g);
	uint16_t lead[FRONTIER_MAX + EDGES];
	const unsigned n_gap = cave_find_gaps(m->g, m->card, lead);

	for (unsigned i = 0; i < n_gap; i++) {
		const struct cave_frontier_cell gap = cave_gap_at(m->g, m->card, lead[i]);
		const unsigned n = count_in(p, gap);

		for (unsigned k = 0; k < n; k++) {
			write_way(p, gap, k, &o);
			order_list_add(list, &o);
		}
	}
}

void
cave_write_place(const struct cave_map *m, struct cave_path_moves *p, unsigned k, struct order *o)
{
	uint16_t lead[FRONTIER_MAX + EDGES];
	const unsigned n_gap = cave_find_gaps(m->g, m->card, lead);

	*o = blank_place(m->g);
	for (unsigned i = 0; i < n_gap; i++) {
		const struct cave_frontier_cell gap = cave_gap_at(m->g, m->card, lead[i]);
		const unsigned n = count_in(p, gap);

		if (k < n) {
			write_way(p, gap, k, o);
			return;
		}
		k -= n;
	}
	assert(false); /* order number k exists */
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
