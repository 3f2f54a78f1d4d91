#ifndef ADIT_HOST_LOST_H
#define ADIT_HOST_LOST_H

#include "host/command.h"

/*
 * Detects a game file that was restored from a backup. An order carries the host's signature of
 * its head (head-sig). If that signature is valid for a digest of this table that the file
 * lacks, there is another branch. Then nothing is signed until the host gives that digest up.
 */

/* Returns 1 if the table is stopped, 0, or -1. */
int lost_is_stopped(struct host *h, struct err *err);

/* Checks whether an order proves that such a digest exists. Returns 1: the table is stopped, and
 * the order is held; 0; -1. */
int lost_found(struct command *w, const struct parsed_order *in, struct err *err);

/* For a struct parsed_order whose signature is not valid: like lost_found, but does not hold the
 * order. ERR_STALE: it proves nothing. */
command_fn lost_stop;

/* Holds an order until the table goes on. */
int lost_hold(struct command *w, const struct parsed_order *in, struct err *err);

/* Sets *err for an order whose head is not a digest of this file; returns -1. */
int lost_head(const struct command *w, const struct order_block *b, struct err *err);

/* For a struct host_action: gives up the digest with this hash, which stops the table. */
command_fn lost_accept;

#endif
