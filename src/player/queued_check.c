/*
 * Checks of queued orders by the seat that signed them.
 *
 * (M1) Only certain violations are reported. Results that depend on draws, on a second step, or on
 *      a missing digest or order are left to the audit.
 */
#include "player/queued_check.h"

#include "core/game.h"
#include "text/turnline.h"
#include "util/lines.h"
#include "util/mem.h"
#include "wire/votes.h"

enum { RUN_MAX = 64 }; /* recurring orders played in one run of the host: host/play.c */

/* Three consecutive digests; after the second the seat is to move. */
struct turn_of {
	const struct history *s;
	const struct player_read *r;
	const struct player_read *before, *was, *now; /* `before` and `now` may be NULL */
	size_t at;                                    /* index of `was` in the history */
	void (*each)(void *arg, int64_t n, const char *fault);
	void *arg;
	struct err *trouble;
};

static void
report_order(const struct turn_of *t, int64_t n, const char *line, const char *what)
{
	struct buf fault = BUF_INIT;

	buf_fmt(&fault, "your order \"%s\" %s", line, what);
	t->each(t->arg, n, fault.p);
	buf_wipe(&fault);
}

static bool
notes(const struct player_read *r, const char *note)
{
	size_t to = r->sp.events.at + r->sp.events.n;

	return lines_find(r->plain.p, to, r->sp.events.at, note) < to;
}

static int
parse_alternative(
    const struct turn_of *t, const struct order_block *b, unsigned i, struct turn *turn)
{
	const struct digest *d = &t->was->d;
	const char *line = b->doing[i];
	struct err none = ERR_INIT;

	return b->turn == TURN_EVERY ?
	    turnline_parse_every(d->pub.known.rules, &d->names, t->r->seat, line, turn, &none) :
	    turnline_parse(
		d->pub.known.rules, &d->names, t->r->seat, line, strlen(line), turn, &none);
}

/* (M1) True if the order is certainly legal. */
static bool
is_possible(const struct turn_of *t, const struct turn *turn)
{
	return turn->n == 0 ||
	    (turn->n == 1 && game_check(&t->was->v.view.known, &turn->step[0]) == VERDICT_OK);
}

/* Returns the first alternative that is certainly legal, or n_do if none is known. */
static unsigned
first_possible(const struct turn_of *t, const struct order_block *b)
{
	struct turn turn;
	unsigned i = 0;

	while (i < b->n_do && !(parse_alternative(t, b, i, &turn) == 0 && is_possible(t, &turn)))
		i++;
	return i;
}

static bool
has_card(const struct order *o, card_id card)
{
	bool has = card == CARD_HIDDEN;

	for (unsigned i = 0; i < o->n_card; i++)
		has = has || o->card[i] == card;
	return has;
}

/* True if the first event may come from this order. */
static bool
fits(const struct event *e, const struct turn *turn)
{
	const struct order *o = &turn->step[0];

	if (turn->n != 1 ||
	    (e->kind != EVENT_PLACED && e->kind != EVENT_PLAYED && e->kind != EVENT_DISCARDED))
		return true;
	switch (o->kind) {
	case ORDER_PLACE:
		return e->kind == EVENT_PLACED && has_card(o, e->card) && e->x == o->at[0].x &&
		    e->y == o->at[0].y;
	case ORDER_ACT:
		return e->kind == EVENT_PLAYED && has_card(o, e->card);
	case ORDER_DISCARD:
		return e->kind == EVENT_DISCARDED && has_card(o, e->card);
	default:
		return true;
	}
}

/* The order was played: checks that it was the first legal alternative. */
static void
check_played(const struct turn_of *t, const struct order_block *b)
{
	struct events *ev = mem_zero(1, sizeof *ev);
	struct turn turn;
	bool is_first = true;

	history_events(t->now, ev);
	for (unsigned i = 0; i < b->n_do && is_first && ev->n > 0 &&
	     parse_alternative(t, b, i, &turn) == 0 && !fits(&ev->at[0], &turn);
	     i++) {
		is_first = !is_possible(t, &turn);
		if (!is_first)
			report_order(t, t->now->d.n, b->doing[i],
			    "was possible, and another alternative was played");
	}
	if (is_first)
		t->each(t->arg, t->now->d.n, NULL);
	seal_wipe(ev, sizeof *ev);
	free(ev);
}

static bool
is_cause(const struct player_read *r, const unsigned char hash[static HASH_BYTES])
{
	return r->d.has_order && seal_equal(r->d.order, hash, HASH_BYTES);
}

/* Finds the order with this hash if it was signed in this home. */
static bool
find_signed(
    const struct turn_of *t, const unsigned char hash[static HASH_BYTES], struct parsed_order *out)
{
	struct hash h;
	struct err why = ERR_INIT;

	memcpy(h.b, hash, sizeof h.b);
	if (signed_order_find(t->s->dir, &h, t->s->me, out, &why) == 0)
		return true;
	if (why.code == ERR_BUSY)
		*t->trouble = why;
	return false;
}

/* Checks the order with this hash, queued up to t->was. `note` is the note by which the host
 * reports that no alternative is legal. `later`: the order may be played later. */
static void
check_queued_order(const struct turn_of *t, const unsigned char hash[static HASH_BYTES],
    const char *note, bool later)
{
	struct parsed_order *in = mem_new(sizeof *in);
	const struct order_block *b = &in->o.b;
	unsigned i;

	if (find_signed(t, hash, in) && (b->until == 0 || b->until > t->was->d.time) &&
	    (i = first_possible(t, b)) < b->n_do) {
		if (notes(t->was, note))
			report_order(t, t->was->d.n, b->doing[i],
			    "is possible, though it says that none is");
		else if (t->now != NULL && is_cause(t->now, hash))
			check_played(t, b);
		else if (t->now != NULL && !later)
			report_order(t, t->now->d.n, b->doing[i], "should have been played in it");
	}
	seal_wipe(in, sizeof *in);
	free(in);
}

/* True if a standby may get a seat. */
static bool
may_seat(const struct people *p)
{
	bool may = false;

	for (unsigned i = 0; i < SEATS_MAX; i++)
		may = may || p->leaving[i] > 0 || p->gone[i] > 0;
	return may && p->n_standby > 0;
}

/* True if the host may play the order later: a one-shot order, a carried proposal or a standby
 * with a free seat comes first, or the run that made t->was has reached its limit. */
static bool
may_wait(const struct turn_of *t)
{
	size_t i = t->at;

	if (t->before->v.has_queued_next ||
	    proposals_next_carried(&t->was->d.people.proposals, t->was->d.custody) != NULL ||
	    may_seat(&t->was->d.people))
		return true;
	while (i > 0 && t->s->at[i - 1]->d.time == t->was->d.time)
		i--;
	return t->was->d.n >= RUN_MAX && (i == 0 || t->at - i + 1 >= RUN_MAX);
}

static bool
notes_queued(const struct player_read *r)
{
	return transcript_has_line(&r->tr, r->t.events, "note kept");
}

/* True if the digest queues the order with this hash. */
static bool
is_queued_now(const struct player_read *r, bool has, const unsigned char hash[static HASH_BYTES])
{
	return has && seal_equal(hash, r->d.order, HASH_BYTES);
}

/* True if t->was queues an order signed here that the private view does not list. */
static bool
is_denied(const struct turn_of *t)
{
	const struct private_view *v = &t->was->v;
	const struct order_block *b;
	struct parsed_order *in;
	bool denied;

	if (!t->was->has_view || !t->was->d.has_order || !notes_queued(t->was) ||
	    is_queued_now(t->was, v->has_queued_next, v->queued_next) ||
	    is_queued_now(t->was, v->has_queued_every, v->queued_every))
		return false;
	in = mem_new(sizeof *in);
	b = &in->o.b;
	denied = find_signed(t, t->was->d.order, in) &&
	    strcmp(b->seat, t->was->d.names.seat[t->r->seat]) == 0 && b->n_do > 0 &&
	    strcmp(b->doing[0], "cancel") != 0 && strcmp(b->doing[0], "cancel every") != 0;
	if (denied)
		report_order(t, t->was->d.n, b->doing[0],
		    "is queued by it, and your private view denies that");
	seal_wipe(in, sizeof *in);
	free(in);
	return denied;
}

/* True if the view lists a new order other than the one that t->was queues. */
static bool
is_strange(const struct turn_of *t, bool had, const unsigned char before[static HASH_BYTES],
    bool has, const unsigned char now[static HASH_BYTES])
{
	return has && !(had && memcmp(before, now, HASH_BYTES) == 0) &&
	    !(notes_queued(t->was) && t->was->d.has_order && is_queued_now(t->was, has, now));
}

/* Checks that no order left the view without a reason, and that no order came that was not
 * queued. */
static void
check_dropped(const struct turn_of *t)
{
	const struct player_read *before = t->before, *was = t->was;
	const struct private_view *a, *b;

	if (is_denied(t) || before == NULL || !before->has_view || !was->has_view)
		return;
	a = &before->v;
	b = &was->v;
	if (is_strange(t, a->has_queued_next, a->queued_next, b->has_queued_next, b->queued_next) ||
	    is_strange(
		t, a->has_queued_every, a->queued_every, b->has_queued_every, b->queued_every))
		t->each(
		    t->arg, was->d.n, "your private view names an order that it does not queue");
	if (memmem(was->plain.p + was->sp.events.at, was->sp.events.n, "  note ", 7) != NULL)
		return;
	if (a->has_queued_every && !b->has_queued_every)
		t->each(t->arg, was->d.n,
		    "your order for every turn is not queued any more, and nothing says why");
	/* If the seat is to move, the order is played next. */
	if (a->has_queued_next && !b->has_queued_next && was->d.pub.known.to_move != t->r->seat)
		t->each(t->arg, was->d.n,
		    "your order for the next turn is not queued any more, and nothing says why");
}

static void
check_turn(const struct turn_of *t)
{
	const struct player_read *before = t->before, *was = t->was;
	const struct game *g = &was->d.pub.known;

	if (!was->has_view || g->to_move != t->r->seat ||
	    undo_request_blocks_play(&was->d.undo_request))
		return;
	/* A one-shot order comes first. It left the queue when the turn began. */
	if (before == NULL || !before->has_view)
		return;
	if (before->v.has_queued_next && !was->v.has_queued_next &&
	    before->d.pub.known.to_move != g->to_move && before->d.pub.known.turn < g->turn)
		check_queued_order(t, before->v.queued_next, "  note unplayable", false);
	else if (was->v.has_queued_every)
		check_queued_order(t, was->v.queued_every, "  note idle", may_wait(t));
}

int
queued_check_each(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, int64_t n, const char *fault), void *arg, struct err *err)
{
	struct err trouble = ERR_INIT;

	for (size_t i = 0; i <= s->n && s->dir != NULL && s->me != NULL && r->has_view; i++) {
		struct turn_of t = {
			.s = s, .r = r, .at = i, .each = each, .arg = arg, .trouble = &trouble
		};

		t.before = i > 0 ? s->at[i - 1] : NULL;
		t.was = i < s->n ? s->at[i] : r;
		if (i < s->n)
			t.now = i + 1 < s->n ? s->at[i + 1] : r;
		check_dropped(&t);
		check_turn(&t);
	}
	if (trouble.code == ERR_NONE)
		return 0;
	*err = trouble;
	return -1;
}

static void
report_first(void *arg, int64_t n, const char *fault)
{
	struct err *err = arg;

	if (fault == NULL || err->code != ERR_NONE)
		return;
	(void)err_set(err, ERR_AUTH, "the host cheats in digest %lld: %s", (long long)n, fault);
	(void)err_hint(err,
	    "you have signed it, and `adit audit -k` finds it, too; to everybody it is proven "
	    "once the order is revealed");
}

int
queued_check_check(const struct history *s, const struct player_read *r, struct err *err)
{
	struct err first = ERR_INIT;
	int result = queued_check_each(s, r, report_first, &first, err);

	if (first.code == ERR_NONE)
		return result;
	*err = first;
	return -1;
}
