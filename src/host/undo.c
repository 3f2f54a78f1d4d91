/*
 * Taking back: the host made a mistake, and all agree to go on from an earlier digest.
 *
 * (U1) Nothing is rewritten: the digests taken back stay, and one more tells that they were.
 * (U2) Nobody gains: what was shown since is no longer where it was, unless nothing was shown.
 * (U3) Nothing that was signed before is played afterwards (check_head in apply.c).
 */

#include "host/work.h"
#include "util/mem.h"

/* May the state after digest `to` come back? */
static int
check_undo(const struct host_state *hs, int64_t to, struct err *err)
{
	int64_t undone = state_undone(hs, to);

	if (hs->g.phase == PHASE_SETUP) {
		(void)err_set(err, ERR_RULE, "nothing is dealt yet: there is nothing to take back");
		return err_hint(err, "`adit restart` begins the joining anew");
	}
	if (to > hs->n)
		return err_set(err, ERR_NOT_FOUND, "there is no digest %lld", (long long)to);
	if (to == hs->n)
		return err_set(err, ERR_STALE,
		    "digest %lld is the newest: there is nothing to take back", (long long)to);
	if (undone > 0) {
		(void)err_set(err, ERR_STALE, "digest %lld was itself taken back in digest %lld",
		    (long long)to, (long long)undone);
		return err_hint(err, "go back to one that still counts");
	}
	if (to < hs->round_n) {
		(void)err_set(err, ERR_RULE,
		    "in digest %lld a round began or ended: nothing before it can be "
		    "taken back",
		    (long long)hs->round_n);
		return hs->n > hs->round_n ?
		    err_hint(err, "--to %lld is the furthest", (long long)hs->round_n) :
		    -1;
	}
	if (hs->n_undo == UNDO_MAX)
		return err_set(err, ERR_RULE,
		    "%d times digests were taken back: no more in this game", UNDO_MAX);
	return 0;
}

/* The state after digest `then`, with all that goes on from the present one. */
static void
go_back(struct work *w, const struct host_state *then)
{
	struct host_state *hs = &w->hs;
	bool shown = hs->shown_n > then->n;
	struct dice dice;

	hs->undo[hs->n_undo++] = (struct undone){ hs->n + 1, then->n };
	hs->g = then->g;
	hs->g.rules = w->t.rules; /* who played it again had a copy of his own of a house deck */
	hs->n_peek = then->n_peek;
	memcpy(hs->peek, then->peek, sizeof hs->peek);
	hs->piles = then->piles;
	memcpy(hs->gold, then->gold, sizeof hs->gold);
	hs->n_leaf_set = then->n_leaf_set;
	memcpy(hs->leaf_set, then->leaf_set, sizeof hs->leaf_set);
	memset(hs->seq_turn, 0, sizeof hs->seq_turn); /* work_add_digest looks it up */
	memset(hs->seq, 0, sizeof hs->seq);
	if (!shown)
		return;
	hs->epoch++;
	hs->epoch_round[hs->epoch] = (uint8_t)hs->g.round;
	/* Cards that somebody knows now lie differently from here on. */
	hs->shown_n = hs->n + 1;
	work_dice(w, hs->n + 1, &dice);
	game_reshuffle(&hs->g, &dice.rng);
	work_thrown(w, &dice);
}

static int
drop_waiting(struct work *w, struct cause *cause, struct err *err)
{
	for (unsigned i = 0; i < w->t.names.n; i++) {
		if (!work_is_waiting(w, i))
			continue;
		if (work_drop_waiting(w, i, err) < 0)
			return -1;
		cause->own_note[i] = "your stored order is dropped";
	}
	return 0;
}

static void
note_text(const struct act *a, int64_t last, struct buf *out)
{
	if (a->to + 1 == last)
		buf_fmt(out, "the host takes back digest %lld", (long long)last);
	else
		buf_fmt(out, "the host takes back digests %lld to %lld", (long long)a->to + 1,
		    (long long)last);
	buf_fmt(out, " (\"%s\")", a->reason);
	if (a->epoch > 0)
		buf_str(out, ": cards that nobody has seen are shuffled again");
}

int
decide_undo(struct work *w, const void *what, struct err *err)
{
	struct act act = *(const struct act *)what;
	struct cause cause = { .has_order = false };
	struct host_state *then;
	struct buf note = BUF_INIT;
	unsigned epoch = w->hs.epoch;
	int result;

	if (check_undo(&w->hs, act.to, err) < 0)
		return -1;
	then = mem_zero(1, sizeof *then);
	result = w->press->back(w->press, act.to, then, err);
	if (result == 0)
		result = drop_waiting(w, &cause, err);
	if (result == 0) {
		go_back(w, then);
		act.epoch = w->hs.epoch > epoch ? w->hs.epoch : 0;
		cause.shuffles = act.epoch > 0;
		note_text(&act, w->hs.n, &note);
		result = work_add_act(w, &act, &note, &cause, err);
	}
	seal_wipe(then, sizeof *then);
	free(then);
	buf_release(&note);
	return result;
}
