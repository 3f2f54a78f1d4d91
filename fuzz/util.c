/* Times, spans, base32: each accepted text equals the written form, and other texts are refused. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/timestamp.h"

static void
try_when(const char *s, size_t n)
{
	int64_t t;
	if (timestamp_parse(s, n, &t) < 0)
		return;
	char again[TIMESTAMP_LEN + 1];
	MUST(t >= 0 && t <= TIMESTAMP_MAX);
	timestamp_text(t, again);
	MUST(n == TIMESTAMP_LEN && memcmp(s, again, n) == 0);
}

static void
try_span(const char *s, size_t n)
{
	char *copy = mem_dupn(s, n);
	int64_t seconds;
	if (timestamp_span(copy, &seconds) == 0)
		MUST(seconds >= 1 && seconds <= INT64_C(3653) * 86400);
	free(copy);
}

static void
try_base32(const char *s, size_t n)
{
	unsigned char bytes[32];
	char again[BASE32_HASH + 1];
	if (base32_parse(s, n, bytes, sizeof bytes) < 0)
		return;
	base32_text(bytes, sizeof bytes, again);
	MUST(n == BASE32_HASH && memcmp(s, again, n) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	const char *s = (const char *)p;
	try_when(s, n);
	try_span(s, n);
	try_base32(s, n);
	return 0;
}
