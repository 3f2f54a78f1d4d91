/*
 * Applies a message to a table.
 *
 * (W1) Nothing of a message is echoed except its Message-ID of the allowed form.
 * (W2) Answers go to addresses of the table, never to one named in the message.
 * (W3) A stopped table signs nothing, so it sends no answer.
 * (W4) Counting answers and queueing one are a single transaction. So parallel messages cannot
 *      exceed the limit.
 * (W5) A message that is delivered again after an interrupted run is answered once.
 */
#include "mail/reply_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/receipt.h"
#include "host/rows.h"
#include "host/standby.h"
#include "mail/message_id.h"
#include "mail/plain_reply.h"
#include "mail/subject.h"
#include "store/mail_setting.h"
#include "text/catalogues.h"
#include "util/mem.h"
#include "wire/report.h"

enum { AGAIN_SECONDS = 3600 }; /* after this time it counts as sent again */

bool
reply_same_address(const struct buf *addr, const char *from)
{
	return addr->n > 0 && strcasecmp(addr->p, from) == 0;
}

int
mail_reply_begin(struct mail_reply *a, struct err *err)
{
	struct store_address own;

	if (table_load(&a->t, a->h, err) < 0 ||
	    store_try_address(a->h->st, STORE_TABLE, &own, err) < 0)
		return -1;
	a->has_address = own.addr.n > 0;
	a->automatic = a->message->automatic || reply_same_address(&own.addr, a->message->from);
	store_address_release(&own);
	return 0;
}

void
mail_reply_free(struct mail_reply *a)
{
	table_wipe(&a->t);
	seal_wipe(&a->order, sizeof a->order);
	seal_wipe(&a->receipt, sizeof a->receipt);
}

/* ---- orders --------------------------------------------------------------------------------------- */

struct host_state *
reply_load_state(const struct mail_reply *a, struct err *err)
{
	struct host_state *hs = mem_zero(1, sizeof *hs);

	if (rows_get_state(a->h, a->t.rules, hs, err) == 0)
		return hs;
	reply_drop_state(hs);
	return NULL;
}

void
reply_drop_state(struct host_state *hs)
{
	if (hs != NULL)
		seal_wipe(hs, sizeof *hs);
	free(hs);
}

/* Returns 1 if digest n was undone, 0 if not, or -1. */
static int
find_undone(const struct mail_reply *a, int64_t n, struct err *err)
{
	struct host_state *hs = reply_load_state(a, err);
	int result = hs == NULL ? -1 : host_state_undone(hs, n) > 0;

	reply_drop_state(hs);
	return result;
}

/* Returns 1 and *n if the order was accepted before; 0 if not; or -1. */
static int
find_taken(
    const struct mail_reply *a, const struct parsed_order *order, int64_t *n, struct err *err)
{
	struct store_order row = { .n = 0 };
	const int found = store_find_order(a->h->st, order->hash.b, &row, err);

	if (found > 0)
		*n = row.n;
	store_order_release(&row);
	return found;
}

/* Records the order to answer: the first refused one, else the first repeated one. */
static void
note_answer(struct mail_reply *a, const struct orders_candidate *c, const struct order_outcome *b,
    uint8_t seat, bool weak, const struct pubkey *card)
{
	struct receipt *r = &a->receipt;

	a->became[seat][b->is]++;
	/* An order about mail was answered when it was taken. */
	if (b->is != ORDER_OUTCOME_REFUSED && (b->is != ORDER_OUTCOME_REPEATED || b->n < 0))
		return;
	if (a->to_answer != ORDER_OUTCOME_NOTHING && a->to_answer >= b->is)
		return;
	a->to_answer = b->is;
	a->seat = seat;
	a->weak = weak;
	a->card = *card;
	a->order = *c->order;
	receipt_to(r, &a->t, seat, c->is_sealed ? &c->file : NULL, a->now);
	if (b->is == ORDER_OUTCOME_REPEATED)
		r->repeated = b->n;
	else
		receipt_refuse(r, &b->why);
}

int
reply_apply(struct mail_reply *a, const struct parsed_order *order, struct order_outcome *b,
    struct err *err)
{
	const struct host_mail_origin came = { a->message->message_id,
		a->automatic ? "" : a->message->from, a->message->lang };
	int64_t delivered = -1;
	struct host_result r;

	if (host_find(a->h, order->o.b.head, &delivered, err) < 0 ||
	    intake_take(a->h, a->key, order, a->now, delivered, &came, b, &r, err) < 0)
		return -1;
	host_result_release(&r);
	return 0;
}

/* Perhaps the game file lacks the digest with the key that has signed the order. */
static int
check_lost(const struct mail_reply *a, const struct parsed_order *order, struct order_outcome *b,
    struct err *err)
{
	host_check_lost(a->h, a->key, order, a->now, &b->why);
	if (!intake_is_machine(b->why.code))
		return 0;
	*err = b->why;
	return -1;
}

int
mail_reply_take(struct mail_reply *a, const struct orders_candidate *c, struct order_outcome *b,
    struct err *err)
{
	struct pubkey card = { .sign_pk = { 0 } };
	bool weak = true;
	int taken, undone;
	uint8_t seat;

	*b = (struct order_outcome){ .is = ORDER_OUTCOME_NOTHING, .n = -1, .why = ERR_INIT };
	taken = find_taken(a, c->order, &b->n, err);
	if (taken < 0)
		return -1;
	if (taken > 0) {
		/* The text of the order is known only to its sender and to readers of a digest
		 * that reveals it. */
		seat = names_find(&a->t.names, c->order->o.b.seat, strlen(c->order->o.b.seat));
		b->is = ORDER_OUTCOME_REPEATED;
		undone = find_undone(a, b->n, err);
		if (undone > 0)
			b->n = -1;
		if (undone < 0 || (undone > 0 && reply_apply(a, c->order, b, err) < 0))
			return -1;
		if (seat != SEAT_NONE && ((unsigned)a->t.seated >> seat & 1u) != 0)
			note_answer(a, c, b, seat, true, &a->t.pub[seat]);
	} else if (standby_is_one(&c->order->o.b)) {
		a->verified++;
		if (reply_apply(a, c->order, b, err) < 0)
			return -1;
	} else {
		a->verified++;
		seat = receipt_sender(&a->t, c->order, &card, &weak);
		if (seat == SEAT_NONE) {
			err_set(&b->why, ERR_AUTH, "it is not signed with the key of a seat here");
			return check_lost(a, c->order, b, err);
		}
		if (reply_apply(a, c->order, b, err) < 0)
			return -1;
		note_answer(a, c, b, seat, weak, &card);
		if (!weak || b->is > ORDER_OUTCOME_REFUSED)
			a->proven = (uint16_t)(a->proven | 1u << seat);
	}
	if (b->is > a->best)
		a->best = b->is;
	return 0;
}

void
mail_reply_kept(struct mail_reply *a, const struct parsed_order *order, enum order_outcome_kind is)
{
	const struct order_block *b = &order->o.b;
	const uint8_t seat = names_find(&a->t.names, b->seat, strlen(b->seat));

	if (seat != SEAT_NONE && !standby_is_one(b))
		a->became[seat][is]++;
	if (is > a->best)
		a->best = is;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Sets *may to true if the seat may get one more answer. *about is the order answered; it
 * becomes NULL if the answer counts as claimed. */
static int
may_answer(const struct mail_reply *a, const char *kind, uint8_t seat, const unsigned char **about,
    bool *may, struct err *err)
{
	int64_t n = 0, same = 0, replies = 0;

	if (store_count_replies(a->h->st, seat, kind, a->message->message_id,
		a->now - AGAIN_SECONDS, &replies, err) < 0)
		return -1;
	if (*about != NULL && store_count_about(a->h->st, seat, *about, &same, err) < 0)
		return -1;
	/* Anybody who saw the order can send it again. */
	if (same > 0 || a->weak || a->to_answer == ORDER_OUTCOME_REPEATED)
		*about = NULL;
	if (store_count_answers(a->h->st, seat, a->now - MAIL_REPLIES_SECONDS, INT64_MAX,
		*about != NULL, &n, err) < 0)
		return -1;
	*may = n < (*about != NULL ? MAIL_REPLIES_SIGNED : MAIL_REPLIES_CLAIMED);
	/* A seat that gets a new digest for the same message gets one answer to an old order. */
	if (replies > 0 || (same > 0 && a->best > ORDER_OUTCOME_REFUSED)) /* (W5) */
		*may = false;
	return 0;
}

static int
put_answer(const struct mail_reply *a, const char *kind, uint8_t seat, const struct buf *text,
    const unsigned char *about, struct err *err)
{
	struct store_digest last = { .n = 0 };
	struct store_mail row = { .seat = seat, .made = a->now, .state = "queued" };
	int result = store_get_digest(a->h->st, -1, &last, err);

	if (result < 0)
		return -1;
	(void)snprintf(row.kind, sizeof row.kind, "%s", kind);
	row.n = last.n;
	row.has_about = about != NULL;
	if (about != NULL)
		memcpy(row.about, about, sizeof row.about);
	buf_str(&row.in_reply_to, a->message->message_id); /* (W1) */
	buf_add(&row.text, text->p, text->n);
	result = store_put_mail(a->h->st, &row, err);
	store_mail_release(&row);
	store_digest_release(&last);
	return result;
}

/* Finds the first seat with the address that the message claims as its sender. */
static int
find_sender(const struct mail_reply *a, uint8_t *seat, struct err *err)
{
	*seat = SEAT_NONE;
	if (a->message->from[0] == '\0')
		return 0;
	for (uint8_t i = 0; i < a->t.names.n; i++) {
		struct store_address address;

		if (store_try_address(a->h->st, i, &address, err) < 0)
			return -1;
		if (*seat == SEAT_NONE && reply_same_address(&address.addr, a->message->from))
			*seat = i;
		store_address_release(&address);
	}
	return 0;
}

int
mail_reply_is_from_seat(const struct mail_reply *a, bool *is, struct err *err)
{
	uint8_t seat;

	if (find_sender(a, &seat, err) < 0)
		return -1;
	*is = seat != SEAT_NONE;
	return 0;
}

int
reply_language(const struct mail_reply *a, uint8_t seat, struct language *room,
    const struct language **lang, struct err *err)
{
	struct store_mail_setting set;

	*lang = NULL;
	if (seat >= STORE_LEFT)
		return 0;
	if (store_get_mail_setting(a->h->st, seat, &set, err) < 0)
		return -1;
	*lang = catalogue_open(set.lang, room);
	store_mail_setting_release(&set);
	return 0;
}

int
mail_reply_language(const struct mail_reply *a, struct language *room, const struct language **lang,
    struct err *err)
{
	uint8_t seat;

	return find_sender(a, &seat, err) < 0 ? -1 : reply_language(a, seat, room, lang, err);
}

/* Appends a line with the results of several orders of the seat. */
static void
put_results(const struct language *lang, const struct mail_reply *a, struct buf *out)
{
	const unsigned *became = a->became[a->seat],
		       taken = became[ORDER_OUTCOME_TAKEN] + became[ORDER_OUTCOME_QUEUED],
		       before = became[ORDER_OUTCOME_REPEATED],
		       refused = became[ORDER_OUTCOME_REFUSED], all = taken + before + refused;

	if (all < 2)
		return;
	language_fmt_n(lang, out, all, MSG_N("mail", "Of your %u order", "Of your %u orders"), all);
	if (taken > 0)
		language_fmt_n(
		    lang, out, taken, MSG_N("mail", ", %u was taken", ", %u were taken"), taken);
	if (before > 0)
		language_fmt_n(lang, out, before,
		    MSG_N("mail", ", %u was taken before", ", %u were taken before"), before);
	if (refused > 0)
		language_fmt_n(lang, out, refused,
		    MSG_N("mail", ", %u was refused", ", %u were refused"), refused);
	buf_str(out, ".\n");
}

/* Makes the receipt if the seat has an address. For a repeated order the message must claim that
 * address. */
static int
make_receipt(struct mail_reply *a, struct buf *text, struct err *err)
{
	struct store_address address;
	const struct language *lang;
	struct language room;
	bool due;

	if (reply_language(a, a->seat, &room, &lang, err) < 0 ||
	    store_try_address(a->h->st, a->seat, &address, err) < 0)
		return -1;
	due = address.addr.n > 0 &&
	    (a->to_answer == ORDER_OUTCOME_REFUSED ||
		reply_same_address(&address.addr, a->message->from));
	store_address_release(&address);
	if (due)
		put_results(lang, a, text);
	return due ? receipt_make(&a->receipt, &a->order, a->key, &a->card, text, err) : 0;
}

/* Chooses the answer. `text` stays empty if none is due. *seat is the recipient; *about is the
 * order of a receipt, or NULL for help. */
static int
choose(struct mail_reply *a, const char *help, struct buf *text, uint8_t *seat,
    const unsigned char **about, struct err *err)
{
	struct report_stop stop;
	int stopped = host_stopped(a->h, &stop, err);

	*about = NULL;
	*seat = a->seat;
	if (stopped != 0) /* (W3) */
		return stopped < 0 ? -1 : 0;
	if (a->automatic || !a->has_address ||
	    (a->to_answer == ORDER_OUTCOME_REPEATED && a->best > ORDER_OUTCOME_REFUSED))
		return 0;
	if (a->to_answer != ORDER_OUTCOME_NOTHING) {
		*about = a->order.hash.b;
		return make_receipt(a, text, err);
	}
	if (a->best != ORDER_OUTCOME_NOTHING || help == NULL)
		return 0;
	if (find_sender(a, seat, err) < 0)
		return -1;
	if (*seat != SEAT_NONE)
		buf_str(text, help);
	return 0;
}

/* (W4) */
int
reply_queue(struct mail_reply *a, const char *kind, uint8_t seat, const struct buf *text,
    const unsigned char *about, const char **made, struct err *err)
{
	bool may = false;
	int result = store_begin(a->h->st, err);

	*made = NULL;
	if (result < 0)
		return -1;
	result = may_answer(a, kind, seat, &about, &may, err);
	if (result == 0 && may)
		result = put_answer(a, kind, seat, text, about, err);
	if (result == 0 && may)
		result = store_commit(a->h->st, err);
	else
		store_rollback(a->h->st);
	if (result == 0 && may)
		*made = kind;
	return result;
}

int
mail_reply_queue(struct mail_reply *a, const char *help, const char **made, struct err *err)
{
	const unsigned char *about;
	struct buf text = BUF_INIT;
	uint8_t seat;
	int result = choose(a, help, &text, &seat, &about, err);

	*made = NULL;
	if (result == 0 && text.n > 0)
		result = reply_queue(
		    a, about != NULL ? "receipt" : "help", seat, &text, about, made, err);
	buf_release(&text);
	return result;
}

int
mail_reply_operator(const struct mail_reply *a, const struct hash *command, bool is_taken,
    const struct buf *text, const char **made, struct err *err)
{
	struct store *st = a->h->st;
	struct store_address address = { .seat = STORE_OPERATOR };
	int64_t n = 0, same = 0;
	bool may = false;
	int result;

	*made = NULL;
	if (store_begin(st, err) < 0) /* (W4) */
		return -1;
	result = store_try_address(a->h->st, STORE_OPERATOR, &address, err);
	if (result == 0)
		result = store_count_about(st, STORE_OPERATOR, command->b, &same, err);
	if (result == 0)
		result = store_count_answers(
		    st, STORE_OPERATOR, a->now - MAIL_REPLIES_SECONDS, INT64_MAX, true, &n, err);
	if (result == 0)
		may = a->has_address && address.addr.n > 0 && same == 0 &&
		    (is_taken || n < MAIL_REPLIES_OPERATOR);
	if (may)
		result = put_answer(a, "help", STORE_OPERATOR, text, command->b, err);
	if (result == 0 && may)
		result = store_commit(st, err);
	else
		store_rollback(st);
	store_address_release(&address);
	if (result == 0 && may)
		*made = "help";
	return result;
}

/* Returns the message for what is wrong with the orders of a mail, or NULL: there is none. */
static const char *
fault_of(const struct mail_orders *found)
{
	if (found->n > 0)
		return MSG("mail",
		    "\nThe order in your mail is not signed with the key of a seat at this\n"
		    "table.  If it was, a mail program has changed it: send it again, as an\n"
		    "attachment.");
	if (found->n_unsigned > 0)
		return MSG("mail",
		    "\nYour order is not signed, or its signature is that of another order.\n"
		    "\"adit sign\" signs an order.  If you signed it with minisign, attach both\n"
		    "files: the order and its .minisig.");
	if (found->n_bad == 0 && found->n_shut > 0)
		return MSG("mail",
		    "\nWhat is sealed in your mail is not sealed to the host of this table.");
	if (found->n_bad > 0 || found->n_cut > 0 || !found->whole)
		return MSG("mail",
		    "\nThe order in your mail cannot be read: send it again, as an attachment.");
	return found->unread == 0 ? MSG("mail", "\nThere is no order in your mail.") : NULL;
}

void
mail_reply_unread(const struct language *lang, unsigned unread, struct buf *out)
{
	static const char *const file[MAIL_UNREAD_COUNT] = {
		[MAIL_UNREAD_TNEF] = MSG("mail",
		    "\nYour mail had winmail.dat, which adit does not open:\n"
		    "send the order as plain text."),
		[MAIL_UNREAD_ZIP] = MSG("mail",
		    "\nYour mail had a .zip file, which adit does not open:\n"
		    "send the order as plain text."),
		[MAIL_UNREAD_SMIME] = MSG("mail",
		    "\nYour mail had smime.p7m, which adit does not open:\n"
		    "send the order as plain text."),
		[MAIL_UNREAD_RTF] = MSG("mail",
		    "\nYour mail had an .rtf file, which adit does not open:\n"
		    "send the order as plain text."),
		[MAIL_UNREAD_SIZE] = MSG("mail",
		    "\nYour mail is longer than adit reads:\n"
		    "send the order alone, as plain text."),
	};

	for (unsigned i = 0; i < MAIL_UNREAD_COUNT; i++)
		if ((unread >> i & 1u) != 0)
			buf_str(out, language_text(lang, file[i]));
}

/* (W1) */
void
mail_reply_help(const struct language *lang, const struct mail_orders *found, struct buf *out)
{
	const char *fault = fault_of(found);

	buf_fmt(out, "%s.", language_text(lang, subject_refusal));
	if (fault != NULL)
		buf_str(out, language_text(lang, fault));
	mail_reply_unread(lang, found->unread, out);
}

/* ---- replies --------------------------------------------------------------------------------- */

/* Returns the bit set of seats whose mails the message answers. */
static uint16_t
replies_to(const struct mail_reply *a)
{
	uint16_t seats = 0;
	struct slice id;
	size_t at = 0;

	while (mail_message_next_id(a->message, &at, &id)) {
		char kind[MESSAGE_KIND_MAX + 1];
		uint8_t seat;
		int64_t n;

		if (message_id_ours(a->t.s, a->t.game, &a->t.names, id.s, id.n, &seat, &n, kind) &&
		    seat < SEATS_MAX)
			seats = (uint16_t)(seats | 1u << seat);
	}
	return seats;
}

bool
mail_reply_is_reply(const struct mail_reply *a)
{
	return replies_to(a) != 0;
}

static int
confirm(const struct mail_reply *a, uint8_t seat, struct err *err)
{
	struct store_address address = { .seat = seat };
	bool is_new = false;
	int result = store_begin(a->h->st, err);

	if (result < 0)
		return -1;
	result = store_try_address(a->h->st, seat, &address, err);
	is_new = result == 0 && strcmp(buf_cstr(&address.how), "join") == 0;
	if (is_new) {
		buf_clear(&address.how);
		buf_str(&address.how, "confirmed");
		result = store_put_address(a->h->st, &address, err);
	}
	if (result == 0 && is_new)
		result = store_commit(a->h->st, err);
	else
		store_rollback(a->h->st);
	store_address_release(&address);
	return result;
}

int
mail_reply_confirm(const struct mail_reply *a, struct err *err)
{
	uint16_t seats = a->automatic ? 0 : (uint16_t)(replies_to(a) & a->proven);
	int result = 0;

	for (uint8_t i = 0; i < a->t.names.n && result == 0; i++)
		if (((unsigned)seats >> i & 1u) != 0)
			result = confirm(a, i, err);
	return result;
}

/* ---- bounces --------------------------------------------------------------------------------- */

static int
count_bounce(const struct mail_reply *a, struct store_mail *row, bool *counted, struct err *err)
{
	const char *status = a->message->bounce.status;
	struct store_address address;
	int result = store_try_address(a->h->st, row->seat, &address, err);

	/* A mail sent before the address was set says nothing about this address. */
	if (result == 0 && address.addr.n > 0 && strcmp(row->state, "sent") == 0 &&
	    row->error.n == 0 && row->next >= address.since) {
		buf_str(&row->error, status);
		address.bounces++;
		buf_clear(&address.bounce);
		buf_str(&address.bounce, status);
		result = store_put_mail(a->h->st, row, err);
		if (result == 0)
			result = store_put_address(a->h->st, &address, err);
		*counted = result == 0;
	}
	store_address_release(&address);
	return result;
}

int
mail_reply_bounce(const struct mail_reply *a, bool *counted, struct err *err)
{
	const char *id = a->message->bounce.message_id;
	char kind[MESSAGE_KIND_MAX + 1];
	struct store_mail row = { .id = 0 };
	uint8_t seat;
	int64_t n;
	int result;

	*counted = false;
	if (a->message->bounce.status[0] == '\0')
		return 0;
	if (!message_id_ours(a->t.s, a->t.game, &a->t.names, id, strlen(id), &seat, &n, kind) &&
	    (result = plain_reply_find_id(a, id, &seat, &n, kind, err)) <= 0)
		return result;
	if (seat == STORE_ASKED)
		return 0;
	if (store_begin(a->h->st, err) < 0)
		return -1;
	if (kind[0] != '\0')
		(void)number_parse(kind + 1, strlen(kind + 1), INT64_MAX, &n);
	result = store_find_mail(a->h->st, seat,
	    kind[0] == '\0'    ? "digest" :
		kind[0] == 'r' ? "receipt" :
		kind[0] == 'd' ? "due" :
		kind[0] == 's' ? "setting" :
				 "help",
	    n, &row, err);
	if (result > 0)
		result = count_bounce(a, &row, counted, err);
	if (result == 0 && *counted)
		result = store_commit(a->h->st, err);
	else
		store_rollback(a->h->st);
	store_mail_release(&row);
	return result;
}
