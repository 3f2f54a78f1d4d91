/*
 * The live host: it has its secret and its key, and a command of its is one transaction.
 *
 * (L1) what depends on nothing that is locked comes before BEGIN IMMEDIATE: an order is parsed, hashed
 *      and verified; the key it was verified with is compared again inside
 * (L2) what is made depends on what is locked: load, decide, make, seal and store inside
 */

#include "host/fold.h"
#include "host/join.h"
#include "host/vote.h"
#include "util/mem.h"

/* ---- the press ------------------------------------------------------------------------------------- */

struct live {
	struct press press; /* first */
	struct host *h;
};

static int
go_back(struct press *p, int64_t to, struct host_state *then, struct err *err)
{
	const struct live *live = (struct live *)p;

	return fold_state(live->h, to, then, err);
}

static struct live
live_press(struct host *h, const struct secret *key)
{
	return (struct live){ .h = h,
		.press = { .host = key->pub,
		    .key = key,
		    .opens = true,
		    .dice = press_dice,
		    .print = digest_make,
		    .views = press_views,
		    .box = press_box,
		    .close = press_close,
		    .file = press_file,
		    .back = go_back } };
}

/* ---- the transaction ------------------------------------------------------------------------------- */

/* Time does not run backwards in a game, though a clock may be put back. */
static int
not_before(const struct work *w, int64_t *now, struct err *err)
{
	struct store_digest last = { .n = 0 };

	if (store_find_digest(w->h->st, w->hs.head, &last, err) < 0)
		return -1;
	if (*now < last.time)
		*now = last.time;
	store_digest_release(&last);
	return 0;
}

struct drop {
	struct store *st;
	int64_t upto;
};

static int
drop_one(void *arg, int64_t n, struct err *err)
{
	const struct drop *d = arg;

	return n <= d->upto ? store_outbox_drop(d->st, n, err) : 0;
}

int
host_delivered(struct host *h, int64_t n, struct err *err)
{
	struct drop drop = { h->st, n };
	int result;

	if (store_begin(h->st, err) < 0)
		return -1;
	result = store_outbox_each(h->st, drop_one, &drop, err);
	if (result == 0)
		result = store_commit(h->st, err);
	else
		store_rollback(h->st);
	return result;
}

/* One command.  delivered: as host_apply. */
static int
run(struct host *h, const struct secret *key, decision *decide, const void *what, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct live live = live_press(h, key);
	struct drop drop = { h->st, delivered };
	struct work *w;
	int result;

	/* Nobody is kept waiting while a passphrase is asked for. */
	if (secret_need(key, SECRET_SIGN, err) < 0 || store_begin(h->st, err) < 0)
		return -1;
	w = work_new(h, &live.press);
	result = decide == decide_new ? 0 : work_load(w, err);
	if (result == 0 && decide != decide_new)
		result = not_before(w, &now, err);
	if (result == 0)
		result = vote_run(w, decide, what, now, r, err);
	if (result == 0 && delivered >= 0 && !r->repeated)
		result = store_outbox_each(h->st, drop_one, &drop, err);
	if (result < 0 || r->repeated)
		store_rollback(h->st);
	else
		result = store_commit(h->st, err);
	if (result < 0)
		host_result_release(r);
	work_free(w);
	return result;
}

/* ---- commands ---------------------------------------------------------------------------------------- */

/* "vote end yes" is no vote on anybody's keys; in older games it may be. */
static int
check_names(const struct names *names, struct err *err)
{
	for (unsigned i = 0; i < names->n; i++)
		if (vote_is_word(names->seat[i]))
			return err_set(err, ERR_USAGE,
			    "\"%s\" is a word of the order language and cannot name a seat",
			    names->seat[i]);
	return 0;
}

int
host_new_game(struct host *h, const struct secret *key, const struct host_new *a,
    struct buf *digest, struct err *err)
{
	struct host_result r = { .n = 0 };
	int result = check_names(&a->names, err);

	if (result == 0)
		result = run(h, key, decide_new, a, a->now, -1, &r, err);
	if (result == 0)
		buf_add(digest, r.digest.p, r.digest.n);
	host_result_release(&r);
	return result;
}

struct sender {
	struct sent *sent;
	bool is_seated;
};

static int
find_key(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	struct sender *s = arg;

	(void)err;
	if (seat < SEATS_MAX && strcmp(name, s->sent->in->o.b.seat) == 0)
		s->is_seated = host_card(card, &s->sent->key) == 0;
	return 0;
}

/* (L1) Whatever does not hold is told inside, where it is known for sure. */
static int
verify(struct host *h, struct sent *sent, struct err *err)
{
	const struct order_in *in = sent->in;
	struct sender s = { .sent = sent };
	struct err none = ERR_INIT;
	int known, result = 0;

	if (store_look(h->st, err) < 0)
		return -1;
	known = order_in_known(h, in, err);
	if (known == 0 && !join_is_one(&in->o.b))
		result = store_each_seat(h->st, find_key, &s, err);
	store_rollback(h->st);
	if (known < 0 || result < 0)
		return -1;
	sent->has_key = s.is_seated && order_verify(&in->o, &sent->key, &none) == 0;
	return 0;
}

int
host_apply(struct host *h, const struct secret *key, const struct order_in *order, int64_t now,
    int64_t delivered, const struct host_came *came, struct host_result *r, struct err *err)
{
	struct sent sent = { .in = order, .came = came, .comes = true };

	memset(r, 0, sizeof *r);
	if (verify(h, &sent, err) < 0)
		return -1;
	return run(h, key, decide_order, &sent, now, delivered, r, err);
}

/* What the host does itself, for a reason, or (NULL) none. */
static int
run_act(struct host *h, const struct secret *key, decision *decide, struct act *act,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	memset(r, 0, sizeof *r);
	if (reason != NULL && reason_make(reason, act->reason, err) < 0)
		return -1;
	return run(h, key, decide, act, now, delivered, r, err);
}

int
host_undo(struct host *h, const struct secret *key, int64_t to, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct act act = { .kind = ACT_UNDO, .to = to };

	return run_act(h, key, decide_undo, &act, reason, now, delivered, r, err);
}

int
host_withdraw(struct host *h, const struct secret *key, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct act act = { .kind = ACT_WITHDRAW };

	return run_act(h, key, decide_withdraw, &act, reason, now, delivered, r, err);
}

int
host_restart(struct host *h, const struct secret *key, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct act act = { .kind = ACT_RESTART };

	return run_act(h, key, decide_restart, &act, reason, now, delivered, r, err);
}

int
host_late(struct host *h, const struct secret *key, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err)
{
	memset(r, 0, sizeof *r);
	return run(h, key, decide_due, NULL, now, delivered, r, err);
}

int
host_replace(struct host *h, const struct secret *key, const char *seat, const struct pubkey *card,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct act act = { .kind = ACT_REPLACE };

	memset(r, 0, sizeof *r);
	if (strlen(seat) > NAME_MAX_LEN)
		return err_set(err, ERR_NOT_FOUND, "no seat has a name as long as that");
	memcpy(act.seat, seat, strlen(seat) + 1);
	pubkey_sign_text(card, act.sign);
	pubkey_box_text(card, act.age);
	return run_act(h, key, decide_replace, &act, reason, now, delivered, r, err);
}
