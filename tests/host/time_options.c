/* The time control of a new table, from texts. */
#include <criterion/criterion.h>

#include "host/aid.h"
#include "host/time_options.h"
#include "util/file.h"

enum { HOUR = 3600, DAY = 24 * HOUR };

static struct time_control made;
static struct err err;

static int
make(const struct time_options *o, const struct time_control *base)
{
	err = (struct err)ERR_INIT;
	return time_options_read(o, base, rules_all[0], &made, &err);
}

Test(time_options, nothing_given)
{
	cr_expect_eq(make(&(struct time_options){ .late = NULL }, NULL), 0, "%s", err.msg);
	cr_expect_eq(made.limit_s, -1);
	cr_expect_str_empty(made.late);
	cr_expect_eq(made.misses, 0);
	cr_expect(made.sums_up);
	cr_expect_not(made.no_press);
}

Test(time_options, everything_given)
{
	const struct time_options o = { .limit = "36h",
		.grace = "90m",
		.absence = "14d",
		.zone = "EET-2EEST,M3.5.0/3,M10.5.0/4",
		.late = "discard",
		.press = "no",
		.replace_after = "7d",
		.pause = { 2, { "2026-12-24..2027-01-01,sat", "2026-12-01,sun" } },
		.standby = { 1, { "open" } } };

	cr_expect_eq(make(&o, NULL), 0, "%s", err.msg);
	cr_expect_eq(made.limit_s, 36 * HOUR);
	cr_expect_eq(made.grace_s, 5400);
	cr_expect_eq(made.absence_s, 14 * DAY);
	cr_expect_eq(made.replace_s, 7 * DAY);
	cr_expect_eq(made.weekdays, 1 << 5 | 1 << 6);
	cr_expect_eq(made.n_pause, 2);
	cr_expect_eq(made.pause[0].first, made.pause[0].last);
	cr_expect_lt(made.pause[0].last, made.pause[1].first);
	cr_expect_eq(made.pause[1].last - made.pause[1].first, 8);
	cr_expect_str_eq(made.zone, o.zone);
	cr_expect_str_eq(made.late, "discard");
	cr_expect_eq(made.misses, 3);
	cr_expect(made.no_press);
	cr_expect(made.standby_open);
}

Test(time_options, what_is_refused)
{
	static const struct {
		struct time_options o;
		const char *words;
	} row[] = {
		{ { .limit = "soon" }, "--limit takes a time" },
		{ { .grace = "soon" }, "--grace takes a time" },
		{ { .absence = "soon" }, "--absence takes a time" },
		{ { .limit = "1d", .pause = { 1, { "2026-02-01..soon" } } }, "--pause takes days" },
		{ { .limit = "1d",
		      .pause = { 1,
			  { "2026-01-01,2026-01-03,2026-01-05,2026-01-07,2026-01-09,"
			    "2026-01-11,2026-01-13,2026-01-15,2026-01-17,2026-01-19,"
			    "2026-01-21,2026-01-23,2026-01-25,2026-01-27,2026-01-29,"
			    "2026-01-31,2026-02-02" } } },
		    "more than 16 pauses" },
		{ { .limit = "1d",
		      .pause = { 1, { "2026-02-05,2026-02-01,2026-02-02..2026-02-06" } } },
		    "overlaps" },
		{ { .limit = "1d",
		      .pause = { 1, { "2026-02-05,2026-02-01..2026-02-03,2026-02-03" } } },
		    "overlaps" },
		{ { .limit = "1d", .zone = "/etc/passwd", .zone_folder = "/" }, "not a time zone" },
		{ { .limit = "1d", .zone = "", .zone_folder = "/" }, "not a time zone" },
		{ { .limit = "1d", .pause = { 1, { "" } } }, "--pause takes days" },
		{ { .limit = "1d", .pause = { 1, { "2026-02-02..2026-02-01" } } }, "ends before" },
		{ { .limit = "1d", .pause = { 1, { "2026-02-01..2027-02-02" } } }, "a year" },
		{ { .limit = "1d", .pause = { 2, { "2026-02-01", "2026-02-01" } } }, "overlaps" },
		{ { .limit = "1d", .pause = { 1, { "mon,tue,wed,thu,fri,sat,sun" } } }, "no day" },
		{ { .limit = "1d", .zone = "EET-2EEST", .zone_folder = "/" }, "daylight saving" },
		{ { .limit = "1d", .zone = "../etc/passwd", .zone_folder = "/" },
		    "not a time zone" },
		{ { .limit = "1d", .late = "run" }, "--late takes" },
		{ { .limit = "1d", .late = "greedy:2" }, "not \"greedy:2\"" },
		{ { .limit = "1d", .late = "search:0" }, "with N from 1 to 100000" },
		{ { .limit = "1d", .late = "search:100001" }, "with N from 1 to 100000" },
		{ { .misses = { true, 2 } }, "--misses is of no use" },
		{ { .press = "perhaps" }, "--press takes yes or no" },
		{ { .standby = { 2, { "open", "open" } } }, "is there twice" },
		{ { .limit = "1d", .standby = { 1, { "open" } }, .replace_after = "2d" },
		    "--replace-after is of use only" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		cr_expect_eq(make(&row[i].o, NULL), -1, "%s", row[i].words);
		cr_expect_eq(err.code, ERR_USAGE, "%s: %s", row[i].words, err.msg);
		cr_expect_not_null(strstr(err.msg, row[i].words), "%s: %s", row[i].words, err.msg);
	}
}

Test(time_options, what_is_not_given_is_of_the_earlier_table)
{
	const struct time_control base = { .limit_s = 2 * DAY,
		.grace_s = HOUR,
		.late = "suggest greedy 0",
		.misses = 5,
		.weekdays = 1,
		.replace_s = 9 * DAY,
		.standby_open = true };
	struct time_control searches;

	cr_expect_eq(make(&(struct time_options){ .grace = "2h" }, &base), 0, "%s", err.msg);
	cr_expect_eq(made.limit_s, 2 * DAY);
	cr_expect_eq(made.grace_s, 2 * HOUR);
	cr_expect_eq(made.misses, 5);
	cr_expect_eq(made.weekdays, 1);
	/* The bot may have changed since. */
	cr_expect_str_neq(made.late, base.late);
	cr_expect_eq(strncmp(made.late, "suggest greedy ", 15), 0);
	/* A search keeps its number; its revision is that of this program. */
	searches = base;
	memcpy(searches.late, "search 9 300", sizeof "search 9 300");
	cr_expect_eq(make(&(struct time_options){ .grace = "2h" }, &searches), 0, "%s", err.msg);
	cr_expect_str_eq(made.late, "search 3 300");
	/* Nobody is away where the host waits. */
	cr_expect_eq(make(&(struct time_options){ .late = "wait" }, &base), 0, "%s", err.msg);
	cr_expect_eq(made.misses, 0);
	cr_expect_eq(made.replace_s, 0);
}

Test(time_options, a_zone_of_the_database)
{
	static const char file[] = "TZif2....\nEET-2EEST,M3.5.0/3,M10.5.0/4\n";
	char folder[TEST_FOLDER], path[TEST_FOLDER + 8];
	struct time_options o = {
		.limit = "1d", .pause = { 1, { "sat" } }, .zone = "Here", .zone_folder = folder
	};

	test_folder(folder);
	(void)snprintf(path, sizeof path, "%s/Here", folder);
	cr_expect_eq(make(&o, NULL), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	cr_assert_eq(file_write(path, file, sizeof file - 1, &err), 0, "%s", err.msg);
	cr_expect_eq(make(&o, NULL), 0, "%s", err.msg);
	cr_expect_str_eq(made.zone, "EET-2EEST,M3.5.0/3,M10.5.0/4");
}

/* Standbys by their cards: each once, and not more than digest 0 has room for (adit(5), clock). */
Test(time_options, standbys_by_their_cards)
{
	char folder[TEST_FOLDER], path[2][TEST_FOLDER + 8];
	struct time_control full = { .limit_s = DAY, .n_standby = PEOPLE_STANDBY_MAX };
	struct time_options o = { .limit = "1d", .standby = { 3, { path[0], "open", path[1] } } };

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	test_folder(folder);
	for (unsigned i = 0; i < 2; i++) {
		struct seckey *key = seckey_new(&err);
		struct buf card = BUF_INIT;

		cr_assert(key != NULL && seckey_make(key, &err) == 0, "%s", err.msg);
		(void)snprintf(path[i], sizeof path[i], "%s/%u.pub", folder, i);
		pubkey_text(&key->pub, "zoe", &card);
		cr_expect_eq(make(&o, NULL), -1, "%u is missing", i);
		cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
		cr_assert_eq(file_write(path[i], card.p, card.n, &err), 0, "%s", err.msg);
		seckey_free(key);
		buf_release(&card);
	}
	cr_expect_eq(make(&o, &full), 0, "what is given replaces the earlier: %s", err.msg);
	cr_expect(made.n_standby == 2 && made.standby_open);
	cr_expect_str_neq(made.standby[0].sign, made.standby[1].sign);
	o.standby.at[1] = path[1];
	cr_expect_eq(make(&o, NULL), -1);
	cr_expect(err.code == ERR_USAGE && strstr(err.msg, "two cards with the same key") != NULL,
	    "%s", err.msg);
	o.misses.given = true;
	o.misses.value = 7;
	o.late = "discard";
	o.standby.n = 1;
	cr_expect_eq(make(&o, NULL), 0, "%s", err.msg);
	cr_expect(made.misses == 7 && made.n_standby == 1 && !made.standby_open);
}
