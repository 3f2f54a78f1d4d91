#include <criterion/criterion.h>
#include <stdlib.h>
#include <time.h>

#include "util/timestamp.h"

struct parse_row {
	const char *name, *text;
	int64_t want; /* -1: refused */
};

static const struct parse_row parse[] = {
	{ "the epoch", "1970-01-01T00:00:00Z", 0 },
	{ "an ordinary time", "2026-11-21T17:52:14Z", 1795283534 },
	{ "February 29 of a leap year", "2024-02-29T12:00:00Z", 1709208000 },
	{ "February 29 of 2000, a leap year", "2000-02-29T00:00:00Z", 951782400 },
	{ "March 1 of 2100, no leap year", "2100-03-01T00:00:00Z", 4107542400 },
	{ "beyond 2038", "2038-01-19T03:14:08Z", 2147483648 },
	{ "the last second", "9999-12-31T23:59:59Z", TIMESTAMP_MAX },
	{ "February 30", "2025-02-30T00:00:00Z", -1 },
	{ "February 29 of no leap year", "2025-02-29T00:00:00Z", -1 },
	{ "February 29 of 2100, no leap year", "2100-02-29T00:00:00Z", -1 },
	{ "April 31", "2025-04-31T00:00:00Z", -1 },
	{ "day 0", "2025-04-00T00:00:00Z", -1 },
	{ "month 0", "2025-00-10T00:00:00Z", -1 },
	{ "month 13", "2025-13-10T00:00:00Z", -1 },
	{ "hour 24", "2025-01-01T24:00:00Z", -1 },
	{ "minute 60", "2025-01-01T00:60:00Z", -1 },
	{ "leap second", "2016-12-31T23:59:60Z", -1 },
	{ "before the epoch", "1969-12-31T23:59:59Z", -1 },
	{ "trailing blank", "2025-01-01T00:00:00Z ", -1 },
	{ "trailing letter", "2025-01-01T00:00:00Zx", -1 },
	{ "leading blank", " 2025-01-01T00:00:00Z", -1 },
	{ "blank for the first digit", " 025-01-01T00:00:00Z", -1 },
	{ "lower-case z", "2025-01-01T00:00:00z", -1 },
	{ "lower-case t", "2025-01-01t00:00:00Z", -1 },
	{ "blank for T", "2025-01-01 00:00:00Z", -1 },
	{ "offset", "2025-01-01T00:00:00+00:00", -1 },
	{ "no Z", "2025-01-01T00:00:00", -1 },
	{ "fraction", "2025-01-01T00:00:00.5Z", -1 },
	{ "sign", "2025-01-01T00:00:+1Z", -1 },
	{ "one-digit month", "2025-1-01T00:00:00Z", -1 },
	{ "empty", "", -1 },
};

Test(when, parse)
{
	for (size_t i = 0; i < sizeof parse / sizeof parse[0]; i++) {
		const struct parse_row *row = &parse[i];
		int64_t t = -1;
		int result = timestamp_parse(row->text, strlen(row->text), &t);

		cr_expect_eq(result, row->want < 0 ? -1 : 0, "%s: result %d", row->name, result);
		cr_expect_eq(t, row->want, "%s: %lld", row->name, (long long)t);
	}
}

Test(when, length_counts_not_the_nul)
{
	int64_t t = -1;

	cr_expect_eq(timestamp_parse("2025-01-01T00:00:00Zjunk", TIMESTAMP_LEN, &t), 0);
	cr_expect_eq(t, 1735689600);
	cr_expect_eq(timestamp_parse("2025-01-01T00:00:00Z", TIMESTAMP_LEN - 1, &t), -1);
}

Test(when, text_and_back)
{
	/* A step that covers all days, hours, minutes and seconds. */
	for (int64_t t = 0; t <= TIMESTAMP_MAX; t += 86399 * 71 + 7) {
		char text[TIMESTAMP_LEN + 1];
		int64_t back = -1;

		timestamp_text(t, text);
		cr_assert_eq(strlen(text), TIMESTAMP_LEN, "%lld: length", (long long)t);
		cr_assert_eq(
		    timestamp_parse(text, TIMESTAMP_LEN, &back), 0, "%s is not read", text);
		cr_assert_eq(back, t, "%lld became %s", (long long)t, text);
	}
}

Test(when, every_day_of_four_centuries_follows_the_last)
{
	char text[TIMESTAMP_LEN + 1], last[TIMESTAMP_LEN + 1] = "";

	for (int64_t day = 0; day < 146097; day++) {
		timestamp_text(day * 86400, text);
		cr_assert(strcmp(last, text) < 0, "%s after %s", text, last);
		memcpy(last, text, sizeof last);
	}
	cr_expect_str_eq(text, "2369-12-31T00:00:00Z");
}

struct span_row {
	const char *name, *text;
	int64_t want; /* -1: refused */
};

static const struct span_row span[] = {
	{ "seconds", "1s", 1 },
	{ "minutes", "90m", 5400 },
	{ "hours", "36h", 129600 },
	{ "days", "3d", 259200 },
	{ "weeks", "2w", 1209600 },
	{ "ten years", "3653d", 315619200 },
	{ "more than ten years", "3654d", -1 },
	{ "far more than fits", "999999999w", -1 },
	{ "more digits than fit", "99999999999999999999s", -1 },
	{ "nothing", "", -1 },
	{ "no unit", "90", -1 },
	{ "no number", "m", -1 },
	{ "unknown unit", "3y", -1 },
	{ "zero", "0m", -1 },
	{ "leading zero", "03d", -1 },
	{ "sign", "+3d", -1 },
	{ "minus", "-3d", -1 },
	{ "fraction", "1.5d", -1 },
	{ "blank before", " 3d", -1 },
	{ "blank between", "3 d", -1 },
	{ "upper case", "3D", -1 },
	{ "trailing junk", "3dx", -1 },
};

Test(when, span)
{
	for (size_t i = 0; i < sizeof span / sizeof span[0]; i++) {
		const struct span_row *row = &span[i];
		int64_t s = -1;
		int result = timestamp_span(row->text, &s);

		cr_expect_eq(result, row->want < 0 ? -1 : 0, "%s: result %d", row->name, result);
		cr_expect_eq(s, row->want, "%s: %lld", row->name, (long long)s);
	}
}

/* Local times depend on TZ alone. */
Test(when, local)
{
	static const struct {
		const char *name, *zone;
		int64_t t;
		const char *want;
	} row[] = {
		{ "UTC", "UTC0", 1795283534, "2026-11-21 17:52 UTC" },
		{ "east", "CET-1", 1795283534, "2026-11-21 18:52 UTC+1" },
		{ "west, the day before", "EST5", 1795233600, "2026-11-20 23:00 UTC-5" },
		{ "half an hour", "IST-5:30", 1795283534, "2026-11-21 23:22 UTC+5:30" },
		{ "summer time", "CET-1CEST,M3.5.0,M10.5.0/3", 1783000000,
		    "2026-07-02 15:46 UTC+2" },
		{ "west, half an hour", "NST3:30", 1795283534, "2026-11-21 14:22 UTC-3:30" },
		{ "two digits", "NZST-12", 1795283534, "2026-11-22 05:52 UTC+12" },
		{ "another name of UTC", "GMT0", 1795283534, "2026-11-21 17:52 UTC" },
		{ "the epoch", "UTC0", 0, "1970-01-01 00:00 UTC" },
		{ "beyond 2038", "UTC0", 2147483648, "2038-01-19 03:14 UTC" },
		{ "the last second, east", "CET-1", TIMESTAMP_MAX, "10000-01-01 00:59 UTC+1" },
	};
	const char *zone = getenv("TZ");
	char out[TIMESTAMP_LOCAL];

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		cr_assert_eq(setenv("TZ", row[i].zone, 1), 0);
		tzset();
		timestamp_local(row[i].t, out);
		cr_expect_str_eq(out, row[i].want, "%s: %s", row[i].name, out);
	}
	cr_assert_eq(zone != NULL ? setenv("TZ", zone, 1) : unsetenv("TZ"), 0);
	tzset();
}
