#ifndef ADIT_WIRE_PEOPLE_H
#define ADIT_WIRE_PEOPLE_H

#include "util/keytext.h"
#include "wire/proposal.h"

/*
 * Missed turns, absences, proposals, the waiting list and seats that are left: the section
 * people: of a digest. Every digest has it if the table's time control needs it, or while there
 * are proposals (wire/time_control.h; adit(5), "The clock", "Votes of the table",
 * "Substitutes"). Plain data.
 */
enum { PEOPLE_ABSENCES_MAX = 16, PEOPLE_STANDBY_MAX = 8 };

struct absence {
	int64_t from, until; /* `until` is exclusive */
};

struct people {
	/* when the limit of this turn began to run; -1: no limit runs */
	int64_t began;
	uint32_t missed[SEATS_MAX];  /* turns in a row */
	uint8_t n_absent[SEATS_MAX]; /* all absences so far, in order of time */
	struct absence absent[SEATS_MAX][PEOPLE_ABSENCES_MAX];
	int64_t extended_s; /* seconds that the table added to the limit of this turn */
	struct proposals proposals;
	unsigned n_standby;
	/* The waiting list, first come first: keys, and the digest in which the person joined. */
	struct standby {
		int64_t since;
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	} standby[PEOPLE_STANDBY_MAX];
	/* the digest in which the seat announced that it leaves; 0: it stays */
	int64_t leaving[SEATS_MAX];
	/* time since which the seat is away, if that frees a seat; 0: it is not */
	int64_t gone[SEATS_MAX];
};

/* True if the section is needed although the time control does not need it. */
bool people_vote(const struct people *p);

/* Adds an absence. It must not overlap another one of the seat, and there must be room. */
void people_add(struct people *p, uint8_t seat, const struct absence *a);

/* Appends the lines of the section. */
void people_text(const struct people *p, const struct names *names, struct buf *out);

/* Reads the section of a digest between `from` and `to`. Returns 1; 0 if there is none (*p is
 * zero); -1 with ERR_SYNTAX. */
int people_find(const char *s, size_t from, size_t to, const struct names *names, struct people *p,
    struct err *err);

#endif
