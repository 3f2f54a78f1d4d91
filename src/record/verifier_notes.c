/*
 * Checks the notes, by public facts.
 *
 * (N1) A host action is completely in its section, so its notes follow from that.
 * (N2) An order has at most one note besides say: and its events. Without a note, joins, votes and
 *      keys do not change.
 */

#include "record/verifier_notes.h"
#include "record/verifier_standby.h"

#include <string.h>

#include "core/bits.h"

struct check {
	const struct verifier *j;
	const struct digest *d;
	const struct digest_events *events;
	const struct host_action *act;        /* or NULL */
	bool before;                          /* j is of the previous digest */
	const struct note *said, *main, *end; /* of an order; or NULL */
};

static uint16_t
bits_of(const bool *is, unsigned n)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < n; i++)
		bits |= (is[i] ? 1u : 0u) << i;
	return (uint16_t)bits;
}

uint16_t
verifier_joined(const struct digest *d)
{
	return bits_of(d->has_commit, d->names.n);
}

uint16_t
verifier_confirmed(const struct digest *d)
{
	return bits_of(d->has_reveal, d->names.n);
}

/* ---- host actions ------------------------------------------------------------------------------- */

static void
want_restart(const struct check *h, struct notes *want)
{
	struct slice left = { h->act->confirmed, strlen(h->act->confirmed) };

	if (h->act->attempt == 0)
		return;
	note_add(want, (struct note){ .kind = NOTE_RESTARTED, .n = h->act->attempt });
	while (left.n > 0 && want->n < NOTES_MAX && !slice_is(left, "-")) {
		const char *end = memchr(left.s, ' ', left.n);
		size_t n = end != NULL ? (size_t)(end - left.s) : left.n;

		note_add(want,
		    (struct note){
			.kind = NOTE_HAD_CONFIRMED, .seat = names_find(&h->d->names, left.s, n) });
		n += n < left.n;
		left.s += n;
		left.n -= n;
	}
}

/* (N1) */
static void
want_act(const struct check *h, struct notes *want)
{
	const struct host_action *a = h->act;
	const int64_t from = a->to + 1, last = h->d->n - 1;

	switch (a->kind) {
	case HOST_ACTION_UNDO:
		if (a->by[0] != '\0')
			note_add(want, (struct note){ .kind = NOTE_VOTED_BACK, .n = a->to });
		note_add(want, (struct note){ .kind = NOTE_UNDONE, .n = from, .to = last });
		if (a->epoch > 0)
			note_add(want, (struct note){ .kind = NOTE_SHUFFLED });
		break;
	case HOST_ACTION_ASK:
		note_add(want, (struct note){ .kind = NOTE_UNDO_ASKED, .n = from, .to = last });
		break;
	case HOST_ACTION_WITHDRAW:
		note_add(want, (struct note){ .kind = NOTE_UNDO_WITHDRAWN, .n = a->to });
		break;
	case HOST_ACTION_REFUSE:
		note_add(want, (struct note){ .kind = NOTE_UNDO_REFUSED, .n = a->to });
		break;
	case HOST_ACTION_REPLACE:
		note_add(want,
		    (struct note){ .kind = verifier_fills_seat(a) ? NOTE_SEATED : NOTE_REPLACED,
			.seat = names_find(&h->d->names, a->seat, strlen(a->seat)) });
		want_restart(h, want);
		break;
	case HOST_ACTION_RESTART:
		want_restart(h, want);
		break;
	case HOST_ACTION_EXTEND:
		note_add(want, (struct note){ .kind = NOTE_EXTENDED, .n = a->to });
		break;
	case HOST_ACTION_END:
		note_add(want, (struct note){ .kind = NOTE_VOTED_END });
		break;
	case HOST_ACTION_STANDBY:
		note_add(want, (struct note){ .kind = NOTE_STANDBY });
		break;
	case HOST_ACTION_DROP:
		note_add(want, (struct note){ .kind = NOTE_STANDBY_DROPPED, .n = a->to });
		break;
	case HOST_ACTION_STANDBY_NO:
		note_add(want, (struct note){ .kind = NOTE_STANDBY_NO });
		break;
	case HOST_ACTION_LOST:
		note_add(want, (struct note){ .kind = NOTE_LOST, .n = a->to });
		break;
	case HOST_ACTION_LATE:
	case HOST_ACTION_AWAY:
	case HOST_ACTION_SKIP:
		note_add(want,
		    (struct note){ .kind = host_action_note(a->kind),
			.seat = names_find(&h->d->names, a->seat, strlen(a->seat)) });
		break;
	}
}

static bool
same_notes(const struct names *names, const struct notes *a, const struct notes *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	bool same = a->n == b->n;

	for (unsigned i = 0; same && i < a->n; i++) {
		noteline_text(names, &a->at[i], &x);
		noteline_text(names, &b->at[i], &y);
		same = x.n == y.n && memcmp(x.p, y.p, x.n) == 0;
	}
	buf_release(&x);
	buf_release(&y);
	return same;
}

/* True if the seats that the host lists had confirmed. A confirmation stays until the attempt
 * ends. */
static bool
had_confirmed(const struct check *h)
{
	const unsigned bits = host_action_confirmed(h->act, &h->d->names);
	const bool same = h->j->has_last && h->j->dealing == DIGEST_DEALING_OPEN &&
	    h->j->attempt + 1 == h->act->attempt && h->j->n < h->d->n;

	if (h->act->attempt == 0)
		return true;
	if (h->before)
		return bits == h->j->confirmed;
	return !same || (h->j->confirmed & ~bits) == 0;
}

/* Before the deal the seat is bound to the keys from the host. Afterwards check_keys checks them. */
static bool
has_its_keys(const struct check *h)
{
	uint8_t seat = names_find(&h->d->names, h->act->seat, strlen(h->act->seat));

	return seat != SEAT_NONE &&
	    (h->d->dealing != DIGEST_DEALING_OPEN ||
		(strcmp(h->d->seat_sign[seat], h->act->sign) == 0 &&
		    strcmp(h->d->seat_age[seat], h->act->age) == 0));
}

static const char *
check_action_notes(const struct check *h)
{
	struct notes want = { .n = 0 };

	if (h->act != NULL)
		want_act(h, &want);
	else if (h->d->dealing == DIGEST_DEALING_OPEN)
		note_add(&want, (struct note){ .kind = NOTE_OPEN });
	if (!same_notes(&h->d->names, &want, &h->events->notes))
		return "its notes are not what the host does";
	if (h->act == NULL)
		return NULL;
	if (h->act->kind == HOST_ACTION_LOST && h->act->to == h->d->n - 1 &&
	    memcmp(h->act->lost, h->d->prev, sizeof h->act->lost) == 0)
		return "it gives up the digest that it continues";
	if (h->act->attempt > 0 && h->d->attempt != h->act->attempt)
		return "everybody joins again for another attempt";
	if (!had_confirmed(h))
		return "others had confirmed than the host says";
	return h->act->kind == HOST_ACTION_REPLACE && !has_its_keys(h) ?
	    "the seat does not get the keys that the host says" :
	    NULL;
}

/* ---- orders -------------------------------------------------------------------------------------- */

/* Returns the seat whose order begins with this event; SEAT_NONE if unknown. */
static uint8_t
sender_of(const struct events *ev)
{
	const struct event *e = ev->n > 0 ? &ev->at[0] : NULL;

	if (e == NULL)
		return SEAT_NONE;
	switch (e->kind) {
	case EVENT_PLACED:
	case EVENT_PLAYED:
	case EVENT_DISCARDED:
	case EVENT_NUGGET:
	case EVENT_RESIGNED:
	case EVENT_AGREED:
	case EVENT_DISAGREED:
		return e->seat;
	default: /* the event may be about another seat */
		return SEAT_NONE;
	}
}

/* Returns the seat that sent the order, ignoring say:. */
static uint8_t
sender(const struct check *h)
{
	if (h->main != NULL)
		return h->main->kind == NOTE_QUEUED ? SEAT_NONE : h->main->seat;
	return sender_of(&h->events->ev);
}

uint8_t
verifier_sender(const struct digest_events *events)
{
	for (unsigned i = 0; i < events->notes.n; i++) {
		const struct note *note = &events->notes.at[i];

		if (note->seat != SEAT_NONE && note->kind != NOTE_LATE && note->kind != NOTE_AWAY &&
		    note->kind != NOTE_SKIPPED)
			return note->seat;
	}
	return sender_of(&events->ev);
}

/* Checks a share of the joint deal. */
static const char *
check_share(const struct check *h)
{
	const struct note *share = h->main;
	const uint16_t all = (uint16_t)((1u << h->d->names.n) - 1);
	const uint16_t joined = verifier_joined(h->d), confirmed = verifier_confirmed(h->d);
	bool joins = share != NULL && share->kind == NOTE_JOINED, closes;
	unsigned bit;

	if (share == NULL || (!joins && share->kind != NOTE_CONFIRMED))
		return "nobody joins or confirms in it";
	bit = 1u << share->seat;
	if (((joins ? joined : confirmed) & bit) == 0 || h->d->seat_sign[share->seat][0] == '\0')
		return "a seat is said to have joined or confirmed, and its share is missing";
	if (h->before &&
	    (((unsigned)joined ^ h->j->joined) != (joins ? bit : 0) ||
		((unsigned)confirmed ^ h->j->confirmed) != (joins ? 0 : bit)))
		return "another seat joins or confirms than it says";
	closes = (joins ? joined : confirmed) == all;
	if (closes != (h->end != NULL) ||
	    (closes && h->end->kind != (joins ? NOTE_ALL_JOINED : NOTE_ALL_CONFIRMED)) ||
	    (h->d->dealing == DIGEST_DEALING_OPEN) != (joins || !closes))
		return "it does not say whether all have joined or confirmed";
	return NULL;
}

/* Checks votes on an undo request. undo_request_check checks the rest. */
static const char *
check_undo_vote(const struct check *h)
{
	const struct undo_request *now = &h->d->undo_request, *was = &h->j->undo_request;
	const struct note *vote = h->main != NULL && h->main->kind == NOTE_VOTED_UNDO ? h->main :
											NULL;
	unsigned bit = vote != NULL ? 1u << vote->seat : 0;
	unsigned cast = 0;

	if (vote != NULL &&
	    (now->n == 0 || now->to != vote->n || ((vote->yes ? now->yes : now->no) & bit) == 0))
		return "a vote on going back is not counted";
	if (h->before && now->n > 0 && was->n == now->n)
		cast = ((unsigned)now->yes & ~(unsigned)was->yes) |
		    ((unsigned)now->no & ~(unsigned)was->no);
	return (cast & ~bit) != 0 ? "a vote on going back is counted that nobody gave" : NULL;
}

/* Drops the votes of a seat that goes into custody or out of it. */
static void
drop_vote(const struct check *h, struct new_key *key)
{
	const uint8_t seat = h->act != NULL ? host_action_replaces(h->act, &h->d->names) :
					      SEAT_NONE;
	const unsigned custody = h->d->custody | (h->before ? h->j->custody : 0u);

	if (seat == SEAT_NONE || (custody >> seat & 1u) == 0)
		return;
	key->yes = (uint16_t)(key->yes & ~(1u << seat));
	key->no = (uint16_t)(key->no & ~(1u << seat));
}

/* Computes the new state of the keys of seat i. */
static void
want_key(const struct check *h, unsigned i, struct new_key *key, bool *confirms)
{
	const struct new_key *now = &h->d->new_keys.of[i];
	const struct note *m = h->main;
	unsigned bit;

	if (h->act != NULL && h->act->kind == HOST_ACTION_REPLACE &&
	    strcmp(h->act->seat, h->d->names.seat[i]) == 0 &&
	    h->d->dealing != DIGEST_DEALING_OPEN) {
		*key = (struct new_key){ .is_new = true,
			.n = verifier_fills_seat(h->act) ? 0 : h->d->n };
		memcpy(key->sign, h->act->sign, sizeof key->sign);
		memcpy(key->age, h->act->age, sizeof key->age);
	} else if (m != NULL && m->kind == NOTE_ROTATED && m->seat == i) {
		key->is_new = true;
		memcpy(key->sign, now->sign, sizeof key->sign);
		memcpy(key->age, now->age, sizeof key->age);
	} else if (m != NULL && m->kind == NOTE_VOTED_KEYS && m->of == i && key->n > 0) {
		bit = 1u << m->seat;
		key->yes = (uint16_t)(m->yes ? key->yes | bit : key->yes & ~bit);
		key->no = (uint16_t)(m->yes ? key->no & ~bit : key->no | bit);
		*confirms = new_keys_confirmed(key->yes, h->d->names.n, i,
		    new_keys_custody(&h->d->new_keys, h->d->custody), h->d->bots);
		if (*confirms)
			*key = (struct new_key){ .is_new = false };
	}
}

static bool
same_key(const struct new_key *a, const struct new_key *b)
{
	return a->is_new == b->is_new && a->n == b->n && a->yes == b->yes && a->no == b->no &&
	    strcmp(a->sign, b->sign) == 0 && strcmp(a->age, b->age) == 0;
}

/* A vote on keys must be about new keys, and must say whether it confirms them. */
static const char *
check_key_vote(const struct check *h, bool confirms)
{
	const struct note *vote = h->main;
	bool said = h->end != NULL && h->end->kind == NOTE_KEYS_CONFIRMED;
	bool waits;

	if (vote == NULL || vote->kind != NOTE_VOTED_KEYS)
		return NULL;
	waits = h->d->new_keys.of[vote->of].n > 0;
	if (h->before ? h->j->new_keys.of[vote->of].n == 0 : !said && !waits)
		return "a vote on keys that are not new";
	return (h->before && confirms != said) || said == waits ?
	    "it does not say whether new keys are confirmed" :
	    NULL;
}

/* Checks new keys and the votes on them. */
static const char *
check_keys(const struct check *h)
{
	bool confirms = false;

	for (unsigned i = 0; i < h->d->names.n; i++) {
		const struct new_key *now = &h->d->new_keys.of[i];
		struct new_key key = h->before ? h->j->new_keys.of[i] : *now;

		/* Keys that a seat has changed itself are listed once. */
		if (key.n == 0)
			key = (struct new_key){ .is_new = false };
		drop_vote(h, &key);
		want_key(h, i, &key, &confirms);
		if (!same_key(&key, now))
			return "keys are new, or votes on them counted, and it does not say so";
	}
	return check_key_vote(h, confirms);
}

/* Assigns the notes of an order; false if an order cannot have them. */
static bool
takes_notes(struct check *h)
{
	const struct notes *notes = &h->events->notes;
	unsigned at = 0;

	if (notes->n > 0 && notes->at[0].kind == NOTE_SAID)
		h->said = &notes->at[at++];
	if (at < notes->n)
		h->main = &notes->at[at++];
	if (at < notes->n)
		h->end = &notes->at[at++];
	if (at < notes->n)
		return false;
	if (h->main == NULL)
		return true;
	switch (h->main->kind) {
	case NOTE_JOINED:
	case NOTE_CONFIRMED:
		return h->d->has_seats;
	case NOTE_QUEUED:
	case NOTE_ABSENT:
	case NOTE_LEAVES:
	case NOTE_STAYS:
	case NOTE_ROTATED:
	case NOTE_VOTED_UNDO:
	case NOTE_VOTED:
		return h->end == NULL && h->events->ev.n == 0;
	case NOTE_VOTED_KEYS:
		return h->events->ev.n == 0 &&
		    (h->end == NULL ||
			(h->end->kind == NOTE_KEYS_CONFIRMED && h->end->seat == h->main->of));
	default: /* a note of the host */
		return false;
	}
}

/* Keys from the host that nobody has confirmed might be the host's own: their seat has no vote, nor
 * leaves. */
static bool
is_confirmed(const struct check *h)
{
	const struct note *m = h->main;

	if (m == NULL)
		return true;
	switch (m->kind) {
	case NOTE_VOTED_KEYS:
	case NOTE_VOTED_UNDO:
	case NOTE_VOTED:
	case NOTE_LEAVES:
	case NOTE_STAYS:
		return h->d->new_keys.of[m->seat].n == 0 &&
		    (m->kind != NOTE_VOTED_KEYS || m->of != m->seat);
	default:
		return true;
	}
}

/* A player who stays in place (a walk without steps) has no event, but the turn changes. */
static bool
tells_nothing(const struct check *h)
{
	return h->main == NULL && h->said == NULL && h->events->ev.n == 0 && h->before &&
	    h->j->pub.turn == h->d->pub.known.turn && h->j->pub.phase == h->d->pub.known.phase;
}

static const char *
check_order_notes(struct check *h)
{
	uint8_t seat;

	if (!takes_notes(h))
		return "its notes are not those of an order";
	if (tells_nothing(h))
		return "it takes an order, and tells nothing of it";
	seat = sender(h);
	if (h->said != NULL && seat != SEAT_NONE && h->said->seat != seat)
		return "another seat says something than the one that orders";
	if (!is_confirmed(h))
		return "a seat votes or leaves before its keys are confirmed";
	return h->d->has_seats ? check_share(h) : check_undo_vote(h);
}

const char *
verifier_check_notes(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before)
{
	struct check h = { .j = j, .d = d, .events = events, .act = act, .before = before };
	const char *wrong = d->has_order ? check_order_notes(&h) : check_action_notes(&h);

	return wrong != NULL ? wrong : check_keys(&h);
}
