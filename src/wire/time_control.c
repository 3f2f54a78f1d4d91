/* Terms of a table as lines of digest 0. The layout is specified in adit(5), "The clock". */

#include "wire/time_control.h"

#include <string.h>

#include "text/language.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "util/zone.h"

/* Characters of a POSIX rule. */
#define ZONE_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789<>+-,./:"

enum { WEEKDAYS_ALL = 0x7f };

static const char weekday[7][4] = { "mon", "tue", "wed", "thu", "fri", "sat", "sun" };

int
time_control_weekday(const char *s, size_t n)
{
	for (int i = 0; i < 7; i++)
		if (slice_equals(weekday[i], s, n))
			return i;
	return -1;
}

bool
time_control_has_people(const struct time_control *c)
{
	return c->late[0] != '\0' || c->absence_s > 0 || time_control_has_standby(c);
}

bool
time_control_has_standby(const struct time_control *c)
{
	return c->standby_open || c->n_standby > 0;
}

static bool
has_pauses(const struct time_control *c)
{
	return c->weekdays != 0 || c->n_pause > 0;
}

const char *
time_control_check(const struct time_control *c)
{
	struct zone z;

	if (c->limit_s < 0 &&
	    (c->grace_s > 0 || has_pauses(c) || c->late[0] != '\0' || c->absence_s > 0))
		return "there is no limit for a turn";
	if (c->replace_s > 0 && (c->misses == 0 || !time_control_has_standby(c)))
		return "no seat that is away can be given to who waits for one";
	if (c->limit_s > TIMESTAMP_SPAN_MAX)
		return "the limit for a turn is above ten years";
	if (c->weekdays == WEEKDAYS_ALL)
		return "no day of the week is left to play";
	if (c->zone[0] != '\0' && !has_pauses(c) && c->absence_s == 0)
		return "a time zone is of use only for pauses and absences";
	if (c->zone[0] != '\0' && zone_parse(c->zone, strlen(c->zone), &z) < 0)
		return "the zone is no POSIX rule";
	return NULL;
}

/* ---- deadlines ------------- */

static void
clock_zone(const struct time_control *c, struct zone *z)
{
	/* time_control_check has validated the zone; the rule of UTC is zero. */
	(void)zone_parse(c->zone, strlen(c->zone), z);
}

int64_t
time_control_day_begins(const struct time_control *c, int64_t day)
{
	struct zone z;

	clock_zone(c, &z);
	return zone_begins(&z, day);
}

bool
time_control_is_day_start(const struct time_control *c, int64_t t)
{
	struct zone z;

	clock_zone(c, &z);
	return zone_begins(&z, zone_day(&z, t)) == t;
}

/* In seconds, rounded to whole days. */
static int64_t
length(const struct absence *a)
{
	const int64_t day = 24 * 60 * 60, days = (a->until - a->from + day / 2) / day;

	return (days > 0 ? days : 1) * day;
}

const char *
time_control_check_absence(
    const struct time_control *c, const struct people *p, uint8_t seat, const struct absence *a)
{
	int64_t sum = length(a);

	if (c->absence_s == 0)
		return MSG_PLAIN("digest 0 lets nobody be absent");
	for (unsigned i = 0; i < p->n_absent[seat]; i++) {
		const struct absence *other = &p->absent[seat][i];

		if (a->from < other->until && other->from < a->until)
			return MSG_PLAIN("the seat is absent then already, at least in part");
		sum += length(other);
	}
	if (p->n_absent[seat] == PEOPLE_ABSENCES_MAX)
		return MSG_PLAIN("that would be more than 16 absences of the seat in this game");
	return sum > c->absence_s ?
	    MSG_PLAIN("that would be longer, in all, than digest 0 allows a seat") :
	    NULL;
}

static bool
is_paused(const struct time_control *c, int64_t day)
{
	/* Day 0 was a Thursday. The first instant of UTC may be in the day before. */
	bool paused = (c->weekdays >> (day + 10) % 7 & 1) != 0;

	for (unsigned i = 0; i < c->n_pause && !paused; i++)
		paused = c->pause[i].first <= day && day <= c->pause[i].last;
	return paused;
}

/* True if the seat is absent at t. *until is reduced to the next time at which this changes. */
static bool
is_absent(const struct people *p, uint8_t seat, int64_t t, int64_t *until)
{
	for (unsigned i = 0; i < p->n_absent[seat]; i++) {
		const struct absence *a = &p->absent[seat][i];
		int64_t next = t < a->from ? a->from : a->until;

		if (t >= a->until)
			continue;
		*until = next < *until ? next : *until;
		return t >= a->from;
	}
	return false;
}

int64_t
time_control_due(const struct time_control *c, const struct people *p, uint8_t seat)
{
	int64_t t = p->began, left = c->limit_s + p->extended_s, day = 0, night = TIMESTAMP_MAX;
	struct zone z;

	clock_zone(c, &z);
	if (has_pauses(c)) {
		day = zone_day(&z, t);
		night = zone_begins(&z, day + 1);
	}
	while (t < TIMESTAMP_MAX) {
		int64_t stop = night < TIMESTAMP_MAX ? night : TIMESTAMP_MAX;
		bool runs = !is_absent(p, seat, t, &stop) && !is_paused(c, day);

		if (runs && left <= stop - t)
			return t + left;
		left -= runs ? stop - t : 0;
		t = stop;
		if (t == night)
			night = zone_begins(&z, ++day + 1);
	}
	return TIMESTAMP_MAX;
}

/* ---- writing ---- */

static void
append_pauses(const struct time_control *c, const char *indent, struct buf *out)
{
	char first[TIMESTAMP_DATE_LEN + 1], last[TIMESTAMP_DATE_LEN + 1];

	if (c->weekdays != 0) {
		buf_fmt(out, "%spause:", indent);
		for (unsigned i = 0; i < 7; i++)
			if ((c->weekdays >> i & 1) != 0)
				buf_fmt(out, " %s", weekday[i]);
		buf_chr(out, '\n');
	}
	for (unsigned i = 0; i < c->n_pause; i++) {
		timestamp_date_text(c->pause[i].first, first);
		timestamp_date_text(c->pause[i].last, last);
		buf_fmt(out, "%spause: %s %s\n", indent, first, last);
	}
}

void
time_control_text(const struct time_control *c, const char *indent, struct buf *out)
{
	if (c->grace_s > 0)
		buf_fmt(out, "%sgrace: %lld s\n", indent, (long long)c->grace_s);
	append_pauses(c, indent, out);
	if (c->zone[0] != '\0')
		buf_fmt(out, "%szone: %s\n", indent, c->zone);
	if (c->late[0] != '\0')
		buf_fmt(out, "%slate: %s\n%smisses: %lld\n", indent, c->late, indent,
		    (long long)c->misses);
	if (c->absence_s > 0)
		buf_fmt(out, "%sabsence: %lld s\n", indent, (long long)c->absence_s);
	if (c->no_press)
		buf_fmt(out, "%spress: no\n", indent);
	if (c->standby_open)
		buf_fmt(out, "%sstandby: open\n", indent);
	for (unsigned i = 0; i < c->n_standby; i++)
		buf_fmt(out, "%sstandby: %s\n%sage: %s\n", indent, c->standby[i].sign, indent,
		    c->standby[i].age);
	if (c->replace_s > 0)
		buf_fmt(out, "%sreplace-after: %lld s\n", indent, (long long)c->replace_s);
	if (c->sums_up)
		buf_fmt(out, "%ssummary: yes\n", indent);
}

/* ---- reading ---- */

/* Reads the line "KEY: VALUE", if it is the next. */
static bool
read_field(struct lines *l, const char *indent, const char *key, struct slice *value)
{
	const size_t n = strlen(indent), key_n = strlen(key);
	struct slice w;

	if (!lines_peek(l, &w.s, &w.n) || w.n < n + key_n + 3 || memcmp(w.s, indent, n) != 0 ||
	    memcmp(w.s + n, key, key_n) != 0 || memcmp(w.s + n + key_n, ": ", 2) != 0)
		return false;
	value->s = w.s + n + key_n + 2;
	value->n = w.n - n - key_n - 2;
	(void)lines_next(l, &w.s, &w.n);
	return true;
}

static bool
read_seconds(struct slice w, int64_t *s)
{
	return w.n > 2 && memcmp(w.s + w.n - 2, " s", 2) == 0 &&
	    number_parse_range(w.s, w.n - 2, 1, TIMESTAMP_SPAN_MAX, s) == 0;
}

static bool
read_weekdays(struct slice w, uint8_t *days)
{
	*days = 0;
	for (; w.n >= 3; w.s += 4, w.n -= 4) {
		int i = time_control_weekday(w.s, 3);

		if (i < 0 || *days >> i != 0 || (w.n > 3 && w.s[3] != ' '))
			return false;
		*days = (uint8_t)(*days | 1u << i);
		if (w.n == 3)
			return true;
	}
	return false;
}

static bool
read_pause(struct slice w, struct time_control *c)
{
	struct pause *p = &c->pause[c->n_pause];

	if (c->n_pause == TIME_PAUSES_MAX || w.n != 2 * TIMESTAMP_DATE_LEN + 1 ||
	    w.s[TIMESTAMP_DATE_LEN] != ' ' ||
	    timestamp_date_parse(w.s, TIMESTAMP_DATE_LEN, &p->first) < 0 ||
	    timestamp_date_parse(w.s + TIMESTAMP_DATE_LEN + 1, TIMESTAMP_DATE_LEN, &p->last) < 0 ||
	    p->last < p->first || p->last - p->first >= TIME_PAUSE_DAYS_MAX ||
	    (c->n_pause > 0 && p->first <= p[-1].last))
		return false;
	c->n_pause++;
	return true;
}

/* Reads words of harmless characters. */
static bool
read_words(struct slice w, const char *allowed, char *out, size_t size)
{
	if (w.n >= size)
		return false;
	memcpy(out, w.s, w.n);
	out[w.n] = '\0';
	return strspn(out, allowed) == w.n;
}

static bool
read_pauses(struct lines *l, const char *indent, struct time_control *c)
{
	struct slice w;

	for (bool first = true; read_field(l, indent, "pause", &w); first = false)
		if (!(first && read_weekdays(w, &c->weekdays)) && !read_pause(w, c))
			return false;
	return true;
}

static bool
read_standby(struct lines *l, const char *indent, struct time_control *c)
{
	static const char base64[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
	struct slice w;

	while (read_field(l, indent, "standby", &w)) {
		struct clock_card *card = &c->standby[c->n_standby];

		if (c->n_standby == PEOPLE_STANDBY_MAX)
			return false;
		if (c->n_standby == 0 && !c->standby_open && slice_is(w, "open")) {
			c->standby_open = true;
			continue;
		}
		if (w.n != SIGN_TEXT || !read_words(w, base64, card->sign, sizeof card->sign) ||
		    !read_field(l, indent, "age", &w) || w.n != AGE_TEXT ||
		    !read_words(
			w, "abcdefghijklmnopqrstuvwxyz0123456789", card->age, sizeof card->age))
			return false;
		c->n_standby++;
	}
	return true;
}

/* Reads an optional line that has one possible value. */
static bool
read_flag(struct lines *l, const char *indent, const char *key, const char *value, bool *flag)
{
	struct slice w;

	return !read_field(l, indent, key, &w) || (*flag = slice_is(w, value));
}

int
time_control_read(struct lines *l, const char *indent, struct time_control *c, struct err *err)
{
	const char *what = NULL;
	struct slice w;

	if (read_field(l, indent, "grace", &w) && !read_seconds(w, &c->grace_s))
		what = "grace";
	else if (!read_pauses(l, indent, c))
		what = "pause";
	else if (read_field(l, indent, "zone", &w) &&
	    !read_words(w, ZONE_CHARACTERS, c->zone, sizeof c->zone))
		what = "zone";
	else if (read_field(l, indent, "late", &w) &&
	    (!read_words(w, "abcdefghijklmnopqrstuvwxyz0123456789 -", c->late, sizeof c->late) ||
		!read_field(l, indent, "misses", &w) ||
		number_parse(w.s, w.n, TIME_CONTROL_MISSES_MAX, &c->misses) < 0))
		what = "late or misses";
	else if (read_field(l, indent, "absence", &w) && !read_seconds(w, &c->absence_s))
		what = "absence";
	else if (!read_flag(l, indent, "press", "no", &c->no_press))
		what = "press";
	else if (!read_standby(l, indent, c))
		what = "standby";
	else if (read_field(l, indent, "replace-after", &w) && !read_seconds(w, &c->replace_s))
		what = "replace-after";
	else if (!read_flag(l, indent, "summary", "yes", &c->sums_up))
		what = "summary";
	if (what != NULL)
		return err_set_line(
		    err, ERR_SYNTAX, l->line - 1, "%s is not as a clock has it", what);
	what = time_control_check(c);
	return what != NULL ? err_set(err, ERR_SYNTAX, "%s", what) : 0;
}
