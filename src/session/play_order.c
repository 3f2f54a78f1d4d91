/*
 * Orders in a session (record/send_state.h).
 *
 * (O1) Only stored orders are sent, and only confirmed orders are stored. In a practice game no
 *      order needs to be confirmed, since the player can take it back.
 * (O2) While it is unknown whether an order was sent, nothing else is signed. For a turn whose
 *      order was sent, no other order is ever signed. So after a crash the same bytes are found,
 *      and no second order exists.
 * (O3) A signed order acts on the table that was shown. Digests that come during the question are
 *      shown first.
 */
#include <string.h>

#include "session/play_internal.h"
#include "session/screen.h"
#include "draw/draw.h"
#include "player/preview.h"
#include "record/send_state.h"
#include "text/turnline.h"
#include "util/mem.h"
#include "wire/host_action.h"

/* ---- orders signed before -------------------------------------------------------------------- */

/* An order that is in no digest and still may be. */
struct open_order {
	struct signed_order at;
	enum send_state mark;
	enum order_count count;
	int64_t turn, seq;
	struct buf words; /* secret */
};

struct open_list {
	struct play *p;
	size_t n;
	struct open_order *at;
	int64_t undone; /* digests before this one may be undone */
};

static void
words_of(const struct order_block *b, struct buf *out)
{
	const char *kind = order_block_turn_word(b->turn);

	if (b->turn == TURN_NEXT || b->turn == TURN_EVERY)
		buf_fmt(out, "%s ", kind);
	for (unsigned i = 0; i < b->n_do; i++)
		buf_fmt(out, "%s%s", i > 0 ? " | " : "", b->doing[i]);
	if (b->say[0] != '\0')
		buf_fmt(out, "%ssay %s", b->n_do > 0 ? ", " : "", b->say);
}

static void
add_open(void *arg, const struct order_status *f)
{
	struct open_list *list = arg;
	const struct order_block *b = &f->order.o.b;
	struct open_order *o;

	if (f->fate != ORDER_STATE_NONE || f->at.n < list->undone)
		return;
	if ((b->has_commit || b->has_reveal) && list->p->r.d.dealing != DIGEST_DEALING_OPEN)
		return; /* it was for the joint deal, which is over */
	list->at = mem_grow(list->at, (list->n + 1) * sizeof *list->at);
	o = &list->at[list->n];
	*o = (struct open_order){
		.at = f->at, .count = order_count_of(b), .turn = b->turn, .seq = b->seq
	};
	o->mark = send_state_get(list->p->dir.p, &o->at);
	if (o->mark == SEND_STATE_REFUSED)
		return;
	buf_grow_secret(&o->words, ORDER_BLOCK_ROOM + 256);
	words_of(b, &o->words);
	list->n++;
}

/* Returns the digest of the last known undo, or 0. */
static int64_t
last_undo(const struct play *p)
{
	const struct history *s = &p->past.story;

	for (size_t i = s->n + 1; i-- > 0;) {
		const struct player_read *r = i < s->n ? s->at[i] : &p->r;
		struct host_action act = { .reason = "" };
		struct err none = ERR_INIT;

		if (host_action_find(r->tr.text.p, &r->t, &act, &none) > 0 &&
		    act.kind == HOST_ACTION_UNDO)
			return r->d.n;
	}
	return 0;
}

/* (O2) Lists the open orders. Returns -1 with a message if they cannot be read; then nothing may
 *      be signed. Call open_release after every result. */
static int
open_orders(struct play *p, struct open_list *list)
{
	struct err why = ERR_INIT;

	*list = (struct open_list){ .p = p, .undone = last_undo(p) };
	if (history_orders(&p->past.story, &p->r, add_open, list, &why) == 0)
		return 0;
	play_fail(p, &why);
	return -1;
}

static void
open_release(struct open_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		buf_wipe(&list->at[i].words);
	free(list->at);
	*list = (struct open_list){ .n = 0 };
}

/* Returns the newest order with this state, or NULL. */
static struct open_order *
find_open(const struct open_list *list, enum send_state mark)
{
	for (size_t i = list->n; i-- > 0;)
		if (list->at[i].mark == mark)
			return &list->at[i];
	return NULL;
}

/* ---- sending --------------------------------------------------------------------------------- */

const char *
play_transport_words(const struct play *p)
{
	return p->transport.carry != NULL ?
	    p->transport.words :
	    language_text(p->u->lang, MSG("play", "by yourself: it is shown here"));
}

/* Without a transport: shows the block, and the player sends it. */
static enum order_transport_end
show_block(struct play *p, const struct buf *block)
{
	play_say(p, MSG("play", "Send this to the host, all of it:"));
	play_put(p, block);
	/* A screen is gone when it closes, so it is printed again then. */
	if (p->screen != NULL)
		buf_add(&p->parting, block->p, block->n);
	return TRANSPORT_GONE;
}

static void
set(struct play *p, const struct signed_order *o, enum send_state mark)
{
	struct err why = ERR_INIT;

	if (send_state_set(p->dir.p, o, mark, &why) < 0)
		play_fail(p, &why);
}

/* (O2) Marks the order as possibly sent before sending. An order that may have been sent before
 *      keeps that mark. */
static void
carry_order(struct play *p, const struct signed_order *o)
{
	struct buf block = BUF_INIT, why = BUF_INIT;
	struct err err = ERR_INIT;
	const enum send_state was = send_state_get(p->dir.p, o);
	enum order_transport_end end;

	p->has_offered = true;
	if (send_state_block(p->dir.p, o, &block, &err) < 0 ||
	    (was != SEND_STATE_SENT && send_state_set(p->dir.p, o, SEND_STATE_GOING, &err) < 0)) {
		play_fail(p, &err);
		buf_release(&block);
		return;
	}
	end = p->transport.carry != NULL ? p->transport.carry(p->transport.arg, p, &block, &why) :
					   show_block(p, &block);
	switch (end) {
	case TRANSPORT_GONE:
		set(p, o, SEND_STATE_SENT);
		if (p->transport.carry != NULL && !play_is_practice(p))
			play_say(p, MSG("play", "It is on its way %s."), p->transport.words);
		break;
	case TRANSPORT_NOT:
		if (was == SEND_STATE_READY || play_is_practice(p))
			set(p, o, SEND_STATE_READY);
		if (play_is_practice(p)) { /* the host has refused it for certain */
			if (send_state_drop(p->dir.p, o, &err) < 0)
				play_fail(p, &err);
			play_say(p, MSG("play", "That is refused: %s"), buf_cstr(&why));
			break;
		}
		play_say(p, MSG("play", "It did not leave: %s"), buf_cstr(&why));
		play_say(p, MSG("play", "`again` tries it again%s."),
		    was == SEND_STATE_READY ?
			language_text(p->u->lang, MSG("play", ", `undo` forgets it")) :
			"");
		break;
	case TRANSPORT_PERHAPS:
		play_say(p, MSG("play", "Whether it left is not known: %s"), buf_cstr(&why));
		play_say(p, MSG("play", "`again` sends the same bytes again, which is harmless."));
		break;
	}
	buf_release(&block);
	buf_release(&why);
}

static void
resend(struct play *p, const struct open_order *o)
{
	const struct signed_order at = o->at;

	if (p->is_caught) {
		play_say(p, MSG("play", "The host was caught: nothing is sent."));
		return;
	}
	carry_order(p, &at);
	(void)play_news_look(p, true);
}

void
play_again(struct play *p)
{
	static const enum send_state first[] = { SEND_STATE_GOING, SEND_STATE_READY,
		SEND_STATE_NONE, SEND_STATE_SENT };
	struct open_list list;
	struct open_order *o = NULL;
	int result;

	result = open_orders(p, &list);
	for (size_t i = 0; i < sizeof first / sizeof first[0] && o == NULL && result == 0; i++)
		o = find_open(&list, first[i]);
	if (o == NULL && result == 0)
		play_say(p, MSG("play", "There is nothing to send again."));
	else if (o != NULL &&
	    (play_is_practice(p) ||
		play_ask(
		    p, MSG("play", "Send \"%s\" again, %s?"), o->words.p, play_transport_words(p))))
		resend(p, o);
	open_release(&list);
}

static void
take_back(struct play *p)
{
	struct err why = ERR_INIT;

	int result = p->transport.take_back(p->transport.arg, &why);

	if (result < 0)
		play_fail(p, &why);
	if (result > 0)
		p->is_over = true;
	else
		(void)play_news_look(p, true);
}

void
play_undo(struct play *p)
{
	struct open_list list;
	struct open_order *o;
	struct err why = ERR_INIT;
	int result;

	result = open_orders(p, &list);
	o = find_open(&list, SEND_STATE_READY);
	if (o == NULL && result == 0 && play_is_practice(p))
		take_back(p);
	else if (o == NULL && list.n > 0)
		play_say(p,
		    MSG("play",
			"An order that was sent, or may have been sent, cannot be undone."));
	else if (o == NULL && result == 0)
		play_say(p, MSG("play", "There is nothing to undo."));
	else if (o != NULL && send_state_drop(p->dir.p, &o->at, &why) < 0)
		play_fail(p, &why);
	else if (o != NULL)
		play_say(p, MSG("play", "\"%s\" is forgotten."), o->words.p);
	open_release(&list);
}

void
play_offer(struct play *p)
{
	struct open_list list;

	(void)open_orders(p, &list); /* unreadable orders are not offered */
	for (size_t i = 0; i < list.n && !p->is_caught; i++) {
		struct open_order *o = &list.at[i];
		const char *how = "";

		switch (o->mark) {
		case SEND_STATE_READY:
			how = MSG("play", "was signed and has not left");
			break;
		case SEND_STATE_GOING:
			how = MSG(
			    "play", "was signed and may have left; the same again does no harm");
			break;
		case SEND_STATE_NONE:
			how = MSG("play",
			    "was signed by adit sign, and whether it was sent is not known");
			break;
		case SEND_STATE_SENT:
		case SEND_STATE_REFUSED:
			play_say(p, MSG("play", "Your order \"%s\" is on its way."), o->words.p);
			continue;
		}
		play_say(p, MSG("play", "Your order \"%s\" %s."), o->words.p,
		    language_text(p->u->lang, how));
		if (play_ask(p, MSG("play", "Send it %s?"), play_transport_words(p)))
			resend(p, o);
	}
	open_release(&list);
}

/* ---- signing --------------------------------------------------------------------------------- */

static bool
may_sign(struct play *p)
{
	struct err why = ERR_INIT;

	if (p->is_caught)
		play_say(p, MSG("play", "The host was caught: nothing is signed."));
	else if (p->u->key == NULL ||
	    (p->lock < 0 && p->r.d.dealing != DIGEST_DEALING_OPEN && !p->r.has_view))
		play_say(p, MSG("play", "You are a watcher: orders require a seat and its key."));
	else if (!p->r.has_view && p->r.d.dealing == DIGEST_DEALING_OPEN)
		play_say(p,
		    MSG("play",
			"Nothing is dealt yet: `join` takes a seat, `confirm` follows when all "
			"have."));
	else if (player_needs_view(&p->r, &why) < 0)
		play_fail(p, &why);
	else if (p->lock < 0 && (play_seat_lock(p, &why) < 0 || play_seat_init(p, &why) < 0))
		play_say(p, MSG("play", "Nothing is signed: %s"), play_error_text(p, &why));
	else
		return true;
	return false;
}

/* Returns the order as an order block. The caller wipes and frees it. */
static struct order_block *
make_block(const struct player_order *o, int64_t turn)
{
	struct order_block *b = mem_zero(1, sizeof *b);
	struct err none = ERR_INIT;

	b->turn = turn;
	b->n_do = o->n_lines;
	for (unsigned i = 0; i < o->n_lines; i++)
		(void)snprintf(b->doing[i], sizeof b->doing[i], "%s", o->line[i]);
	(void)snprintf(b->say, sizeof b->say, "%s", o->say != NULL ? o->say : "");
	(void)order_block_normalize(b, &none);
	return b;
}

static int64_t
next_seq(const struct play *p, const struct player_order *o, int64_t turn, enum order_count *count)
{
	struct order_block *b = make_block(o, turn);
	int64_t seq = player_seq(&p->r.v, b);

	*count = order_count_of(b);
	mem_wipe(b, sizeof *b);
	free(b);
	return seq;
}

/* (O2) True if the order may be signed. Raises wanted->seq above those of orders signed before. */
static bool
is_free(struct play *p, int64_t turn, struct player_order *wanted, bool *again)
{
	enum order_count count;
	int64_t *seq = &wanted->seq;
	const struct open_order *stuck;
	struct open_list list;
	bool free = open_orders(p, &list) == 0;

	*again = false;
	*seq = next_seq(p, wanted, turn, &count);
	stuck = free ? find_open(&list, SEND_STATE_GOING) : NULL;
	if (free && stuck == NULL)
		stuck = find_open(&list, SEND_STATE_READY);
	if (stuck != NULL) {
		play_say(p, MSG("play", "First comes \"%s\", which %s: `again` sends it%s."),
		    stuck->words.p,
		    language_text(p->u->lang,
			stuck->mark == SEND_STATE_READY ? MSG("play", "has not left") :
							  MSG("play", "may have left")),
		    stuck->mark == SEND_STATE_READY ?
			language_text(p->u->lang, MSG("play", ", `undo` forgets it")) :
			"");
		free = false;
	}
	for (size_t i = 0; i < list.n && free; i++) {
		const struct open_order *o = &list.at[i];

		if (o->count != count || (turn > 0 && o->turn != turn))
			continue;
		if (turn > 0 && o->mark == SEND_STATE_SENT) {
			play_say(p,
			    MSG("play",
				"Your order for this turn, \"%s\", is on its way: `again` sends "
				"the "
				"same."),
			    o->words.p);
			free = false;
		}
		*again = *again || turn > 0;
		*seq = o->seq >= *seq ? o->seq + 1 : *seq;
	}
	open_release(&list);
	return free;
}

static void
order_words(const struct player_order *o, struct buf *out)
{
	struct order_block *b = make_block(o, o->turn);

	words_of(b, out);
	mem_wipe(b, sizeof *b);
	free(b);
}

/* Shows the table after the order. */
static void
show_preview(struct play *p, const struct player_order *o)
{
	const struct player_read *r = &p->r;
	struct view *after = mem_zero(1, sizeof *after);
	struct buf out = BUF_INIT, words = BUF_INIT;
	struct err none = ERR_INIT;
	struct turn turn;

	if (o->n_lines > 0 &&
	    turnline_parse(r->d.pub.known.rules, &r->d.names, r->seat, o->line[0],
		strlen(o->line[0]), &turn, &none) == 0 &&
	    preview(&r->v.view, turn.step, turn.n, after, &words)) {
		if (p->screen != NULL)
			screen_preview(p->screen, after);
		else
			draw_board(p->u->lang, after, &r->d.names,
			    &(struct draw_board_options){
				.style = play_style(p), .columns = play_columns(p) },
			    &out);
		buf_add(&out, buf_cstr(&words), words.n);
	}
	play_put(p, &out);
	buf_wipe(&out);
	buf_wipe(&words);
	mem_wipe(after, sizeof *after);
	free(after);
}

/* (O3) Returns 1: yes; 0: no; -1: the table has changed. */
static int
ask(struct play *p, const struct player_order *o, int64_t turn, bool again)
{
	const bool at_once = player_plays_at_once(&p->r, o);
	struct buf words = BUF_INIT;
	int result;

	if (at_once)
		play_say(p,
		    MSG("play", "It is your turn: an order for your next turn is played at once."));
	if (play_is_practice(p))
		return 1; /* `undo` takes it back */
	buf_grow_secret(&words, ORDER_BLOCK_ROOM);
	order_words(o, &words);
	if (turn > 0 || at_once)
		show_preview(p, o);
	if (again)
		play_say(p,
		    MSG("play",
			"An order for this turn was signed here before, by adit sign; this "
			"one is to count instead."));
	result = play_ask(
	    p, MSG("play", "Sign \"%s\" and send it %s?"), words.p, play_transport_words(p));
	buf_wipe(&words);
	if (result == 0)
		play_say(p, MSG("play", "Nothing is signed."));
	return result > 0 && play_news_look(p, false) ? -1 : result;
}

/* (O1) */
void
play_send(struct play *p, const struct parsed_order *order)
{
	struct signed_order at = { .n = p->r.d.n, .hash = order->hash };
	struct buf block = BUF_INIT;
	struct err why = ERR_INIT;
	int result = player_seal(&p->r, &order->o.b, &block, &why);

	memcpy(at.seat, order->o.b.seat, sizeof at.seat);
	if (result == 0)
		result = send_state_set(p->dir.p, &at, SEND_STATE_READY, &why);
	if (result == 0)
		result = signed_order_save(p->dir.p, at.n, order, &block, p->u->key, &why);
	buf_release(&block);
	if (result < 0) {
		play_fail(p, &why);
		play_say(p, MSG("play", "Nothing was sent."));
		return;
	}
	carry_order(p, &at);
	(void)play_news_look(p, true);
}

static void
sign(struct play *p, const struct player_order *o)
{
	struct parsed_order *order = mem_zero(1, sizeof *order);
	struct err why = ERR_INIT;

	if (player_sign(&p->r, p->u->key, o, order, &why) == 0) {
		play_send(p, order);
	} else {
		play_fail(p, &why);
		play_say(p, MSG("play", "Nothing was sent."));
	}
	mem_wipe(order, sizeof *order);
	free(order);
}

void
play_give(struct play *p, const struct player_order *wanted)
{
	struct player_order o = *wanted;
	struct err why = ERR_INIT;
	int64_t turn;
	int yes;
	bool again;

	o.lang = p->u->lang;
	o.nonces = p->transport.nonces;
	do {
		if (!may_sign(p))
			return;
		(void)play_news_look(p, false);
		if (!may_sign(p))
			return;
		if (player_check(&p->r, &o, &turn, &why) < 0) {
			p->n_refused++;
			play_fail(p, &why);
			return;
		}
		if (!is_free(p, turn, &o, &again))
			return;
		yes = ask(p, &o, turn, again);
	} while (yes < 0);
	if (yes > 0 && may_sign(p))
		sign(p, &o);
}
