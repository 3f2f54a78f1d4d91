/* Numbers in text. */
#include "util/number.h"

#include "util/slice.h"

/* Parses digits as a magnitude, because that of INT64_MIN does not fit into int64_t. */
static int
digits_parse(const char *s, size_t n, uint64_t max, uint64_t *value)
{
	uint64_t v = 0;

	if (n == 0 || (n > 1 && s[0] == '0'))
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!ascii_is_digit(s[i]))
			return -1;
		uint64_t digit = (uint64_t)(s[i] - '0');
		if (digit > max || v > (max - digit) / 10)
			return -1;
		v = v * 10 + digit;
	}
	*value = v;
	return 0;
}

int
number_parse(const char *s, size_t n, int64_t max, int64_t *value)
{
	uint64_t v;

	if (max < 0 || digits_parse(s, n, (uint64_t)max, &v) < 0)
		return -1;
	*value = (int64_t)v;
	return 0;
}

int
number_parse_range(const char *s, size_t n, int64_t min, int64_t max, int64_t *value)
{
	bool negative = min < 0 && n > 0 && s[0] == '-';
	uint64_t v;

	if (digits_parse(s + negative, n - negative, (uint64_t)INT64_MAX + negative, &v) < 0)
		return -1;
	if (negative && v == 0)
		return -1;
	int64_t got = negative ? -(int64_t)(v - 1) - 1 : (int64_t)v;
	if (got < min || got > max)
		return -1;
	*value = got;
	return 0;
}
