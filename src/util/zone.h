#ifndef ADIT_UTIL_ZONE_H
#define ADIT_UTIL_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/span.h"

/*
 * The days of a time zone, reckoned from its POSIX rule alone (IEEE 1003.1, "TZ"; hours of a change from -167 to
 * 167 as in RFC 9636): EET-2EEST,M3.5.0/3,M10.5.0/4.  No zone data, nothing of the C library: two machines agree.
 *
 * (Z1) what holds at an instant is what the last change at or before it says; of two at one instant that which
 *      begins daylight saving time counts
 * (Z2) a day begins at the first instant at which the local date is that of the day or a later one: every instant
 *      is in one day, and a day has 23, 24 or 25 hours, or what else the rule makes of it
 */
enum zone_kind {
	ZONE_JULIAN, /* Jn: day n, from 1; February 29 is not counted */
	ZONE_DAY,    /* n: day n, from 0; it is counted */
	ZONE_MONTH   /* Mm.w.d: weekday d (0: Sunday) of week w (5: the last) of month m */
};

struct zone_change {
	enum zone_kind kind;
	int month, week, day;
	int64_t time_s; /* from the beginning of that day, by the clocks before the change */
};

/* A value; zero is UTC. */
struct zone {
	int64_t std_s, dst_s; /* ahead of UTC */
	bool has_dst;
	struct zone_change begin,
	    end; /* of daylight saving time; end before begin on the southern half */
};

/* A whole rule; where there is daylight saving time, it says when.  0, or -1. */
int zone_parse(const char *s, size_t n, struct zone *z);

/* How many seconds its clocks are ahead of UTC at t. */
int64_t zone_offset(const struct zone *z, int64_t t);

/* The day in which t is, and when one begins, as days since 1970-01-01.  0 <= t <= TIMESTAMP_MAX. */
int64_t zone_day(const struct zone *z, int64_t t);
int64_t zone_begins(const struct zone *z, int64_t day);

/* The rule of a file of zone data (RFC 9636): its last line.  n 0: it is no such file, or has no rule. */
struct span zone_footer(const char *s, size_t n);

#endif
