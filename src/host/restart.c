/* Before the deal: somebody does not answer, and the joining begins anew. */

#include "host/join.h"
#include "host/work.h"

/* Seats that nobody is bound to any more. */
static int
clear_seats(struct work *w, uint16_t before, struct err *err)
{
	int result = 0;

	for (unsigned i = 0; i < w->t.names.n && result == 0; i++)
		if (((unsigned)(before & ~w->t.seated) >> i & 1u) != 0)
			result = work_put_card(w, i, NULL, err);
	return result;
}

int
restart_now(struct work *w, struct err *err)
{
	uint16_t before = w->t.seated;

	join_restart(&w->t, &w->hs);
	return clear_seats(w, before, err);
}

int
decide_restart(struct work *w, const void *what, struct err *err)
{
	struct act act = *(const struct act *)what;
	struct cause cause = { .has_order = false };
	struct buf note = BUF_INIT;
	int result;

	if (w->hs.g.phase != PHASE_SETUP)
		return err_set(err, ERR_STALE, "the cards are dealt already");
	if (restart_now(w, err) < 0)
		return -1;
	act.attempt = w->hs.attempt;
	buf_fmt(&note, "the host starts over (\"%s\"): everybody joins anew, attempt %u",
	    act.reason, w->hs.attempt);
	result = work_add_act(w, &act, &note, &cause, err);
	buf_release(&note);
	return result;
}
