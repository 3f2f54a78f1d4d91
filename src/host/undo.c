/*
 * Taking back: the host made a mistake, and all agree to go on from an earlier digest.
 *
 * (U1) Nothing is rewritten: the digests taken back stay, and one more tells that they were.
 * (U2) Nobody gains: what was shown since is no longer where it was, unless nothing was shown.
 * (U3) Nothing that was signed before is played afterwards (check_head in apply.c).
 */

#include "audit/replay.h"
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
	hs->g.rules = w->t.rules; /* a replay that is over had its own copy of a house deck */
	hs->n_peek = then->n_peek;
	memcpy(hs->peek, then->peek, sizeof hs->peek);
	hs->piles = then->piles;
	memcpy(hs->gold, then->gold, sizeof hs->gold);
	hs->n_leaf_set = then->n_leaf_set;
	memcpy(hs->leaf_set, then->leaf_set, sizeof hs->leaf_set);
	memset(hs->seq_turn, 0, sizeof hs->seq_turn); /* work_add_digest looks it up */
	memset(hs->seq, 0, sizeof hs->seq);
	hs->waiting = 0;
	if (!shown)
		return;
	hs->epoch++;
	hs->epoch_round[hs->epoch] = (uint8_t)hs->g.round;
	/* Cards that somebody knows now lie differently from here on. */
	hs->shown_n = hs->n + 1;
	table_dice(&w->t, hs, hs->n + 1, &dice);
	game_reshuffle(&hs->g, &dice.rng);
	if (w->replay != NULL)
		replay_dice(w->replay, &dice, hs->n + 1);
	dice_wipe(&dice);
}

static int
drop_waiting(struct work *w, struct cause *cause, struct err *err)
{
	for (unsigned i = 0; i < w->t.names.n; i++) {
		if (!work_is_waiting(w, i))
			continue;
		if (store_drop_waiting(w->h->st, i, err) < 0)
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
undo_in(struct host *h, const struct secret *host, struct replay *replay,
    const struct host_state *then, const struct act *act, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err)
{
	struct work *w = work_new(h, host, replay, now, r);
	struct cause cause = { .said_by = SEAT_NONE, .keep = "" };
	struct buf note = BUF_INIT, lines = BUF_INIT;
	struct act done = *act;
	unsigned epoch;
	int result = work_load(w, err);

	if (result == 0)
		result = check_undo(&w->hs, act->to, err);
	if (result == 0)
		result = work_drop_delivered(w, delivered, err);
	if (result == 0)
		result = drop_waiting(w, &cause, err);
	if (result == 0) {
		epoch = w->hs.epoch;
		go_back(w, then);
		done.epoch = w->hs.epoch > epoch ? w->hs.epoch : 0;
		note_text(&done, w->hs.n, &note);
		act_text(&done, &lines);
		cause.note = note.p;
		cause.act = lines.p;
		cause.shuffles = done.epoch > 0;
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

/* The state after digest `to`: everything up to it is played again in memory. */
static int
find_state(struct host *h, int64_t to, struct host_state *then, struct err *err)
{
	struct store_game game = { .id = BUF_INIT };
	struct transcript tr;
	struct replay r = {
		.file.games = h->games, .tr = &tr, .order = replay_stored_order, .arg = h->st
	};
	int result;

	if (replay_load(h, NULL, &tr, err) < 0)
		return -1;
	result = store_get_game(h->st, &game, err);
	if (result == 0)
		result = store_scratch(&r.file.st, err);
	if (result == 0) {
		memcpy(r.s, game.secret.p, SECRET_BYTES);
		r.host_key = buf_cstr(&game.host_key);
		result = replay_run(&r, to, err);
	}
	if (result == 0)
		*then = r.state[to];
	else
		(void)err_hint(err, "`adit fsck` tells what is wrong with the game file");
	store_close(r.file.st);
	store_game_release(&game);
	replay_release(&r);
	transcript_release(&tr);
	return result;
}

static int
undo(struct host *h, const struct secret *host, struct act *act, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err)
{
	struct host_state *then = mem_zero(1, sizeof *then);
	struct work *w = work_new(h, host, NULL, now, r);
	int result = work_load(w, err);

	/* Before anything is played again: a mistyped number is told at once. */
	if (result == 0)
		result = check_undo(&w->hs, act->to, err);
	if (result == 0)
		result = find_state(h, act->to, then, err);
	work_free(w);
	if (result == 0)
		result = undo_in(h, host, NULL, then, act, now, delivered, r, err);
	seal_wipe(then, sizeof *then);
	free(then);
	return result;
}

int
host_undo(struct host *h, const struct secret *host, int64_t to, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct act act = { .kind = ACT_UNDO, .to = to };
	int result;

	memset(r, 0, sizeof *r);
	if (act_reason(reason, act.reason, err) < 0 || store_begin(h->st, err) < 0)
		return -1;
	result = undo(h, host, &act, now, delivered, r, err);
	return work_end(h, result, r, err);
}
