#ifndef ADIT_RECORD_GIVEN_UP_H
#define ADIT_RECORD_GIVEN_UP_H

#include <stdbool.h>

#include "seal/seal.h"

/*
 * Digests that their host has lost, and given up in a digest of another branch. They and this
 * branch are not a fork. A digest gives up the digest that it names, and the ones that this
 * continues, back to the last common digest.
 */
struct given_up {
	int64_t n;
	struct hash hash;
};
bool given_up_has(const struct given_up *list, size_t n, int64_t number, const struct hash *hash);

/* One of the available digests. */
struct given_up_item {
	int64_t n;
	struct hash hash;
	unsigned char prev[HASH_BYTES];
	bool is_named; /* a digest gives it up */
	bool is_lost;  /* out: it is on the branch that is given up */
};
/* Sets is_lost in named digests and those that they continue, back to where another branch leaves
 * them: a digest of the same number with another hash, or a neighbour that is not linked. */
void given_up_find(struct given_up_item *item, size_t n);

#endif
