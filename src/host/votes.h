#ifndef ADIT_HOST_VOTES_H
#define ADIT_HOST_VOTES_H

#include "host/work.h"

/* What becomes of the proposals in the digest to come. */
void votes_settle(struct work *w, const struct events *ev, const struct cause *cause);

/* Is one carried, so that the next digest does it? */
bool votes_carry(const struct work *w);

#endif
