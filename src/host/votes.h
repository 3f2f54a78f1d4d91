#ifndef ADIT_HOST_VOTES_H
#define ADIT_HOST_VOTES_H

#include "host/work.h"

/* What becomes of the proposals in the digest to come. */
void votes_settle(struct work *w, const struct events *ev, const struct cause *cause);

/* Is one carried, or a seat free for who waits, so that the next digest does it? */
bool votes_carry(const struct work *w);

/* The seat that is free now for who waits, if nothing else comes first; SEAT_NONE: none. */
uint8_t votes_chair(const struct work *w);

#endif
