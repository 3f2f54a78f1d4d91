/*
 * The game played again from what was revealed.
 *
 * (Y1) what is made here depends on orders, keys and digests before, never on the facts it is compared
 *      with; taken from the digest are its time, the host's box, the hashes of views, and the sections
 *      that are checked by themselves: keys, leaves, reveal
 * (Y2) a difference is a failure only while everything that the facts depend on is known
 */

#include <stdlib.h>

#include "host/audit_own.h"
#include "host/deal.h"
#include "host/join.h"
#include "host/step.h"
#include "text/lines.h"
#include "util/mem.h"

struct play {
	struct audit_work *w;
	struct host_state hs;
	struct audit_order *waiting[SEATS_MAX];
	struct audit_order *forced; /* a stored order that must cause the next digest */
	unsigned missing;           /* purposes whose keys were not there: bit p */
	bool round_ended;           /* since the first key was missing */
	struct dealt *dealt;
	struct events *ev;
	struct cause cause;
	struct buf note;
};

enum outcome_of { PLAYED, UNKNOWN, WRONG };

/* Something does not hold: a lie, or perhaps only what cannot be known yet. */
static enum outcome_of
accuse(struct play *p, const struct audit_item *item, const char *why)
{
	if (p->missing != 0 && p->round_ended) {
		audit_note(
		    p->w, item->n, AUDIT_REPLAY, AUDIT_PENDING, "not before the game is over");
		return UNKNOWN;
	}
	audit_note(p->w, item->n, AUDIT_REPLAY, AUDIT_FAIL, "%s", why);
	return WRONG;
}

static enum outcome_of
pending(struct play *p, const struct audit_item *item, const char *why)
{
	audit_note(p->w, item->n, AUDIT_REPLAY, AUDIT_PENDING, "%s", why);
	return UNKNOWN;
}

/* ---- dealing ---------------------------------------------------------------------------------- */

static void
check_leaves(struct play *p, const struct recorder *recorder)
{
	struct audit_work *w = p->w;
	const struct rules *rules = w->t.rules;

	dealt_finish(p->dealt, recorder, &p->hs.g, p->ev);
	for (unsigned r = 1; r <= ROUNDS_MAX; r++) {
		struct leaves *own;
		int64_t n = w->leaves_n[r - 1];

		if (!p->dealt->has[r - 1] || !w->t.audited)
			continue;
		if (n < 0) {
			audit_note(w, p->hs.n + 1, AUDIT_LEAVES, AUDIT_FAIL,
			    "round %u was dealt, but nothing was committed to", r);
			continue;
		}
		if (!w->keys.has[r - 1][RNG_SALTS]) {
			audit_note(w, n, AUDIT_LEAVES, AUDIT_PENDING,
			    "the salts of round %u are not revealed", r);
			continue;
		}
		own = mem_zero(1, sizeof *own);
		deal_leaves(w->out->game, rules, p->dealt, r, w->keys.at[r - 1][RNG_SALTS], own);
		if (memcmp(own->n[r - 1], w->leaves->n[r - 1], sizeof own->n[r - 1]) != 0 ||
		    memcmp(own->hash[r - 1], w->leaves->hash[r - 1], sizeof own->hash[r - 1]) != 0)
			audit_note(w, n, AUDIT_LEAVES, AUDIT_FAIL,
			    "the leaves of round %u are not those of the cards that its keys deal",
			    r);
		else
			audit_note(w, n, AUDIT_LEAVES, AUDIT_PASS, NULL);
		free(own);
	}
}

/* Let the rules deal, or play a turn that is legal, with dice of the revealed keys. */
static void
let_rules(struct play *p, const struct turn *turn)
{
	struct dice dice;
	struct recorder recorder;
	bool known = p->missing == 0;
	unsigned refused = 0;

	dice_init_keys(&dice, &p->w->keys, turn == NULL ? 0 : (uint32_t)(p->hs.n + 1));
	recorder_init(&recorder, &dice.rng, p->dealt);
	if (turn == NULL)
		game_deal(&p->hs.g, &recorder.rng, p->ev);
	else if (game_apply_all(&p->hs.g, turn->step, turn->n, &recorder.rng, p->ev, &refused) !=
	    VERDICT_OK)
		BUG("a turn that was legal is not");
	p->missing |= dice.missing;
	for (uint32_t i = 0; i < p->ev->n; i++)
		p->round_ended = p->round_ended || (!known && p->ev->at[i].kind == EVENT_ROUND_END);
	check_leaves(p, &recorder);
	dice_wipe(&dice);
}

/* ---- orders ----------------------------------------------------------------------------------- */

static struct audit_order *
find_order(const struct audit_work *w, const unsigned char hash[static 32])
{
	for (size_t i = 0; i < w->n_order; i++)
		if (memcmp(w->order[i].hash.b, hash, HASH_BYTES) == 0)
			return &w->order[i];
	return NULL;
}

/* Chosen with the dice of the digest `ahead` of the one being made. */
static int
choose(const struct play *p, uint8_t seat, const struct block *b, uint32_t ahead, struct turn *turn,
    struct err *err)
{
	struct dice dice;
	int result;

	dice_init_keys(&dice, &p->w->keys, (uint32_t)(p->hs.n + 1) + ahead);
	result = step_choose(&p->w->t, &p->hs, seat, b, &dice, turn, err);
	dice_wipe(&dice);
	return result;
}

/* An order that is legal, and what it leads to. */
static enum outcome_of
play_block(struct play *p, const struct audit_item *item, uint8_t seat, const struct block *b)
{
	struct err err = ERR_INIT;
	struct turn turn;
	uint8_t next;

	if (choose(p, seat, b, 0, &turn, &err) < 0) {
		struct err why = ERR_INIT;

		(void)err_set(&why, ERR_RULE, "%s's order cannot be played: %s", b->seat, err.msg);
		return accuse(p, item, why.msg);
	}
	let_rules(p, &turn);
	next = p->hs.g.to_move;
	if (next != SEAT_NONE && p->waiting[next] != NULL) {
		struct audit_order *waits = p->waiting[next];

		p->waiting[next] = NULL;
		if (choose(p, next, &waits->b, 1, &turn, &err) == 0)
			p->forced = waits;
	}
	return PLAYED;
}

/* join or confirm */
static enum outcome_of
play_share(struct play *p, const struct audit_item *item, uint8_t seat, const struct block *b,
    int64_t head_n)
{
	struct audit_work *w = p->w;
	struct err err = ERR_INIT;
	enum joining joining = JOIN_REFUSED;

	if (!join_is_one(b) || join_verify(&w->t, &p->hs, seat, b, &err) == 0)
		joining = join_take(&w->t, &p->hs, seat, b, head_n, &p->note, &err);
	if (joining == JOIN_REFUSED)
		return accuse(p, item, err.msg);
	p->cause.note = p->note.p;
	if (joining == JOIN_DEALS) {
		p->cause.deals = true;
		let_rules(p, NULL);
	}
	return PLAYED;
}

/* A new order, not one that waited. */
static enum outcome_of
play_new(struct play *p, const struct audit_item *item, uint8_t seat, struct audit_order *o)
{
	const struct block *b = &o->b;
	const struct audit_item *head = audit_find(p->w, b->head);
	struct err err = ERR_INIT;
	enum binding binding;

	if (o->used)
		return accuse(p, item, "its order was carried out before");
	o->used = true;
	if (head == NULL || head->n >= item->n)
		return accuse(p, item, "its order answers no digest that came before it");
	if (b->say[0] != '\0') {
		p->cause.said = b->say;
		p->cause.said_by = seat;
	}
	if (p->hs.g.phase == PHASE_SETUP)
		return play_share(p, item, seat, b, head->n);
	if (step_bind(&p->w->t, &p->hs, seat, b, &binding, &err) < 0 ||
	    step_accept(&p->w->t, &p->hs, seat, b, binding, &err) < 0)
		return accuse(p, item, err.msg);
	if (binding == BOUND && head->d.pub.known.turn != p->hs.g.turn)
		return accuse(p, item, "its order answers a digest of another turn");
	if (binding == LATER) {
		p->waiting[seat] = step_is_cancel(b) ? NULL : o;
		p->cause.note = step_kept_note;
		return PLAYED;
	}
	return b->n_do == 0 ? PLAYED : play_block(p, item, seat, b);
}

static enum outcome_of
play_order(struct play *p, const struct audit_item *item)
{
	struct audit_work *w = p->w;
	struct audit_order *o = find_order(w, item->d.order), *forced = p->forced;
	uint8_t seat;

	p->forced = NULL;
	if (o == NULL && !w->has_secret)
		return pending(p, item, "its order is not revealed yet");
	if (o == NULL)
		return accuse(p, item, "its order was never revealed");
	seat = names_find(&w->t.names, o->b.seat, strlen(o->b.seat));
	if (seat == SEAT_NONE)
		return accuse(p, item, "its order is of nobody at this table");
	if (forced != NULL && forced != o)
		return accuse(
		    p, item, "the order that was stored for this turn was not carried out");
	p->cause.has_order = true;
	p->cause.order = o->hash;
	return forced == o ? play_block(p, item, seat, &o->b) : play_new(p, item, seat, o);
}

/* ---- digests without an order ----------------------------------------------------------------- */

/* The sentence of since: without indentation and line ends. */
static void
unwrap(const struct audit_work *w, struct span sp, struct buf *out)
{
	struct lines l = { w->text.p, sp.at + sp.n, sp.at, 1 };
	const char *p;
	size_t n;

	while (lines_next(&l, &p, &n)) {
		for (; n > 0 && *p == ' '; n--)
			p++;
		if (out->n > 0)
			buf_chr(out, ' ');
		buf_add(out, p, n);
	}
}

/* The host starts over: all it may say about it is why. */
static enum outcome_of
play_restart(struct play *p, const struct audit_item *item)
{
	struct buf said = BUF_INIT;
	const char *reason;

	if (p->hs.g.phase != PHASE_SETUP || item->d.attempt != p->hs.attempt + 1)
		return accuse(p, item, "nobody ordered it");
	unwrap(p->w, item->t.since, &said);
	reason = strstr(buf_cstr(&said), ": ");
	join_restart(&p->w->t, &p->hs, reason != NULL ? reason + 2 : "", &p->note);
	p->cause.note = p->note.p;
	buf_release(&said);
	return PLAYED;
}

static enum outcome_of
play_first(struct play *p, const struct audit_item *item)
{
	struct audit_work *w = p->w;
	const struct game *g = &item->d.pub.known;

	w->t.rules = g->rules;
	w->t.names = item->d.names;
	w->t.limit_s = item->d.limit_s;
	w->t.host_seat = item->d.host_seat;
	w->t.host = w->host;
	(void)card_box_parse(item->d.host_age, strlen(item->d.host_age), &w->t.host);
	w->t.seated = 0;
	for (unsigned i = 0; i < item->d.names.n; i++) {
		const char *sign = item->d.seat_sign[i], *age = item->d.seat_age[i];

		if (card_sign_parse(sign, strlen(sign), &w->t.card[i]) == 0 &&
		    card_box_parse(age, strlen(age), &w->t.card[i]) == 0)
			w->t.seated = (uint16_t)(w->t.seated | 1u << i);
	}
	state_init(&p->hs, g->rules, g->n_seats, &g->options);
	if (!w->t.audited) {
		let_rules(p, NULL);
		return PLAYED;
	}
	p->hs.attempt = 1;
	for (unsigned i = 0; i < w->t.names.n; i++)
		p->hs.share[i].bound = ((unsigned)w->t.seated >> i & 1u) != 0;
	p->cause.note = join_open_note;
	return PLAYED;
}

/* ---- comparing -------------------------------------------------------------------------------- */

static char *
section(const struct audit_work *w, struct span sp)
{
	return sp.n > 0 ? mem_dupn(w->text.p + sp.at, sp.n) : NULL;
}

/* What the digest should say, up to its signature. */
static void
make_text(struct play *p, const struct audit_item *item, struct buf *out)
{
	struct audit_work *w = p->w;
	struct digest *d = mem_new(sizeof *d);
	struct buf keep = BUF_INIT;
	char *keys = section(w, item->t.keys), *leaves = section(w, item->t.leaves);
	char *reveal = section(w, item->t.reveal);
	struct digest_news news = { .ev = p->ev,
		.said_by = p->cause.said_by,
		.said = p->cause.said,
		.note = p->cause.note,
		.keys = keys,
		.leaves = leaves,
		.reveal = reveal };

	for (size_t i = 0; i < item->t.keep.n; i++) {
		char c = w->text.p[item->t.keep.at + i];

		if (c != ' ' && c != '\n')
			buf_chr(&keep, c);
	}
	news.keep = buf_cstr(&keep);
	digest_fill(&w->t, &p->hs, &p->cause, item->d.time, d);
	memcpy(d->commit, item->d.commit, sizeof d->commit);
	memcpy(d->view_hash, item->d.view_hash, sizeof d->view_hash);
	digest_body_text(d, &news, out);
	digest_views_text(d, out);
	buf_release(&keep);
	free(reveal);
	free(leaves);
	free(keys);
	free(d);
}

/* Line by line: the first that differs. */
static enum outcome_of
compare(struct play *p, const struct audit_item *item, const struct buf *made)
{
	struct lines is = { p->w->text.p, item->t.signed_part.at + item->t.signed_part.n,
		item->t.signed_part.at, 1 };
	struct lines want = { made->p, made->n, 0, 1 };
	struct err why = ERR_INIT;
	const char *a, *b;
	size_t a_n, b_n;

	for (;;) {
		bool more = lines_next(&is, &a, &a_n), wanted = lines_next(&want, &b, &b_n);

		if (!more && !wanted)
			return PLAYED;
		if (!more || !wanted) {
			a_n = more ? a_n : 0;
			b_n = wanted ? b_n : 0;
		}
		if (more == wanted && a_n == b_n && memcmp(a, b, a_n) == 0)
			continue;
		(void)err_set(&why, ERR_AUTH, "line %d says \"%.*s\", by the rules it is \"%.*s\"",
		    is.line - (more ? 1 : 0), (int)(a_n < 120 ? a_n : 120), a,
		    (int)(b_n < 120 ? b_n : 120), b);
		return accuse(p, item, why.msg);
	}
}

static enum outcome_of
play_digest(struct play *p, const struct audit_item *item)
{
	struct buf made = BUF_INIT;
	enum outcome_of result;
	const unsigned hard = ~(1u << RNG_GOLD);

	p->ev->n = 0;
	buf_clear(&p->note);
	p->cause = (struct cause){ .said_by = SEAT_NONE, .round = p->hs.g.round };
	if (item->n == 0)
		result = play_first(p, item);
	else if (item->d.has_order)
		result = play_order(p, item);
	else
		result = play_restart(p, item);
	if (result != PLAYED)
		return result;
	if ((p->missing & hard) != 0)
		return pending(p, item, "the keys of the round are not revealed yet");
	make_text(p, item, &made);
	result = compare(p, item, &made);
	buf_release(&made);
	if (result == PLAYED)
		audit_note(p->w, item->n, AUDIT_REPLAY, AUDIT_PASS, NULL);
	p->hs.n = item->n;
	memcpy(p->hs.head, item->hash.b, HASH_BYTES);
	return result;
}

void
audit_play(struct audit_work *w)
{
	struct play *p = mem_zero(1, sizeof *p);
	bool going = true;

	p->w = w;
	p->ev = mem_zero(1, sizeof *p->ev);
	p->dealt = mem_zero(1, sizeof *p->dealt);
	for (size_t i = 0; i < w->n_item; i++) {
		const struct audit_item *item = &w->item[i];
		bool exact;

		if (going && (int64_t)i != item->n) {
			going = false;
			(void)pending(p, item, "a digest before it is missing");
		} else if (going) {
			enum outcome_of result = play_digest(p, item);

			going = result == PLAYED;
		} else {
			(void)pending(p, item, "a digest before it is not proven");
		}
		exact = going && !(p->missing != 0 && p->round_ended);
		audit_view(w, item, exact ? &p->hs.g : NULL);
	}
	seal_wipe(&p->hs, sizeof p->hs);
	seal_wipe(p->dealt, sizeof *p->dealt);
	buf_release(&p->note);
	free(p->dealt);
	free(p->ev);
	free(p);
}
