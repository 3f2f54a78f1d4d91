#ifndef ADIT_HOST_REEXEC_H
#define ADIT_HOST_REEXEC_H

#include "host/command.h"

/*
 * A game played again from its beginning, by the decisions that played it first.  What comes of them
 * is the press's: digests that are compared (audit/replay.h), or none at all (reexec_state).
 */
struct reexec {
	struct digest_backend press; /* first; its `made` and `back` are the fold's own */
	struct host file;            /* holds nothing yet, with a transaction open */
	/* What caused digest n: 2 an order for every turn that is left to be played (reexec_is_recurring), 1 an act of the
	 * host's, 0 an order, or -1. */
	int (*cause)(struct reexec *f, int64_t n, struct host_action *act,
	    struct parsed_order *order, struct err *err);
	bool is_making; /* out: what failed did so while a digest was made */
	struct command *w;
	int64_t n_state;
	struct host_state *state; /* after each digest */
};
void reexec_release(struct reexec *f); /* but for the file */

/* The table as this digest 0 lays it down, for reexec_begin: *a borrows from *d and host_key.  s: the host's
 * secret.  ERR_CORRUPT: it cannot be. */
int reexec_table(const struct digest *d, const unsigned char s[static SECRET_BYTES],
    const char *host_key, struct host_table_params *a, struct err *err);

/* Digest 0; then what caused digest n, which may make more than that one.  *r as command_run. */
int reexec_begin(
    struct reexec *f, const struct host_table_params *a, struct host_result *r, struct err *err);
int reexec_next(struct reexec *f, int64_t n, int64_t time, struct host_result *r, struct err *err);

/* Is the order of the digest that comes next the one for every turn of the seat that is to move?  2, 0, -1. */
int reexec_is_recurring(
    const struct reexec *f, const char *text, const struct digest_layout *t, struct err *err);

/* Of a game file: the order that caused digest n. */
int reexec_order(struct host *h, int64_t n, struct parsed_order *order, struct err *err);

/* The state after digest `to` of a game file, by its orders and acts alone: no digest is made. */
int reexec_state(struct host *h, int64_t to, struct host_state *then, struct err *err);

#endif
