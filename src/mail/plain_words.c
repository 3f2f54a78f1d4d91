/*
 * Requests in the new text of a mail.
 *
 * (W1) A line that is an order without any rewriting is that order: a seat may have the name of a
 * word of politeness.
 * (W2) Lines are joined only to one that may be an order, so that a sentence ending in "or" does
 * not hide the order below it.
 * (W3) The time grows with the text: a line that is too long for a request is not read.
 */
#include "mail/plain_words.h"

#include <stdlib.h>
#include <string.h>

#include "mail/plain_list.h"
#include "text/absence_line.h"
#include "text/rulebook.h"
#include "text/typed_order.h"
#include "text/voteline.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/utf8.h"

enum {
	LINE_MAX = ORDER_BLOCK_ALTERNATIVES * (ORDER_BLOCK_DO_MAX + 8),
	SHOWN_MAX = 80,  /* bytes of a line in a sentence */
	BAD_MAX = 3,     /* sentences on lines that are nearly orders */
	TRIED_MAX = 500, /* such lines that are looked at */
	NUMBER_LEN = 4   /* digits of a number of the list; more are something else */
};

struct numbered {
	bool is_made;
	unsigned n;
	size_t *at; /* in text */
	struct buf text;
};

struct reading {
	const struct private_view *v;
	const struct names *names;
	const struct rules *rules;
	struct plain_request *out;
	struct numbered list;
	struct buf pending; /* lines that are joined */
	bool is_torn;       /* the pending lines end in a word that joins */
	bool is_unclear;    /* why says so */
	unsigned n_bad, n_tried;
	struct buf bad; /* sentences for UNCLEAR if there is no request */
};

/* A request that is being read. */
enum found { NOT_REQUEST, BAD_REQUEST, IS_REQUEST };
struct request {
	enum plain_kind kind;
	struct buf text; /* lines or the word, each with LF */
	struct buf why;  /* BAD_REQUEST: a sentence */
};

void
plain_request_release(struct plain_request *r)
{
	buf_wipe(&r->text);
	buf_wipe(&r->talk);
	buf_wipe(&r->why);
}

/* Appends the line in quotes, if it is short and clean. */
static void
put_shown(struct slice line, struct buf *out)
{
	if (line.n > SHOWN_MAX || !utf8_is_clean(line.s, line.n))
		buf_str(out, "One line");
	else
		buf_fmt(out, "\"%.*s\"", (int)line.n, line.s);
}

static enum found
bad_request(struct request *q, struct slice line, const struct err *err)
{
	if (q->why.n > 0)
		buf_chr(&q->why, ' ');
	put_shown(line, &q->why);
	buf_fmt(&q->why, " is not an order: %s", err->msg);
	if (err->hint[0] != '\0')
		buf_fmt(&q->why, " (%s)", err->hint);
	buf_chr(&q->why, '.');
	return BAD_REQUEST;
}

/* ---- words of politeness --------------------------------------------------------------------- */

struct phrase {
	const char *text;
	bool is_weak; /* may be a part of a sentence: not with an order of one word or a number */
};

static const struct phrase before[] = {
	{ "please", false },
	{ "pls", false },
	{ "plz", false },
	{ "my move is", false },
	{ "my move", false },
	{ "my order is", false },
	{ "my order", false },
	{ "my turn", false },
	{ "my choice is", false },
	{ "my choice", false },
	{ "order:", false },
	{ "move:", false },
	{ "do:", false },
	{ "either", false },
	{ "i would like to", true },
	{ "i'd like to", true },
	{ "i want to", true },
	{ "i will", true },
	{ "i'll", true },
	{ "let me", true },
	{ "let's", true },
	{ "i", true },
	{ "ok", true },
	{ "okay", true },
	{ "so", true },
	{ "well", true },
	{ "now", true },
	{ "then", true },
	{ "and", true },
	{ "hi", true },
	{ "hello", true },
};

static const struct phrase after[] = {
	{ "please", false },
	{ "pls", false },
	{ "plz", false },
	{ "thanks a lot", false },
	{ "many thanks", false },
	{ "thank you very much", false },
	{ "thank you", false },
	{ "thanks", false },
	{ "thx", false },
	{ "cheers", false },
	{ ":)", false },
	{ ":-)", false },
	{ ";)", false },
	{ ";-)", false },
	{ "now", true },
};

static bool
is_mark(char c)
{
	return c != '\0' && strchr(" \t\r,.!:;'\"`", c) != NULL;
}

/* Removes an emoji at the end: a character that no word has. */
static bool
trim_symbol(struct slice *w)
{
	size_t n = 1;
	uint32_t c;

	while (n < w->n && n < 4 && (w->s[w->n - n] & 0xc0) == 0x80)
		n++;
	if (n > w->n || utf8_next(w->s + w->n - n, n, &c) != n)
		return false;
	if (!(c >= 0x2190 && c <= 0x2bff) && c != 0xfe0f && !(c >= 0x1f000 && c <= 0x1ffff))
		return false;
	w->n -= n;
	return true;
}

static struct slice
trim_marks(struct slice w)
{
	if (w.n > 1 && (w.s[0] == '-' || w.s[0] == '*') && ascii_is_blank(w.s[1]))
		w = (struct slice){ w.s + 1, w.n - 1 };
	while (w.n > 0 && is_mark(w.s[0]))
		w = (struct slice){ w.s + 1, w.n - 1 };
	while (w.n > 0 && (is_mark(w.s[w.n - 1]) || trim_symbol(&w)))
		w.n -= w.n > 0 && is_mark(w.s[w.n - 1]);
	return w;
}

/* True if the phrase is at the begin, or at the end, of w and is not a part of a longer word. */
static bool
has_phrase(struct slice w, const char *phrase, bool at_end)
{
	const size_t n = strlen(phrase);
	const char *p = at_end ? w.s + w.n - n : w.s;

	if (w.n < n || strncmp(p, phrase, n) != 0)
		return false;
	if (w.n == n || (!at_end && phrase[n - 1] == ':'))
		return true;
	return at_end ? is_mark(p[-1]) || ascii_is_digit(p[-1]) : is_mark(p[n]);
}

/* Removes marks and words of politeness at both ends. */
static struct slice
strip(struct slice w, bool weak)
{
	bool more = true;

	w = trim_marks(w);
	while (more && w.n > 0) {
		more = false;
		for (size_t i = 0; i < sizeof before / sizeof before[0] && !more; i++) {
			if ((before[i].is_weak && !weak) || !has_phrase(w, before[i].text, false))
				continue;
			w.s += strlen(before[i].text);
			w.n -= strlen(before[i].text);
			more = true;
		}
		for (size_t i = 0; i < sizeof after / sizeof after[0] && w.n > 0; i++) {
			if ((after[i].is_weak && !weak) || !has_phrase(w, after[i].text, true))
				continue;
			w.n -= strlen(after[i].text);
			more = true;
			break;
		}
		w = trim_marks(w);
	}
	return w;
}

static bool
is_one_word(struct slice w)
{
	return memchr(w.s, ' ', w.n) == NULL;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void
keep_number(void *arg, unsigned number, bool head, const char *order)
{
	struct numbered *list = arg;

	(void)head;
	if (number == 0)
		return;
	list->at = mem_grow_array(list->at, list->n, sizeof list->at[0]);
	list->at[list->n++] = list->text.n;
	buf_str(&list->text, order);
	buf_chr(&list->text, '\0');
}

/* Removes what may be before the digits and after them. */
static struct slice
number_of(struct slice w)
{
	static const char *const lead[] = { "order", "option", "move", "number", "no.", "no", "nr.",
		"nr", "#" };

	w = strip(w, false);
	for (size_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
		if (slice_starts(w, lead[i])) {
			w.s += strlen(lead[i]);
			w.n -= strlen(lead[i]);
			w = slice_trim(w);
		}
	}
	if (w.n > 1 && w.s[w.n - 1] == ')')
		w.n--;
	return w;
}

static bool
is_number(struct slice w)
{
	size_t i = 0;

	while (i < w.n && ascii_is_digit(w.s[i]))
		i++;
	return i > 0 && i == w.n;
}

/* Appends the order with this number. */
static enum found
read_number(struct reading *r, struct slice shown, struct slice digits, struct request *q)
{
	struct numbered *list = &r->list;
	struct err err = ERR_INIT;
	int64_t number = 0;

	if (!list->is_made)
		plain_list_each(r->v, r->names, keep_number, list);
	list->is_made = true;
	if (digits.n <= NUMBER_LEN && number_parse(digits.s, digits.n, list->n, &number) == 0 &&
	    number > 0) {
		buf_str(&q->text, list->text.p + list->at[number - 1]);
		return IS_REQUEST;
	}
	if (list->n == 0)
		(void)err_set(&err, ERR_SYNTAX, "the mail that you answer has no list of orders");
	else if (list->n == 1)
		(void)err_set(&err, ERR_SYNTAX, "the list has only order 1");
	else
		(void)err_set(&err, ERR_SYNTAX, "the list has orders 1 to %u", list->n);
	return bad_request(q, shown, &err);
}

/* ---- one alternative ------------------------------------------------------------------------- */

/* True if a word of the line is a card, a place or a seat. */
static bool
looks_like_order(const struct reading *r, struct slice w)
{
	while (w.n > 0) {
		const char *blank = memchr(w.s, ' ', w.n);
		struct slice one = { w.s, blank != NULL ? (size_t)(blank - w.s) : w.n };
		const size_t step = one.n + (blank != NULL);
		struct spot spot;

		one = trim_marks(one);
		if (card_find(r->rules, one.s, one.n) != CARD_NONE ||
		    names_find(r->names, one.s, one.n) != SEAT_NONE ||
		    spot_parse(one.s, one.n, &spot) == 0)
			return true;
		w.s += step;
		w.n -= step;
	}
	return false;
}

/* True if the word is the first one of an action card: break. */
static bool
is_part_of_verb(const struct reading *r, struct slice w)
{
	char begin[CARD_NAME_MAX];
	card_id card;

	if (w.n + 1 >= sizeof begin)
		return false;
	(void)snprintf(begin, sizeof begin, "%.*s-", (int)w.n, w.s);
	card = card_find_like(r->rules, begin);
	return card != CARD_NONE && r->rules->card[card].class == CARD_ACTION;
}

/* True if the line begins with a verb, with nearly one, or with a word that people try (`hint`). */
static bool
is_nearly_order(const struct reading *r, struct slice w, const char *hint)
{
	enum { SHORT = 3, LONG = 5, WORDS_OF_SHORT = 30 };
	const size_t n = is_one_word(w) ? w.n : (size_t)((const char *)memchr(w.s, ' ', w.n) - w.s);
	const unsigned distance = orderline_verb_distance(r->rules, w.s, n);
	const bool looks = looks_like_order(r, (struct slice){ w.s + n, w.n - n });

	if (distance == 0 || (looks && is_part_of_verb(r, (struct slice){ w.s, n })))
		return true;
	if (n <= SHORT)
		return distance == 1 && looks && w.n < WORDS_OF_SHORT;
	if (distance == 1 || (hint[0] != '\0' && distance > 2))
		return looks || n == w.n;
	return distance == 2 && n >= LONG && looks;
}

/* Reads a turn. */
static enum found
read_turn(struct reading *r, struct slice shown, struct slice w, struct request *q)
{
	struct buf lines = BUF_INIT;
	struct err err = ERR_INIT;
	const unsigned n = typed_order_read(&r->v->view, r->names, w.s, w.n, &lines, &err);
	enum found found = NOT_REQUEST;

	/* Resigning is a word, which is asked back, and no order to take at once. */
	if (n == 1 && strcmp(lines.p, "resign\n") == 0) {
		(void)err_set(&err, ERR_SYNTAX, "to resign, write only \"resign\"");
		found = bad_request(q, shown, &err);
	} else if (n == 1 && lines.n <= ORDER_BLOCK_DO_MAX + 1) {
		buf_add(&q->text, lines.p, lines.n - 1);
		found = IS_REQUEST;
	} else if (n == 1) {
		(void)err_set(&err, ERR_SYNTAX, "it is too long");
		found = bad_request(q, shown, &err);
	} else if (n > 1) {
		struct lines l = { lines.p, lines.n, 0, 1 };
		struct slice one;

		put_shown(shown, &q->why);
		for (unsigned i = 0; lines_next(&l, &one.s, &one.n); i++)
			buf_fmt(
			    &q->why, "%s\"%.*s\"", i == 0 ? " can be " : " or ", (int)one.n, one.s);
		buf_str(&q->why, ": send one of them.");
		found = BAD_REQUEST;
	} else if (r->n_tried++ < TRIED_MAX && is_nearly_order(r, w, err.hint)) {
		found = bad_request(q, shown, &err);
	}
	buf_wipe(&lines);
	return found;
}

/* Returns the next word of *rest and moves after it; n is 0 at the end. */
static struct slice
next_word(struct slice *rest)
{
	struct slice w;
	size_t n = 0;

	*rest = slice_trim(*rest);
	while (n < rest->n && !ascii_is_blank(rest->s[n]))
		n++;
	w = (struct slice){ rest->s, n };
	rest->s += n;
	rest->n -= n;
	return w;
}

static bool
is_joiner(struct slice w, const char *word)
{
	while (w.n > 0 && is_mark(w.s[w.n - 1]))
		w.n--;
	while (w.n > 0 && is_mark(w.s[0]))
		w = (struct slice){ w.s + 1, w.n - 1 };
	return slice_is(w, word);
}

/* Appends the words with ';' for "then" and "and then". */
static void
mark_steps(struct slice rest, struct buf *out)
{
	struct slice w;
	size_t before_and = 0;
	bool is_and = false;

	while ((w = next_word(&rest)).n > 0) {
		if (is_joiner(w, "then")) {
			out->n = is_and ? before_and : out->n;
			buf_chr(out, ';');
			is_and = false;
			continue;
		}
		is_and = slice_is(w, "and");
		before_and = out->n;
		if (out->n > 0)
			buf_chr(out, ' ');
		buf_add(out, w.s, w.n);
	}
}

/* Reads a line of the list that was copied: "7. place ns at 3,-1". It counts only if the order is the
 * one with that number. */
static enum found
read_copied(struct reading *r, struct slice shown, struct request *q)
{
	struct slice w = slice_trim(shown), digits = w;
	struct request listed = { .kind = PLAIN_ORDER };
	bool is;

	digits.n = 0;
	while (digits.n < w.n && ascii_is_digit(w.s[digits.n]))
		digits.n++;
	if (digits.n == 0 || digits.n + 2 >= w.n || strchr(".):", w.s[digits.n]) == NULL ||
	    w.s[digits.n + 1] != ' ')
		return NOT_REQUEST;
	w.s += digits.n + 2;
	w.n -= digits.n + 2;
	w = strip(w, false);
	is = read_number(r, shown, digits, &listed) == IS_REQUEST && w.n == listed.text.n &&
	    memcmp(w.s, listed.text.p, w.n) == 0;
	if (is)
		buf_add(&q->text, listed.text.p, listed.text.n);
	buf_wipe(&listed.text);
	buf_release(&listed.why);
	return is ? IS_REQUEST : NOT_REQUEST;
}

/* Reads one alternative: a number, or the steps of a turn. */
static enum found
read_alternative(struct reading *r, struct slice shown, struct request *q)
{
	struct slice w = strip(shown, true);
	struct buf marked = BUF_INIT, turn = BUF_INIT;
	enum found found = IS_REQUEST;
	struct err err = ERR_INIT;
	const char *p, *stop;

	if (is_number(number_of(shown)))
		return read_number(r, shown, number_of(shown), q);
	if (read_copied(r, shown, q) == IS_REQUEST)
		return IS_REQUEST;
	if (w.n == 0 || is_one_word(w)) {
		struct slice whole = strip(shown, false);

		if (whole.n != w.n && orderline_is_verb(r->rules, w.s, w.n)) {
			(void)err_set(
			    &err, ERR_SYNTAX, "to order that, write only \"%.*s\"", (int)w.n, w.s);
			return bad_request(q, shown, &err);
		}
		w = whole;
	}
	if (r->rules->words->step[1] == 0)
		return read_turn(r, shown, w, q);
	mark_steps(w, &marked);
	p = buf_cstr(&marked);
	do {
		const struct request none = { .kind = PLAIN_ORDER };
		struct request step = none;
		struct slice one;

		stop = strchr(p, ';');
		one = (struct slice){ p, stop != NULL ? (size_t)(stop - p) : strlen(p) };
		buf_str(&turn, p > marked.p ? "; " : "");
		if (is_number(number_of(one)) && found == IS_REQUEST) {
			found = read_number(r, shown, number_of(one), &step);
			buf_add(&turn, buf_cstr(&step.text), step.text.n);
			if (found == BAD_REQUEST)
				buf_move(&q->why, &step.why);
		} else {
			one = strip(one, stop != NULL || p > marked.p);
			buf_add(&turn, one.s, one.n);
		}
		buf_wipe(&step.text);
		buf_release(&step.why);
		p = stop != NULL ? stop + 1 : p;
	} while (stop != NULL);
	if (found == IS_REQUEST)
		found = read_turn(r, shown, (struct slice){ buf_cstr(&turn), turn.n }, q);
	buf_wipe(&marked);
	buf_wipe(&turn);
	return found;
}

/* ---- words ----------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	enum plain_kind kind;
	const char *word;
	bool is_asked; /* a question mark may follow */
} exact[] = {
	{ "help", PLAIN_HELP, NULL, true },
	{ "?", PLAIN_HELP, NULL, false },
	{ "board", PLAIN_BOARD, NULL, true },
	{ "history", PLAIN_HISTORY, NULL, true },
	{ "rules", PLAIN_RULES, NULL, true },
	{ "resign", PLAIN_RESIGN, NULL, false },
	{ "i resign", PLAIN_RESIGN, NULL, false },
	{ "resign yes", PLAIN_RESIGN_YES, NULL, false },
	{ "leave", PLAIN_LEAVE, NULL, false },
	{ "i leave", PLAIN_LEAVE, NULL, false },
	{ "leave yes", PLAIN_LEAVE_YES, NULL, false },
	{ "leave no", PLAIN_ORDER, "leave no", false },
	{ "mail all", PLAIN_MAIL, "all", false },
	{ "mail mine", PLAIN_MAIL, "mine", false },
	{ "mail daily", PLAIN_MAIL, "daily", false },
	{ "mail narrow", PLAIN_MAIL, "narrow", false },
	{ "mail wide", PLAIN_MAIL, "wide", false },
	{ "resend", PLAIN_RESEND, NULL, false },
};

static enum found
word_found(struct request *q, enum plain_kind kind, struct slice word)
{
	q->kind = kind;
	if (word.n > 0)
		buf_fmt(&q->text, "%.*s\n", (int)word.n, word.s);
	return IS_REQUEST;
}

/* "vote skip bob yes" */
static enum found
read_vote(const struct reading *r, const char *flat, struct request *q)
{
	struct err err = ERR_INIT;
	struct vote vote;

	if (vote_parse(r->names, flat, &vote, &err) < 0)
		return bad_request(q, (struct slice){ flat, strlen(flat) }, &err);
	buf_str(&q->text, "vote ");
	vote_on_text(r->names, &vote, &q->text);
	buf_fmt(&q->text, " %s\n", vote.yes ? "yes" : "no");
	return IS_REQUEST;
}

/* "absent from 2026-12-24 until 2027-01-01" */
static enum found
read_absence(const char *flat, struct request *q)
{
	struct slice rest = { flat, strlen(flat) }, w;
	struct absence_days days;
	struct buf line = BUF_INIT;
	struct err err = ERR_INIT;
	enum found found = IS_REQUEST;

	while ((w = next_word(&rest)).n > 0) {
		if (slice_is(w, "from"))
			continue;
		if (slice_is(w, "until") || slice_is(w, "till") || slice_is(w, "-"))
			w = (struct slice){ "to", 2 };
		buf_fmt(&line, "%s%.*s", line.n > 0 ? " " : "", (int)w.n, w.s);
	}
	if (absence_parse(buf_cstr(&line), &days, &err) < 0)
		found = bad_request(q, (struct slice){ flat, strlen(flat) }, &err);
	else
		buf_fmt(&q->text, "%s\n", line.p);
	buf_release(&line);
	return found;
}

/* "rules break lamp", "rules C5" */
static enum found
read_rules(const struct reading *r, struct slice arg, struct request *q)
{
	struct buf text = BUF_INIT, kind = BUF_INIT;
	struct err err = ERR_INIT;
	bool known;

	for (size_t i = 0; i < arg.n; i++)
		buf_chr(&kind, arg.s[i] == ' ' ? '-' : arg.s[i]);
	known = card_find_like(r->rules, kind.p) != CARD_NONE;
	if (known)
		(void)word_found(q, PLAIN_RULES, (struct slice){ kind.p, kind.n });
	else if ((known = rulebook_rule(arg.s, arg.n, WRAP_COLUMNS, &text)))
		(void)word_found(q, PLAIN_RULES, arg);
	buf_release(&text);
	buf_release(&kind);
	if (known || !is_one_word(arg))
		return known ? IS_REQUEST : NOT_REQUEST;
	(void)err_set(&err, ERR_SYNTAX,
	    "rules takes a card of this game or the number of a rule, such as C5");
	return bad_request(q, arg, &err);
}

/* "address anna@example.org". line: in its own case. A mail program may add <mailto:...>. */
static enum found
read_address(struct slice line, struct request *q)
{
	struct slice w = strip(line, false), address;
	const char *angle;

	(void)next_word(&w);
	address = trim_marks(next_word(&w));
	if (address.n > 2 && address.s[0] == '<' && address.s[address.n - 1] == '>')
		address = (struct slice){ address.s + 1, address.n - 2 };
	angle = address.n > 0 ? memchr(address.s + 1, '<', address.n - 1) : NULL;
	if (angle != NULL)
		address.n = (size_t)(angle - address.s);
	w = trim_marks(w);
	if (address.n == 0 || memchr(address.s, '@', address.n) == NULL ||
	    (w.n > 0 && !slice_starts(w, "<mailto:")))
		return NOT_REQUEST;
	return word_found(q, PLAIN_ADDRESS, address);
}

/* Appends the words with one blank between them, without commas and colons at their ends. */
static void
put_flat(struct slice w, struct buf *out)
{
	struct slice one;

	while ((one = next_word(&w)).n > 0) {
		while (one.n > 1 && is_mark(one.s[one.n - 1]))
			one.n--;
		buf_fmt(out, "%s%.*s", out->n > 0 ? " " : "", (int)one.n, one.s);
	}
}

static enum found
read_flat(const struct reading *r, const struct buf *flat, struct slice line, struct request *q)
{
	const char *s = buf_cstr(flat), *arg = strchr(s, ' ');
	const struct slice w = { arg != NULL ? arg + 1 : s + flat->n,
		arg != NULL ? flat->n - (size_t)(arg + 1 - s) : 0 };

	for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
		const size_t n = strlen(exact[i].text);

		if (strncmp(s, exact[i].text, n) == 0 &&
		    (s[n] == '\0' || (exact[i].is_asked && strcmp(s + n, "?") == 0)))
			return word_found(q, exact[i].kind,
			    (struct slice){
				exact[i].word, exact[i].word != NULL ? strlen(exact[i].word) : 0 });
	}
	if (vote_is_line(s))
		return read_vote(r, s, q);
	if (absence_is_line(s))
		return read_absence(s, q);
	if (w.n > 0 && strncmp(s, "rules ", 6) == 0)
		return read_rules(r, w, q);
	if (w.n > 0 && strncmp(s, "address ", 8) == 0)
		return read_address(line, q);
	if (strncmp(s, "resend ", 7) == 0 && is_number(w) && w.n <= NUMBER_LEN + 6)
		return word_found(q, PLAIN_RESEND, w);
	return NOT_REQUEST;
}

/* Reads a line that is one of the words. w: in lower case, stripped. */
static enum found
read_word(const struct reading *r, struct slice w, struct slice line, struct request *q)
{
	struct buf flat = BUF_INIT;
	enum found found;

	put_flat(w, &flat);
	found = read_flat(r, &flat, line, q);
	buf_release(&flat);
	return found;
}

/* ---- alternatives ---------------------------------------------------------------------------- */

/* Returns the text up to the next `or`, and moves after it. *more: there was one. */
static struct slice
next_alternative(struct slice *rest, bool *more)
{
	const char *start = rest->s;
	struct slice w;

	*more = false;
	while ((w = next_word(rest)).n > 0) {
		if (is_joiner(w, "or")) {
			*more = true;
			return (struct slice){ start, (size_t)(w.s - start) };
		}
	}
	return (struct slice){ start, (size_t)(rest->s - start) };
}

/* True if the line is in the text already. */
static bool
has_line(const struct buf *text, const char *line, size_t n)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	struct slice one;

	while (lines_next(&l, &one.s, &one.n))
		if (one.n == n && memcmp(one.s, line, n) == 0)
			return true;
	return false;
}

/* An order that belongs to no turn must be alone. */
static enum found
check_alternative(const struct reading *r, const struct buf *line, struct request *q)
{
	struct err err = ERR_INIT;
	struct turn turn;

	if (turnline_parse(r->rules, r->names, r->v->view.seat, line->p, line->n, &turn, &err) ==
		0 &&
	    !order_is_out_of_turn((enum order_kind)turn.step[0].kind))
		return IS_REQUEST;
	put_shown((struct slice){ line->p, line->n }, &q->why);
	buf_str(&q->why, " stands alone: send it without \"or\".");
	return BAD_REQUEST;
}

struct alternatives {
	unsigned n, found[IS_REQUEST + 1];
};

static void
add_alternative(
    struct reading *r, struct slice one, bool is_only, struct alternatives *a, struct request *q)
{
	struct request each = { .kind = PLAIN_ORDER };
	enum found found = NOT_REQUEST;

	one = trim_marks(one);
	if (one.n > 0)
		found = read_alternative(r, one, &each);
	if (found == IS_REQUEST && !is_only)
		found = check_alternative(r, &each.text, &each);
	if (found == IS_REQUEST && !has_line(&q->text, each.text.p, each.text.n))
		buf_fmt(&q->text, "%s\n", each.text.p);
	if (found == NOT_REQUEST && !is_only) {
		buf_str(&each.why, one.n == 0 ? "An order is missing beside \"or\"" : "");
		if (one.n > 0)
			put_shown(one, &each.why);
		buf_str(&each.why, one.n == 0 ? "." : " is not an order.");
	}
	if (each.why.n > 0 && q->why.n < ERR_MSG_MAX) {
		buf_str(&q->why, q->why.n > 0 ? " " : "");
		buf_add(&q->why, each.why.p, each.why.n);
	}
	a->n++;
	a->found[found]++;
	buf_wipe(&each.text);
	buf_wipe(&each.why);
}

/* Reads orders joined by `or`. *is_hard: one of them is an order, another is not. */
static enum found
read_alternatives(struct reading *r, struct slice line, struct request *q, bool *is_hard)
{
	struct alternatives a = { 0 };
	bool more = true;

	while (more && a.n < ORDER_BLOCK_ALTERNATIVES) {
		struct slice one = next_alternative(&line, &more);

		add_alternative(r, one, a.n == 0 && !more, &a, q);
	}
	if (a.found[IS_REQUEST] == a.n && !more)
		return IS_REQUEST;
	*is_hard = a.found[IS_REQUEST] > 0;
	if (more && *is_hard) {
		buf_clear(&q->why);
		buf_fmt(&q->why, "There are more than %d orders to choose from.",
		    ORDER_BLOCK_ALTERNATIVES);
	}
	return *is_hard || a.found[BAD_REQUEST] > 0 ? BAD_REQUEST : NOT_REQUEST;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void
add_why(struct reading *r, const struct buf *why)
{
	if (r->out->why.n > 0)
		buf_chr(&r->out->why, ' ');
	buf_add(&r->out->why, buf_cstr(why), why->n);
	r->is_unclear = true;
}

/* Appends the request as the player may have written it. */
static void
put_request(enum plain_kind kind, const struct buf *text, struct buf *out)
{
	static const char *const word[] = {
		[PLAIN_HELP] = "help",
		[PLAIN_BOARD] = "board",
		[PLAIN_HISTORY] = "history",
		[PLAIN_RULES] = "rules",
		[PLAIN_RESIGN] = "resign",
		[PLAIN_RESIGN_YES] = "resign yes",
		[PLAIN_LEAVE] = "leave",
		[PLAIN_LEAVE_YES] = "leave yes",
		[PLAIN_MAIL] = "mail",
		[PLAIN_ADDRESS] = "address",
		[PLAIN_RESEND] = "resend",
	};
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	struct slice one;

	if (kind != PLAIN_ORDER) {
		buf_fmt(out, "\"%s", word[kind]);
		if (lines_next(&l, &one.s, &one.n))
			buf_fmt(out, " %.*s", (int)one.n, one.s);
		buf_chr(out, '"');
		return;
	}
	for (unsigned i = 0; lines_next(&l, &one.s, &one.n); i++)
		buf_fmt(out, "%s\"%.*s\"", i > 0 ? " or " : "", (int)one.n, one.s);
}

/* Takes a request, the first one or the same again. */
static void
take_request(struct reading *r, struct request *q)
{
	struct plain_request *out = r->out;
	struct buf why = BUF_INIT;

	if (out->kind == PLAIN_NOTHING) {
		out->kind = q->kind;
		buf_move(&out->text, &q->text);
		return;
	}
	if (out->kind == q->kind && out->text.n == q->text.n &&
	    (q->text.n == 0 || memcmp(out->text.p, q->text.p, q->text.n) == 0))
		return;
	buf_str(&why, "There are two orders: ");
	put_request(out->kind, &out->text, &why);
	buf_str(&why, " and ");
	put_request(q->kind, &q->text, &why);
	buf_str(&why,
	    ". Send one of them, or join them by \"or\": the first one that can be "
	    "played is played.");
	if (r->rules->words->step[1] != 0)
		buf_str(&why, " A semicolon joins two steps of one turn.");
	add_why(r, &why);
	buf_wipe(&why);
}

static bool
has_control(struct slice w)
{
	for (size_t i = 0; i < w.n; i++)
		if ((unsigned char)w.s[i] < ' ' || w.s[i] == 0x7f)
			return true;
	return false;
}

static void
put_lower(struct slice w, struct buf *out)
{
	for (size_t i = 0; i < w.n; i++) {
		const char c = ascii_is_blank(w.s[i]) ? ' ' : w.s[i];

		buf_chr(out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
	}
}

/* Reads a line that turnline_parse accepts (W1). */
static bool
is_exact(const struct reading *r, struct slice w)
{
	struct err err = ERR_INIT;
	struct turn turn;
	size_t n = 0;

	while (n < w.n && w.s[n] != ' ')
		n++;
	return n < w.n && orderline_is_verb(r->rules, w.s, n) &&
	    turnline_parse(r->rules, r->names, r->v->view.seat, w.s, w.n, &turn, &err) == 0;
}

/* Reads a whole line, of which several lines of the text may have become one. */
static void
read_line(struct reading *r, struct slice line)
{
	struct request q = { .kind = PLAIN_ORDER };
	struct buf lower = BUF_INIT;
	enum found found = NOT_REQUEST;
	bool is_hard = false;
	struct slice w;

	line = slice_trim(line);
	put_lower(line, &lower);
	w = trim_marks((struct slice){ buf_cstr(&lower), lower.n });
	if (w.n > 0 && w.n <= LINE_MAX && !has_control(w)) {
		if (is_exact(r, w)) {
			found = read_turn(r, w, w, &q);
			buf_chr(&q.text, '\n');
		} else {
			found = read_word(r, strip(w, false), line, &q);
		}
		if (found == NOT_REQUEST)
			found = read_alternatives(r, w, &q, &is_hard);
	}
	if (found == IS_REQUEST) {
		take_request(r, &q);
	} else if (is_hard) {
		add_why(r, &q.why);
	} else if (found == BAD_REQUEST && r->n_bad < BAD_MAX &&
	    strstr(buf_cstr(&r->bad), buf_cstr(&q.why)) == NULL) {
		buf_fmt(&r->bad, "%s%s", r->bad.n > 0 ? " " : "", buf_cstr(&q.why));
		r->n_bad++;
	}
	buf_wipe(&q.text);
	buf_wipe(&q.why);
	buf_wipe(&lower);
}

/* ---- talk ------------------------------------------------------------------------------------ */

/* If the line is talk, sets *rest to what is said. */
static bool
is_say(struct slice line, struct slice *rest)
{
	static const char say[] = "say";
	enum { LEN = sizeof say - 1 };
	char c;

	if (line.n < LEN)
		return false;
	for (size_t i = 0; i < LEN; i++)
		if ((line.s[i] | 0x20) != say[i])
			return false;
	c = line.n > LEN ? line.s[LEN] : ' ';
	if (!ascii_is_blank(c) && c != ':' && c != '"')
		return false;
	*rest = slice_trim((struct slice){ line.s + LEN, line.n - LEN });
	if (rest->n > 0 && rest->s[0] == ':')
		*rest = slice_trim((struct slice){ rest->s + 1, rest->n - 1 });
	return true;
}

static void
add_talk(struct reading *r, struct slice w)
{
	struct buf *talk = &r->out->talk;

	w = slice_trim(w);
	if (w.n == 0 || talk->n > ORDER_BLOCK_SAY_MAX)
		return;
	if (talk->n > 0)
		buf_chr(talk, ' ');
	buf_add(talk, w.s, w.n);
}

/* Reads talk, which goes on over lines up to a quote at an end if it begins with one. Without such
 * an end the quote is a character. */
static void
read_say(struct reading *r, struct slice rest, struct lines *l)
{
	struct lines ahead = *l;
	struct slice line = rest;
	struct buf inside = BUF_INIT;

	if (rest.n == 0 || rest.s[0] != '"') {
		add_talk(r, rest);
		return;
	}
	line = (struct slice){ rest.s + 1, rest.n - 1 };
	while (line.n > 0 && line.s[line.n - 1] != '"' && inside.n <= ORDER_BLOCK_SAY_MAX) {
		buf_fmt(&inside, "%.*s ", (int)line.n, line.s);
		line.n = 0;
		if (lines_next(&ahead, &line.s, &line.n))
			line = slice_trim(line);
	}
	if (line.n > 0 && line.s[line.n - 1] == '"') {
		buf_fmt(&inside, "%.*s", (int)line.n - 1, line.s);
		/* "a" and "b": these quotes are no marks of the talk. */
		if (memchr(buf_cstr(&inside), '"', inside.n) != NULL)
			add_talk(r, rest);
		else
			add_talk(r, (struct slice){ buf_cstr(&inside), inside.n });
		*l = memchr(buf_cstr(&inside), '"', inside.n) != NULL ? *l : ahead;
	} else {
		add_talk(r, rest);
	}
	buf_release(&inside);
}

/* Checks the length of all talk, in the form in which it is signed. */
static void
finish_talk(struct reading *r)
{
	struct plain_request *out = r->out;
	struct order_block *b;
	struct buf why = BUF_INIT;
	struct err err = ERR_INIT;

	if (out->talk.n == 0)
		return;
	b = mem_zero(1, sizeof *b);
	if (out->talk.n > ORDER_BLOCK_SAY_MAX) {
		buf_fmt(&why, "The talk after say is longer than %d bytes.", ORDER_BLOCK_SAY_MAX);
	} else {
		memcpy(b->say, out->talk.p, out->talk.n);
		if (memchr(out->talk.p, '\0', out->talk.n) != NULL)
			buf_str(&why, "The talk after say has a control character.");
		else if (order_block_normalize(b, &err) < 0)
			buf_fmt(&why, "The talk after %s.", err.msg);
	}
	if (why.n > 0)
		add_why(r, &why);
	else
		out->say = out->talk.p;
	buf_release(&why);
	free(b);
}

/* ---- the text -------------------------------------------------------------------------------- */

static void
flush(struct reading *r)
{
	if (r->pending.n > 0)
		read_line(r, (struct slice){ r->pending.p, r->pending.n });
	buf_clear(&r->pending);
	r->is_torn = false;
}

/* True if the pending line may be an order or a number, so that others may be joined to it. */
static bool
may_be_order(const struct reading *r)
{
	struct buf lower = BUF_INIT;
	struct slice w, one;
	bool may;

	put_lower((struct slice){ r->pending.p, r->pending.n }, &lower);
	w = strip((struct slice){ buf_cstr(&lower), lower.n }, true);
	may = is_number(number_of(w));
	one = next_word(&w);
	may = may || is_number(number_of(trim_marks(one))) || slice_is(one, "lay") ||
	    slice_is(one, "put") || slice_is(one, "play") ||
	    card_find(r->rules, one.s, one.n) != CARD_NONE ||
	    orderline_verb_distance(r->rules, one.s, one.n) <= (one.n > 4 ? 2 : one.n > 3);
	buf_wipe(&lower);
	return may;
}

static bool
joins(const struct reading *r, struct slice w)
{
	if (is_joiner(w, "or"))
		return true;
	return r->rules->words->step[1] != 0 && (is_joiner(w, "then") || slice_is(w, ";"));
}

/* True if the line begins, or ends, with a word that joins lines. */
static bool
is_joined(const struct reading *r, struct slice line, bool at_end)
{
	struct buf lower = BUF_INIT;
	struct slice rest, w, last = { NULL, 0 };
	bool is;

	if (line.n > LINE_MAX)
		return false;
	put_lower(line, &lower);
	rest = (struct slice){ buf_cstr(&lower), lower.n };
	if (at_end) {
		const char *p = lower.p + lower.n;

		while (p > lower.p && p[-1] != ' ')
			p--;
		last = (struct slice){ p, (size_t)(lower.p + lower.n - p) };
		is = joins(r, last) ||
		    (r->rules->words->step[1] != 0 && last.n > 0 && last.s[last.n - 1] == ';');
	} else {
		w = next_word(&rest);
		if (slice_is(w, "and"))
			w = next_word(&rest);
		is = joins(r, w) || (r->rules->words->step[1] != 0 && w.n > 0 && w.s[0] == ';');
	}
	buf_release(&lower);
	return is;
}

static void
add_line(struct reading *r, struct slice line)
{
	const bool joins_before = is_joined(r, line, false), ends = is_joined(r, line, true);

	if (r->pending.n > 0 &&
	    (r->pending.n > LINE_MAX || !(r->is_torn || joins_before) || !may_be_order(r)))
		flush(r);
	if (r->pending.n > 0)
		buf_chr(&r->pending, ' ');
	buf_add(&r->pending, line.s, line.n);
	r->is_torn = ends;
}

static void
finish(struct reading *r)
{
	struct plain_request *out = r->out;
	char *p = out->text.p;

	if (out->kind == PLAIN_NOTHING && r->bad.n > 0 && !r->is_unclear)
		add_why(r, &r->bad);
	finish_talk(r);
	if (r->is_unclear) {
		out->kind = PLAIN_UNCLEAR;
		return;
	}
	for (size_t i = 0; i < out->text.n; i++)
		if (p[i] == '\n')
			p[i] = '\0';
	if (out->kind != PLAIN_ORDER) {
		out->word = out->text.n > 0 ? p : NULL;
		return;
	}
	for (; p < out->text.p + out->text.n; p += strlen(p) + 1)
		out->line[out->n_lines++] = p;
}

void
plain_words_read(const struct private_view *v, const struct names *names, const char *text,
    size_t n, struct plain_request *out)
{
	struct reading r = { .v = v, .names = names, .rules = v->view.known.rules, .out = out };
	struct lines l = { text, n, 0, 1 };
	struct slice line, said;

	*out = (struct plain_request){ .kind = PLAIN_NOTHING };
	while (!r.is_unclear && lines_next(&l, &line.s, &line.n)) {
		line = slice_trim(line);
		if (line.n == 0)
			continue;
		if (is_say(line, &said)) {
			flush(&r);
			read_say(&r, said, &l);
		} else {
			add_line(&r, line);
		}
	}
	flush(&r);
	finish(&r);
	buf_wipe(&r.pending);
	buf_wipe(&r.bad);
	buf_wipe(&r.list.text);
	free(r.list.at);
}
