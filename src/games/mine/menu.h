#ifndef ADIT_GAMES_MINE_MENU_H
#define ADIT_GAMES_MINE_MENU_H

#include "games/mine/mine.h"

/*
 * What a seat may play, as sets of orders that are alike but for one thing.  A menu is made in one go,
 * and then counted, listed or picked from: no order is written that nobody wants.  Inside mine and of
 * the actions of its rules sets.
 */
enum mine_form {
	MINE_PATH,  /* lay a card of the hand at x,y: bit 4 * i is number from + i of menu.ways */
	MINE_SEATS, /* play the card on a seat: bit s */
	MINE_TOOLS, /* ... on one of a seat's tools: bits 4 * s to 4 * s + 2, as in seat.broken */
	MINE_CELLS, /* ... on a card of the table: bit i is cell from + i */
	MINE_ALONE  /* ... on nothing: bit 0 */
};

struct mine_row {
	uint64_t set; /* never empty */
	uint8_t form; /* enum mine_form */
	uint8_t n;    /* bits of the set */
	uint8_t from;
	card_id card; /* that is played; not of MINE_PATH */
	int8_t x, y;
};

/* The ways to lay the path cards of a hand: a card that looks different when turned has two. */
enum { MINE_WAYS_MAX = 2 * HAND_MAX, MINE_WAY_WORDS = MINE_WAYS_MAX / FIT_WAYS };
struct mine_ways {
	unsigned n, n_paths;               /* the first are no ladders */
	uint64_t open[MINE_WAY_WORDS + 1]; /* a nibble a way (core/board.h, fit_clashes) */
	struct {
		card_id card;
		uint8_t flags;   /* of the order */
	} at[MINE_WAYS_MAX + 1]; /* one to write in vain */
};

/* Paths and ladders at their places, word by word, what a hand of actions can fill, and one to write in vain. */
enum { MINE_ROWS_MAX = 2 * MINE_WAY_WORDS * FRONT_MAX + 2 * HAND_MAX + 1 };

struct mine_menu {
	const struct game *g;
	uint8_t seat;
	bool one_will_do; /* nobody asks for more than whether there is an order */
	unsigned n;       /* orders */
	unsigned n_rows;
	struct mine_ways ways;
	struct mine_row row[MINE_ROWS_MAX]; /* in the order of the list */
};

/* One more row; n is counted, and an empty one is none. */
void mine_add_row(struct mine_menu *m, struct mine_row row);

/* The card may be played on each seat, on each tool of this set; or just so. */
void mine_offer_seats(struct mine_menu *m, card_id card, unsigned seats);
void mine_offer_tools(struct mine_menu *m, card_id card, uint64_t tools);
void mine_offer(struct mine_menu *m, card_id card);

/* ... on each card of the table on which it can.  Here, so that a walk of the table calls nothing. */
static inline void
mine_offer_cells(
    struct mine_menu *m, card_id card, bool (*can)(const struct game *g, unsigned cell))
{
	const struct game *const g = m->g;
	unsigned end = g->board.n;

	for (unsigned from = 0; from < end; from += 64) {
		const unsigned to = end - from < 64 ? end : from + 64;
		uint64_t set = 0;

		for (unsigned i = to; i > from && !(m->one_will_do && set != 0); i--)
			set = set << 1 | can(g, i - 1);
		mine_add_row(m,
		    (struct mine_row){
			.form = MINE_CELLS, .card = card, .from = (uint8_t)from, .set = set });
	}
}

/* What the seat to move may do with this one action card, behind the list. */
void mine_list_action(
    const struct mine_action *action, const struct game *g, card_id card, struct order_list *list);

#endif
