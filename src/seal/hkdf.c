/*
 * HKDF-SHA256: extract, then one block of expand, which is enough for age.
 */
#include "seal/hkdf.h"

#include <sodium.h>
#include <string.h>

_Static_assert((int)HKDF_BYTES == crypto_auth_hmacsha256_BYTES, "one block of output");

void
hkdf_sha256(const void *secret, size_t secret_n, const void *salt, size_t salt_n, const char *info,
    unsigned char out[static HKDF_BYTES])
{
	static const unsigned char first_block = 1;
	crypto_auth_hmacsha256_state st;
	unsigned char prk[HKDF_BYTES];

	(void)crypto_auth_hmacsha256_init(&st, salt, salt_n);
	(void)crypto_auth_hmacsha256_update(&st, secret, secret_n);
	(void)crypto_auth_hmacsha256_final(&st, prk);

	(void)crypto_auth_hmacsha256_init(&st, prk, sizeof prk);
	(void)crypto_auth_hmacsha256_update(&st, (const unsigned char *)info, strlen(info));
	(void)crypto_auth_hmacsha256_update(&st, &first_block, 1);
	(void)crypto_auth_hmacsha256_final(&st, out);
	sodium_memzero(prk, sizeof prk);
	sodium_memzero(&st, sizeof st);
}
