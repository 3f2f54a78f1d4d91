#ifndef ADIT_WIRE_PEOPLE_H
#define ADIT_WIRE_PEOPLE_H

#include "text/names.h"
#include "util/span.h"

/*
 * Who has missed turns, and who is or was absent when: the section people: of every digest of a table whose
 * clock asks for it (wire/clock.h; adit(5), "The clock").  A value.
 */
enum { ABSENCES_MAX = 16 };

struct absence {
	int64_t from, until; /* until is not in it */
};

struct people {
	int64_t began;               /* the limit of this turn runs from then on; -1: it does not */
	uint32_t missed[SEATS_MAX];  /* turns in a row */
	uint8_t n_absent[SEATS_MAX]; /* all absences so far, in order of time */
	struct absence absent[SEATS_MAX][ABSENCES_MAX];
};

/* One more absence, which overlaps none of the seat's, where there is room for it. */
void people_add(struct people *p, uint8_t seat, const struct absence *a);

/* Append the lines of the section. */
void people_text(const struct people *p, const struct names *names, struct buf *out);

/* The section of a digest between from and to: 1, or 0 (*p is zero): there is none, or -1 ERR_SYNTAX. */
int people_find(const char *s, size_t from, size_t to, const struct names *names, struct people *p,
    struct err *err);

#endif
