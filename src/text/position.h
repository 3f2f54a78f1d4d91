#ifndef ADIT_TEXT_POSITION_H
#define ADIT_TEXT_POSITION_H

#include <jansson.h>

#include "text/names.h"

/* Positions, cards and events as JSON: the contract of adit(5), "Positions".  json_t results are
 * new references. */

enum { POSITION_BRIEF = 1 << 0 };       /* leave out what follows from the kind: links, spaces */

/* One writer for all: the referee's position is the view of SEAT_REFEREE. */
json_t *position_json(const struct view *v, const struct names *names, unsigned flags);

/*
 * Read a position.  Keys of a brief one may be missing, unknown keys are ignored; "?" is
 * CARD_HIDDEN only if `hidden_ok`.  What cannot lie on a table is refused (ERR_SYNTAX naming the key): two
 * cards at a place, a kind of another rules set, edges that clash, numbers out of range, a seat to
 * move that is not there, ...  The result passes game_is_ok.
 */
int position_parse(const json_t *json, bool hidden_ok, struct game *g, struct names *names,
    struct err *err);

json_t *cards_json(const struct rules *rules);          /* adit referee --cards R */
json_t *event_json(const struct rules *rules, const struct names *names, const struct event *e);

/*
 * The difference between what everybody knows and what one seat knows, so that a private view
 * need not repeat the table: patch(a, b) is the least JSON such that apply(a, patch) equals b.
 * Objects: keys that differ; arrays of one length: an object of the indices that differ; anything
 * else: {"=": value}.
 */
json_t *position_patch(const json_t *a, const json_t *b);
json_t *position_patched(const json_t *a, const json_t *patch);         /* NULL if it does not fit */

/* Pretty: one key of the object a line, one element of an array of objects a line, wrapped at
 * `columns` between tokens.  Ends with \n. */
void position_lines(const json_t *json, size_t columns, struct buf *out);

#endif
