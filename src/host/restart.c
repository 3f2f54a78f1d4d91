/* Before the deal: somebody does not answer, and the joining begins anew. */

#include "host/join.h"
#include "audit/replay.h"
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
restart_in(struct host *h, const struct secret *host, struct replay *replay, const struct act *act,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct work *w = work_new(h, host, replay, now, r);
	struct cause cause = { .said_by = SEAT_NONE, .keep = "" };
	struct buf note = BUF_INIT, lines = BUF_INIT;
	struct act done = *act;
	int result = work_load(w, err);

	if (result == 0 && w->hs.g.phase != PHASE_SETUP)
		result = err_set(err, ERR_STALE, "the cards are dealt already");
	if (result == 0)
		result = work_drop_delivered(w, delivered, err);
	if (result == 0)
		result = restart_now(w, err);
	if (result == 0) {
		done.attempt = w->hs.attempt;
		buf_fmt(&note, "the host starts over (\"%s\"): everybody joins anew, attempt %u",
		    act->reason, w->hs.attempt);
		act_text(&done, &lines);
		cause.note = note.p;
		cause.act = lines.p;
		result = work_add_quiet(w, &cause, err);
	}
	if (result == 0)
		result = work_store_state(w, err);
	if (result < 0)
		host_result_release(r);
	buf_release(&note);
	buf_release(&lines);
	work_free(w);
	return result;
}

int
host_restart(struct host *h, const struct secret *host, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct act act = { .kind = ACT_RESTART };
	int result;

	memset(r, 0, sizeof *r);
	if (act_reason(reason, act.reason, err) < 0 || store_begin(h->st, err) < 0)
		return -1;
	result = restart_in(h, host, NULL, &act, now, delivered, r, err);
	return work_end(h, result, r, err);
}
