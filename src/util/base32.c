/*
 * RFC 4648 base32, lower case, without padding. Strict: each value has one text, so that hashes can
 * be compared as text.
 */
#include "util/base32.h"

#include <stdint.h>

static const char digit[] = "abcdefghijklmnopqrstuvwxyz234567";

void
base32_text(const unsigned char *p, size_t n, char *out)
{
	uint32_t bits = 0;
	unsigned have = 0;

	for (size_t i = 0; i < n; i++) {
		bits = bits << 8 | p[i];
		for (have += 8; have >= 5; have -= 5)
			*out++ = digit[bits >> (have - 5) & 31];
	}
	if (have > 0)
		*out++ = digit[bits << (5 - have) & 31];
	*out = '\0';
}

/* Returns 0-31, or 32 if c is not a digit. */
static uint32_t
value_of(char c)
{
	if (c >= 'a' && c <= 'z')
		return (uint32_t)(c - 'a');
	if (c >= '2' && c <= '7')
		return (uint32_t)(c - '2') + 26;
	return 32;
}

int
base32_parse(const char *s, size_t len, unsigned char *out, size_t n)
{
	uint32_t bits = 0;
	unsigned have = 0;

	if (len != (n * 8 + 4) / 5)
		return -1;
	for (size_t i = 0; i < len; i++) {
		uint32_t v = value_of(s[i]);

		if (v > 31)
			return -1;
		bits = bits << 5 | v;
		have += 5;
		if (have >= 8) {
			have -= 8;
			*out++ = (unsigned char)(bits >> have & 0xff);
		}
	}
	return (bits & ((1U << have) - 1)) == 0 ? 0 : -1;
}
