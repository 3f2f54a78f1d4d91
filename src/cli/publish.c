/* The last step of a run for a repository. */
#include "cli/cmd.h"
#include "cli/publish.h"

#include "service/tick_report.h"
#include "mail/remind.h"
#include "util/timestamp.h"

static int
play(struct ctx *ctx, const struct tick_plan *t, struct err *err)
{
	struct host_result r;

	if (host_late(ctx->run.host, ctx->user.key, ctx->user.now, -1, &r, err) < 0) {
		if (err->code != ERR_STALE)
			return -1;
		*err = (struct err)ERR_INIT; /* another run did it */
		return 0;
	}
	tick_report_played(&ctx->run, NULL, t, &r);
	host_result_release(&r);
	return 0;
}

static int
tick(struct ctx *ctx, const struct tick_options *how, struct tick_plan *t, struct err *err)
{
	bool mailed;

	if (host_tick(ctx->run.host, how, t, err) < 0 || tick_check_lost(t, err) < 0)
		return -1;
	if (!t->notes && !t->plays)
		return 0;
	if (remind_note(ctx->run.host, how, t, &mailed, err) < 0)
		return -1;
	if (t->reminds)
		tick_report_reminder(&ctx->run, NULL, t, mailed);
	if (t->waits)
		tick_report_waiting(&ctx->run, NULL, t);
	if (t->plays && play(ctx, t, err) < 0)
		return -1;
	return host_tick(ctx->run.host, how, t, err);
}

int
publish(struct ctx *ctx, const struct publish *how, struct err *err)
{
	const struct tick_options when = { ctx->user.now,
		how->all_taken || (how->all_here && !how->is_lacking), how->catch_up };
	struct err trouble = ERR_INIT;
	char next[TIMESTAMP_LEN + 1] = "0"; /* after a failure */
	struct tick_plan t;

	if (tick(ctx, &when, &t, &trouble) < 0)
		output_fail(&ctx->out, &trouble);
	else if (t.again >= 0)
		timestamp_text(t.again, next);
	else
		(void)snprintf(next, sizeof next, "never");
	buf_fmt(ctx->out.print->out, "# next %s%s\n", next, how->is_lacking ? " lacking" : "");
	return fast_import_write(&ctx->user, ctx->run.host, &how->import, err);
}
