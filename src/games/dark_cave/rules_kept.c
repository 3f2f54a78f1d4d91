/*
 * What follows from the cards on the table, and is kept from one card to the next (cave.h, struct
 * cave_kept): which cards lie beside each other, their spaces, and the places where cards may be laid.
 *
 * (L1) while board.kept all of it is what cave_keep makes of the table
 * (L2) gaps are in the order of the cards that lead to them, clockwise around each
 * (L3) a gap is within COORD_MAX, and at least one card face up is open to it
 * (L4) gaps come and go with insert_gap, remove_gap and set_gap, which count who takes a card
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

/* ---- who lies beside whom ---- */

static void
lead(struct cave_card *from, unsigned e, const struct cave_card *to)
{
	if ((from->open & EDGE_BIT(e)) != 0 && to->at_edge[e ^ 2u] != PARTS)
		from->leads |= EDGE_BIT(e);
}

static void
join(struct cave_beside *beside, struct cave_card *card, unsigned i, unsigned e, unsigned j)
{
	if (j == CELL_NONE)
		return;
	beside[i].at[e] = (uint8_t)j;
	beside[j].at[e ^ 2u] = (uint8_t)i;
	lead(&card[i], e, &card[j]);
	lead(&card[j], e ^ 2u, &card[i]);
}

void
cave_link(const struct board *b, struct cave_card *card, struct cave_beside *beside)
{
	unsigned east = 0;

	memset(beside, CELL_NONE, b->n * sizeof beside[0]);
	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];

		if (cell_is_at(b, i + 1, c->x, c->y + 1))
			join(beside, card, i, EDGE_S, i + 1);
		while (east < b->n &&
		    place_rank(b->cell[east].x, b->cell[east].y) < place_rank(c->x + 1, c->y))
			east++;
		if (cell_is_at(b, east, c->x + 1, c->y))
			join(beside, card, i, EDGE_E, east);
	}
}

static bool
is_ladder(const struct cave_card *c)
{
	return card_has(c, FEATURE_LADDER);
}

static bool
is_marked(const struct cave_card *c)
{
	return c->ends != 0 || card_has(c, FEATURE_HOLE);
}

unsigned
cave_ladders(const struct cave_card *card, unsigned n, uint8_t *ladder)
{
	unsigned n_ladder = 0;

	for (unsigned i = 0; i < n; i++)
		if (is_ladder(&card[i]))
			ladder[n_ladder++] = (uint8_t)i;
	return n_ladder;
}

unsigned
cave_mark(const struct cave_card *card, unsigned n, uint8_t *marked)
{
	unsigned n_marked = 0;

	for (unsigned i = 0; i < n; i++)
		if (is_marked(&card[i]))
			marked[n_marked++] = (uint8_t)i;
	return n_marked;
}

static void
mark_kept(struct cave_kept *kept, unsigned n)
{
	kept->n_ladder = (uint8_t)cave_ladders(kept->card, n, kept->ladder);
	kept->n_marked = (uint8_t)cave_mark(kept->card, n, kept->marked);
}

/* ---- gaps ---- */

/* At that edge of a place, by a card that is open so. */
static unsigned
asked_by(unsigned open, unsigned edge)
{
	return (open >> (edge ^ 2u) & 1u) != 0 ? 1u << edge : 0x10u << edge;
}

unsigned
cave_asked(const struct game *g, const struct cave_card *card, int x, int y)
{
	unsigned asked = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = cave_at(g, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (g->board.cell[j].flags & CELL_DOWN) == 0)
			asked |= asked_by(card[j].open, e);
	}
	return asked;
}

/* By which edge of a gap the first card lies that is open to it, by the open edges that are asked. */
static unsigned
first_side(unsigned asked)
{
	static const uint8_t first[1 << EDGES] = { EDGE_N, EDGE_N, EDGE_E, EDGE_N, EDGE_S, EDGE_N,
		EDGE_S, EDGE_N, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W };

	return first[asked & 0x0f];
}

/* Grows from gap to gap in their order. */
static int
rank_of(const struct cave_gap *gap)
{
	const unsigned side = first_side(gap->asked);

	return place_rank(gap->x + edge_dx[side], gap->y + edge_dy[side]) * EDGES +
	    (int)(side ^ 2u);
}

/* One gap with these asked more (1), or less (-1). */
static void
count_gap(const struct cave_gaps *gaps, unsigned asked, int by)
{
	static const uint8_t all[1 << EDGES] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
		15 };
	const struct fit fit = cave_fit(asked);
	const uint8_t open = fit.open, matter = fit.open | fit.closed, more = (uint8_t)by;
	uint8_t *takers = gaps->takers;

	if (takers == NULL)
		return;
	for (unsigned k = 0; k < sizeof all; k++) { /* bytes alone, which are counted all at once */
		const uint8_t clash = (uint8_t)((all[k] ^ open) & matter);

		takers[k] = (uint8_t)(takers[k] + (uint8_t)(clash == 0 ? more : 0));
	}
}

static void
remove_gap(struct cave_gaps *gaps, unsigned i)
{
	count_gap(gaps, gaps->at[i].asked, -1);
	gaps->n--;
	memmove(&gaps->at[i], &gaps->at[i + 1], (gaps->n - i) * sizeof gaps->at[0]);
}

static void
insert_gap(struct cave_gaps *gaps, struct cave_gap gap)
{
	const int rank = rank_of(&gap);
	unsigned i = gaps->n;

	if (gaps->n == gaps->max) {
		gaps->full = true;
		return;
	}
	for (; i > 0 && rank_of(&gaps->at[i - 1]) > rank; i--)
		gaps->at[i] = gaps->at[i - 1];
	gaps->at[i] = gap;
	gaps->n++;
	count_gap(gaps, gap.asked, 1);
}

static unsigned
find_gap(const struct cave_gaps *gaps, int x, int y)
{
	unsigned i = 0;

	while (i < gaps->n && (gaps->at[i].x != x || gaps->at[i].y != y))
		i++;
	return i;
}

/* What is asked at gap i, which may be a new one (gaps->n), or none any more. */
static void
set_gap(struct cave_gaps *gaps, unsigned i, struct cave_gap gap)
{
	const bool is = (gap.asked & 0x0f) != 0, was = i < gaps->n;

	if (is && was && first_side(gaps->at[i].asked) == first_side(gap.asked)) {
		count_gap(gaps, gaps->at[i].asked, -1);
		count_gap(gaps, gap.asked, 1);
		gaps->at[i] = gap;
		return;
	}
	if (was)
		remove_gap(gaps, i);
	if (is)
		insert_gap(gaps, gap);
}

/* What lies around a place has changed. */
static void
look_at(struct cave_gaps *gaps, const struct game *g, const struct cave_card *card, int x, int y)
{
	struct cave_gap gap = { (int8_t)x, (int8_t)y, 0 };

	if (!place_in_range(x, y))
		return;
	if (cave_at(g, x, y) == CELL_NONE)
		gap.asked = (uint8_t)cave_asked(g, card, x, y);
	set_gap(gaps, find_gap(gaps, x, y), gap);
}

static void
look_around(
    struct cave_gaps *gaps, const struct game *g, const struct cave_card *card, int x, int y)
{
	for (unsigned e = 0; e < EDGES; e++)
		look_at(gaps, g, card, x + edge_dx[e], y + edge_dy[e]);
}

void
cave_find_gaps(struct cave_gaps *gaps, const struct game *g, const struct cave_card *card)
{
	gaps->n = 0;
	gaps->full = false;
	for (unsigned i = 0; i < g->board.n; i++)
		if (card[i].open != 0)
			look_around(gaps, g, card, g->board.cell[i].x, g->board.cell[i].y);
}

/* ---- what is kept ---- */

static uint8_t *
place_of(struct cave_kept *kept, const struct cell *c)
{
	return &kept->at[(unsigned)(c->y * KEPT_WIDTH + c->x) % sizeof kept->at];
}

void
cave_keep(struct game *g)
{
	struct cave_kept *kept = &cave_own(g)->kept;
	struct cave_gaps gaps = { 0, KEPT_GAPS, false, kept->gap, kept->takers };

	g->board.kept = false;
	if (g->board.n > KEPT_CELLS)
		return;
	memset(kept->takers, 0, sizeof kept->takers);
	memset(kept->at, CELL_NONE, sizeof kept->at);
	for (unsigned i = 0; i < g->board.n; i++) {
		uint8_t *place = place_of(kept, &g->board.cell[i]);

		if (*place != CELL_NONE)
			return;
		*place = (uint8_t)i;
		cave_card_make(&kept->card[i], g->rules, &g->board.cell[i]);
	}
	cave_link(&g->board, kept->card, kept->beside);
	mark_kept(kept, g->board.n);
	g->board.kept = true; /* for cave_at */
	cave_find_gaps(&gaps, g, kept->card);
	kept->n_gap = (uint8_t)gaps.n;
	g->board.kept = !gaps.full;
}

/* In all that is kept, cells are called by other numbers where card i has been put, or removed. */
static void
count_up(struct cave_kept *kept, uint8_t i)
{
	uint8_t *beside = kept->beside[0].at;

	/* CELL_NONE, behind which there is no number, stays. */
	for (unsigned k = 0; k < sizeof kept->at; k++)
		kept->at[k] = (uint8_t)(kept->at[k] + ((uint8_t)(kept->at[k] + 1) > i));
	for (unsigned k = 0; k < sizeof kept->beside; k++)
		beside[k] = (uint8_t)(beside[k] + ((uint8_t)(beside[k] + 1) > i));
}

static uint8_t
one_less(uint8_t cell, unsigned i)
{
	return cell == i ? (uint8_t)CELL_NONE : (uint8_t)(cell - (cell > i && cell != CELL_NONE));
}

static void
count_down(struct cave_kept *kept, unsigned i)
{
	uint8_t *beside = kept->beside[0].at;

	for (unsigned k = 0; k < sizeof kept->at; k++)
		kept->at[k] = one_less(kept->at[k], i);
	for (unsigned k = 0; k < sizeof kept->beside; k++)
		beside[k] = one_less(beside[k], i);
}

/* Card i has been put, which belongs to this list of cells or not; how many it has now. */
static uint8_t
list_up(uint8_t *list, unsigned n, unsigned i, bool is)
{
	unsigned k = n;

	for (; k > 0 && list[k - 1] >= i; k--)
		list[k - 1 + is] = (uint8_t)(list[k - 1] + 1);
	if (is)
		list[k] = (uint8_t)i;
	return (uint8_t)(n + is);
}

/* Card i has come, maybe upon a gap; it asks something of those around it. */
static void
narrow_gaps(struct cave_gaps *gaps, const struct game *g, unsigned i)
{
	const struct cave_kept *kept = &cave_own(g)->kept;
	const struct cell *c = &g->board.cell[i];
	const unsigned own = find_gap(gaps, c->x, c->y);

	if (own < gaps->n)
		remove_gap(gaps, own);
	for (unsigned e = 0; e < EDGES && (c->flags & CELL_DOWN) == 0; e++) {
		const int x = c->x + edge_dx[e], y = c->y + edge_dy[e];
		unsigned k;

		if (kept->beside[i].at[e] != CELL_NONE)
			continue;
		k = find_gap(gaps, x, y);
		if (k == gaps->n && (kept->card[i].open & EDGE_BIT(e)) != 0)
			look_at(gaps, g, kept->card, x, y);
		else if (k < gaps->n)
			set_gap(gaps, k,
			    (struct cave_gap){ (int8_t)x, (int8_t)y,
				(uint8_t)(gaps->at[k].asked |
				    asked_by(kept->card[i].open, e ^ 2u)) });
	}
}

/* Card i is on the board now, and all was kept without it. */
static void
join_in(struct game *g, unsigned i)
{
	struct cave_kept *kept = &cave_own(g)->kept;
	struct cave_gaps gaps = { kept->n_gap, KEPT_GAPS, false, kept->gap, kept->takers };
	const struct cell *c = &g->board.cell[i];
	const unsigned behind = g->board.n - 1 - i;

	count_up(kept, (uint8_t)i);
	*place_of(kept, c) = (uint8_t)i;
	memmove(&kept->beside[i + 1], &kept->beside[i], behind * sizeof kept->beside[0]);
	memmove(&kept->card[i + 1], &kept->card[i], behind * sizeof kept->card[0]);
	memset(&kept->beside[i], CELL_NONE, sizeof kept->beside[i]);
	cave_card_make(&kept->card[i], g->rules, c);
	kept->n_ladder = list_up(kept->ladder, kept->n_ladder, i, is_ladder(&kept->card[i]));
	kept->n_marked = list_up(kept->marked, kept->n_marked, i, is_marked(&kept->card[i]));
	g->board.kept = true; /* for cave_at */
	for (unsigned e = 0; e < EDGES; e++)
		join(kept->beside, kept->card, i, e,
		    cave_at(g, c->x + edge_dx[e], c->y + edge_dy[e]));
	narrow_gaps(&gaps, g, i);
	kept->n_gap = (uint8_t)gaps.n;
	g->board.kept = !gaps.full;
}

void
cave_put(struct game *g, struct cell cell)
{
	const bool was_kept = g->board.kept && g->board.n < KEPT_CELLS &&
	    *place_of(&cave_own(g)->kept, &cell) == CELL_NONE;
	const bool put = board_put(&g->board, cell);

	assert(put);
	(void)put;
	if (was_kept)
		join_in(g, board_find(&g->board, cell.x, cell.y));
	else
		cave_keep(g);
}

void
cave_remove(struct game *g, unsigned i)
{
	struct cave_kept *kept = &cave_own(g)->kept;
	struct cave_gaps gaps = { kept->n_gap, KEPT_GAPS, false, kept->gap, kept->takers };
	const struct cell cell = g->board.cell[i];
	const bool was_kept = g->board.kept;
	unsigned behind;

	board_remove(&g->board, i);
	behind = g->board.n - i;
	if (!was_kept)
		return;
	for (unsigned e = 0; e < EDGES; e++)
		if (kept->beside[i].at[e] != CELL_NONE)
			kept->card[kept->beside[i].at[e]].leads &= (uint8_t)~EDGE_BIT(e ^ 2u);
	count_down(kept, i);
	memmove(&kept->beside[i], &kept->beside[i + 1], behind * sizeof kept->beside[0]);
	memmove(&kept->card[i], &kept->card[i + 1], behind * sizeof kept->card[0]);
	mark_kept(kept, g->board.n);
	g->board.kept = true; /* for cave_at */
	look_at(&gaps, g, kept->card, cell.x, cell.y);
	look_around(&gaps, g, kept->card, cell.x, cell.y);
	kept->n_gap = (uint8_t)gaps.n;
	g->board.kept = !gaps.full;
}

bool
cave_kept_is_ok(const struct game *g)
{
	struct game again = *g;
	const struct cave_kept *is = &cave_own(g)->kept, *made = &cave_own(&again)->kept;

	if (!g->board.kept)
		return true;
	cave_keep(&again);
	return again.board.kept && is->n_gap == made->n_gap &&
	    memcmp(is->at, made->at, sizeof is->at) == 0 &&
	    memcmp(is->beside, made->beside, g->board.n * sizeof is->beside[0]) == 0 &&
	    memcmp(is->card, made->card, g->board.n * sizeof is->card[0]) == 0 &&
	    is->n_ladder == made->n_ladder && memcmp(is->ladder, made->ladder, is->n_ladder) == 0 &&
	    is->n_marked == made->n_marked && memcmp(is->marked, made->marked, is->n_marked) == 0 &&
	    memcmp(is->gap, made->gap, is->n_gap * sizeof is->gap[0]) == 0 &&
	    memcmp(is->takers, made->takers, sizeof is->takers) == 0;
}
