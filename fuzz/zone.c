/*
 * Rules of time zones, and zone data files that end with one. By a valid rule each instant is in one
 * day, and days follow each other.
 */
#include "fuzz/fuzz.h"
#include "util/timestamp.h"
#include "util/zone.h"

enum { DAY_S = 86400, AHEAD_MAX = 8 * DAY_S };

/* Checks the day of t. */
static void
try_day(const struct zone *z, int64_t t)
{
	const int64_t day = zone_day(z, t), offset = zone_offset(z, t);

	MUST(offset > -AHEAD_MAX && offset < AHEAD_MAX);
	MUST(zone_begins(z, day) <= t && t < zone_begins(z, day + 1));
	MUST(zone_day(z, zone_begins(z, day + 1)) >= day + 1);
}

/* Tries instants of two years, and those around each change of the offset between them. */
static void
try_years(const struct zone *z, int64_t from)
{
	const int64_t step = 5 * DAY_S + 3607;

	for (int64_t t = from; t < from + 731 * (int64_t)DAY_S; t += step) {
		int64_t a = t, b = t + step;

		try_day(z, t);
		if (zone_offset(z, a) == zone_offset(z, b))
			continue;
		while (b - a > 1) {
			const int64_t middle = a + (b - a) / 2;

			if (zone_offset(z, middle) == zone_offset(z, a))
				a = middle;
			else
				b = middle;
		}
		try_day(z, a);
		try_day(z, b);
	}
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	const char *s = (const char *)p;
	const struct span footer = zone_footer(s, n);
	struct zone z;

	MUST(footer.n == 0 || footer.at + footer.n <= n);
	if (footer.n > 0) {
		s += footer.at;
		n = footer.n;
	}
	if (zone_parse(s, n, &z) < 0)
		return false;
	try_years(&z, INT64_C(951696000)); /* from 2000-02-28 */
	try_years(&z, INT64_C(1767139200));
	try_day(&z, 20 * (int64_t)DAY_S);
	try_day(&z, TIMESTAMP_MAX - 20 * (int64_t)DAY_S);
	return true;
}
