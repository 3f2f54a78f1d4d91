/* Checks the queued orders of a seat, with facts that only that seat knows before they are
 * revealed. */

#include "audit/internal.h"
#include "player/queued_check.h"
#include "record/home.h"

static void
report_fault(void *arg, int64_t n, const char *fault)
{
	audit_note(arg, n, AUDIT_QUEUED, fault != NULL ? AUDIT_FAIL : AUDIT_PASS, "%s",
	    fault != NULL ? fault : "");
}

/* If no copy was dropped, the transcript is verified already. */
static int
read_all(struct audit_context *w, struct player_read *r)
{
	struct err none = ERR_INIT; /* ignored: the other checks report it */

	return w->tr.n_copy == w->n_found ?
	    player_read_transcript(r, &w->tr, NULL, w->me, &none) :
	    player_read(r, w->games, w->tr.text.p, w->tr.text.n, NULL, w->me, &none);
}

int
audit_check_queued(struct audit_context *w, const char *home, struct err *err)
{
	struct buf dir = BUF_INIT;
	struct player_read r;
	struct history s;
	struct err none = ERR_INIT;
	int result = 0;

	if (home_folder(home, w->out->game, &dir, &none) == 0 && read_all(w, &r) == 0) {
		result = history_whole(&s, dir.p, &r, w->me, err);
		if (result == 0)
			result = queued_check_each(&s, &r, report_fault, w, err);
		history_release(&s);
		player_read_release(&r);
	}
	buf_release(&dir);
	return result;
}
