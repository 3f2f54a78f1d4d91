#ifndef ADIT_MAIL_ORDERS_H
#define ADIT_MAIL_ORDERS_H

#include "mail/message.h"
#include "record/order.h"

/*
 * Which orders stand in a letter, in this order: pairs of a canonical text and a minisign signature of it,
 * in two parts of the letter or in one; binary age files; blocks, sealed or clear, in its texts from top to
 * bottom.  Blocks in HTML only if there is none of these.
 *
 * Passed over without a word: what stands in a quoted digest; age files that the key does not open, that came
 * before, whose header is longer than MAIL_ORDERS_HEADER_MAX or asks for a passphrase, and all behind MAIL_ORDERS_STANZAS_MAX
 * stanzas; orders equal to one before.
 */
enum {
	MAIL_ORDERS_HEADER_MAX = 4096, /* bytes of an age file's header */
	MAIL_ORDERS_STANZAS_MAX = 256  /* in a letter */
};

struct candidate {
	const struct parsed_order *order; /* its signature is verified by nobody yet */
	bool is_sealed;
	struct hash file; /* sealed_hash of the age file that it came in, if is_sealed */
};

struct mail_orders {
	const struct seckey *key; /* of the host */
	/* 0: go on; 1: no more, which is no failure; -1: *err. */
	int (*each)(void *arg, const struct candidate *c, struct err *err);
	void *arg;
	/* What there was, for who has to say what was missing. */
	unsigned n;      /* candidates */
	unsigned n_bad;  /* orders that cannot be read */
	unsigned n_shut; /* age files that the key does not open, or that were passed over */
	unsigned n_cut;  /* ... that have no end */
	bool whole;      /* the letter was read to its end, and nothing more can be in it */
};

/* 0, or -1 as `each`. */
int mail_orders_read(struct mail_orders *p, const struct mail_message *l, struct err *err);

#endif
