#ifndef ADIT_RECORD_ORDER_SCAN_H
#define ADIT_RECORD_ORDER_SCAN_H

#include "record/order.h"
#include "util/slice.h"

/*
 * Finds orders in the input of a host: any number of order blocks, in clear or encrypted by age
 * (armored or binary), changed by mail programs; or one canonical text with its signature by stock
 * minisign, which follows it or is in a file of its own. An order that cannot be read is reported,
 * and the next is read.
 *
 * Ignored: text in a digest that is quoted (wire/quoted.h); age files that the key cannot decrypt,
 * such as the private views of a digest.
 */
struct order_scan {
	const char *name; /* for messages */
	const char *sig;  /* minisign file for one canonical text; or NULL */
	size_t sig_n;
	const struct seckey *key; /* decrypts age files; NULL: these are ERR_AUTH */
	/* Called for each age file, without armor, before decryption: false skips it. NULL:
	 * decrypt all. */
	bool (*opens)(void *arg, const void *file, size_t n);
	/* Called for each order; the order is wiped afterwards. order NULL: it cannot be read,
	 * *err says why. Return 0 to continue, which clears *err; -1 to stop. */
	int (*each)(void *arg, const struct parsed_order *order, struct err *err);
	void *arg;
	bool is_sealed;    /* the current order was in an age file */
	unsigned n;        /* orders so far, including the current one */
	unsigned n_open;   /* age files decrypted */
	unsigned n_shut;   /* age files that the key cannot decrypt */
	unsigned n_cut;    /* armored age files without end */
	unsigned n_quoted; /* digests, which are skipped */
	unsigned n_bare;   /* canonical texts below other text in clear: these are not read */
	size_t at;         /* internal: lines are counted up to here */
	int line;
};

/* Returns 0; 1 if there is no order, with *err; -1 as `each`. */
int order_scan_read(struct order_scan *in, const char *p, size_t n, struct err *err);

/* Like order_scan_read, for a message in parts, such as those of a mail. A canonical text in one
 * part may have its signature in another. */
int order_scan_read_parts(
    struct order_scan *in, const struct slice *part, size_t n_parts, struct err *err);

/*
 * Like order_scan_read, for the text of a file ("-": descriptor 0), whose name is for messages.
 * sig: a minisign file; NULL: FILE.minisig if it exists and the order needs one. Returns also -1
 * with n 0 if that file cannot be read.
 */
int order_scan_read_file(struct order_scan *in, const char *file, const char *sig,
    const struct buf *text, struct err *err);

#endif
