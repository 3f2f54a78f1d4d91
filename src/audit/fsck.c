/* Checks a game file: re-executes everything into a store in memory and compares the two stores
 * row by row. */

#include "player/player.h"
#include "audit/game_file.h"
#include "audit/replay.h"
#include "host/rows.h"
#include "util/mem.h"

static const char rebuild_hint[] = "make the file again from the digests with `adit rebuild`";

static int
report_difference(struct err *err, const char *what)
{
	(void)err_set(err, ERR_AUTH, "%s is not what the orders make", what);
	return err_hint(err, "%s", rebuild_hint);
}

static bool
same_buf(const struct buf *a, const struct buf *b)
{
	return a->n == b->n && memcmp(buf_cstr(a), buf_cstr(b), a->n) == 0;
}

static int
compare_game(struct store *st, struct store *made, struct err *err)
{
	struct store_game a = { .id = BUF_INIT }, b = { .id = BUF_INIT };
	int result = store_get_game(st, &a, err);

	if (result == 0)
		result = store_get_game(made, &b, err);
	if (result == 0 &&
	    !(same_buf(&a.id, &b.id) && same_buf(&a.rules, &b.rules) &&
		same_buf(&a.config, &b.config) && same_buf(&a.secret, &b.secret)))
		result = report_difference(err, "the game row");
	store_game_release(&a);
	store_game_release(&b);
	return result;
}

static int
add_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	(void)err;
	buf_fmt(arg, "%u %s\n%s", seat, name, card);
	return 0;
}

static int
compare_seats(struct store *st, struct store *made, struct err *err)
{
	struct buf a = BUF_INIT, b = BUF_INIT;
	int result = store_each_seat(st, add_seat, &a, err);

	if (result == 0)
		result = store_each_seat(made, add_seat, &b, err);
	if (result == 0 && !same_buf(&a, &b))
		result = report_difference(err, "the table of seats");
	buf_release(&a);
	buf_release(&b);
	return result;
}

static int
compare_digest(struct store *st, struct store *made, int64_t n, struct err *err)
{
	struct store_digest a = { .n = 0 }, b = { .n = 0 };
	int result = store_get_digest(st, n, &a, err);
	char what[64];

	if (result == 0)
		result = store_get_digest(made, n, &b, err);
	(void)snprintf(what, sizeof what, "the row of digest %lld", (long long)n);
	if (result == 0 &&
	    !(memcmp(a.hash, b.hash, sizeof a.hash) == 0 && a.time == b.time && a.turn == b.turn &&
		same_buf(&a.text, &b.text) && same_buf(&a.events, &b.events)))
		result = report_difference(err, what);
	store_digest_release(&a);
	store_digest_release(&b);
	return result;
}

static bool
same_order(const struct store_order *a, const struct store_order *b)
{
	return a->n == b->n && memcmp(a->hash, b->hash, sizeof a->hash) == 0 &&
	    a->seat == b->seat && a->turn == b->turn && a->seq == b->seq &&
	    same_buf(&a->text, &b->text) && memcmp(a->sig, b->sig, sizeof a->sig) == 0;
}

/* Compares one order in both stores. `find` finds it by digest or by seat. Returns 1, 0 if it is in
 * neither, or -1. */
static int
compare_order(int (*find)(struct store *st, int64_t key, struct store_order *o, struct err *err),
    struct store *st, struct store *made, int64_t key, const char *what, struct err *err)
{
	struct store_order a = { .n = 0 }, b = { .n = 0 };
	int found = find(st, key, &a, err), result = -1;

	if (found >= 0)
		result = find(made, key, &b, err);
	if (result >= 0 && (found != result || (found > 0 && !same_order(&a, &b))))
		result = report_difference(err, what);
	store_order_release(&a);
	store_order_release(&b);
	return result;
}

/* Finds a queued order of seat key / STORE_QUEUE_COUNT. */
static int
find_queued(struct store *st, int64_t key, struct store_order *o, struct err *err)
{
	return store_find_queued(st, (enum store_queue)(key % STORE_QUEUE_COUNT),
	    (unsigned)(key / STORE_QUEUE_COUNT), o, err);
}

static int
compare_orders(struct store *st, struct store *made, struct audit_checked *out, struct err *err)
{
	char what[64];
	int found;

	for (int64_t n = 0; n < out->digests; n++) {
		(void)snprintf(
		    what, sizeof what, "the row of the order of digest %lld", (long long)n);
		if (compare_digest(st, made, n, err) < 0)
			return -1;
		found = compare_order(store_find_cause, st, made, n, what, err);
		if (found < 0)
			return -1;
		out->orders += found;
	}
	for (unsigned key = 0; key < STORE_QUEUE_COUNT * SEATS_MAX; key++) {
		(void)snprintf(
		    what, sizeof what, "the stored order of seat %u", key / STORE_QUEUE_COUNT);
		found = compare_order(find_queued, st, made, key, what, err);
		if (found < 0)
			return -1;
		out->queued += found;
	}
	return 0;
}

static int
compare_state(struct store *st, struct store *made, struct err *err)
{
	struct store_state a = { .n = 0 }, b = { .n = 0 };
	int result = store_get_state(st, &a, err);

	if (result == 0)
		result = store_get_state(made, &b, err);
	if (result == 0 &&
	    (a.n != b.n || memcmp(a.hash, b.hash, sizeof a.hash) != 0 ||
		!same_buf(&a.bytes, &b.bytes)))
		result = report_difference(err, "the state");
	store_state_release(&a);
	store_state_release(&b);
	return result;
}

static int
count_row(void *arg, int64_t n, struct err *err)
{
	int64_t *counted = arg;

	(void)n;
	(void)err;
	(*counted)++;
	return 0;
}

static int
stored_order(void *arg, int64_t n, struct parsed_order *order, struct err *err)
{
	const struct host *h = arg;

	return rows_get_cause(h->st, n, order, err);
}

/* Re-executes and compares. */
static int
check(struct host *h, const struct seckey *host, struct transcript *tr, struct audit_checked *out,
    struct err *err)
{
	struct store_game game = { .id = BUF_INIT };
	struct audit_replay r;
	int result = store_get_game(h->st, &game, err);

	audit_replay_init(&r, tr, host, h->games);
	r.order = stored_order;
	r.arg = h;
	if (result == 0)
		result = store_open_memory(&r.reexec.file.st, err);
	if (result == 0) {
		memcpy(r.s, game.secret.p, SECRET_BYTES);
		r.host_key = buf_cstr(&game.host_key);
		out->digests = tr->n;
		memcpy(out->game, tr->game, sizeof out->game);
		result = audit_replay_run(&r, tr->n - 1, err);
		if (result < 0)
			(void)audit_replay_blame(&r, err);
	}
	if (result == 0 && r.n != tr->n)
		result = err_set(err, ERR_CORRUPT,
		    "digest %lld, which a stored order makes, is missing", (long long)tr->n);
	if (result == 0 &&
	    (compare_game(h->st, r.reexec.file.st, err) < 0 ||
		compare_seats(h->st, r.reexec.file.st, err) < 0 ||
		compare_orders(h->st, r.reexec.file.st, out, err) < 0 ||
		compare_state(h->st, r.reexec.file.st, err) < 0 ||
		store_outbox_each(h->st, count_row, &out->undelivered, err) < 0))
		result = -1;
	store_close(r.reexec.file.st);
	store_game_release(&game);
	audit_replay_release(&r);
	return result;
}

int
audit_fsck(struct host *h, const struct seckey *host, struct audit_checked *out, struct err *err)
{
	struct transcript tr;
	int result;

	memset(out, 0, sizeof *out);
	if ((host != NULL && seckey_unlock(host, SECRET_SIGN, err) < 0) ||
	    store_begin(h->st, err) < 0)
		return -1;
	result = store_check(h->st, err);
	if (result == 0)
		result = audit_replay_load(h, host != NULL ? &host->pub : NULL, &tr, err);
	if (result == 0) {
		result = check(h, host, &tr, out, err);
		transcript_release(&tr);
	}
	store_rollback(h->st);
	if (result == 0 || err->code == ERR_BUSY)
		return result;
	err->code = ERR_AUTH;
	/* The store's hint names adit fsck, which is running now; no mail changes a game file. */
	if (strstr(err->hint, "adit fsck") != NULL || strcmp(err->hint, TRANSCRIPT_AGAIN) == 0)
		(void)err_hint(err, "%s", rebuild_hint);
	return -1;
}
