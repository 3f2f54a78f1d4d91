/* Output of tick. */
#include "service/tick_report.h"

#include <inttypes.h>

#include "wire/report.h"
#include "util/timestamp.h"

#define WHERE(where) (where) != NULL ? (where) : "", (where) != NULL ? ": " : ""

void
tick_report_reminder(
    const struct table_run *run, const char *where, const struct tick_plan *t, bool mailed)
{
	char due[PRINTER_TIME];

	timestamp_local(t->due, due);
	output_say(run->user->out,
	    mailed ? "%s%s%s gets a mail: turn %" PRId64 " %s due %s" :
		     "%s%sremind %s: turn %" PRId64 " %s due %s",
	    WHERE(where), t->name, t->turn, run->user->now < t->due ? "is" : "was", due);
}

void
tick_report_waiting(const struct table_run *run, const char *where, const struct tick_plan *t)
{
	char acts[PRINTER_TIME];

	timestamp_local(t->acts, acts);
	output_say(run->user->out,
	    "%s%s%s is late, but nothing ran since: what has come is to be taken first, until %s",
	    WHERE(where), t->name, acts);
}

void
tick_report_played(const struct table_run *run, const char *where, const struct tick_plan *t,
    const struct host_result *r)
{
	if (t->ends && r == NULL)
		output_say(run->user->out,
		    "%s%sthe vote on taking back would end: its time is over", WHERE(where));
	else if (t->ends)
		output_say(run->user->out,
		    "%s%sthe vote on taking back has ended, since its time is over: digest "
		    "%" PRId64,
		    WHERE(where), r->first_n);
	else if (t->gives && r == NULL)
		output_say(run->user->out, "%s%sthe seat %s would go to who waits for one",
		    WHERE(where), t->name);
	else if (t->gives)
		output_say(run->user->out,
		    "%s%sthe seat %s goes to who waits for one: digest %" PRId64, WHERE(where),
		    t->name, r->first_n);
	else if (r == NULL)
		output_say(run->user->out,
		    t->plays_queued ? "%s%sthe order of %s for every turn would be played" :
				      "%s%sthe host would play for %s: %s",
		    WHERE(where), t->name, t->late);
	else
		output_say(run->user->out,
		    t->plays_queued ?
			"%s%sorders for every turn are played on, first that of %s: %s "
			"%" PRId64 :
			"%s%splayed for %s: %s %" PRId64,
		    WHERE(where), t->name, r->n > r->first_n ? "digests up to" : "digest", r->n);
}

int
tick_play(const struct table_run *run, int64_t delivered, struct host_result *r, struct err *err)
{
	if (host_late(run->host, run->user->key, run->user->now, delivered, r, err) == 0)
		return 1;
	if (err->code != ERR_STALE)
		return -1;
	*err = (struct err)ERR_INIT;
	return 0;
}

int
tick_check_lost(const struct tick_plan *t, struct err *err)
{
	struct buf late = BUF_INIT;

	if (t->lost_s == 0)
		return 0;
	buf_fmt(&late, "%s is late", t->name);
	(void)err_set(err, ERR_BUSY, "%s, but nothing ran for %lld days: nothing is done",
	    t->ends ? "the time to vote is over" : buf_cstr(&late), (long long)(t->lost_s / DAY_S));
	buf_release(&late);
	return err_hint(err, "if the clock is right: adit tick --catch-up");
}
