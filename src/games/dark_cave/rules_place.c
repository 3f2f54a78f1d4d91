/*
 * Step one: path cards [CAVE 5.D.16-18].
 *
 * (B1) finding and checking agree: a card is found to fit a place exactly if it passes its check there.
 * (B2) places are found in the order of the gaps (rules_kept.c).
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
		tunnel = tunnel_turned(tunnel);
	fit = cave_fit(cave_asked(m->g, m->card, x, y));
	if (!fit_takes(fit, tunnel))
		return VERDICT_EDGES_CLASH;
	return fit.open != 0 ? VERDICT_OK : VERDICT_NOT_CONNECTED;
}

/* ---- which there are ---- */

/* Each of the path cards as printed, then flipped if that is another. */
static void
find_ways(const struct game *g, const card_id *card, unsigned n, struct cave_places *p)
{
	p->n_ways = 0;
	memset(p->open, 0, sizeof p->open);
	memset(p->all, 0, sizeof p->all);
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(g, card[i]);
		uint8_t open = tunnel_open(def->tunnel);

		if (def->class != CARD_PATH)
			continue;
		for (unsigned turned = 0; turned <= !card_is_symmetric(def); turned++) {
			unsigned k = p->n_ways++;

			p->way[k].card = card[i];
			p->way[k].flags = turned != 0 ? ORDER_FLIPPED : 0;
			p->open[k / FIT_WAYS] |= (uint64_t)(turned != 0 ? edges_turned(open) : open)
			    << 4 * (k % FIT_WAYS);
			p->all[k / FIT_WAYS] |= UINT64_C(1) << 4 * (k % FIT_WAYS);
		}
	}
}

/* Bit 4 * i: way first + i fits, of those of one word. */
static inline uint64_t
ways_that_fit(const struct cave_places *p, unsigned asked, unsigned word)
{
	uint64_t clash = fit_clashes(cave_fit(asked), p->open[word]);

	clash |= clash >> 2;
	clash |= clash >> 1;
	return ~clash & p->all[word];
}

void
cave_find_places(const struct cave_map *m, const card_id *card, unsigned n, struct cave_places *p)
{
	const struct cave_kept *kept = &cave_own(m->g)->kept;

	find_ways(m->g, card, n, p);
	p->n_gap = kept->n_gap;
	p->gap = kept->gap;
	if (!m->g->board.kept) {
		struct cave_gaps gaps = { 0, FRONT_MAX, false, p->found, NULL };

		cave_find_gaps(&gaps, m->g, m->card);
		p->n_gap = gaps.n;
		p->gap = p->found;
	}
}

static unsigned
count_found(const struct cave_map *m, const card_id *card, unsigned n)
{
	struct cave_places p;
	unsigned sum = 0;

	cave_find_places(m, card, n, &p);
	for (unsigned k = 0; k * FIT_WAYS < p.n_ways; k++)
		for (unsigned i = 0; i < p.n_gap; i++)
			sum += bits_count_nibbles(ways_that_fit(&p, p.gap[i].asked, k));
	return sum;
}

unsigned
cave_count_places(const struct cave_map *m, const card_id *card, unsigned n)
{
	const uint8_t *takers = cave_own(m->g)->kept.takers;
	unsigned sum = 0;

	if (!m->g->board.kept)
		return count_found(m, card, n);
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(m->g, card[i]);
		const uint8_t open = tunnel_open(def->tunnel);

		if (def->class != CARD_PATH)
			continue;
		sum += takers[open];
		if (!card_is_symmetric(def))
			sum += takers[edges_turned(open)];
	}
	return sum;
}

/* Way number `way` at a gap. */
static void
write_place(const struct cave_places *p, const struct cave_gap *gap, unsigned way, struct order *o)
{
	o->card[0] = p->way[way].card;
	o->flags = p->way[way].flags;
	o->at[0] = (struct spot){ gap->x, gap->y, PART_WHOLE };
}

static struct order
blank_place(const struct game *g)
{
	return (struct order){
		.kind = ORDER_PLACE, .seat = g->to_move, .n_card = 1, .to = SEAT_NONE, .n_at = 1
	};
}

void
cave_list_places(const struct game *g, const struct cave_places *p, struct order_list *list)
{
	struct order o = blank_place(g);

	for (unsigned i = 0; i < p->n_gap; i++) {
		for (unsigned k = 0; k * FIT_WAYS < p->n_ways; k++) {
			uint64_t set = ways_that_fit(p, p->gap[i].asked, k);

			for (; set != 0; set &= set - 1) {
				write_place(p, &p->gap[i], k * FIT_WAYS + bits_first(set) / 4, &o);
				order_list_add(list, &o);
			}
		}
	}
}

void
cave_write_place(const struct game *g, const struct cave_places *p, unsigned k, struct order *o)
{
	*o = blank_place(g);
	for (unsigned i = 0; i < p->n_gap; i++) {
		for (unsigned word = 0; word * FIT_WAYS < p->n_ways; word++) {
			const uint64_t set = ways_that_fit(p, p->gap[i].asked, word);
			const unsigned n = bits_count_nibbles(set);

			if (k < n) {
				write_place(
				    p, &p->gap[i], word * FIT_WAYS + bits_nth(set, k) / 4, o);
				return;
			}
			k -= n;
		}
	}
	assert(false); /* it has number k */
}

/* ---- play ---- */

void
cave_play_place(struct cave_play *p, const struct order *o)
{
	struct cell cell = { .x = o->at[0].x, .y = o->at[0].y, .card = o->card[0] };
	bool flipped = (o->flags & ORDER_FLIPPED) != 0 &&
	    !card_is_symmetric(game_card(p->g, o->card[0]));

	cell.flags = flipped ? CELL_FLIPPED : 0;
	cave_tell_at(p, EVENT_PLACED, o->seat, o->card[0],
	    (struct spot){ cell.x, cell.y, PART_WHOLE }, flipped);
	cave_lay(p, cell);
}
