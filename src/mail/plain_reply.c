/*
 * Replies of plain seats.
 *
 * (Q1) Nothing counts without the secret of a mail and the address of the seat: the secret shows who
 *      could read the mail, and its number tells which list of orders a number is of.
 * (Q2) Answers go to the address of the seat. What they quote of the message is printable and short.
 * (Q3) An order is only played where its writer knew the choice: in the same turn, with the same
 *      orders, and with nothing taken back since.
 * (Q4) The nonce follows from the message, so that one delivered twice is one order.
 * (Q5) Only the host can make the secret of a mail. So one of a digest that does not exist shows that
 *      the game file is an older copy. That is trouble of this machine: the message stays.
 * (Q7) The seat may have got another language since the mail that is answered: its own text is known
 *      in every language.
 * (Q6) Two runs may take two copies of one message at once. The state is not older than the view: else
 *      the second would find no order, and a turn that has passed.
 */
#include "mail/plain_reply.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/rows.h"
#include "mail/compose.h"
#include "mail/plain_help.h"
#include "mail/plain_seat.h"
#include "mail/plain_words.h"
#include "mail/reply_internal.h"
#include "mail/subject.h"
#include "seal/hash.h"
#include "show/show.h"
#include "store/mail_setting.h"
#include "text/catalogues.h"
#include "text/error_text.h"
#include "text/mail_line.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/wrap.h"

enum {
	OPEN_DIGESTS = 50,    /* an order of no turn answers one of the newest digests */
	HISTORY_DIGESTS = 40, /* in an answer to "history" */
	QUESTION_DAYS = 7,
	DAY = 86400
};

/* The mail that a message answers. */
struct answered {
	struct plain_seat p;
	bool is_found, is_unclear; /* unclear: it has secrets of several mails */
	int64_t n;
	char kind[MESSAGE_KIND_MAX + 1];
};

struct plain_work {
	struct mail_reply *a;
	struct host_state *hs;
	struct answered of;
	struct player_read then, now; /* after digest of.n, and after the newest */
	bool has_then, has_now;
	struct plain_request request;
	struct plain_outcome *out;
	const struct language *lang; /* of the seat: NULL, or `room` */
	struct language room;
};

/* ---- which mail ------------------------------------------------------------------------------ */

static void
take_secret(struct answered *of, const char *s, size_t n_s, bool is_code)
{
	char kind[MESSAGE_KIND_MAX + 1];
	int64_t n;

	if (!plain_seat_is_own(&of->p, s, n_s, is_code, &n, kind))
		return;
	if (of->is_found && (of->n != n || strcmp(of->kind, kind) != 0))
		of->is_unclear = true;
	of->is_found = true;
	of->n = n;
	memcpy(of->kind, kind, sizeof of->kind);
}

/* Finds the secrets of the seat of of->p in the message. */
static void
find_secrets(const struct mail_message *message, const struct plain_text *text, struct answered *of)
{
	struct lines l = { buf_cstr(&text->codes), text->codes.n, 0, 1 };
	struct slice word;
	size_t at = 0;

	while (mail_message_next_id(message, &at, &word))
		take_secret(of, word.s, word.n, false);
	while (lines_next(&l, &word.s, &word.n))
		take_secret(of, word.s, word.n, true);
}

/* Finds the seat whose mail the message answers. With secrets of two seats it is unclear. */
static int
find_answered(struct plain_work *w, const struct plain_text *text, struct err *err)
{
	struct mail_reply *a = w->a;
	struct answered *of = &w->of;

	for (uint8_t i = 0; i < a->t.names.n && !of->is_unclear; i++) {
		struct answered one = { .n = -1 };
		struct store_address address;
		int result;

		if (((unsigned)w->hs->custody >> i & 1u) == 0)
			continue;
		if (store_try_address(a->h->st, i, &address, err) < 0)
			return -1;
		result = plain_seat_open(
		    &a->t, w->hs, a->key, i, buf_cstr(&address.addr), &one.p, err);
		store_address_release(&address);
		if (result < 0)
			return -1;
		find_secrets(a->message, text, &one);
		if (one.is_found && !of->is_found) {
			*of = one; /* moved */
		} else {
			of->is_unclear = of->is_unclear || one.is_found;
			plain_seat_close(&one.p);
		}
		seal_wipe(&one, sizeof one);
	}
	return 0;
}

/* (Q5) */
static int
check_lost(const struct plain_work *w, struct err *err)
{
	if (w->of.n <= w->hs->n)
		return 0;
	(void)err_set(err, ERR_CORRUPT,
	    "the game file lacks digest %lld, which was mailed: it is an older copy",
	    (long long)w->of.n);
	return err_hint(err, "adit(1), A MACHINE THAT CAME BACK FROM A BACKUP");
}

/* Reads digest n (-1: the newest) as the seat. Returns 1; 0 if its keys have changed since; or -1. */
static int
read_digest(const struct plain_work *w, int64_t n, struct player_read *r, struct err *err)
{
	struct host *h = w->a->h;
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	struct buf text = BUF_INIT;
	struct err why = ERR_INIT;
	int result = rows_get_digest(h, n, &row, &t, &why);

	if (result == 0) {
		digest_for_seat(row.text.p, &t, &w->a->t.names, w->of.p.seat, &text);
		memset(r, 0, sizeof *r);
		result = player_read(r, h->games, buf_cstr(&text), text.n, NULL, w->of.p.key, &why);
	}
	store_digest_release(&row);
	buf_release(&text);
	if (result == 0)
		return 1;
	if (why.code == ERR_NOT_FOUND)
		return 0;
	*err = why;
	return -1;
}

/* ---- answers --------------------------------------------------------------------------------- */

static struct hash
hash_of(const struct plain_work *w, unsigned index)
{
	const struct plain_request *r = &w->request;
	const struct le n = le_encode((uint64_t)w->of.n), last = le_encode(index);
	struct buf lines = BUF_INIT;
	struct hash h;

	for (unsigned i = 0; i < r->n_lines; i++)
		buf_fmt(&lines, "%s\n", r->line[i]);
	if (r->say != NULL)
		buf_fmt(&lines, "say %s\n", r->say);
	{
		const struct hash_input part[] = { { w->of.p.seed.b, HASH_BYTES },
			{ w->a->message->message_id, strlen(w->a->message->message_id) },
			{ n.b, sizeof n.b }, { buf_cstr(&lines), lines.n }, { last.b, 4 } };

		h = hash_parts("adit/plain", part, sizeof part / sizeof part[0]);
	}
	buf_wipe(&lines);
	return h;
}

/* Queues an answer to the seat. */
static int
answer(struct plain_work *w, const char *kind, const struct buf *text, struct err *err)
{
	const struct hash about = hash_of(w, (unsigned)w->request.kind + 1);

	return reply_queue(w->a, kind, w->of.p.seat, text, about.b, &w->out->made, err);
}

static int
answer_words(struct plain_work *w, const char *message, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	buf_str(&text, language_text(w->lang, message));
	result = answer(w, "help", &text, err);
	buf_release(&text);
	return result;
}

/* Says that no order was taken, and why, in the language of the seat. */
static int
refuse(struct plain_work *w, const char *why, struct err *err)
{
	struct buf text = BUF_INIT, line = BUF_INIT;
	int result;

	buf_fmt(&line, "%s: %s%s", language_text(w->lang, subject_refusal), why,
	    why[0] != '\0' && strchr(".!?", why[strlen(why) - 1]) != NULL ? "" : ".");
	wrap_text(line.p, line.n, "", "", WRAP_COLUMNS, &text);
	if (w->request.kind == PLAIN_NOTHING && w->request.say == NULL)
		mail_reply_unread(w->lang, w->a->message->unread, &text);
	result = answer(w, "help", &text, err);
	buf_release(&line);
	buf_release(&text);
	return result;
}

/* The same, with an error. */
static int
refuse_error(struct plain_work *w, const struct err *why, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	error_text_message(w->lang, why, &text);
	result = refuse(w, buf_cstr(&text), err);
	buf_wipe(&text);
	return result;
}

/* The same, with a message. */
static int
refuse_for(struct plain_work *w, const char *message, struct err *err)
{
	return refuse(w, language_text(w->lang, message), err);
}

static int
answer_help(struct plain_work *w, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	plain_help_text(w->lang, w->a->t.rules, &text);
	result = answer(w, "help", &text, err);
	buf_release(&text);
	return result;
}

static int
answer_rules(struct plain_work *w, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	plain_help_rules(w->lang, w->a->t.rules, w->request.word, &text);
	result = answer(w, "help", &text, err);
	buf_release(&text);
	return result;
}

static int
answer_history(struct plain_work *w, struct err *err)
{
	const unsigned round = w->now.d.round;
	struct buf text = BUF_INIT;
	int64_t n = w->hs->n - HISTORY_DIGESTS;
	int result = 0;

	for (n = n < 0 ? 0 : n; n <= w->hs->n && result >= 0; n++) {
		struct player_read *r = mem_zero(1, sizeof *r);

		result = read_digest(w, n, r, err);
		if (result > 0 && r->d.round == round) {
			if (text.n == 0)
				buf_fmt(&text, "%s\n\n",
				    language_text(
					w->lang, MSG("words", "What happened, by digest:")));
			buf_fmt(&text, "%lld:\n", (long long)n);
			show_words(w->lang, r, w->of.p.seat, &text);
		}
		if (result > 0)
			player_read_release(r);
		free(r);
	}
	if (result >= 0)
		result = answer(w, "help", &text, err);
	buf_wipe(&text);
	return result < 0 ? -1 : 0;
}

static int
ask(struct plain_work *w, const char *word, const char *question, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	buf_fmt(&text, "%s\n\n", language_text(w->lang, question));
	language_fmt(w->lang, &text,
	    MSG("words", "If so, answer this mail within %d days with the line"), QUESTION_DAYS);
	buf_fmt(&text, "\n\n    %s yes\n\n%s\n", word,
	    language_text(w->lang, MSG("words", "If not, do nothing.")));
	result = answer(w, "help", &text, err);
	buf_release(&text);
	return result;
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void
add_line(void *arg, const char *line)
{
	struct buf *out = arg;

	buf_fmt(out, "%s\n", line);
}

/* True if the seat has the same orders in both views. */
static bool
same_orders(const struct plain_work *w)
{
	struct buf then = BUF_INIT, now = BUF_INIT;
	bool is;

	(void)private_view_orders(&w->then.v, &w->then.d.names, true, add_line, &then);
	(void)private_view_orders(&w->now.v, &w->now.d.names, true, add_line, &now);
	is = then.n == now.n && memcmp(buf_cstr(&then), buf_cstr(&now), now.n) == 0;
	buf_wipe(&then);
	buf_wipe(&now);
	return is;
}

/* (Q3) Returns the message why an order for this turn, or for none, comes too late; or NULL. */
static const char *
find_stale(const struct plain_work *w, int64_t turn)
{
	const struct host_state *hs = w->hs;
	const struct game *then = &w->then.v.view.known, *now = &w->now.v.view.known;

	if (hs->n_undo > 0 && w->of.n < hs->undo[hs->n_undo - 1].n)
		return MSG("stale",
		    "the mail that you answered is older than a step that was taken back; here is "
		    "the table now");
	if (turn <= 0)
		return hs->n - w->of.n < OPEN_DIGESTS ?
		    NULL :
		    MSG("stale", "the mail that you answered is too old; answer this one");
	if (then->turn != now->turn || then->round != now->round)
		return MSG(
		    "stale", "the mail that you answered is of an earlier turn; answer this one");
	return same_orders(w) ?
	    NULL :
	    MSG("stale", "the table has changed since the mail that you answered; answer this one");
}

/* (Q4) Searches the accepted orders of the seat since the mail that is answered, from the newest.
 * Those that were taken back do not count. Returns 1 if the message is one of them, 2 if the newest
 * has the same text, 0, or -1. */
static int
find_again(const struct plain_work *w, const struct hash *nonce, int64_t *n, struct err *err)
{
	const struct plain_request *r = &w->request;
	struct parsed_order *order = mem_new(sizeof *order);
	bool is_last = true;
	int found = 0;

	for (*n = w->hs->n; *n > w->of.n && found == 0; --*n) {
		struct store_order row = { .n = 0 };
		const struct order_block *b = &order->o.b;
		bool same;

		found = store_find_cause(w->a->h->st, *n, &row, err);
		if (found > 0 && (row.seat != w->of.p.seat || host_state_undone(w->hs, *n) != 0)) {
			found = 0;
		} else if (found > 0) {
			found = rows_read_order(&row, order, err);
			same = found == 0 && is_last && b->n_do == r->n_lines &&
			    strcmp(b->say, r->say != NULL ? r->say : "") == 0;
			for (unsigned i = 0; same && i < b->n_do; i++)
				same = strcmp(b->doing[i], r->line[i]) == 0;
			is_last = false;
			if (found == 0)
				found = memcmp(b->nonce, nonce->b, sizeof b->nonce) == 0 ? 1 :
				    same                                                 ? 2 :
											   0;
		}
		store_order_release(&row);
		if (found != 0)
			break;
	}
	seal_wipe(order, sizeof *order);
	free(order);
	return found;
}

/* Applies the order of the outcome, which is signed. */
static int
apply(struct plain_work *w, struct err *err)
{
	struct plain_outcome *out = w->out;

	if (reply_apply(w->a, &out->order, &out->is, err) < 0)
		return -1;
	out->is_order = true;
	w->a->proven = (uint16_t)(w->a->proven | 1u << w->of.p.seat);
	if (out->is.is != ORDER_OUTCOME_REFUSED && out->is.is != ORDER_OUTCOME_NOTHING)
		return 0;
	return refuse_error(w, &out->is.why, err);
}

/* True if a word is a secret of a mail to the seat. */
static bool
is_secret(const struct plain_seat *p, const char *word, size_t n)
{
	struct buf id = BUF_INIT;
	char kind[MESSAGE_KIND_MAX + 1];
	int64_t number;
	bool is;

	buf_fmt(&id, "<%.*s>", (int)n, word);
	is = plain_seat_is_own(p, word, n, true, &number, kind) ||
	    plain_seat_is_own(p, id.p, id.n, false, &number, kind);
	buf_wipe(&id);
	return is;
}

/* True if the talk, which all seats get, has a secret of a mail to the seat. */
static bool
has_secret(const struct plain_work *w)
{
	static const char in[] = "abcdefghijklmnopqrstuvwxyz0123456789-.@_";
	struct buf talk = BUF_INIT;
	bool has = false;

	for (const char *p = w->request.say; p != NULL && *p != '\0'; p++)
		buf_chr(&talk, *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p);
	for (const char *p = buf_cstr(&talk); *p != '\0' && !has;) {
		size_t n = strspn(p, in), cut = n;

		while (cut > 0 && (p[cut - 1] == '.' || p[cut - 1] == '-'))
			cut--;
		has = is_secret(&w->of.p, p, cut);
		p += n > 0 ? n : strcspn(p, in);
	}
	buf_wipe(&talk);
	return has;
}

static int
take_order(struct plain_work *w, struct err *err)
{
	const struct plain_request *r = &w->request;
	const struct hash nonce = hash_of(w, 0);
	struct player_order o = {
		.n_lines = r->n_lines, .say = r->say, .nonce = nonce.b, .lang = w->lang
	};
	struct err why = ERR_INIT;
	const char *stale;
	int64_t turn, n;
	int again;

	if (has_secret(w))
		return refuse_for(w,
		    MSG("words",
			"your words after \"say\" have the secret of a mail, with which others "
			"could play for you"),
		    err);
	memcpy(o.line, r->line, sizeof o.line);
	again = find_again(w, &nonce, &n, err);
	if (again < 0)
		return -1;
	if (again > 0) {
		w->out->is = (struct order_outcome){ .is = ORDER_OUTCOME_REPEATED, .n = n };
		return again == 1 ? 0 :
				    refuse_for(w, MSG("words", "this one was taken before"), err);
	}
	if (!w->has_then || !w->has_now || !w->now.has_view)
		return refuse_for(w,
		    MSG("words", "nothing is dealt yet, or the seat was given to you since"), err);
	if (player_check(&w->now, &o, &turn, &why) < 0) {
		stale = w->then.has_view ? find_stale(w, w->then.v.view.known.turn) : NULL;
		return stale != NULL ? refuse_for(w, stale, err) : refuse_error(w, &why, err);
	}
	stale = find_stale(w, turn);
	if (stale != NULL)
		return refuse_for(w, stale, err);
	if (player_sign(&w->now, w->of.p.key, &o, &w->out->order, &why) < 0)
		return refuse_error(w, &why, err);
	return apply(w, err);
}

/* Takes an order about the mail of the seat (host/mail_order.h), whose answer is a mail. */
static int
take_setting(struct plain_work *w, const char *verb, struct err *err)
{
	struct store_mail_setting set;
	struct buf typed = BUF_INIT, line = BUF_INIT;
	struct player_order o = { .n_lines = 1, .turn = TURN_ANY, .seq = w->a->now * 1000 };
	struct err why = ERR_INIT;
	int result;

	if (!w->has_now || !w->now.has_view)
		return refuse_for(w, MSG("words", "nothing is dealt yet"), err);
	if (store_get_mail_setting(w->a->h->st, w->of.p.seat, &set, err) < 0)
		return -1;
	if (o.seq <= set.seq)
		o.seq = set.seq + 1;
	store_mail_setting_release(&set);
	buf_fmt(&typed, "%s %s", verb, w->request.word != NULL ? w->request.word : "");
	mail_line_typed(buf_cstr(&typed), &line);
	o.line[0] = buf_cstr(&line);
	result = player_sign(&w->now, w->of.p.key, &o, &w->out->order, &why) < 0 ?
	    refuse_error(w, &why, err) :
	    apply(w, err);
	buf_release(&typed);
	buf_release(&line);
	return result;
}

/* Sets the language of the seat's mails, and answers in it. */
static int
take_language(struct plain_work *w, struct err *err)
{
	struct store *st = w->a->h->st;
	int result = store_begin(st, err);

	if (result < 0)
		return -1;
	result = store_set_language(st, w->of.p.seat, w->request.word, false, err);
	w->lang = catalogue_open(w->request.word, &w->room);
	if (result == 0)
		result = store_commit(st, err);
	else
		store_rollback(st);
	return result < 0 ?
	    -1 :
	    answer_words(w, MSG("words", "The mails of this table are in English now."), err);
}

/* Finds the question that the mail answers. Returns 1, 0 if there is none that is open, or -1. */
static int
find_question(struct plain_work *w, const char *word, struct store_mail *row, struct err *err)
{
	struct buf line = BUF_INIT;
	int64_t id;
	int result = 0;

	buf_fmt(&line, "    %s yes\n", word);
	if (w->of.kind[0] == 'h' &&
	    number_parse(w->of.kind + 1, strlen(w->of.kind + 1), INT64_MAX, &id) == 0) {
		result = store_find_mail(w->a->h->st, w->of.p.seat, "help", id, row, err);
		if (result > 0)
			result = row->error.n == 0 &&
			    row->made >= w->a->now - QUESTION_DAYS * DAY &&
			    subject_is_question(buf_cstr(&row->text)) &&
			    strstr(row->text.p, line.p) != NULL;
	}
	buf_release(&line);
	return result;
}

/* A question is answered once. */
static int
use_question(const struct plain_work *w, struct store_mail *row, struct err *err)
{
	int result = store_begin(w->a->h->st, err);

	if (result < 0)
		return -1;
	buf_str(&row->error, "answered");
	result = store_put_mail(w->a->h->st, row, err);
	if (result == 0)
		return store_commit(w->a->h->st, err);
	store_rollback(w->a->h->st);
	return -1;
}

/* "resign yes" or "leave yes". */
static int
take_yes(struct plain_work *w, const char *word, struct err *err)
{
	struct store_mail row = { .id = 0 };
	int found = find_question(w, word, &row, err), result;

	if (found <= 0) {
		store_mail_release(&row);
		return found < 0 ?
		    -1 :
		    refuse_for(w, MSG("words", "that answers no open question"), err);
	}
	w->request.n_lines = 1;
	w->request.line[0] = word;
	result = take_order(w, err);
	if (result == 0 && w->out->is_order)
		result = use_question(w, &row, err);
	store_mail_release(&row);
	return result;
}

/* Takes talk beside a word, which gets an answer of its own. */
static int
take_talk(struct plain_work *w, struct err *err)
{
	switch (w->request.kind) {
	case PLAIN_HELP:
	case PLAIN_BOARD:
	case PLAIN_HISTORY:
	case PLAIN_RULES:
	case PLAIN_RESIGN:
	case PLAIN_LEAVE:
	case PLAIN_MAIL:
	case PLAIN_ADDRESS:
	case PLAIN_LANG:
	case PLAIN_RESEND:
		return w->request.say != NULL ? take_order(w, err) : 0;
	case PLAIN_NOTHING:
	case PLAIN_UNCLEAR:
	case PLAIN_ORDER:
	case PLAIN_RESIGN_YES:
	case PLAIN_LEAVE_YES:
		return 0;
	}
	BUG("a request of no kind");
}

static int
take_request(struct plain_work *w, struct err *err)
{
	if (take_talk(w, err) < 0)
		return -1;
	if (w->out->made != NULL)
		return 0; /* which says why the talk was not taken */
	switch (w->request.kind) {
	case PLAIN_NOTHING:
		return w->request.say != NULL ?
		    take_order(w, err) :
		    refuse_for(w, MSG("words", "there is none in your mail; write one line"), err);
	case PLAIN_UNCLEAR:
		return refuse(w, buf_cstr(&w->request.why), err);
	case PLAIN_ORDER:
		return take_order(w, err);
	case PLAIN_MAIL:
		return take_setting(w, "mail", err);
	case PLAIN_ADDRESS:
		return take_setting(w, "address", err);
	case PLAIN_LANG:
		return take_language(w, err);
	case PLAIN_RESEND:
		return refuse_for(w,
		    MSG("words",
			"your mails have no files; \"board\" brings the table, and \"history\" "
			"what happened"),
		    err);
	case PLAIN_HELP:
		return answer_help(w, err);
	case PLAIN_BOARD:
		return answer_words(w, MSG("words", "Here is the table."), err);
	case PLAIN_HISTORY:
		return answer_history(w, err);
	case PLAIN_RULES:
		return answer_rules(w, err);
	case PLAIN_RESIGN:
		return ask(w, "resign",
		    MSG("words", "Do you want to resign, and throw your cards away?"), err);
	case PLAIN_LEAVE:
		return ask(w, "leave",
		    MSG("words",
			"Do you want to give your seat to the next player who waits for one?"),
		    err);
	case PLAIN_RESIGN_YES:
		return take_yes(w, "resign", err);
	case PLAIN_LEAVE_YES:
		return take_yes(w, "leave", err);
	}
	BUG("a request of no kind");
}

/* ---- the message ------------------------------------------------------------------------------ */

/* Appends what the mail that is answered had in its text, apart from its news. */
static void
put_own_in(const struct plain_work *w, const struct language *lang, struct buf *out)
{
	const struct compose_plain plain = { &w->of.p, &w->then, NULL, "" };
	const struct compose_digest one = { .n = w->of.n };
	struct mail_body body = { .text = BUF_INIT };
	struct compose c = { .lang = lang,
		.seat = w->of.p.seat,
		.kind = "",
		.in_reply_to = "",
		.answer = "",
		.host = "",
		.newest = &w->then.d,
		.n_digests = 1,
		.digest = &one,
		.plain = &plain };

	compose_plain_words(&c, &body);
	buf_add(out, body.text.p, body.text.n);
	buf_wipe(&body.text);
}

/* (Q7) */
static void
put_own(const struct plain_work *w, struct buf *out)
{
	put_own_in(w, NULL, out);
	for (const struct catalogue *c = catalogues; c->code != NULL; c++) {
		struct language room;
		const struct language *lang = catalogue_open(c->code, &room);

		if (lang != NULL)
			put_own_in(w, lang, out);
	}
}

static int
take_text(struct plain_work *w, const struct plain_text *text, struct err *err)
{
	struct private_view none = { .seq = 0 };
	const struct private_view *v = w->has_then && w->then.has_view ? &w->then.v : &none;
	struct plain_text again = { .lines = BUF_INIT };
	struct buf own = BUF_INIT;
	int result;

	if (v == &none) {
		none.view = w->now.d.pub;
		none.view.seat = w->of.p.seat;
	} else {
		put_own(w, &own);
		plain_text_read(w->a->message, own.p, &again);
		text = &again;
	}
	plain_words_read(
	    w->lang, v, &w->a->t.names, buf_cstr(&text->lines), text->lines.n, &w->request);
	result = take_request(w, err);
	plain_request_release(&w->request);
	plain_text_release(&again);
	buf_wipe(&own);
	return result;
}

/* The mail is of the seat, and its secret is good. */
static int
take_reply(struct plain_work *w, const struct plain_text *text, struct err *err)
{
	struct mail_reply *a = w->a;
	int then, now;

	if (reply_language(a, w->of.p.seat, &w->room, &w->lang, err) < 0)
		return -1;
	if (strcasecmp(w->of.p.address, a->message->from) != 0) { /* (Q1) */
		struct buf words = BUF_INIT;
		int result;

		buf_str(&words,
		    language_text(w->lang,
			MSG("words",
			    "No order was taken: an answer to a mail of this table came from "
			    "another\n"
			    "address.  Write from the address to which this mail went, or ask the\n"
			    "host to send your mails to the other one.")));
		result = reply_queue(a, "help", w->of.p.seat, &words, NULL, &w->out->made, err);
		buf_release(&words);
		return result;
	}
	then = read_digest(w, w->of.n, &w->then, err);
	now = then < 0 ? -1 : read_digest(w, -1, &w->now, err);
	w->has_then = then > 0;
	w->has_now = now > 0;
	if (then < 0 || now < 0)
		return -1;
	if (w->has_now && w->now.d.n > w->hs->n) { /* (Q6) */
		reply_drop_state(w->hs);
		w->hs = reply_load_state(a, err);
		if (w->hs == NULL)
			return -1;
	}
	if (w->of.is_unclear)
		return refuse_for(w,
		    MSG("words", "your mail answers two mails of this table; answer this one"),
		    err);
	return take_text(w, text, err);
}

int
plain_reply_take(
    struct mail_reply *a, const struct plain_text *text, struct plain_outcome *out, struct err *err)
{
	struct plain_work *w = mem_zero(1, sizeof *w);
	int result = 0;

	memset(out, 0, sizeof *out);
	w->a = a;
	w->out = out;
	w->hs = a->automatic || !a->has_address ? NULL : reply_load_state(a, err);
	if (w->hs == NULL) {
		result = a->automatic || !a->has_address ? 0 : -1;
	} else if (w->hs->custody != 0) {
		result = find_answered(w, text, err);
		if (result == 0 && w->of.is_found)
			result = check_lost(w, err);
		out->is_reply = result == 0 && w->of.is_found;
		if (out->is_reply)
			result = take_reply(w, text, err);
	}
	if (w->has_then)
		player_read_release(&w->then);
	if (w->has_now)
		player_read_release(&w->now);
	plain_seat_close(&w->of.p);
	reply_drop_state(w->hs);
	seal_wipe(w, sizeof *w);
	free(w);
	return result;
}

int
plain_reply_find_id(const struct mail_reply *a, const char *id, uint8_t *seat, int64_t *n,
    char kind[static MESSAGE_KIND_MAX + 1], struct err *err)
{
	struct host_state *hs = reply_load_state(a, err);
	int result = hs == NULL ? -1 : 0;

	for (uint8_t i = 0; result == 0 && i < a->t.names.n; i++) {
		struct store_address address;
		struct plain_seat p;

		if (((unsigned)hs->custody >> i & 1u) == 0)
			continue;
		if (store_try_address(a->h->st, i, &address, err) < 0) {
			result = -1;
			continue;
		}
		result = plain_seat_open(&a->t, hs, a->key, i, buf_cstr(&address.addr), &p, err);
		if (result == 0 && plain_seat_is_own(&p, id, strlen(id), false, n, kind)) {
			*seat = i;
			result = 1;
		}
		plain_seat_close(&p);
		store_address_release(&address);
	}
	reply_drop_state(hs);
	return result;
}

int
plain_reply_is_from(const struct mail_reply *a, bool *is, struct err *err)
{
	struct host_state *hs = reply_load_state(a, err);
	int result = hs == NULL ? -1 : 0;

	*is = false;
	for (uint8_t i = 0; result == 0 && i < a->t.names.n; i++) {
		struct store_address address;

		if (((unsigned)hs->custody >> i & 1u) == 0)
			continue;
		result = store_try_address(a->h->st, i, &address, err);
		*is = *is || (result == 0 && reply_same_address(&address.addr, a->message->from));
		store_address_release(&address);
	}
	reply_drop_state(hs);
	return result;
}
