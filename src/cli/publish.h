#ifndef ADIT_CLI_PUBLISH_H
#define ADIT_CLI_PUBLISH_H

#include "cli/fast_import.h"

/* What a run for a repository does when all orders that came are taken. */
struct publish {
	bool all_taken, catch_up;  /* as of tick */
	bool all_here;             /* the same as all_taken, */
	bool is_lacking;           /* unless this machine could not read an order */
	struct fast_import import; /* digests that main lacks, and receipts */
};

/*
 * What the clock asks for, held back; told, as everybody may read it, a line each on standard error: what does
 * not go there is told, too, and ends nothing.  Then print "# next TIME", when it will ask for something if no
 * order comes ("never"; "0": at once), with " lacking" if an order could not be read, and the stream of fast_import_write.
 */
int publish(struct ctx *ctx, const struct publish *how, struct err *err);

#endif
