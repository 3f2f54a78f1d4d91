#ifndef ADIT_RECORD_ORDER_SCAN_H
#define ADIT_RECORD_ORDER_SCAN_H

#include "record/order.h"
#include "util/slice.h"

/*
 * Orders in what a host is sent: order blocks in clear or sealed by age (armored or binary), as
 * many as there are, whatever mail has done to them; or one canonical order text with its
 * signature by stock minisign, behind it or in a file of its own.  None of them hides another: what
 * cannot be read is said, and the next is read.
 *
 * Not looked at: what stands in a digest that is quoted (wire/quoted.h); age files that the key does
 * not open, as the private views of a digest are.
 */
struct order_scan {
	const char *name; /* for messages */
	const char *sig;  /* a minisign file for the one order, a canonical text; or NULL */
	size_t sig_n;
	const struct seckey *key; /* opens what is sealed; NULL: that is ERR_AUTH */
	/* Asked for each age file, without its armor, before it is opened: false passes it over.  NULL: all
	 * are opened. */
	bool (*opens)(void *arg, const void *file, size_t n);
	/* Called for each order, in order (it is wiped behind the call); order NULL: there is one that
	 * cannot be read, *err says why.  0: go on, *err is forgotten; -1 ends it. */
	int (*each)(void *arg, const struct parsed_order *order, struct err *err);
	void *arg;
	bool is_sealed;    /* the one that each is called for stood in an age file */
	unsigned n;        /* orders found so far, that one included */
	unsigned n_open;   /* age files that the key opened, in all that was read */
	unsigned n_shut;   /* age files that the key does not open */
	unsigned n_cut;    /* armored age files without an end */
	unsigned n_quoted; /* digests, which are not looked at */
	size_t at;         /* order_scan_read's own: lines are counted up to here */
	int line;
};

/* 0; 1: there is no order in it, *err says so; -1: as `each`. */
int order_scan_read(struct order_scan *in, const char *p, size_t n, struct err *err);

/* The same of a message that came in parts, as those of a mail: a canonical text in one of them may have its
 * signature in another. */
int order_scan_read_parts(
    struct order_scan *in, const struct slice *part, size_t n_parts, struct err *err);

/* The same of what was read from a file ("-": descriptor 0), whose name it gets for messages.  sig: a minisign
 * file, or NULL: FILE.minisig if it is there and the order needs one.  -1 also: that cannot be read, and
 * n is 0. */
int order_scan_read_file(struct order_scan *in, const char *file, const char *sig,
    const struct buf *text, struct err *err);

#endif
