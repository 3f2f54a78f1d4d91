#ifndef ADIT_UTIL_BASE64_H
#define ADIT_UTIL_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/*
 * RFC 4648 base64 with padding, for what is no secret: quick, but how long it takes depends on the
 * bytes.  Secret keys go through libsodium's (seal/base64.h).
 */
#define BASE64_SIZE(n) (((n) + 2) / 3 * 4) /* characters that n bytes take */

/* out gets BASE64_SIZE(n) characters, no NUL. */
void base64_put(const void *p, size_t n, char *out);

/* out has room for len / 4 * 3 bytes; their number into *n.  Strict: one text for each value, unused
 * last bits zero.  0, or -1: then out holds anything. */
int base64_get(const char *s, size_t len, unsigned char *out, size_t *n);

bool base64_is_digit(char c);

#endif
