#ifndef ADIT_RECORD_GIVEN_UP_H
#define ADIT_RECORD_GIVEN_UP_H

#include <stdbool.h>

#include "seal/seal.h"

/*
 * Digests that their host has lost, and given up in one of another branch: they and this branch are not two
 * histories.  Given up is what a digest names, and what that continues, down to where the branch that goes on
 * leaves it.
 */
struct given_up {
	int64_t n;
	struct hash hash;
};
bool given_up_has(const struct given_up *list, size_t n, int64_t number, const struct hash *hash);

/* One digest of those that are at hand. */
struct given_up_item {
	int64_t n;
	struct hash hash;
	unsigned char prev[HASH_BYTES];
	bool is_named; /* a digest gives it up */
	bool is_lost;  /* out: it is of the branch that is given up */
};
/* Any other that is of the same number, continues another one than is here, or is not continued by the next one, is of
 * the branch that goes on. */
void given_up_find(struct given_up_item *item, size_t n);

#endif
