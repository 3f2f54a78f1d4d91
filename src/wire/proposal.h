#ifndef ADIT_WIRE_PROPOSAL_H
#define ADIT_WIRE_PROPOSAL_H

#include "text/language.h"
#include "text/voteline.h"

struct lines;

/*
 * Proposals of seats. A proposal is carried when more than half of the seats that have a vote say
 * yes; the next digest of the same run executes it (adit(5), "Votes of the table"). Plain data.
 *
 * A seat has at most one open proposal of a kind. Of `end` and `skip` there is at most one in
 * total.
 */
enum { PROPOSALS_MAX = 3 * SEATS_MAX + 2, PROPOSAL_DIGESTS = 50 };
struct proposal {
	struct vote on;   /* without .yes */
	int64_t since;    /* the digest that opened it */
	uint8_t by;       /* the seat whose order opened it */
	uint8_t need;     /* votes that carry it, */
	uint8_t own;      /* of them by seats with keys of their own (wire/custody.h) */
	uint16_t yes, no; /* bits of seats */
};
struct proposals {
	unsigned n; /* in order of opening */
	struct proposal at[PROPOSALS_MAX];
};

/* Append the lines, which are part of people:; read as many as there are. */
void proposals_text(const struct proposals *b, const struct names *names, struct buf *out);
int proposals_read(
    struct lines *l, const struct names *names, struct proposals *b, struct err *err);

/* Votes as lines "  vote: SEAT yes", at most one a seat, in turn order. yes, no: bits of seats. */
void seat_votes_text(uint16_t yes, uint16_t no, const struct names *names, struct buf *out);
int seat_votes_read(
    struct lines *l, const struct names *names, uint16_t *yes, uint16_t *no, struct err *err);

/* Appends the status of each proposal, as lines of since:. */
void proposals_status(const struct language *lang, const struct proposals *b,
    const struct names *names, uint16_t custody, struct buf *out);

#endif
