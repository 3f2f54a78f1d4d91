#include "host/absence.h"

#include "text/absence_line.h"
#include "text/language.h"

int
absence_accept(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err)
{
	struct people *p = &w->hs.people;
	struct absence_days days;
	struct absence a;
	const char *wrong;

	if (w->hs.g.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	if (absence_parse(b->doing[0], &days, err) < 0)
		return -1;
	a.from = time_control_day_begins(&w->t.clock, days.first);
	a.until = time_control_day_begins(&w->t.clock, days.last + 1);
	if (a.until <= w->now)
		return err_set(err, ERR_STALE, MSG_PLAIN("\"%s\": that is past"), b->doing[0]);
	/* An absence does not give time back. */
	if (a.from < w->now)
		a.from = w->now;
	wrong = time_control_check_absence(&w->t.clock, p, w->seat, &a);
	if (wrong != NULL) {
		(void)err_set(err, ERR_RULE, "%s", wrong);
		return err_wrap(err, "\"%s\"", b->doing[0]);
	}
	people_add(p, w->seat, &a);
	note_add(&cause->notes,
	    (struct note){ .kind = NOTE_ABSENT, .seat = w->seat, .n = a.from, .to = a.until });
	return command_play(w, NULL, cause, err);
}
