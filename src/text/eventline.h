#ifndef ADIT_TEXT_EVENTLINE_H
#define ADIT_TEXT_EVENTLINE_H

#include "text/language.h"
#include "text/names.h"

/*
 * Events in words. Each kind has one row with its name, its fields and its sentence. Names and
 * fields are a contract (adit(5), table of events).
 */
enum event_field { /* fields of a kind, and their keys */
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
enum event_kind event_find(const char *s, size_t n); /* EVENT_KIND_COUNT: no such kind */
const char *outcome_name(enum outcome outcome);      /* "none" "gold" "no-gold" "goals" ... */
const char *ways_name(unsigned ways);                /* WAY_ bits: "none" "blue" "green" "both" */
const char *side_name(unsigned side);                /* "green" "blue" */

/* Returns the fields of this event: those of its kind without those that it lacks. For example, a
 * map's target is a place, a lamp's target a seat. FIELD_TOOL, FIELD_OUTCOME, FIELD_WAYS,
 * FIELD_SIDE and FIELD_FLIPPED are in .value; FIELD_FLIPPED is set only if it is 1. A hidden card
 * is a field ("?"), a hidden value is not. */
unsigned event_fields(const struct rules *rules, const struct event *e);

/* Writes the canonical line: the name, then the fields in the order seat, card, to, place, tool,
 * value, flipped, outcome, ways, side: "placed anna nsw 3,-1 flipped", "drew anna ?". e must be a
 * copy from event_redact. */
void eventline_text(
    const struct rules *rules, const struct names *names, const struct event *e, struct buf *out);

/* Parses such a line into the event as its reader may know it. Returns 0; -1 if eventline_text
 * would not write this line. */
int eventline_parse(const struct rules *rules, const struct names *names, const char *s, size_t n,
    struct event *out);

/* Writes a sentence without final period: "anna lays nsw at 3,-1, flipped". `you` (a seat or
 * SEAT_NONE) is addressed as you: "you draw nsw". Returns false and writes nothing if the kind has
 * no sentence. */
bool event_sentence(const struct language *lang, const struct rules *rules,
    const struct names *names, const struct event *e, uint8_t you, struct buf *out);

#endif
