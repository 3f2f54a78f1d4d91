#ifndef ADIT_AUDIT_GAME_FILE_H
#define ADIT_AUDIT_GAME_FILE_H

#include "host/host.h"

/* The game file itself: made again, and compared with what it should be. */

struct audit_rebuilt {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t given, made; /* digests; a stored order may have made more than given */
	struct hash first, last;
};

/*
 * Make the game again in a store just made, in one transaction, from its digests alone: every order
 * is taken again, and every digest must come out byte for byte as it was given.  digests: the texts
 * of all of them in any order, some perhaps more than once or with some of the private views only.
 * ERR_AUTH: another host's key, a signature or hash that does not hold; ERR_NOT_FOUND: a digest is
 * missing; ERR_SYNTAX: two games, or damaged; ERR_CORRUPT: a digest that its order does not make.
 */
int audit_rebuild(struct host *h, const struct seckey *host, const char *host_key,
    const char *digests, size_t n, struct audit_rebuilt *out, struct err *err);

struct audit_checked {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t digests, orders, waiting, undelivered;
};

/*
 * Compare everything in the file with what its orders and its secret make: digests (signatures, chain,
 * every byte), orders, stored orders, seats, state.  host: NULL leaves the insides of the private
 * views out, which cannot be made without the host's secret key.  The store is only read.
 * ERR_AUTH names the first difference; ERR_BUSY: it could not be read.
 */
int audit_fsck(
    struct host *h, const struct seckey *host, struct audit_checked *out, struct err *err);

#endif
