#ifndef ADIT_HOST_VOTES_H
#define ADIT_HOST_VOTES_H

#include "host/command.h"

/* Updates the open proposals for the next digest. */
void proposals_settle(struct command *w, const struct events *ev, const struct digest_cause *cause);

/* True if a proposal is carried or a seat is free for a standby: the next digest executes that. */
bool proposals_are_due(const struct command *w);

/* Returns the seat that is free for a standby now, if nothing else comes first; else SEAT_NONE. */
uint8_t proposals_free_seat(const struct command *w);

#endif
