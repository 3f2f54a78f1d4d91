#ifndef ADIT_CLI_GIT_ORDER_H
#define ADIT_CLI_GIT_ORDER_H

#include "cli/cmd.h"

/* An order on its way to a repository: a file on the branch of its seat. */
struct git_order {
	const char *digests; /* a file of all there are, from 0 on */
	const char *block;   /* a file with the order, as it was printed: sealed, or in clear */
	const char *on;      /* the commit to stand on; NULL: only say whose it is */
};

/*
 * Verify the digests as `adit read --public` does, and print "SEAT HASH": as the record of this home has the order,
 * else as it says itself, else the key of -k and a hash of the block.  ERR_USAGE: none of these knows the seat;
 * ERR_SYNTAX: there is neither an order in it nor anything sealed.
 *
 * With a commit print instead what git-fast-import takes: on it a commit with the order below inbox/, on
 * refs/adit/new, its mark 1, behind the newest of those that standard input lists ("OBJECT inbox/N/HASH.txt"
 * a line); of these what is in a digest is left out, and told.
 */
int git_order_write(const struct ctx *ctx, const struct git_order *what, struct err *err);

#endif
