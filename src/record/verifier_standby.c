/*
 * Checks the waiting list, leaving and assigned seats, by public facts.
 *
 * (B1) Joining or leaving the list is signed by the person's key, and the digest with the change
 *      has the signature.
 * (B2) The rest follows from digest 0, the previous digest and this one: the host uses the same
 *      function (wire/standby.h).
 */

#include "record/verifier_standby.h"

#include <string.h>

#include "record/order.h"
#include "record/verifier_votes.h"
#include "seal/minisign.h"
#include "wire/order_block.h"
#include "wire/standby.h"

bool
verifier_fills_seat(const struct host_action *act)
{
	return act != NULL && act->kind == HOST_ACTION_REPLACE && act->by[0] != '\0';
}

/* True if something else comes first: the rest of a turn, or votes. */
static bool
must_wait(const struct verifier *j)
{
	return verifier_goes_on(j) || undo_request_blocks_play(&j->undo_request) ||
	    verifier_due_proposal(j) != NULL;
}

uint8_t
verifier_free_seat(const struct verifier *j)
{
	return must_wait(j) ? SEAT_NONE :
			      standby_free_seat(&j->clock, &j->people, &j->pub, j->time);
}

static bool
is_list_change(const struct host_action *act)
{
	return act->kind == HOST_ACTION_STANDBY || act->kind == HOST_ACTION_STANDBY_NO;
}

/* (B1) */
static bool
is_proven(const struct digest *d, const struct host_action *act)
{
	struct pubkey card;
	struct minisign_sig sig;
	struct buf text = BUF_INIT, comment = BUF_INIT;
	struct err none = ERR_INIT;
	char seat[STANDBY_PROOF_MAX];
	bool is = false;

	memset(&card, 0, sizeof card);
	if (pubkey_sign_parse(act->sign, strlen(act->sign), &card) < 0 ||
	    pubkey_box_parse(act->age, strlen(act->age), &card) < 0)
		return false;
	standby_proof_seat(act->kind == HOST_ACTION_STANDBY_NO ? act->to : 0, seat);
	keys_proof_text(d->game, seat, &card, &text);
	keys_proof_comment(d->game, seat, &comment);
	memcpy(sig.b, act->proof, sizeof sig.b);
	is = minisign_verify(&card, text.p, text.n, comment.p, &sig, &none) == 0;
	buf_release(&text);
	buf_release(&comment);
	return is;
}

/* Checks that a seat is given to a standby exactly when it is free. */
static const char *
check_seat_given(const struct verifier *j, const struct digest *d, const struct host_action *act)
{
	const uint8_t must = verifier_free_seat(j);
	const struct proposal *carried = verifier_due_proposal(j);
	const uint8_t seat = verifier_fills_seat(act) ? host_action_replaces(act, &d->names) :
							SEAT_NONE;

	if (must != SEAT_NONE && (seat != must || d->time != j->time))
		return "a seat that is free is not given to who waits";
	if (!verifier_fills_seat(act) || must != SEAT_NONE)
		return NULL;
	if (j->people.n_standby == 0)
		return "a seat is given to who does not wait";
	if (carried != NULL) /* verifier_check_votes checks which seat that is */
		return carried->on.kind == VOTE_REPLACE ? NULL : "a seat is given before its time";
	return must_wait(j) || seat == SEAT_NONE ||
		standby_free_seat(&j->clock, &j->people, &j->pub, d->time) != seat ?
	    "a seat is given to who waits, and is not free" :
	    NULL;
}

static const char *
check_action(const struct verifier *j, const struct digest *d, const struct host_action *act)
{
	const struct standby *first = &j->people.standby[0];

	if ((is_list_change(act) || act->kind == HOST_ACTION_DROP) &&
	    d->pub.known.phase == PHASE_OVER)
		return "somebody waits for a seat, or no more, when the game is over";
	if ((act->kind == HOST_ACTION_STANDBY_NO || act->kind == HOST_ACTION_DROP) &&
	    standby_since(&j->people, act->sign, act->age, act->to) < 0)
		return "somebody waits for a seat no more who does not wait";
	if (act->kind == HOST_ACTION_STANDBY &&
	    standby_check(&j->clock, &j->people, act->sign, act->age) != NULL)
		return "somebody waits for a seat who cannot";
	return verifier_fills_seat(act) &&
		(strcmp(first->sign, act->sign) != 0 || strcmp(first->age, act->age) != 0) ?
	    "another gets the seat than who has waited first" :
	    NULL;
}

/* Appends the related lines of people:. */
static void
lists_text(const struct names *names, const struct people *p, struct buf *out)
{
	struct people only = { .began = -1, .n_standby = p->n_standby };

	memcpy(only.standby, p->standby, sizeof only.standby);
	memcpy(only.leaving, p->leaving, sizeof only.leaving);
	memcpy(only.gone, p->gone, sizeof only.gone);
	people_text(&only, names, out);
}

static bool
same_lists(const struct names *names, const struct people *a, const struct people *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	bool same;

	lists_text(names, a, &x);
	lists_text(names, b, &y);
	same = x.n == y.n && memcmp(x.p, y.p, x.n) == 0;
	buf_release(&x);
	buf_release(&y);
	return same;
}

/* (B2) */
static const char *
check_list(const struct verifier *j, const struct digest *d, const struct digest_events *events,
    const struct host_action *act)
{
	const struct note *leaves = note_find(&events->notes, NOTE_LEAVES);
	const struct note *stays = note_find(&events->notes, NOTE_STAYS);
	const struct standby_step step = { .n = d->n,
		.time = d->time,
		.now = &d->pub.known,
		.clock = &j->clock,
		.act = act,
		.replaced = act != NULL ? host_action_replaces(act, &d->names) : SEAT_NONE,
		.say = leaves != NULL ? leaves : stays };
	struct people want = j->people;

	if (step.say != NULL &&
	    (!time_control_has_standby(&j->clock) ||
		(want.leaving[step.say->seat] > 0) == (leaves != NULL) ||
		(leaves != NULL && standby_is_last(&want, &j->pub, leaves->seat))))
		return "a seat leaves or stays that cannot";
	memcpy(want.missed, d->people.missed, sizeof want.missed);
	standby_update(&want, &step);
	return same_lists(&d->names, &want, &d->people) ?
	    NULL :
	    "who waits, leaves or is away for long is left out, invented or changed";
}

const char *
verifier_check_standby(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before)
{
	static const struct people nobody;
	const char *wrong;

	if (d->n == 0)
		return same_lists(&d->names, &nobody, &d->people) ?
		    NULL :
		    "somebody waits before there was a table";
	if (act != NULL && is_list_change(act) && !is_proven(d, act))
		return act->kind == HOST_ACTION_STANDBY ?
		    "somebody is said to wait for a seat who has not signed that" :
		    "somebody is said to wait no more who has not signed that";
	if (!before || !j->has_clock)
		return NULL;
	wrong = check_seat_given(j, d, act);
	if (wrong == NULL && act != NULL)
		wrong = check_action(j, d, act);
	return wrong != NULL ? wrong : check_list(j, d, events, act);
}
