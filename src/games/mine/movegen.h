#ifndef ADIT_GAMES_MINE_MOVEGEN_H
#define ADIT_GAMES_MINE_MOVEGEN_H

#include "games/mine/mine.h"

/*
 * What a seat may play, as sets of orders that are alike but for one thing.  A menu is made in one go,
 * and then counted, listed or picked from: no order is written that nobody wants.  Inside mine and of
 * the actions of its rules sets.
 */

/* Path cards, or ladders, each as printed and turned, wherever it fits. */
struct mine_path_moves {
	unsigned n_cards;
	card_id card[HAND_MAX + 1]; /* kinds, in the order of the list; one to write in vain */
	uint16_t way[HAND_MAX +
	    1]; /* their open edges, above them those of the card turned, and bit 8: it looks different then */
	uint64_t
	    by_edges; /* how many ways there are with these open edges, a nibble each, in gaps that are kept */
	const struct frontier_cell *found; /* NULL: the gaps that are kept with the board */
	unsigned n_gaps;
	unsigned n; /* orders */
};

/* Action cards. */
enum mine_form {
	MINE_SEATS, /* play the card on a seat: bit s */
	MINE_TOOLS, /* ... on one of a seat's tools: bits 4 * s to 4 * s + 2, as in seat.broken */
	MINE_CELLS, /* ... on a card of the table: bit i is cell from + i */
	MINE_ALONE  /* ... on nothing: bit 0 */
};

struct mine_action_moves {
	uint64_t set; /* never empty */
	uint8_t form; /* enum mine_form */
	uint8_t n;    /* bits of the set */
	uint8_t from;
	card_id card; /* that is played */
};

/* What a hand of actions can fill, and one to write in vain. */
enum { MINE_ROWS_MAX = (CELLS_MAX / 64) * HAND_MAX + 1 };

struct mine_movegen {
	const struct game *g;
	uint8_t seat;
	bool one_will_do;  /* nobody asks for more than whether there is an order */
	uint64_t tools[2]; /* a nibble a seat: those that are whole, those that are broken */
	unsigned n_actions;
	card_id action[HAND_MAX + 1]; /* kinds, as they come; one to write in vain */
	/* In the order of the list: */
	struct mine_path_moves path, ladder;
	unsigned n; /* orders of all rows */
	unsigned n_rows;
	struct mine_action_moves row[MINE_ROWS_MAX];
	struct frontier_cell found[FRONTIER_MAX],
	    found_for_ladders[FRONTIER_MAX]; /* where they are not kept */
};

/* One more row; n is counted, and an empty one is none. */
void mine_add_row(
    struct mine_movegen *m, card_id card, enum mine_form form, unsigned from, uint64_t set);

/* The card may be played on each seat, on each tool of this set; or just so. */
void mine_movegen_add_seats(struct mine_movegen *m, card_id card, unsigned seats);
void mine_movegen_add(struct mine_movegen *m, card_id card);

/* ... on each card of the table on which it can, which are no more than `most`.  Here, so that a walk of the table calls
 * nothing. */
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

/* What the seat to move may do with this one action card, behind the list. */
void mine_list_action(
    const struct mine_action *action, const struct game *g, card_id card, struct order_list *list);

#endif
