#ifndef ADIT_HOST_REEXEC_H
#define ADIT_HOST_REEXEC_H

#include "host/command.h"

/* Re-execution of a game from digest 0, by the same decisions. The backend decides about the
 * result: digests to compare (audit/replay.h), or none (reexec_state). */
struct reexec {
	struct digest_backend press; /* must be the first member; `made` and `back` are set here */
	struct host file;            /* empty, with an open transaction */
	/* Returns the cause of digest n: 0 an order; 1 a host action; 2 a recurring order left
	 * by the command before (reexec_is_recurring); or -1. */
	int (*cause)(struct reexec *f, int64_t n, struct host_action *act,
	    struct parsed_order *order, struct err *err);
	bool is_making; /* out: the failure occurred while a digest was made */
	struct command *w;
	int64_t n_state;
	struct host_state *state;  /* after each digest */
	struct bot_memory *memory; /* SEATS_MAX after each digest, if bots remember; else NULL */
};
void reexec_release(struct reexec *f); /* except the store of `file` */

/* Sets *a to the table of this digest 0, for reexec_begin. *a borrows from *d and host_key. s:
 * the host secret. ERR_CORRUPT: impossible. */
int reexec_table(const struct digest *d, const unsigned char s[static SECRET_BYTES],
    const char *host_key, struct host_table_params *a, struct err *err);

/* reexec_begin makes digest 0. reexec_next executes the cause of digest n, which may make
 * several digests. *r as command_run. */
int reexec_begin(
    struct reexec *f, const struct host_table_params *a, struct host_result *r, struct err *err);
int reexec_next(struct reexec *f, int64_t n, int64_t time, struct host_result *r, struct err *err);

/* Returns 2 if the next digest is caused by the recurring order of the seat that is to move; 0;
 * -1. */
int reexec_is_recurring(
    const struct reexec *f, const char *text, const struct digest_layout *t, struct err *err);

/* Computes the state after digest `to` of a game file from its orders and host actions. Makes no
 * digest. */
int reexec_state(struct host *h, int64_t to, struct host_state *then, struct err *err);

/* Sets by it, when a bot is due: the turns that the limits of its run count, and w->memory if there
 * is one. */
int reexec_memory(struct command *w, struct err *err);

#endif
