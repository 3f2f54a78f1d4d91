/* Reads and verifies rows of the game file. */

#include "host/rows.h"

#include "record/transcript.h"
#include "util/lines.h"
#include "util/mem.h"

static int
fail_damaged(struct err *err, const char *what, int64_t n)
{
	char number[24] = "";

	if (n >= 0)
		(void)snprintf(number, sizeof number, " %lld", (long long)n);
	(void)err_set(err, ERR_CORRUPT, "the game file is damaged: %s%s", what, number);
	return err_hint(err, "%s", table_damaged);
}

/* ---- digests and orders ----------------------------------------------------------------------------- */

/* True if these bytes were read before and are cached. */
static bool
is_cached(const struct host *h, const struct store_digest *row, struct digest_layout *t)
{
	for (unsigned i = 0; h->seen != NULL && i < TABLE_DIGESTS_SEEN && i < h->seen->n; i++) {
		const struct store_digest *was = &h->seen->at[i].row;

		if (was->n == row->n && was->text.n == row->text.n &&
		    memcmp(was->hash, row->hash, HASH_BYTES) == 0 &&
		    memcmp(was->text.p, row->text.p, row->text.n) == 0) {
			*t = h->seen->at[i].t;
			return true;
		}
	}
	return false;
}

bool
rows_seen(
    const struct host *h, int64_t n, struct buf *text, struct digest_layout *t, struct hash *hash)
{
	for (unsigned i = 0; h->seen != NULL && i < TABLE_DIGESTS_SEEN && i < h->seen->n; i++) {
		const struct digest_seen *seen = &h->seen->at[i];

		if (seen->row.n == n) {
			buf_add(text, seen->row.text.p, seen->row.text.n);
			memcpy(hash->b, seen->row.hash, HASH_BYTES);
			*t = seen->t;
			return true;
		}
	}
	return false;
}

static void
cache_digest(struct host *h, const struct store_digest *row, const struct digest_layout *t)
{
	struct digest_seen *seen;

	if (h->seen == NULL)
		return;
	seen = &h->seen->at[h->seen->n++ % TABLE_DIGESTS_SEEN];
	store_digest_release(&seen->row);
	*seen = (struct digest_seen){ .row.n = row->n, .t = *t };
	memcpy(seen->row.hash, row->hash, HASH_BYTES);
	buf_add(&seen->row.text, row->text.p, row->text.n);
}

/* True if this is digest n with the hash in its row. */
static bool
is_valid(const struct store_digest *row, struct digest_layout *t)
{
	char host[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct err why = ERR_INIT;
	size_t at = 0;
	int64_t number = -1;

	return digest_next(buf_cstr(&row->text), row->text.n, &at, t, &why) == 1 &&
	    digest_host(row->text.p, t, host, game, &number, &why) == 0 && number == row->n &&
	    seal_equal(digest_hash(row->text.p + t->signed_part.at, t->signed_part.n).b, row->hash,
		HASH_BYTES);
}

int
rows_get_digest(
    struct host *h, int64_t n, struct store_digest *row, struct digest_layout *t, struct err *err)
{
	struct store_digest got = { .n = 0 };

	if (store_get_digest(h->st, n, &got, err) < 0)
		return -1;
	if (!is_cached(h, &got, t)) {
		if (!is_valid(&got, t)) {
			if (digest_check_version(buf_cstr(&got.text), 0, got.text.n, err) == 0)
				(void)fail_damaged(err, "its hash does not fit digest", got.n);
			store_digest_release(&got);
			return -1;
		}
		cache_digest(h, &got, t);
	}
	*row = got;
	return 0;
}

int
rows_read_order(const struct store_order *row, struct parsed_order *in, struct err *err)
{
	const struct order_block *b = &in->o.b;
	struct err why = ERR_INIT;

	if (parsed_order_parse(in, buf_cstr(&row->text), row->text.n, &why) < 0 ||
	    !seal_equal(in->hash.b, row->hash, HASH_BYTES) ||
	    row->turn != (b->turn < 0 ? -1 : b->turn) || row->seq != b->seq)
		return fail_damaged(err, "its hash does not fit the order of digest", row->n);
	memcpy(in->o.b.sig, row->sig, sizeof row->sig);
	in->o.b.has_sig = true;
	return 0;
}

int
rows_get_cause(struct store *st, int64_t n, struct parsed_order *in, struct err *err)
{
	struct store_order row = { .n = 0 };
	int result = store_find_cause(st, n, &row, err);

	if (result == 0)
		result = fail_damaged(err, "no order caused digest", n);
	if (result > 0)
		result = rows_read_order(&row, in, err);
	store_order_release(&row);
	return result;
}

int
rows_get_queued(struct store *st, enum store_queue queue, unsigned seat, struct store_order *row,
    struct err *err)
{
	const int found = store_find_queued(st, queue, seat, row, err);

	if (found == 0)
		return fail_damaged(err, "it has no queued order of seat", seat);
	return found < 0 ? -1 : 0;
}

/* ---- the state -------------------------------------------------------------------------------------- */

static void
add_bytes(struct buf *out, const void *p, size_t n)
{
	buf_fmt(out, "%zu ", n);
	buf_add(out, p, n);
}

static int
add_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	(void)err;
	buf_fmt(arg, "seat %u ", seat);
	add_bytes(arg, name, strlen(name));
	add_bytes(arg, card, strlen(card));
	return 0;
}

struct queue_rows {
	enum store_queue queue;
	struct buf *out;
};

static int
add_queued(void *arg, const struct store_order *row, struct err *err)
{
	const struct queue_rows *w = arg;

	(void)err;
	buf_fmt(w->out, "%s %u %lld %lld %lld ",
	    w->queue == STORE_QUEUE_EVERY ? "every" : "waiting", row->seat, (long long)row->n,
	    (long long)row->turn, (long long)row->seq);
	add_bytes(w->out, row->hash, sizeof row->hash);
	add_bytes(w->out, row->sig, sizeof row->sig);
	add_bytes(w->out, row->text.p, row->text.n);
	return 0;
}

/* H("adit/state", other rows, state bytes). The state bytes begin with number and hash of the
 * digest. */
static int
hash_state(
    struct host *h, const struct buf *bytes, unsigned char hash[static HASH_BYTES], struct err *err)
{
	struct store_game game = { .id = BUF_INIT };
	struct buf rows = BUF_INIT;
	int result = store_get_game(h->st, &game, err);

	if (result == 0) {
		add_bytes(&rows, game.id.p, game.id.n);
		add_bytes(&rows, game.rules.p, game.rules.n);
		add_bytes(&rows, game.config.p, game.config.n);
		add_bytes(&rows, game.secret.p, game.secret.n);
		add_bytes(&rows, game.host_key.p, game.host_key.n);
		result = store_each_seat(h->st, add_seat, &rows, err);
	}
	for (enum store_queue queue = 0; queue < STORE_QUEUE_COUNT && result == 0; queue++)
		result = store_each_queued(
		    h->st, queue, add_queued, &(struct queue_rows){ queue, &rows }, err);
	if (result == 0) {
		const struct hash_input part[] = { { rows.p, rows.n }, { bytes->p, bytes->n } };
		struct hash made = hash_parts("adit/state", part, 2);

		memcpy(hash, made.b, HASH_BYTES);
	}
	buf_wipe(&rows);
	store_game_release(&game);
	return result;
}

int
rows_put_state(struct host *h, const struct host_state *hs, struct err *err)
{
	struct store_state row = { .n = hs->n };
	int result;

	host_state_pack(hs, &row.bytes);
	result = hash_state(h, &row.bytes, row.hash, err);
	if (result == 0)
		result = store_put_state(h->st, &row, err);
	store_state_release(&row);
	return result;
}

int
rows_get_state(struct host *h, const struct rules *rules, struct host_state *hs, struct err *err)
{
	struct store_state row = { .n = 0 };
	unsigned char hash[HASH_BYTES];
	int result = store_get_state(h->st, &row, err);

	if (result == 0)
		result = hash_state(h, &row.bytes, hash, err);
	if (result == 0 &&
	    (!seal_equal(hash, row.hash, HASH_BYTES) ||
		host_state_unpack(hs, rules, row.bytes.p, row.bytes.n, err) < 0 || hs->n != row.n))
		result = fail_damaged(err, "its hash does not fit the state", -1);
	store_state_release(&row);
	return result;
}

/* ---- together ---------------------------------------------------------------------------------------- */

/* Checks that the newest digest continues the one before. */
static int
check_prev(
    struct host *h, const struct store_digest *last, const struct digest_layout *t, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct err why = ERR_INIT;
	int64_t prev = -1;
	int result = 0;

	if (digest_parse_header(h->games, last->text.p, t, d, &why) < 0 || d->time != last->time)
		result = fail_damaged(err, "its row does not fit digest", last->n);
	else if (last->n > 0 && host_find(h, d->prev, &prev, err) < 0)
		result = -1;
	else if (prev != last->n - 1)
		result = fail_damaged(err, "what comes before it is missing: digest", last->n);
	free(d);
	return result;
}

static int
check_secret(struct host *h, const struct table *t, struct err *err)
{
	struct hash commit = derive_host_commit(t->game, t->s);
	struct store_digest row = { .n = 0 };
	struct digest_layout text;
	char line[HASH_TEXT + 16], hash[HASH_TEXT + 1];
	size_t end;
	int result = rows_get_digest(h, 0, &row, &text, err);

	if (result < 0)
		return -1;
	hash_text(&commit, hash);
	(void)snprintf(line, sizeof line, "  commit: %s", hash);
	end = text.signed_part.at + text.signed_part.n;
	if (lines_find(row.text.p, end, text.signed_part.at, line) == end)
		result = fail_damaged(err, "its secret is not the one of digest", 0);
	store_digest_release(&row);
	return result;
}

/* Checks that no order belongs to a digest to come, which would then take it for its own. */
static int
check_orders(struct host *h, int64_t last, struct err *err)
{
	int64_t n;

	if (store_last_order(h->st, &n, err) < 0)
		return -1;
	return n <= last ? 0 : fail_damaged(err, "it has an order of a digest to come:", n);
}

int
rows_check(struct host *h, const struct table *t, const struct host_state *hs,
    struct store_digest *last, struct err *err)
{
	struct digest_layout text;
	int result = rows_get_digest(h, -1, last, &text, err);

	if (result < 0)
		return -1;
	if (last->n != hs->n || !seal_equal(last->hash, hs->head, HASH_BYTES))
		result = fail_damaged(err, "its state is not the one after digest", last->n);
	if (result == 0)
		result = check_prev(h, last, &text, err);
	if (result == 0)
		result = check_secret(h, t, err);
	if (result == 0)
		result = check_orders(h, hs->n, err);
	store_digest_release(last);
	return result;
}
