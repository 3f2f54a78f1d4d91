#ifndef ADIT_WIRE_POSITION_RULES_H
#define ADIT_WIRE_POSITION_RULES_H

#include "wire/position.h"

/*
 * Internal to position*.c and games/NAME/json*.c: what one rules set adds to a position, and the
 * functions to write and read it. A rules set lists its keys as rows; one function writes all
 * rows, another reads them.
 */

/* ---- writing ------------------------------------------------------------------------------- */

struct position_writer {
	const struct view *v;
	const struct game *g; /* &v->known */
	const struct names *names;
	unsigned flags;          /* POSITION_ bits */
	uint8_t seat;            /* of the row, in rows of a seat */
	const struct cell *cell; /* of the row, in rows of a board entry */
	json_t *kind[CARDS_MAX]; /* strings made so far, shared by all values */
	json_t *hidden;
};

/* These functions return new references. */
json_t *position_write_card(struct position_writer *w, card_id card); /* the kind, or "?" */
json_t *position_write_values(const struct position_writer *w, const card_id *card, unsigned n);
/* null: SEAT_NONE */
json_t *position_write_seat_name(const struct position_writer *w, uint8_t seat);
json_t *position_write_seats(const struct position_writer *w, const uint8_t *seat, unsigned n);
/* Returns the seats of bits 1 << seat, in seat order. */
json_t *position_write_seat_bits(const struct position_writer *w, unsigned seats);

/* True if private facts of the seat of this row are written. */
bool position_write_is_open(const struct position_writer *w);

/* ---- reading ------------------------------------------------------------------------------- */

/* Path to a value, for messages: "board[3].kind". key NULL: element `index` of `up`. */
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
	bool hidden_ok; /* "?" is allowed for a card */
	struct err *err;
	uint8_t seat;             /* of the row, in rows of a seat */
	struct cell *cell;        /* of the row, in rows of a board entry */
	const json_t *in;         /* the object that has the keys */
	const struct json_at *up; /* path to that object */
};

/* Sets ERR_SYNTAX "board[3].kind: ..." and returns -1. */
int position_read_fail(const struct position_reader *r, const struct json_at *at, const char *fmt,
    ...) __attribute__((format(printf, 3, 4)));

/* Returns the text of a JSON string for a message; "..." if it is not a string, too long or not
 * printable. */
const char *position_read_shown(const json_t *json);

/* True if the value is this string. */
bool position_read_is(const json_t *json, const char *word);

int position_read_number(const struct position_reader *r, const struct json_at *at,
    const json_t *json, int min, int max, int *out);
/* Reads true, false, or nothing for false. */
int position_read_flag(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t *out);
/* Reads a seat's name. If `null_ok`, null gives SEAT_NONE. */
int position_read_seat_name(const struct position_reader *r, const struct json_at *at,
    const json_t *json, bool null_ok, uint8_t *out);

/* Sets of the classes allowed for a card. */
#define CLASS_BIT(class) (1u << (class))
enum { CLASSES_DECK = 1 << CARD_PATH | 1 << CARD_ACTION };
int position_read_card(const struct position_reader *r, const struct json_at *at,
    const json_t *json, unsigned classes, card_id *out);

/* Calls `each` for the elements of a list of at most max elements (0: no limit). The list may be
 * missing. `what` is for messages: "a list of WHAT expected". */
int position_read_each(const struct position_reader *r, const struct json_at *at,
    const json_t *json, const char *what, unsigned max,
    int (*each)(const struct position_reader *r, const struct json_at *at, const json_t *json));

/* Checks that the seats have looked only at goals. */
int position_read_goals_seen(
    const struct position_reader *r, const struct json_at *at, const json_t *json);
/* Checks a position of one mine: a start at 0,0, not too many goals, and looks only at goals. */
int position_read_mine(
    const struct position_reader *r, const struct json_at *at, const json_t *json);

/* ---- rows ---------------------------------------------------------------------------------- */

/* The type of a key's value and of its field. */
enum row_kind {
	ROW_OTHER,  /* no plain field: `write` and `read` do it */
	ROW_NUMBER, /* uint8_t, from `least` to `limit` */
	ROW_COORD,  /* int8_t, same range */
	ROW_WIDE,   /* uint16_t, same range */
	ROW_U16,    /* struct u16, same range */
	ROW_FLAG,   /* uint8_t; missing: false */
	ROW_SEAT,   /* uint8_t: a seat's name; null or missing: SEAT_NONE */
	ROW_TOOLS,  /* uint8_t: TOOL_ bits as a list of names */
	ROW_SEEN,   /* goals that the seat of this row has looked at; no offset */
	ROW_CARD,   /* card_id of one of `classes` */
	ROW_CARDS,  /* card_id list, length in the field at `count`, at most `limit` */
	ROW_VALUES  /* gold cards by value; equal ones are interchangeable */
};

enum {
	ROW_NO_WRITE = 1 << 0, /* another row of this key writes it: keys are */
	ROW_NO_READ = 1 << 1,  /* written in one order, read in another */
	ROW_NEEDED = 1 << 2,   /* the number is required; otherwise the field keeps its value */
	ROW_SECRET = 1 << 3,   /* a missing card is hidden, if "?" is allowed */
	ROW_NONE = 1 << 4      /* null or missing is CARD_NONE */
};

/* The struct that a row's offsets refer to. */
enum row_in { ROW_IN_OWN, ROW_IN_GAME, ROW_IN_SEAT, ROW_IN_CELL };

/*
 * One key, or (key NULL) a step between keys while reading. `write` and `read` replace the
 * default of the kind. write returns the value, or NULL to omit the key. read gets the value, or
 * NULL if there is none, and returns 0, or -1 with an error that names the key. A table ends
 * with a row of zeroes.
 */
struct position_row {
	const char *key;
	uint8_t kind, in, flags; /* enum row_kind, enum row_in, ROW_ bits */
	uint8_t phases;          /* bits 1 << PHASE_ in which the key is written; 0: all */
	uint16_t offset, count;
	uint16_t step; /* in g->own, the field of seat s is s * step after that of seat 0 */
	int least, limit;
	unsigned classes;
	json_t *(*write)(struct position_writer *w);
	int (*read)(const struct position_reader *r, const struct json_at *at, const json_t *json);
};

/* The place of a field. */
#define IN_GAME(field)      .in = ROW_IN_GAME, .offset = offsetof(struct game, field)
#define IN_SEAT(field)      .in = ROW_IN_SEAT, .offset = offsetof(struct seat, field)
#define IN_CELL(field)      .in = ROW_IN_CELL, .offset = offsetof(struct cell, field)
#define IN_OWN(type, field) .offset = offsetof(type, field)
/* A list and its count, in a struct of the rules set. */
#define LIST_OF(type, list, n) .offset = offsetof(type, list), .count = offsetof(type, n)

/* ---- one rules set ------------------------------------------------------------------------- */

struct position_rules {
	unsigned phases; /* bits 1 << PHASE_ that this game has */
	/* Keys of the position, of a seat and of a board entry that only these rules have; NULL:
	 * none. Seats are read first, then the board, then the position. */
	const struct position_row *position, *seat, *cell;
	/* Replaces hidden values in g->own outside of rows by possible ones, so that game_is_ok
	 * can check the rest. NULL: nothing to replace. */
	void (*unhide)(struct game *g);
	/* Sets what the score has besides scores and winners; `open`: also what is secret until
	 * the game is over. NULL: nothing. */
	void (*score)(const struct game *g, const struct names *names, bool open, json_t *out);
	/* Appends the lines of a private view (wire/private_view.h) that only these rules have,
	 * between gold and seen. NULL: none. */
	void (*mine)(const struct view *v, const struct names *names, struct buf *out);
	/* Returns the bytes that the view of this seat can need beyond the common ones, from
	 * public facts. NULL: 0. */
	size_t (*room)(const struct view *pub, const struct names *names, uint8_t seat);
	const struct deck_rules *deck; /* wire/deck.h */
};

#endif
