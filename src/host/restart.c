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

/* Their shares of the deal the host has seen: it could start over until it likes the cards. */
static void
list_confirmed(const struct work *w, struct act *act, struct buf *note)
{
	struct buf names = BUF_INIT;

	for (unsigned i = 0; i < w->t.names.n; i++)
		if (w->hs.share[i].confirmed != 0)
			buf_fmt(&names, "%s%s", names.n > 0 ? " " : "", w->t.names.seat[i]);
	buf_fmt(note, "; had confirmed: %s", names.n > 0 ? names.p : "nobody");
	if (names.n == 0)
		buf_chr(&names, '-');
	memcpy(act->confirmed, names.p, names.n + 1);
	buf_release(&names);
}

int
restart_now(struct work *w, struct act *act, struct buf *note, struct err *err)
{
	uint16_t before = w->t.seated;

	buf_fmt(note, ": everybody joins anew, attempt %u", w->hs.attempt + 1);
	list_confirmed(w, act, note);
	join_restart(&w->t, &w->hs);
	act->attempt = w->hs.attempt;
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
	buf_fmt(&note, "the host starts over (\"%s\")", act.reason);
	result = restart_now(w, &act, &note, err);
	if (result == 0)
		result = work_add_act(w, &act, &note, &cause, err);
	buf_release(&note);
	return result;
}
