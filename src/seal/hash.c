/*
 * H(tag, parts...) of the protocol.
 *
 * (H1) Each part is hashed after its length: no two lists of parts give the same input.
 * (H2) Tags are personalisations: a hash for one purpose is never valid for another.
 */
#include "seal/hash.h"

#include "util/base32.h"
#include "util/mem.h"

struct le
le_encode(uint64_t v)
{
	struct le le;

	for (unsigned i = 0; i < sizeof le.b; i++)
		le.b[i] = (unsigned char)(v >> (8 * i));
	return le;
}

uint64_t
le_decode(const unsigned char *p, unsigned n)
{
	uint64_t v = 0;

	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

void
hasher_begin(struct hasher *h, const char *tag)
{
	unsigned char personal[crypto_generichash_blake2b_PERSONALBYTES] = { 0 };
	size_t n = strlen(tag);

	if (n > sizeof personal)
		BUG("hash tag too long");
	memcpy(personal, tag, n);
	(void)crypto_generichash_blake2b_init_salt_personal(
	    &h->state, NULL, 0, HASH_BYTES, NULL, personal); /* fails only for invalid sizes */
}

void
hasher_part(struct hasher *h, const void *p, size_t n)
{
	struct le length = le_encode(n);

	(void)crypto_generichash_blake2b_update(&h->state, length.b, sizeof length.b);
	if (n > 0)
		(void)crypto_generichash_blake2b_update(&h->state, p, n);
}

void
hasher_str(struct hasher *h, const char *s)
{
	hasher_part(h, s, strlen(s));
}

void
hasher_end(struct hasher *h, unsigned char out[static HASH_BYTES])
{
	(void)crypto_generichash_blake2b_final(&h->state, out, HASH_BYTES);
	sodium_memzero(h, sizeof *h);
}

struct hash
hash_parts(const char *tag, const struct hash_input *part, size_t n_parts)
{
	struct hasher h;
	struct hash out;

	hasher_begin(&h, tag);
	for (size_t i = 0; i < n_parts; i++)
		hasher_part(&h, part[i].p, part[i].n);
	hasher_end(&h, out.b);
	return out;
}

void
hash_sha256(const void *p, size_t n, struct buf *out)
{
	unsigned char hash[crypto_hash_sha256_BYTES];

	(void)crypto_hash_sha256(hash, p, n);
	seal_base64(hash, sizeof hash, out);
}

void
hash_text(const struct hash *h, char out[static HASH_TEXT + 1])
{
	base32_text(h->b, sizeof h->b, out);
}

int
hash_parse(const char *s, size_t len, struct hash *h)
{
	return base32_parse(s, len, h->b, sizeof h->b);
}
