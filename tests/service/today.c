/* A clock that is far ahead (adit(1), adit tick --catch-up). The file system has its own clock, so
 * each row sets the mtime of the game file. */
#include <criterion/criterion.h>

#include "service/aid.h"
#include "service/today.h"

enum { DAY = 86400 };

static struct service s;

static void
open_file(void)
{
	struct err err = ERR_INIT;

	host_close(s.t.file);
	cr_assert_eq(today_open(&s.run, true, &err), 0, "%s", err.msg);
	s.t.file = s.run.host;
}

Test(today, which_time_is_accepted)
{
	static const struct {
		const char *name;
		int64_t mtime, now; /* in days after digest 0 */
		bool catch_up, given;
		int result;
		int64_t mtime_after;
	} row[] = {
		{ "the same day", 0, 0, false, false, 0, 0 },
		{ "the next day", 0, 1, false, false, 0, 1 },
		{ "the next day, with --now", 0, 1, false, true, 0, 0 },
		{ "30 days", 0, 30, false, false, 0, 30 },
		{ "31 days", 0, 31, false, false, -1, 0 },
		{ "31 days, with --now", 0, 31, false, true, -1, 0 },
		{ "31 days, with --catch-up", 0, 31, true, false, 0, 31 },
		{ "31 days, with both", 0, 31, true, true, 0, 31 },
		{ "30 days after the last run", 50, 80, false, false, 0, 80 },
		{ "31 days after the last run", 50, 81, false, false, -1, 50 },
		{ "the file is from a later day", 60, 1, false, false, 0, 60 },
		{ "the file is older than its digest", -400, 30, false, false, 0, 30 },
		{ "the file is old, and so is the digest", -400, 31, false, false, -1, -400 },
		{ "a clock before the digest", 0, -5, false, false, 0, 0 },
	};

	service_open(&s);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;

		service_touch(s.t.path, TABLE_NOW + row[i].mtime * DAY);
		open_file();
		s.run.catch_up = row[i].catch_up;
		s.run.is_given_now = row[i].given;
		s.user.u.now = TABLE_NOW + row[i].now * DAY;
		cr_expect_eq(
		    today_check(&s.run, &err), row[i].result, "%s: %s", row[i].name, err.msg);
		if (row[i].result < 0) {
			cr_expect_eq(err.code, ERR_BUSY, "%s", row[i].name);
			cr_expect_not_null(strstr(err.hint, "--catch-up"), "%s", err.hint);
		}
		cr_expect_eq(service_mtime(s.t.path), TABLE_NOW + row[i].mtime_after * DAY, "%s",
		    row[i].name);
	}
	service_close(&s);
}

/* A refusal must not make the wrong clock right. */
Test(today, the_second_refusal_is_as_the_first)
{
	struct err err = ERR_INIT;

	service_open(&s);
	service_touch(s.t.path, TABLE_NOW);
	s.user.u.now = TABLE_NOW + 400 * DAY;
	for (unsigned i = 0; i < 3; i++) {
		open_file();
		cr_expect_eq(today_check(&s.run, &err), -1);
	}
	service_close(&s);
}

/* A game that is over cannot be hurt by a wrong clock. */
Test(today, a_game_that_is_over)
{
	struct err err = ERR_INIT;

	service_open(&s);
	for (unsigned i = 0; table_to_move(&s.t) != SEAT_NONE; i++)
		cr_assert_eq(table_order(&s.t, i, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	service_touch(s.t.path, TABLE_NOW);
	open_file();
	s.user.u.now = TABLE_NOW + 400 * DAY;
	cr_expect_eq(today_check(&s.run, &err), 0, "%s", err.msg);
	service_close(&s);
}

Test(today, keep_restores_the_mtime)
{
	service_open(&s);
	service_touch(s.t.path, TABLE_NOW - DAY);
	open_file();
	service_play(&s, 1);
	cr_expect_neq(service_mtime(s.t.path), TABLE_NOW - DAY);
	today_keep(&s.run);
	cr_expect_eq(service_mtime(s.t.path), TABLE_NOW - DAY);
	service_close(&s);
}

Test(today, a_file_that_does_not_exist)
{
	struct table_run run = { .user = &s.user.u };
	struct err err = ERR_INIT;

	service_open(&s);
	run.path = service_path(s.dir, "none.db");
	cr_expect_eq(today_open(&run, false, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	cr_expect_null(run.host);
	cr_expect_eq(run.changed.tv_sec, 0);
	service_close(&s);
}
