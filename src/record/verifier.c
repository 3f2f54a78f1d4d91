/*
 * Public consistency.
 *
 * (J1) Digests of an honest host always pass, even if some are missing. Checks that need a secret
 *      or a missing digest are skipped.
 * (J2) A digest is checked only after its signature is verified, so that every fault is the host's.
 */

#include "record/verifier.h"
#include "record/verifier_custody.h"
#include "record/verifier_late.h"
#include "record/verifier_notes.h"
#include "record/verifier_open.h"
#include "record/verifier_people.h"
#include "record/verifier_reveal.h"
#include "record/verifier_standby.h"
#include "record/verifier_summary.h"
#include "record/verifier_votes.h"

#include "record/saved_digest.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "wire/late.h"

void
verifier_init(struct verifier *j)
{
	memset(j, 0, sizeof *j);
}

static void
update_late(struct verifier *j, const struct digest *d, const struct host_action *act)
{
	const bool next = j->has_last && d->n == j->n + 1,
		   away = act != NULL && act->kind == HOST_ACTION_AWAY;

	if (d->n > 0 && !next)
		j->n_away = LATE_AWAY_TURNS_MAX; /* there may have been that many */
	else if (d->n == 0 || d->time > j->time)
		j->n_away = 0;
	if (away && act->turn != j->late_turn)
		j->n_away++;
	j->late_turn = act != NULL && host_action_plays(act) ? act->turn : 0;
	j->late_kind = act != NULL ? (uint8_t)act->kind : 0;
}

static void
note_undo(struct verifier *j, int64_t n, int64_t to)
{
	for (unsigned i = 0; i < j->n_undo; i++)
		if (j->undo[i].n == n)
			return;
	if (j->n_undo == UNDO_REQUEST_UNDOS_MAX)
		return;
	j->undo[j->n_undo].n = n;
	j->undo[j->n_undo++].to = to;
	if (n > j->undo_n)
		j->undo_n = n;
}

/* Notes what an undo to an earlier digest would take back, also of a digest before the last. ev: NULL
 * if the events are unknown. */
static void
update_shown(struct verifier *j, const struct digest *d, const struct events *ev,
    const struct host_action *act)
{
	const bool undoes = act != NULL && act->kind == HOST_ACTION_UNDO;
	bool shows = undoes && act->epoch > 0, bounds = false;

	if (undoes)
		note_undo(j, d->n, act->to);
	if (shows && act->epoch > j->epoch)
		j->epoch = act->epoch;
	for (uint32_t i = 0; ev != NULL && i < ev->n; i++) {
		shows = shows || !event_reveals_nothing((enum event_kind)ev->at[i].kind);
		bounds = bounds || event_bounds_round(&ev->at[i]);
	}
	if (shows && d->n > j->shown_n)
		j->shown_n = d->n;
	if (bounds && d->n > j->round_n)
		j->round_n = d->n;
}

/* ev, act: the events and the host action, or NULL. */
static void
update_verifier(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d, const struct events *ev, const struct host_action *act)
{
	const uint8_t seat = act != NULL ? host_action_replaces(act, &d->names) : SEAT_NONE;

	open_note(j, tr, c, d);
	update_late(j, d, act);
	update_shown(j, d, ev, act);
	if (seat != SEAT_NONE)
		j->given[seat] = d->n;
	if (!j->has_last || d->n < j->n || d->n > j->n + 1)
		j->first = d->n;
	if (d->n == 0) {
		j->has_clock = true;
		j->clock = d->clock;
	}
	j->due = d->due;
	j->has_people = d->has_people;
	j->people = d->people;
	j->undo_request = d->undo_request;
	j->new_keys = d->new_keys;
	j->joined = verifier_joined(d);
	j->confirmed = verifier_confirmed(d);
	j->custody = d->custody;
	j->bots = d->bots;
	j->has_last = true;
	j->n = d->n;
	j->time = d->time;
	j->dealing = d->dealing;
	j->attempt = d->attempt;
	memcpy(j->host_age, d->host_age, sizeof j->host_age);
	j->names = d->names;
	j->pub = d->pub.known;
	j->pub.rules = deck_copy(&j->house, d->pub.known.rules);
}

/* ---- one digest --------------------------------------------------------------------------------- */

/* Every digest but the first has a cause: an order or a host action. */
static const char *
find_cause(const struct digest *d, const struct events *ev, const struct host_action *act)
{
	if (d->n == 0)
		return d->has_order ? "an order is said to have opened the game" : NULL;
	if ((act != NULL) == d->has_order)
		return act != NULL ? "it takes an order, and the host does something, at once" :
				     "neither an order nor the host has caused it";
	return act != NULL && !host_action_has_events(act) && ev->n > 0 ?
	    "something happens without an order" :
	    NULL;
}

static enum transcript_fault
check_self(const struct transcript *tr, const struct transcript_copy *c, const struct digest *d,
    struct digest_events *events, const struct host_action *act, struct err *why)
{
	struct transcript_difference diff;
	struct buf rewritten = BUF_INIT;
	struct err err = ERR_INIT;
	const char *is = tr->text.p + c->t.signed_part.at, *wrong = NULL;
	enum transcript_fault fault = FAULT_NONE;

	if (digest_rewrite(tr->text.p, &c->t, d, events, &rewritten, &err) < 0) {
		(void)err_set(why, ERR_AUTH, "%s", err.msg);
		fault = FAULT_SELF;
	} else if (rewritten.n != c->t.signed_part.n || memcmp(is, rewritten.p, rewritten.n) != 0) {
		transcript_difference_find(is, c->t.signed_part.n, rewritten.p, rewritten.n, &diff);
		(void)err_set(why, ERR_AUTH, "it contradicts itself in line %u (%s)", diff.line,
		    utf8_is_clean(diff.section, strlen(diff.section)) ? diff.section : "...");
		fault = FAULT_SELF;
	} else if ((wrong = find_cause(d, &events->ev, act)) != NULL) {
		(void)err_set(why, ERR_AUTH, "%s", wrong);
		fault = FAULT_SELF;
	}
	buf_release(&rewritten);
	return fault;
}

/* ---- with the previous digest ---------------------------------------------------------------------- */

static bool
same_names(const struct names *a, const struct names *b)
{
	bool same = a->n == b->n;

	for (unsigned i = 0; i < a->n && same; i++)
		same = strcmp(a->seat[i], b->seat[i]) == 0;
	return same;
}

/* Each digest has its own copy of a custom deck. */
static bool
same_deck(const struct rules *a, const struct rules *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	bool same = a->id == b->id && deck_is_house(a) == deck_is_house(b);

	if (same && deck_is_house(a)) {
		deck_text(a, "", &x);
		deck_text(b, "", &y);
		same = x.n == y.n && memcmp(x.p, y.p, x.n) == 0;
	}
	buf_release(&x);
	buf_release(&y);
	return same;
}

/* Checks what is constant for the whole game, or changes in one direction. */
static const char *
find_drift(const struct verifier *j, const struct digest *d, bool acts)
{
	const struct game *g = &d->pub.known;

	if (strcmp(j->host_age, d->host_age) != 0)
		return "the host has another age key than before";
	if (!same_names(&j->names, &d->names))
		return "other seats than before";
	if (!same_deck(j->pub.rules, g->rules))
		return "another rules set or card list than before";
	if (j->pub.phase != PHASE_SETUP && g->phase != PHASE_SETUP &&
	    memcmp(&j->pub.options, &g->options, sizeof g->options) != 0)
		return "other options than before";
	if ((j->dealing == DIGEST_DEALING_TRUSTED) != (d->dealing == DIGEST_DEALING_TRUSTED) ||
	    (j->dealing == DIGEST_DEALING_AUDITED && d->dealing == DIGEST_DEALING_OPEN))
		return "another way of dealing than before";
	if (d->attempt < j->attempt || d->attempt > j->attempt + acts)
		return "another attempt at dealing than before";
	return NULL;
}

/* Checks that the host may go back, alone or if the seats want it, by the digests that were checked.
 * next: no digest is missing before this one. */
static const char *
check_back(
    const struct verifier *j, const struct digest *d, const struct host_action *act, bool next)
{
	if (act == NULL || (act->kind != HOST_ACTION_UNDO && act->kind != HOST_ACTION_ASK))
		return NULL;
	if (act->to >= d->n)
		return "it goes back to a digest that has not come";
	if (!j->has_last || d->n <= j->n)
		return NULL;
	if (act->to < j->round_n)
		return "it goes back to before a round began or ended";
	for (unsigned i = 0; i < j->n_undo; i++)
		if (j->undo[i].to < act->to && act->to < j->undo[i].n)
			return "it goes back to a digest that was itself taken back";
	if (j->n_undo == UNDO_REQUEST_UNDOS_MAX)
		return "it goes back more often than a game can";
	if (act->kind == HOST_ACTION_ASK)
		return NULL;
	if (act->epoch == 0)
		return act->to < j->shown_n ?
		    "it goes back without a shuffle, though something hidden was shown since" :
		    NULL;
	/* The host could choose among epochs. */
	return act->epoch <= j->epoch || (next && j->first == 0 && act->epoch != j->epoch + 1) ?
	    "it shuffles with other keys than those of the next epoch" :
	    NULL;
}

/* Loads digest was->n with this hash from the record; false if it is not there. */
static bool
find_recorded(struct verifier *j, const unsigned char want[static HASH_BYTES],
    struct transcript *before, struct transcript_copy *was, struct digest *d)
{
	struct err none = ERR_INIT;
	size_t at = 0;
	const bool found = saved_digest_text(j->dir, was->n, &before->text, &j->trouble) == 0 &&
	    digest_next(buf_cstr(&before->text), before->text.n, &at, &was->t, &none) == 1 &&
	    seal_equal(digest_hash(before->text.p + was->t.signed_part.at, was->t.signed_part.n).b,
		want, HASH_BYTES) &&
	    digest_parse(before->games, before->text.p, &was->t, d, &none) == 0;

	if (found && j->past != NULL)
		buf_add(j->past, before->text.p, before->text.n);
	return found;
}

/* Parses digest `to`, to which an undo goes back; false if it is missing. */
static bool
find_then(struct verifier *j, const struct transcript *tr, int64_t to, struct digest *then)
{
	struct transcript before = { .games = tr->games, .text = BUF_INIT };
	struct transcript_copy was = { .n = to };
	const struct transcript_copy *copy = transcript_find(tr, to);
	struct err none = ERR_INIT;
	bool found;

	if (copy != NULL)
		return transcript_digest(tr, copy, then, &none) == 0;
	found = j->dir != NULL && j->back_n == to && find_recorded(j, j->back, &before, &was, then);
	buf_release(&before.text);
	return found;
}

static const char *
what_text(enum transition_part what)
{
	static const char *const text[TRANSITION_WHATS] = {
		[TRANSITION_TURN] = "whose turn it is",
		[TRANSITION_CARDS] = "how many cards there are in hands and piles",
		[TRANSITION_BOARD] = "what lies on the table",
		[TRANSITION_SEATS] = "what the seats have",
		[TRANSITION_EXT] = "what the position says",
	};

	return text[what];
}

static int
explain_change(const struct transition *f, const struct transition_reason *why, struct err *err)
{
	if (why->fault == TRANSITION_CHANGE)
		return err_set(err, ERR_AUTH, "no event accounts for %s", what_text(why->what));
	if (why->fault == TRANSITION_ORDER)
		return err_set(err, ERR_AUTH, "the rules do not allow what its events tell");
	return err_set(err, ERR_AUTH,
	    "by the rules something else happens at line %lu of its events",
	    (unsigned long)(why->event < f->ev->n ? why->event + 1 : f->ev->n));
}

/* Checks that the events explain the change. before: the previous game; act: the host action, or
 * NULL. */
static enum transcript_fault
check_events(const struct game *before, const struct digest *d, const struct events *ev,
    const struct host_action *act, struct err *err)
{
	struct game after = d->pub.known;
	struct transition *f = mem_new(sizeof *f);
	struct transition_reason why;
	enum transcript_fault fault = FAULT_NONE;

	after.rules = before->rules;
	*f = (struct transition){ .before = before,
		.after = &after,
		.ev = ev,
		.stops = act != NULL && act->kind == HOST_ACTION_END };
	if (!transition_check(f, &why)) {
		(void)explain_change(f, &why, err);
		fault = FAULT_CHANGE;
	}
	free(f);
	return fault;
}

/* Checks the drawing and the scores of a round that ends. */
static enum transcript_fault
check_ended(const struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d, const struct events *ev, struct err *why)
{
	struct view before = { .seat = SEAT_NONE, .known = j->pub };
	enum transcript_fault fault = FAULT_NONE;
	struct digest_drawings sp;
	struct buf text = BUF_INIT;

	if (d->text != DIGEST_WORDING)
		return FAULT_NONE;
	digest_find_drawings(tr->text.p, &c->t, &sp);
	digest_round_end(d, &before, ev, &text);
	if (text.n != sp.ended.n ||
	    (text.n > 0 && memcmp(tr->text.p + sp.ended.at, text.p, text.n) != 0)) {
		(void)err_set(why, ERR_AUTH, "the round did not end as it is drawn");
		fault = FAULT_CHANGE;
	}
	buf_release(&text);
	return fault;
}

/* An undo restores the earlier state, and has no other events. */
static enum transcript_fault
check_undo(struct verifier *j, const struct transcript *tr, const struct digest *d,
    const struct host_action *act, const struct events *ev, struct err *err)
{
	struct digest *then = mem_new(sizeof *then);
	enum transcript_fault fault = FAULT_NONE;

	if (find_then(j, tr, act->to, then) &&
	    same_deck(then->pub.known.rules, d->pub.known.rules) && then->names.n == d->names.n)
		fault = check_events(&then->pub.known, d, ev, act, err);
	free(then);
	if (fault != FAULT_NONE)
		(void)err_wrap(err, "it does not take back to digest %lld", (long long)act->to);
	return fault;
}

static enum transcript_fault
check_change(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d, const struct events *ev, const struct host_action *act, struct err *why)
{
	const char *drift = find_drift(j, d, act != NULL);
	enum transcript_fault fault;

	if (drift != NULL) {
		(void)err_set(why, ERR_AUTH, "%s", drift);
		return FAULT_CHANGE;
	}
	if (act != NULL && act->kind == HOST_ACTION_UNDO)
		return check_undo(j, tr, d, act, ev, why);
	fault = check_events(&j->pub, d, ev, act, why);
	return fault != FAULT_NONE ? fault : check_ended(j, tr, c, d, ev, why);
}

/* Checks the first digest of a game that is dealt at once. */
static enum transcript_fault
check_first(const struct digest *d, const struct events *ev, struct err *why)
{
	struct game before;

	game_init(&before, d->pub.known.rules, d->pub.known.n_seats, &d->pub.known.options);
	return check_events(&before, d, ev, NULL, why);
}

/* Returns what the first part of the digest that is wrong says, or NULL. */
static const char *
check_parts(const struct verifier *j, const struct transcript *tr, const struct digest *d,
    struct digest_events *events, const struct host_action *act, bool next)
{
	const char *wrong = verifier_check_notes(j, d, events, act, next);

	if (wrong == NULL)
		wrong = verifier_check_custody(j, d, events, act, next);
	if (wrong == NULL)
		wrong = verifier_check_late(j, d, events, act, next);
	if (wrong == NULL)
		wrong = verifier_check_standby(j, d, events, act, next);
	if (wrong == NULL)
		wrong = verifier_check_votes(j, d, events, act, next);
	return wrong != NULL ? wrong : verifier_check_summary(j, tr, d, events, act);
}

/* Checks a digest by itself, and with the previous one. */
static enum transcript_fault
check(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d, struct digest_events *events, const struct host_action *act,
    struct err *why)
{
	const bool next = j->has_last && d->n == j->n + 1;
	const char *wrong = next ? host_action_check(tr->text.p, &c->t, d, &j->undo_request) : NULL;
	enum transcript_fault fault;

	if (wrong != NULL) {
		(void)err_set(why, ERR_AUTH, "%s", wrong);
		return FAULT_CHANGE;
	}
	fault = check_self(tr, c, d, events, act, why);
	if (fault != FAULT_NONE)
		return fault;
	if (j->has_last && d->n > j->n && d->time < j->time) {
		(void)err_set(
		    why, ERR_AUTH, "its time is before that of digest %lld", (long long)j->n);
		return FAULT_TIME;
	}
	wrong = verifier_check_people(j, d, events, act, next);
	if (wrong == NULL)
		wrong = check_back(j, d, act, next);
	if (wrong != NULL) {
		(void)err_set(why, ERR_AUTH, "%s", wrong);
		return FAULT_CHANGE;
	}
	if (d->n == 0)
		fault = check_first(d, &events->ev, why);
	else if (next)
		fault = check_change(j, tr, c, d, &events->ev, act, why);
	if (fault == FAULT_NONE)
		wrong = check_parts(j, tr, d, events, act, next);
	if (wrong == NULL)
		return fault;
	(void)err_set(why, ERR_AUTH, "%s", wrong);
	return FAULT_CHANGE;
}

enum transcript_fault
verifier_check_digest(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d, struct err *why)
{
	struct digest_events *events = mem_new(sizeof *events);
	struct err none = ERR_INIT;
	struct host_action of_host;
	const struct host_action *act = host_action_find(tr->text.p, &c->t, &of_host, &none) == 1 ?
	    &of_host :
	    NULL;
	const char *wrong = NULL;
	enum transcript_fault fault;

	open_begin(j, d);
	fault = check(j, tr, c, d, events, act, why);
	if (fault == FAULT_NONE)
		wrong = verifier_check_open(j, tr, c, d, events, j->has_last && d->n == j->n + 1);
	if (fault == FAULT_NONE && wrong == NULL)
		wrong = verifier_check_reveal(tr, &c->t, d);
	if (wrong != NULL) {
		(void)err_set(why, ERR_AUTH, "%s", wrong);
		fault = FAULT_CHANGE;
	}
	update_verifier(j, tr, c, d, fault == FAULT_NONE ? &events->ev : NULL, act);
	free(events);
	return fault;
}

void
verifier_skip_digest(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d)
{
	struct err none = ERR_INIT;
	struct host_action act;

	open_begin(j, d);
	update_verifier(
	    j, tr, c, d, NULL, host_action_find(tr->text.p, &c->t, &act, &none) == 1 ? &act : NULL);
}

/* Notes the digests from `to` on that were not checked, back from the first that was checked without a
 * gap: what is gone back over, and the hash of digest `to`. */
static void
recall_back(struct verifier *j, const struct transcript *tr, int64_t to)
{
	struct transcript before = { .games = tr->games, .text = BUF_INIT };
	struct transcript_copy was = { .n = 0 };
	struct digest *d = mem_new(sizeof *d);
	struct digest_events *events = mem_new(sizeof *events);
	struct host_action act;
	struct err none = ERR_INIT;

	j->back_n = j->open.from - 1;
	memcpy(j->back, j->open.prev, sizeof j->back);
	while (j->back_n > to) {
		was.n = j->back_n;
		buf_clear(&before.text);
		if (!find_recorded(j, j->back, &before, &was, d) ||
		    digest_parse_events(before.text.p, &was.t, d, events, &none) < 0)
			break;
		update_shown(j, d, &events->ev,
		    host_action_find(before.text.p, &was.t, &act, &none) == 1 ? &act : NULL);
		j->back_n--;
		memcpy(j->back, d->prev, sizeof j->back);
	}
	buf_release(&before.text);
	free(events);
	free(d);
}

void
verifier_recall(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c)
{
	const bool gap = !j->has_last || c->n > j->n + 1;
	struct transcript before = { .games = tr->games, .text = BUF_INIT };
	struct transcript_copy was = { .n = 0 };
	struct host_action act;
	struct err none = ERR_INIT;
	struct digest *d;

	if (j->dir == NULL || c->n == 0)
		return;
	d = mem_new(sizeof *d);
	was.n = c->n - 1;
	if (gap && find_recorded(j, c->prev, &before, &was, d)) {
		verifier_skip_digest(j, &before, &was, d);
		/* Older digests are looked up in the record from there on. */
		j->open.from = c->n;
		memcpy(j->open.prev, c->prev, sizeof j->open.prev);
	}
	buf_clear(&before.text);
	was = (struct transcript_copy){ .n = 0 };
	if (!j->has_clock && find_recorded(j, c->zero.b, &before, &was, d)) {
		j->has_clock = true;
		j->clock = d->clock;
	}
	if (j->has_last && c->n == j->n + 1 &&
	    host_action_find(tr->text.p, &c->t, &act, &none) == 1 &&
	    (act.kind == HOST_ACTION_UNDO || act.kind == HOST_ACTION_ASK) && act.to < j->open.from)
		recall_back(j, tr, act.to);
	buf_release(&before.text);
	free(d);
}
