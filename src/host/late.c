/*
 * Plays for late and away seats.
 *
 * (T1) When and what is played follows from digest 0, the digests before, and the time of this one.
 * (T2) Queued orders come first.
 * (T3) A turn that was begun is played to its end in one command.
 */

#include "host/admission.h"
#include "host/bots.h"
#include "host/votes.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "wire/late.h"

/* ---- the policy ------------------------------------------------------------------------------ */

/* A late policy: the words "discard", "suggest greedy 1" or "search 1 2000". */
struct policy {
	enum late_policy kind; /* unless it searches: bot.kind is BOT_SEARCH */
	struct bot_seat bot;   /* zeroes, if the policy needs none */
};

/* Returns 0; -1 if this program does not have it. */
static int
read_policy(const char *words, const struct rules *rules, struct policy *out)
{
	static const char suggest[] = "suggest ";
	const struct slice w = { words, strlen(words) };
	const size_t skip = slice_starts(w, suggest) ? strlen(suggest) : 0;

	*out = (struct policy){ .kind = w.n == 0 ? LATE_WAIT : LATE_DISCARD };
	if (w.n == 0 || slice_is(w, "discard"))
		return 0;
	if (bots_policy_parse(w.s + skip, w.n - skip, &out->bot) < 0)
		return -1;
	if (out->bot.kind == BOT_SEARCH)
		return skip == 0 && bots_is_known(rules, &out->bot) ? 0 : -1;
	out->kind = LATE_SUGGEST;
	return skip > 0 && late_policy_is_supported(rules, LATE_SUGGEST, out->bot.revision) ? 0 :
											      -1;
}

int
command_late_check(const struct command *w, struct err *err)
{
	struct policy policy;

	if (read_policy(w->t.clock.late, w->t.rules, &policy) == 0)
		return 0;
	(void)err_set(err, ERR_PENDING,
	    "this adit cannot play for players who are late as digest 0 says: \"%s\"",
	    w->t.clock.late);
	return err_hint(err, "another version of adit can");
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Starts a step with a host action, for the seat that is to move. */
static void
begin_host_step(struct command *w, enum host_action_kind kind, struct command_step *s)
{
	const struct game *g = &w->hs.g;
	const char *seat = w->t.names.seat[g->to_move];

	*s = (struct command_step){ .act = { .kind = kind, .turn = g->turn } };
	memcpy(s->act.seat, seat, sizeof s->act.seat);
	if (kind == HOST_ACTION_SKIP)
		memcpy(s->act.by, HOST_ACTION_TABLE, sizeof HOST_ACTION_TABLE);
	else
		memcpy(s->act.by, w->t.clock.late, sizeof s->act.by);
	note_add(
	    &s->cause.notes, (struct note){ .kind = host_action_note(kind), .seat = g->to_move });
	command_set_action(w, &s->act, &s->cause);
}

/* (T3) */
static bool
goes_on(const struct game *g, const struct host_action *last)
{
	return last != NULL && host_action_plays(last) && last->turn == g->turn &&
	    g->to_move != SEAT_NONE;
}

int
command_late_next(
    struct command *w, const struct command_step *last, struct command_step *next, struct err *err)
{
	const struct host_state *hs = &w->hs;

	if (goes_on(&hs->g, last->cause.act)) {
		begin_host_step(w, last->cause.act->kind, next);
		next->goes_on = true;
		return 1;
	}
	if (undo_request_blocks_play(&hs->undo_request) || proposals_are_due(w) ||
	    w->n_away == LATE_AWAY_TURNS_MAX ||
	    !late_plays_at_once(&w->t.clock, &hs->people, &hs->g))
		return 0;
	if (command_late_check(w, err) < 0)
		return -1;
	w->n_away++;
	begin_host_step(w, HOST_ACTION_AWAY, next);
	return 1;
}

/* Sets the step that a search plays. */
static int
search(struct command *w, uint32_t n, struct turn *turn, struct err *err)
{
	const char *line = bots_line(w, n, err);

	if (line == NULL)
		return -1;
	w->searched = true;
	return turnline_parse(
	    w->t.rules, &w->t.names, w->hs.g.to_move, line, strlen(line), turn, err);
}

int
command_late_play(struct command *w, struct command_step *s, struct err *err)
{
	struct host_state *hs = &w->hs;
	struct policy policy = { .kind = LATE_DISCARD };
	struct drbg dice;

	if (s->cause.act->kind != HOST_ACTION_SKIP &&
	    read_policy(w->t.clock.late, w->t.rules, &policy) < 0)
		BUG("a policy that was known is not");
	if (policy.bot.kind == BOT_SEARCH) {
		if (search(w, policy.bot.n, &s->turn, err) < 0)
			return -1;
	} else {
		command_dice(w, &dice);
		s->turn.n = 1;
		s->turn.step[0] = admission_policy(hs, policy.kind, &dice);
		command_rng_used(w, &dice);
	}
	if (w->t.clock.late[0] != '\0')
		hs->people.missed[hs->g.to_move] += !s->goes_on;
	return 0;
}

/* Checks that the seat that is to move is late now. */
static int
check_late(const struct command *w, struct err *err)
{
	const struct table *t = &w->t;
	const struct host_state *hs = &w->hs;
	const uint8_t seat = hs->g.to_move;
	char due[TIMESTAMP_LEN + 1];
	int64_t at;

	if (seat == SEAT_NONE)
		return err_set(err, ERR_STALE,
		    hs->g.phase == PHASE_OVER ? "the game is over" : "nothing is dealt yet");
	if (undo_request_blocks_play(&hs->undo_request))
		return err_set(err, ERR_STALE, "nobody is late: the seats vote on taking back");
	if (t->clock.late[0] == '\0' || t->clock.limit_s < 0)
		return err_set(err, ERR_STALE, "digest 0 has no policy for who is late");
	at = time_control_due(&t->clock, &hs->people, seat) + t->clock.grace_s;
	if (w->now >= at || late_plays_at_once(&t->clock, &hs->people, &hs->g))
		return 0;
	timestamp_text(at < TIMESTAMP_MAX ? at : TIMESTAMP_MAX, due);
	return err_set(err, ERR_STALE, "%s is not late before %s", t->names.seat[seat], due);
}

int
command_late_skip(struct command *w, struct err *err)
{
	struct command_step first;

	begin_host_step(w, HOST_ACTION_SKIP, &first);
	return command_play(w, &first.turn, &first.cause, err);
}

/* Starts a step by the late policy. */
static int
begin_late(struct command *w, struct command_step *s, struct err *err)
{
	enum host_action_kind kind = HOST_ACTION_LATE;

	if (check_late(w, err) < 0 || command_late_check(w, err) < 0)
		return -1;
	if (late_plays_at_once(&w->t.clock, &w->hs.people, &w->hs.g)) {
		kind = HOST_ACTION_AWAY;
		w->n_away++;
	}
	begin_host_step(w, kind, s);
	return 0;
}

int
command_exec_late(struct command *w, const void *what, struct err *err)
{
	struct command_step first;
	int more = command_next_recurring(w, &first, err); /* (T2) */

	(void)what;
	if (more < 0 || (more == 0 && begin_late(w, &first, err) < 0))
		return -1;
	return command_play(w, &first.turn, &first.cause, err);
}
