/*
 * Detects a clock that is far ahead.
 *
 * (P1) A refused run restores the time of the file, so a wrong clock does not confirm itself.
 */
#include "cli/today.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "util/timestamp.h"
#include "wire/report.h"

int
today_open(struct ctx *ctx, bool writes, struct err *err)
{
	struct stat st;

	ctx->run.changed = (struct timespec){ .tv_sec = 0 };
	if (stat(ctx->run.path, &st) == 0)
		ctx->run.changed = st.st_mtim;
	return host_open(&ctx->run.host, ctx->run.path, writes, ctx->user.games, err);
}

/* Ignores a failure: this user may not change the file. */
static void
set_changed(const struct ctx *ctx, struct timespec to)
{
	const struct timespec times[] = { { .tv_nsec = UTIME_OMIT }, to };

	(void)utimensat(AT_FDCWD, ctx->run.path, times, 0);
}

static int
refuse(const struct ctx *ctx, int64_t known, struct err *err)
{
	char text[TIMESTAMP_LEN + 1];

	set_changed(ctx, ctx->run.changed); /* (P1) */
	timestamp_text(known, text);
	(void)err_set(err, ERR_BUSY,
	    "%s: the clock is %lld days ahead of %.10s, the last day that this file knows: nothing "
	    "is "
	    "done",
	    ctx->run.path, (long long)((ctx->user.now - known) / DAY_S), text);
	return err_hint(err,
	    "set the clock; if it is right, and the file from no backup: adit tick --catch-up %s",
	    ctx->run.path);
}

void
today_keep(const struct ctx *ctx)
{
	set_changed(ctx, ctx->run.changed);
}

int
today_check(struct ctx *ctx, struct err *err)
{
	bool is_over = false;
	int64_t known;

	if (host_newest_time(ctx->run.host, &known, &is_over, err) < 0)
		return -1;
	if (known < ctx->run.changed.tv_sec)
		known = ctx->run.changed.tv_sec;
	if (ctx->user.now - known > TODAY_AHEAD_S && !ctx->run.catch_up && !is_over)
		return refuse(ctx, known, err);
	if (ctx->user.now - ctx->run.changed.tv_sec >= DAY_S &&
	    (ctx->run.catch_up || !ctx->run.is_given_now))
		set_changed(ctx, (struct timespec){ .tv_sec = ctx->user.now });
	return 0;
}
