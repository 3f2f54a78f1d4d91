#ifndef ADIT_WIRE_POSITION_H
#define ADIT_WIRE_POSITION_H

#include <jansson.h>
#include <stdbool.h>

#include "text/noteline.h"

/* Positions, cards and events as JSON: the contract of adit(5), "Positions".  json_t results are
 * new references. */

enum { POSITION_BRIEF = 1 << 0 };   /* leave out what follows from the kind: links, spaces */
enum { POSITION_TURN_MAX = 60000 }; /* no game comes near; turns beyond are not read */

/*
 * One writer for all: the referee's position is the view of SEAT_OMNISCIENT.  In the view of a seat
 * (or of SEAT_NONE, everybody) cards it does not know are "?", lists of them as long as they are,
 * and facts it does not know are left out.
 */
json_t *position_json(const struct view *v, const struct names *names, unsigned flags);

/* The same beside that of another view of the same table, `there`, with the same flags: what lies on the
 * table alike is one and the same value in both, which takes less to write, to compare and to release. */
json_t *position_json_shared(const struct view *v, const struct names *names, unsigned flags,
    const struct view *there, json_t *position);

/*
 * Read a position.  Keys of a brief one may be missing, unknown keys are ignored; "?" is
 * CARD_HIDDEN only if `hidden_ok`.  Options and cards that these rules do not have are ERR_NOT_FOUND, and what cannot lie on a table is refused (ERR_SYNTAX naming the key): two cards at a place, a kind of another rules set, edges that clash, numbers out of
 * range, a seat to move that is not there, ...  A position need not conserve the deck.  The result
 * passes game_is_ok (with hidden_ok: would, if some cards were put for the hidden ones), and what
 * play makes of it can be read again up to POSITION_TURN_MAX.
 * Needed: rules, seats (name, and role unless hidden_ok), board, to_move; the rest defaults to the
 * first turn of a game with nothing anywhere.  names is filled anew.
 */
int position_parse(const struct rules *const *games, const json_t *json, bool hidden_ok,
    struct game *g, struct names *names, struct err *err);

/* The same with the card list of these rules (a house deck): the position must name their set.
 * NULL: the rules set that the position names. */
int position_parse_with(const struct rules *const *games, const struct rules *with,
    const json_t *json, bool hidden_ok, struct game *g, struct names *names, struct err *err);

/* Could the cards of the game's box lie so?  Are there no more, in all and of each kind that is seen? */
bool position_fits_box(const struct game *g);

/* The object "options" of a position or request; NULL (none given) changes nothing. */
int options_parse(json_t *json, const struct rules *rules, const struct names *names,
    struct options *out, struct err *err);

json_t *cards_json(const struct rules *rules); /* adit referee --cards R */
json_t *event_json(const struct rules *rules, const struct names *names, const struct event *e);
json_t *note_json(const struct names *names, const struct note *note);
/* All of them as an array: `seat` sees what event_redact shows it, SEAT_OMNISCIENT everything. */
json_t *events_json(
    const struct rules *rules, const struct names *names, const struct events *ev, uint8_t seat);
/* The orders in words, sorted, as an array of strings. */
json_t *orders_json(
    const struct rules *rules, const struct names *names, const struct order *order, size_t n);

/* {"scores":{name: gold},"winners":[names]} and what else the rules set has; no winners while the game
 * goes on, and until it is over nothing that this seat may not know (SEAT_NONE: that is secret). */
json_t *score_json(const struct game *g, const struct names *names, uint8_t seat);

/*
 * The difference between what everybody knows and what one seat knows, so that a private view
 * need not repeat the table: position_apply_patch(a, position_patch(a, b)) equals b.
 * Objects: keys that differ; arrays of one length: an object of the indices that differ; anything
 * else, and whatever is shorter that way: {"=": value}.  No difference: {}.
 * Results share parts with what they were made from: do not change them.
 */
json_t *position_patch(json_t *a, json_t *b);
json_t *position_apply_patch(json_t *a, json_t *patch); /* NULL if it does not fit */

/* Append compact JSON, without line end. */
void position_text(const json_t *json, struct buf *out);

/* Pretty: one key of the object a line, one element of an array of objects a line, wrapped at
 * `columns` between tokens (a longer token stands alone).  Ends with \n. */
void position_lines(json_t *json, size_t columns, struct buf *out);

#endif
