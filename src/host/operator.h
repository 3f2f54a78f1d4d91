#ifndef ADIT_HOST_OPERATOR_H
#define ADIT_HOST_OPERATOR_H

#include "host/host.h"

/*
 * The operator: who may command the table by mail as if they had typed a verb of the host. Only the
 * game file names them, no digest. A command is an order block
 * of its own kind.
 */

/* The operator's name in place of a seat. */
#define HOST_OPERATOR ORDER_BLOCK_OPERATOR

struct host_remote {
	bool has_operator, watchers_open; /* open: watchers may subscribe by mail */
	struct pubkey operator_key;
	int64_t paused; /* the timers of the table rest until then; 0: they do not */
};
int host_get_remote(struct host *h, struct host_remote *out, struct err *err);

/* Changes of a struct host_remote. A pause must end after `now`. */
struct host_remote_change {
	bool sets_operator; /* to *operator_key; NULL: nobody */
	const struct pubkey *operator_key;
	bool sets_watchers, watchers_open;
	bool sets_pause;
	int64_t paused;
};

/* Changes it in one transaction. Commands that were signed before a new operator was set are
 * refused. ERR_USAGE: the pause is over already. */
int host_set_remote(
    struct host *h, const struct host_remote_change *change, int64_t now, struct err *err);

/* For host_new_game, inside its transaction. */
int operator_put(struct host *h, const struct host_table_params *a, struct err *err);

/* ---- commands ------------------------------------------------------------------------------------ */

/*
 * Checks a command: it is the operator's, its seq is above that of the last one, and its head is the
 * newest digest. Returns 0; 1 if it is the last one again; -1. ERR_AUTH: not signed by the operator;
 * ERR_NOT_FOUND: of another game; ERR_STALE: seq or head.
 */
int host_command_check(
    struct host *h, const struct parsed_order *command, int64_t now, struct err *err);

/* Between host_command_begin and host_command_end a host action of host.h also records the
 * command, in its transaction, which it checks again there. */
void host_command_begin(struct host *h, const struct parsed_order *command);
void host_command_end(struct host *h);

/* Records a command that makes no digest, in one transaction. pause: sets this pause; NULL: none. */
int host_command_done(struct host *h, const struct parsed_order *command, const int64_t *pause,
    int64_t now, struct err *err);

/* For the transaction of a host action: records the command, if there is one. */
int operator_record(struct host *h, int64_t now, struct err *err);

#endif
