#ifndef ADIT_CLI_FAST_IMPORT_H
#define ADIT_CLI_FAST_IMPORT_H

#include "cli/cmd.h"

/*
 * A game file as git-fast-import(1) takes it: a commit a digest on refs/adit/new, with its page, the same bytes
 * everywhere; digest n has the mark n + 1.  The digests are the host's own, and not verified.
 */
enum {
	FAST_IMPORT_RECEIPTS = 10000000
}; /* the mark of the commit with receipts, on refs/adit/receipts */

struct fast_import {
	const char *on;       /* the commit that the first stands on, or NULL */
	const char *receipts; /* a folder of them (record/receipt_folder.h), or NULL */
	int64_t at;           /* the first digest; behind the newest: none */
	bool mend; /* instead one commit that makes the files what they were after that digest */
};

/* host: the game file, open.  ERR_NOT_FOUND: there is no such digest to mend. */
int fast_import_write(
    const struct ctx *ctx, struct host *host, const struct fast_import *what, struct err *err);

/* Is it the name of an object, 40 or 64 hexadecimal digits?  NULL is fine.  ERR_USAGE if not. */
int fast_import_on(const char *on, struct err *err);

#endif
