/*
 * The reveal: section.
 *
 * (V1) Every accepted order is revealed once, completely: an open order in the digest that applies
 *      it; another one at the end of the round in which it was settled; a recurring one also at the
 *      end of the round in which it was first played.
 */
#include "host/reveal.h"

#include "host/deal.h"
#include "host/rows.h"
#include "util/mem.h"

struct revealer {
	struct store *st;
	const struct table *t;
	struct host_state *hs;
	const struct hash *next;
	bool over;
	/* Digest of the queued and of the recurring order of each seat; -1: none. */
	int64_t queued_in[STORE_QUEUE_COUNT][SEATS_MAX];
	struct buf *out;
};

static int
find_queued(struct revealer *v, struct err *err)
{
	for (unsigned i = 0; i < STORE_QUEUE_COUNT * SEATS_MAX; i++) {
		enum store_queue queue = (enum store_queue)(i / SEATS_MAX);
		unsigned seat = i % SEATS_MAX;
		unsigned bits = queue == STORE_QUEUE_EVERY ? v->hs->queued_every :
							     v->hs->queued_next;
		struct store_order row = { .n = 0 };

		v->queued_in[queue][seat] = -1;
		if ((bits >> seat & 1u) == 0)
			continue;
		if (rows_get_queued(v->st, queue, seat, &row, err) < 0)
			return -1;
		v->queued_in[queue][seat] = row.n;
		store_order_release(&row);
	}
	return 0;
}

/* True if this order is due at the end of a round. */
static bool
is_due(struct revealer *v, const struct store_order *row, const struct order_block *b)
{
	struct host_state *hs = v->hs;
	int64_t *held = b->turn == TURN_EVERY ? hs->every_held : hs->held;
	bool is_held = held[row->seat] == row->n;
	bool is_queued = v->queued_in[STORE_QUEUE_NEXT][row->seat] == row->n ||
	    (v->next != NULL && memcmp(v->next->b, row->hash, HASH_BYTES) == 0);

	/* An order that was played in public is checked with the round. */
	if (v->queued_in[STORE_QUEUE_EVERY][row->seat] == row->n)
		is_queued = ((unsigned)hs->played >> row->seat & 1u) == 0;

	if (row->n < hs->reveal_n && !is_held)
		return v->over && reveal_is_withheld(b);
	if (is_queued && !v->over) {
		held[row->seat] = row->n;
		return false;
	}
	if (is_held)
		held[row->seat] = -1;
	return v->over || !reveal_is_withheld(b);
}

/* Appends the order that caused digest n, if it is open (open) or due (not open). */
static int
append_order(struct revealer *v, int64_t n, bool open, struct err *err)
{
	struct store_order row = { .n = 0 };
	struct parsed_order *in;
	int result = store_find_cause(v->st, n, &row, err);

	if (result <= 0)
		return result; /* 0: a host action */
	in = mem_new(sizeof *in);
	result = rows_read_order(&row, in, err);
	if (result == 0 && order_is_open(&in->o.b) == open && (open || is_due(v, &row, &in->o.b)))
		reveal_order_text(row.n, &in->o.b, v->out);
	store_order_release(&row);
	seal_wipe(in, sizeof *in);
	free(in);
	return result;
}

/* Appends the orders of digests a to n that are due. */
static int
append_orders(struct revealer *v, int64_t a, int64_t n, struct err *err)
{
	for (int64_t i = a; i <= n; i++) {
		if (append_order(v, i, false, err) < 0)
			return -1;
	}
	v->hs->reveal_n = n + 1;
	return 0;
}

/* Appends the keys of a round, for every epoch that has any for it, each once; withheld keys
 * only at the end of the game. */
static void
append_keys(const struct revealer *v, unsigned round)
{
	uint8_t *done = &v->hs->n_revealed[round - 1];

	for (unsigned p = 1; p < RNG_PURPOSES; p++) {
		bool withheld = deal_is_withheld(&v->hs->g, p);

		if (withheld && !v->over)
			continue;
		for (unsigned epoch = withheld ? 0 : *done; epoch <= v->hs->epoch; epoch++) {
			uint32_t id = derive_key_id(epoch, round, p);
			unsigned char key[SUBKEY_BYTES];

			if (v->hs->epoch_round[epoch] > round)
				continue;
			derive_key(v->t->master, id, key);
			reveal_key_text(id, key, v->out);
			seal_wipe(key, sizeof key);
		}
	}
	*done = (uint8_t)(v->hs->epoch + 1);
}

/* Returns the rounds that end in these events (bit r - 1). */
static unsigned
rounds_ended(const struct events *ev, unsigned round)
{
	unsigned ended = 0;

	for (uint32_t i = 0; i < ev->n; i++) {
		if (ev->at[i].kind == EVENT_ROUND)
			round = ev->at[i].value;
		if ((ev->at[i].kind == EVENT_ROUND_END || ev->at[i].kind == EVENT_GAME_OVER) &&
		    round > 0)
			ended |= 1u << (round - 1);
	}
	return ended;
}

int
reveal_lines(struct store *st, const struct table *t, struct host_state *hs,
    const struct events *ev, unsigned round, int64_t n, const struct hash *next, struct buf *out,
    struct err *err)
{
	struct revealer v = { .st = st,
		.t = t,
		.hs = hs,
		.next = next,
		.out = out,
		.over = hs->g.phase == PHASE_OVER };
	unsigned ended = rounds_ended(ev, round);

	if (append_order(&v, n, true, err) < 0)
		return -1;
	if (ended == 0)
		return 0;
	if (find_queued(&v, err) < 0)
		return -1;
	for (unsigned r = 1; r <= hs->g.round; r++)
		if (v.over || (ended >> (r - 1) & 1u) != 0)
			append_keys(&v, r);
	if (v.over)
		reveal_secret_text(t->s, out);
	return append_orders(&v, 0, n, err);
}
