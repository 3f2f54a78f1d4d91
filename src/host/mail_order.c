/*
 * Orders about the mail of a seat.
 *
 * (M1) Setting, question, answer and the order's hash are one transaction. So an order that is
 *      delivered again after an interrupted run changes nothing, and needs no answer.
 * (M2) No text of the sender is in a question or in a notice.
 */
#include "host/mail_order.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "host/custody.h"
#include "host/lost.h"
#include "host/rows.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "text/catalogues.h"
#include "text/language.h"
#include "text/mail_line.h"
#include "util/mem.h"
#include "wire/proposal.h"

#define MAIL_ORDER_SEQ_MAX INT64_C(1000000000000000) /* the time in milliseconds is lower */

enum { DAY = 86400 };

struct mail_order {
	struct host *h;
	const struct parsed_order *in;
	const struct host_mail_origin *came; /* or NULL */
	int64_t now, newest;                 /* newest: number of a digest */
	struct table *t;
	uint8_t seat;
	struct mail_line line;
	struct store_mail_setting set;
	const struct language *lang; /* of the mails to the seat: NULL, or `room` */
	struct language room;
	struct store_address table, own; /* empty if there is none */
};

/* ---- may it come ----------------------------------------------------------------------------- */

/* Loads the table and finds the sender. */
static int
check_sender(struct mail_order *o, struct err *err)
{
	const struct order_block *b = &o->in->o.b;

	if (table_load(o->t, o->h, err) < 0)
		return -1;
	if (strcmp(b->game, o->t->game) != 0)
		return err_set(err, ERR_NOT_FOUND, "the order is for game %s, this is game %s",
		    b->game, o->t->game);
	o->seat = names_find(&o->t->names, b->seat, strlen(b->seat));
	if (o->seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", b->seat, b->game);
	if (((unsigned)o->t->seated >> o->seat & 1u) == 0)
		return err_set(err, ERR_STALE, "nobody has joined as %s yet", b->seat);
	return order_verify(&o->in->o, &o->t->pub[o->seat], err);
}

/* Checks that the order names a new digest of this table. *n is its number. */
static int
check_head(struct mail_order *o, int64_t *n, struct err *err)
{
	struct store_digest last = { .n = 0 };
	int found;

	if (store_get_digest(o->h->st, -1, &last, err) < 0)
		return -1;
	o->newest = last.n;
	store_digest_release(&last);
	found = host_find(o->h, o->in->o.b.head, n, err);
	if (found < 0)
		return -1;
	if (found == 0) {
		(void)err_set(
		    err, ERR_STALE, "the order's head is no digest of game %s", o->t->game);
		return err_hint(err, "read the newest digest and sign again");
	}
	if (o->newest - *n < PROPOSAL_DIGESTS)
		return 0;
	(void)err_set(err, ERR_STALE, "the order acts on digest %lld: %lld have come since",
	    (long long)*n, (long long)(o->newest - *n));
	return err_hint(err, "read the newest digest and sign again");
}

/* Checks what forbids any order about mail. */
static int
check(struct mail_order *o, int64_t *n, struct err *err)
{
	const int64_t seq = o->in->o.b.seq;
	int64_t taken;
	int stopped = lost_is_stopped(o->h, err);

	if (stopped != 0)
		return stopped < 0 ?
		    -1 :
		    err_set(err, ERR_STALE, "the table is stopped: sign it again when it goes on");
	if (check_head(o, n, err) < 0 ||
	    store_get_mail_setting(o->h->st, o->seat, &o->set, err) < 0 ||
	    store_try_address(o->h->st, STORE_TABLE, &o->table, err) < 0 ||
	    store_try_address(o->h->st, o->seat, &o->own, err) < 0 ||
	    store_count_settled(o->h->st, o->seat, o->now - DAY, false, &taken, err) < 0)
		return -1;
	if (seq <= o->set.seq) {
		(void)err_set(err, ERR_STALE,
		    "seq %lld is not above %lld, that of a newer order about mail", (long long)seq,
		    (long long)o->set.seq);
		return err_hint(err, "sign it again with --seq=%lld", (long long)o->set.seq + 1);
	}
	/* A higher one would leave none for later orders. */
	if (seq > MAIL_ORDER_SEQ_MAX)
		return err_set(err, ERR_SYNTAX, "seq: above %lld", (long long)MAIL_ORDER_SEQ_MAX);
	if (o->table.addr.n == 0)
		return err_set(err, ERR_RULE, MSG_PLAIN("this table sends no mail"));
	if (taken >= MAIL_ORDERS_A_DAY)
		return err_set(err, ERR_RULE,
		    MSG_PLAIN("%s has given %d orders about mail in 24 hours"), o->in->o.b.seat,
		    MAIL_ORDERS_A_DAY);
	return 0;
}

/* ---- what it does ---------------------------------------------------------------------------- */

/* Queues a mail to the seat, or to addr if that is not empty. *id: its row. */
static int
put_mail(struct mail_order *o, const char *kind, const char *addr, const char *text, int64_t *id,
    struct err *err)
{
	struct store_mail row = { .seat = o->seat,
		.n = o->newest,
		.has_old = o->line.kind == MAIL_LINE_RESEND,
		.old = o->line.n,
		.state = "queued",
		.made = o->now };
	int result;

	(void)snprintf(row.kind, sizeof row.kind, "%s", kind);
	if (o->came != NULL && strcmp(kind, "setting") == 0) /* (M2) */
		buf_str(&row.in_reply_to, o->came->message_id);
	buf_str(&row.text, text);
	buf_str(&row.addr, addr);
	result = store_put_mail(o->h->st, &row, err);
	*id = row.id;
	store_mail_release(&row);
	return result;
}

/* Sets how the seat gets mail. Returns the message of the answer. */
static const char *
set_mail(struct mail_order *o)
{
	const char *which = "all";

	switch (o->line.kind) {
	case MAIL_LINE_MINE:
		which = "mine";
		break;
	case MAIL_LINE_DAILY:
		which = "daily";
		break;
	case MAIL_LINE_NARROW:
	case MAIL_LINE_WIDE:
		o->set.narrow = o->line.kind == MAIL_LINE_NARROW;
		return o->set.narrow ?
		    MSG("mail", "Your order was taken: the text of your mails has 40 columns.") :
		    MSG("mail", "Your order was taken: the text of your mails has 72 columns.");
	case MAIL_LINE_ALL:
	case MAIL_LINE_ADDRESS:
	case MAIL_LINE_RESEND:
		break;
	}
	(void)snprintf(o->set.which, sizeof o->set.which, "%s", which);
	switch (which[0]) {
	case 'm':
		return MSG("mail",
		    "Your order was taken: you get mail when you are to\n"
		    "move, join, confirm or vote, when a round begins, and at the end.");
	case 'd':
		return MSG("mail",
		    "Your order was taken: you get mail when you are to\n"
		    "move, join, confirm or vote, when a round begins, and at the end.  All\n"
		    "other digests come in one mail a day.");
	default:
		return MSG("mail", "Your order was taken: every digest is mailed to you.");
	}
}

/* (M2) Appends the question to an address. */
static void
question(const struct mail_order *o, bool is_new, struct buf *out)
{
	buf_str(out,
	    language_text(o->lang,
		is_new ? MSG("mail", "Mail for a player should go to this address.") :
			 MSG("mail", "Mail for your seat should go to another address.")));
	language_fmt(o->lang, out,
	    MSG("mail",
		"\n\nThe seat is %s, in the game %s.  If you want that, answer\n"
		"this mail and write the word yes on a line of its own, above all\n"
		"else.  If not, do nothing: then nothing changes.  The question\n"
		"ends after 7 days."),
	    o->t->names.seat[o->seat], o->t->game);
}

/* Asks both addresses that have to agree, and notifies the old one. */
static int
ask(struct mail_order *o, bool custody, struct err *err)
{
	struct buf text = BUF_INIT, old = BUF_INIT;
	int64_t id = 0;
	int result;

	question(o, true, &text);
	question(o, false, &old);
	result = put_mail(o, "address", o->line.addr, buf_cstr(&text), &o->set.ask_new, err);
	o->set.ask_old = 0;
	buf_clear(&o->set.asked);
	buf_str(&o->set.asked, o->line.addr);
	buf_clear(&text);
	language_fmt(o->lang, &text,
	    MSG("mail",
		"Your order was taken: the new address gets a question.\n\n"
		"Mail for the seat %s in the game %s goes on to this\n"
		"address until the new one has answered.  If you did not give this\n"
		"order, somebody has your key: write to the host."),
	    o->t->names.seat[o->seat], o->t->game);
	if (result == 0 && custody)
		result = put_mail(
		    o, "address", buf_cstr(&o->own.addr), buf_cstr(&old), &o->set.ask_old, err);
	else if (result == 0 && o->own.addr.n > 0)
		result = put_mail(o, "address", buf_cstr(&o->own.addr), buf_cstr(&text), &id, err);
	buf_release(&text);
	buf_release(&old);
	return result;
}

static int
ask_address(struct mail_order *o, struct err *err)
{
	struct host_state *hs = mem_zero(1, sizeof *hs);
	int64_t asked;
	bool custody;
	int result = rows_get_state(o->h, o->t->rules, hs, err);

	custody = custody_has(hs, o->seat);
	seal_wipe(hs, sizeof *hs);
	free(hs);
	if (result == 0)
		result = store_count_settled(o->h->st, o->seat, o->now - DAY, true, &asked, err);
	if (result < 0)
		return -1;
	if (strcasecmp(o->line.addr, buf_cstr(&o->table.addr)) == 0)
		return err_set(err, ERR_RULE, MSG_PLAIN("that is the table's own address"));
	if (strcasecmp(o->line.addr, buf_cstr(&o->own.addr)) == 0)
		return err_set(err, ERR_RULE, MSG_PLAIN("mail for %s goes to that address"),
		    o->t->names.seat[o->seat]);
	if (asked >= MAIL_ORDER_QUESTIONS_A_DAY)
		return err_set(err, ERR_RULE,
		    MSG_PLAIN("%d addresses were asked for %s in 24 hours, which is all"),
		    MAIL_ORDER_QUESTIONS_A_DAY, o->t->names.seat[o->seat]);
	return ask(o, custody, err);
}

static int
execute(struct mail_order *o, struct err *err)
{
	struct buf text = BUF_INIT;
	int64_t id;
	int result = 0;

	if (o->line.kind == MAIL_LINE_ADDRESS)
		return ask_address(o, err);
	if (o->line.kind == MAIL_LINE_RESEND && o->own.addr.n == 0)
		return err_set(
		    err, ERR_RULE, "the host knows no address of %s", o->t->names.seat[o->seat]);
	if (o->line.kind == MAIL_LINE_RESEND && o->line.n > o->newest)
		return err_set(err, ERR_NOT_FOUND, "digest %lld is the newest of game %s",
		    (long long)o->newest, o->t->game);
	if (o->line.kind == MAIL_LINE_RESEND)
		language_fmt(o->lang, &text,
		    MSG("mail", "Your order was taken: digest %lld is attached."),
		    (long long)o->line.n);
	else
		buf_str(&text, language_text(o->lang, set_mail(o)));
	if (o->line.kind != MAIL_LINE_RESEND)
		result = store_release_mail(o->h->st, o->seat, STORE_MAIL_FRESH, err);
	if (result == 0 && o->own.addr.n > 0)
		result = put_mail(o, "setting", "", buf_cstr(&text), &id, err);
	buf_release(&text);
	return result;
}

/* (M1) */
static int
take(struct mail_order *o, bool *repeated, struct err *err)
{
	const struct pubkey key = o->t->pub[o->seat];
	struct store_settled row = {
		.seat = o->seat, .made = o->now, .asks = o->line.kind == MAIL_LINE_ADDRESS
	};

	if (store_find_settled(o->h->st, o->in->hash.b, repeated, err) < 0)
		return -1;
	if (*repeated)
		return 0;
	if (table_load(o->t, o->h, err) < 0)
		return -1;
	if (!pubkey_same(&key, &o->t->pub[o->seat]))
		return err_set(err, ERR_AUTH, "the seat has other keys now");
	if (check(o, &row.n, err) < 0)
		return -1;
	o->lang = catalogue_open(o->set.lang, &o->room);
	if (execute(o, err) < 0)
		return -1;
	memcpy(row.hash, o->in->hash.b, sizeof row.hash);
	o->set.seq = o->in->o.b.seq;
	if (store_put_mail_setting(o->h->st, &o->set, err) < 0 ||
	    store_put_settled(o->h->st, &row, o->newest - PROPOSAL_DIGESTS, o->now - DAY, err) < 0)
		return -1;
	/* The player is there, so mail is tried again. */
	return o->came == NULL ? 0 : store_reset_bounces(o->h->st, o->seat, o->now, err);
}

int
mail_order_take(struct host *h, const struct parsed_order *order, int64_t now,
    const struct host_mail_origin *came, bool *repeated, struct err *err)
{
	struct mail_order o = { .h = h, .in = order, .came = came, .now = now };
	int result;

	*repeated = false;
	o.t = mem_zero(1, sizeof *o.t);
	result = check_sender(&o, err);
	if (result == 0)
		result = mail_line_parse(order->o.b.doing[0], &o.line, err);
	if (result == 0 && (result = store_begin(h->st, err)) == 0) {
		result = take(&o, repeated, err);
		if (result == 0 && !*repeated)
			result = store_commit(h->st, err);
		else
			store_rollback(h->st);
	}
	store_mail_setting_release(&o.set);
	store_address_release(&o.table);
	store_address_release(&o.own);
	table_wipe(o.t);
	free(o.t);
	return result;
}
