#ifndef ADIT_WIRE_VOTES_H
#define ADIT_WIRE_VOTES_H

#include "wire/time_control.h"

/*
 * What becomes of the proposals that the seats vote on in a digest: for the host who makes it, and for whoever
 * checks it (adit(5), "Votes of the table").
 */
struct proposals_step {
	int64_t n, time;                  /* of the digest */
	const struct game *now;           /* as everybody knows it, after the digest */
	const struct time_control *clock; /* of digest 0 */
	const struct people *people;      /* as it will say, but for the proposals */
	const int64_t
	    *given; /* by seat: the digest in which the host or the table gave its keys; 0: none */
	bool anew;  /* the limit begins anew, or does not run */
	bool undoes, ends_round; /* it takes back; a round begins or ends, or the game is over */
	uint8_t replaced;        /* the host has given this seat new keys; else SEAT_NONE */
	const struct vote *done; /* what was carried and is done by it, or NULL */
	const struct vote *vote; /* that its order gives, or NULL, */
	uint8_t by;              /* the seat of that order */
};
void proposals_update(struct proposals *b, const struct proposals_step *step);

/* The next to be done of those that are carried, or NULL. */
const struct proposal *proposals_next_carried(const struct proposals *b);
/* The proposal that such a vote is on, or NULL. */
const struct proposal *proposals_find(const struct proposals *b, const struct vote *vote);

/* Such a vote would open one: that of the same kind which this seat has opened already, or NULL. */
const struct proposal *votes_second(const struct proposals *b, const struct vote *vote, uint8_t by);

/* How each of them stands, as sentences: lines of since:, appended. */
void proposals_status(const struct proposals *b, const struct names *names, struct buf *out);

#endif
