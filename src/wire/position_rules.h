#ifndef ADIT_WIRE_POSITION_RULES_H
#define ADIT_WIRE_POSITION_RULES_H

#include "wire/position.h"

/*
 * Inside position*.c: what one rules set adds to a position, and the tools its file
 * (games/saboteur/json.c, ...) writes and reads its keys with.  A new rules set is a new file with
 * one struct position_rules, which its row names.
 */

/* ---- writing ------------------------------------------------------------------------------- */

struct position_writer {
	const struct view *v;
	const struct game *g; /* &v->known */
	const struct names *names;
	unsigned flags;          /* POSITION_ bits */
	json_t *kind[CARDS_MAX]; /* strings made so far, shared by all who need them */
};

/* All of these return new references. */
json_t *write_card(struct position_writer *w, card_id card); /* its kind, or "?" */
json_t *write_cards(struct position_writer *w, const card_id *card, unsigned n);
json_t *write_values(const struct position_writer *w, const card_id *card, unsigned n);
json_t *write_seat_name(const struct position_writer *w, uint8_t seat); /* null for SEAT_NONE */
json_t *write_tools(uint8_t tools);

json_t *write_seen(const struct seat *s); /* cells of goals looked at */

/* ---- reading ------------------------------------------------------------------------------- */

/* The way down to a value, for messages: "board[3].kind".  key NULL: element `index` of up. */
struct json_at {
	const struct json_at *up;
	const char *key;
	size_t index;
};
#define AT_KEY(up, key)     (&(const struct json_at){ (up), (key), 0 })
#define AT_INDEX(up, index) (&(const struct json_at){ (up), NULL, (index) })

struct position_reader {
	struct game *g;
	struct names *names;
	bool hidden_ok; /* "?" may stand for a card */
	struct err *err;
};

/* ERR_SYNTAX "board[3].kind: ..."; returns -1. */
int read_fail(const struct position_reader *r, const struct json_at *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Text of a JSON string fit for a message, or "..." if it is none, too long or not to be shown. */
const char *read_shown(const json_t *json);

int read_number(const struct position_reader *r, const struct json_at *at, const json_t *json,
    int min, int max, int *out);
int read_flag(
    const struct position_reader *r, const struct json_at *at, const json_t *json, bool *out);
/* A seat's name; null, if it may be, is SEAT_NONE. */
int read_seat_name(const struct position_reader *r, const struct json_at *at, const json_t *json,
    bool null_ok, uint8_t *out);

/* Sets of classes a card may be of. */
#define CLASS_BIT(class) (1u << (class))
enum { CLASSES_DECK = 1 << CARD_PATH | 1 << CARD_ACTION };
int read_card(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned classes, card_id *out);
/* A list that may be missing (json NULL): then it is empty. */
int read_cards(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned classes, unsigned max, card_id *out, uint8_t *n);
/* A list of values of gold cards; it may be missing. */
int read_values(const struct position_reader *r, const struct json_at *at, const json_t *json,
    unsigned max, card_id *out, uint8_t *n);
int read_tools(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t *out);

/* The cells of goals looked at; it may be missing. */
int read_seen(
    const struct position_reader *r, const struct json_at *at, const json_t *json, struct seat *s);
/* Only goals were looked at. */
int read_goals_seen(const struct position_reader *r);
/* One mine: a start at 0,0, not too many goals, and only goals were looked at. */
int read_mine(const struct position_reader *r);

/* ---- one rules set ------------------------------------------------------------------------- */

struct position_rules {
	unsigned phases; /* bits 1 << PHASE_ of those this game has */
	/* Set the keys of the position, of a seat, of a board entry that only these rules have. */
	void (*write)(struct position_writer *w, json_t *position);
	void (*write_seat)(struct position_writer *w, uint8_t seat, json_t *out);
	void (*write_cell)(struct position_writer *w, const struct cell *cell, json_t *out);
	/* Read them again: 0, or -1 with an error that names the key.  Seats are called first, then
	 * the board's entries, then the position. */
	int (*read_seat)(const struct position_reader *r, const struct json_at *at,
	    const json_t *json, uint8_t seat);
	int (*read_cell)(const struct position_reader *r, const struct json_at *at,
	    const json_t *json, struct cell *cell);
	int (*read)(const struct position_reader *r, const json_t *position);
	/* Put some card of the right class for every CARD_HIDDEN of g->own, so that game_is_ok can
	 * judge the rest. */
	void (*unhide)(struct game *g, card_id role, card_id gold);
};

#endif
