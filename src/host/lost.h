#ifndef ADIT_HOST_LOST_H
#define ADIT_HOST_LOST_H

#include "host/command.h"

/*
 * A game file that came back from a backup, and does not know it.  An order carries the host's signature of the digest
 * that its sender acted on (head-sig).  If that holds for a digest of this table that the file lacks, there is
 * another branch of the history: nothing is signed any more, till the host gives that digest up.
 */

/* 1: the table is stopped; 0; -1. */
int lost_is_stopped(struct host *h, struct err *err);

/* Does an order prove that such a digest is out?  1: the table is stopped, and the order is kept; 0; -1. */
int lost_found(struct command *w, const struct parsed_order *in, struct err *err);

/* struct parsed_order whose signature does not hold: the same, and it is not kept.  ERR_STALE: it proves nothing. */
command_fn lost_stop;

/* Keep an order till the table goes on. */
int lost_hold(struct command *w, const struct parsed_order *in, struct err *err);

/* Its head is no digest of this file: -1, and what to do. */
int lost_head(const struct command *w, const struct order_block *b, struct err *err);

/* struct host_action: give up the digest of this hash, which stops the table. */
command_fn lost_accept;

#endif
