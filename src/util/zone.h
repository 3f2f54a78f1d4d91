#ifndef ADIT_UTIL_ZONE_H
#define ADIT_UTIL_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/span.h"

/*
 * Days of a time zone, computed from its POSIX rule alone (IEEE 1003.1, "TZ"; hours of a change
 * from -167 to 167 as in RFC 9636): EET-2EEST,M3.5.0/3,M10.5.0/4. Uses neither zone data nor the C
 * library, so all machines agree.
 *
 * (Z1) At an instant the last change at or before it applies. Of two changes at one instant, the
 * one that begins daylight saving time applies.
 * (Z2) A day begins at the first instant whose local date is that day or a later one. So every
 * instant is in one day, and a day has 23, 24 or 25 hours, or another number if the rule gives it.
 */
enum zone_kind {
	ZONE_JULIAN, /* Jn: day n, from 1; without February 29 */
	ZONE_DAY,    /* n: day n, from 0; with February 29 */
	ZONE_MONTH   /* Mm.w.d: weekday d (0: Sunday) of week w (5: the last) of month m */
};

struct zone_change {
	enum zone_kind kind;
	int month, week, day;
	int64_t time_s; /* from the beginning of that day, in local time before the change */
};

/* Plain data; zero is UTC. */
struct zone {
	int64_t std_s, dst_s; /* ahead of UTC */
	bool has_dst;
	struct zone_change begin,
	    end; /* of daylight saving time; in the southern hemisphere end is before begin */
};

/* Parses a whole rule; with daylight saving time it must have both changes. Returns 0, or -1. */
int zone_parse(const char *s, size_t n, struct zone *z);

/* Returns the offset from UTC in seconds at t. */
int64_t zone_offset(const struct zone *z, int64_t t);

/* zone_day returns the day of t, zone_begins the beginning of a day; days since 1970-01-01. 0 <= t
 * <= TIMESTAMP_MAX. */
int64_t zone_day(const struct zone *z, int64_t t);
int64_t zone_begins(const struct zone *z, int64_t day);

/* Returns the rule in a zone data file (RFC 9636): its last line. n 0: not such a file, or no
 * rule. */
struct span zone_footer(const char *s, size_t n);

#endif
