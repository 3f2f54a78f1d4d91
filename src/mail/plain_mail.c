/*
 * The text of mails to plain seats.
 *
 * (P1) It shows the view of the seat in clear. Nothing else that is hidden from others can get in,
 *      since all of it is drawn from that view.
 * (P2) No line of the list of orders can be read as an order but its own (mail/plain_words.h): it
 *      begins with a number or a dash, and what goes on in another line with "of" or a bar.
 * (P3) The example of an order is no line of its own: a copy of the mail is not to play it, however
 *      a program marks the copy.
 */
#include "mail/compose.h"

#include <string.h>

#include "draw/draw.h"
#include "mail/invitation.h"
#include "mail/plain_list.h"
#include "mail/plain_seat.h"
#include "mail/subject.h"
#include "text/shown.h"
#include "util/wrap.h"
#include "wire/late.h"

enum { LIST_INDENT = 5 };

/* ---- the table ------------------------------------------------------------------------------- */

static void
add_seats(const struct compose *c, const struct view *v, struct mail_body *w)
{
	struct buf lines = BUF_INIT;

	draw_seats(c->lang, v, &c->newest->names, 0, &lines);
	compose_section(&lines, MAIL_PART_ROWS, w);
	buf_release(&lines);
}

static void
add_board(const struct compose *c, const struct view *v, struct mail_body *w)
{
	struct buf lines = BUF_INIT;

	draw_board(c->lang, v, &c->newest->names,
	    &(struct draw_board_options){ .columns = DRAW_COLUMNS, .changes = &w->changes },
	    &lines);
	compose_section(&lines, MAIL_PART_BOARD, w);
	buf_release(&lines);
}

/* Appends who the seat is: "You are dora, a miner. Your cards:". */
static void
add_self(const struct compose *c, const struct view *v, struct mail_body *w)
{
	const struct seat *me = &v->known.seat[c->seat];
	const char *name = c->newest->names.seat[c->seat];
	struct buf role = BUF_INIT;

	if (me->role != CARD_NONE && me->role != CARD_HIDDEN) {
		shown_card(c->lang, v->known.rules, me->role, &role);
		language_fmt(c->lang, &w->text,
		    me->n_hand > 0 ? MSG("mail", "\nYou are %s, a %s.  Your cards:\n") :
				     MSG("mail", "\nYou are %s, a %s, and have no cards.\n"),
		    name, role.p);
	} else {
		language_fmt(c->lang, &w->text,
		    me->n_hand > 0 ? MSG("mail", "\nYou are %s.  Your cards:\n") :
				     MSG("mail", "\nYou are %s, and have no cards.\n"),
		    name);
	}
	buf_wipe(&role);
	compose_end_piece(w, MAIL_PART_WORDS);
}

static void
add_hand(const struct compose *c, const struct view *v, struct mail_body *w)
{
	const struct seat *me = &v->known.seat[c->seat];
	struct buf narrow = BUF_INIT;

	add_self(c, v, w);
	if (me->n_hand == 0 || w->n == MAIL_PARTS_MAX)
		return;
	buf_chr(&w->text, '\n');
	draw_hand(c->lang, v->known.rules, me->hand, NULL, me->n_hand, 0, DRAW_COLUMNS, &w->text);
	compose_end_piece(w, MAIL_PART_HAND);
	if (!c->html && !c->narrow)
		return;
	draw_hand(
	    c->lang, v->known.rules, me->hand, NULL, me->n_hand, 0, COMPOSE_HTML_COLUMNS, &narrow);
	w->piece[w->n - 1].narrow = strdup(buf_cstr(&narrow));
	buf_wipe(&narrow);
}

/* ---- orders ---------------------------------------------------------------------------------- */

struct list {
	struct buf *out;
	bool has_several; /* a line that stands for several orders */
	unsigned last;    /* number */
};

/* (P2) */
static void
add_order(void *arg, unsigned number, bool head, const char *order)
{
	struct list *l = arg;
	char first[16] = "  - ";

	(void)head;
	if (number > 0)
		(void)snprintf(first, sizeof first, "%3u. ", number);
	wrap_text(
	    order, strlen(order), first, number > 0 ? "     | " : "     of ", WRAP_COLUMNS, l->out);
	l->has_several = l->has_several || number == 0;
	l->last = number > l->last ? number : l->last;
}

/* Keeps the first order. */
static void
add_sample(void *arg, const char *order)
{
	struct buf *out = arg;

	if (out->n == 0)
		buf_str(out, order);
}

/* (P3) */
static void
add_sentence(const struct compose *c, const struct list *l, struct mail_body *w)
{
	struct buf sample = BUF_INIT;

	if (l->last > 0) {
		language_fmt(c->lang, &w->text,
		    MSG("mail",
			"\nAnswer this mail with one line: an order, or its number, such as "
			"%u.\n"),
		    l->last);
	} else {
		(void)private_view_orders(
		    &c->plain->read->v, &c->newest->names, false, add_sample, &sample);
		language_fmt(c->lang, &w->text,
		    MSG("mail", "\nAnswer this mail with one line, such as \"%s\".\n"),
		    buf_cstr(&sample));
		buf_wipe(&sample);
	}
}

static void
add_orders(const struct compose *c, struct mail_body *w)
{
	struct list l = { .out = &w->text };

	buf_fmt(&w->text, "\n%s\n", language_text(c->lang, MSG("mail", "Your orders:")));
	compose_end_piece(w, MAIL_PART_WORDS);
	buf_chr(&w->text, '\n');
	plain_list_each(&c->plain->read->v, &c->newest->names, add_order, &l);
	compose_end_piece(w, MAIL_PART_ROWS);
	add_sentence(c, &l, w);
	if (c->kind[0] != 'd')
		compose_due(c, &w->text);
	if (l.has_several)
		buf_str(&w->text,
		    language_text(c->lang,
			MSG("mail",
			    "\nA line with a dash stands for several orders: write the one that\n"
			    "you want, with its cards.\n")));
}

static void
add_vote(const struct compose *c, struct mail_body *w)
{
	const long long to = (long long)c->newest->undo_request.to;

	buf_str(&w->text,
	    language_text(
		c->lang, MSG("mail", "\nAnswer this mail with your vote, one of these lines:\n")));
	buf_fmt(&w->text, "\n    vote undo %lld yes\n    vote undo %lld no\n", to, to);
}

static void
add_nothing(const struct compose *c, struct mail_body *w)
{
	const struct digest *d = c->newest;

	if (d->pub.known.phase == PHASE_OVER)
		return;
	if (c->clock != NULL && late_is_away(c->clock, &d->people, c->seat))
		buf_str(&w->text,
		    language_text(c->lang,
			MSG("mail",
			    "\nYou are away, so the host plays for you at once.  To play again, "
			    "answer\n"
			    "with a line of talk: the word \"say\" and what you want to tell the\n"
			    "others.\n")));
	else
		buf_str(&w->text,
		    language_text(c->lang,
			MSG("mail",
			    "\nYou have nothing to do now.  When it is your turn, a mail\n"
			    "brings your orders.\n")));
}

/* ---- the mail -------------------------------------------------------------------------------- */

static void
add_how(const struct compose *c, struct mail_body *w)
{
	const struct digest *d = c->newest;

	switch (subject_wish_of(d, c->seat)) {
	case SUBJECT_PLAY:
		add_orders(c, w);
		break;
	case SUBJECT_VOTE:
		add_vote(c, w);
		break;
	case SUBJECT_JOIN:
	case SUBJECT_CONFIRM:
	case SUBJECT_NOTHING:
		add_nothing(c, w);
		break;
	}
	if (d->pub.known.phase != PHASE_OVER)
		buf_str(&w->text,
		    language_text(c->lang,
			MSG("mail",
			    "\nA line \"say\" with your words is for all to read.  The line\n"
			    "\"help\" brings you all words that this table understands.\n")));
}

static void
add_secret(const struct compose *c, struct mail_body *w)
{
	buf_str(&w->text, "\n    reply code: ");
	plain_seat_code(c->plain->seat, c->newest->n, c->kind, &w->text);
	buf_chr(&w->text, '\n');
	if (c->newest->pub.known.phase != PHASE_OVER)
		buf_fmt(&w->text, "\n%s\n",
		    language_text(c->lang,
			MSG("mail",
			    "Everybody who can read this mail can see your cards and play for "
			    "you.")));
}

/* True for the orders that the host gives for its plain seats. */
static bool
is_of_host(const char *played)
{
	return strcmp(played, "join") == 0 || strcmp(played, "confirm") == 0;
}

/* Appends what the mail answers, or announces. Explains the game to who gets a first mail. */
static void
add_lead(const struct compose *c, bool invites, bool asks, struct mail_body *w)
{
	const struct invitation v = { c->lang, c->newest, c->seat, c->host, c->limit_s, "" };

	if (c->answer != NULL) {
		buf_str(&w->text, c->answer);
		if (w->text.n > 0 && w->text.p[w->text.n - 1] != '\n')
			buf_chr(&w->text, '\n');
		compose_end_piece(w, MAIL_PART_WORDS);
		if (!asks)
			buf_chr(&w->text, '\n');
	} else if (c->n_taken > 0 && !is_of_host(c->plain->played)) {
		if (c->plain->played[0] != '\0')
			language_fmt(c->lang, &w->text, MSG("mail", "Your order was taken: %s.\n"),
			    c->plain->played);
		else
			buf_str(&w->text,
			    language_text(c->lang, MSG("mail", "Your order was taken.\n")));
	}
	if (invites)
		invitation_lead(&v, &w->text);
	if (!asks)
		compose_turn(c, &w->text);
	compose_end_piece(w, MAIL_PART_LEAD);
	if (invites || (!c->was_invited && c->answer == NULL)) {
		buf_chr(&w->text, '\n');
		invitation_plain(&v, &w->text);
		compose_end_piece(w, MAIL_PART_WORDS);
	}
}

/* (P1) */
void
compose_plain_words(const struct compose *c, struct mail_body *w)
{
	const struct player_read *r = c->plain->read;
	const bool invites = subject_invites(c),
		   asks = c->answer != NULL && subject_is_question(c->answer);

	add_lead(c, invites, asks, w);
	for (size_t i = 0; i < c->n_digests && c->answer == NULL; i++)
		if (!invites || c->digest[i].n > 0)
			compose_news(c, i, w);
	if (r->has_view && !asks) {
		add_seats(c, &r->v.view, w);
		add_board(c, &r->v.view, w);
		add_hand(c, &r->v.view, w);
	}
	if (!asks)
		add_how(c, w);
	compose_last_words(c, &w->text);
	add_secret(c, w);
	compose_end_piece(w, MAIL_PART_WORDS);
}
