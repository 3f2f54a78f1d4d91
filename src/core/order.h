#ifndef ADIT_CORE_ORDER_H
#define ADIT_CORE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/card.h"

enum { SEATS_MAX = 12, SEAT_NONE = 0xff };

/* The kinds of orders in the game. Words: text/orderline.c. The host handles `say`, `absent` and
 * the like. */
enum order_kind {
	ORDER_PLACE,   /* card[0] at[0] FLIPPED; The Duel: at[1..] trolls to pay, TURN_ */
	ORDER_ACT,     /* card[0], then the arguments of its action: to, what, at[] */
	ORDER_DISCARD, /* card[0..n_card-1]: pass */
	ORDER_CLEAR,   /* discards card[0] and card[1] to remove card `what` in front of the seat */
	/* The Dark Cave: at[] in walking order, with SPOT_CUT entries between; AXE_, TURN_ */
	ORDER_WALK,
	ORDER_WALK_TO, /* at[0] */
	ORDER_STAY,    /* SPOT_CUT entries only */
	ORDER_TAKE,    /* draft: the nugget of value `what` */
	ORDER_STEAL,   /* standing order: to_seat[0..n_at-1]; n_at 0: rob nobody */
	/* standing order: `what` enum action, flag ORDER_AXE_YES (use) or ORDER_AXE_NO (keep) */
	ORDER_AXE,
	ORDER_AGREE,
	ORDER_DISAGREE,
	ORDER_RESIGN,
	ORDER_CUT, /* The Dark Cave: at[0], before the first step */
	ORDER_KIND_COUNT
};

enum { /* order.flags */
	ORDER_FLIPPED = 1 << 0,
	ORDER_TURN_KEEP = 1 << 1,
	ORDER_TURN_FLIP = 1 << 2,
	ORDER_TURN_BEST = 1 << 3,
	ORDER_AXE_YES = 1 << 4,
	ORDER_AXE_NO = 1 << 5
};

/* A spot on the board: a card (part 0), one of its edges or one of its spaces. */
enum { PART_WHOLE, PART_N, PART_E, PART_S, PART_W, PART_C, PART_C2, PART_T };
enum { SPOT_CUT = 0x80 }; /* ORed to part: use the axe on the web at that edge */
struct spot {
	int8_t x, y;
	uint8_t part;
};

enum { ORDER_CARDS = 3, ORDER_SPOTS = 8 };

struct order {
	uint8_t kind, seat;
	uint8_t n_card;
	card_id card[ORDER_CARDS];
	uint8_t to;   /* a seat, or SEAT_NONE */
	uint8_t what; /* by kind: a TOOL_ bit (if the card has two), a card or a value; else 0 */
	uint8_t flags;
	uint8_t n_at;
	union {
		struct spot at[ORDER_SPOTS];
		uint8_t to_seat[ORDER_SPOTS * 3];
	};
};

/* Returns an order with one card and no other argument. */
static inline struct order
order_of_card(enum order_kind kind, uint8_t seat, card_id card)
{
	return (struct order){
		.kind = (uint8_t)kind, .seat = seat, .n_card = 1, .card = { card }, .to = SEAT_NONE
	};
}

/* True if the order uses exactly these fields: n_card cards, n_at whole places, `to` or not. Unused
 * fields must be empty, so that one order has one form. */
static inline bool
order_has_shape(const struct order *o, unsigned n_card, unsigned n_at, bool to)
{
	if (o->n_card != n_card || o->n_at != n_at || (o->to != SEAT_NONE) != to)
		return false;
	for (unsigned i = 0; i < n_at; i++)
		if (o->at[i].part != PART_WHOLE)
			return false;
	return (o->flags & ~(o->kind == ORDER_PLACE ? ORDER_FLIPPED : 0)) == 0;
}

/* Non-zero if the order has no arguments: only kind and seat. */
static inline int
order_has_no_args(const struct order *o)
{
	return o->n_card == 0 && o->n_at == 0 && o->to == SEAT_NONE && o->what == 0 &&
	    o->flags == 0;
}

/* Non-zero if this kind is legal at any time. Such an order is never bound to a turn number. */
static inline int
order_is_out_of_turn(enum order_kind kind)
{
	return kind == ORDER_STEAL || kind == ORDER_AXE || kind == ORDER_AGREE ||
	    kind == ORDER_DISAGREE || kind == ORDER_RESIGN;
}

/* A bounded list of orders. Orders beyond max are dropped. */
struct order_list {
	struct order *at;
	size_t n, max;
};

static inline void
order_list_add(struct order_list *list, const struct order *o)
{
	if (list->n < list->max)
		list->at[list->n++] = *o;
}

/* Returns the next free entry, set to `blank`, or NULL if the list is full. The caller completes
 * the entry and then increments n. Faster than a copy of a complete order. */
static inline struct order *
order_list_slot(const struct order_list *list, const struct order *blank)
{
	if (list->n == list->max)
		return NULL;
	list->at[list->n] = *blank;
	return &list->at[list->n];
}

#endif
