#ifndef ADIT_RECORD_INBOX_H
#define ADIT_RECORD_INBOX_H

#include "record/order.h"

/*
 * Orders in what a host is sent: order blocks in clear or sealed by age (armored or binary), as
 * many as there are, whatever mail has done to them; or one canonical order text with its
 * signature by stock minisign, behind it or in a file of its own.
 */
struct inbox {
	const char *name; /* for messages */
	const char *sig;  /* a minisign file for the order, or NULL */
	size_t sig_n;
	const struct secret *key; /* opens what is sealed; NULL: that is ERR_AUTH */
	/* Called for each order, in order (it is wiped behind the call); -1 ends it. */
	int (*each)(void *arg, const struct order_in *order, struct err *err);
	void *arg;
	unsigned n; /* orders found so far, the one that failed included */
};

/* ERR_SYNTAX: no order in it, or one that cannot be read (those before it have been called). */
int inbox_read(struct inbox *in, const char *p, size_t n, struct err *err);

#endif
