#ifndef ADIT_UTIL_TIMESTAMP_H
#define ADIT_UTIL_TIMESTAMP_H

#include <stddef.h>
#include <stdint.h>

/*
 * Times are seconds since 1970-01-01T00:00:00Z in an int64_t. Their text is RFC 3339 in UTC with Z
 * and without fraction: 2026-11-21T17:52:14Z. This module never reads a clock.
 */
enum { TIMESTAMP_LEN = 20 };                /* without NUL */
#define TIMESTAMP_MAX INT64_C(253402300799) /* 9999-12-31T23:59:59Z */

void timestamp_text(int64_t t, char out[static TIMESTAMP_LEN + 1]); /* 0 <= t <= TIMESTAMP_MAX */

/* Parses exactly that form with a real date (no February 30) and no rest. Returns 0, or -1. */
int timestamp_parse(const char *s, size_t n, int64_t *t);

/* A date such as 2026-11-21 is a number of days since 1970-01-01. */
enum { TIMESTAMP_DATE_LEN = 10 }; /* without NUL */
/* day: of a time up to TIMESTAMP_MAX */
void timestamp_date_text(int64_t day, char out[static TIMESTAMP_DATE_LEN + 1]);
int timestamp_date_parse(const char *s, size_t n, int64_t *day);
/* Parses a date, which means the end of this day, or a time, from 1 to TIMESTAMP_MAX; T and Z may be
 * small letters. Returns 0, or -1. */
int timestamp_until_parse(const char *s, int64_t *t);

/* timestamp_day returns the day of a date from year 1 on; timestamp_year returns the year of a day
 * >= 0. */
int64_t timestamp_day(int y, int m, int d);
int timestamp_year(int64_t day);

/* Parses "90m", "36h", "3d" or "2w" to seconds, from 1 to TIMESTAMP_SPAN_MAX. Returns 0, or -1. */
enum { TIMESTAMP_SPAN_MAX = 3653 * 86400 }; /* ten years */
int timestamp_span(const char *s, int64_t *seconds);
/* Writes the shortest such text, without weeks. */
enum { TIMESTAMP_SPAN_LEN = 10 }; /* without NUL */
void timestamp_span_text(int64_t seconds, char out[static TIMESTAMP_SPAN_LEN + 1]);

/* Formats a time in the zone of TZ: "2026-11-21 18:52 UTC+1". Signed text uses UTC instead. */
enum { TIMESTAMP_LOCAL = 64 };
void timestamp_local(int64_t t, char out[static TIMESTAMP_LOCAL]);
struct buf;
/* Appends it. */
void timestamp_put_local(int64_t t, struct buf *out);

#endif
