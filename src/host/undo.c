/*
 * Undo: the host made a mistake, and the players go on from an earlier digest.
 *
 * (U1) Nothing is rewritten: undone digests stay, and a new digest says that they were undone.
 * (U2) No player gains. Cards that were shown since are moved by a reshuffle. Since the host knows
 *      the result, the seats vote on it.
 * (U3) No order that was signed before is played afterwards (check_head in apply.c).
 */

#include "host/custody.h"
#include "text/language.h"
#include "util/mem.h"
#include "wire/custody.h"

int
command_undo_check(const struct host_state *hs, int64_t to, struct err *err)
{
	int64_t undone = host_state_undone(hs, to);

	if (hs->g.phase == PHASE_SETUP) {
		(void)err_set(err, ERR_RULE, "nothing is dealt yet: there is nothing to take back");
		return err_hint(err, "`adit restart` begins the joining again");
	}
	if (to > hs->n)
		return err_set(
		    err, ERR_NOT_FOUND, MSG_PLAIN("there is no digest %lld"), (long long)to);
	if (to == hs->n)
		return err_set(err, ERR_STALE,
		    MSG_PLAIN("digest %lld is the newest: there is nothing to take back"),
		    (long long)to);
	if (undone > 0) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("digest %lld was itself taken back in digest %lld"), (long long)to,
		    (long long)undone);
		return err_hint(err, "go back to one that still counts");
	}
	if (to < hs->round_n) {
		(void)err_set(err, ERR_RULE,
		    MSG_PLAIN("in digest %lld a round began or ended: nothing before it can be "
			      "taken back"),
		    (long long)hs->round_n);
		return hs->n > hs->round_n ?
		    err_hint(err, "--to %lld is the furthest", (long long)hs->round_n) :
		    -1;
	}
	if (hs->n_undo == UNDO_REQUEST_UNDOS_MAX)
		return err_set(err, ERR_RULE,
		    MSG_PLAIN("%d times digests were taken back: no more in this game"),
		    UNDO_REQUEST_UNDOS_MAX);
	return 0;
}

/* Sets the state to that after digest `then`, except what continues from the present one. */
static void
go_back(struct command *w, const struct host_state *then)
{
	struct host_state *hs = &w->hs;
	bool shown = hs->shown_n > then->n;
	struct drbg dice;

	hs->undo[hs->n_undo++] = (struct undone){ hs->n + 1, then->n };
	hs->g = then->g;
	hs->g.rules = w->t.rules; /* re-execution had its own copy of a custom deck */
	hs->n_peek = then->n_peek;
	memcpy(hs->peek, then->peek, sizeof hs->peek);
	hs->piles = then->piles;
	memcpy(hs->gold, then->gold, sizeof hs->gold);
	hs->n_leaf_set = then->n_leaf_set;
	memcpy(hs->leaf_set, then->leaf_set, sizeof hs->leaf_set);
	hs->summary = then->summary;
	hs->due_turn = -1;                            /* the turn begins again */
	memset(hs->seq_turn, 0, sizeof hs->seq_turn); /* command_add_digest reads it again */
	memset(hs->seq, 0, sizeof hs->seq);
	if (!shown)
		return;
	hs->epoch++;
	hs->epoch_round[hs->epoch] = (uint8_t)hs->g.round;
	/* From here on the cards known to players are elsewhere. */
	hs->shown_n = hs->n + 1;
	command_dice(w, &dice);
	game_reshuffle(&hs->g, &dice.rng);
	command_rng_used(w, &dice);
}

static int
drop_waiting(struct command *w, struct digest_cause *cause, struct err *err)
{
	for (unsigned i = 0; i < w->t.names.n; i++)
		if (command_forget_queued(w, i, cause, err) < 0)
			return -1;
	return 0;
}

/* Executes an undo in a digest of its own. */
static int
undo_now(struct command *w, struct host_action act, struct err *err)
{
	struct digest_cause cause = { .has_order = false };
	struct host_state *then = mem_zero(1, sizeof *then);
	unsigned epoch = w->hs.epoch;
	int result = w->press->back(w->press, act.to, then, err);

	if (result == 0)
		result = drop_waiting(w, &cause, err);
	if (result == 0) {
		w->hs.undo_request = (struct undo_request){ .n = 0 };
		go_back(w, then);
		act.kind = HOST_ACTION_UNDO;
		act.epoch = w->hs.epoch > epoch ? w->hs.epoch : 0;
		cause.shuffles = act.epoch > 0;
		if (act.by[0] != '\0')
			note_add(
			    &cause.notes, (struct note){ .kind = NOTE_VOTED_BACK, .n = act.to });
		note_add(&cause.notes,
		    (struct note){ .kind = NOTE_UNDONE, .n = act.to + 1, .to = w->hs.n });
		if (act.epoch > 0)
			note_add(&cause.notes, (struct note){ .kind = NOTE_SHUFFLED });
		result = command_add_act(w, &act, &cause, err);
	}
	seal_wipe(then, sizeof *then);
	free(then);
	return result;
}

int
command_undo_voted(struct command *w, int64_t to, struct err *err)
{
	return undo_now(w,
	    (struct host_action){ .kind = HOST_ACTION_UNDO, .to = to, .by = HOST_ACTION_TABLE },
	    err);
}

/* ---- undo requests --------------------------------------------------------------------------------- */

/* Checks that the host may make a request. After votes were cast, the seats must play before the
 * next one. */
static int
check_request_allowed(const struct host_state *hs, struct err *err)
{
	const struct undo_request *last = &hs->undo_request;
	const bool votes = (last->yes | last->no) != 0 || last->is == UNDO_REQUEST_REFUSED;

	if (hs->n_undo_requests == TABLE_UNDO_REQUESTS_MAX)
		return err_set(err, ERR_RULE,
		    MSG_PLAIN("the seats were asked %d times: no more in this game"),
		    TABLE_UNDO_REQUESTS_MAX);
	if (last->n > 0 && votes && hs->undo_request_turn == hs->g.turn) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the seats were asked in digest %lld, and have not played since"),
		    (long long)last->n);
		return err_hint(err, "ask again when turn %u is over", hs->g.turn);
	}
	return 0;
}

static int
open_request(struct command *w, struct host_action act, struct err *err)
{
	struct host_state *hs = &w->hs;
	struct digest_cause cause = { .has_order = false };
	const uint16_t seats = undo_request_seats(&hs->g, hs->bots);
	struct undo_request request = { .n = hs->n + 1,
		.to = act.to,
		.is = UNDO_REQUEST_OPEN,
		.until = undo_request_until(&w->t.clock, w->now),
		.need = undo_request_need(seats),
		.own = custody_own_need(seats, custody_agreed(hs), seats),
		.none = undo_request_given(hs->given, act.to) };

	if (check_request_allowed(hs, err) < 0)
		return -1;
	if (undo_request_count(&request, seats, custody_agreed(hs)) != UNDO_REQUEST_OPEN)
		return err_set(err, ERR_RULE,
		    "too few seats have a vote on that: the others got their keys after digest "
		    "%lld",
		    (long long)act.to);
	hs->n_undo_requests++;
	hs->undo_request = request;
	memcpy(hs->undo_request.reason, act.reason, sizeof hs->undo_request.reason);
	act.kind = HOST_ACTION_ASK;
	act.epoch = 0;
	note_add(
	    &cause.notes, (struct note){ .kind = NOTE_UNDO_ASKED, .n = act.to + 1, .to = hs->n });
	return command_add_act(w, &act, &cause, err);
}

int
command_exec_undo(struct command *w, const void *what, struct err *err)
{
	const struct host_action *act = what;
	const struct undo_request *a = &w->hs.undo_request;

	if (undo_request_blocks_play(a)) {
		(void)err_set(err, ERR_STALE,
		    "digest %lld asks to go back to digest %lld already, and the seats vote",
		    (long long)a->n, (long long)a->to);
		return err_hint(err, "take that back first with `adit undo --withdraw`");
	}
	if (command_undo_check(&w->hs, act->to, err) < 0)
		return -1;
	return w->hs.shown_n > act->to ? open_request(w, *act, err) : undo_now(w, *act, err);
}

/* Ends the request in the next digest. */
static void
end_request(struct host_state *hs, enum undo_request_state is)
{
	hs->undo_request.is = is;
	hs->undo_request_end = hs->n + 1;
	hs->due_turn = -1;
	hs->undo_request_turn = hs->g.turn;
}

int
command_exec_withdraw(struct command *w, const void *what, struct err *err)
{
	struct host_action act = *(const struct host_action *)what;
	struct digest_cause cause = { .has_order = false };

	if (!undo_request_blocks_play(&w->hs.undo_request)) {
		(void)err_set(err, ERR_STALE, "no vote on taking back is open");
		return err_hint(err, "there is nothing to withdraw: the game goes on");
	}
	act.to = w->hs.undo_request.to;
	end_request(&w->hs, UNDO_REQUEST_WITHDRAWN);
	note_add(&cause.notes, (struct note){ .kind = NOTE_UNDO_WITHDRAWN, .n = act.to });
	return command_add_act(w, &act, &cause, err);
}

int
command_exec_refuse(struct command *w, const void *what, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_REFUSE, .to = w->hs.undo_request.to };
	struct digest_cause cause = { .has_order = false };

	(void)what;
	if (!undo_request_is_over(&w->hs.undo_request, w->now))
		return err_set(err, ERR_STALE, "the time to vote on taking back is not over");
	end_request(&w->hs, UNDO_REQUEST_REFUSED);
	note_add(&cause.notes, (struct note){ .kind = NOTE_UNDO_REFUSED, .n = act.to });
	return command_add_act(w, &act, &cause, err);
}

static int
check_vote(const struct command *w, const struct vote *vote, int64_t head_n, struct err *err)
{
	const struct undo_request *a = &w->hs.undo_request;

	if (vote->n != a->to) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the host asks to go back to digest %lld, not %lld"),
		    (long long)a->to, (long long)vote->n);
		return err_hint(err, "vote undo %lld yes, or no", (long long)a->to);
	}
	/* An old vote, which the host held back, is not about this request. */
	if (head_n < a->n) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the vote acts on digest %lld, but the host asks in digest %lld"),
		    (long long)head_n, (long long)a->n);
		return err_hint(err, "read the newest digest and vote again");
	}
	return command_undo_check_voter(w, err) < 0 ? -1 : command_undo_check_given(w, a->to, err);
}

int
command_undo_check_given(const struct command *w, int64_t to, struct err *err)
{
	const int64_t given = w->hs.given[w->seat];

	return given <= to ?
	    0 :
	    err_set(err, ERR_RULE,
		MSG_PLAIN("%s got its keys in digest %lld: it has no vote on going back to "
			  "digest %lld"),
		w->t.names.seat[w->seat], (long long)given, (long long)to);
}

int
command_undo_check_voter(const struct command *w, struct err *err)
{
	if (w->hs.g.seat[w->seat].resigned != 0)
		return err_set(err, ERR_RULE, MSG_PLAIN("%s has resigned: it has no vote"),
		    w->t.names.seat[w->seat]);
	if (w->hs.replaced[w->seat].n != 0) {
		(void)err_set(err, ERR_RULE,
		    MSG_PLAIN("your own keys are not confirmed yet: you have no vote"));
		return err_hint(
		    err, "the others confirm them: vote %s yes", w->t.names.seat[w->seat]);
	}
	return 0;
}

int
command_undo_vote(struct command *w, const struct vote *vote, int64_t head_n,
    struct digest_cause *cause, struct err *err)
{
	struct undo_request *a = &w->hs.undo_request;
	unsigned bit = 1u << w->seat;
	struct host_action act = { .kind = HOST_ACTION_UNDO, .to = a->to };
	enum undo_request_state is;
	int result;

	if (check_vote(w, vote, head_n, err) < 0)
		return -1;
	a->yes = (uint16_t)(a->yes & ~bit);
	a->no = (uint16_t)(a->no & ~bit);
	if (vote->yes)
		a->yes = (uint16_t)(a->yes | bit);
	else
		a->no = (uint16_t)(a->no | bit);
	is = undo_request_count(
	    a, undo_request_seats(&w->hs.g, w->hs.bots), custody_agreed(&w->hs));
	if (is != UNDO_REQUEST_OPEN)
		end_request(&w->hs, is);
	memcpy(act.reason, a->reason, sizeof act.reason);
	note_add(&cause->notes,
	    (struct note){
		.kind = NOTE_VOTED_UNDO, .seat = w->seat, .n = a->to, .yes = vote->yes });
	result = command_play(w, NULL, cause, err);
	return result == 0 && is == UNDO_REQUEST_CARRIED ? undo_now(w, act, err) : result;
}

void
command_undo_lose_vote(struct host_state *hs, uint8_t seat)
{
	struct undo_request *a = &hs->undo_request;
	const unsigned bit = 1u << seat;

	if (!undo_request_blocks_play(a))
		return;
	a->yes = (uint16_t)(a->yes & ~bit);
	a->no = (uint16_t)(a->no & ~bit);
	a->none = (uint16_t)(a->none | bit);
	if (undo_request_count(a, undo_request_seats(&hs->g, hs->bots), custody_agreed(hs)) ==
	    UNDO_REQUEST_REFUSED)
		end_request(hs, UNDO_REQUEST_REFUSED);
}
