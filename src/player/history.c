/*
 * Earlier digests.
 *
 * (Y1) A recorded digest is trusted if the next digest names its hash in `prev:`.
 */
#include "player/history.h"

#include "record/saved_digest.h"
#include "util/mem.h"
#include "wire/host_action.h"

/* (Y1) Finds the digest that `next` names, among those read now or in the record. Returns false if
 * it is missing, with ERR_BUSY if it cannot be read. */
static bool
find_digest(const char *dir, const struct player_read *r, const struct player_read *next,
    struct transcript *out, struct err *err)
{
	const int64_t n = next->d.n - 1;
	struct buf text = BUF_INIT;
	struct hash named;
	bool is_recorded;

	memcpy(named.b, next->d.prev, sizeof named.b);
	for (size_t i = 0; i < r->tr.n_copy; i++) {
		if (r->tr.copy[i].n == n) {
			transcript_one(out, &r->tr, &r->tr.copy[i]);
			return out->n_copy > 0;
		}
	}
	is_recorded = dir != NULL && saved_digest_text(dir, n, &text, err) == 0;
	if (is_recorded)
		transcript_load_named(out, r->tr.games, &text, &r->tr.host, &named);
	buf_release(&text);
	return is_recorded && out->n_copy > 0;
}

static void
forget(struct player_read *r)
{
	if (r != NULL)
		player_read_release(r);
	free(r);
}

/* (Y1) Returns the digest before `next`, or NULL if it is missing, with ERR_BUSY if it cannot be
 *      read. */
static struct player_read *
load(const char *dir, const struct player_read *r, const struct player_read *next, struct err *err)
{
	struct player_read *out = mem_zero(1, sizeof *out);
	const bool found = next->d.n > 0 && find_digest(dir, r, next, &out->tr, err);
	const struct transcript_copy *c = out->tr.copy;
	struct err none = ERR_INIT;

	if (!found || c->fault != 0 || c->n != next->d.n - 1 ||
	    strcmp(out->tr.game, r->tr.game) != 0 ||
	    !seal_equal(c->hash.b, next->d.prev, HASH_BYTES) ||
	    transcript_check_printable(out->tr.text.p, &c->t.signed_part, c->n, &none) < 0 ||
	    transcript_digest(&out->tr, c, &out->d, &none) < 0) {
		forget(out);
		return NULL;
	}
	out->t = c->t;
	out->head = c->hash;
	return out;
}

/* True if a turn of this seat ended with digest `now`. */
static bool
ends_turn(const struct player_read *was, const struct player_read *now, uint8_t seat)
{
	const struct game *a = &was->d.pub.known, *b = &now->d.pub.known;

	return (a->phase == PHASE_PLAY || a->phase == PHASE_WALK) && a->to_move == seat &&
	    (b->to_move != seat || b->turn != a->turn);
}

/* True if the view lists this order as queued. */
static bool
is_queued_order(const struct player_read *r, const struct hash *h)
{
	return r->has_view &&
	    ((r->v.has_queued_next && seal_equal(r->v.queued_next, h->b, HASH_BYTES)) ||
		(r->v.has_queued_every && seal_equal(r->v.queued_every, h->b, HASH_BYTES)));
}

/* True if the turn ended by an order that was not queued before. */
static bool
is_given(const struct player_read *was, const struct player_read *now)
{
	struct hash order;

	memcpy(order.b, now->d.order, sizeof order.b);
	return now->d.has_order && !is_queued_order(was, &order);
}

/* True if `now` is the first news. Sets *is_turn if the last own turn was found. */
static bool
is_old(const struct player_read *was, const struct player_read *now, const struct player_read *r,
    int64_t since, bool *is_turn)
{
	const bool ends = r->has_view && ends_turn(was, now, r->seat);

	if (!r->has_view)
		return was->d.n <= (since == HISTORY_UNKNOWN ? r->before_n : since);
	if (since == HISTORY_UNKNOWN)
		return *is_turn = ends && is_given(was, now);
	*is_turn = *is_turn || ends;
	return *is_turn && was->d.n <= since;
}

/* True if `one` is of an earlier round than r, or before the deal. */
static bool
is_before_round(const struct player_read *one, const struct player_read *r)
{
	return one->d.pub.known.phase == PHASE_SETUP ||
	    one->d.pub.known.round < r->d.pub.known.round;
}

static void
reverse(struct history *s)
{
	for (size_t i = 0; i < s->n / 2; i++) {
		struct player_read *swap = s->at[i];

		s->at[i] = s->at[s->n - 1 - i];
		s->at[s->n - 1 - i] = swap;
	}
}

static int
collect_digests(struct history *s, const char *dir, const struct player_read *r,
    const struct seckey *me, int64_t since, bool whole, struct err *err)
{
	const struct player_read *next = r;
	struct player_read *one;
	struct err trouble = ERR_INIT;
	size_t news = 0;
	bool all_news = false, is_turn = false;

	*s = (struct history){ .n = 0, .dir = dir, .me = me };
	while ((whole || !(all_news && is_before_round(next, r))) &&
	    (one = load(dir, r, next, &trouble)) != NULL) {
		if (me != NULL && r->has_view)
			(void)player_decrypt_view(one, &r->tr.host, me, r->seat);
		if (!all_news) {
			const bool was_turn = is_turn;

			all_news = is_old(one, next, r, since, &is_turn);
			s->is_turn = all_news && is_turn && !was_turn;
		}
		news += !all_news;
		s->at = mem_grow(s->at, (s->n + 1) * sizeof *s->at);
		s->at[s->n++] = one;
		next = one;
	}
	reverse(s);
	s->from = s->n - news;
	s->has_gap = since != HISTORY_UNKNOWN && !all_news && next->d.n > since + 1;
	if (trouble.code == ERR_NONE)
		return 0;
	*err = trouble;
	return -1;
}

int
history_make(struct history *s, const char *dir, const struct player_read *r,
    const struct seckey *me, int64_t since, struct err *err)
{
	return collect_digests(s, dir, r, me, since, false, err);
}

int
history_whole(struct history *s, const char *dir, const struct player_read *r,
    const struct seckey *me, struct err *err)
{
	return collect_digests(s, dir, r, me, HISTORY_UNKNOWN, true, err);
}

void
history_release(struct history *s)
{
	for (size_t i = 0; i < s->n; i++)
		forget(s->at[i]);
	free(s->at);
	*s = (struct history){ .n = 0 };
}

const struct player_read *
history_before(const struct history *s)
{
	return s->from > 0 ? s->at[s->from - 1] : NULL;
}

/* ---- knowledge of the seat ------------------------------------------------------------------- */

void
history_events(const struct player_read *r, struct events *out)
{
	struct digest_events *all = mem_new(sizeof *all), *mine = mem_zero(1, sizeof *mine);
	struct err none = ERR_INIT;

	if (digest_parse_events(r->tr.text.p, &r->t, &r->d, all, &none) < 0)
		all->ev.n = 0;
	if (r->has_view &&
	    digest_events_read(r->plain.p, r->sp.events, r->d.pub.known.rules, &r->d.names, r->seat,
		mine, &none) < 0)
		mine->ev.n = 0;
	private_view_events(all, mine, r->has_view ? r->seat : SEAT_NONE, out);
	mem_wipe(mine, sizeof *mine);
	free(mine);
	free(all);
}

/* Returns for each of s->at, then for r, whether no later digest undid it. The caller frees the
 * array. */
static bool *
find_counting(const struct history *s, const struct player_read *r)
{
	bool *counts = mem_zero(s->n + 1, sizeof *counts);
	int64_t back = r->d.n; /* digests from here up to the last undo do not count */

	for (size_t i = s->n + 1; i-- > 0;) {
		const struct player_read *now = i < s->n ? s->at[i] : r;
		struct host_action act = { .reason = "" };
		struct err none = ERR_INIT;

		counts[i] = now->d.n <= back;
		if (counts[i] && host_action_find(now->tr.text.p, &now->t, &act, &none) > 0 &&
		    act.kind == HOST_ACTION_UNDO)
			back = act.to;
	}
	return counts;
}

void
history_new(const struct history *s, const struct player_read *r, bool is_new[static HAND_MAX])
{
	const struct seat *me = &r->v.view.known.seat[r->seat];
	const struct rules *rules = r->d.pub.known.rules;
	struct events *ev = mem_new(sizeof *ev);
	bool *counts = find_counting(s, r);
	unsigned came[CARDS_MAX] = { 0 };

	for (size_t i = s->from; i <= s->n && history_before(s) != NULL; i++) {
		history_events(i < s->n ? s->at[i] : r, ev);
		for (uint32_t e = 0; e < ev->n && counts[i]; e++)
			if ((ev->at[e].kind == EVENT_DREW || ev->at[e].kind == EVENT_RECEIVED) &&
			    ev->at[e].seat == r->seat && ev->at[e].card < rules->n_cards)
				came[knowledge_kind(rules, ev->at[e].card)]++;
	}
	for (unsigned i = me->n_hand; i-- > 0;) {
		unsigned *n =
		    &came[me->hand[i] < rules->n_cards ? knowledge_kind(rules, me->hand[i]) : 0];

		is_new[i] = *n > 0;
		*n -= *n > 0;
	}
	mem_wipe(ev, sizeof *ev);
	free(ev);
	free(counts);
}

void
history_remember(const struct history *s, const struct player_read *r, struct bot_memory *out)
{
	struct events *ev = mem_new(sizeof *ev);
	bool *counts = find_counting(s, r);

	memset(out, 0, sizeof *out);
	for (size_t i = 0; i <= s->n; i++) {
		const struct player_read *now = i < s->n ? s->at[i] : r;
		struct view v = now->has_view ? now->v.view : now->d.pub;

		if (!counts[i] || is_before_round(now, r))
			continue;
		history_events(now, ev);
		v.seat = r->has_view ? r->seat : SEAT_NONE;
		bot_memory_learn(out, &v, ev, now->d.n);
		if (r->has_view && !now->has_view) {
			out->seen.whole = false;
			out->seen.from = now->d.n + 1;
		}
	}
	mem_wipe(ev, sizeof *ev);
	free(ev);
	free(counts);
}

void
history_know(const struct history *s, const struct player_read *r, struct knowledge *out)
{
	struct bot_memory *m = mem_new(sizeof *m);

	history_remember(s, r, m);
	*out = m->seen;
	mem_wipe(m, sizeof *m);
	free(m);
}

void
history_changes(const struct history *s, const struct player_read *r, struct changes *out)
{
	struct events *ev = mem_new(sizeof *ev);
	bool *counts = find_counting(s, r);

	memset(out, 0, sizeof *out);
	for (size_t i = s->n + 1; i-- > 0 && out->n == 0 && out->seats == 0;) {
		const struct player_read *now = i < s->n ? s->at[i] : r;

		if (is_before_round(now, r))
			break;
		if (!counts[i])
			continue;
		history_events(now, ev);
		changes_take(out, r->d.pub.known.rules, ev);
	}
	mem_wipe(ev, sizeof *ev);
	free(ev);
	free(counts);
}

/* ---- orders ------------------------------------------------------------------------------------- */

static bool
is_cause(const struct player_read *r, const struct hash *h)
{
	return r->d.has_order && seal_equal(r->d.order, h->b, HASH_BYTES);
}

/* True if the host can no longer accept the order, by the next seq in the view. */
static bool
is_late(const struct player_read *r, const struct order_block *b)
{
	unsigned turn = r->v.view.known.turn;

	if (b->turn > 0)
		return b->turn < turn || (b->turn == turn && b->seq < r->v.seq);
	return b->seq < player_seq(&r->v, b);
}

static void
note_played(struct order_status *f, int64_t n)
{
	if (f->n_played >= ORDER_STATE_PLAYED_MAX)
		memmove(f->played, f->played + 1, sizeof f->played - sizeof f->played[0]);
	f->played[f->n_played < ORDER_STATE_PLAYED_MAX ? f->n_played : ORDER_STATE_PLAYED_MAX - 1] =
	    n;
	f->n_played++;
}

/* For a recurring order: searches the whole history, since it is played in several turns. */
static void
find_repeats(const struct history *s, const struct player_read *r, struct order_status *f)
{
	const struct hash *h = &f->order.hash;

	for (size_t i = 0; i <= s->n; i++) {
		const struct player_read *now = i < s->n ? s->at[i] : r;

		if (!is_cause(now, h))
			continue;
		f->fate = ORDER_STATE_GONE;
		if (transcript_has_line(&now->tr, now->t.events, "note kept"))
			f->n = now->d.n;
		else
			note_played(f, now->d.n);
	}
	if (is_queued_order(r, h))
		f->fate = ORDER_STATE_QUEUED;
}

static void
find_fate(const struct history *s, const struct player_read *r, struct order_status *f)
{
	const struct hash *h = &f->order.hash;
	struct hash answers;

	f->fate = is_late(r, &f->order.o.b) ? ORDER_STATE_LATE : ORDER_STATE_NONE;
	if (f->order.o.b.turn == TURN_EVERY) {
		find_repeats(s, r, f);
		return;
	}
	for (size_t i = s->from; i <= s->n; i++) {
		const struct player_read *now = i < s->n ? s->at[i] : r;

		if (!is_cause(now, h))
			continue;
		f->n = now->d.n;
		f->fate = is_queued_order(now, h) ? ORDER_STATE_QUEUED : ORDER_STATE_TAKEN;
	}
	if (f->fate == ORDER_STATE_QUEUED && !is_queued_order(r, h))
		f->fate = ORDER_STATE_GONE;
	memcpy(answers.b, f->order.o.b.head, sizeof answers.b);
	if (f->fate == ORDER_STATE_NONE && saved_digest_is_aside(s->dir, f->at.n, &answers))
		f->fate = ORDER_STATE_LOST;
}

int
history_orders(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, const struct order_status *f), void *arg, struct err *err)
{
	const struct player_read *first = history_before(s);
	struct signed_list list;
	struct err why = ERR_INIT;

	if (s->dir == NULL || s->me == NULL || !r->has_view)
		return 0;
	if (first == NULL)
		first = s->n > 0 ? s->at[0] : r;
	if (signed_list(s->dir, &list, err) < 0)
		return -1;
	for (size_t i = 0; i < list.count && why.code != ERR_BUSY; i++) {
		struct order_status f = { .n = -1, .at = list.at[i] };

		if ((list.at[i].n >= first->d.n || is_queued_order(r, &list.at[i].hash)) &&
		    strcmp(list.at[i].seat, r->v.seat) == 0 &&
		    signed_order_open(s->dir, &list.at[i], s->me, &f.order, &why) == 0) {
			find_fate(s, r, &f);
			each(arg, &f);
		}
		seal_wipe(&f, sizeof f);
	}
	signed_list_release(&list);
	if (why.code != ERR_BUSY)
		return 0;
	*err = why;
	return -1;
}
