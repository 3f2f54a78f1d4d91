#ifndef ADIT_REPO_FAST_IMPORT_H
#define ADIT_REPO_FAST_IMPORT_H

#include "host/host.h"
#include "record/user.h"

/*
 * Writes a game file as input for git-fast-import(1): one commit per digest on refs/adit/new,
 * with its page. The output is the same on every machine; it depends on the game file, *what and
 * u->out->ascii. Digest n has the mark n + 1. The digests are the host's own and not verified.
 */
enum { FAST_IMPORT_RECEIPTS = 10000000 }; /* mark of the commit on refs/adit/receipts */

struct fast_import {
	const char *on;       /* parent of the first commit, or NULL */
	const char *receipts; /* a folder of receipts (record/receipt_folder.h), or NULL */
	int64_t at;           /* the first digest; none if it is above the newest */
	/* instead write one commit that restores the files as they are after digest `at` */
	bool mend;
};

/* `host` is the open game file. ERR_NOT_FOUND: no digest to mend. */
int fast_import_write(
    const struct user *u, struct host *host, const struct fast_import *what, struct err *err);

/* Checks that `on` is NULL or an object name of 40 or 64 hexadecimal digits. ERR_USAGE if not. */
int fast_import_on(const char *on, struct err *err);

#endif
