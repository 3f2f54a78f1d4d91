#ifndef ADIT_MAIL_ADDRESS_H
#define ADIT_MAIL_ADDRESS_H

#include "host/host.h"
#include "store/mail_queue.h"

/* Who gets mail where: the host's own list, which stands in no digest and in no mail to others. */

enum { ADDRESS_WATCHERS = STORE_WATCHERS };

struct address {
	const char *seat; /* NULL: the table, who looks on, or who waits for a seat */
	int64_t waits;    /* since this digest, and gets no mail yet; 0: no */
	bool watches;     /* ... and gets digests without a view; told from others by addr alone */
	const char *addr; /* the one form of adit(5); NULL: none any more */
	const char *
	    how; /* NULL: it looks on no more; "host", "join", "confirmed", as store/mail_queue.h has them */
	int64_t bounces;    /* mails that came back in a row */
	const char *bounce; /* the last one's status, or "" */
};

/* The table's first, then in turn order, then those who look on, then those who wait for a seat; what is borrowed
 * holds until `each` is back.  Stops at -1. */
int address_each(struct host *h, int (*each)(void *arg, const struct address *a, struct err *err),
    void *arg, struct err *err);

/*
 * Set or remove these, in one transaction: all or nothing.  A seat that has a new one, or has it once more, is
 * sent the newest digest and what had failed, as is who looks on; a new address of the table does so to all.
 * ERR_NOT_FOUND: no such seat, or nobody of that address looks on, or waits since that digest; ERR_USAGE: no
 * address, or the table's for
 * another, or more than STORE_WATCHERS would look on.
 */
int address_set(struct host *h, const struct address *a, size_t n, int64_t now, struct err *err);

/* Fails with ERR_USAGE if it is no address that can be used. */
int address_check(const char *addr, struct err *err);

#endif
