#ifndef ADIT_RECORD_WITHHELD_H
#define ADIT_RECORD_WITHHELD_H

#include "record/pins.h"

/*
 * Confirmations that were signed in this home, but are missing according to a host who restarts
 * the deal. A mail can be lost. But a host with all confirmations can deal in private, dislike
 * the cards and restart. So the player is informed.
 */
struct withheld {
	unsigned n;
	struct withheld_one {
		char seat[NAME_MAX_LEN + 1];
		uint32_t attempt;
		int64_t n; /* the digest that says so */
	} at[SEATS_MAX];
};

/* Sets *why to "you signed a confirmation of attempt 1 for anna, and digest 7 says that it had not
 * come". Returns -1 with ERR_STALE. */
int withheld_fail(const struct withheld_one *one, struct err *why);

/* Adds those of copy c of tr, parsed as d, if it begins an attempt. */
void withheld_add(struct withheld *w, const struct pins *pins, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d);

/*
 * Adds all up to digest n, from the digests of tr and those stored in dir (or NULL). ERR_AUTH: a
 * digest of the attempt that was ended has accepted such a confirmation; both digests are
 * appended to proof.
 */
int withheld_find(struct withheld *w, const struct pins *pins, const struct transcript *tr,
    const char *dir, int64_t n, struct buf *proof, struct err *err);

#endif
