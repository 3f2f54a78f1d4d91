#ifndef ADIT_HOST_VOTES_H
#define ADIT_HOST_VOTES_H

#include "host/command.h"

/* What becomes of the proposals in the digest to come. */
void proposals_settle(struct command *w, const struct events *ev, const struct digest_cause *cause);

/* Is one carried, or a seat free for who waits, so that the next digest does it? */
bool proposals_are_due(const struct command *w);

/* The seat that is free now for who waits, if nothing else comes first; SEAT_NONE: none. */
uint8_t proposals_free_seat(const struct command *w);

#endif
