/*
 * Cache of data derived from the cards on the board (cave.h, struct cave_cache): their cells and
 * spaces. Updated card by card.
 *
 * (L1) While board.cache_valid it equals the result of cave_cache_build.
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"
#include "core/unset.h"

static void
add_lead(struct cave_card *from, unsigned e, const struct cave_card *to)
{
	if ((from->open & EDGE_BIT(e)) != 0 && to->at_edge[e ^ 2u] != CAVE_PARTS)
		from->leads |= EDGE_BIT(e);
}

void
cave_card_connect(struct cave_card *a, unsigned e, struct cave_card *b)
{
	add_lead(a, e, b);
	add_lead(b, e ^ 2u, a);
}

/* Extends the bounds by this cell. Returns false if the board with the places next to it becomes too
 * large. */
static bool
extend_bounds(struct cave_cache *cache, const struct cell *c)
{
	cache->west = c->x < cache->west ? c->x : cache->west;
	cache->east = c->x > cache->east ? c->x : cache->east;
	cache->north = c->y < cache->north ? c->y : cache->north;
	cache->south = c->y > cache->south ? c->y : cache->south;
	return cache->east - cache->west + 2 < CAVE_CACHE_WIDTH &&
	    cache->south - cache->north + 2 < CAVE_CACHE_WIDTH;
}

/* Adds card i of the board, which has its place already. */
static void
add_card(struct game *g, unsigned i)
{
	struct cave_cache *cache = &cave_own(g)->cache;
	const struct cell *c = &g->board.cell[i];

	cache->at[cave_place_of(c->x, c->y)] = (uint8_t)i;
	cave_card_make(&cache->card[i], g->rules, c);
	for (unsigned e = 0; e < EDGES; e++) {
		const int x = c->x + edge_dx[e], y = c->y + edge_dy[e];
		const unsigned j = cave_at(g, x, y);

		cave_fit_require(&cache->fit[cave_place_of(x, y)], e ^ 2u, &cache->card[i]);
		if (j != CELL_NONE)
			cave_card_connect(&cache->card[i], e, &cache->card[j]);
	}
}

void
cave_cache_build(struct game *g)
{
	struct cave_cache *cache = &cave_own(g)->cache;

	g->board.cache_valid = g->board.n <= CAVE_CACHE_CELLS;
	memset(cache->at, CELL_NONE, sizeof cache->at);
	memset(cache->fit, 0, sizeof cache->fit);
	cache->west = cache->east = cache->north = cache->south = 0;
	for (unsigned i = 0; i < g->board.n && g->board.cache_valid; i++) {
		g->board.cache_valid = extend_bounds(cache, &g->board.cell[i]);
		if (g->board.cache_valid)
			add_card(g, i);
	}
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

void
cave_put(struct game *g, struct cell cell)
{
	struct cave_cache *cache = &cave_own(g)->cache;
	const bool was_valid = g->board.cache_valid && g->board.n < CAVE_CACHE_CELLS;
	const unsigned i = board_put(&g->board, cell);

	assert(i != CELL_NONE);
	g->board.cache_valid = was_valid && extend_bounds(cache, &cell);
	if (!g->board.cache_valid) {
		cave_cache_build(g);
		return;
	}
	renumber_up(cache, (uint8_t)i);
	memmove(&cache->card[i + 1], &cache->card[i], (g->board.n - 1 - i) * sizeof cache->card[0]);
	add_card(g, i);
}

void
cave_remove(struct game *g, unsigned i)
{
	struct cave_cache *cache = &cave_own(g)->cache;
	const struct cell cell = g->board.cell[i];
	const bool was_valid = g->board.cache_valid;

	board_remove(&g->board, i);
	g->board.cache_valid = was_valid;
	if (!was_valid)
		return;
	for (unsigned e = 0; e < EDGES; e++) {
		const int x = cell.x + edge_dx[e], y = cell.y + edge_dy[e];
		const unsigned j = cave_at(g, x, y);
		struct fit *fit = &cache->fit[cave_place_of(x, y)];

		fit->open &= (uint8_t)~EDGE_BIT(e ^ 2u);
		fit->closed &= (uint8_t)~EDGE_BIT(e ^ 2u);
		if (j != CELL_NONE)
			cache->card[j].leads &= (uint8_t)~EDGE_BIT(e ^ 2u);
	}
	cache->at[cave_place_of(cell.x, cell.y)] = CELL_NONE;
	renumber_down(cache, (uint8_t)i);
	memmove(&cache->card[i], &cache->card[i + 1], (g->board.n - i) * sizeof cache->card[0]);
}

bool
cave_cache_is_ok(const struct game *g)
{
	UNSET struct game again;
	const struct cave_cache *is = &cave_own(g)->cache;
	const struct cave_cache *made = &cave_own(&again)->cache;

	if (!g->board.cache_valid)
		return true;
	game_copy(&again, g);
	cave_cache_build(&again);
	if (!again.board.cache_valid)
		return false;
	return memcmp(is->at, made->at, sizeof is->at) == 0 &&
	    memcmp(is->fit, made->fit, sizeof is->fit) == 0 &&
	    memcmp(is->card, made->card, g->board.n * sizeof is->card[0]) == 0;
}
