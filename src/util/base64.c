/* RFC 4648 base64 with padding, for public data. */
#include "util/base64.h"

#include <stdint.h>
#include <string.h>

enum { NONE = 64 };

static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* By character: its value + 1, so that 0 means no digit. */
/* clang-format off */
static const uint8_t value_1[256] = {
	['A'] = 1, ['B'] = 2, ['C'] = 3, ['D'] = 4, ['E'] = 5, ['F'] = 6, ['G'] = 7, ['H'] = 8,
	['I'] = 9, ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16,
	['Q'] = 17, ['R'] = 18, ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
	['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32,
	['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36, ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40,
	['o'] = 41, ['p'] = 42, ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
	['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56,
	['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['+'] = 63, ['/'] = 64
};
/* clang-format on */

bool
base64_is_digit(char c)
{
	return value_1[(unsigned char)c] != 0;
}

/* Returns 0-63, or at least NONE if c is not a digit. */
static uint32_t
value_of(char c)
{
	return (uint8_t)(value_1[(unsigned char)c] - 1);
}

void
base64_put(const void *bytes, size_t n, char *out)
{
	const unsigned char *p = bytes;

	for (; n >= 3; n -= 3, p += 3) {
		uint32_t v = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];

		*out++ = digit[v >> 18];
		*out++ = digit[v >> 12 & 63];
		*out++ = digit[v >> 6 & 63];
		*out++ = digit[v & 63];
	}
	if (n > 0) {
		uint32_t v = (uint32_t)p[0] << 16 | (n > 1 ? (uint32_t)p[1] << 8 : 0);

		*out++ = digit[v >> 18];
		*out++ = digit[v >> 12 & 63];
		*out++ = n > 1 ? digit[v >> 6 & 63] : '=';
		*out++ = '=';
	}
}

/* Decodes the last group, which has one or two "=". Returns the number of its bytes, or -1. */
static int
get_padded(const char s[static 4], unsigned char *out)
{
	uint32_t a = value_of(s[0]), b = value_of(s[1]), c = value_of(s[2]);

	if (a >= NONE || b >= NONE || s[3] != '=')
		return -1;
	out[0] = (unsigned char)(a << 2 | b >> 4);
	if (s[2] == '=')
		return (b & 15) != 0 ? -1 : 1;
	if (c >= NONE || (c & 3) != 0)
		return -1;
	out[1] = (unsigned char)((b & 15) << 4 | c >> 2);
	return 2;
}

int
base64_get(const char *s, size_t len, unsigned char *out, size_t *n)
{
	unsigned char *begin = out;

	if (len % 4 != 0)
		return -1;
	for (; len > 0; len -= 4, s += 4, out += 3) {
		uint32_t a = value_of(s[0]), b = value_of(s[1]), c = value_of(s[2]),
			 d = value_of(s[3]);
		uint32_t v;

		if ((a | b | c | d) >= NONE) {
			unsigned char last[2];
			int got = len == 4 ? get_padded(s, last) : -1;

			if (got < 0)
				return -1;
			memcpy(out, last, (size_t)got);
			out += got;
			break;
		}
		v = a << 18 | b << 12 | c << 6 | d;
		out[0] = (unsigned char)(v >> 16);
		out[1] = (unsigned char)(v >> 8 & 0xff);
		out[2] = (unsigned char)(v & 0xff);
	}
	*n = (size_t)(out - begin);
	return 0;
}
