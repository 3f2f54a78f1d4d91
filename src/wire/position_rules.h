#ifndef ADIT_WIRE_POSITION_RULES_H
#define ADIT_WIRE_POSITION_RULES_H

#include "wire/position.h"

/*
 * Inside position*.c and games/NAME/json*.c: what one rules set adds to a position, and the tools
 * it is written and read with.  A rules set lists its keys as rows; one walker writes them, another
 * reads them.
 */

/* ---- writing ------------------------------------------------------------------------------- */

struct position_writer {
	const struct view *v;
	const struct game *g; /* &v->known */
	const struct names *names;
	unsigned flags;          /* POSITION_ bits */
	uint8_t seat;            /* in the rows of a seat: which */
	const struct cell *cell; /* in the rows of a board entry */
	json_t *kind[CARDS_MAX]; /* strings made so far, shared by all who need them */
	json_t *hidden;
};

/* All of these return new references. */
json_t *position_write_card(struct position_writer *w, card_id card); /* its kind, or "?" */
json_t *position_write_values(const struct position_writer *w, const card_id *card, unsigned n);
json_t *position_write_seat_name(
    const struct position_writer *w, uint8_t seat); /* null for SEAT_NONE */
json_t *position_write_seats(const struct position_writer *w, const uint8_t *seat, unsigned n);
/* The seats of bits 1 << seat, in their order. */
json_t *position_write_seat_bits(const struct position_writer *w, unsigned seats);

/* Is what only the seat of this row knows written? */
bool position_write_is_open(const struct position_writer *w);

/* ---- reading ------------------------------------------------------------------------------- */

/* The way down to a value, for messages: "board[3].kind".  key NULL: element `index` of up. */
struct json_at {
	const struct json_at *up;
	const char *key;
	size_t index;
};
#define AT_KEY(up, key)     (&(const struct json_at){ (up), (key), 0 })
#define AT_INDEX(up, index) (&(const struct json_at){ (up), NULL, (index) })
#define AT_SEAT(seat)       AT_INDEX(AT_KEY(NULL, "seats"), (seat))

struct position_reader {
	struct game *g;
	struct names *names;
	bool hidden_ok; /* "?" may stand for a card */
	struct err *err;
	uint8_t seat;             /* in the rows of a seat: which */
	struct cell *cell;        /* in the rows of a board entry */
	const json_t *in;         /* the object whose keys the rows are */
	const struct json_at *up; /* the way to it */
};

/* ERR_SYNTAX "board[3].kind: ..."; returns -1. */
int position_read_fail(const struct position_reader *r, const struct json_at *at, const char *fmt,
    ...) __attribute__((format(printf, 3, 4)));

/* Text of a JSON string fit for a message, or "..." if it is none, too long or not to be shown. */
const char *position_read_shown(const json_t *json);

/* Is it this string? */
bool position_read_is(const json_t *json, const char *word);

int position_read_number(const struct position_reader *r, const struct json_at *at,
    const json_t *json, int min, int max, int *out);
/* A seat's name; null, if it may be, is SEAT_NONE. */
int position_read_seat_name(const struct position_reader *r, const struct json_at *at,
    const json_t *json, bool null_ok, uint8_t *out);

/* Sets of classes a card may be of. */
#define CLASS_BIT(class) (1u << (class))
enum { CLASSES_DECK = 1 << CARD_PATH | 1 << CARD_ACTION };
int position_read_card(const struct position_reader *r, const struct json_at *at,
    const json_t *json, unsigned classes, card_id *out);

/* Each element of a list of `what` ("a list of webs expected") that may be missing, of at most max
 * elements (0: any number). */
int position_read_each(const struct position_reader *r, const struct json_at *at,
    const json_t *json, const char *what, unsigned max,
    int (*each)(const struct position_reader *r, const struct json_at *at, const json_t *json));

/* Only goals were looked at. */
int position_read_goals_seen(
    const struct position_reader *r, const struct json_at *at, const json_t *json);
/* One mine: a start at 0,0, not too many goals, and only goals were looked at. */
int position_read_mine(
    const struct position_reader *r, const struct json_at *at, const json_t *json);

/* ---- rows ---------------------------------------------------------------------------------- */

/* What a key's value is, and what its field is. */
enum row_kind {
	ROW_OTHER,  /* no plain field: what its functions make of it */
	ROW_NUMBER, /* uint8_t, from `least` to `limit` */
	ROW_COORD,  /* int8_t, the same */
	ROW_WIDE,   /* uint16_t, the same */
	ROW_U16,    /* struct u16, the same */
	ROW_FLAG,   /* uint8_t; missing: false */
	ROW_SEAT,   /* uint8_t: a seat's name; null or missing: SEAT_NONE */
	ROW_TOOLS,  /* uint8_t: TOOL_ bits as a list of names */
	ROW_SEEN,   /* the goals that the seat of this row has looked at; no offset */
	ROW_CARD,   /* card_id of one of `classes` */
	ROW_CARDS,  /* as many as the field at `count` says, at most `limit`, the same */
	ROW_VALUES  /* the same of gold cards, by their values: which of equal ones is no matter */
};

enum {
	ROW_NO_WRITE = 1 << 0, /* another row of this key does it, so that */
	ROW_NO_READ = 1 << 1,  /* keys are written in one order, read in another */
	ROW_NEEDED = 1 << 2,   /* a number that may not be missing; else its field stays as it is */
	ROW_SECRET = 1 << 3,   /* a card that may be missing where "?" is allowed: it is hidden */
	ROW_NONE = 1 << 4      /* a card that may be null or missing: CARD_NONE */
};

/* Which struct a row's offsets are in. */
enum row_in { ROW_IN_OWN, ROW_IN_GAME, ROW_IN_SEAT, ROW_IN_CELL };

/*
 * One key, or (key NULL) something to do between keys when they are read.  `write` and `read` take
 * the place of what the kind does: write returns the value, NULL to leave the key out; read gets the
 * value, NULL if there is none, and returns 0, or -1 with an error that names the key.  A table
 * ends with a row of zeroes.
 */
struct position_row {
	const char *key;
	uint8_t kind, in, flags; /* enum row_kind, enum row_in, ROW_ bits */
	uint8_t phases;          /* bits 1 << PHASE_ of those it is written in; 0: in all */
	uint16_t offset, count;
	uint16_t step; /* in g->own, seat s has its field s * step behind that of seat 0 */
	int least, limit;
	unsigned classes;
	json_t *(*write)(struct position_writer *w);
	int (*read)(const struct position_reader *r, const struct json_at *at, const json_t *json);
};

/* Where a field is. */
#define IN_GAME(field)      .in = ROW_IN_GAME, .offset = offsetof(struct game, field)
#define IN_SEAT(field)      .in = ROW_IN_SEAT, .offset = offsetof(struct seat, field)
#define IN_CELL(field)      .in = ROW_IN_CELL, .offset = offsetof(struct cell, field)
#define IN_OWN(type, field) .offset = offsetof(type, field)
/* A list and its count, in a struct of the rules set's own. */
#define LIST_OF(type, list, n) .offset = offsetof(type, list), .count = offsetof(type, n)

/* ---- one rules set ------------------------------------------------------------------------- */

struct position_rules {
	unsigned phases; /* bits 1 << PHASE_ of those this game has */
	/* The keys of the position, of a seat, of a board entry that only these rules have; NULL:
	 * none.  Seats are read first, then the board's entries, then the position. */
	const struct position_row *position, *seat, *cell;
	/* Cards that are hidden in a row's field are some others, for game_is_ok to judge the rest;
	 * this does the same to what else of g->own a view hides.  NULL: nothing. */
	void (*unhide)(struct game *g);
	/* Set what the score has besides scores and winners; open: also what is secret until the game is
	 * over.  NULL: nothing. */
	void (*score)(const struct game *g, const struct names *names, bool open, json_t *out);
	/* Append the lines of a private view (wire/private_view.h) that only these rules have, between gold and
	 * seen.  NULL: none. */
	void (*mine)(const struct view *v, const struct names *names, struct buf *out);
	/* Bytes that the view of this seat can need beyond what all need, from what everybody knows of it.
	 * NULL: none. */
	size_t (*room)(const struct view *pub, const struct names *names, uint8_t seat);
	const struct deck_rules *deck; /* wire/deck.h */
};

#endif
