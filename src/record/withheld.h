#ifndef ADIT_RECORD_WITHHELD_H
#define ADIT_RECORD_WITHHELD_H

#include "record/pins.h"

/*
 * Confirmations that were signed in this home, and of which the host, who begins the deal again, says that they had not
 * come.  A mail can be lost.  But a host that has all confirmations can deal in private, dislike the cards and begin
 * again, so the player is to know.
 */
struct withheld {
	unsigned n;
	struct withheld_one {
		char seat[NAME_MAX_LEN + 1];
		uint32_t attempt;
		int64_t n; /* the digest that says so */
	} at[SEATS_MAX];
};

/* "you signed a confirmation of attempt 1 for anna, and digest 7 says that it had not come", appended. */
void withheld_words(const struct withheld_one *one, struct buf *out);

/* Add those of digest c of tr, parsed to d, if it begins an attempt. */
void withheld_add(struct withheld *w, const struct pins *pins, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d);

/*
 * All up to digest n, of the digests of tr and those that are kept in dir, or NULL.  ERR_AUTH: a digest of the attempt
 * that was ended has accepted such a confirmation; proof: both digests.
 */
int withheld_find(struct withheld *w, const struct pins *pins, const struct transcript *tr,
    const char *dir, int64_t n, struct buf *proof, struct err *err);

#endif
