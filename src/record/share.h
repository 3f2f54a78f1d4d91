#ifndef ADIT_RECORD_SHARE_H
#define ADIT_RECORD_SHARE_H

#include "seal/key.h"
#include "record/order.h"
#include "record/pins.h"

/*
 * The digest that opened an attempt, to which the shares of that attempt are bound: digest 0, or
 * the one that restarted the deal. It must have been seen, in the text or earlier by this home.
 * A digest that only names its hash proves nothing: a host could name one of an old table.
 */
struct attempt_start {
	/* True if the digest was seen earlier, or with all digests between it and the one in
	 * question. If it is not digest 0, all digests from that one to it were seen as well. */
	bool found;
	/* true if all digests between it and the one in question were seen: same table */
	bool is_linked;
	int64_t n;
	struct hash hash;
};

/* Finds the opening digest of this attempt, of which digest n is a part. pins NULL: no pins. */
struct attempt_start attempt_start_find(
    const struct transcript *tr, const struct pins *pins, uint32_t attempt, int64_t n);

/* A share of the deal to publish. All follows from key and digest, so the same step gives the same
 * order. */
struct share_step {
	const char *game, *seat;
	uint32_t attempt;
	const struct hash *opener; /* hash of the digest that opened the attempt */
	int64_t head_n;            /* the digest that the order answers, */
	const struct hash *head;   /* its hash, */
	const unsigned char *sig;  /* and its signature, MINISIGN_BYTES */
};

/* Make the orders `join` and `confirm`, signed with `me`, which must be unlocked. Errors of
 * order_sign. */
int share_join(
    const struct share_step *s, const struct seckey *me, struct parsed_order *out, struct err *err);
int share_confirm(
    const struct share_step *s, const struct seckey *me, struct parsed_order *out, struct err *err);

/* True if the digest says that this seat has the keys of `me`. */
bool seat_is_of(const struct digest *d, unsigned seat, const struct seckey *me);

/*
 * Checks the shares in this digest: all seats revealed what they committed to, and no two seats
 * have the same commitment or key. The commitment of `me` (may be NULL) must be the one that
 * this key makes. ERR_AUTH: the host cheats, and how; or the key cannot be unlocked
 * (seckey_unlock). If the opener is not found, checks only what does not need it.
 */
int shares_check(const struct digest *d, const struct attempt_start *opener,
    const struct seckey *me, struct err *err);

#endif
