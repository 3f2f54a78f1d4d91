#ifndef ADIT_CORE_EVENT_H
#define ADIT_CORE_EVENT_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/order.h"

/*
 * What happened, as data.  Words come last, in text/eventline.c, which has one row a kind saying
 * which fields it uses; the list of kinds is a contract (adit(5)).
 * `seen_by`: bit s set if seat s learns the secret part: .card (and .index); for kinds whose secret
 * is a number, .value.  Everything else in an event is public.
 */
enum event_kind {
	EVENT_ROUND,  /* value: a round begins */
	EVENT_FIRST,  /* seat begins */
	EVENT_ROLE,   /* seat is dealt or draws role .card (secret) */
	EVENT_DREW,   /* seat draws .card (secret), pile index .index (secret) */
	EVENT_PLACED, /* seat lays .card at x,y; value 1: flipped */
	EVENT_PLAYED, /* seat plays action .card; to / x,y / part as the card has; value: TOOL_ bit */
	EVENT_DISCARDED, /* seat discards .card (secret) face down */
	EVENT_REMOVED,   /* .card at x,y leaves the table */
	EVENT_TURNED_UP, /* goal .card at x,y; value 1: flipped */
	EVENT_SAW_GOAL, /* seat looks at the goal at x,y: .card (secret), .index of the goals dealt */
	EVENT_SAW_ROLE,  /* seat looks at the role of `to`: .card (secret) */
	EVENT_SKIPPED,   /* seat has no cards */
	EVENT_ROUND_END, /* value: enum outcome; seat: who reached the gold, or SEAT_NONE */
	EVENT_SHOWN,     /* seat's role .card, to all; seat SEAT_NONE: the one left over */
	EVENT_NUGGET,    /* seat takes a nugget card of .value (secret) */
	EVENT_GOLD,      /* seat gets gold worth .value (public) */
	EVENT_DRAFT,     /* seat is to choose a nugget */
	EVENT_GAME_OVER,
	EVENT_SCORE,        /* seat's gold at the end: value */
	EVENT_WINNER,       /* seat has won */
	EVENT_RESIGNED,     /* seat gives up: its hand is thrown in */
	EVENT_RECEIVED,     /* swapped hands: seat gets .card (secret) from `to` */
	EVENT_CLEARED,      /* seat removes .card, which lay in front of it */
	EVENT_STANDING,     /* somebody changed a standing order */
	EVENT_WAYS,         /* value: WAY_ bits, by which routes the gold can be reached */
	EVENT_ROUND_WINNER, /* seat has won the round */
	EVENT_CRYSTALS,     /* seat, a geologist, gets gold worth .value for crystals */
	EVENT_STOLE,        /* seat steals .value gold from `to` */
	EVENT_SIDE,         /* The Duel: seat plays the side .value (enum side) */
	EVENT_PAID,         /* seat lays a token on the troll at x,y */
	EVENT_CLAIMED,      /* seat lays a token on the gold of .card at x,y */
	EVENT_TOOK,         /* seat takes gold card .card from x,y at the end of the round */
	EVENT_TOLL,         /* seat pays its trolls with gold card .card, which leaves the game */
	EVENT_BOXED,        /* goal .card at x,y belongs to nobody and leaves the game */
	EVENT_WALKED,       /* seat's dwarf steps to the space x,y part */
	EVENT_CREPT,        /* creature .card steps to the space x,y part */
	EVENT_ATTACKED,     /* seat's dwarf is attacked by creature .card */
	EVENT_DROVE_OFF,    /* seat's battle-axe drives creature .card away */
	EVENT_VANISHED,     /* creature .card, played by seat, leaves the table */
	EVENT_LOST,         /* seat loses .card (secret) of its hand at random */
	EVENT_LOST_GOLD,    /* seat loses .value gold to the pool */
	EVENT_FELL,         /* seat's dwarf is knocked down */
	EVENT_STOOD_UP,     /* seat's dwarf stands up */
	EVENT_CUT,          /* seat uses a battle-axe on the web at the edge x,y part */
	EVENT_WEB,          /* the web at the edge x,y part now shows .value; 0: it is gone */
	EVENT_LEFT,         /* seat's dwarf leaves the cave with .value gold */
	EVENT_SAW_LEFT,     /* seat sees clan card .card (secret) that nobody got */
	EVENT_AGREED,       /* seat agrees to finish early */
	EVENT_DISAGREED,    /* seat no longer does */
	EVENT_GOAL_WAS,     /* goal .card lay face down at x,y when the round ended */
	EVENT_KIND_COUNT
};

/* [SB2 3.E.23] The treasure can be reached without passing a green door, without passing a blue. */
enum { WAY_BLUE = 1, WAY_GREEN = 2 };

enum outcome {
	OUTCOME_NONE,
	OUTCOME_GOLD,
	OUTCOME_NO_GOLD,
	OUTCOME_GOALS,
	OUTCOME_TOKENS,
	OUTCOME_CARDS,     /* The Duel: what brought the end */
	OUTCOME_CLAN_OUT,  /* The Dark Cave: everybody who works for one clan is out */
	OUTCOME_CARDS_OUT, /* ... nobody has a card */
	OUTCOME_AGREED,    /* ... all agree to finish */
	OUTCOME_SELFISH,   /* Saboteur: the treasure is one player's alone */
	OUTCOME_STOPPED,   /* the table ends the game before its time */
	OUTCOME_COUNT
};

#define SEEN_ALL      ((uint16_t)0xffff)
#define SEEN_NONE     ((uint16_t)0)
#define SEEN_BY(seat) ((uint16_t)(1u << (seat)))

struct event {
	uint8_t kind;     /* enum event_kind */
	uint8_t seat, to; /* SEAT_NONE where there is none */
	card_id card;     /* CARD_NONE where there is none */
	int8_t x, y;
	uint8_t part;
	uint8_t index; /* of the pile the card came from: secret with .card */
	uint16_t value;
	uint16_t seen_by;
};

enum { EVENTS_MAX = 512 };
struct events {
	uint32_t n;
	struct event at[EVENTS_MAX];
};

/* One that all see: of a seat (SEAT_NONE: of none), about a card (CARD_NONE: about none); ... and where. */
static inline struct event
event_make(enum event_kind kind, uint8_t seat, card_id card)
{
	return (struct event){ .kind = (uint8_t)kind,
		.seat = seat,
		.to = SEAT_NONE,
		.card = card,
		.seen_by = SEEN_ALL };
}

static inline struct event
event_make_at(enum event_kind kind, uint8_t seat, card_id card, int8_t x, int8_t y)
{
	struct event e = event_make(kind, seat, card);

	e.x = x;
	e.y = y;
	return e;
}

/* Add one; ev may be NULL (nobody listens).  Here, so that it is made where it stays. */
static inline void
event_add(struct events *ev, struct event e)
{
	if (ev == NULL)
		return;
	assert(ev->n < EVENTS_MAX);
	ev->at[ev->n++] = e;
}

/* ... that all see, with a value and without a card. */
static inline void
event_add_public(struct events *ev, enum event_kind kind, uint8_t seat, unsigned value)
{
	struct event e = event_make(kind, seat, CARD_NONE);

	e.value = (uint16_t)value;
	event_add(ev, e);
}

/* ... whose card only its seat sees; index: of the pile the card came from. */
static inline void
event_add_private(
    struct events *ev, enum event_kind kind, uint8_t seat, card_id card, unsigned index)
{
	struct event e = event_make(kind, seat, card);

	e.index = (uint8_t)index;
	e.seen_by = SEEN_BY(seat);
	event_add(ev, e);
}

/* The event as one seat may know it: secret parts CARD_HIDDEN / 0 unless it is seen by seat.
 * SEAT_NONE: as the public knows it. */
struct event event_redact(const struct event *e, uint8_t seat);

/* Does this seat know something of the event that others do not? */
static inline bool
event_is_private(const struct event *e, uint8_t seat)
{
	return e->seen_by != SEEN_ALL && ((unsigned)e->seen_by >> seat & 1u) != 0;
}

/* Does the kind's secret lie in .value rather than .card? */
int event_hides_value(enum event_kind kind);

/* Does a round begin or end, or the game? */
static inline bool
event_bounds_round(const struct event *e)
{
	return e->kind == EVENT_ROUND || e->kind == EVENT_ROUND_END || e->kind == EVENT_GAME_OVER;
}

static inline bool
events_end_round(const struct events *ev)
{
	bool ends = false;

	for (uint32_t i = 0; i < ev->n; i++)
		ends = ends || ev->at[i].kind == EVENT_ROUND_END;
	return ends;
}

#endif
