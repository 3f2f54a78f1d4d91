#ifndef ADIT_GAMES_MINE_MOVEGEN_H
#define ADIT_GAMES_MINE_MOVEGEN_H

#include "games/mine/mine.h"

/*
 * Move generator: the legal orders of a seat as sets of orders that differ in one field. It is
 * computed once, then counted, listed or sampled, so that only the requested orders are written.
 * For mine and the actions of its rules sets.
 */

/* Path cards, or ladders, each as printed and flipped, wherever it fits. */
struct mine_path_moves {
	unsigned n_cards;
	/* kinds, in list order; one spare entry for a branch-free write */
	card_id card[HAND_MAX + 1];
	/* open edges as printed; above them those of the flipped card; bit 8: the flipped card
	 * differs */
	uint16_t way[HAND_MAX + 1];
	/* for the cached frontier: number of ways with these open edges, a nibble each */
	uint64_t by_edges;
	const struct frontier_cell *found; /* NULL: use the cached frontier of the board */
	unsigned n_gaps;
	unsigned n; /* number of orders */
};

/* Action cards. */
enum mine_form {
	MINE_SEATS, /* play the card on a seat: bit s */
	MINE_TOOLS, /* play it on a tool of a seat: bits 4 * s to 4 * s + 2, as in seat.broken */
	MINE_CELLS, /* play it on a card of the board: bit i is cell from + i */
	MINE_ALONE  /* play it without a target: bit 0 */
};

struct mine_action_moves {
	uint64_t set; /* never empty */
	uint8_t form; /* enum mine_form */
	uint8_t n;    /* number of bits in the set */
	uint8_t from;
	card_id card; /* the action card */
};

/* maximum for a hand of action cards, and one spare entry for a branch-free write */
enum { MINE_ROWS_MAX = (CELLS_MAX / 64) * HAND_MAX + 1 };

struct mine_movegen {
	const struct game *g;
	uint8_t seat;
	bool one_will_do;  /* the caller only needs to know whether there is an order */
	uint64_t tools[2]; /* a nibble per seat: [0] whole tools, [1] broken tools */
	unsigned n_actions;
	/* kinds, in hand order; one spare entry for a branch-free write */
	card_id action[HAND_MAX + 1];
	/* In list order: */
	struct mine_path_moves path, ladder;
	unsigned n; /* number of orders of all rows */
	unsigned n_rows;
	struct mine_action_moves row[MINE_ROWS_MAX];
	struct frontier_cell found[FRONTIER_MAX],
	    found_for_ladders[FRONTIER_MAX]; /* used if the frontier is not cached */
};

/* Adds a row and counts its orders. An empty set adds nothing. */
void mine_add_row(
    struct mine_movegen *m, card_id card, enum mine_form form, unsigned from, uint64_t set);

/* Add orders with this card: on each seat of the set, on each tool of the set, or without a
 * target. */
void mine_movegen_add_seats(struct mine_movegen *m, card_id card, unsigned seats);
void mine_movegen_add(struct mine_movegen *m, card_id card);

/* Adds orders on each card of the board for which `can` is true. There are at most `most` such
 * cards. Inline, so that the loop has no calls. */
static inline void
mine_movegen_add_cells(struct mine_movegen *m, card_id card,
    bool (*can)(const struct game *g, unsigned cell), unsigned most)
{
	const struct game *const g = m->g;
	unsigned end = g->board.n, left = m->one_will_do ? 1 : most;

	for (unsigned from = 0; from < end; from += 64) {
		uint64_t set = 0;

		for (unsigned i = end - from < 64 ? end : from + 64; i > from && left > 0; i--) {
			const unsigned is = can(g, i - 1);

			set |= (uint64_t)is << (i - 1 - from);
			left -= is;
		}
		mine_add_row(m, card, MINE_CELLS, from, set);
	}
}

/* Appends the orders of the seat to move with this action card to the list. */
void mine_list_action(
    const struct mine_action *action, const struct game *g, card_id card, struct order_list *list);

#endif
