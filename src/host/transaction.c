/*
 * The live host: it has its secret and its key, and each of its commands is one transaction.
 *
 * (L1) What does not depend on locked data comes before BEGIN IMMEDIATE: an order is parsed, hashed
 *      and verified. The key that verified it is compared again inside.
 * (L2) What depends on locked data is inside: load, decide, make, encrypt and store.
 * (L3) A vote on an undo request whose time is over ends in a transaction of its own, before the
 *      command. It stays whatever the result of the command. So do missing joins and confirmations
 *      of seats in custody (host/custody.h), and missing turns of bots (host/bots.h).
 * (L4) A bot that has to search long does so after a rollback, and then the command runs again: a
 *      transaction is short, and has the whole command or nothing.
 */

#include "host/bots.h"
#include "host/custody.h"
#include "host/intake.h"
#include "host/join.h"
#include "host/lost.h"
#include "host/operator.h"
#include "host/reexec.h"
#include "host/vote.h"
#include "util/mem.h"

/* ---- the backend ----------------------------------------------------------------------------------- */

struct live {
	struct digest_backend press; /* must be the first member */
	struct host *h;
	struct command *w;
};

static int
go_back(struct digest_backend *p, int64_t to, struct host_state *then, struct err *err)
{
	const struct live *live = (struct live *)p;

	bots_forget(live->w);
	return reexec_state(live->h, to, then, err);
}

static int
play_bot(struct digest_backend *p, struct command *w, struct err *err)
{
	if (bots_due(w) == SEAT_NONE)
		return 0;
	return bots_play(w, p->key, err) < 0 ? -1 : 1;
}

static struct live
live_backend(struct host *h, const struct seckey *key)
{
	return (struct live){ .h = h,
		.press = { .host = key->pub,
		    .key = key,
		    .opens = true,
		    .dice = digest_backend_dice,
		    .print = digest_make,
		    .views = digest_backend_views,
		    .box = digest_backend_box,
		    .close = digest_backend_close,
		    .file = digest_backend_file,
		    .back = go_back,
		    .bot = play_bot } };
}

/* ---- the transaction ------------------------------------------------------------------------------- */

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

struct live_request {
	command_fn *decide;
	const void *what;
};

static int
decide_live(struct command *w, const void *what, struct err *err)
{
	const struct live_request *request = what;
	int result = request->decide(w, request->what, err);

	return result == 0 && !w->r->repeated && !w->r->held ? custody_share(w, err) : result;
}

/* Sets *first to what comes before this command, or NULL, and *now to its time. (L3) */
static int
find_first(const struct command *w, command_fn *decide, const void *what, command_fn **first,
    int64_t *now, struct err *err)
{
	const bool is_over = undo_request_is_over(&w->hs.undo_request, *now);

	*first = NULL;
	if (decide == command_exec_new || decide == command_exec_held || decide == lost_stop ||
	    (!is_over &&
		(decide == lost_accept || (!custody_is_due(w) && bots_due(w) == SEAT_NONE))))
		return 0;
	/* An order that acts on a digest that the file lacks may prove that one is lost: then the
	 * table must stop before it makes another. */
	if (decide == command_exec_order) {
		const struct command_order *sent = what;
		int64_t n;
		const int found = host_find(w->h, sent->in->o.b.head, &n, err);

		if (found <= 0)
			return found;
	}
	if (is_over) {
		*first = command_exec_refuse;
		return 0;
	}
	*now = w->last.time;
	*first = custody_is_due(w) ? custody_exec_share : bots_exec_play;
	return 0;
}

/* A stopped table signs nothing; then an order is held. */
static int
check_stop(struct host *h, command_fn **decide, struct err *err)
{
	int stopped;

	if (*decide == command_exec_new || *decide == lost_accept)
		return 0;
	if (*decide != command_exec_order && *decide != lost_stop)
		return host_go_on(h, err);
	stopped = lost_is_stopped(h, err);
	if (stopped > 0 && *decide == lost_stop)
		return err_set(err, ERR_STALE, "it proves nothing");
	if (stopped > 0)
		*decide = command_exec_held;
	return stopped < 0 ? -1 : 0;
}

/* After a rollback: searches for a bot, with the file unlocked (host/bots.h). Returns 1, or -1. */
static int
think(const struct command *w, struct err *err)
{
	*err = (struct err)ERR_INIT;
	w->h->seen->n = 0; /* digests that nobody has made */
	return bots_think(w, err) < 0 ? -1 : 1;
}

/* Runs one transaction. *waits: something else came first, so this did not run `decide`. Returns 0,
 * 1 if a bot had to search first, so that it did nothing, or -1. */
static int
run_once(struct host *h, const struct seckey *key, command_fn *decide, const void *what,
    int64_t now, int64_t delivered, bool *waits, struct host_result *r, struct err *err)
{
	command_fn *first = NULL;
	struct live live = live_backend(h, key);
	struct drop drop = { h->st, delivered };
	struct live_request request = { NULL, what };
	struct command *w;
	int64_t time;
	int result;

	if (store_begin(h->st, err) < 0)
		return -1;
	live.w = w = command_new(h, &live.press);
	w->bots_left = decide == command_exec_new ? UINT32_MAX : BOTS_ITERATIONS;
	result = decide == command_exec_new ? 0 : command_load(w, err);
	if (result == 0)
		result = check_stop(h, &decide, err);
	request.decide = decide;
	/* The time of digests never decreases, even if the clock is set back. */
	if (now < w->last.time)
		now = w->last.time;
	time = now;
	if (result == 0)
		result = find_first(w, decide, what, &first, &now, err);
	*waits = first != NULL;
	if (result == 0 && (first == NULL || decide == command_exec_due))
		result = operator_record(h, time, err);
	if (result == 0)
		result = first != NULL ? vote_run(w, first, NULL, now, r, err) :
					 vote_run(w, decide_live, &request, now, r, err);
	if (result == 0 && delivered >= 0 && !r->repeated)
		result = store_outbox_each(h->st, drop_one, &drop, err);
	if (result < 0 || r->repeated)
		store_rollback(h->st);
	else
		result = store_commit(h->st, err);
	if (result < 0)
		host_result_release(r);
	if (result < 0 && w->bots_wait)
		result = think(w, err);
	command_free(w);
	return result;
}

/* Runs one command in one transaction, as run_once. */
static int
run_transaction(struct host *h, const struct seckey *key, command_fn *decide, const void *what,
    int64_t now, int64_t delivered, bool *waits, struct host_result *r, struct err *err)
{
	int result;

	do
		result = run_once(h, key, decide, what, now, delivered, waits, r, err);
	while (result > 0);
	return result;
}

/* Prepends the result of an earlier transaction. */
static void
prepend_result(struct host_result *before, struct host_result *r)
{
	buf_add(&before->digest, r->digest.p, r->digest.n);
	buf_release(&r->digest);
	r->digest = before->digest;
	if (r->note.n > 0)
		buf_fmt(&before->note, "; %s", buf_cstr(&r->note));
	buf_release(&r->note);
	r->note = before->note;
	buf_release(&before->json);
	r->first_n = before->first_n;
}

/* Runs one command. delivered: as host_apply. */
static int
run_command(struct host *h, const struct seckey *key, command_fn *decide, const void *what,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_result before;
	bool waits;

	/* Ask for the passphrase before the lock. */
	if (seckey_unlock(key, SECRET_SIGN, err) < 0 ||
	    run_transaction(h, key, decide, what, now, delivered, &waits, r, err) < 0)
		return -1;
	if (!waits || decide == command_exec_due)
		return 0;
	/* (L3) */
	before = *r;
	memset(r, 0, sizeof *r);
	if (run_transaction(h, key, decide, what, now, -1, &waits, r, err) < 0) {
		host_result_release(&before);
		return -1;
	}
	if (r->repeated)
		host_result_release(&before);
	else
		prepend_result(&before, r);
	return 0;
}

/* ---- commands ---------------------------------------------------------------------------------------- */

/* "vote end yes" must not be a vote on the keys of a seat, and the operator is no seat. Older games
 * may have such names. */
static int
check_names(const struct names *names, struct err *err)
{
	for (unsigned i = 0; i < names->n; i++)
		if (vote_is_word(names->seat[i]) || strcmp(names->seat[i], HOST_OPERATOR) == 0)
			return err_set(err, ERR_USAGE,
			    "\"%s\" is a word of the order language or of adit, and cannot name "
			    "a seat",
			    names->seat[i]);
	return 0;
}

int
host_new_game(struct host *h, const struct seckey *key, const struct host_table_params *a,
    struct buf *digest, struct err *err)
{
	struct host_result r = { .n = 0 };
	int result = check_names(&a->names, err);

	if (result == 0)
		result = run_command(h, key, command_exec_new, a, a->now, -1, &r, err);
	if (result == 0)
		buf_add(digest, r.digest.p, r.digest.n);
	host_result_release(&r);
	return result;
}

/* (L1) A failure here is reported inside the transaction, where the keys are current. */
static int
verify(struct host *h, struct command_order *sent, struct err *err)
{
	const struct parsed_order *in = sent->in;
	struct err none = ERR_INIT;
	int result = 0;

	if (join_is_one(&in->o.b))
		return 0;
	if (h->keys == NULL) {
		if (host_read_begin(h, err) < 0)
			return -1;
		result = host_read_keys(h, err);
		host_read_end(h);
	}
	for (unsigned i = 0; i < h->keys->n && result == 0 && !sent->has_key; i++) {
		if (strcmp(h->keys->at[i].name, in->o.b.seat) != 0)
			continue;
		sent->key = h->keys->at[i].key;
		sent->has_key = order_verify(&in->o, &sent->key, &none) == 0;
	}
	return result;
}

void
host_check_lost(struct host *h, const struct seckey *key, const struct parsed_order *order,
    int64_t now, struct err *err)
{
	struct err why = ERR_INIT;
	struct host_result r = { .n = 0 };
	int64_t n;
	int found;

	if (!order->o.b.has_head_sig)
		return;
	found = host_find(h, order->o.b.head, &n, &why);
	/* In most cases the digest is here. */
	if (found > 0)
		return;
	if (found < 0 || run_command(h, key, lost_stop, order, now, -1, &r, &why) < 0) {
		if (intake_is_machine(why.code))
			*err = why;
		return;
	}
	host_result_release(&r);
	(void)err_hint(err, "it acts on a digest that this file lacks: see adit status");
}

int
host_apply(struct host *h, const struct seckey *key, const struct parsed_order *order, int64_t now,
    int64_t delivered, const struct host_mail_origin *came, struct host_result *r, struct err *err)
{
	struct command_order sent = { .in = order, .came = came, .comes = true };

	memset(r, 0, sizeof *r);
	if (verify(h, &sent, err) < 0)
		return -1;
	if (run_command(h, key, command_exec_order, &sent, now, delivered, r, err) == 0)
		return 0;
	/* Perhaps the game file lacks the digest with that key, or with the seat's join. */
	if (err->code == ERR_AUTH || err->code == ERR_STALE)
		host_check_lost(h, key, order, now, err);
	return -1;
}

/* Runs a host action with a reason, or (NULL) none. */
static int
run_act(struct host *h, const struct seckey *key, command_fn *decide, struct host_action *act,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	memset(r, 0, sizeof *r);
	if (reason != NULL && reason_make(reason, act->reason, err) < 0)
		return -1;
	return run_command(h, key, decide, act, now, delivered, r, err);
}

int
host_undo(struct host *h, const struct seckey *key, int64_t to, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_UNDO, .to = to };

	return run_act(h, key, command_exec_undo, &act, reason, now, delivered, r, err);
}

int
host_withdraw(struct host *h, const struct seckey *key, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_WITHDRAW };

	return run_act(h, key, command_exec_withdraw, &act, reason, now, delivered, r, err);
}

int
host_restart(struct host *h, const struct seckey *key, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_RESTART };

	return run_act(h, key, command_exec_restart, &act, reason, now, delivered, r, err);
}

int
host_late(struct host *h, const struct seckey *key, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err)
{
	memset(r, 0, sizeof *r);
	return run_command(h, key, command_exec_due, NULL, now, delivered, r, err);
}

int
host_replace(struct host *h, const struct seckey *key, const char *seat, const struct pubkey *card,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_REPLACE };

	memset(r, 0, sizeof *r);
	if (strlen(seat) > NAME_MAX_LEN)
		return err_set(err, ERR_NOT_FOUND, "no seat has a name as long as that");
	if (pubkey_check_fresh(card, err) < 0)
		return -1;
	memcpy(act.seat, seat, strlen(seat) + 1);
	pubkey_sign_text(card, act.sign);
	pubkey_box_text(card, act.age);
	return run_act(h, key, command_exec_replace, &act, reason, now, delivered, r, err);
}

int
host_give_custody(struct host *h, const struct seckey *key, const char *seat, const char *address,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_give give = { .act = { .kind = HOST_ACTION_REPLACE, .custody = true },
		.address = address };

	memset(r, 0, sizeof *r);
	if (strlen(seat) > NAME_MAX_LEN)
		return err_set(err, ERR_NOT_FOUND, "no seat has a name as long as that");
	memcpy(give.act.seat, seat, strlen(seat) + 1);
	if (reason_make(reason, give.act.reason, err) < 0)
		return -1;
	return run_command(h, key, command_exec_give, &give, now, delivered, r, err);
}

int
host_accept(struct host *h, const struct seckey *key, const struct hash *head, const char *reason,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_LOST };

	memcpy(act.lost, head->b, sizeof act.lost);
	return run_act(h, key, lost_accept, &act, reason, now, delivered, r, err);
}

int
host_drop(struct host *h, const struct seckey *key, int64_t since, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_DROP, .to = since };

	return run_act(h, key, command_exec_drop, &act, reason, now, delivered, r, err);
}
