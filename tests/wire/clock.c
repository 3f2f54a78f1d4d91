/* The time control of a table: its lines, and the deadline of a turn. */
#include <criterion/criterion.h>

#include "util/lines.h"
#include "util/timestamp.h"
#include "wire/time_control.h"

static int64_t
when(const char *text)
{
	int64_t t = -1;

	cr_assert_eq(timestamp_parse(text, strlen(text), &t), 0, "%s", text);
	return t;
}

static int
read_clock(const char *text, int64_t limit_s, struct time_control *c, struct err *err)
{
	struct lines l = { text, strlen(text), 0, 1 };

	*c = (struct time_control){ .limit_s = limit_s };
	if (time_control_read(&l, "  ", c, err) < 0)
		return -1;
	return l.at == l.n ? 0 : err_set(err, ERR_SYNTAX, "more lines");
}

enum { HOURS = 3600, DAYS = 24 * HOURS };
#define KYIV "  zone: EET-2EEST,M3.5.0/3,M10.5.0/4\n"

static const struct {
	const char *name;
	int64_t limit_s;
	const char *clock, *began;
	struct {
		const char *from, *until;
	} absent[3];
	const char *due;
} row[] = {
	{ "nothing stops it", 3 * DAYS, "", "2026-11-23T10:00:00Z", { { 0 } },
	    "2026-11-26T10:00:00Z" },
	{ "the example of adit(5)", 3 * DAYS,
	    "  pause: sat sun\n  pause: 2026-12-24 2027-01-01\n" KYIV, "2026-12-22T10:00:00Z",
	    { { 0 } }, "2027-01-05T10:00:00Z" },
	{ "UTC days without a zone", 1 * DAYS, "  pause: sun\n", "2026-03-28T12:00:00Z", { { 0 } },
	    "2026-03-30T12:00:00Z" },
	{ "a Sunday of 23 hours", 1 * DAYS, "  pause: sun\n" KYIV, "2026-03-28T12:00:00Z",
	    { { 0 } }, "2026-03-30T11:00:00Z" },
	{ "a Sunday of 25 hours", 1 * DAYS, "  pause: sun\n" KYIV, "2026-10-24T12:00:00Z",
	    { { 0 } }, "2026-10-26T13:00:00Z" },
	{ "it ends as a pause begins", 10 * HOURS, "  pause: sun\n" KYIV, "2026-03-28T12:00:00Z",
	    { { 0 } }, "2026-03-28T22:00:00Z" },
	{ "it begins in a pause", 1 * HOURS, "  pause: sun\n" KYIV, "2026-03-29T12:00:00Z",
	    { { 0 } }, "2026-03-29T22:00:00Z" },
	{ "it begins as a pause ends", 1 * HOURS, "  pause: sun\n" KYIV, "2026-03-29T21:00:00Z",
	    { { 0 } }, "2026-03-29T22:00:00Z" },
	{ "one day of the week is left", 2 * DAYS, "  pause: mon tue wed thu fri sat\n",
	    "2026-11-23T00:00:00Z", { { 0 } }, "2026-12-07T00:00:00Z" },
	{ "February 29", 1 * DAYS, "  pause: 2028-02-29 2028-02-29\n", "2028-02-28T12:00:00Z",
	    { { 0 } }, "2028-03-01T12:00:00Z" },
	{ "no midnight: a pause begins at one", 3 * HOURS,
	    "  pause: 2026-04-24 2026-04-24\n  zone: EET-2EEST,M4.5.5/0,M10.5.4/24\n",
	    "2026-04-23T20:00:00Z", { { 0 } }, "2026-04-24T22:00:00Z" },
	{ "midnight twice: from the first on", 3 * HOURS,
	    "  pause: 2026-04-05 2026-04-05\n  zone: <-04>4<-03>,M9.1.6/24,M4.1.6/24:30\n",
	    "2026-04-05T02:00:00Z", { { 0 } }, "2026-04-06T06:00:00Z" },
	{ "an absence", 3 * DAYS, "  absence: 1209600 s\n", "2026-11-23T10:00:00Z",
	    { { "2026-11-24T10:00:00Z", "2026-11-30T10:00:00Z" } }, "2026-12-02T10:00:00Z" },
	{ "one that begins when it is due", 1 * DAYS, "  absence: 1209600 s\n",
	    "2026-11-23T10:00:00Z", { { "2026-11-24T10:00:00Z", "2026-11-30T10:00:00Z" } },
	    "2026-11-24T10:00:00Z" },
	{ "one that is over", 1 * DAYS, "  absence: 1209600 s\n", "2026-11-23T10:00:00Z",
	    { { "2026-11-20T10:00:00Z", "2026-11-23T10:00:00Z" } }, "2026-11-24T10:00:00Z" },
	{ "one under way", 1 * DAYS, "  absence: 1209600 s\n", "2026-11-23T10:00:00Z",
	    { { "2026-11-20T10:00:00Z", "2026-11-23T11:00:00Z" } }, "2026-11-24T11:00:00Z" },
	{ "two in a row", 1 * DAYS, "  absence: 1209600 s\n", "2026-11-23T10:00:00Z",
	    { { "2026-11-23T12:00:00Z", "2026-11-24T12:00:00Z" },
		{ "2026-11-24T12:00:00Z", "2026-11-25T12:00:00Z" } },
	    "2026-11-26T10:00:00Z" },
	{ "an absence across a pause", 1 * DAYS, "  pause: sat sun\n  absence: 1209600 s\n",
	    "2026-11-27T00:00:00Z", { { "2026-11-27T12:00:00Z", "2026-11-30T12:00:00Z" } },
	    "2026-12-01T00:00:00Z" },
	{ "no time is beyond the last", 10 * DAYS, "", "9999-12-30T00:00:00Z", { { 0 } },
	    "9999-12-31T23:59:59Z" },
	{ "nor with pauses", 1 * DAYS, "  pause: mon tue wed thu fri sat\n" KYIV,
	    "9999-12-30T00:00:00Z", { { 0 } }, "9999-12-31T23:59:59Z" },
};

Test(clock, due)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct people p = { .began = when(row[i].began) };
		struct err err = ERR_INIT;
		struct time_control c;
		char due[TIMESTAMP_LEN + 1];

		cr_assert_eq(read_clock(row[i].clock, row[i].limit_s, &c, &err), 0, "%s: %s",
		    row[i].name, err.msg);
		for (unsigned k = 0; k < 3 && row[i].absent[k].from != NULL; k++)
			p.absent[1][p.n_absent[1]++] = (struct absence){
				when(row[i].absent[k].from), when(row[i].absent[k].until)
			};
		timestamp_text(time_control_due(&c, &p, 1), due);
		cr_expect_str_eq(due, row[i].due, "%s: %s", row[i].name, due);
		/* An absence of another seat does not count. */
		p.n_absent[0] = p.n_absent[1];
		memcpy(p.absent[0], p.absent[1], sizeof p.absent[0]);
		p.n_absent[1] = 0;
		if (p.n_absent[0] > 0)
			cr_expect_leq(
			    time_control_due(&c, &p, 1), when(row[i].due), "%s", row[i].name);
	}
}

#define CARD                                                                    \
	"  standby: RWTC+scbYs/BN1yl+xtb7BBaaJtf3aVeCkWIGGXMpsMJ4VixloXYitog\n" \
	"  age: age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\n"

static const struct {
	const char *name, *text;
} wrong[] = {
	{ "grace of nothing", "  grace: 0 s\n" },
	{ "half a card", "  standby: RW1\n" },
	{ "cards, and open", CARD "  standby: open\n" },
	{ "a seat is given to nobody", "  late: discard\n  misses: 3\n  replace-after: 60 s\n" },
	{ "a seat that never gets away", "  standby: open\n  replace-after: 60 s\n" },
	{ "grace without a unit", "  grace: 60\n" },
	{ "grace above ten years", "  grace: 400000000 s\n" },
	{ "lines in another order", "  zone: UTC0\n  pause: sat\n" },
	{ "the days of the week behind dates", "  pause: 2026-12-24 2027-01-01\n  pause: sat\n" },
	{ "them in another order", "  pause: sun sat\n" },
	{ "one twice", "  pause: sat sat\n" },
	{ "all of them", "  pause: mon tue wed thu fri sat sun\n" },
	{ "two blanks", "  pause: sat  sun\n" },
	{ "a blank behind", "  pause: sat \n" },
	{ "a day that is none", "  pause: sam\n" },
	{ "a pause backwards", "  pause: 2026-12-24 2026-12-23\n" },
	{ "a pause of 367 days", "  pause: 2026-01-01 2027-01-02\n" },
	{ "pauses backwards", "  pause: 2026-12-24 2026-12-24\n  pause: 2026-12-20 2026-12-20\n" },
	{ "pauses with a day in common",
	    "  pause: 2026-12-20 2026-12-24\n  pause: 2026-12-24 2026-12-26\n" },
	{ "one date", "  pause: 2026-12-24\n" },
	{ "a date that is none", "  pause: 2026-02-29 2026-03-01\n" },
	{ "a zone that is no rule", "  pause: sat\n  zone: Europe/Kyiv\n" },
	{ "a zone without use", "  zone: UTC0\n" },
	{ "a zone too long",
	    "  pause: sat\n  zone: "
	    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0\n" },
	{ "late without misses", "  late: discard\n" },
	{ "late in large letters", "  late: Discard\n  misses: 3\n" },
	{ "misses below nothing", "  late: discard\n  misses: -1\n" },
	{ "misses alone", "  misses: 3\n" },
	{ "an absence of nothing", "  absence: 0 s\n" },
	{ "twice", "  absence: 60 s\n  absence: 60 s\n" },
	{ "talk is allowed, which nothing says", "  press: yes\n" },
	{ "no talk, before the grace", "  press: no\n  grace: 60 s\n" },
	{ "the end is not summed up, which nothing says", "  summary: no\n" },
	{ "summed up, before the talk", "  summary: yes\n  press: no\n" },
};

static const char *const fine[] = {
	"",
	"  absence: 60 s\n  press: no\n",
	"  absence: 60 s\n  press: no\n  summary: yes\n",
	"  grace: 1 s\n",
	"  grace: 9 s\n",
	"  grace: 43200 s\n",
	"  pause: sat sun\n",
	"  grace: 43200 s\n  pause: sat sun\n  pause: 2026-12-24 2027-01-01\n" KYIV
	"  late: suggest greedy 1\n  misses: 3\n  absence: 1209600 s\n",
	"  late: what nobody knows yet 7\n  misses: 0\n",
	"  zone: UTC0\n  absence: 60 s\n",
	"  late: discard\n  misses: 3\n  standby: open\n  replace-after: 60 s\n",
	"  late: discard\n  misses: 3\n" CARD CARD,
};

Test(clock, lines)
{
	struct err err = ERR_INIT;
	struct time_control c;

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		cr_expect_eq(
		    read_clock(wrong[i].text, 3 * DAYS, &c, &err), -1, "%s", wrong[i].name);
	for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
		struct buf again = BUF_INIT;

		cr_expect_eq(
		    read_clock(fine[i], 3 * DAYS, &c, &err), 0, "%s: %s", fine[i], err.msg);
		time_control_text(&c, "  ", &again);
		cr_expect_str_eq(buf_cstr(&again), fine[i]);
		cr_expect_eq(read_clock(fine[i], -1, &c, &err), i == 0 ? 0 : -1,
		    "without a limit: %s", fine[i]);
		buf_release(&again);
	}
}

Test(clock, sixteen_pauses)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	struct time_control c;

	for (unsigned i = 0; i < TIME_PAUSES_MAX; i++)
		buf_fmt(&text, "  pause: 2026-12-%02u 2026-12-%02u\n", i + 1, i + 1);
	cr_expect_eq(read_clock(text.p, DAYS, &c, &err), 0, "%s", err.msg);
	buf_str(&text, "  pause: 2027-01-01 2027-01-01\n");
	cr_expect_eq(read_clock(text.p, DAYS, &c, &err), -1);
	buf_release(&text);
}

/* ---- people: ---- */

static const struct {
	const char *name, *text;
	bool is_one;
} people[] = {
	{ "nothing has happened", "  began: -\n", true },
	{ "a turn under way", "  began: 2026-11-23T10:00:00Z\n", true },
	{ "all of it",
	    "  began: 2026-11-23T10:00:00Z\n  missed: anna 2\n  missed: bob 1\n"
	    "  absent: anna 2026-11-20T10:00:00Z 2026-11-20T10:00:01Z\n"
	    "  absent: bob 2026-11-20T10:00:00Z 2026-11-21T10:00:00Z\n"
	    "  absent: bob 2026-11-21T10:00:00Z 2026-11-22T10:00:00Z\n",
	    true },
	{ "votes, and who waits for a seat",
	    "  began: -\n  missed: bob 1\n  extended: 172800 s\n"
	    "  open: skip bob\n  since: 31\n  by: anna\n  need: 2\n"
	    "  open: extend 36h\n  since: 7\n  by: bob\n  need: 2\n  vote: anna no\n  vote: bob "
	    "yes\n"
	    "  open: undo 6\n  since: 8\n  by: bob\n  need: 1\n"
	    "  open: end\n  since: 9\n  by: bob\n  need: 12\n"
	    "  standby: 29\n  sign: RW1\n  age: age1\n  standby: 30\n  sign: RW2\n  age: age2\n"
	    "  leaving: anna 31\n  gone: bob 2026-11-20T10:00:00Z\n",
	    true },
	{ "leaving since no digest", "  began: -\n  leaving: anna 0\n", false },
	{ "gone since no time", "  began: -\n  gone: anna 7\n", false },
	{ "extended by nothing", "  began: -\n  extended: 0 s\n", false },
	{ "extended by a word", "  began: -\n  extended: 2d\n", false },
	{ "a vote on keys", "  began: -\n  open: bob\n  since: 31\n  by: anna\n  need: 2\n",
	    false },
	{ "a vote on a stranger",
	    "  began: -\n  open: skip carl\n  since: 31\n  by: anna\n  need: 2\n", false },
	{ "a vote of a stranger",
	    "  began: -\n  open: skip bob\n  since: 31\n  by: carl\n  need: 2\n", false },
	{ "a vote that needs nobody",
	    "  began: -\n  open: skip bob\n  since: 31\n  by: anna\n  need: 0\n", false },
	{ "a vote without a beginning", "  began: -\n  open: skip bob\n  by: anna\n  need: 1\n",
	    false },
	{ "nobody waits", "  began: -\n  standby: 29\n  sign: RW1\n", false },
	{ "a vote behind who waits",
	    "  began: -\n  standby: 29\n  sign: RW1\n  age: age1\n"
	    "  open: end\n  since: 9\n  by: bob\n  need: 1\n",
	    false },
	{ "no beginning", "  missed: anna 2\n", false },
	{ "a beginning at no time", "  began: soon\n", false },
	{ "a stranger", "  began: -\n  missed: carl 2\n", false },
	{ "nothing missed", "  began: -\n  missed: anna 0\n", false },
	{ "missed a word", "  began: -\n  missed: anna all\n", false },
	{ "an absence of no time",
	    "  began: -\n  absent: bob 2026-11-20T10:00:00Z 2026-11-20T10:00:00Z\n", false },
	{ "half an absence", "  began: -\n  absent: bob 2026-11-20T10:00:00Z\n", false },
	{ "one in another",
	    "  began: -\n  absent: bob 2026-11-20T10:00:00Z 2026-11-22T10:00:00Z\n"
	    "  absent: bob 2026-11-21T10:00:00Z 2026-11-23T10:00:00Z\n",
	    false },
	{ "another line", "  began: -\n  late: bob\n", false },
};

Test(clock, people)
{
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;

	(void)names_add(&names, "anna", 4, &err);
	(void)names_add(&names, "bob", 3, &err);
	for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
		struct buf text = BUF_INIT, again = BUF_INIT;
		struct people p;
		int found;

		buf_fmt(&text, "people:\n%s\nposition:\n", people[i].text);
		found = people_find(text.p, 0, text.n, &names, &p, &err);
		cr_expect_eq(found, people[i].is_one ? 1 : -1, "%s: %s", people[i].name, err.msg);
		if (found == 1) {
			people_text(&p, &names, &again);
			cr_expect_str_eq(buf_cstr(&again), people[i].text, "%s", people[i].name);
		}
		cr_expect_eq(people_find(text.p, 8, text.n, &names, &p, &err), 0);
		buf_release(&text);
		buf_release(&again);
	}
}

Test(clock, seventeen_absences)
{
	struct buf text = BUF_INIT;
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;
	struct people p;

	(void)names_add(&names, "anna", 4, &err);
	buf_str(&text, "people:\n  began: -\n");
	for (unsigned i = 0; i <= PEOPLE_ABSENCES_MAX; i++) {
		cr_expect_eq(people_find(text.p, 0, text.n, &names, &p, &err), 1, "%u", i);
		buf_fmt(&text, "  absent: anna 2026-11-%02uT10:00:00Z 2026-11-%02uT11:00:00Z\n",
		    i + 1, i + 1);
	}
	cr_expect_eq(people_find(text.p, 0, text.n, &names, &p, &err), -1);
	buf_release(&text);
}

/* Whatever the order in which a seat says them. */
Test(clock, absences_are_listed_by_their_beginning)
{
	static const unsigned said[] = { 4, 2, 5, 1, 3 };
	enum { N = sizeof said / sizeof said[0] };
	struct people p = { .n_absent = { 0 } };

	for (unsigned i = 0; i < N; i++)
		people_add(
		    &p, 1, &(struct absence){ .from = 10 * said[i], .until = 10 * said[i] + 5 });
	cr_assert_eq(p.n_absent[1], N);
	for (unsigned i = 0; i < N; i++)
		cr_expect(
		    p.absent[1][i].from == 10 * (i + 1) && p.absent[1][i].until == 10 * i + 15,
		    "%u", i);
}

Test(clock, talk_and_the_end_need_no_limit)
{
	struct time_control c;
	struct err err = ERR_INIT;

	cr_expect_eq(read_clock("  press: no\n", -1, &c, &err), 0, "%s", err.msg);
	cr_expect(c.no_press && !c.sums_up);
	cr_expect_eq(read_clock("  summary: yes\n", -1, &c, &err), 0, "%s", err.msg);
	cr_expect(c.sums_up && !c.no_press);
}
