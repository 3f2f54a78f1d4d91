#ifndef ADIT_STORE_REMOTE_H
#define ADIT_STORE_REMOTE_H

#include "store/store.h"

/*
 * Who may command the table by mail, and what follows from that. It is not part of the transcript
 * and cannot be derived from it. Call inside a transaction, like store.h.
 */
struct store_remote {
	struct buf
	    operator_key; /* public keys as text (pubkey_text of seal/key.h); empty: nobody */
	int64_t seq;      /* of the last command, and its hash, if has_last */
	unsigned char last[32];
	bool has_last;
	int64_t paused;     /* `adit tick` does nothing before this time; 0: no pause */
	bool watchers_open; /* watchers may subscribe by mail */
};
void store_remote_release(struct store_remote *r);

int store_put_remote(struct store *st, const struct store_remote *r, struct err *err);

/* Overwrites *r, which is empty or released; all its members are 0 if there is no row. The caller
 * releases it. */
int store_get_remote(struct store *st, struct store_remote *r, struct err *err);

#endif
