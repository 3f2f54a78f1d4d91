/* Time zones by POSIX rules. */
#include "util/zone.h"

#include <string.h>

#include "util/slice.h"
#include "util/timestamp.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
enum { OFFSET_HOURS = 24, CHANGE_HOURS = 167 };

/* ---- reading a rule ---- */

struct cursor {
	const char *s, *end;
	bool bad;
};

static bool
read_char(struct cursor *c, char what)
{
	if (c->s == c->end || *c->s != what)
		return false;
	c->s++;
	return true;
}

/* Reads a number of at most `digits` digits. */
static int
read_number(struct cursor *c, unsigned digits, int min, int max)
{
	unsigned n = 0;
	int v = 0;

	for (; n < digits && c->s < c->end && ascii_is_digit(*c->s); n++)
		v = v * 10 + (*c->s++ - '0');
	if (n == 0 || v < min || v > max)
		c->bad = true;
	return v;
}

/* Reads "EET", or a name in angle brackets, which may also have digits and signs. */
static void
read_name(struct cursor *c)
{
	bool quoted = read_char(c, '<');
	size_t n = 0;

	for (; c->s < c->end; c->s++, n++)
		if (!ascii_is_lower(*c->s) && !(*c->s >= 'A' && *c->s <= 'Z') &&
		    !(quoted && (ascii_is_digit(*c->s) || *c->s == '+' || *c->s == '-')))
			break;
	if (n < 3 || (quoted && !read_char(c, '>')))
		c->bad = true;
}

/* Reads [+-]hh[:mm[:ss]]. */
static int64_t
read_time(struct cursor *c, unsigned digits, int hours)
{
	bool back = read_char(c, '-');
	int64_t t;

	if (!back)
		(void)read_char(c, '+');
	t = (int64_t)read_number(c, digits, 0, hours) * HOUR;
	if (read_char(c, ':')) {
		t += read_number(c, 2, 0, 59) * MINUTE;
		if (read_char(c, ':'))
			t += read_number(c, 2, 0, 59);
	}
	return back ? -t : t;
}

static struct zone_change
read_change(struct cursor *c)
{
	struct zone_change at = { .kind = ZONE_DAY, .time_s = 2 * HOUR };

	if (!read_char(c, ','))
		c->bad = true;
	if (read_char(c, 'J')) {
		at.kind = ZONE_JULIAN;
		at.day = read_number(c, 3, 1, 365);
	} else if (read_char(c, 'M')) {
		at.kind = ZONE_MONTH;
		at.month = read_number(c, 2, 1, 12);
		c->bad = !read_char(c, '.') || c->bad;
		at.week = read_number(c, 1, 1, 5);
		c->bad = !read_char(c, '.') || c->bad;
		at.day = read_number(c, 1, 0, 6);
	} else {
		at.day = read_number(c, 3, 0, 365);
	}
	if (read_char(c, '/'))
		at.time_s = read_time(c, 3, CHANGE_HOURS);
	return at;
}

int
zone_parse(const char *s, size_t n, struct zone *z)
{
	struct cursor c = { s, s + n, false };

	memset(z, 0, sizeof *z);
	read_name(&c);
	z->std_s = -read_time(&c, 2, OFFSET_HOURS);
	if (c.bad || c.s == c.end)
		return c.bad ? -1 : 0;
	z->has_dst = true;
	read_name(&c);
	z->dst_s = z->std_s + HOUR;
	if (c.s < c.end && *c.s != ',')
		z->dst_s = -read_time(&c, 2, OFFSET_HOURS);
	z->begin = read_change(&c);
	z->end = read_change(&c);
	return c.bad || c.s < c.end ? -1 : 0;
}

/* ---- calculation ---- */

/* Returns the day of the change in year y. */
static int64_t
change_day(const struct zone_change *c, int y)
{
	int64_t first, next;

	if (c->kind == ZONE_DAY)
		return timestamp_day(y, 1, 1) + c->day;
	if (c->kind == ZONE_JULIAN)
		return c->day < 60 ? timestamp_day(y, 1, c->day) : timestamp_day(y, 3, c->day - 59);
	first = timestamp_day(y, c->month, 1);
	next = c->month == 12 ? timestamp_day(y + 1, 1, 1) : timestamp_day(y, c->month + 1, 1);
	/* 1970-01-01 was a Thursday; only a few earlier years occur. */
	first += (c->day - (first + 4) % 7 + 14) % 7 + 7 * (c->week - 1);
	return first < next ? first : first - 7;
}

/* Return the instants at which daylight saving time begins and ends in year y. */
static int64_t
begins_at(const struct zone *z, int y)
{
	return change_day(&z->begin, y) * DAY + z->begin.time_s - z->std_s;
}

static int64_t
ends_at(const struct zone *z, int y)
{
	return change_day(&z->end, y) * DAY + z->end.time_s - z->dst_s;
}

static int
year_of(int64_t t)
{
	return timestamp_year(t < 0 ? 0 : t / DAY);
}

/* (Z1) A change may be a week outside its year. */
int64_t
zone_offset(const struct zone *z, int64_t t)
{
	int64_t last = INT64_MIN, offset = z->std_s;
	int year = year_of(t);

	for (int y = year - 2; y <= year + 1 && z->has_dst; y++) {
		int64_t begin = begins_at(z, y), end = ends_at(z, y);

		if (end <= t && end > last) {
			last = end;
			offset = z->std_s;
		}
		if (begin <= t && begin >= last) {
			last = begin;
			offset = z->dst_s;
		}
	}
	return offset;
}

/* (Z2) A day begins when one of the two clocks shows midnight, or at a change. */
int64_t
zone_begins(const struct zone *z, int64_t day)
{
	int64_t midnight = day * DAY, first = midnight - z->std_s;
	int year = year_of(midnight);

	if (!z->has_dst)
		return first;

	int64_t at[8] = { first, midnight - z->dst_s };
	unsigned n = 2;

	first = INT64_MAX;
	for (int y = year - 1; y <= year + 1; y++) {
		at[n++] = begins_at(z, y);
		at[n++] = ends_at(z, y);
	}
	for (unsigned i = 0; i < n; i++)
		if (at[i] < first && at[i] + zone_offset(z, at[i]) >= midnight)
			first = at[i];
	return first;
}

int64_t
zone_day(const struct zone *z, int64_t t)
{
	/* No offset is above two days. */
	int64_t day = t / DAY - 2;

	while (zone_begins(z, day + 1) <= t)
		day++;
	return day;
}

/* ---- zone data ---- */

struct span
zone_footer(const char *s, size_t n)
{
	struct span none = { 0, 0 };
	size_t at;

	/* Version 1 has no last line; in later versions it is the text between two line feeds. */
	if (n < 5 || memcmp(s, "TZif", 4) != 0 || s[4] < '2' || s[n - 1] != '\n')
		return none;
	at = n - 1;
	while (at > 0 && s[at - 1] != '\n')
		at--;
	return at > 5 ? (struct span){ at, n - 1 - at } : none;
}
