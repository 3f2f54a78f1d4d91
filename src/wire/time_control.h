#ifndef ADIT_WIRE_TIME_CONTROL_H
#define ADIT_WIRE_TIME_CONTROL_H

#include "wire/people.h"

/*
 * What digest 0 lays down about time (adit(5), "The clock"): how long a turn takes, which days do not count,
 * what becomes of a seat that is late, whether the players may talk, who may take a seat that is free, and whether
 * the end sums up.  A value; all is reckoned from it alone.
 */
enum { PAUSES_MAX = 16, ZONE_MAX = 60, LATE_MAX = 40 };
enum {
	PAUSE_DAYS_MAX = 366,
	TIME_CONTROL_MISSES_MAX = 1000,
	TIME_CONTROL_SPAN_MAX = PEOPLE_SPAN_MAX
};

struct time_control {
	int64_t limit_s; /* seconds for an order; -1: no limit */
	int64_t
	    grace_s; /* what is done about a seat that is late waits so much longer; 0: no longer */
	uint8_t weekdays; /* that do not count: bit 0 Monday ... bit 6 Sunday */
	uint8_t n_pause;  /* days since 1970-01-01 that do not count: first to last */
	struct pause {
		int64_t first, last;
	} pause[PAUSES_MAX];
	char zone[ZONE_MAX + 1]; /* whose days they are: a POSIX rule (util/zone.h); "": UTC */
	char late[LATE_MAX + 1]; /* the policy for a seat that is late; "": nothing is done */
	int64_t misses;          /* with late: turns missed in a row make a seat away; 0: never */
	int64_t absence_s;       /* how long a seat may be absent in the whole game */
	bool no_press;           /* no order has a say: */
	bool standby_open;       /* every player may wait for a seat, */
	uint8_t n_standby;       /* and these pairs of keys, which have a place each */
	struct clock_card {
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	} standby[STANDBY_MAX];
	int64_t replace_s; /* a seat that is away for so long is free for them; 0: it is not */
	bool sums_up;      /* the last digest has a section summary: (wire/summary.h) */
};

/* Has every digest of such a table the section people:? */
bool time_control_has_people(const struct time_control *c);

/* May anybody wait for a seat? */
bool time_control_has_standby(const struct time_control *c);

/* "mon" is 0, "sun" 6; -1: no day of the week. */
int time_control_weekday(const char *s, size_t n);

/* NULL, or what is wrong with it, as words: no turn would ever end, or something hangs on what is not there. */
const char *time_control_check(const struct time_control *c);

/* When that day of its zone begins. */
int64_t time_control_day_begins(const struct time_control *c, int64_t day);

/* May this seat be absent then, too?  NULL, or why not, as words.  What its absences have in all counts in whole
 * days, each rounded and at least one, since days do not all have as many hours. */
const char *time_control_check_absence(
    const struct time_control *c, const struct people *p, uint8_t seat, const struct absence *a);
/* Does one of its days begin at t? */
bool time_control_is_day_start(const struct time_control *c, int64_t t);

/*
 * When the limit of the turn that began at p->began runs out: so many seconds later, those of paused days and of
 * the seat's absences not counted; TIMESTAMP_MAX at most.  Where it runs out as a pause begins, that is when.
 */
int64_t time_control_due(const struct time_control *c, const struct people *p, uint8_t seat);

/* Append the lines behind limit:, each behind indent; "" where nothing was asked for. */
void time_control_text(const struct time_control *c, const char *indent, struct buf *out);

/* Read these lines, as far as there are some; *c has its limit, and is zero otherwise.  ERR_SYNTAX, also for
 * one that is wrong. */
struct lines;
int time_control_read(struct lines *l, const char *indent, struct time_control *c, struct err *err);

#endif
