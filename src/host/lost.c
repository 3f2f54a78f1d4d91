/*
 * Digests that the host has signed and lost.
 *
 * (X1) Only the host's own signature, for this table, stops the table: no other person can invent a
 *      digest.
 * (X2) A digest gives up exactly the one that it names by number and hash.
 */

#include "host/lost.h"

#include "record/digest_sig.h"
#include "store/lost.h"
#include "util/mem.h"
#include "wire/report.h"

int
host_stopped(struct host *h, struct report_stop *stop, struct err *err)
{
	struct store_lost row = { .n = 0 };
	int found = store_get_stop(h->st, &row, err);

	if (found <= 0)
		return found;
	*stop = (struct report_stop){ .n = row.n, .found = row.found };
	hash_text((const struct hash *)row.hash, stop->head);
	return store_count_held(h->st, &stop->held, err) < 0 ? -1 : 1;
}

int
lost_is_stopped(struct host *h, struct err *err)
{
	struct store_lost row;

	return store_get_stop(h->st, &row, err);
}

int
host_stop_fail(const struct report_stop *stop, struct err *err)
{
	(void)err_set(err, ERR_CORRUPT,
	    "the table is stopped: digest %lld with the hash %s went out, and the game file lacks "
	    "it: "
	    "is it from a backup? (orders kept: %lld)",
	    (long long)stop->n, stop->head, (long long)stop->held);
	return err_hint(err,
	    "make it again from a player's digests with adit rebuild, or, if nobody has them, adit "
	    "fsck --accept-history %s",
	    stop->head);
}

int
host_go_on(struct host *h, struct err *err)
{
	struct report_stop stop;
	int stopped = host_stopped(h, &stop, err);

	return stopped > 0 ? host_stop_fail(&stop, err) : stopped;
}

int
lost_hold(struct command *w, const struct parsed_order *in, struct err *err)
{
	struct store_held row = { .seat = w->seat };
	int stored;

	memcpy(row.hash, in->hash.b, sizeof row.hash);
	order_block_text(&in->o.b, &row.block);
	stored = store_put_held(w->h->st, &row, err);
	store_held_release(&row);
	if (stored < 0)
		return -1;
	if (stored == 0)
		return err_set(err, ERR_STALE,
		    "the table is stopped, and %d orders of %s are kept: send this one again when "
		    "it "
		    "goes on",
		    STORE_HELD_MAX, in->o.b.seat);
	w->r->held = true;
	w->r->n = w->r->first_n = w->r->own_n = -1;
	return 0;
}

/* (X1) Returns 1 if the order proves that digest *row exists, the file lacks it, and it is not
 *      given up. */
static int
proves_lost(
    struct command *w, const struct parsed_order *in, struct store_lost *row, struct err *err)
{
	const struct order_block *b = &in->o.b;
	struct store_lost given;
	struct err why = ERR_INIT;
	struct hash head;
	struct minisign_sig sig;
	int64_t n;
	int found;

	*row = (struct store_lost){ .n = b->head_n, .found = w->now, .given = -1 };
	memcpy(row->hash, b->head, sizeof row->hash);
	if (!b->has_head_sig)
		return 0;
	memcpy(head.b, b->head, sizeof head.b);
	memcpy(sig.b, b->head_sig, sizeof sig.b);
	found = host_find(w->h, b->head, &n, err);
	if (found == 0)
		found = store_find_lost(w->h->st, b->head, &given, err);
	if (found != 0)
		return found < 0 ? -1 : 0;
	return digest_attest(&w->t.host, w->t.game, b->head_n, &head, &w->t.zero, &sig, &why) == 0;
}

int
lost_found(struct command *w, const struct parsed_order *in, struct err *err)
{
	struct store_lost row;
	int found = proves_lost(w, in, &row, err);

	if (found <= 0)
		return found;
	return store_put_lost(w->h->st, &row, err) < 0 || lost_hold(w, in, err) < 0 ? -1 : 1;
}

int
lost_stop(struct command *w, const void *what, struct err *err)
{
	const struct parsed_order *in = what;
	struct store_lost row;
	int found = strcmp(in->o.b.game, w->t.game) == 0 ? proves_lost(w, in, &row, err) : 0;

	if (found == 0)
		(void)err_set(err, ERR_STALE, "it proves nothing");
	if (found <= 0 || store_put_lost(w->h->st, &row, err) < 0)
		return -1;
	w->r->held = true;
	w->r->n = w->r->first_n = w->r->own_n = -1;
	return 0;
}

int
lost_head(const struct command *w, const struct order_block *b, struct err *err)
{
	struct store_lost row = { .n = 0 };
	int found = store_find_lost(w->h->st, b->head, &row, err);

	if (found < 0)
		return -1;
	if (found > 0) {
		(void)err_set(err, ERR_STALE,
		    "the order acts on a digest %lld that the host has lost, and given up in "
		    "digest "
		    "%lld",
		    (long long)row.n, (long long)row.given);
		return err_hint(err, "read the newest digest and sign again");
	}
	(void)err_set(err, ERR_STALE, "the order's head is no digest of game %s", w->t.game);
	return err_hint(err,
	    "read the newest digest and sign again; if that is the newest, send it to the host");
}

int
lost_accept(struct command *w, const void *what, struct err *err)
{
	struct host_action act = *(const struct host_action *)what;
	struct store_lost row = { .n = 0 };
	char head[HASH_TEXT + 1];
	int found = store_get_stop(w->h->st, &row, err);

	if (found < 0)
		return -1;
	if (found == 0)
		return err_set(
		    err, ERR_STALE, "the table is not stopped: there is nothing to give up");
	if (!seal_equal(row.hash, act.lost, sizeof act.lost)) {
		hash_text((const struct hash *)row.hash, head);
		(void)err_set(err, ERR_NOT_FOUND, "the table is stopped by another digest");
		return err_hint(err, "it is digest %lld with the hash %s", (long long)row.n, head);
	}
	act.to = row.n;
	return command_exec_lost(w, &act, err);
}

/* (X2) */
int
command_exec_lost(struct command *w, const void *what, struct err *err)
{
	const struct host_action *act = what;
	struct digest_cause cause = { .has_order = false };
	struct store_lost row = { .n = act->to, .found = w->now, .given = w->hs.n + 1 };
	int64_t n;
	const int found = host_find(w->h, act->lost, &n, err);

	memcpy(row.hash, act->lost, sizeof row.hash);
	if (found > 0)
		return err_set(err, ERR_CORRUPT, "digest %lld, which it gives up, is here",
		    (long long)act->to);
	note_add(&cause.notes, (struct note){ .kind = NOTE_LOST, .n = act->to });
	if (found < 0 || store_put_lost(w->h->st, &row, err) < 0)
		return -1;
	return command_add_act(w, act, &cause, err);
}

/* ---- held orders ------------------------------------------------------------------------------- */

int
host_held(struct host *h, int64_t *id, struct parsed_order *order, struct err *err)
{
	struct store_held row = { .id = 0 };
	struct err why = ERR_INIT;
	size_t at = 0;
	int found = store_next_held(h->st, *id, &row, err);

	if (found <= 0)
		return found;
	*id = row.id;
	if (order_block_next(buf_cstr(&row.block), row.block.n, &at, &order->o.b, &why) < 1 ||
	    parsed_order_from_mail(order, &why) < 0 ||
	    !seal_equal(order->hash.b, row.hash, sizeof row.hash))
		found = err_set(err, ERR_CORRUPT, "an order that is kept is damaged");
	store_held_release(&row);
	return found;
}

int
host_held_drop(struct host *h, int64_t id, struct err *err)
{
	int result;

	if (store_begin(h->st, err) < 0)
		return -1;
	result = store_drop_held(h->st, id, err);
	if (result == 0)
		return store_commit(h->st, err);
	store_rollback(h->st);
	return -1;
}
