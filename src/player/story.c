/*
 * What happened before.
 *
 * (Y1) A digest of the record counts if its hash is the one that the digest behind it names: so it is as
 *      good as that one.
 */
#include "player/story.h"

#include "record/kept.h"
#include "util/mem.h"

/* The text of digest n: it was read just now, or is kept. */
static bool
find_text(const char *dir, const struct player_read *r, int64_t n, struct buf *out)
{
	for (size_t i = 0; i < r->tr.n_copy; i++) {
		const struct transcript_copy *c = &r->tr.copy[i];

		if (c->n == n) {
			buf_add(out, r->tr.text.p + c->t.whole.at, c->t.whole.n);
			return true;
		}
	}
	return dir != NULL && kept_text(dir, n, out) == 0;
}

static void
forget(struct player_read *r)
{
	if (r != NULL)
		player_read_release(r);
	free(r);
}

/* (Y1) The digest before `next`; NULL: it is not here. */
static struct player_read *
load(const char *dir, const struct player_read *r, const struct player_read *next)
{
	struct player_read *out = mem_zero(1, sizeof *out);
	struct buf text = BUF_INIT;
	struct err none = ERR_INIT;
	const struct transcript_copy *c;
	bool found;

	found = next->d.n > 0 && find_text(dir, r, next->d.n - 1, &text);
	if (found)
		transcript_take(&out->tr, r->tr.games, &text, r->tr.host_sign);
	buf_release(&text);
	c = out->tr.copy;
	if (!found || out->tr.n_copy == 0 || c->fault != 0 || c->n != next->d.n - 1 ||
	    strcmp(out->tr.game, r->tr.game) != 0 ||
	    !seal_equal(c->hash.b, next->d.prev, HASH_BYTES) ||
	    shown_check(out->tr.text.p, &c->t.signed_part, c->n, &none) < 0 ||
	    digest_parse(r->tr.games, out->tr.text.p, &c->t, &out->d, &none) < 0) {
		forget(out);
		return NULL;
	}
	out->t = c->t;
	out->head = c->hash;
	return out;
}

/* Did a turn of this seat end with digest `now`? */
static bool
ends_turn(const struct player_read *was, const struct player_read *now, uint8_t seat)
{
	const struct game *a = &was->d.pub.known, *b = &now->d.pub.known;

	return (a->phase == PHASE_PLAY || a->phase == PHASE_WALK) && a->to_move == seat &&
	    (b->to_move != seat || b->turn != a->turn);
}

static void
reverse(struct story *s)
{
	for (size_t i = 0; i < s->n / 2; i++) {
		struct player_read *swap = s->at[i];

		s->at[i] = s->at[s->n - 1 - i];
		s->at[s->n - 1 - i] = swap;
	}
}

void
story_make(struct story *s, const char *dir, const struct player_read *r, const struct secret *me)
{
	const struct player_read *next = r;

	*s = (struct story){ .n = 0, .dir = dir, .me = me };
	while (s->before == NULL) {
		struct player_read *one = load(dir, r, next);

		if (one == NULL)
			break;
		if (me != NULL && r->has_view)
			(void)player_peek(one, &r->tr.host, me, r->seat);
		if (r->has_view ? ends_turn(one, next, r->seat) : one->d.n <= r->before_n) {
			s->before = one;
			break;
		}
		s->at = mem_grow(s->at, (s->n + 1) * sizeof *s->at);
		s->at[s->n++] = one;
		next = one;
	}
	reverse(s);
}

void
story_release(struct story *s)
{
	for (size_t i = 0; i < s->n; i++)
		forget(s->at[i]);
	free(s->at);
	forget(s->before);
	*s = (struct story){ .n = 0 };
}

/* ---- the hand ----------------------------------------------------------------------------------- */

static unsigned
in_hand(const struct player_read *r, card_id card)
{
	const struct seat *me = &r->v.view.known.seat[r->seat];
	unsigned n = 0;

	for (unsigned i = 0; i < me->n_hand; i++)
		n += me->hand[i] == card;
	return n;
}

/* So many of these were drawn or got in this digest, as far as the hand before and after it tells. */
static unsigned
gained(const struct player_read *was, const struct player_read *now, card_id card)
{
	unsigned before = was->has_view ? in_hand(was, card) : 0, after = in_hand(now, card);
	struct told *told = mem_new(sizeof *told);
	const struct events *ev = &told->ev;
	struct err none = ERR_INIT;

	if (digest_told(now->tr.text.p, &now->t, &now->d, told, &none) < 0)
		told->ev.n = 0;
	for (uint32_t i = 0; i < ev->n; i++)
		if ((ev->at[i].kind == EVENT_PLACED || ev->at[i].kind == EVENT_PLAYED) &&
		    ev->at[i].seat == now->seat && ev->at[i].card == card && before > 0)
			before--;
	free(told);
	return after > before ? after - before : 0;
}

unsigned
story_drawn(const struct story *s, const struct player_read *r, card_id card)
{
	const struct player_read *was = s->before;
	unsigned n = 0, have = in_hand(r, card);

	for (size_t i = 0; i <= s->n && was != NULL && was->has_view; i++) {
		const struct player_read *now = i < s->n ? s->at[i] : r;

		if (!now->has_view)
			break;
		n += gained(was, now, card);
		was = now;
	}
	return n < have ? n : have;
}

/* ---- orders ------------------------------------------------------------------------------------- */

static bool
is_cause(const struct player_read *r, const struct hash *h)
{
	return r->d.has_order && seal_equal(r->d.order, h->b, HASH_BYTES);
}

static bool
is_waiting(const struct player_read *r, const struct hash *h)
{
	return r->has_view && r->v.waits && seal_equal(r->v.waiting, h->b, HASH_BYTES);
}

/* Can the host take it no more, by what the view says it may be numbered? */
static bool
is_late(const struct player_read *r, const struct block *b)
{
	unsigned turn = r->v.view.known.turn;

	if (b->turn > 0)
		return b->turn < turn || (b->turn == turn && b->seq < r->v.seq);
	return b->seq < r->v.seq_any;
}

static void
find_fate(const struct story *s, const struct player_read *r, struct fated *f)
{
	const struct hash *h = &f->order.hash;

	f->fate = is_late(r, &f->order.o.b) ? FATE_LATE : FATE_NONE;
	for (size_t i = 0; i <= s->n; i++) {
		const struct player_read *now = i < s->n ? s->at[i] : r;

		if (!is_cause(now, h))
			continue;
		f->n = now->d.n;
		f->fate = is_waiting(now, h) ? FATE_KEPT : FATE_TAKEN;
	}
	if (f->fate == FATE_KEPT && !is_waiting(r, h))
		f->fate = FATE_GONE;
}

void
story_orders(const struct story *s, const struct player_read *r,
    void (*each)(void *arg, const struct fated *f), void *arg)
{
	const struct player_read *first = s->before != NULL ? s->before : s->n > 0 ? s->at[0] : r;
	struct signed_list list;

	if (s->dir == NULL || s->me == NULL || !r->has_view)
		return;
	signed_list(s->dir, &list);
	for (size_t i = 0; i < list.count; i++) {
		struct fated f = { .n = -1, .at = list.at[i] };
		struct err none = ERR_INIT;

		if (list.at[i].n >= first->d.n && strcmp(list.at[i].seat, r->v.seat) == 0 &&
		    signed_open(s->dir, &list.at[i], s->me, &f.order, &none) == 0) {
			find_fate(s, r, &f);
			each(arg, &f);
		}
		seal_wipe(&f, sizeof f);
	}
	signed_list_release(&list);
}
