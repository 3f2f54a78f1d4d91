#ifndef ADIT_CORE_ORDER_H
#define ADIT_CORE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/card.h"

enum { SEATS_MAX = 12, SEAT_NONE = 0xff };

/* What a player can order.  Words: text/orderline.c.  `say`, `absent` and the like are the host's. */
enum order_kind {
	ORDER_PLACE,   /* card[0] at[0] FLIPPED; The Duel: at[1..] trolls to pay, TURN_ */
	ORDER_ACT,     /* card[0], then what its action asks: to, what, at[] */
	ORDER_DISCARD, /* card[0..n_card-1]: pass */
	ORDER_CLEAR,   /* card[0], card[1] discarded to remove card `what` before oneself */
	ORDER_WALK, /* The Dark Cave: at[] in walking order, SPOT_CUT entries between; AXE_, TURN_ */
	ORDER_WALK_TO, /* at[0] */
	ORDER_STAY,    /* SPOT_CUT entries only */
	ORDER_TAKE,    /* draft: the nugget of value `what` */
	ORDER_STEAL,   /* standing: to_seat[0..n_at-1]; n_at 0: none */
	ORDER_AXE, /* standing: `what` enum action, flag ORDER_AXE_YES (use) or ORDER_AXE_NO (keep) */
	ORDER_AGREE,
	ORDER_DISAGREE,
	ORDER_RESIGN,
	ORDER_CUT, /* The Dark Cave: at[0], before step one */
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

/* A place on the table: a card (part 0), one of its edges or one of its spaces. */
enum { PART_WHOLE, PART_N, PART_E, PART_S, PART_W, PART_C, PART_C2, PART_T };
enum { SPOT_CUT = 0x80 }; /* ored to part: use the axe on the web at that edge */
struct spot {
	int8_t x, y;
	uint8_t part;
};

enum { ORDER_CARDS = 3, ORDER_SPOTS = 8 };

struct order {
	uint8_t kind, seat;
	uint8_t n_card;
	card_id card[ORDER_CARDS];
	uint8_t to; /* a seat, or SEAT_NONE */
	uint8_t
	    what; /* TOOL_ bit (named where a card has two), card, value: see the kind; 0 else */
	uint8_t flags;
	uint8_t n_at;
	union {
		struct spot at[ORDER_SPOTS];
		uint8_t to_seat[ORDER_SPOTS * 3];
	};
};

/* With one card, and nothing else yet. */
static inline struct order
order_of_card(enum order_kind kind, uint8_t seat, card_id card)
{
	return (struct order){
		.kind = (uint8_t)kind, .seat = seat, .n_card = 1, .card = { card }, .to = SEAT_NONE
	};
}

/* Is there nothing in it but who gives it? */
static inline int
order_has_no_args(const struct order *o)
{
	return o->n_card == 0 && o->n_at == 0 && o->to == SEAT_NONE && o->what == 0 &&
	    o->flags == 0;
}

/* Is this kind lawful outside one's own turn (never bound to a turn number)? */
static inline int
order_is_out_of_turn(enum order_kind kind)
{
	return kind == ORDER_STEAL || kind == ORDER_AXE || kind == ORDER_AGREE ||
	    kind == ORDER_DISAGREE || kind == ORDER_RESIGN;
}

/* A bounded list of orders; what is beyond max is dropped. */
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

/* A slot behind the list, filled with a blank order, for the caller to complete and then to count
 * (n++); NULL if the list is full.  Quicker than a copy of an order just written. */
static inline struct order *
order_list_slot(const struct order_list *list, const struct order *blank)
{
	if (list->n == list->max)
		return NULL;
	list->at[list->n] = *blank;
	return &list->at[list->n];
}

#endif
