#ifndef ADIT_WIRE_TIME_CONTROL_H
#define ADIT_WIRE_TIME_CONTROL_H

#include "wire/bots.h"
#include "wire/people.h"

/* The terms that digest 0 sets (adit(5), "The clock"): limit, days that do not count, late
 * policy, press, waiting list, summary; and the bots. Plain data; all deadlines are computed from
 * it. */
enum { TIME_PAUSES_MAX = 16, TIME_ZONE_MAX = 60, TIME_LATE_MAX = 40 };
enum { TIME_PAUSE_DAYS_MAX = 366, TIME_CONTROL_MISSES_MAX = 1000 };

struct time_control {
	int64_t limit_s; /* seconds for a turn; -1: no limit */
	int64_t grace_s; /* grace period: seconds after the deadline before the late policy plays */
	uint8_t weekdays; /* days that do not count: bit 0 Monday ... bit 6 Sunday */
	uint8_t n_pause;  /* days since 1970-01-01 that do not count, inclusive */
	struct pause {
		int64_t first, last;
	} pause[TIME_PAUSES_MAX];
	char zone[TIME_ZONE_MAX +
	    1]; /* time zone of the days: a POSIX rule (util/zone.h); "": UTC */
	char late[TIME_LATE_MAX + 1]; /* late policy; "": none */
	/* with late: turns missed in a row that make a seat away; 0: never */
	int64_t misses;
	int64_t absence_s; /* seconds that a seat may be absent in the whole game */
	bool no_press;     /* orders with say: are refused */
	bool standby_open; /* anyone may join the waiting list */
	uint8_t n_standby; /* pairs of keys that have a reserved place on the list */
	struct clock_card {
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	} standby[PEOPLE_STANDBY_MAX];
	int64_t replace_s; /* a seat away for this many seconds is free for them; 0: never */
	bool sums_up;      /* the last digest has a section summary: (wire/summary.h) */
	struct bots bots;  /* written and read apart from the rest */
};

/* True if every digest of such a table has the section people:. */
bool time_control_has_people(const struct time_control *c);

/* True if the table has a waiting list. */
bool time_control_has_standby(const struct time_control *c);

/* "mon" is 0, "sun" 6; -1: not a weekday. */
int time_control_weekday(const char *s, size_t n);

/* Returns NULL, or what is wrong, as words: no turn would ever end, or a member requires another
 * one. */
const char *time_control_check(const struct time_control *c);

/* Returns the time when a day of its zone begins. */
int64_t time_control_day_begins(const struct time_control *c, int64_t day);

/* Checks whether the seat may also be absent during *a. Returns NULL, or why not, as words. Each
 * absence counts in whole days, rounded and at least one, since days differ in hours. */
const char *time_control_check_absence(
    const struct time_control *c, const struct people *p, uint8_t seat, const struct absence *a);
/* True if a day of its zone begins at t. */
bool time_control_is_day_start(const struct time_control *c, int64_t t);

/*
 * Returns the deadline of the turn that began at p->began: limit and extension later, without
 * the time of paused days and of the seat's absences; at most TIMESTAMP_MAX. A deadline at the
 * begin of a pause stays there.
 */
int64_t time_control_due(const struct time_control *c, const struct people *p, uint8_t seat);

/* Appends the lines that follow limit:, each after `indent`; nothing for default values. */
void time_control_text(const struct time_control *c, const char *indent, struct buf *out);

/* Reads these lines. *c has its limit and is zero otherwise. Returns 0, or -1 with ERR_SYNTAX,
 * also if time_control_check fails. */
struct lines;
int time_control_read(struct lines *l, const char *indent, struct time_control *c, struct err *err);

#endif
