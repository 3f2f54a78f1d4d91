#ifndef ADIT_TEXT_EVENTLINE_H
#define ADIT_TEXT_EVENTLINE_H

#include "text/names.h"

/*
 * Events in words.  One row a kind: its name, the fields it uses, its sentence; the names and
 * fields are a contract (adit(5), table of events).
 */
enum event_field { /* which fields a kind shows, and under which key */
	FIELD_SEAT = 1 << 0,
	FIELD_TO = 1 << 1,
	FIELD_CARD = 1 << 2,
	FIELD_AT = 1 << 3,
	FIELD_PART = 1 << 4,
	FIELD_VALUE = 1 << 5,
	FIELD_FLIPPED = 1 << 6,
	FIELD_TOOL = 1 << 7,
	FIELD_OUTCOME = 1 << 8,
	FIELD_WAYS = 1 << 9,
	FIELD_SIDE = 1 << 10
};

const char *event_name(enum event_kind kind);        /* "placed", "turned-up" */
enum event_kind event_find(const char *s, size_t n); /* EVENT_KIND_COUNT: there is no such kind */
const char *outcome_name(enum outcome outcome);      /* "none" "gold" "no-gold" "goals" ... */
const char *ways_name(unsigned ways);                /* WAY_ bits: "none" "blue" "green" "both" */
const char *side_name(unsigned side);                /* of two: "green" "blue" */

/* Which fields this very event shows (a kind's fields less those it does not have, as the target
 * of a map has a place and that of a lamp a seat; FIELD_TOOL, FIELD_OUTCOME, FIELD_WAYS and
 * FIELD_SIDE are in .value, and so is FIELD_FLIPPED, set only where it is 1).  A hidden card is a
 * field ("?"), a hidden value is none. */
unsigned event_fields(const struct rules *rules, const struct event *e);

/* Canonical: the name, then the event's fields in the order seat, card, to, place, tool, value,
 * flipped, outcome, ways, side: "placed anna nsw 3,-1 flipped", "drew anna ?".  e is an event_redact copy. */
void eventline_text(
    const struct rules *rules, const struct names *names, const struct event *e, struct buf *out);

/* Read such a line back: an event as its reader may know it, which that line is written of.  -1: none. */
int eventline_parse(const struct rules *rules, const struct names *names, const char *s, size_t n,
    struct event *out);

/* A sentence without final period: "anna lays nsw at 3,-1, flipped"; `you` (a seat or SEAT_NONE) is
 * addressed as you: "you draw nsw".  false if the kind needs no words (nothing appended). */
bool event_sentence(const struct rules *rules, const struct names *names, const struct event *e,
    uint8_t you, struct buf *out);

#endif
