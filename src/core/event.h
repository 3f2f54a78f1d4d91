#ifndef ADIT_CORE_EVENT_H
#define ADIT_CORE_EVENT_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/order.h"

/*
 * Events as data. text/eventline.c makes the sentences; it has one row per kind that says which
 * fields the kind uses. The list of kinds is a contract (adit(5)). `seen_by`: bit s is set if seat
 * s learns the secret part. The secret part is .card and .index, or .value for kinds with a secret
 * number. All other fields are public.
 */
enum event_kind {
	EVENT_ROUND,  /* round .value begins */
	EVENT_FIRST,  /* the seat has the first turn */
	EVENT_ROLE,   /* seat gets role .card (secret) in the deal or by a draw */
	EVENT_DREW,   /* seat draws .card (secret) with index .index of the pile (secret) */
	EVENT_PLACED, /* seat places .card at x,y; value 1: flipped */
	/* seat plays action .card; to, x,y, part as the card requires; value: TOOL_ bit */
	EVENT_PLAYED,
	EVENT_DISCARDED, /* seat discards .card (secret) face down */
	EVENT_REMOVED,   /* .card at x,y leaves the board */
	EVENT_TURNED_UP, /* goal .card at x,y is turned up; value 1: flipped */
	/* seat looks at the goal at x,y: .card (secret), .index of the shuffled goals (secret) */
	EVENT_SAW_GOAL,
	EVENT_SAW_ROLE,  /* seat looks at the role of `to`: .card (secret) */
	EVENT_SKIPPED,   /* seat has no cards */
	EVENT_ROUND_END, /* value: enum outcome; seat: who reached the gold, or SEAT_NONE */
	EVENT_SHOWN,     /* the role .card of seat is shown to all; SEAT_NONE: the role left over */
	EVENT_NUGGET,    /* seat takes a nugget card worth .value (secret) */
	EVENT_GOLD,      /* seat gets gold worth .value (public) */
	EVENT_DRAFT,     /* seat has to choose a nugget */
	EVENT_GAME_OVER,
	EVENT_SCORE,        /* final gold of seat: value */
	EVENT_WINNER,       /* seat has won */
	EVENT_RESIGNED,     /* seat resigns and discards its hand */
	EVENT_RECEIVED,     /* after a swap of hands, seat gets .card (secret) from `to` */
	EVENT_CLEARED,      /* seat removes .card in front of it */
	EVENT_STANDING,     /* seat has changed a standing order */
	EVENT_WAYS,         /* value: WAY_ bits, the routes by which the gold can be reached */
	EVENT_ROUND_WINNER, /* seat has won the round */
	EVENT_CRYSTALS,     /* seat (a geologist) gets gold worth .value for crystals */
	EVENT_STOLE,        /* seat steals .value gold from `to` */
	EVENT_SIDE,         /* The Duel: seat plays for side .value (enum side) */
	EVENT_PAID,         /* seat puts a token on the troll at x,y */
	EVENT_CLAIMED,      /* seat puts a token on the gold of .card at x,y */
	EVENT_TOOK,         /* seat takes gold card .card from x,y at the end of the round */
	EVENT_TOLL,      /* seat pays for its trolls with gold card .card, which leaves the game */
	EVENT_BOXED,     /* goal .card at x,y has no owner and leaves the game */
	EVENT_WALKED,    /* seat's dwarf steps to the space x,y part */
	EVENT_CREPT,     /* creature .card steps to the space x,y part */
	EVENT_ATTACKED,  /* seat's dwarf is attacked by creature .card */
	EVENT_DROVE_OFF, /* seat's battle-axe drives creature .card away */
	EVENT_VANISHED,  /* creature .card, played by seat, leaves the board */
	EVENT_LOST,      /* seat loses a random card of its hand: .card (secret) */
	EVENT_LOST_GOLD, /* seat loses .value gold to the pool */
	EVENT_FELL,      /* seat's dwarf is knocked down */
	EVENT_STOOD_UP,  /* seat's dwarf stands up */
	EVENT_CUT,       /* seat uses a battle-axe on the web at the edge x,y part */
	EVENT_WEB,       /* the web at the edge x,y part now has strength .value; 0: it is gone */
	EVENT_LEFT,      /* seat's dwarf leaves the cave with .value gold */
	EVENT_SAW_LEFT,  /* seat sees clan card .card (secret), which was not dealt */
	EVENT_AGREED,    /* seat agrees to finish early */
	EVENT_DISAGREED, /* seat withdraws its agreement */
	EVENT_GOAL_WAS,  /* goal .card was face down at x,y when the round ended */
	EVENT_KIND_COUNT
};

/* [SB2 3.E.23] The treasure can be reached without a green door (WAY_BLUE), without a blue door
 * (WAY_GREEN). */
enum { WAY_BLUE = 1, WAY_GREEN = 2 };

enum outcome {
	OUTCOME_NONE,
	OUTCOME_GOLD,
	OUTCOME_NO_GOLD,
	OUTCOME_GOALS,
	OUTCOME_TOKENS,
	OUTCOME_CARDS,     /* The Duel: the three reasons for the end of a round */
	OUTCOME_CLAN_OUT,  /* The Dark Cave: all players of one clan have left */
	OUTCOME_CARDS_OUT, /* The Dark Cave: all hands are empty */
	OUTCOME_AGREED,    /* The Dark Cave: all players agree to finish */
	OUTCOME_SELFISH,   /* Saboteur: one player alone gets the treasure */
	OUTCOME_STOPPED,   /* the table aborts the game */
	OUTCOME_COUNT
};

#define SEEN_ALL      ((uint16_t)0xffff)
#define SEEN_NONE     ((uint16_t)0)
#define SEEN_BY(seat) ((uint16_t)(1u << (seat)))

struct event {
	uint8_t kind;     /* enum event_kind */
	uint8_t seat, to; /* SEAT_NONE if the kind has none */
	card_id card;     /* CARD_NONE if the kind has none */
	int8_t x, y;
	uint8_t part;
	uint8_t index; /* index in the pile of the card; secret if .card is secret */
	uint16_t value;
	uint16_t seen_by;
};

enum { EVENTS_MAX = 512 };
struct events {
	uint32_t n;
	struct event at[EVENTS_MAX];
};

/* event_make makes a public event of a seat (or SEAT_NONE) about a card (or CARD_NONE).
 * event_make_at adds a place. */
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

/* Appends an event. ev may be NULL: then nothing happens. Inline, so that the event is built in
 * place. */
static inline void
event_add(struct events *ev, struct event e)
{
	if (ev == NULL)
		return;
	assert(ev->n < EVENTS_MAX);
	ev->at[ev->n++] = e;
}

/* Appends a public event with a value and without a card. */
static inline void
event_add_public(struct events *ev, enum event_kind kind, uint8_t seat, unsigned value)
{
	struct event e = event_make(kind, seat, CARD_NONE);

	e.value = (uint16_t)value;
	event_add(ev, e);
}

/* Appends an event whose card only its seat sees. index: of the card in its pile. */
static inline void
event_add_private(
    struct events *ev, enum event_kind kind, uint8_t seat, card_id card, unsigned index)
{
	struct event e = event_make(kind, seat, card);

	e.index = (uint8_t)index;
	e.seen_by = SEEN_BY(seat);
	event_add(ev, e);
}

/* Returns the event as a seat may know it: secret parts become CARD_HIDDEN or 0 unless the seat
 * sees them. SEAT_NONE: as the public knows it. */
struct event event_redact(const struct event *e, uint8_t seat);

/* True if this seat learns a secret part of the event. */
static inline bool
event_is_private(const struct event *e, uint8_t seat)
{
	return e->seen_by != SEEN_ALL && ((unsigned)e->seen_by >> seat & 1u) != 0;
}

/* Non-zero if the secret of this kind is .value instead of .card. */
int event_hides_value(enum event_kind kind);

/* event_bounds_round: true if a round begins or ends, or the game ends. */
static inline bool
event_bounds_round(const struct event *e)
{
	return e->kind == EVENT_ROUND || e->kind == EVENT_ROUND_END || e->kind == EVENT_GAME_OVER;
}

/* True if events of this kind reveal no hidden information. Kinds not listed may reveal some. */
static inline bool
event_reveals_nothing(enum event_kind kind)
{
	return kind == EVENT_FIRST || kind == EVENT_PLACED || kind == EVENT_PLAYED ||
	    kind == EVENT_DISCARDED || kind == EVENT_REMOVED || kind == EVENT_SKIPPED ||
	    kind == EVENT_RESIGNED || kind == EVENT_CLEARED || kind == EVENT_STANDING;
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
