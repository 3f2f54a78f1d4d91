#ifndef ADIT_SESSION_SCREEN_PICK_H
#define ADIT_SESSION_SCREEN_PICK_H

#include "core/game.h"
#include "text/names.h"
#include "util/buf.h"

/*
 * The legal orders of a seat, arranged for choosing: first a card of the hand or a verb (an item),
 * then a place or seat (a target), then one of the orders that remain (variants: turned or not, the
 * tool, the tunnel).
 */

enum pick_kind { PICK_NOTHING, PICK_PLACE, PICK_SEAT };

struct pick_target {
	uint8_t kind; /* enum pick_kind */
	struct place at;
	uint8_t seat;
	size_t first, n; /* its orders */
};

enum { PICK_VERBS_MAX = 8, PICK_ITEMS_MAX = HAND_MAX + PICK_VERBS_MAX };

struct pick_item {
	bool is_card, is_new, is_discard;
	card_id card;
	unsigned copies;
	char word[CARD_NAME_MAX]; /* the code of the card, or the verb */
	size_t first, n;          /* its targets */
};

struct picks {
	struct order *order; /* by item, then target */
	size_t n_orders;
	struct pick_target *target;
	size_t n_targets;
	struct order *discard; /* the orders that only discard */
	size_t n_discards;
	struct pick_item item[PICK_ITEMS_MAX];
	unsigned n_items;
};

/* Arranges the orders of a view. legal: false while nothing may be played: the items are then only
 * shown. is_new: which cards of the hand came with the news, or NULL. Call picks_release after it. */
void picks_make(struct picks *p, const struct view *v, bool legal, const bool *is_new,
    const struct names *names);
void picks_release(struct picks *p);

/* Finds the target nearest to target `from` of an item in a direction (dx, dy: -1, 0 or 1). Returns
 * `from` if there is none. */
size_t picks_step(const struct picks *p, const struct pick_item *item, size_t from, int dx, int dy);

/* Lists the discards of exactly these cards: marked[i] copies of item i. Returns their number; `out`
 * gets at most `max` of them. */
size_t picks_discards(struct picks *p, const struct rules *rules,
    const unsigned marked[static PICK_ITEMS_MAX], const struct order **out, size_t max);

#endif
