/* Boards to draw, and checks of every drawing. */
#include "draw/tables.h"

#include <criterion/criterion.h>

#include "text/decks.h"
#include "draw/draw.h"
#include "util/utf8.h"

struct card_def table_card[CARDS_MAX];
struct rules table_rules;

void
table_init(struct view *v)
{
	table_rules = deck_rules(&deck_all[DECK_SABOTEUR], table_card);
	*v = (struct view){ .seat = SEAT_NONE, .known = { .rules = &table_rules } };
}

card_id
table_kind(const char *name)
{
	card_id id = card_find(&table_rules, name, strlen(name));

	cr_assert_neq(id, CARD_NONE, "no card %s", name);
	return id;
}

void
lay(struct view *v, int x, int y, const char *name, unsigned flags)
{
	struct cell cell = { (int8_t)x, (int8_t)y, *name == '?' ? CARD_HIDDEN : table_kind(name),
		(uint8_t)flags };

	cr_assert_neq(board_put(&v->known.board, cell), CELL_NONE, "%d,%d %s", x, y, name);
}

void
lay_start(struct view *v)
{
	table_init(v);
	lay(v, 0, 0, "start", 0);
	for (int y = -2; y <= 2; y += 2)
		lay(v, 8, y, "?", CELL_DOWN);
}

void
lay_three(struct view *v)
{
	lay_start(v);
	lay(v, 1, 0, "new", 0);
	lay(v, 2, 0, "nsw", CELL_FLIPPED);
	lay(v, 0, -1, "n+e+s+w", 0);
}

void
lay_cut_off(struct view *v)
{
	table_init(v);
	lay(v, 0, 0, "start", 0);
	lay(v, 1, 0, "new", CELL_FLIPPED);
	lay(v, 1, 1, "n+e", 0);
	lay(v, 2, 1, "e+w", 0);
	lay(v, 3, 0, "nesw", 0);
	lay(v, 4, 0, "ew", 0);
	lay(v, 3, -1, "ns", 0);
	lay(v, 3, -2, "ne", CELL_FLIPPED);
	lay(v, 3, 1, "n", 0);
	lay(v, 5, -2, "goal-stone-ne", CELL_FLIPPED);
	lay(v, 5, 0, "goal-gold", 0);
	lay(v, 5, 2, "?", CELL_DOWN);
	lay(v, 7, 0, "goal-gold", CELL_DOWN);
	lay(v, 7, 2, "goal-stone-nw", CELL_DOWN);
}

void
lay_wide(struct view *v)
{
	lay_start(v);
	for (int x = 1; x <= 7; x++)
		lay(v, x, 0, "ew", 0);
	for (int x = -9; x < 0; x++)
		lay(v, x, 0, x % 2 ? "nesw" : "ew", 0);
	lay(v, -10, 0, "e", 0);
	lay(v, -1, -1, "ns", 0);
}

static unsigned
dice(uint32_t *state, unsigned below)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) % below;
}

void
find_reach(const struct view *v, struct known_reach *k)
{
	const struct board *b = &v->known.board;

	memset(k->reach, 0, sizeof k->reach);
	grid_make(&k->grid, b);
	for (unsigned i = 0; i < b->n; i++) {
		k->tunnel[i] = cell_tunnel(table_card, &b->cell[i]);
		if (b->cell[i].x == 0 && b->cell[i].y == 0)
			k->reach[i] = tunnel_open(k->tunnel[i]);
	}
	board_reach(b, &k->grid, k->tunnel, k->reach);
}

uint8_t
ways_in(const struct view *v, const struct known_reach *k, int x, int y)
{
	uint8_t in = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned i = board_find(&v->known.board, x + edge_dx[e], y + edge_dy[e]);

		if (i != CELL_NONE && k->reach[i] & EDGE_BIT(e ^ 2))
			in |= EDGE_BIT(e);
	}
	return in;
}

void
grow(struct view *v, unsigned n, uint32_t seed)
{
	static struct known_reach k;
	struct board *b = &v->known.board;

	for (unsigned tries = 0; tries < 60000 && b->n < n; tries++) {
		struct cell cell;

		cell.x = (int8_t)((int)dice(&seed, 13) - 3);
		cell.y = (int8_t)((int)dice(&seed, 11) - 5);
		cell.card = (card_id)dice(&seed, table_rules.n_cards);
		cell.flags = dice(&seed, 2) ? CELL_FLIPPED : 0;
		/* Few dead ends, or all tunnels soon end. */
		bool blind = tunnel_side(table_card[cell.card].tunnel, EDGE_N) == 3 ||
		    tunnel_side(table_card[cell.card].tunnel, EDGE_E) == 3;
		if (table_card[cell.card].class != CARD_PATH || (blind && dice(&seed, 6)) ||
		    board_find(b, cell.x, cell.y) != CELL_NONE)
			continue;
		if (card_is_symmetric(&table_card[cell.card]))
			cell.flags = 0;
		find_reach(v, &k);
		uint8_t tunnel = cell_tunnel(table_card, &cell);
		if (fit_allows(board_fit(b, &k.grid, k.tunnel, cell.x, cell.y), tunnel) &&
		    ways_in(v, &k, cell.x, cell.y) & tunnel_open(tunnel))
			cr_assert_neq(board_put(b, cell), CELL_NONE);
	}
}

void
shake(struct view *v, uint32_t seed)
{
	static const char *const goal[] = { "goal-gold", "goal-stone-ne", "goal-stone-nw" };
	struct board *b = &v->known.board;

	for (unsigned i = 0; i < 5; i++) {
		unsigned at = dice(&seed, b->n);

		card_id id = b->cell[at].card;
		if (id != CARD_HIDDEN && table_card[id].class == CARD_PATH)
			board_remove(b, at);
	}
	for (int i = 0; i < 3; i++) {
		struct cell *cell = &b->cell[board_find(b, 8, 2 * i - 2)];

		if (dice(&seed, 2)) {
			cell->card = table_kind(goal[i]);
			cell->flags = i && dice(&seed, 2) ? CELL_FLIPPED : 0;
		}
	}
}

void
lay_sixty(struct view *v)
{
	lay_start(v);
	grow(v, 64, 60);
	cr_assert_eq(v->known.board.n, 64);
	board_remove(&v->known.board, board_find(&v->known.board, 1, 0));
}

void
check_lines(const char *name, unsigned style, const struct buf *text)
{
	const char *line = buf_cstr(text);

	cr_expect(utf8_is_valid(line, text->n), "%s: UTF-8", name);
	while (*line) {
		const char *end = strchr(line, '\n');

		cr_assert(end, "%s: no newline at the end", name);
		size_t n = (size_t)(end - line);
		cr_expect_leq(
		    utf8_width(line, n), DRAW_COLUMNS, "%s: wide: %.*s", name, (int)n, line);
		cr_expect(
		    n == 0 || line[n - 1] != ' ', "%s: trailing blank: %.*s", name, (int)n, line);
		for (size_t i = 0; style & DRAW_ASCII && i < n; i++)
			cr_expect(line[i] >= ' ' && line[i] <= '~', "%s: 7-bit: %.*s", name, (int)n,
			    line);
		line = end + 1;
	}
}
