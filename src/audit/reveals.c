/*
 * Checks that the host reveals what is due: at the deal, after an undo, at the end of a round and
 * of the game. A withheld value proves nothing wrong by itself. Without this check a violation
 * could stay pending to the end of the round or for ever.
 */

#include <stdlib.h>

#include "audit/internal.h"
#include "host/deal.h"
#include "wire/host_action.h"
#include "text/eventline.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/mem.h"

/* Checks the keys of round r that are due with `item`: all except those that stay secret longer. */
static void
check_round(struct audit_context *w, const struct audit_item *item, unsigned r, unsigned last_epoch,
    bool over)
{
	for (unsigned p = 1; p < RNG_PURPOSES; p++) {
		if (deal_is_withheld(&w->item[0].d->pub.known, p) && !over)
			continue;
		for (unsigned epoch = 0; epoch <= last_epoch; epoch++) {
			uint32_t id = derive_key_id(epoch, r, p);

			if (subkeys_find(&w->keys, id) == NULL)
				audit_note(w, item->n, AUDIT_KEYS, AUDIT_FAIL,
				    "round %u is over, but key %lu is not "
				    "revealed",
				    r, (unsigned long)id);
		}
	}
}

/* ---- at the deal -------------------------------------------------------------------------------- */

static bool
is_revealed(const struct audit_context *w, const struct audit_item *item)
{
	for (size_t i = 0; i < w->n_order; i++)
		if (w->order[i].n == item->n && w->order[i].revealed == item->n)
			return true;
	return false;
}

/* Checks that all keys of an epoch, from this round on, are committed to. */
static void
check_keys(struct audit_context *w, const struct audit_item *item, unsigned epoch, unsigned round)
{
	unsigned rounds = game_rounds(&w->item[0].d->pub.known);

	for (unsigned r = round; r <= rounds; r++) {
		for (unsigned p = 1; p < RNG_PURPOSES; p++) {
			uint32_t id = derive_key_id(epoch, r, p);

			if (subkeys_find(&w->commit, id) != NULL)
				continue;
			audit_note(w, item->n, AUDIT_KEYS, AUDIT_FAIL,
			    "key %lu is not committed to", (unsigned long)id);
			return;
		}
	}
}

static void
check_deal(struct audit_context *w, const struct audit_item *item, enum digest_dealing before)
{
	enum digest_dealing now = item->d->dealing;
	bool deals = before == DIGEST_DEALING_OPEN && now == DIGEST_DEALING_AUDITED;

	if (now != before && !deals)
		audit_note(w, item->n, AUDIT_REPLAY, AUDIT_FAIL, "dealing is %s, but was %s",
		    digest_dealing_name(now), digest_dealing_name(before));
	/* Joins and confirmations are not secret. */
	if (before == DIGEST_DEALING_OPEN && item->d->has_order && !is_revealed(w, item))
		audit_note(w, item->n, AUDIT_ORDER, AUDIT_FAIL, "its order is not revealed in it");
	if (deals)
		check_keys(w, item, 0, 1);
	if (now == DIGEST_DEALING_AUDITED && item->t.leaves.n == 0 &&
	    transcript_has_line(&w->tr, item->t.events, "round "))
		audit_note(w, item->n, AUDIT_LEAVES, AUDIT_FAIL,
		    "a round was dealt, but nothing is committed to");
}

/* ---- after an undo --------------------------------------------------------------------------- */

/* True if this digest shows hidden information to a seat. */
static bool
shows(const struct audit_context *w, const struct audit_item *item)
{
	struct lines l = { w->tr.text.p, item->t.events.at + item->t.events.n, item->t.events.at,
		1 };
	struct host_action act;
	struct err none = ERR_INIT;
	const char *p;
	size_t n;

	while (lines_next(&l, &p, &n)) {
		const char *end = n > 2 ? memchr(p + 2, ' ', n - 2) : NULL;

		if (n > 2 && p[2] != ' ' && !noteline_is_one(p + 2, n - 2) &&
		    !event_reveals_nothing(
			event_find(p + 2, end != NULL ? (size_t)(end - p) - 2 : n - 2)))
			return true;
	}
	return host_action_find(w->tr.text.p, &item->t, &act, &none) == 1 &&
	    act.kind == HOST_ACTION_UNDO && act.epoch > 0;
}

/* True if undrawn cards exist. */
static bool
has_pile(const struct audit_context *w, const struct audit_item *item)
{
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	bool has = digest_parse(w->games, w->tr.text.p, &item->t, d, &none) == 0 &&
	    game_deck_left(&d->pub.known) > 0;

	free(d);
	return has;
}

/* Checks an undo. *epoch is the current epoch; it is updated. */
static void
check_undo(struct audit_context *w, const struct audit_item *item, const struct host_action *act,
    unsigned *epoch)
{
	bool shown = false;

	for (int64_t n = act->to + 1; n < item->n; n++)
		shown = shown || shows(w, &w->item[n]);
	if (shown != (act->epoch > 0) || (shown && act->epoch != *epoch + 1)) {
		audit_note(w, item->n, AUDIT_REPLAY, AUDIT_FAIL,
		    shown ? "something hidden was shown since, but it is not shuffled again with "
			    "the next epoch's keys" :
			    "it shuffles, though nothing hidden was shown since");
		return;
	}
	if (!shown)
		return;
	(*epoch)++;
	if (item->d->dealing != DIGEST_DEALING_AUDITED)
		return;
	check_keys(w, item, *epoch, item->d->round);
	if (item->t.leaves.n == 0 && has_pile(w, item))
		audit_note(
		    w, item->n, AUDIT_LEAVES, AUDIT_FAIL, "it shuffles, but commits to nothing");
}

/* Checks the public part of a vote on an undo request. *request is that of the digest before; it
 * is updated. */
static void
check_request_votes(
    struct audit_context *w, const struct audit_item *item, struct undo_request *request)
{
	struct digest *d = mem_new(sizeof *d);
	const struct undo_request before = *request;
	struct err err = ERR_INIT;
	const char *fault = NULL;

	*request = (struct undo_request){ .n = 0 };
	if (digest_parse(w->games, w->tr.text.p, &item->t, d, &err) < 0) {
		audit_note(w, item->n, AUDIT_REPLAY, AUDIT_FAIL, "%s", err.msg);
	} else {
		*request = d->undo_request;
		fault = host_action_check(w->tr.text.p, &item->t, d, &before);
	}
	if (fault != NULL)
		audit_note(w, item->n, AUDIT_REPLAY, AUDIT_FAIL, "%s", fault);
	free(d);
}

/* True if this digest or the one before it has an undo request. */
static bool
has_request_votes(const struct audit_context *w, const struct audit_item *item,
    const struct host_action *act, const struct undo_request *before)
{
	size_t from = item->t.signed_part.at;

	return before->n > 0 || (act != NULL && act->kind != HOST_ACTION_REPLACE) ||
	    lines_section(w->tr.text.p, from, item->t.position.at, "asked:").n > 0;
}

/* ---- entry point ----------------------------------------------------------------------------- */

void
audit_check_reveals(struct audit_context *w)
{
	unsigned epoch = 0, last_epoch[ROUNDS_MAX + 1] = { 0 };
	struct undo_request request = { .n = 0 };

	for (size_t i = 1; i < w->n_item && w->item[0].n == 0 && w->item[i].n == (int64_t)i; i++) {
		const struct audit_item *item = &w->item[i];
		unsigned round = w->item[i - 1].d->round;
		bool over = transcript_has_line(&w->tr, item->t.events, "game-over");
		struct host_action of_host;
		struct err none = ERR_INIT;
		bool acts = host_action_find(w->tr.text.p, &item->t, &of_host, &none) == 1;
		const struct host_action *act = acts ? &of_host : NULL;

		check_deal(w, item, w->item[i - 1].d->dealing);
		if (acts && act->kind == HOST_ACTION_UNDO && act->to < item->n)
			check_undo(w, item, act, &epoch);
		if (has_request_votes(w, item, act, &request))
			check_request_votes(w, item, &request);
		if ((transcript_has_line(&w->tr, item->t.events, "round-end ") || over) &&
		    round >= 1) {
			last_epoch[round] = epoch;
			check_round(w, item, round, epoch, false);
		}
		for (unsigned r = 1; over && r <= round; r++)
			check_round(w, item, r, last_epoch[r], true);
		if (over && !w->has_secret)
			audit_note(w, item->n, AUDIT_SECRET, AUDIT_FAIL,
			    "the game is over, but the secret is not revealed");
	}
}
