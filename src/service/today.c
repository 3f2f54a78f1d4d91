/*
 * Detects a clock that is far ahead.
 *
 * (P1) A refused run restores the time of the file, so a wrong clock does not confirm itself.
 */
#include "service/today.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "util/timestamp.h"
#include "wire/report.h"

int
today_open(struct table_run *run, bool writes, struct err *err)
{
	struct stat st;

	run->changed = (struct timespec){ .tv_sec = 0 };
	if (stat(run->path, &st) == 0)
		run->changed = st.st_mtim;
	return host_open(&run->host, run->path, writes, run->user->games, err);
}

/* Ignores a failure: this user may not change the file. */
static void
set_changed(const struct table_run *run, struct timespec to)
{
	const struct timespec times[] = { { .tv_nsec = UTIME_OMIT }, to };

	(void)utimensat(AT_FDCWD, run->path, times, 0);
}

static int
refuse(const struct table_run *run, int64_t known, struct err *err)
{
	char text[TIMESTAMP_LEN + 1];

	set_changed(run, run->changed); /* (P1) */
	timestamp_text(known, text);
	(void)err_set(err, ERR_BUSY,
	    "%s: the clock is %lld days ahead of %.10s, the last day that this file knows: nothing "
	    "is "
	    "done",
	    run->path, (long long)((run->user->now - known) / DAY_S), text);
	return err_hint(err,
	    "set the clock; if it is right, and the file from no backup: adit tick --catch-up %s",
	    run->path);
}

void
today_keep(const struct table_run *run)
{
	set_changed(run, run->changed);
}

int
today_check(struct table_run *run, struct err *err)
{
	bool is_over = false;
	int64_t known;

	if (host_newest_time(run->host, &known, &is_over, err) < 0)
		return -1;
	if (known < run->changed.tv_sec)
		known = run->changed.tv_sec;
	if (run->user->now - known > TODAY_AHEAD_S && !run->catch_up && !is_over)
		return refuse(run, known, err);
	if (run->user->now - run->changed.tv_sec >= DAY_S && (run->catch_up || !run->is_given_now))
		set_changed(run, (struct timespec){ .tv_sec = run->user->now });
	return 0;
}
