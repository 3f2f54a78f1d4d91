#ifndef ADIT_REPO_PUBLISH_H
#define ADIT_REPO_PUBLISH_H

#include "service/table_run.h"
#include "repo/fast_import.h"

/* The last step of a run for a repository, after all orders were applied. */
struct publish {
	bool all_taken, catch_up;  /* as for tick */
	bool all_here;             /* true if all orders that were here are applied */
	bool is_lacking;           /* an order could not be read because this machine failed */
	struct fast_import import; /* digests missing on main, and receipts */
};

/*
 * Plays late turns as tick does, without delivery. Prints messages, one public line
 * each; a failure is also reported and stops nothing. Then prints "# next TIME", when it must
 * run again if no order comes ("never"; "0": at once), with " lacking" if an order could not be
 * read, and the stream of fast_import_write.
 */
int publish(struct table_run *run, const struct publish *how, struct err *err);

#endif
