#ifndef ADIT_SERVICE_TABLE_RUN_H
#define ADIT_SERVICE_TABLE_RUN_H

#include <time.h>

#include "host/host.h"
#include "record/user.h"

/* One run of a host's verb: the table at work, one after the other, and what holds for all. */
struct table_run {
	struct user *user;
	struct host *host;       /* the open game file, or NULL */
	const char *path;        /* of the game file */
	struct timespec changed; /* mtime of the game file before it was opened */
	int64_t delivered;       /* the digests up to this one are delivered, or -1: deliver.h */
	bool is_given_now;       /* the time is not that of the clock */
	bool catch_up;           /* accept any present time (today.h) */
};

/* Loads the key of -k into run->user; without it, the key that the open game file names, or the
 * only key of the home if none is open. ERR_NOT_FOUND: no key. */
int table_run_load_key(struct table_run *run, struct err *err);

#endif
