/* Times, spans, base32: each accepted text equals the written form, and other texts are refused. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/timestamp.h"

static bool
try_when(const char *s, size_t n)
{
	int64_t t;
	if (timestamp_parse(s, n, &t) < 0)
		return false;
	char again[TIMESTAMP_LEN + 1];
	MUST(t >= 0 && t <= TIMESTAMP_MAX);
	timestamp_text(t, again);
	MUST(n == TIMESTAMP_LEN && memcmp(s, again, n) == 0);
	return true;
}

static bool
try_span(const char *s, size_t n)
{
	char *copy = mem_dupn(s, n);
	int64_t seconds;
	bool valid = timestamp_span(copy, &seconds) == 0;

	if (valid)
		MUST(seconds >= 1 && seconds <= INT64_C(3653) * 86400);
	free(copy);
	return valid;
}

static bool
try_base32(const char *s, size_t n)
{
	unsigned char bytes[32];
	char again[BASE32_HASH + 1];
	if (base32_parse(s, n, bytes, sizeof bytes) < 0)
		return false;
	base32_text(bytes, sizeof bytes, again);
	MUST(n == BASE32_HASH && memcmp(s, again, n) == 0);
	return true;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	const char *s = (const char *)p;
	bool valid = try_when(s, n);

	valid |= try_span(s, n);
	return try_base32(s, n) || valid;
}
