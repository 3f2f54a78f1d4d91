#ifndef ADIT_REPO_SEND_H
#define ADIT_REPO_SEND_H

#include "player/player.h"
#include "record/user.h"

/*
 * Sends an order through a git repository: a commit on the branch inbox/SEAT of the remote, whose
 * parent is the newest main that verified. The same commit has earlier orders of the seat that are
 * still open, also those that the remote has lost.
 *
 * In the clone refs/adit/main is the newest verified main, refs/adit/sent/SEAT what was sent last,
 * refs/adit/remote what the remote had.
 */
struct repo_send {
	const char *dir;    /* a folder of the clone */
	const char *remote; /* a name or an address */
	/*
	 * Verifies the digests and makes the order. *r is empty and is released by the caller. An
	 * empty `block`: there is no new order, only what the remote has lost is sent again.
	 * Returns 0; 1 if it is the digests that fail, and others may do; -1 for any other failure.
	 */
	int (*make)(void *arg, const struct buf *digests, struct player_read *r, struct buf *block,
	    struct err *err);
	void *arg;
};

/* ERR_NOT_FOUND: no repository, no table in it. ERR_BUSY: the remote or the machine; nothing was
 * sent. Errors of `make`. Reports what became of earlier orders. */
int repo_send(const struct user *u, const struct repo_send *how, struct err *err);

/* Finds the seat of a block, in clear or sealed, and the hash of the order: in the record of this
 * home, else the seat is that of the clear order or the name of the key of -k, and the hash is that
 * of the block. ERR_USAGE: the seat is unknown. */
struct repo_order {
	char game[ORDER_BLOCK_GAME_MAX + 1], seat[NAME_MAX_LEN + 1], hash[HASH_TEXT + 1];
};
int repo_order_find(
    const struct user *u, const struct buf *block, struct repo_order *o, struct err *err);

#endif
