#ifndef ADIT_UTIL_BASE32_H
#define ADIT_UTIL_BASE32_H

#include <stddef.h>

/* Lower-case RFC 4648 base32 without padding: 32 bytes are 52 characters, 16 are 26. */
enum { BASE32_HASH = 52, BASE32_NONCE = 26 };

/* Encodes n bytes. out gets (n * 8 + 4) / 5 characters and a NUL. */
void base32_text(const unsigned char *p, size_t n, char *out);

/* Decodes exactly len characters to exactly n bytes; unused last bits must be zero. Returns 0, or
 * -1. */
int base32_parse(const char *s, size_t len, unsigned char *out, size_t n);

#endif
