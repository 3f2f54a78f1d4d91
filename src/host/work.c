/* The steps that all changes of a game share. */

#include "host/work.h"

#include "host/replay.h"
#include "text/report.h"
#include "util/mem.h"

void
host_result_release(struct host_result *r)
{
	buf_release(&r->digest);
	buf_release(&r->json);
}

struct work *
work_new(struct store *st, const struct secret *host, struct replay *replay, int64_t now,
    struct host_result *r)
{
	struct work *w = mem_zero(1, sizeof *w);

	memset(r, 0, sizeof *r);
	w->st = st;
	w->host = host;
	w->replay = replay;
	w->now = now;
	w->r = r;
	return w;
}

void
work_free(struct work *w)
{
	buf_wipe(&w->canonical);
	table_wipe(&w->t);
	seal_wipe(w, sizeof *w);
	free(w);
}

int
work_load(struct work *w, struct err *err)
{
	struct buf state = BUF_INIT;
	int64_t n;
	int result;

	/* To read and check every seat's keys for every order costs a replay a fifth of its time. */
	if (w->replay != NULL && w->replay->has_table)
		table_copy(&w->t, &w->replay->table);
	else if (table_load(&w->t, w->st, err) < 0)
		return -1;
	if (w->replay != NULL && !w->replay->has_table) {
		table_copy(&w->replay->table, &w->t);
		w->replay->has_table = true;
	}
	w->t.replay = w->replay;
	w->t.host = w->host != NULL ? w->host->card : w->replay->tr->host;
	result = store_get_state(w->st, &n, &state, err);
	if (result == 0)
		result = state_unpack(&w->hs, w->t.rules, state.p, state.n, err);
	if (result == 0 && w->hs.n != n)
		result = err_set(err, ERR_CORRUPT, "the game file's state is of another digest");
	buf_wipe(&state);
	return result;
}

bool
work_is_waiting(const struct work *w, unsigned seat)
{
	return ((unsigned)w->hs.waiting >> seat & 1u) != 0;
}

int
work_get_waiting(const struct work *w, unsigned seat, struct block *b, struct err *err)
{
	struct store_order row = { .n = 0 };
	int result;

	if (store_get_waiting(w->st, seat, &row, err) < 0)
		return -1;
	result = block_parse_canonical(row.text.p, row.text.n, b, err);
	store_order_release(&row);
	return result;
}

/* After an undo turns come again, and the seqs that were used for them stay used. */
static int
refresh_seq(struct work *w, struct err *err)
{
	uint8_t seat = w->hs.g.to_move;

	if (w->hs.n_undo == 0 || seat == SEAT_NONE || w->hs.seq_turn[seat] == w->hs.g.turn)
		return 0;
	w->hs.seq_turn[seat] = w->hs.g.turn;
	return store_last_seq(w->st, seat, w->hs.g.turn, &w->hs.seq[seat], err);
}

static void
waiting_lines(const struct block *b, struct buf *out)
{
	for (unsigned i = 0; i < b->n_do; i++)
		buf_fmt(out, "  %s: %s\n", i == 0 ? "do" : "or", b->doing[i]);
}

int
work_add_digest(struct work *w, const struct events *ev, struct cause *cause, struct err *err)
{
	struct store_digest row = { .time = w->now };
	struct buf waiting[SEATS_MAX] = { BUF_INIT };
	struct digest *d = mem_new(sizeof *d);
	struct block b;
	char order[HASH_TEXT + 1];
	int result = -1;

	for (unsigned i = 0; i < w->t.names.n; i++) {
		if (!work_is_waiting(w, i))
			continue;
		if (work_get_waiting(w, i, &b, err) < 0)
			goto out;
		waiting_lines(&b, &waiting[i]);
		cause->waiting[i] = waiting[i].p;
	}
	state_note(&w->hs, ev, w->hs.n + 1);
	if (refresh_seq(w, err) < 0)
		goto out;
	if (digest_make(&w->t, w->host, &w->hs, ev, cause, w->now, d, &row.text, err) < 0)
		goto out;
	row.n = d->n;
	row.turn = w->hs.g.turn;
	memcpy(row.hash, w->hs.head, HASH_BYTES);
	hash_text((const struct hash *)row.hash, w->r->head);
	hash_text(&cause->order, order);
	report_apply_json(d, w->r->head, cause->has_order ? order : NULL, ev, false, &row.events);
	result = store_put_digest(w->st, &row, err);
	if (result == 0) {
		if (w->r->json.n == 0) {
			buf_add(&w->r->json, row.events.p, row.events.n);
			w->r->first_n = d->n;
		}
		w->r->n = d->n;
		buf_add(&w->r->digest, row.text.p, row.text.n);
	}
out:
	for (unsigned i = 0; i < SEATS_MAX; i++)
		buf_wipe(&waiting[i]);
	store_digest_release(&row);
	free(d);
	return result;
}

struct drop { struct work *w; int64_t upto; };

static int
drop_one(void *arg, int64_t n, struct err *err)
{
	const struct drop *d = arg;

	return n <= d->upto ? store_outbox_drop(d->w->st, n, err) : 0;
}

int
work_drop_delivered(struct work *w, int64_t delivered, struct err *err)
{
	struct drop d = { w, delivered };

	return store_outbox_each(w->st, drop_one, &d, err);
}

int
work_store_state(struct work *w, struct err *err)
{
	struct buf state = BUF_INIT;
	int result;

	state_pack(&w->hs, &state);
	result = store_put_state(w->st, w->hs.n, state.p, state.n, err);
	buf_wipe(&state);
	return result;
}
