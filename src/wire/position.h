#ifndef ADIT_WIRE_POSITION_H
#define ADIT_WIRE_POSITION_H

#include <jansson.h>
#include <stdbool.h>

#include "text/noteline.h"

/* Positions, cards and events as JSON (adit(5), "Positions"). json_t results are new references,
 * owned by the caller. */

enum { POSITION_BRIEF = 1 << 0 };   /* leave out what follows from the kind: links, spaces */
enum { POSITION_TURN_MAX = 60000 }; /* larger turns are not read; no game comes near */

/*
 * Writes a view as JSON. The referee's position is the view of SEAT_OMNISCIENT. In the view of a
 * seat, or of SEAT_NONE (public), unknown cards are "?"; lists keep their length; other unknown
 * facts are left out.
 */
json_t *position_json(const struct view *v, const struct names *names, unsigned flags);

/* Like position_json. `position` is the JSON of `there`, another view of the same table with the
 * same flags. Equal parts are shared with it, which saves time to write, compare and release. */
json_t *position_json_shared(const struct view *v, const struct names *names, unsigned flags,
    const struct view *there, json_t *position);

/*
 * Reads a position. Keys of a brief one may be missing; unknown keys are ignored. "?" becomes
 * CARD_HIDDEN if `hidden_ok`, else is an error. Needs: rules, seats (name; role unless hidden_ok),
 * board, to_move; other keys default to the first turn with empty piles. *names is overwritten.
 * with: a custom deck, whose rules set the position must name, or NULL.
 *
 * The result passes game_is_ok; with hidden_ok after any cards are substituted for hidden ones.
 * Play from there can be read back up to POSITION_TURN_MAX. A position need not conserve the deck.
 * ERR_NOT_FOUND: unknown option or card. ERR_SYNTAX, naming the key: an impossible table (two cards
 * at one place, a kind of another rules set, edges that do not match, numbers out of range, an
 * unknown seat to move).
 */
int position_parse(const struct rules *const *games, const struct rules *with, const json_t *json,
    bool hidden_ok, struct game *g, struct names *names, struct err *err);

/* True if the visible cards do not exceed the box, in total and of each kind. */
bool position_fits_box(const struct game *g);

/* Reads the object "options" of a position or request. NULL (none given) changes nothing. */
int position_parse_options(json_t *json, const struct rules *rules, const struct names *names,
    struct options *out, struct err *err);

json_t *position_cards_json(const struct rules *rules); /* for adit referee --cards R */
json_t *position_event_json(
    const struct rules *rules, const struct names *names, const struct event *e);
json_t *position_note_json(const struct names *names, const struct note *note);
/* All events as an array, as event_redact shows them to `seat`; SEAT_OMNISCIENT: everything. */
json_t *position_events_json(
    const struct rules *rules, const struct names *names, const struct events *ev, uint8_t seat);
/* The orders in the order language, sorted, as an array of strings. */
json_t *position_orders_json(
    const struct rules *rules, const struct names *names, const struct order *order, size_t n);

/* {"scores":{name: gold},"winners":[names]} and what the rules set adds. Until the game is over
 * there are no winners and nothing that `seat` may not know (SEAT_NONE: only public facts). */
json_t *position_score_json(const struct game *g, const struct names *names, uint8_t seat);

/*
 * The difference between a public position and a private one, so that a private view does not
 * repeat the table: position_apply_patch(a, position_patch(a, b)) equals b. Objects: the keys
 * that differ. Arrays of one length: an object of the indices that differ. Anything else, or if
 * shorter: {"=": value}. No difference: {}. Results share parts with the arguments: do not
 * modify them.
 */
json_t *position_patch(json_t *a, json_t *b);
json_t *position_apply_patch(json_t *a, json_t *patch); /* NULL: does not fit */

/* Appends compact JSON, without line end. */
void position_text(const json_t *json, struct buf *out);

/*
 * Appends JSON with one key of the object a line and one element of an array of objects a line.
 * Lines are wrapped at `columns` between tokens; a longer token has a line of its own. Ends with
 * \n.
 */
void position_lines(json_t *json, size_t columns, struct buf *out);

#endif
