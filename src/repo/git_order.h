#ifndef ADIT_REPO_GIT_ORDER_H
#define ADIT_REPO_GIT_ORDER_H

#include "record/user.h"

/* An order for a repository: a file on the branch of its seat. */
struct git_order {
	const char *digests; /* a file with all digests from 0 on */
	const char *block;   /* a file with the order as printed, sealed or clear */
	const char *on;      /* parent commit; NULL: only print the seat */
};

/*
 * Verifies the digests as `adit read --public` does and prints "SEAT HASH". Both are taken from the
 * record of this home if it has the order. Else the seat is that of a clear order, or the name of
 * the key of -k, and the hash is that of the block. ERR_USAGE: the seat is unknown. ERR_SYNTAX:
 * neither an order nor a sealed one.
 *
 * With a commit in `on` prints input for git-fast-import instead: a commit on refs/adit/new with
 * mark 1 that adds the order to inbox/. Its number follows the orders that standard input lists, a
 * line "OBJECT inbox/N/HASH.txt" each. Orders that are already in a digest are left out, with a
 * message.
 */
int git_order_write(const struct user *u, const struct git_order *what, struct err *err);

#endif
