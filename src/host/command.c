/* The steps shared by all commands. */

#include "host/command.h"

#include "host/bots.h"
#include "host/reveal.h"
#include "host/rows.h"
#include "store/mail_setting.h"
#include "util/mem.h"
#include "wire/late.h"

void
host_result_release(struct host_result *r)
{
	buf_release(&r->digest);
	buf_release(&r->json);
	buf_release(&r->note);
}

struct command *
command_new(struct host *h, struct digest_backend *press)
{
	struct command *w = mem_zero(1, sizeof *w);

	w->h = h;
	w->last.n = -1;
	w->press = press;
	return w;
}

void
command_free(struct command *w)
{
	bots_forget(w);
	table_wipe(&w->t);
	seal_wipe(w, sizeof *w);
	free(w);
}

int
command_load(struct command *w, struct err *err)
{
	char game[ORDER_BLOCK_GAME_MAX + 1];

	if (table_load(&w->t, w->h, err) < 0 || rows_get_state(w->h, w->t.rules, &w->hs, err) < 0 ||
	    rows_check(w->h, &w->t, &w->hs, &w->last, err) < 0)
		return -1;
	if (command_late_check(w, err) < 0)
		return -1;
	if (host_identity(w->h, game, &w->t.zero, err) < 0)
		return -1;
	w->t.host = w->press->host;
	if (w->hs.g.phase != PHASE_SETUP)
		table_master(&w->t, &w->hs);
	return 0;
}

int
command_run(struct command *w, command_fn *decide, const void *what, int64_t now,
    struct host_result *r, struct err *err)
{
	int result;

	memset(r, 0, sizeof *r);
	w->now = now;
	w->r = r;
	result = decide(w, what, err);
	if (result == 0 && !r->repeated)
		result = rows_put_state(w->h, &w->hs, err);
	w->r = NULL;
	if (result < 0)
		host_result_release(r);
	return result;
}

void
command_dice(const struct command *w, struct drbg *dice)
{
	w->press->dice(w->press, &w->t, w->hs.epoch, dice);
}

void
command_rng_used(const struct command *w, struct drbg *dice)
{
	if (w->press->thrown != NULL)
		w->press->thrown(w->press, dice, w->hs.n + 1);
	drbg_wipe(dice);
}

bool
command_has_queued(const struct command *w, enum store_queue queue, unsigned seat)
{
	unsigned bits = queue == STORE_QUEUE_EVERY ? w->hs.queued_every : w->hs.queued_next;

	return (bits >> seat & 1u) != 0;
}

int
command_get_queued(const struct command *w, enum store_queue queue, unsigned seat,
    struct order_block *b, struct hash *hash, struct err *err)
{
	struct store_order row = { .n = 0 };
	struct parsed_order *in;
	int result;

	if (rows_get_queued(w->h->st, queue, seat, &row, err) < 0)
		return -1;
	in = mem_new(sizeof *in);
	result = rows_read_order(&row, in, err);
	if (result == 0) {
		*b = in->o.b;
		*hash = in->hash;
	}
	store_order_release(&row);
	seal_wipe(in, sizeof *in);
	free(in);
	return result;
}

int
command_drop_queued(struct command *w, enum store_queue queue, unsigned seat, struct err *err)
{
	uint16_t *bits = queue == STORE_QUEUE_EVERY ? &w->hs.queued_every : &w->hs.queued_next;

	*bits = (uint16_t)(*bits & ~(1u << seat));
	return store_drop_queued(w->h->st, queue, seat, err);
}

int
command_forget_queued(struct command *w, unsigned seat, struct digest_cause *cause, struct err *err)
{
	for (enum store_queue queue = 0; queue < STORE_QUEUE_COUNT; queue++) {
		if (!command_has_queued(w, queue, seat))
			continue;
		if (command_drop_queued(w, queue, seat, err) < 0)
			return -1;
		cause->own_note[seat] = NOTE_DROPPED;
	}
	return 0;
}

/* After an undo turns are played again, but the seqs used for them stay used. */
static int
refresh_seq(struct command *w, struct err *err)
{
	uint8_t seat = w->hs.g.to_move;

	if (w->hs.n_undo == 0 || seat == SEAT_NONE || w->hs.seq_turn[seat] == w->hs.g.turn)
		return 0;
	w->hs.seq_turn[seat] = w->hs.g.turn;
	return store_last_seq(w->h->st, seat, w->hs.g.turn, &w->hs.seq[seat], err);
}

/* Sets the hashes of queued orders, for the views of their seats. */
static int
list_queued(const struct command *w, struct digest_cause *cause, struct err *err)
{
	for (unsigned i = 0; i < STORE_QUEUE_COUNT * w->t.names.n; i++) {
		enum store_queue queue = (enum store_queue)(i % STORE_QUEUE_COUNT);
		struct hash *to = queue == STORE_QUEUE_EVERY ? cause->queued_every :
							       cause->queued_next;
		struct store_order row = { .n = 0 };

		if (!command_has_queued(w, queue, i / STORE_QUEUE_COUNT))
			continue;
		if (rows_get_queued(w->h->st, queue, i / STORE_QUEUE_COUNT, &row, err) < 0)
			return -1;
		memcpy(to[i / STORE_QUEUE_COUNT].b, row.hash, HASH_BYTES);
		store_order_release(&row);
	}
	return 0;
}

/* The sections by which players can check the host, for the digest of these events. */
struct proof {
	struct buf keys, leaves, reveal;
	struct leaf_openings *open; /* by seat */
	unsigned n_open;
};

static void
proof_release(struct proof *p)
{
	buf_release(&p->keys);
	buf_release(&p->leaves);
	buf_wipe(&p->reveal);
	if (p->open != NULL)
		seal_wipe(p->open, p->n_open * sizeof *p->open);
	free(p->open);
}

static void
commit(struct command *w, const struct events *ev, struct proof *p, struct digest_cause *cause)
{
	struct leaves leaves = { .n = 0 };

	if (w->dealt != NULL)
		deal_leaves(&w->t, &w->hs, w->dealt, &leaves);
	if (w->press->opens) {
		p->n_open = w->t.names.n;
		p->open = mem_zero(p->n_open, sizeof *p->open);
		deal_open_shown(&w->t, &w->hs, w->dealt, ev, p->open);
		cause->open = p->open;
	}
	if (cause->shuffles) {
		deal_leaves_again(&w->t, &w->hs, &leaves);
		deal_shuffled(&w->hs);
	}
	if (cause->open != NULL)
		deal_open_known(&w->t, &w->hs, p->open);
	if (cause->deals || cause->shuffles) {
		deal_keys(&w->t, &w->hs, &p->keys);
		cause->keys = p->keys.p;
	}
	deal_leaves_text(&leaves, w->hs.n + 1, &p->leaves);
	if (leaves.n > 0)
		cause->leaves = p->leaves.p;
	leaves_release(&leaves);
}

static int
add_proof(struct command *w, const struct events *ev, struct proof *p, struct digest_cause *cause,
    struct err *err)
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

/* Stores a digest and adds it to the result, which takes over its text. */
static int
save_digest(struct command *w, const struct digest_draft *m, struct buf *text, struct err *err)
{
	struct store_digest row = { .n = m->d->n, .time = w->now, .turn = w->hs.g.turn };
	struct host_result *r = w->r;
	int result;

	memcpy(row.hash, w->hs.head, HASH_BYTES);
	w->press->file(w->press, m, text, &row);
	result = store_put_digest(w->h->st, &row, err);
	if (result == 0) {
		if (r->json.n == 0) {
			buf_add(&r->json, row.events.p, row.events.n);
			r->first_n = r->own_n = row.n;
		}
		r->n = row.n;
		hash_text((const struct hash *)row.hash, r->head);
		buf_move(&r->digest, text);
		if (w->press->made != NULL)
			w->press->made(w->press, &w->hs);
	}
	store_digest_release(&row);
	return result;
}

/* Updates the summary for the last digest. */
static void
sum_up(struct command *w, const struct events *ev, const struct host_action *act)
{
	struct summary *s = &w->hs.summary;

	summary_add_events(s, &w->hs.g, ev);
	if (act != NULL && host_action_plays(act))
		summary_add_missed(
		    s, names_find(&w->t.names, act->seat, strlen(act->seat)), (uint16_t)act->turn);
}

int
command_add_digest(
    struct command *w, const struct events *ev, struct digest_cause *cause, struct err *err)
{
	struct digest_draft m = {
		.t = &w->t, .hs = &w->hs, .ev = ev, .cause = cause, .now = w->now
	};
	struct buf text = BUF_INIT;
	struct proof proof = { .open = NULL };
	int result = list_queued(w, cause, err);

	m.d = mem_new(sizeof *m.d);
	host_state_note(&w->hs, ev, w->hs.n + 1);
	bots_learn(w, ev);
	if (w->t.clock.sums_up)
		sum_up(w, ev, cause->act);
	if (w->hs.due_turn != w->hs.g.turn) {
		w->hs.due_turn = w->hs.g.turn;
		w->hs.people.began = w->now;
	}
	if (result == 0)
		result = refresh_seq(w, err);
	if (result == 0)
		result = add_proof(w, ev, &proof, cause, err);
	if (result == 0)
		result = w->press->print(w->press, &m, &text, err);
	if (result == 0 && w->hs.n == 0)
		memcpy(w->t.zero.b, w->hs.head, HASH_BYTES);
	if (result == 0 && w->hs.n == w->hs.open_n)
		memcpy(w->hs.opener.b, w->hs.head, HASH_BYTES);
	if (result == 0)
		result = save_digest(w, &m, &text, err);
	proof_release(&proof);
	buf_release(&text);
	free(m.d);
	return result;
}

void
command_set_action(struct command *w, const struct host_action *act, struct digest_cause *cause)
{
	cause->keep = "";
	cause->act = act;
	for (unsigned i = 0; i < cause->notes.n; i++) {
		buf_str(&w->r->note, w->r->note.n > 0 ? "; " : "");
		note_sentence(NULL, &w->t.names, &cause->notes.at[i], "", false, &w->r->note);
	}
}

int
command_add_act(
    struct command *w, const struct host_action *act, struct digest_cause *cause, struct err *err)
{
	command_set_action(w, act, cause);
	return command_play(w, NULL, cause, err);
}

int
command_put_card(struct command *w, unsigned seat, const struct pubkey *card, struct err *err)
{
	struct buf text = BUF_INIT;
	uint16_t bit = (uint16_t)(1u << seat);
	int result;

	free(w->h->keys); /* to be read again */
	w->h->keys = NULL;
	if (card != NULL) {
		w->t.pub[seat] = *card;
		w->t.seated = (uint16_t)(w->t.seated | bit);
		pubkey_text(card, w->t.names.seat[seat], &text);
	} else {
		memset(&w->t.pub[seat], 0, sizeof w->t.pub[seat]);
		w->t.seated = (uint16_t)(w->t.seated & ~bit);
	}
	/* Only the keys that ask for another address may confirm it. */
	result = store_end_question(w->h->st, (int)seat, err);
	if (result == 0)
		result = store_put_seat(
		    w->h->st, seat, w->t.names.seat[seat], buf_cstr(&text), err);
	buf_release(&text);
	return result;
}
