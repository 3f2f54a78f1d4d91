/* Numbers in text. */
#include "util/number.h"

#include "util/word.h"

int
number_parse(const char *s, size_t n, int64_t max, int64_t *value)
{
	int64_t v = 0;

	if (n == 0 || (n > 1 && s[0] == '0'))
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!is_digit(s[i]))
			return -1;
		int64_t digit = s[i] - '0';
		if (digit > max || v > (max - digit) / 10)
			return -1;
		v = v * 10 + digit;
	}
	*value = v;
	return 0;
}

int
number_between(const char *s, size_t n, int64_t min, int64_t max, int64_t *value)
{
	bool negative = min < 0 && n > 0 && s[0] == '-';
	int64_t v;

	if (number_parse(s + negative, n - negative, negative ? -min : max, &v) < 0)
		return -1;
	if (negative ? v == 0 : v < min)
		return -1;
	*value = negative ? -v : v;
	return 0;
}
