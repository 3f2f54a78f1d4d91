/*
 * RFC 3339 times in one form. Computed here, because timegm(3) accepts February 30 and ends in 2038
 * on some machines.
 */
#include "util/timestamp.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/buf.h"
#include "util/mem.h"
#include "util/slice.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR, WEEK = 7 * DAY };

static bool
is_leap(int y)
{
	return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

static int
days_in_month(int y, int m)
{
	static const int days[13] = { 0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	return m == 2 && is_leap(y) ? 29 : days[m];
}

int64_t
timestamp_day(int y, int m, int d)
{
	int64_t p = y - 1, day = p * 365 + p / 4 - p / 100 + p / 400 - 719162;

	for (int i = 1; i < m; i++)
		day += days_in_month(y, i);
	return day + d - 1;
}

int
timestamp_year(int64_t day)
{
	int y = 1970 + (int)(day / 366); /* not too late: a year has at most 366 days */

	while (timestamp_day(y + 1, 1, 1) <= day)
		y++;
	return y;
}

void
timestamp_date_text(int64_t day, char out[static TIMESTAMP_DATE_LEN + 1])
{
	if (day < 0 || day > TIMESTAMP_MAX / DAY)
		BUG("date out of range");

	int y = timestamp_year(day), m = 1, d = (int)(day - timestamp_day(y, 1, 1));

	for (; d >= days_in_month(y, m); m++)
		d -= days_in_month(y, m);

	/* The remainders show the compiler that the text fits. */
	(void)snprintf(out, TIMESTAMP_DATE_LEN + 1, "%04u-%02u-%02u", (unsigned)y % 10000,
	    (unsigned)m % 100, (unsigned)(d + 1) % 100);
}

void
timestamp_text(int64_t t, char out[static TIMESTAMP_LEN + 1])
{
	if (t < 0 || t > TIMESTAMP_MAX)
		BUG("time out of range");

	unsigned rest = (unsigned)(t % DAY);

	timestamp_date_text(t / DAY, out);
	(void)snprintf(out + TIMESTAMP_DATE_LEN, TIMESTAMP_LEN + 1 - TIMESTAMP_DATE_LEN,
	    "T%02u:%02u:%02uZ", rest / HOUR % 24, rest / MINUTE % 60, rest % 60);
}

/* Returns the decimal number in the n bytes at s, or -1. */
static int
number(const char *s, size_t n)
{
	int v = 0;

	for (size_t i = 0; i < n; i++) {
		if (!ascii_is_digit(s[i]))
			return -1;
		v = v * 10 + (s[i] - '0');
	}
	return v;
}

/* True if the n bytes at s equal the form, except where the form has 0. */
static bool
is_form(const char *form, const char *s, size_t n)
{
	if (n != strlen(form))
		return false;
	for (size_t i = 0; i < n; i++)
		if (form[i] != '0' && s[i] != form[i])
			return false;
	return true;
}

int
timestamp_date_parse(const char *s, size_t n, int64_t *day)
{
	if (!is_form("0000-00-00", s, n))
		return -1;

	int y = number(s, 4), m = number(s + 5, 2), d = number(s + 8, 2);

	if (y < 1970 || m < 1 || m > 12 || d < 1 || d > days_in_month(y, m))
		return -1;
	*day = timestamp_day(y, m, d);
	return 0;
}

int
timestamp_parse(const char *s, size_t n, int64_t *t)
{
	int64_t day;

	if (n != TIMESTAMP_LEN || timestamp_date_parse(s, TIMESTAMP_DATE_LEN, &day) < 0)
		return -1;
	s += TIMESTAMP_DATE_LEN;
	if (!is_form("T00:00:00Z", s, n - TIMESTAMP_DATE_LEN))
		return -1;

	int hour = number(s + 1, 2), min = number(s + 4, 2), sec = number(s + 7, 2);

	/* A leap second (60) has no number in this count. */
	if (hour < 0 || hour > 23 || min < 0 || min > 59 || sec < 0 || sec > 59)
		return -1;
	*t = day * DAY + hour * HOUR + min * MINUTE + sec;
	return 0;
}

int
timestamp_until_parse(const char *s, int64_t *t)
{
	char time[TIMESTAMP_LEN];
	const size_t n = strlen(s);
	int64_t day;

	if (n == TIMESTAMP_DATE_LEN && timestamp_date_parse(s, n, &day) == 0) {
		*t = (day + 1) * DAY;
		return *t <= TIMESTAMP_MAX ? 0 : -1;
	}
	for (size_t i = 0; i < n && n == sizeof time; i++)
		time[i] = (char)(s[i] == 't' || s[i] == 'z' ? s[i] - 'a' + 'A' : s[i]);
	return n == sizeof time && timestamp_parse(time, n, t) == 0 && *t > 0 ? 0 : -1;
}

static const struct {
	char name;
	int seconds;
} unit[] = {
	{ 's', 1 },
	{ 'm', MINUTE },
	{ 'h', HOUR },
	{ 'd', DAY },
	{ 'w', WEEK },
};

void
timestamp_span_text(int64_t seconds, char out[static TIMESTAMP_SPAN_LEN + 1])
{
	unsigned i = 3;

	while (seconds % unit[i].seconds != 0)
		i--;
	(void)snprintf(
	    out, TIMESTAMP_SPAN_LEN + 1, "%d%c", (int)(seconds / unit[i].seconds), unit[i].name);
}

int
timestamp_span(const char *s, int64_t *seconds)
{
	size_t n = strlen(s);

	if (n < 2 || n > 10 || s[0] == '0')
		return -1;

	int count = number(s, n - 1);

	if (count < 0)
		return -1;
	for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++) {
		int64_t all = (int64_t)count * unit[i].seconds;

		if (unit[i].name != s[n - 1])
			continue;
		if (all > TIMESTAMP_SPAN_MAX)
			return -1;
		*seconds = all;
		return 0;
	}
	return -1;
}

/* Appends " UTC", " UTC+1" or " UTC-3:30" to n bytes. Names of zones differ between platforms, and
 * several zones share one. */
static void
add_zone(const struct tm *tm, size_t n, char out[static TIMESTAMP_LOCAL])
{
	char zone[sizeof "+hhmm"];
	const bool is_known = strftime(zone, sizeof zone, "%z", tm) == sizeof zone - 1;

	if (!is_known || strcmp(zone + 1, "0000") == 0)
		(void)snprintf(out + n, TIMESTAMP_LOCAL - n, " UTC");
	else
		(void)snprintf(out + n, TIMESTAMP_LOCAL - n, " UTC%c%.*s%s%s", zone[0],
		    zone[1] == '0' ? 1 : 2, zone[1] == '0' ? zone + 2 : zone + 1,
		    strcmp(zone + 3, "00") == 0 ? "" : ":",
		    strcmp(zone + 3, "00") == 0 ? "" : zone + 3);
}

void
timestamp_local(int64_t t, char out[static TIMESTAMP_LOCAL])
{
	const time_t then = (time_t)t;
	struct tm tm;
	int n;

	/* Some systems count seconds in 32 bits. */
	if ((int64_t)then != t || localtime_r(&then, &tm) == NULL) {
		timestamp_text(t, out);
		return;
	}
	/* Not strftime: musl writes the year 10000 as +10000. */
	n = snprintf(out, TIMESTAMP_LOCAL, "%04d-%02d-%02d %02d:%02d", tm.tm_year + 1900,
	    tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min);
	add_zone(&tm, (size_t)n, out);
}

void
timestamp_put_local(int64_t t, struct buf *out)
{
	char when[TIMESTAMP_LOCAL];

	timestamp_local(t, when);
	buf_str(out, when);
}
