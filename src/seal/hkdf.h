#ifndef ADIT_SEAL_HKDF_H
#define ADIT_SEAL_HKDF_H

#include <stddef.h>

/* HKDF-SHA256 (RFC 5869) to 32 bytes, from HMAC, because libsodium 1.0.18 lacks it. Inside src/seal
 * only. secret and salt must not be NULL, even if empty; the info is `info` without its NUL. */
enum { HKDF_BYTES = 32 };

void hkdf_sha256(const void *secret, size_t secret_n, const void *salt, size_t salt_n,
    const char *info, unsigned char out[static HKDF_BYTES]);

#endif
