#ifndef ADIT_MAIL_ORDERS_H
#define ADIT_MAIL_ORDERS_H

#include "mail/message.h"
#include "record/order.h"

/*
 * Finds the orders of a message, in this order: pairs of a canonical text and its minisign
 * signature, in two parts of the message or in one; binary age files; order blocks in its texts
 * from top to bottom. Blocks in HTML count only if nothing else was found.
 *
 * Silently skipped: quoted digests; equal orders; age files that the key does not open, that
 * are repeated, whose header is longer than MAIL_ORDERS_HEADER_MAX or needs a passphrase; and
 * all age files after MAIL_ORDERS_STANZAS_MAX stanzas.
 */
enum {
	MAIL_ORDERS_HEADER_MAX = 4096, /* bytes of the header of an age file */
	MAIL_ORDERS_STANZAS_MAX = 256  /* per message */
};

struct orders_candidate {
	const struct parsed_order *order; /* its signature is not verified yet */
	bool is_sealed;
	struct hash file; /* receipt_sealed_hash of its age file, if is_sealed */
};

struct mail_orders {
	const struct seckey *key; /* of the host */
	/* 0: continue; 1: stop, without failure; -1: stop with *err. */
	int (*each)(void *arg, const struct orders_candidate *c, struct err *err);
	void *arg;
	/* Counters, for a message that says what is missing. */
	unsigned n;     /* candidates */
	unsigned n_bad; /* orders with invalid syntax */
	/* age files that were skipped or that the key does not open; not those beside a digest */
	unsigned n_shut;
	unsigned n_cut; /* age files without an end */
	/* orders in clear without a signature, or with that of another order; some of n_bad */
	unsigned n_unsigned;
	bool whole;      /* the message was read to its end and was complete */
	unsigned unread; /* bit set of enum mail_unread */
};

/* Returns 0, or -1 with the error of `each`. */
int mail_orders_read(struct mail_orders *p, const struct mail_message *message, struct err *err);

#endif
