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

	ctx->changed = (struct timespec){ .tv_sec = 0 };
	if (stat(ctx->path, &st) == 0)
		ctx->changed = st.st_mtim;
	return host_open(&ctx->host, ctx->path, writes, ctx->games, err);
}

/* Ignores a failure: this user may not change the file. */
static void
set_changed(const struct ctx *ctx, struct timespec to)
{
	const struct timespec times[] = { { .tv_nsec = UTIME_OMIT }, to };

	(void)utimensat(AT_FDCWD, ctx->path, times, 0);
}

static int
refuse(const struct ctx *ctx, int64_t known, struct err *err)
{
	char text[TIMESTAMP_LEN + 1];

	set_changed(ctx, ctx->changed); /* (P1) */
	timestamp_text(known, text);
	(void)err_set(err, ERR_BUSY,
	    "%s: the clock is %lld days ahead of %.10s, the last day that this file knows: nothing "
	    "is "
	    "done",
	    ctx->path, (long long)((ctx->now - known) / DAY_S), text);
	return err_hint(err,
	    "set the clock; if it is right, and the file from no backup: adit tick --catch-up %s",
	    ctx->path);
}

void
today_keep(const struct ctx *ctx)
{
	set_changed(ctx, ctx->changed);
}

int
today_check(struct ctx *ctx, struct err *err)
{
	bool is_over = false;
	int64_t known;

	if (host_newest_time(ctx->host, &known, &is_over, err) < 0)
		return -1;
	if (known < ctx->changed.tv_sec)
		known = ctx->changed.tv_sec;
	if (ctx->now - known > TODAY_AHEAD_S && !ctx->catch_up && !is_over)
		return refuse(ctx, known, err);
	if (ctx->now - ctx->changed.tv_sec >= DAY_S && (ctx->catch_up || !ctx->is_given_now))
		set_changed(ctx, (struct timespec){ .tv_sec = ctx->now });
	return 0;
}
