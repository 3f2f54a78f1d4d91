#ifndef ADIT_WIRE_NEW_KEYS_H
#define ADIT_WIRE_NEW_KEYS_H

#include "text/language.h"
#include "text/names.h"
#include "util/span.h"
#include "wire/order_block.h"

/* New keys of seats, and keys from the host that are not confirmed yet: the section new-keys:
 * (adit(5), "New keys"). Plain data: copy with `=`, nothing to release. */
struct new_keys {
	struct new_key {
		bool is_new;
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
		/* the digest in which the host gave the keys; 0: the seat itself changed them in
		 * this digest */
		int64_t n;
		uint16_t yes, no; /* votes, bits of seats */
	} of[SEATS_MAX];
};

/* Returns the seats in custody without those whose keys wait to be confirmed. In votes the others
 * count as seats with keys of their own: the host must not lower what a vote needs by itself. */
uint16_t new_keys_custody(const struct new_keys *k, uint16_t custody);
/* True if these votes confirm the new keys of `seat`, one of n. custody: of new_keys_custody; bots
 * have no vote. */
bool new_keys_confirmed(uint16_t yes, unsigned n, unsigned seat, uint16_t custody, uint16_t bots);

/* new_keys_text appends the lines of the section; nothing if there are no new keys.
 * new_keys_words appends the status as lines of since:; custody: seats in custody; bots: those
 * that a program plays. */
void new_keys_text(const struct new_keys *k, const struct names *names, struct buf *out);
void new_keys_words(const struct language *lang, const struct new_keys *k,
    const struct names *names, uint16_t custody, uint16_t bots, struct buf *out);

/* Reads the section of a digest between `from` and `to`. *k is zero if there is none. Returns 0,
 * or -1 with ERR_SYNTAX. */
int new_keys_find(const char *s, size_t from, size_t to, const struct names *names,
    struct new_keys *k, struct err *err);

#endif
