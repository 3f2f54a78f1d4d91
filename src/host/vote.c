/*
 * Votes on proposals, and execution of carried proposals.
 *
 * (O2) The next digest of the same run executes a carried proposal, or gives a free seat to a
 *      standby.
 */

#include "host/vote.h"

#include "host/standby.h"
#include "host/votes.h"
#include "text/language.h"

#include "util/mem.h"
#include "util/timestamp.h"
#include "wire/late.h"
#include "wire/standby.h"
#include "wire/votes.h"

/* ---- counting a vote ------------------------------------------------------------------------------- */

static int
check_skip(const struct command *w, uint8_t seat, struct err *err)
{
	const struct time_control *c = &w->t.clock;
	const char *name = w->t.names.seat[seat];
	char text[TIMESTAMP_LEN + 1];
	int64_t at;

	if (w->hs.g.to_move != seat)
		return err_set(err, ERR_STALE, MSG_PLAIN("it is not %s's turn"), name);
	if (c->limit_s < 0)
		return err_set(
		    err, ERR_RULE, MSG_PLAIN("this table has no limit for a turn: nobody is late"));
	at = time_control_due(c, &w->hs.people, seat) + c->grace_s;
	if (w->now >= at)
		return 0;
	timestamp_text(at < TIMESTAMP_MAX ? at : TIMESTAMP_MAX, text);
	return err_set(err, ERR_STALE, MSG_PLAIN("%s is not late before %s"), name, text);
}

static int
check_extend(const struct command *w, int64_t seconds, struct err *err)
{
	const struct proposals *open = &w->hs.people.proposals;
	int64_t all = w->hs.people.extended_s + seconds; /* if all were carried */

	if (w->t.clock.limit_s < 0)
		return err_set(err, ERR_RULE,
		    MSG_PLAIN("this table has no limit for a turn: there is nothing to extend"));
	for (unsigned i = 0; i < open->n; i++)
		if (open->at[i].on.kind == VOTE_EXTEND && open->at[i].on.n != seconds)
			all += open->at[i].on.n;
	if (all > TIMESTAMP_SPAN_MAX)
		return err_set(err, ERR_RULE, MSG_PLAIN("a turn is extended by ten years at most"));
	return 0;
}

/* A vote about a turn must be signed in that turn. */
static int
check_turn(const struct command *w, int64_t head_n, struct err *err)
{
	struct store_digest row = { .n = 0 };
	int64_t turn;

	if (store_get_digest(w->h->st, head_n, &row, err) < 0)
		return -1;
	turn = row.turn;
	store_digest_release(&row);
	if (turn == w->hs.g.turn)
		return 0;
	(void)err_set(err, ERR_STALE,
	    MSG_PLAIN("the vote acts on a digest of turn %lld, the game is at turn %u"),
	    (long long)turn, w->hs.g.turn);
	return err_hint(err, "read the newest digest and vote again");
}

/* A vote on a request of the host does not count for a proposal of a seat. */
static int
check_undo(const struct command *w, int64_t to, int64_t head_n, struct err *err)
{
	if (head_n < w->hs.undo_request_end) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the vote acts on digest %lld: what the host asked has ended in "
			      "digest %lld"),
		    (long long)head_n, (long long)w->hs.undo_request_end);
		return err_hint(err, "read the newest digest and vote again");
	}
	return command_undo_check(&w->hs, to, err) < 0 ? -1 : command_undo_check_given(w, to, err);
}

/* For a late seat, in that turn; a seat may be away for many turns. */
static int
check_replace(const struct command *w, uint8_t seat, int64_t head_n, struct err *err)
{
	const struct time_control *c = &w->t.clock;
	const char *wrong = standby_check_vote(c, &w->hs.people, &w->hs.g, seat, w->now);

	if (!time_control_has_standby(c))
		return err_set(err, ERR_RULE, "%s", wrong);
	if (wrong != NULL)
		return err_set(err, ERR_STALE, "%s", wrong);
	return late_is_away(c, &w->hs.people, seat) ? 0 : check_turn(w, head_n, err);
}

static int
check_kind(const struct command *w, const struct vote *vote, int64_t head_n, struct err *err)
{
	switch (vote->kind) {
	case VOTE_UNDO:
		return check_undo(w, vote->n, head_n, err);
	case VOTE_SKIP:
		return check_skip(w, vote->seat, err) < 0 ? -1 : check_turn(w, head_n, err);
	case VOTE_EXTEND:
		return check_extend(w, vote->n, err) < 0 ? -1 : check_turn(w, head_n, err);
	case VOTE_END:
		return 0;
	case VOTE_REPLACE:
		return check_replace(w, vote->seat, head_n, err);
	case VOTE_KEYS:
	case VOTE_KINDS:
		break;
	}
	BUG("a vote that is none of the table");
}

/* A no does not open a proposal, and a seat has one open proposal of a kind. */
static int
check_open(const struct command *w, const struct vote *vote, struct err *err)
{
	const struct proposals *open = &w->hs.people.proposals;
	const struct proposal *second = votes_second(open, vote, w->seat);
	struct buf on = BUF_INIT;
	int result = 0;

	if (proposals_find(open, vote) != NULL)
		return 0;
	vote_on_text(&w->t.names, vote, &on);
	if (!vote->yes) {
		(void)err_set(err, ERR_STALE, MSG_PLAIN("nobody has proposed \"%s\""), on.p);
		result = err_hint(err, "there is nothing to vote no on");
	}
	if (result == 0 && second != NULL) {
		buf_clear(&on);
		vote_on_text(&w->t.names, &second->on, &on);
		(void)err_set(err, ERR_RULE, MSG_PLAIN("you have proposed \"%s\" in digest %lld"),
		    on.p, (long long)second->since);
		result = (second->yes & ~(1u << w->seat)) != 0 ?
		    err_hint(err, "it stays open while another seat votes yes") :
		    err_hint(err, "vote %s no first", on.p);
	}
	buf_release(&on);
	return result;
}

static int
check(const struct command *w, const struct vote *vote, int64_t head_n, struct err *err)
{
	const struct undo_request *a = &w->hs.undo_request;

	if (w->hs.g.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	if (undo_request_blocks_play(a)) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN(
			"the seats vote on going back to digest %lld, as the host asks, first"),
		    (long long)a->to);
		return err_hint(err, "vote undo %lld yes, or no", (long long)a->to);
	}
	if (command_undo_check_voter(w, err) < 0)
		return -1;
	if (vote->seat == w->seat)
		return err_set(err, ERR_RULE, MSG_PLAIN("a seat has no vote on its own turn"));
	/* A vote that the host held back for long may not be what the seat wants now. */
	if (w->hs.n - head_n >= PROPOSAL_DIGESTS) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the vote acts on digest %lld: %d have come since"),
		    (long long)head_n, (int)(w->hs.n - head_n));
		return err_hint(err, "read the newest digest and vote again");
	}
	if (check_kind(w, vote, head_n, err) < 0)
		return -1;
	return check_open(w, vote, err);
}

int
vote_accept(struct command *w, const struct vote *vote, int64_t head_n, struct digest_cause *cause,
    struct err *err)
{
	struct buf on = BUF_INIT;
	int result;

	if (check(w, vote, head_n, err) < 0)
		return -1;
	vote_on_text(&w->t.names, vote, &on);
	note_add(&cause->notes,
	    (struct note){
		.kind = NOTE_VOTED, .seat = w->seat, .yes = vote->yes, .text = { on.p, on.n } });
	result = command_play(w, NULL, cause, err);
	buf_release(&on);
	return result;
}

/* ---- executing -------------------------------------------------------------------------------------- */

static int
extend(struct command *w, int64_t seconds, struct err *err)
{
	struct host_action host = { .kind = HOST_ACTION_EXTEND,
		.to = seconds,
		.turn = w->hs.g.turn,
		.by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };

	w->hs.people.extended_s += seconds;
	note_add(&cause.notes, (struct note){ .kind = NOTE_EXTENDED, .n = seconds });
	return command_add_act(w, &host, &cause, err);
}

static int
end_game(struct command *w, struct err *err)
{
	const struct host_action host = { .kind = HOST_ACTION_END, .by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };

	note_add(&cause.notes, (struct note){ .kind = NOTE_VOTED_END });
	return command_add_act(w, &host, &cause, err);
}

static int
act(struct command *w, struct err *err)
{
	const struct proposal *carried = proposals_next_carried(
	    &w->hs.people.proposals, w->hs.custody);
	const struct vote on = carried != NULL ? carried->on : (struct vote){ .kind = VOTE_KEYS };

	if (carried == NULL)
		return standby_seat(w, proposals_free_seat(w), err);
	switch (on.kind) {
	case VOTE_UNDO:
		return command_undo_voted(w, on.n, err);
	case VOTE_SKIP:
		return command_late_skip(w, err);
	case VOTE_EXTEND:
		return extend(w, on.n, err);
	case VOTE_END:
		return end_game(w, err);
	case VOTE_REPLACE:
		return standby_seat(w, on.seat, err);
	case VOTE_KEYS:
	case VOTE_KINDS:
		break;
	}
	BUG("a vote that is none of the table");
}

struct request {
	command_fn *decide;
	const void *what;
};

/* (O2) */
static int
decide_all(struct command *w, const void *what, struct err *err)
{
	const struct request *request = what;
	int result = request->decide(w, request->what, err);
	int more = result == 0 && !w->r->repeated && !w->r->held;

	while (result == 0 && more > 0) {
		more = proposals_are_due(w);
		if (more)
			result = act(w, err);
		else if (w->press->bot != NULL)
			more = w->press->bot(w->press, w, err);
		if (more < 0)
			result = -1;
	}
	return result;
}

int
vote_run(struct command *w, command_fn *decide, const void *what, int64_t now,
    struct host_result *r, struct err *err)
{
	const struct request request = { decide, what };

	return command_run(w, decide_all, &request, now, r, err);
}
