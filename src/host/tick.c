/*
 * Decides when something is due.
 *
 * (K1) That follows from the table, the time, and the times of earlier runs. Only those times are
 *      stored. If they are lost, a player loses at most a reminder or gets a longer grace period.
 * (K2) A wrong clock costs no player a turn. If it is slow, nothing is done. If it is far ahead, a
 *      person must confirm it.
 */

#include "host/tick.h"

#include "host/bots.h"
#include "host/operator.h"
#include "host/rows.h"
#include "util/mem.h"
#include "wire/late.h"
#include "wire/standby.h"

enum {
	DAY_S = 86400,
	NOTE_EACH_S = DAY_S /* a run that finds nothing due writes this often */
};

/* A table at one time. */
struct at {
	const struct table *t;
	const struct host_state *hs;
	const struct tick_options *how;
	int64_t time; /* of the newest digest */
	bool was;     /* there is a stored row */
};

static int64_t
later_time(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Returns when a quarter of the limit is left, without pauses and absences. */
static int64_t
quarter_left_at(const struct at *a)
{
	struct time_control c = a->t->clock;

	c.limit_s -= c.limit_s / 4;
	return time_control_due(&c, &a->hs->people, a->hs->g.to_move);
}

/* Returns the number of reminders whose time has come. */
static int64_t
reminders(const struct at *a, int64_t due)
{
	const int64_t now = a->how->now;

	if (now < quarter_left_at(a))
		return 0;
	if (now < due)
		return 1;
	return (now - due) / DAY_S + 2 < TICK_REMINDERS ? (now - due) / DAY_S + 2 : TICK_REMINDERS;
}

/* Returns when the next thing is due. */
static int64_t
find_next(const struct at *a, const struct tick_plan *t, int64_t gone)
{
	int64_t reminds = gone == 0 ? quarter_left_at(a) :
	    gone < TICK_REMINDERS   ? t->due + (gone - 1) * DAY_S :
				      -1;

	if (t->plays || t->reminds || t->lost_s > 0)
		return a->how->now;
	return t->acts >= 0 && (reminds < 0 || t->acts < reminds) ? t->acts : reminds;
}

/* The deadline has passed. */
static void
plan_late(const struct at *a, struct tick_plan *t)
{
	const int64_t now = a->how->now, grace = a->t->clock.grace_s;
	const int64_t since = later_time(a->time, a->was ? t->next.last : t->due + grace);
	bool is_first = t->next.first < 0 || t->next.first > now;

	if (now - since > TICK_AWAY_S && !a->how->catch_up) {
		t->lost_s = now - since;
		return;
	}
	if (is_first)
		t->next.first = now;
	t->notes = is_first;
	if (t->from < 0)
		return;
	t->acts = a->how->all_taken ?
	    t->from :
	    later_time(t->from, t->next.first + later_time(grace, TICK_WAIT_S));
	t->plays = now >= t->acts;
	t->waits = now >= t->from && !t->plays && is_first;
}

static void
plan_turn(const struct at *a, struct tick_plan *t)
{
	const struct time_control *c = &a->t->clock;
	const struct game *g = &a->hs->g;
	int64_t gone;

	if (t->plays || t->due < 0)
		return;
	if (late_plays_at_once(c, &a->hs->people, g)) {
		t->plays = true;
		t->again = a->how->now;
		return;
	}
	if (t->next.turn != t->turn || t->next.due != t->due) {
		t->next.turn = t->turn;
		t->next.due = t->due;
		t->next.first = -1;
		t->next.reminded = 0;
	}
	if (c->late[0] != '\0')
		t->acts = t->from = t->due + c->grace_s;
	if (a->how->now >= t->due)
		plan_late(a, t);
	gone = reminders(a, t->due);
	t->reminds = t->lost_s == 0 && !t->plays && gone > t->next.reminded;
	if (t->reminds)
		t->next.reminded = gone;
	t->again = find_next(a, t, gone);
}

/* A vote on an undo request, during which nothing is played, ends when its time is over. */
static void
plan_undo_request(const struct at *a, struct tick_plan *t)
{
	const int64_t now = a->how->now, until = a->hs->undo_request.until;
	const int64_t last = a->was ? t->next.last : a->time;

	t->quiet_until = t->again = until;
	if (now < until)
		return;
	t->again = now;
	t->ends = true;
	if (now - later_time(last, until) > TICK_AWAY_S && !a->how->catch_up)
		t->lost_s = now - later_time(last, until);
	else
		t->plays = true;
}

/* A seat that is away for long goes to a standby. Orders that came between runs are applied
 * first, as for a late seat. */
static void
plan_free_seat(const struct at *a, struct tick_plan *t)
{
	const struct people *p = &a->hs->people;
	const int64_t now = a->how->now;
	const int64_t last = a->was ? t->next.last : a->time;
	const int64_t from = standby_free_from(&a->t->clock, p, &a->hs->g);
	const uint8_t seat = standby_free_seat(
	    &a->t->clock, p, &a->hs->g, later_time(now, a->time));

	if (from < 0 || t->lost_s > 0)
		return;
	if (seat == SEAT_NONE) {
		t->again = t->again < 0 || from < t->again ? from : t->again;
		return;
	}
	if (now - later_time(last, from) > TICK_AWAY_S && !a->how->catch_up) {
		t->lost_s = now - later_time(last, from);
		return;
	}
	t->notes = true;
	t->gives = t->plays || a->how->all_taken || (a->was && t->next.last >= from);
	t->again = now;
	if (!t->gives)
		return;
	t->next.reminded -= t->reminds; /* sent by the next run */
	t->plays = true;
	t->plays_queued = t->waits = t->reminds = false;
	t->seat = seat;
	memcpy(t->name, a->t->names.seat[seat], sizeof t->name);
}

/* Computes the quiet interval. What waits for the next run, or for a run with `all_taken`, may
 * be done any time. */
static void
find_quiet(const struct at *a, struct tick_plan *t)
{
	t->quiet_from = later_time(t->next.last, a->time - DAY_S);
	t->quiet_until = t->next.last + NOTE_EACH_S;
	if (t->again >= 0 && t->again < t->quiet_until)
		t->quiet_until = t->again;
	if (t->from >= 0 && t->from < t->quiet_until)
		t->quiet_until = t->from > a->how->now ? t->from : t->quiet_from;
}

/* Stores the time of this run, and computes when the next one has nothing to do. */
static void
record_run(const struct at *a, struct tick_plan *t)
{
	t->notes = t->lost_s == 0 &&
	    (t->notes || t->reminds || !a->was || a->how->now < t->next.last ||
		a->how->now - t->next.last >= NOTE_EACH_S);
	if (t->notes)
		t->next.last = a->how->now;
	find_quiet(a, t);
}

/* (K2) */
static int
check_clock(const struct at *a, int64_t n, struct err *err)
{
	if (a->how->now >= a->time - DAY_S)
		return 0;
	err_set(err, ERR_BUSY, "the clock is %lld days before digest %lld: nothing is done",
	    (long long)((a->time - a->how->now) / DAY_S), (long long)n);
	return err_hint(err, "set the clock; if it is right, see apply in adit(1)");
}

/* Checks for a recurring order that is left to be played. */
static int
plan_recurring(
    struct command *w, const struct tick_options *how, struct tick_plan *t, struct err *err)
{
	struct command_step step;
	int more;

	if (!command_has_queued(w, STORE_QUEUE_EVERY, w->hs.g.to_move))
		return 0;
	table_master(&w->t, &w->hs);
	more = command_next_recurring(w, &step, err);
	t->plays = t->plays_queued = more > 0;
	if (t->plays)
		t->again = how->now;
	return more < 0 ? -1 : 0;
}

/* A file that was rebuilt from some digests of a run may lack the turn of a bot. */
static void
plan_bot(const struct command *w, const struct tick_options *how, struct tick_plan *t)
{
	struct buf words = BUF_INIT;

	if (bots_due(w) == SEAT_NONE)
		return;
	bots_policy_text(&w->t.clock.bots.of[t->seat], &words);
	(void)snprintf(t->late, sizeof t->late, "%s", words.p);
	buf_release(&words);
	t->plays = true;
	t->again = how->now;
}

static int
plan(struct command *w, struct at *a, struct tick_plan *t, struct err *err)
{
	struct store *st = w->h->st;
	const struct game *g = &a->hs->g;
	struct store_digest last = { .n = 0 };
	struct host_remote remote;
	int row = store_get_tick(st, &t->next, err);

	if (row < 0 || store_get_digest(st, a->hs->n, &last, err) < 0)
		return -1;
	store_digest_release(&last);
	if (host_get_remote(w->h, &remote, err) < 0)
		return -1;
	t->paused = remote.paused;
	a->was = row > 0;
	a->time = last.time;
	memcpy(t->game, a->t->game, sizeof t->game);
	memcpy(t->late, a->t->clock.late, sizeof t->late);
	t->n = last.n;
	t->turn = g->turn;
	t->quiet_from = g->phase == PHASE_OVER ? INT64_MIN : a->time - DAY_S;
	t->quiet_until = INT64_MAX;
	if (g->phase == PHASE_OVER)
		return 0;
	if ((a->t->clock.limit_s >= 0 || undo_request_blocks_play(&a->hs->undo_request)) &&
	    check_clock(a, last.n, err) < 0)
		return -1;
	if (t->paused > a->how->now) {
		t->again = t->paused;
		t->next.first = -1;
		record_run(a, t);
		return 0;
	}
	if (g->to_move != SEAT_NONE && !undo_request_blocks_play(&a->hs->undo_request)) {
		t->seat = g->to_move;
		memcpy(t->name, a->t->names.seat[t->seat], sizeof t->name);
		w->now = later_time(a->how->now, last.time);
		plan_bot(w, a->how, t);
		if (plan_recurring(w, a->how, t, err) < 0)
			return -1;
		if (a->t->clock.limit_s >= 0)
			t->due = time_control_due(&a->t->clock, &a->hs->people, t->seat);
	}
	if (undo_request_blocks_play(&a->hs->undo_request))
		plan_undo_request(a, t);
	if (a->t->clock.limit_s >= 0) {
		plan_turn(a, t);
		if (!undo_request_blocks_play(&a->hs->undo_request))
			plan_free_seat(a, t);
	}
	record_run(a, t);
	return 0;
}

int
tick_plan_make(struct host *h, const struct tick_options *how, struct tick_plan *t, struct err *err)
{
	struct digest_backend press = { .dice = digest_backend_dice };
	struct command *w = command_new(h, &press);
	struct at a = { .t = &w->t, .hs = &w->hs, .how = how };
	int result;

	*t = (struct tick_plan){ .seat = SEAT_NONE,
		.due = -1,
		.from = -1,
		.acts = -1,
		.again = -1,
		.next = { .due = -1, .first = -1 } };
	result = table_load(&w->t, h, err);
	if (result == 0)
		result = rows_get_state(h, w->t.rules, &w->hs, err);
	if (result == 0)
		result = plan(w, &a, t, err);
	command_free(w);
	return result;
}

int
host_tick(struct host *h, const struct tick_options *how, struct tick_plan *t, struct err *err)
{
	int result = store_begin(h->st, err);

	if (result == 0) {
		result = tick_plan_make(h, how, t, err);
		store_rollback(h->st);
	}
	return result;
}
