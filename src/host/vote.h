#ifndef ADIT_HOST_VOTE_H
#define ADIT_HOST_VOTE_H

#include "host/command.h"

/* A seat votes on what the table does, in a digest of its own; head_n: the digest that it has read.  ERR_STALE: it
 * is not the time for that; ERR_RULE: the seat, or the table, has no such vote. */
int vote_accept(struct command *w, const struct vote *vote, int64_t head_n,
    struct digest_cause *cause, struct err *err);

/* command_run, and then what the seats have voted for with that. */
int vote_run(struct command *w, command_fn *decide, const void *what, int64_t now,
    struct host_result *r, struct err *err);

#endif
