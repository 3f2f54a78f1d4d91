#ifndef ADIT_GAMES_MINE_MOVEGEN_H
#define ADIT_GAMES_MINE_MOVEGEN_H

#include "games/mine/mine.h"

/*
 * Move generator: the legal orders of a seat as sets of orders that differ in one field. It is
 * computed once, then counted, listed or sampled, so that only the requested orders are written.
 * For mine and the actions of its rules sets.
 */

/* Path cards, or ladders, wherever they fit. */
enum { MINE_WAYS_MAX = 2 * HAND_MAX };
struct mine_path_moves {
	unsigned n_cards;
	/* kinds, in list order; one spare entry for a branch-free write */
	card_id card[HAND_MAX + 1];
	/* The other members are set only if the seat may build. */
	unsigned n_ways;
	/* each card as printed, then flipped if that differs */
	struct {
		card_id card;
		uint8_t flags; /* of the order */
		uint8_t open;
	} way[MINE_WAYS_MAX + 1]; /* one spare entry for a branch-free write */
	/* Open edges, a nibble per way (core/board.h, fit_conflicts); `all` has bit 4 * i for way
	 * i. */
	uint64_t open[MINE_WAYS_MAX / FIT_WAYS], all[MINE_WAYS_MAX / FIT_WAYS];
	const struct frontier_cell *gap;
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
	uint64_t tools[2]; /* a nibble per seat: [0] whole tools, [1] broken tools */
	unsigned n_actions;
	/* kinds, in hand order; one spare entry for a branch-free write */
	card_id action[HAND_MAX + 1];
	/* In list order: */
	struct mine_path_moves path, ladder;
	unsigned n; /* number of orders of all rows */
	unsigned n_rows;
	struct mine_action_moves row[MINE_ROWS_MAX];
	struct frontier_cell found[FRONTIER_MAX]; /* used if the frontier is not cached */
	struct frontier_cell for_ladders[FRONTIER_MAX];
};

/* Adds a row and counts its orders. An empty set adds nothing. */
void mine_add_row(
    struct mine_movegen *m, card_id card, enum mine_form form, unsigned from, uint64_t set);

/* Add orders with this card: on each seat of the set, on each tool of the set, or without a
 * target. */
void mine_movegen_add_seats(struct mine_movegen *m, card_id card, unsigned seats);
void mine_movegen_add(struct mine_movegen *m, card_id card);

/* Adds orders on each card of the board for which `can` is true. Inline, so that the loop has no
 * calls. */
static inline void
mine_movegen_add_cells(
    struct mine_movegen *m, card_id card, bool (*can)(const struct game *g, unsigned cell))
{
	const unsigned end = m->g->board.n;

	for (unsigned from = 0; from < end; from += 64) {
		uint64_t set = 0;

		for (unsigned i = from; i < end && i < from + 64; i++)
			set |= (uint64_t)can(m->g, i) << (i - from);
		mine_add_row(m, card, MINE_CELLS, from, set);
	}
}

/* Appends the orders of the seat to move with this action card to the list. */
void mine_list_action(
    const struct mine_action *action, const struct game *g, card_id card, struct order_list *list);

#endif
