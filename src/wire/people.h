#ifndef ADIT_WIRE_PEOPLE_H
#define ADIT_WIRE_PEOPLE_H

#include "util/keytext.h"
#include "wire/proposal.h"

/*
 * Who has missed turns, who is or was absent when, what the table votes on, who waits for a seat and who leaves
 * one: the section people: of every digest of a table whose clock asks for it, and where the seats vote
 * (wire/time_control.h; adit(5), "The clock", "Votes of the table", "Substitutes").  A value.
 */
enum { ABSENCES_MAX = 16, STANDBY_MAX = 8, PEOPLE_SPAN_MAX = 3653 * 86400 };

struct absence {
	int64_t from, until; /* until is not in it */
};

struct people {
	int64_t began;               /* the limit of this turn runs from then on; -1: it does not */
	uint32_t missed[SEATS_MAX];  /* turns in a row */
	uint8_t n_absent[SEATS_MAX]; /* all absences so far, in order of time */
	struct absence absent[SEATS_MAX][ABSENCES_MAX];
	int64_t extended_s; /* what the table has added to the limit of this turn */
	struct proposals ballots;
	unsigned n_standby;
	struct
	    standby { /* who waits for a seat, with these keys, since that digest; first come first */
		int64_t since;
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	} standby[STANDBY_MAX];
	int64_t leaving[SEATS_MAX]; /* the digest in which the seat said so; 0: it stays */
	int64_t gone[SEATS_MAX];    /* away since then, where that frees a seat; 0: it is not */
};

/* Has a digest this to say, whatever its table's clock asks for? */
bool people_vote(const struct people *p);

/* One more absence, which overlaps none of the seat's, where there is room for it. */
void people_add(struct people *p, uint8_t seat, const struct absence *a);

/* Append the lines of the section. */
void people_text(const struct people *p, const struct names *names, struct buf *out);

/* The section of a digest between from and to: 1, or 0 (*p is zero): there is none, or -1 ERR_SYNTAX. */
int people_find(const char *s, size_t from, size_t to, const struct names *names, struct people *p,
    struct err *err);

#endif
