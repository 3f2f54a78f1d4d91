/* The people: section. The layout is specified in adit(5), "The clock". */

#include "wire/people.h"

#include <string.h>

#include "util/lines.h"
#include "util/slice.h"
#include "util/timestamp.h"

void
people_text(const struct people *p, const struct names *names, struct buf *out)
{
	char from[TIMESTAMP_LEN + 1] = "-", until[TIMESTAMP_LEN + 1];

	if (p->began >= 0)
		timestamp_text(p->began, from);
	buf_fmt(out, "  began: %s\n", from);
	for (unsigned i = 0; i < names->n; i++)
		if (p->missed[i] > 0)
			buf_fmt(
			    out, "  missed: %s %lu\n", names->seat[i], (unsigned long)p->missed[i]);
	for (unsigned i = 0; i < names->n; i++) {
		for (unsigned k = 0; k < p->n_absent[i]; k++) {
			timestamp_text(p->absent[i][k].from, from);
			timestamp_text(p->absent[i][k].until, until);
			buf_fmt(out, "  absent: %s %s %s\n", names->seat[i], from, until);
		}
	}
	if (p->extended_s > 0)
		buf_fmt(out, "  extended: %lld s\n", (long long)p->extended_s);
	proposals_text(&p->proposals, names, out);
	for (unsigned i = 0; i < p->n_standby; i++)
		buf_fmt(out, "  standby: %lld\n  sign: %s\n  age: %s\n",
		    (long long)p->standby[i].since, p->standby[i].sign, p->standby[i].age);
	for (unsigned i = 0; i < names->n; i++)
		if (p->leaving[i] > 0)
			buf_fmt(
			    out, "  leaving: %s %lld\n", names->seat[i], (long long)p->leaving[i]);
	for (unsigned i = 0; i < names->n; i++) {
		if (p->gone[i] == 0)
			continue;
		timestamp_text(p->gone[i], from);
		buf_fmt(out, "  gone: %s %s\n", names->seat[i], from);
	}
}

bool
people_vote(const struct people *p)
{
	return p->extended_s > 0 || p->proposals.n > 0;
}

void
people_add(struct people *p, uint8_t seat, const struct absence *a)
{
	struct absence *of = p->absent[seat];
	unsigned k = p->n_absent[seat]++;

	for (; k > 0 && of[k - 1].from > a->from; k--)
		of[k] = of[k - 1];
	of[k] = *a;
}

/* ---- reading ---- */

/* Reads the line "  KEY: SEAT REST", if it is the next. Returns SEAT_NONE if it is not, or names
 * no seat. */
static uint8_t
read_seat(struct lines *l, const char *key, const struct names *names, struct slice *rest)
{
	const size_t key_n = strlen(key);
	const char *p, *blank = NULL;
	uint8_t seat = SEAT_NONE;
	size_t n;

	if (lines_peek(l, &p, &n) && n > key_n && memcmp(p, key, key_n) == 0)
		blank = memchr(p + key_n, ' ', n - key_n);
	if (blank != NULL)
		seat = names_find(names, p + key_n, (size_t)(blank - p) - key_n);
	if (seat == SEAT_NONE)
		return seat;
	rest->s = blank + 1;
	rest->n = n - (size_t)(rest->s - p);
	(void)lines_next(l, &p, &n);
	return seat;
}

/* Adds "FROM UNTIL" after the previous absences. */
static int
read_absence(struct slice w, struct people *p, uint8_t seat)
{
	const unsigned k = p->n_absent[seat];
	struct absence *a = &p->absent[seat][k];

	if (k == PEOPLE_ABSENCES_MAX || w.n != 2 * TIMESTAMP_LEN + 1 || w.s[TIMESTAMP_LEN] != ' ' ||
	    timestamp_parse(w.s, TIMESTAMP_LEN, &a->from) < 0 ||
	    timestamp_parse(w.s + TIMESTAMP_LEN + 1, TIMESTAMP_LEN, &a->until) < 0 ||
	    a->until <= a->from || (k > 0 && a->from < a[-1].until))
		return -1;
	p->n_absent[seat]++;
	return 0;
}

static int
read_standby(struct lines *l, struct people *p, struct err *err)
{
	struct standby *s = &p->standby[p->n_standby];

	if (p->n_standby == PEOPLE_STANDBY_MAX)
		return err_set_line(
		    err, ERR_SYNTAX, l->line, "more than %d wait for a seat", PEOPLE_STANDBY_MAX);
	p->n_standby++;
	return lines_number(l, "  standby", 0, INT64_C(1) << 40, &s->since, err) < 0 ||
		lines_copy(l, "  sign", s->sign, sizeof s->sign, err) < 0 ||
		lines_copy(l, "  age", s->age, sizeof s->age, err) < 0 ?
	    -1 :
	    0;
}

/* True if the next line begins with `begin`. */
static bool
is_next(const struct lines *l, const char *begin)
{
	struct slice line;

	return lines_peek(l, &line.s, &line.n) && slice_starts(line, begin);
}

/* "extended: 172800 s" */
static int
read_extended(struct lines *l, struct people *p, struct err *err)
{
	static const char unit[] = " s";
	struct slice w;

	if (lines_field(l, "  extended", &w.s, &w.n, err) < 0)
		return -1;
	if (w.n > 2 && memcmp(w.s + w.n - 2, unit, 2) == 0 &&
	    number_parse_range(w.s, w.n - 2, 1, TIMESTAMP_SPAN_MAX, &p->extended_s) == 0)
		return 0;
	return err_set_line(err, ERR_SYNTAX, l->line - 1, "extended is no number of seconds");
}

static int
read_people(struct lines *l, const struct names *names, struct people *p, struct err *err)
{
	const char *value;
	struct slice rest;
	uint8_t seat;
	size_t n;

	if (lines_field(l, "  began", &value, &n, err) < 0)
		return -1;
	p->began = -1;
	if (!slice_equals("-", value, n) && timestamp_parse(value, n, &p->began) < 0)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "began is not a time");
	while ((seat = read_seat(l, "  missed: ", names, &rest)) != SEAT_NONE) {
		int64_t missed;

		if (number_parse_range(rest.s, rest.n, 1, UINT32_MAX, &missed) < 0)
			return err_set_line(err, ERR_SYNTAX, l->line - 1, "missed is no number");
		p->missed[seat] = (uint32_t)missed;
	}
	while ((seat = read_seat(l, "  absent: ", names, &rest)) != SEAT_NONE)
		if (read_absence(rest, p, seat) < 0)
			return err_set_line(err, ERR_SYNTAX, l->line - 1,
			    "an absence is from a time until a later one, after those before it");
	if (is_next(l, "  extended: ") && read_extended(l, p, err) < 0)
		return -1;
	if (proposals_read(l, names, &p->proposals, err) < 0)
		return -1;
	while (is_next(l, "  standby: "))
		if (read_standby(l, p, err) < 0)
			return -1;
	while ((seat = read_seat(l, "  leaving: ", names, &rest)) != SEAT_NONE)
		if (number_parse_range(rest.s, rest.n, 1, INT64_C(1) << 40, &p->leaving[seat]) < 0)
			return err_set_line(
			    err, ERR_SYNTAX, l->line - 1, "leaving since no digest");
	while ((seat = read_seat(l, "  gone: ", names, &rest)) != SEAT_NONE)
		if (timestamp_parse(rest.s, rest.n, &p->gone[seat]) < 0 || p->gone[seat] == 0)
			return err_set_line(err, ERR_SYNTAX, l->line - 1, "gone is not a time");
	if (l->at < l->n)
		return err_set_line(err, ERR_SYNTAX, l->line,
		    "neither missed turns nor an absence, a vote or somebody who waits");
	return 0;
}

int
people_find(const char *s, size_t from, size_t to, const struct names *names, struct people *p,
    struct err *err)
{
	struct span sp = lines_section(s, from, to, "people:");
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };

	memset(p, 0, sizeof *p);
	if (sp.n == 0)
		return 0;
	return read_people(&l, names, p, err) < 0 ? err_wrap(err, "people") : 1;
}
