/* The steps that all changes of a game share. */

#include "host/work.h"

#include "audit/replay.h"
#include "host/reveal.h"
#include "wire/report.h"
#include "util/mem.h"

void
host_result_release(struct host_result *r)
{
	buf_release(&r->digest);
	buf_release(&r->json);
}

struct work *
work_new(struct host *h, const struct secret *host, struct replay *replay, int64_t now,
    struct host_result *r)
{
	struct work *w = mem_zero(1, sizeof *w);

	memset(r, 0, sizeof *r);
	w->h = h;
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

/* Time does not run backwards in a game, though a clock may be put back.  A replay has the times that
 * there are. */
static int
not_before(struct work *w, struct err *err)
{
	struct store_digest last = { .n = 0 };

	if (w->replay != NULL)
		return 0;
	if (store_find_digest(w->h->st, w->hs.head, &last, err) < 0)
		return -1;
	if (w->now < last.time)
		w->now = last.time;
	store_digest_release(&last);
	return 0;
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
	else if (table_load(&w->t, w->h, err) < 0)
		return -1;
	if (w->replay != NULL && !w->replay->has_table) {
		table_copy(&w->replay->table, &w->t);
		w->replay->has_table = true;
	}
	w->t.replay = w->replay;
	w->t.host = w->host != NULL ? w->host->pub : w->replay->tr->host;
	result = store_get_state(w->h->st, &n, &state, err);
	if (result == 0)
		result = state_unpack(&w->hs, w->t.rules, state.p, state.n, err);
	if (result == 0 && w->hs.n != n)
		result = err_set(err, ERR_CORRUPT, "the game file's state is of another digest");
	if (result == 0 && w->hs.g.phase != PHASE_SETUP)
		table_master(&w->t, &w->hs);
	if (result == 0)
		result = not_before(w, err);
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

	if (store_get_waiting(w->h->st, seat, &row, err) < 0)
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
	return store_last_seq(w->h->st, seat, w->hs.g.turn, &w->hs.seq[seat], err);
}

static void
waiting_lines(const struct block *b, struct buf *out)
{
	for (unsigned i = 0; i < b->n_do; i++)
		buf_fmt(out, "  %s: %s\n", i == 0 ? "do" : "or", b->doing[i]);
}

/* What stored orders wait, as lines for their seats. */
static int
tell_waiting(const struct work *w, struct cause *cause, struct buf waiting[static SEATS_MAX],
    struct err *err)
{
	struct block b;

	for (unsigned i = 0; i < w->t.names.n; i++) {
		if (!work_is_waiting(w, i))
			continue;
		if (work_get_waiting(w, i, &b, err) < 0)
			return -1;
		waiting_lines(&b, &waiting[i]);
		cause->waiting[i] = waiting[i].p;
	}
	return 0;
}

/* The sections by which the players can check the host, for the digest of these events. */
struct proof {
	struct buf keys, leaves, reveal;
	struct leaf_openings *open;
};

static void
proof_release(struct proof *p)
{
	buf_release(&p->keys);
	buf_release(&p->leaves);
	buf_wipe(&p->reveal);
	if (p->open != NULL)
		seal_wipe(p->open, SEATS_MAX * sizeof *p->open);
	free(p->open);
}

static void
commit(struct work *w, const struct events *ev, struct proof *p, struct cause *cause)
{
	struct leaves leaves = { .n = 0 };

	if (w->dealt != NULL)
		deal_leaves(&w->t, &w->hs, w->dealt, &leaves);
	/* From outside no private view is made, but for a reader's own. */
	if (w->replay == NULL || !w->replay->outside || w->replay->reader != NULL) {
		p->open = mem_zero(SEATS_MAX, sizeof *p->open);
		deal_follow(&w->t, &w->hs, w->dealt, ev, p->open);
		cause->open = p->open;
	}
	if (cause->shuffles) {
		deal_leaves_again(&w->t, &w->hs, &leaves);
		deal_shuffled(&w->hs);
	}
	if (cause->open != NULL)
		deal_hold(&w->t, &w->hs, p->open);
	if (cause->deals || cause->shuffles) {
		deal_keys(&w->t, w->hs.epoch, w->hs.g.round, &p->keys);
		cause->keys = p->keys.p;
	}
	deal_leaves_text(&leaves, w->hs.n + 1, &p->leaves);
	if (leaves.n > 0)
		cause->leaves = p->leaves.p;
	leaves_release(&leaves);
}

static int
prove(
    struct work *w, const struct events *ev, struct proof *p, struct cause *cause, struct err *err)
{
	if (w->t.audited && w->hs.g.phase != PHASE_SETUP)
		commit(w, ev, p, cause);
	if (reveal_lines(w->h->st, &w->t, &w->hs, ev, cause->round, w->hs.n + 1, w->next,
		&p->reveal, err) < 0)
		return -1;
	if (p->reveal.n > 0)
		cause->reveal = p->reveal.p;
	return 0;
}

/* Store the digest that was made, and add it to the result. */
static int
put_digest(struct work *w, const struct events *ev, const struct cause *cause,
    const struct digest *d, struct store_digest *row, struct err *err)
{
	bool outside = w->replay != NULL && w->replay->outside;
	char order[HASH_TEXT + 1];

	row->n = d->n;
	row->turn = w->hs.g.turn;
	memcpy(row->hash, w->hs.head, HASH_BYTES);
	hash_text((const struct hash *)row->hash, w->r->head);
	hash_text(&cause->order, order);
	/* For an audit nobody is told, and nothing is read again. */
	if (outside) {
		buf_add(&w->r->digest, row->text.p, row->text.n);
		buf_clear(&row->text);
	} else {
		report_apply_json(
		    d, w->r->head, cause->has_order ? order : NULL, ev, false, &row->events);
	}
	if (store_put_digest(w->h->st, row, err) < 0)
		return -1;
	if (w->r->json.n == 0) {
		buf_add(&w->r->json, row->events.p, row->events.n);
		w->r->first_n = d->n;
	}
	w->r->n = d->n;
	if (!outside)
		buf_add(&w->r->digest, row->text.p, row->text.n);
	return 0;
}

int
work_add_digest(struct work *w, const struct events *ev, struct cause *cause, struct err *err)
{
	struct store_digest row = { .time = w->now };
	struct buf waiting[SEATS_MAX] = { BUF_INIT };
	struct proof proof = { .open = NULL };
	struct digest *d = mem_new(sizeof *d);
	int result = tell_waiting(w, cause, waiting, err);

	state_note(&w->hs, ev, w->hs.n + 1);
	if (result == 0)
		result = refresh_seq(w, err);
	if (result == 0)
		result = prove(w, ev, &proof, cause, err);
	if (result == 0)
		result = digest_make(&w->t, w->host, &w->hs, ev, cause, w->now, d, &row.text, err);
	if (result == 0)
		result = put_digest(w, ev, cause, d, &row, err);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		buf_wipe(&waiting[i]);
	proof_release(&proof);
	store_digest_release(&row);
	free(d);
	return result;
}

int
work_add_quiet(struct work *w, struct cause *cause, struct err *err)
{
	struct events *none = mem_zero(1, sizeof *none);
	int result = work_add_digest(w, none, cause, err);

	free(none);
	return result;
}

int
work_put_card(struct work *w, unsigned seat, const struct pubkey *card, struct err *err)
{
	struct buf text = BUF_INIT;
	uint16_t bit = (uint16_t)(1u << seat);
	int result;

	if (card != NULL) {
		w->t.pub[seat] = *card;
		w->t.seated = (uint16_t)(w->t.seated | bit);
		pubkey_text(card, w->t.names.seat[seat], &text);
	} else {
		memset(&w->t.pub[seat], 0, sizeof w->t.pub[seat]);
		w->t.seated = (uint16_t)(w->t.seated & ~bit);
	}
	if (w->replay != NULL) {
		w->replay->table.pub[seat] = w->t.pub[seat];
		w->replay->table.seated = w->t.seated;
	}
	result = store_put_seat(w->h->st, seat, w->t.names.seat[seat], buf_cstr(&text), err);
	buf_release(&text);
	return result;
}

struct drop {
	struct work *w;
	int64_t upto;
};

static int
drop_one(void *arg, int64_t n, struct err *err)
{
	const struct drop *d = arg;

	return n <= d->upto ? store_outbox_drop(d->w->h->st, n, err) : 0;
}

int
work_drop_delivered(struct work *w, int64_t delivered, struct err *err)
{
	struct drop d = { w, delivered };

	return store_outbox_each(w->h->st, drop_one, &d, err);
}

int
work_store_state(struct work *w, struct err *err)
{
	struct buf state = BUF_INIT;
	int result;

	state_pack(&w->hs, &state);
	result = store_put_state(w->h->st, w->hs.n, state.p, state.n, err);
	buf_wipe(&state);
	return result;
}

int
work_end(struct host *h, int result, struct host_result *r, struct err *err)
{
	if (result < 0)
		store_rollback(h->st);
	else
		result = store_commit(h->st, err);
	if (result < 0)
		host_result_release(r);
	return result;
}
