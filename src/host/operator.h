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

#endif
