/*
 * Step one: path cards [CAVE 5.D.16-18].
 *
 * (B1) finding and checking agree: a card is found to fit a place exactly if it passes its check there.
 * (B2) places are found in the order of the cards that lead to them, clockwise around each.
 */
#include <string.h>

#include "core/bits.h"
#include "games/dark_cave/cave.h"

/* The edges of a card face up as it lies; none of others. */
static unsigned
open_edges(const struct game *g, const struct cell *c)
{
	unsigned open;

	if ((c->flags & CELL_DOWN) != 0)
		return 0;
	open = tunnel_open(game_card(g, c->card)->tunnel);
	return (c->flags & CELL_FLIPPED) != 0 ? edges_turned((uint8_t)open) : open;
}

/* ---- what is asked ---- */

/*
 * A place asks of a card that the edges fit [C5] and that at least one tunnel meets another, of whatever
 * card face up [CAVE 5.D.16, Q-CAVE-5].  Of each place of the grid: what its neighbours ask, open edges
 * in the low half, closed ones in the high half.
 */
struct asked {
	uint8_t open[CELLS_MAX]; /* edges of each cell */
	uint8_t at[GRID_MAX];
};

/* By a closed edge and by an open one, of the edge that faces it. */
static const uint8_t ask[2] = { 1 << EDGES, 1 };

static struct fit
fit_of(unsigned asked)
{
	return (struct fit){ (uint8_t)(asked & 0x0f), (uint8_t)(asked >> 4) };
}

/* A card face up asks something of the four places around it, of which `at` is the middle. */
static void
ask_around(const struct grid *grid, unsigned open, uint8_t *at)
{
	at[-grid->w] |= (uint8_t)(ask[open & 1] << EDGE_S);
	at[1] |= (uint8_t)(ask[open >> EDGE_E & 1] << EDGE_W);
	at[grid->w] |= (uint8_t)(ask[open >> EDGE_S & 1] << EDGE_N);
	at[-1] |= (uint8_t)(ask[open >> EDGE_W & 1] << EDGE_E);
}

static unsigned
place_in(const struct grid *grid, int x, int y)
{
	return (unsigned)((y - grid->y0) * grid->w + x - grid->x0);
}

static void
ask_all(const struct cave_map *m, struct asked *asked)
{
	const struct board *b = &m->g->board;

	memset(asked->at, 0, (size_t)(m->grid.w * m->grid.h));
	for (unsigned i = 0; i < b->n; i++) {
		asked->open[i] = (uint8_t)open_edges(m->g, &b->cell[i]);
		if ((b->cell[i].flags & CELL_DOWN) == 0)
			ask_around(&m->grid, asked->open[i],
			    &asked->at[place_in(&m->grid, b->cell[i].x, b->cell[i].y)]);
	}
}

/* ---- check ---- */

/* The same of one place, from the cards beside it. */
static struct fit
fit_at(const struct cave_map *m, int x, int y)
{
	unsigned asked = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&m->grid, x + edge_dx[e], y + edge_dy[e]);
		unsigned open;

		if (j == CELL_NONE || (m->g->board.cell[j].flags & CELL_DOWN) != 0)
			continue;
		open = open_edges(m->g, &m->g->board.cell[j]);
		asked |= (unsigned)ask[open >> (e ^ 2u) & 1] << e;
	}
	return fit_of(asked);
}

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
	if (grid_at(&m->grid, x, y) != CELL_NONE)
		return VERDICT_SPACE_TAKEN;
	tunnel = game_card(m->g, o->card[0])->tunnel;
	if ((o->flags & ORDER_FLIPPED) != 0)
		tunnel = tunnel_turned(tunnel);
	fit = fit_at(m, x, y);
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
		}
	}
}

/* Bit 4 * i: way first + i fits, of those of one word. */
static uint64_t
ways_that_fit(const struct cave_places *p, unsigned asked, unsigned word)
{
	const unsigned left = p->n_ways - word * FIT_WAYS;
	uint64_t clash = fit_clashes(fit_of(asked), p->open[word]);

	clash |= clash >> 2;
	clash |= clash >> 1;
	return ~clash & FIT_EACH & (left < FIT_WAYS ? (UINT64_C(1) << 4 * left) - 1 : ~UINT64_C(0));
}

/* Those at one place, if there are any. */
static void
add_rows(struct cave_places *p, int x, int y, unsigned asked)
{
	for (unsigned k = 0; k * FIT_WAYS < p->n_ways; k++) {
		const uint64_t set = ways_that_fit(p, asked, k);

		p->row[p->n_rows] = (struct cave_place){ .set = set,
			.n = (uint8_t)bits_count_nibbles(set),
			.x = (int8_t)x,
			.y = (int8_t)y,
			.from = (uint8_t)(k * FIT_WAYS) };
		p->n += p->row[p->n_rows].n;
		p->n_rows += set != 0;
	}
}

void
cave_find_places(struct cave_map *m, const card_id *card, unsigned n, struct cave_places *p)
{
	const struct board *b = &m->g->board;
	struct asked asked;

	p->n = p->n_rows = 0;
	find_ways(m->g, card, n, p);
	if (p->n_ways == 0)
		return;
	ask_all(m, &asked);
	for (unsigned i = 0; i < b->n; i++) {
		for (unsigned edges = asked.open[i]; edges != 0; edges &= edges - 1) {
			const unsigned e = cave_first_edge(edges);
			const int x = b->cell[i].x + edge_dx[e], y = b->cell[i].y + edge_dy[e];
			const unsigned at = place_in(&m->grid, x, y);

			if (m->grid.at[at] != CELL_NONE || asked.at[at] == 0 ||
			    !place_in_range(x, y))
				continue;
			add_rows(p, x, y, asked.at[at]);
			asked.at[at] = 0; /* done */
		}
	}
}

static void
write_place(
    const struct cave_places *p, const struct cave_place *row, unsigned bit, struct order *o)
{
	const unsigned way = row->from + bit / 4;

	o->card[0] = p->way[way].card;
	o->flags = p->way[way].flags;
	o->at[0] = (struct spot){ row->x, row->y, PART_WHOLE };
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

	for (unsigned i = 0; i < p->n_rows; i++) {
		for (uint64_t set = p->row[i].set; set != 0; set &= set - 1) {
			write_place(p, &p->row[i], bits_first(set), &o);
			order_list_add(list, &o);
		}
	}
}

void
cave_write_place(const struct game *g, const struct cave_places *p, unsigned k, struct order *o)
{
	const struct cave_place *row = p->row;

	for (; k >= row->n; row++)
		k -= row->n;
	*o = blank_place(g);
	write_place(p, row, bits_nth(row->set, k), o);
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
