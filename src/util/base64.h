#ifndef ADIT_UTIL_BASE64_H
#define ADIT_UTIL_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/*
 * RFC 4648 base64 with padding, for public data only: fast, but its time depends on the bytes. For
 * secret keys use seal/base64.h, which uses libsodium.
 */
#define BASE64_SIZE(n) (((n) + 2) / 3 * 4) /* number of characters for n bytes */

/* Encodes n bytes. out gets BASE64_SIZE(n) characters without a NUL. */
void base64_put(const void *p, size_t n, char *out);

/* Decodes len characters. out needs len / 4 * 3 bytes; sets *n to their number. Strict: each value
 * has one text, with unused last bits zero. Returns 0, or -1; then out is unspecified. */
int base64_get(const char *s, size_t len, unsigned char *out, size_t *n);

bool base64_is_digit(char c);

#endif
