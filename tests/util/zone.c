/* Rules of time zones. The numbers were computed by hand or by Python's zoneinfo. */
#include <criterion/criterion.h>

#include "util/timestamp.h"
#include "util/zone.h"

static const struct {
	const char *name, *rule;
	bool is_one;
} rule[] = {
	{ "no daylight saving time", "UTC0", true },
	{ "hours behind a plus", "EST+5", true },
	{ "minutes and seconds", "ABC-05:30:15", true },
	{ "a name of signs and digits", "<+03>-3", true },
	{ "a day of weekday and month", "EET-2EEST,M3.5.0/3,M10.5.0/4", true },
	{ "another offset than an hour", "LHST-10:30LHDT-11,M10.1.0,M4.1.0", true },
	{ "daylight saving time in winter", "IST-1GMT0,M10.5.0,M3.5.0/1", true },
	{ "a change before midnight", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", true },
	{ "a change 50 hours later", "IST-2IDT,M3.4.4/50,M10.5.0", true },
	{ "the most hours, both ways", "AAA24BBB-24,J1/-167,J365/167:59:59", true },
	{ "Julian days", "AAA3BBB,J1,J365", true },
	{ "days from 0", "AAA3BBB,0,365", true },
	{ "nothing", "", false },
	{ "a name alone", "UTC", false },
	{ "a name too short", "AB3", false },
	{ "a name that is not closed", "<+03-3", false },
	{ "nothing in angles", "<>3", false },
	{ "a colon in front", ":UTC0", false },
	{ "25 hours", "UTC25", false },
	{ "three digits of hours", "UTC012", false },
	{ "60 minutes", "UTC1:60", false },
	{ "a colon at the end", "UTC1:", false },
	{ "a rule that is left out", "EST5EDT", false },
	{ "a beginning alone", "EST5EDT,M3.2.0", false },
	{ "three changes", "EST5EDT,M3.2.0,M11.1.0,M12.1.0", false },
	{ "month 13", "EST5EDT,M13.2.0,M11.1.0", false },
	{ "week 0", "EST5EDT,M3.0.0,M11.1.0", false },
	{ "week 6", "EST5EDT,M3.6.0,M11.1.0", false },
	{ "weekday 7", "EST5EDT,M3.2.7,M11.1.0", false },
	{ "Julian day 0", "EST5EDT,J0,J300", false },
	{ "Julian day 366", "EST5EDT,J1,J366", false },
	{ "day 366", "EST5EDT,0,366", false },
	{ "168 hours", "EST5EDT,0/168,300", false },
	{ "a blank behind it", "UTC0 ", false },
	{ "a line feed behind it", "UTC0\n", false },
};

Test(zone, rules)
{
	struct zone z;

	for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++)
		cr_expect_eq(zone_parse(rule[i].rule, strlen(rule[i].rule), &z) == 0,
		    rule[i].is_one, "%s", rule[i].name);
	/* Reads no byte beyond n: "EET-2" and all but the last time are valid rules, too. */
	for (size_t n = 0; n < 28; n++)
		cr_expect_eq(zone_parse("EET-2EEST,M3.5.0/3,M10.5.0/4", n, &z) == 0,
		    n == 5 || n == 16 + 10, "%zu", n);
}

static const struct {
	const char *name, *rule, *at;
	int offset;
} offset[] = {
	{ "winter", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-01-15T12:00:00Z", 7200 },
	{ "the last second of winter", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-03-29T00:59:59Z",
	    7200 },
	{ "the first of summer", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-03-29T01:00:00Z", 10800 },
	{ "the last of summer", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-10-25T00:59:59Z", 10800 },
	{ "the first of winter", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-10-25T01:00:00Z", 7200 },
	{ "the southern summer", "NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-01-01T00:00:00Z", 46800 },
	{ "the southern winter", "NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-07-01T00:00:00Z", 43200 },
	{ "Dublin in winter", "IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-31T23:59:59Z", 0 },
	{ "Dublin in summer", "IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600 },
	{ "all year, at its turn", "EST5EDT,0/0,J365/25", "2027-01-01T05:00:00Z", -14400 },
	{ "all year, in the middle", "EST5EDT,0/0,J365/25", "2027-06-01T05:00:00Z", -14400 },
	{ "J60 of a leap year is March 1", "AAA0BBB,J60/0,J300", "2028-02-29T23:59:59Z", 0 },
	{ "... from midnight on", "AAA0BBB,J60/0,J300", "2028-03-01T00:00:00Z", 3600 },
	{ "59 of a leap year is February 29", "AAA0BBB,59/0,J300", "2028-02-29T00:00:00Z", 3600 },
	{ "59 of another is March 1", "AAA0BBB,59/0,J300", "2027-02-28T23:59:59Z", 0 },
	{ "Thursday and 50 hours: Saturday", "<-02>2<-01>,M3.4.4/50,M10.4.4/50",
	    "2026-03-28T03:59:59Z", -7200 },
	{ "... at two", "<-02>2<-01>,M3.4.4/50,M10.4.4/50", "2026-03-28T04:00:00Z", -3600 },
	{ "a change in the year before", "AAA0BBB,0/-5,J180", "2026-12-31T19:00:00Z", 3600 },
	{ "... a second earlier", "AAA0BBB,0/-5,J180", "2026-12-31T18:59:59Z", 0 },
	{ "the first second", "EET-2EEST,M3.5.0/3,M10.5.0/4", "1970-01-01T00:00:00Z", 7200 },
	{ "the last second", "NZST-12NZDT,M9.5.0,M4.1.0/3", "9999-12-31T23:59:59Z", 46800 },
};

static void
parse(const char *text, struct zone *z)
{
	cr_assert_eq(zone_parse(text, strlen(text), z), 0, "%s", text);
}

static int64_t
when(const char *text)
{
	int64_t t = -1;

	cr_assert_eq(timestamp_parse(text, strlen(text), &t), 0, "%s", text);
	return t;
}

Test(zone, offsets)
{
	struct zone z;

	for (size_t i = 0; i < sizeof offset / sizeof offset[0]; i++) {
		parse(offset[i].rule, &z);
		cr_expect_eq(zone_offset(&z, when(offset[i].at)), offset[i].offset, "%s: %lld",
		    offset[i].name, (long long)zone_offset(&z, when(offset[i].at)));
	}
}

static const struct {
	const char *name, *rule, *day, *begins;
	int hours;
} days[] = {
	{ "a plain day", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-01-15", "2026-01-14T22:00:00Z", 24 },
	{ "a short day", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-03-29", "2026-03-28T22:00:00Z", 23 },
	{ "a long day", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-10-25", "2026-10-24T21:00:00Z", 25 },
	{ "no midnight: it begins at one", "EET-2EEST,M4.5.5/0,M10.5.4/24", "2026-04-24",
	    "2026-04-23T22:00:00Z", 23 },
	{ "midnight once more: the first", "<-04>4<-03>,M9.1.6/24,M4.1.6/24:30", "2026-04-05",
	    "2026-04-05T03:00:00Z", 25 },
	{ "back to before midnight", "<-04>4<-03>,M9.1.6/24,M4.1.6/24", "2026-04-05",
	    "2026-04-05T04:00:00Z", 24 },
	{ "February 29", "EET-2EEST,M3.5.0/3,M10.5.0/4", "2028-02-29", "2028-02-28T22:00:00Z", 24 },
	{ "the end of the year", "NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-12-31",
	    "2026-12-30T11:00:00Z", 24 },
	{ "half an hour", "LHST-10:30LHDT-11,M10.1.0,M4.1.0", "2026-07-01", "2026-06-30T13:30:00Z",
	    24 },
	{ "a date that is skipped is empty", "AAA10BBB-14,J100/0,J200/0", "2026-04-10",
	    "2026-04-10T10:00:00Z", 0 },
};

Test(zone, days)
{
	struct zone z;

	for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
		int64_t day = -1, begins = when(days[i].begins), next;

		parse(days[i].rule, &z);
		cr_assert_eq(timestamp_date_parse(days[i].day, TIMESTAMP_DATE_LEN, &day), 0);
		next = zone_begins(&z, day + 1);
		cr_expect_eq(zone_begins(&z, day), begins, "%s: %lld", days[i].name,
		    (long long)(zone_begins(&z, day) - begins));
		cr_expect_eq(next - begins, days[i].hours * 3600, "%s: %lld s", days[i].name,
		    (long long)(next - begins));
		cr_expect_eq(
		    zone_day(&z, begins), days[i].hours > 0 ? day : day + 1, "%s", days[i].name);
		cr_expect_eq(
		    zone_day(&z, next - 1), days[i].hours > 0 ? day : day - 1, "%s", days[i].name);
	}
}

Test(zone, every_instant_is_in_one_day)
{
	for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
		struct zone z;

		parse(days[i].rule, &z);
		for (int64_t t = when("2027-12-20T00:00:00Z"); t < when("2029-01-10T00:00:00Z");
		     t += 1799) {
			int64_t day = zone_day(&z, t);

			cr_expect_leq(zone_begins(&z, day), t, "%s", days[i].name);
			cr_expect_gt(zone_begins(&z, day + 1), t, "%s", days[i].name);
		}
	}
}

Test(zone, footer)
{
	static const struct {
		const char *name, *file;
		size_t n;
		const char *rule;
	} row[] = {
		{ "version 2", "TZif2...\0...\nUTC0\n", 18, "UTC0" },
		{ "version 3", "TZif3...\0...\n<+03>-3\n", 21, "<+03>-3" },
		{ "version 1", "TZif\0...\nUTC0\n", 14, "" },
		{ "no rule", "TZif2...\0...\n\n", 14, "" },
		{ "another file", "Hello\nUTC0\n", 11, "" },
		{ "cut off", "TZif2...\0...\nUTC", 16, "" },
		{ "its head alone", "TZif2", 5, "" },
		{ "empty", "", 0, "" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct span sp = zone_footer(row[i].file, row[i].n);

		cr_expect_eq(sp.n, strlen(row[i].rule), "%s: %zu", row[i].name, sp.n);
		cr_expect_eq(memcmp(row[i].file + sp.at, row[i].rule, sp.n), 0, "%s", row[i].name);
	}
}
