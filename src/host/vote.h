#ifndef ADIT_HOST_VOTE_H
#define ADIT_HOST_VOTE_H

#include "host/command.h"

/*
 * Counts a vote of w->seat on a proposal, in a digest of its own; head_n is the digest that it
 * has read. ERR_STALE: not the time for that; ERR_RULE: the seat has no such vote, or the table
 * does not allow it.
 */
int vote_accept(struct command *w, const struct vote *vote, int64_t head_n,
    struct digest_cause *cause, struct err *err);

/* Runs command_run, then executes the proposals that it carried. */
int vote_run(struct command *w, command_fn *decide, const void *what, int64_t now,
    struct host_result *r, struct err *err);

#endif
