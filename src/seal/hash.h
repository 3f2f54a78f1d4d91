#ifndef ADIT_SEAL_HASH_H
#define ADIT_SEAL_HASH_H

#include <sodium.h>

#include "seal/seal.h"

/* le_encode: the first bytes of b are a number in the byte order of the formats. le_decode returns
 * the number in n bytes. */
struct le {
	unsigned char b[8];
};
struct le le_encode(uint64_t v);
uint64_t le_decode(const unsigned char *p, unsigned n);

/* H(tag, parts...) part by part, for use inside src/seal. */
struct hasher {
	crypto_generichash_blake2b_state state;
};

void hasher_begin(struct hasher *h, const char *tag); /* tag: at most 16 bytes */
void hasher_part(struct hasher *h, const void *p, size_t n);
void hasher_str(struct hasher *h, const char *s); /* its bytes without the NUL */
void hasher_end(struct hasher *h, unsigned char out[static HASH_BYTES]); /* wipes h */

#endif
