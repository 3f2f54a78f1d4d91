/* The alternatives of a line: orders and numbers of the list, joined by `or`. */
#include "mail/plain_words_internal.h"

#include <string.h>

#include "mail/plain_list.h"
#include "text/error_text.h"
#include "text/typed_order.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/utf8.h"

enum {
	SHOWN_MAX = 80,  /* bytes of a line in a sentence */
	TRIED_MAX = 500, /* lines that are nearly orders and are looked at */
	NUMBER_LEN = 4   /* digits of a number of the list; more are something else */
};

/* Appends the line in quotes, if it is short and clean. */
static void
put_shown(const struct plain_reader *r, struct slice line, struct buf *out)
{
	if (line.n > SHOWN_MAX || !utf8_is_clean(line.s, line.n))
		buf_str(out, language_text(r->lang, MSG("words", "One line")));
	else
		buf_fmt(out, "\"%.*s\"", (int)line.n, line.s);
}

/* False for a hint about the command line, which a seat that writes mails does not have. */
static bool
is_hint_for_mail(const char *hint)
{
	return hint[0] != '\0' && strstr(hint, "--") == NULL && strstr(hint, "adit ") == NULL;
}

enum plain_found
plain_bad_request(
    const struct plain_reader *r, struct plain_draft *q, struct slice line, const struct err *err)
{
	struct buf shown = BUF_INIT, why = BUF_INIT;

	if (q->why.n > 0)
		buf_chr(&q->why, ' ');
	put_shown(r, line, &shown);
	error_text_message(r->lang, err, &why);
	if (is_hint_for_mail(err->hint)) {
		buf_str(&why, " (");
		error_text_hint(r->lang, err, &why);
		buf_chr(&why, ')');
	}
	language_fmt(r->lang, &q->why, MSG("words", "%s is not an order: %s."), shown.p, why.p);
	buf_wipe(&shown);
	buf_wipe(&why);
	return PLAIN_BAD_REQUEST;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void
keep_number(void *arg, unsigned number, bool head, const char *order)
{
	struct plain_numbered *list = arg;

	(void)head;
	if (number == 0)
		return;
	list->at = mem_grow_array(list->at, list->n, sizeof list->at[0]);
	list->at[list->n++] = list->text.n;
	buf_str(&list->text, order);
	buf_chr(&list->text, '\0');
}

/* Returns the order with this number, or NULL. */
static const char *
find_number(struct plain_reader *r, struct slice digits)
{
	struct plain_numbered *list = &r->list;
	int64_t number = 0;

	if (!list->is_made)
		plain_list_each(r->v, r->names, keep_number, list);
	list->is_made = true;
	if (digits.n > NUMBER_LEN || number_parse(digits.s, digits.n, list->n, &number) < 0 ||
	    number <= 0)
		return NULL;
	return list->text.p + list->at[number - 1];
}

/* Appends the order with this number to *out. shown: the line for a sentence in q->why. */
static enum plain_found
read_number(struct plain_reader *r, struct slice shown, struct slice digits, struct buf *out,
    struct plain_draft *q)
{
	const struct plain_numbered *list = &r->list;
	const char *order = find_number(r, digits);
	struct buf why = BUF_INIT;
	struct err err = ERR_INIT;

	if (order != NULL) {
		buf_str(out, order);
		return PLAIN_IS_REQUEST;
	}
	if (list->n == 0)
		buf_str(&why,
		    language_text(
			r->lang, MSG("words", "the mail that you answer has no list of orders")));
	else if (list->n == 1)
		buf_str(&why, language_text(r->lang, MSG("words", "the list has only order 1")));
	else
		language_fmt(r->lang, &why, MSG("words", "the list has orders 1 to %u"), list->n);
	(void)err_set(&err, ERR_SYNTAX, "%s", why.p);
	buf_release(&why);
	return plain_bad_request(r, q, shown, &err);
}

/* ---- one alternative ------------------------------------------------------------------------- */

/* True if a word of the line is a card, a place or a seat. */
static bool
looks_like_order(const struct plain_reader *r, struct slice w)
{
	struct slice one;
	struct spot spot;

	while ((one = plain_next_word(&w)).n > 0) {
		one = plain_trim_marks(one);
		if (card_find(r->rules, one.s, one.n) != CARD_NONE ||
		    names_find(r->names, one.s, one.n) != SEAT_NONE ||
		    spot_parse(one.s, one.n, &spot) == 0)
			return true;
	}
	return false;
}

/* True if the word is the first one of an action card: break. */
static bool
is_part_of_verb(const struct plain_reader *r, struct slice w)
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
is_nearly_order(const struct plain_reader *r, struct slice w, const char *hint)
{
	enum { SHORT = 3, LONG = 5, WORDS_OF_SHORT = 30 };
	struct slice rest = w;
	const struct slice verb = plain_next_word(&rest);
	const unsigned distance = orderline_verb_distance(r->rules, verb.s, verb.n);
	const bool looks = looks_like_order(r, rest);

	if (distance == 0 || (looks && is_part_of_verb(r, verb)))
		return true;
	if (verb.n <= SHORT)
		return distance == 1 && looks && w.n < WORDS_OF_SHORT;
	if (distance == 1 || (hint[0] != '\0' && distance > 2))
		return looks || rest.n == 0;
	return distance == 2 && verb.n >= LONG && looks;
}

/* Reads a turn. */
enum plain_found
plain_read_turn(struct plain_reader *r, struct slice shown, struct slice w, struct plain_draft *q)
{
	struct buf lines = BUF_INIT, line = BUF_INIT, several = BUF_INIT;
	struct err err = ERR_INIT;
	const unsigned n = typed_order_read(&r->v->view, r->names, w.s, w.n, &lines, &err);
	enum plain_found found = PLAIN_NOT_REQUEST;

	/* Resigning is a word, which is asked back, and no order to take at once. */
	if (n == 1 && strcmp(lines.p, "resign\n") == 0) {
		(void)err_set(&err, ERR_SYNTAX, "%s",
		    language_text(r->lang, MSG("words", "to resign, write only \"resign\"")));
		found = plain_bad_request(r, q, shown, &err);
	} else if (n == 1 && lines.n <= ORDER_BLOCK_DO_MAX + 1) {
		buf_add(&q->text, lines.p, lines.n - 1);
		found = PLAIN_IS_REQUEST;
	} else if (n == 1) {
		(void)err_set(
		    &err, ERR_SYNTAX, "%s", language_text(r->lang, MSG("words", "it is too long")));
		found = plain_bad_request(r, q, shown, &err);
	} else if (n > 1) {
		struct lines l = { lines.p, lines.n, 0, 1 };
		struct slice one;

		put_shown(r, shown, &line);
		for (unsigned i = 0; lines_next(&l, &one.s, &one.n); i++)
			buf_fmt(&several, "%s\"%.*s\"",
			    i == 0 ? "" : language_text(r->lang, MSG("list", " or ")), (int)one.n,
			    one.s);
		language_fmt(r->lang, &q->why, MSG("words", "%s can be %s: send one of them."),
		    line.p, several.p);
		found = PLAIN_BAD_REQUEST;
	} else if (r->n_tried++ < TRIED_MAX && is_nearly_order(r, w, err.hint)) {
		found = plain_bad_request(r, q, shown, &err);
	}
	buf_wipe(&lines);
	buf_wipe(&line);
	buf_wipe(&several);
	return found;
}

/* Appends the words with ';' for "then" and "and then". */
static void
mark_steps(struct slice rest, struct buf *out)
{
	struct slice w;
	size_t before_and = 0;
	bool is_and = false;

	while ((w = plain_next_word(&rest)).n > 0) {
		if (plain_is_joiner(w, "then")) {
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
static bool
read_copied(struct plain_reader *r, struct slice shown, struct plain_draft *q)
{
	struct slice w = slice_trim(shown), digits = { w.s, 0 };
	const char *order;

	while (digits.n < w.n && ascii_is_digit(w.s[digits.n]))
		digits.n++;
	if (digits.n == 0 || digits.n + 2 >= w.n || strchr(".):", w.s[digits.n]) == NULL ||
	    w.s[digits.n + 1] != ' ')
		return false;
	w.s += digits.n + 2;
	w.n -= digits.n + 2;
	order = find_number(r, digits);
	if (order == NULL || !slice_is(plain_strip(w, false), order))
		return false;
	buf_str(&q->text, order);
	return true;
}

/* Reads the steps of a turn, each of which may be a number. */
static enum plain_found
read_steps(struct plain_reader *r, struct slice shown, struct slice w, struct plain_draft *q)
{
	struct buf marked = BUF_INIT, turn = BUF_INIT;
	enum plain_found found = PLAIN_IS_REQUEST;
	const char *p, *stop;
	bool is_first = true;

	mark_steps(w, &marked);
	for (p = buf_cstr(&marked); p != NULL && found == PLAIN_IS_REQUEST;
	     p = stop != NULL ? stop + 1 : NULL) {
		struct slice one;

		stop = strchr(p, ';');
		one = (struct slice){ p, stop != NULL ? (size_t)(stop - p) : strlen(p) };
		buf_str(&turn, is_first ? "" : "; ");
		if (plain_is_number(plain_number_of(one))) {
			found = read_number(r, shown, plain_number_of(one), &turn, q);
		} else {
			one = plain_strip(one, stop != NULL || !is_first);
			buf_add(&turn, one.s, one.n);
		}
		is_first = false;
	}
	if (found == PLAIN_IS_REQUEST)
		found = plain_read_turn(r, shown, (struct slice){ buf_cstr(&turn), turn.n }, q);
	buf_wipe(&marked);
	buf_wipe(&turn);
	return found;
}

/* Reads one alternative: a number, or a turn. */
static enum plain_found
read_alternative(struct plain_reader *r, struct slice shown, struct plain_draft *q)
{
	const struct slice digits = plain_number_of(shown);
	struct slice w = plain_strip(shown, true);

	if (plain_is_number(digits))
		return read_number(r, shown, digits, &q->text, q);
	if (read_copied(r, shown, q))
		return PLAIN_IS_REQUEST;
	if (plain_is_one_word(w)) {
		const struct slice whole = plain_strip(shown, false);

		if (whole.n != w.n && orderline_is_verb(r->rules, w.s, w.n)) {
			struct err err = ERR_INIT;

			struct buf why = BUF_INIT;

			language_fmt(r->lang, &why,
			    MSG("words", "to order that, write only \"%.*s\""), (int)w.n, w.s);
			(void)err_set(&err, ERR_SYNTAX, "%s", why.p);
			buf_release(&why);
			return plain_bad_request(r, q, shown, &err);
		}
		w = whole;
	}
	if (r->rules->words->step[1] == 0)
		return plain_read_turn(r, shown, w, q);
	return read_steps(r, shown, w, q);
}

/* ---- alternatives ---------------------------------------------------------------------------- */

/* Returns the text up to the next `or`, and moves after it. *more: there was one. */
static struct slice
next_alternative(struct slice *rest, bool *more)
{
	const char *start = rest->s;
	struct slice w;

	*more = false;
	while ((w = plain_next_word(rest)).n > 0) {
		if (plain_is_joiner(w, "or")) {
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
static enum plain_found
check_alternative(const struct plain_reader *r, const struct buf *line, struct plain_draft *q)
{
	struct buf shown = BUF_INIT;
	struct err err = ERR_INIT;
	struct turn turn;

	if (turnline_parse(r->rules, r->names, r->v->view.seat, line->p, line->n, &turn, &err) ==
		0 &&
	    !order_is_out_of_turn((enum order_kind)turn.step[0].kind))
		return PLAIN_IS_REQUEST;
	put_shown(r, (struct slice){ line->p, line->n }, &shown);
	language_fmt(
	    r->lang, &q->why, MSG("words", "%s stands alone: send it without \"or\"."), shown.p);
	buf_release(&shown);
	return PLAIN_BAD_REQUEST;
}

struct alternatives {
	unsigned n, found[PLAIN_IS_REQUEST + 1];
};

static void
add_alternative(struct plain_reader *r, struct slice one, bool is_only, struct alternatives *a,
    struct plain_draft *q)
{
	struct plain_draft each = { .kind = PLAIN_ORDER };
	struct buf shown = BUF_INIT;
	enum plain_found found = PLAIN_NOT_REQUEST;

	one = plain_trim_marks(one);
	if (one.n > 0)
		found = read_alternative(r, one, &each);
	if (found == PLAIN_IS_REQUEST && !is_only)
		found = check_alternative(r, &each.text, &each);
	if (found == PLAIN_IS_REQUEST && !has_line(&q->text, each.text.p, each.text.n))
		buf_fmt(&q->text, "%s\n", each.text.p);
	if (found == PLAIN_NOT_REQUEST && !is_only) {
		if (one.n > 0) {
			put_shown(r, one, &shown);
			language_fmt(
			    r->lang, &each.why, MSG("words", "%s is not an order."), shown.p);
		} else {
			buf_str(&each.why,
			    language_text(
				r->lang, MSG("words", "An order is missing beside \"or\".")));
		}
	}
	if (each.why.n > 0 && q->why.n < ERR_MSG_MAX) {
		buf_str(&q->why, q->why.n > 0 ? " " : "");
		buf_add(&q->why, each.why.p, each.why.n);
	}
	a->n++;
	a->found[found]++;
	buf_wipe(&shown);
	buf_wipe(&each.text);
	buf_wipe(&each.why);
}

/* Reads orders joined by `or`. *is_hard: one of them is an order, another is not. */
enum plain_found
plain_read_alternatives(
    struct plain_reader *r, struct slice line, struct plain_draft *q, bool *is_hard)
{
	struct alternatives a = { 0 };
	bool more = true;

	while (more && a.n < ORDER_BLOCK_ALTERNATIVES) {
		struct slice one = next_alternative(&line, &more);

		add_alternative(r, one, a.n == 0 && !more, &a, q);
	}
	if (a.found[PLAIN_IS_REQUEST] == a.n && !more)
		return PLAIN_IS_REQUEST;
	*is_hard = a.found[PLAIN_IS_REQUEST] > 0;
	if (more && *is_hard) {
		buf_clear(&q->why);
		language_fmt(r->lang, &q->why,
		    MSG("words", "There are more than %d orders to choose from."),
		    ORDER_BLOCK_ALTERNATIVES);
	}
	return *is_hard || a.found[PLAIN_BAD_REQUEST] > 0 ? PLAIN_BAD_REQUEST : PLAIN_NOT_REQUEST;
}
