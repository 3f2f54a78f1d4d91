#ifndef ADIT_SERVICE_APPLY_H
#define ADIT_SERVICE_APPLY_H

#include <stdio.h>

#include "service/table_run.h"

/* Applies the orders in files, one transaction each, delivers the digests that they make, and
 * reports the result of each. */

struct apply {
	const char *out; /* write digests to this folder (service/deliver.h), or NULL: print them */
	const char *sig; /* minisign signature of the order in the only file, or NULL */
	/* Folder for each seat's newest receipt; then only lines are printed that everybody may
	 * see, and no digests. NULL: reports for the host. Requires `hold`. */
	const char *receipts;
	bool hold; /* digests do not count as delivered; refused orders are tried again */
	/* Standard output is a stream for git: public lines are messages, and a batch has an end. */
	bool is_stream;
	/* Result with `receipts`: a line "NAME taken|queued|repeated|refused N new|again" for each order,
	 * N the digest or "-". What was refused is new if its receipt is; it may have both lines.
	 * NULL: not wanted. */
	struct buf *answers;
	bool is_lacking; /* result with `receipts`: this machine could not read one of the inputs */
};

/*
 * The inputs are n files ("-": standard input), then the blobs of `batch`, which is the output of
 * git-cat-file --batch, or NULL. Each is a message as for rawmail_orders (mail/rawmail.h).
 *
 * Returns -1 with *err if the machine or the game file failed; with `hold` nothing else makes the
 * run fail. Without it also if no order was accepted; then, unless JSON is printed, the message of
 * *err is empty, since it was reported.
 */
int apply_files(struct table_run *run, struct apply *how, char *const *file, int n, FILE *batch,
    struct err *err);

#endif
