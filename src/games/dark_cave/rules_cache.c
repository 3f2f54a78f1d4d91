/*
 * Cache of data derived from the cards on the board (cave.h, struct cave_cache): their cells, their
 * spaces, and the places where cards may be placed. Updated card by card.
 *
 * (L1) While board.cache_valid it equals the result of cave_cache_build.
 * (L2) Frontier places are in the order of the cards that lead to them, clockwise around each.
 * (L3) A frontier place is within COORD_MAX, and at least one face-up card is open to it.
 * (L4) The constraint of a place is stored whether or not it has a card. A frontier place is
 * removed before a change and added after it.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

static void
add_lead(struct cave_card *from, unsigned e, const struct cave_card *to)
{
	if ((from->open & EDGE_BIT(e)) != 0 && to->at_edge[e ^ 2u] != PARTS)
		from->leads |= EDGE_BIT(e);
}

void
cave_card_connect(struct cave_card *a, unsigned e, struct cave_card *b)
{
	add_lead(a, e, b);
	add_lead(b, e ^ 2u, a);
}

static bool
is_down(const struct cave_card *c)
{
	return c->ends == 0xff;
}

/* ---- frontier ---- */

/* Returns the constraint at that edge of a place, from a neighbour with these open edges. */
static unsigned
constraint_from(unsigned open, unsigned edge)
{
	return 0x10u >> 4 * (open >> (edge ^ 2u) & 1u) << edge;
}

unsigned
cave_compute_required(const struct game *g, const struct cave_card *card, int x, int y)
{
	unsigned required = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = cave_at(g, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (g->board.cell[j].flags & CELL_DOWN) == 0)
			required |= constraint_from(card[j].open, e);
	}
	return required;
}

/* Returns the edge of a place with the first card that is open to it, by the constraint. */
static unsigned
first_side(unsigned required)
{
	static const uint8_t first[1 << EDGES] = { EDGE_N, EDGE_N, EDGE_E, EDGE_N, EDGE_S, EDGE_N,
		EDGE_S, EDGE_N, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W, EDGE_W };

	return first[required & 0x0f];
}

/* Lists the cached frontier: for each card the places to which it leads first. Branch-free: the
 * branch would be mispredicted. */
static unsigned
cached_frontier(const struct game *g, uint16_t lead[static FRONTIER_MAX + EDGES])
{
	static const uint16_t edge[1 << EDGES][EDGES] = { { 0 }, { 0 }, { 1 }, { 0, 1 }, { 2 },
		{ 0, 2 }, { 1, 2 }, { 0, 1, 2 }, { 3 }, { 0, 3 }, { 1, 3 }, { 0, 1, 3 }, { 2, 3 },
		{ 0, 2, 3 }, { 1, 2, 3 }, { 0, 1, 2, 3 } };
	static const uint8_t count[1 << EDGES] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };
	const struct cave_card *card = cave_own(g)->kept.card;
	unsigned n = 0;

	for (unsigned i = 0; i < g->board.n; i++) {
		uint64_t four; /* writes four entries at once; surplus ones are overwritten */

		memcpy(&four, edge[card[i].gaps], sizeof four);
		four += i * (EDGES * UINT64_C(0x0001000100010001));
		memcpy(&lead[n], &four, sizeof four);
		n += count[card[i].gaps];
	}
	return n;
}

unsigned
cave_find_gaps(
    const struct game *g, const struct cave_card *card, uint16_t lead[static FRONTIER_MAX + EDGES])
{
	unsigned n = 0;

	if (g->board.cache_valid)
		return cached_frontier(g, lead);
	for (unsigned i = 0; i < g->board.n; i++) {
		for (unsigned e = 0; e < EDGES; e++) {
			const int x = g->board.cell[i].x + edge_dx[e],
				  y = g->board.cell[i].y + edge_dy[e];

			if ((card[i].open & EDGE_BIT(e)) != 0 && place_in_range(x, y) &&
			    cave_at(g, x, y) == CELL_NONE &&
			    first_side(cave_required_edges(g, card, x, y)) == (e ^ 2u))
				lead[n++] = (uint16_t)(EDGES * i + e);
		}
	}
	return n;
}

/* If the place is in the frontier, adds it, or removes it if it is there already, for the card that
 * leads there first. Branch-free: the branch would be mispredicted. */
static inline void
toggle_frontier(struct cave_cache *cache, unsigned place)
{
	const unsigned required = cache->asked[place], side = first_side(required);
	const unsigned is = (cache->at[place] == CELL_NONE) & ((required & 0x0f) != 0);
	const unsigned from = cache->at[cave_place_at(place, side)] & (0u - is);

	cache->card[from].gaps ^= (uint8_t)(is << (side ^ 2u));
}

static void
toggle_around(struct cave_cache *cache, unsigned place)
{
	for (unsigned e = 0; e < EDGES; e++)
		toggle_frontier(cache, cave_place_at(place, e));
}

/* Adds or removes the constraints of a card on its neighbours. */
static void
set_constraints(struct cave_cache *cache, unsigned place, const struct cave_card *card, bool is)
{
	if (is_down(card))
		return;
	for (unsigned e = 0; e < EDGES; e++) {
		uint8_t *required = &cache->asked[cave_place_at(place, e)];
		const unsigned others = *required & ~(0x11u << (e ^ 2u));

		*required = (uint8_t)(others |
		    (constraint_from(card->open, e ^ 2u) & (0u - (unsigned)is)));
	}
}

/* ---- cache ---- */

/* Extends the bounds by this cell. Returns false if the board with its neighbours becomes too
 * large. */
static bool
extend_bounds(struct cave_cache *cache, const struct cell *c)
{
	cache->west = c->x < cache->west ? c->x : cache->west;
	cache->east = c->x > cache->east ? c->x : cache->east;
	cache->north = c->y < cache->north ? c->y : cache->north;
	cache->south = c->y > cache->south ? c->y : cache->south;
	return cache->east - cache->west + 2 < CACHE_WIDTH &&
	    cache->south - cache->north + 2 < CACHE_WIDTH &&
	    place_in_range(cache->east + 1, cache->south + 1) &&
	    place_in_range(cache->west - 1, cache->north - 1);
}

/* Connects card i with its neighbours. */
static void
connect_card(struct game *g, unsigned i)
{
	struct cave_cache *cache = &cave_own(g)->kept;
	const unsigned place = cave_place_of(g->board.cell[i].x, g->board.cell[i].y);

	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned j = cache->at[cave_place_at(place, e)];

		if (j != CELL_NONE)
			cave_card_connect(&cache->card[i], e, &cache->card[j]);
	}
}

static void
init_frontier(struct game *g)
{
	struct cave_cache *cache = &cave_own(g)->kept;

	memset(cache->asked, 0, sizeof cache->asked);
	for (unsigned i = 0; i < g->board.n; i++)
		set_constraints(cache, cave_place_of(g->board.cell[i].x, g->board.cell[i].y),
		    &cache->card[i], true);
	for (unsigned i = 0; i < g->board.n; i++) {
		const unsigned place = cave_place_of(g->board.cell[i].x, g->board.cell[i].y);

		for (unsigned e = 0; e < EDGES; e++) {
			const unsigned gap = cave_place_at(place, e);

			/* each once: by the card that leads there first */
			if ((cache->card[i].open & EDGE_BIT(e)) != 0 &&
			    first_side(cache->asked[gap]) == (e ^ 2u))
				toggle_frontier(cache, gap);
		}
	}
}

void
cave_cache_build(struct game *g)
{
	struct cave_cache *cache = &cave_own(g)->kept;

	g->board.cache_valid = false;
	if (g->board.n > CACHE_CELLS)
		return;
	memset(cache->at, CELL_NONE, sizeof cache->at);
	cache->west = cache->east = cache->north = cache->south = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		if (!extend_bounds(cache, c))
			return;
		cave_card_make(&cache->card[i], g->rules, c);
		cache->at[cave_place_of(c->x, c->y)] = (uint8_t)i;
		connect_card(g, i);
	}
	init_frontier(g);
	g->board.cache_valid = true;
}

/* Renumbers the cells before card i is inserted. */
static void
renumber_up(struct cave_cache *cache, uint8_t i)
{
	/* CELL_NONE stays: it wraps to 0. */
	for (unsigned k = 0; k < sizeof cache->at; k++)
		cache->at[k] = (uint8_t)(cache->at[k] + ((uint8_t)(cache->at[k] + 1) > i));
}

/* Renumbers the cells after card i was removed. */
static void
renumber_down(struct cave_cache *cache, uint8_t i)
{
	for (unsigned k = 0; k < sizeof cache->at; k++)
		cache->at[k] = (uint8_t)(cache->at[k] - ((uint8_t)(cache->at[k] + 1) > i + 1));
}

/* Updates the cache for card i, which is on the board already. Returns false if there is no
 * room. */
static bool
insert_card(struct game *g, unsigned i)
{
	struct cave_cache *cache = &cave_own(g)->kept;
	const struct cell *c = &g->board.cell[i];
	const unsigned place = cave_place_of(c->x, c->y);

	if (!extend_bounds(cache, c))
		return false;
	toggle_frontier(cache, place);
	toggle_around(cache, place);
	renumber_up(cache, (uint8_t)i);
	cache->at[place] = (uint8_t)i;
	memmove(&cache->card[i + 1], &cache->card[i], (g->board.n - 1 - i) * sizeof cache->card[0]);
	cave_card_make(&cache->card[i], g->rules, c);
	connect_card(g, i);
	set_constraints(cache, place, &cache->card[i], true);
	toggle_around(cache, place);
	return true;
}

void
cave_put(struct game *g, struct cell cell)
{
	const bool was_kept = g->board.cache_valid && g->board.n < CACHE_CELLS;
	const bool put = board_put(&g->board, cell);

	assert(put);
	(void)put;
	g->board.cache_valid = was_kept && insert_card(g, board_find(&g->board, cell.x, cell.y));
	if (!g->board.cache_valid)
		cave_cache_build(g);
}

void
cave_remove(struct game *g, unsigned i)
{
	struct cave_cache *cache = &cave_own(g)->kept;
	const struct cell cell = g->board.cell[i];
	const unsigned place = cave_place_of(cell.x, cell.y);
	const bool was_kept = g->board.cache_valid;

	board_remove(&g->board, i);
	if (!was_kept)
		return;
	toggle_around(cache, place);
	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned j = cache->at[cave_place_at(place, e)];

		if (j != CELL_NONE)
			cache->card[j].leads &= (uint8_t)~EDGE_BIT(e ^ 2u);
	}
	set_constraints(cache, place, &cache->card[i], false);
	renumber_down(cache, (uint8_t)i);
	cache->at[place] = CELL_NONE;
	memmove(&cache->card[i], &cache->card[i + 1], (g->board.n - i) * sizeof cache->card[0]);
	toggle_frontier(cache, place);
	toggle_around(cache, place);
	g->board.cache_valid = true;
}

bool
cave_cache_is_ok(const struct game *g)
{
	struct game again;
	const struct cave_cache *is = &cave_own(g)->kept;
	const struct cave_cache *made = &cave_own(&again)->kept;

	if (!g->board.cache_valid)
		return true;
	game_copy(&again, g);
	cave_cache_build(&again);
	if (!again.board.cache_valid)
		return false;
	return memcmp(is->at, made->at, sizeof is->at) == 0 &&
	    memcmp(is->asked, made->asked, sizeof is->asked) == 0 &&
	    memcmp(is->card, made->card, g->board.n * sizeof is->card[0]) == 0;
}
