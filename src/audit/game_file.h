#ifndef ADIT_AUDIT_GAME_FILE_H
#define ADIT_AUDIT_GAME_FILE_H

#include "host/host.h"

/* Rebuilds a game file from digests, and checks a game file by re-execution. */

struct audit_rebuilt {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t given, made; /* numbers of digests; a queued order may have made more than given */
	struct hash first, last;
};

/*
 * Rebuilds the game in a new store from its digests, in one transaction. Every order is applied
 * again, and every digest must be byte for byte the one given. `digests` has the texts of all
 * digests in any order; copies, and copies with some of the private views, are allowed.
 * ERR_AUTH: another host's key, or an invalid signature or hash. ERR_NOT_FOUND: a digest is
 * missing. ERR_SYNTAX: two games, or damaged. ERR_CORRUPT: re-execution makes another digest.
 */
int audit_rebuild(struct host *h, const struct seckey *host, const char *host_key,
    const char *digests, size_t n, struct audit_rebuilt *out, struct err *err);

struct audit_checked {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t digests, orders, queued, undelivered;
};

/*
 * Compares the whole file with a re-execution of its orders with its secret: digests
 * (signatures, chain, every byte), orders, queued orders, seats, state. If `host` is NULL, the
 * content of the private views is not checked, since it cannot be made without the host's key.
 * The store is only read. ERR_AUTH names the first difference. ERR_BUSY: the file could not be
 * read.
 */
int audit_fsck(
    struct host *h, const struct seckey *host, struct audit_checked *out, struct err *err);

#endif
