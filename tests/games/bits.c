#include <criterion/criterion.h>

#include "core/board.h"
#include "core/bits.h"

/* Bit sets, and searching for a place, compared with a linear search. */

static uint64_t
next_set(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void
check_set(uint64_t set)
{
	unsigned n = 0;

	for (unsigned i = 0; i < 64; i++) {
		if ((set >> i & 1) == 0)
			continue;
		if (n == 0)
			cr_assert_eq(bits_first(set), i, "first of %#lx", (unsigned long)set);
		cr_assert_eq(bits_nth(set, n), i, "%u of %#lx", n, (unsigned long)set);
		n++;
	}
	cr_assert_eq(bits_count(set), n, "count of %#lx", (unsigned long)set);
	set &= UINT64_C(0x1111111111111111);
	cr_assert_eq(
	    bits_count_nibbles(set), bits_count(set), "nibbles of %#lx", (unsigned long)set);
}

Test(bits, are_those_of_a_walk)
{
	uint64_t state = 1;

	check_set(0);
	check_set(UINT64_MAX);
	for (unsigned i = 0; i < 64; i++)
		check_set(UINT64_C(1) << i);
	for (unsigned i = 0; i < 500; i++) {
		uint64_t set = next_set(&state);

		check_set(set);
		check_set(set & next_set(&state) & next_set(&state));
		check_set(set | next_set(&state));
	}
}

/* Returns the index of the card at a place by a linear search. */
static unsigned
walk_to(const struct board *b, int x, int y)
{
	for (unsigned i = 0; i < b->n; i++)
		if (b->cell[i].x == x && b->cell[i].y == y)
			return i;
	return CELL_NONE;
}

/* Boards with any number of cards; places at their limits and beyond. */
Test(board, finds_what_a_walk_finds)
{
	static const int8_t value[] = { -COORD_MAX, -3, -2, -1, 0, 1, 2, 3, COORD_MAX };
	const unsigned n_values = sizeof value / sizeof value[0];
	uint64_t state = 5;

	for (unsigned round = 0; round < 200; round++) {
		struct board b = { .n = 0 };

		for (unsigned i = 0; i < round % 90; i++) {
			uint64_t r = next_set(&state);
			struct cell c = { .x = value[r % n_values], .y = value[r / 16 % n_values] };

			if (walk_to(&b, c.x, c.y) == CELL_NONE)
				cr_assert_neq(board_put(&b, c), CELL_NONE);
		}
		for (unsigned i = 1; i < b.n; i++)
			cr_assert(
			    place_is_before((struct place){ b.cell[i - 1].x, b.cell[i - 1].y },
				(struct place){ b.cell[i].x, b.cell[i].y }));
		for (unsigned i = 0; i < n_values; i++)
			for (unsigned j = 0; j < n_values; j++)
				for (int d = -1; d <= 1; d++)
					cr_assert_eq(board_find(&b, value[i] + d, value[j] - d),
					    walk_to(&b, value[i] + d, value[j] - d),
					    "%u cards: %d,%d", b.n, value[i] + d, value[j] - d);
	}
}

/* Beside the board nothing is asked of a card, and beyond COORD_MAX none is laid. */
Test(board, has_no_edge_but_that_of_coordinates)
{
	static const struct place beyond[] = { { COORD_MAX + 1, 0 }, { -COORD_MAX - 1, 0 },
		{ 0, COORD_MAX + 1 }, { 0, -COORD_MAX - 1 } };
	static const uint8_t tunnel[CELLS_MAX] = { TUNNEL(1, 1, 1, 1) };
	struct board b = { .n = 0 };
	struct grid grid;

	for (unsigned i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
		cr_expect_eq(
		    board_put(&b, (struct cell){ .x = beyond[i].x, .y = beyond[i].y }), CELL_NONE);
	cr_assert_neq(board_put(&b, (struct cell){ .x = 0 }), CELL_NONE);
	grid_make(&grid, &b);
	for (int x = -4; x <= 4; x++)
		for (int y = -4; y <= 4; y++) {
			const struct fit fit = board_fit(&b, &grid, tunnel, x, y);

			cr_expect_eq(fit.open != 0, abs(x) + abs(y) == 1, "%d,%d", x, y);
			cr_expect_eq(fit.closed, 0, "%d,%d", x, y);
		}
	for (int i = 1; b.n < CELLS_MAX; i++)
		(void)board_put(
		    &b, (struct cell){ .x = (int8_t)(i % 100), .y = (int8_t)(i / 100) });
	cr_expect_eq(board_put(&b, (struct cell){ .x = -9 }), CELL_NONE, "it is full");
}
