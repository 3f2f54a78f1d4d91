#ifndef ADIT_WIRE_PROPOSAL_H
#define ADIT_WIRE_PROPOSAL_H

#include "text/voteline.h"

struct lines;

/*
 * What the table votes on: proposals of seats, carried when more than half of those who have a vote say yes, and
 * then done by the next digest of the same run (adit(5), "Votes of the table").  Values.
 *
 * A seat has one proposal of a kind open, and of `end` and `skip` there is one at all.
 */
enum { PROPOSALS_MAX = 3 * SEATS_MAX + 2, PROPOSAL_DIGESTS = 50 };
struct proposal {
	struct vote on;   /* without .yes */
	int64_t since;    /* the digest that opened it, */
	uint8_t by;       /* by an order of this seat */
	uint8_t need;     /* so many votes for it carry it */
	uint16_t yes, no; /* bits of seats */
};
struct proposals {
	unsigned n; /* in the order in which they were opened */
	struct proposal at[PROPOSALS_MAX];
};

/* Append the lines, which stand in people:; read them as far as there are some. */
void proposals_text(const struct proposals *b, const struct names *names, struct buf *out);
int proposals_read(
    struct lines *l, const struct names *names, struct proposals *b, struct err *err);

#endif
