/* The last step of a run for a repository. */
#include "repo/publish.h"

#include "service/tick_report.h"
#include "mail/remind.h"
#include "util/timestamp.h"

static int
play(struct table_run *run, const struct tick_plan *t, struct err *err)
{
	struct host_result r;
	int played = tick_play(run, -1, &r, err);

	if (played <= 0)
		return played;
	tick_report_played(run, NULL, t, &r);
	host_result_release(&r);
	return 0;
}

static int
tick(struct table_run *run, const struct tick_options *how, struct tick_plan *t, struct err *err)
{
	bool mailed;

	if (host_tick(run->host, how, t, err) < 0 || tick_check_lost(t, err) < 0)
		return -1;
	if (!t->notes && !t->plays)
		return 0;
	if (remind_note(run->host, how, t, &mailed, err) < 0)
		return -1;
	if (t->reminds)
		tick_report_reminder(run, NULL, t, mailed);
	if (t->waits)
		tick_report_waiting(run, NULL, t);
	if (t->plays && play(run, t, err) < 0)
		return -1;
	return host_tick(run->host, how, t, err);
}

int
publish(struct table_run *run, const struct publish *how, struct err *err)
{
	const struct tick_options when = { run->user->now,
		how->all_taken || (how->all_here && !how->is_lacking), how->catch_up };
	struct err trouble = ERR_INIT;
	char next[TIMESTAMP_LEN + 1] = "0"; /* after a failure */
	struct tick_plan t;

	if (tick(run, &when, &t, &trouble) < 0)
		output_fail(run->user->out, &trouble);
	else if (t.again >= 0)
		timestamp_text(t.again, next);
	else
		(void)snprintf(next, sizeof next, "never");
	buf_fmt(
	    run->user->out->print->out, "# next %s%s\n", next, how->is_lacking ? " lacking" : "");
	return fast_import_write(run->user, run->host, &how->import, err);
}
