/*
 * Requests in the new text of a mail.
 *
 * (W1) A line that is an order without any rewriting is that order: a seat may have the name of a
 * word of politeness.
 * (W2) Lines are joined only to one that may be an order, so that a sentence ending in "or" does
 * not hide the order below it.
 * (W3) The time grows with the text: a line that is too long for a request is not read.
 * (W4) Names of the language of the mail count in place of the order words.
 */
#include "mail/plain_words.h"

#include <stdlib.h>
#include <string.h>

#include "mail/plain_names.h"
#include "mail/plain_words_internal.h"
#include "text/error_text.h"
#include "text/typed_order.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/slice.h"

enum {
	LINE_MAX = ORDER_BLOCK_ALTERNATIVES * (ORDER_BLOCK_DO_MAX + 8),
	BAD_MAX = 3 /* sentences on lines that are nearly orders */
};

struct reading {
	struct plain_reader in;
	struct plain_request *out;
	struct buf pending; /* lines that are joined */
	bool is_torn;       /* the pending lines end in a word that joins */
	bool is_unclear;    /* why says so */
	unsigned n_bad;
	struct buf bad; /* sentences for UNCLEAR if there is no request */
};

void
plain_request_release(struct plain_request *r)
{
	buf_wipe(&r->text);
	buf_wipe(&r->talk);
	buf_wipe(&r->why);
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
put_request(
    const struct language *lang, enum plain_kind kind, const struct buf *text, struct buf *out)
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
		[PLAIN_LANG] = "lang",
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
		buf_fmt(out, "%s\"%.*s\"", i > 0 ? language_text(lang, MSG("list", " or ")) : "",
		    (int)one.n, one.s);
}

/* Takes a request, the first one or the same again. */
static void
take_request(struct reading *r, struct plain_draft *q)
{
	struct plain_request *out = r->out;
	struct buf why = BUF_INIT, one = BUF_INIT, other = BUF_INIT;

	if (out->kind == PLAIN_NOTHING) {
		out->kind = q->kind;
		buf_move(&out->text, &q->text);
		return;
	}
	if (out->kind == q->kind && out->text.n == q->text.n &&
	    (q->text.n == 0 || memcmp(out->text.p, q->text.p, q->text.n) == 0))
		return;
	put_request(r->in.lang, out->kind, &out->text, &one);
	put_request(r->in.lang, q->kind, &q->text, &other);
	language_fmt(r->in.lang, &why,
	    MSG("words",
		"There are two orders: %s and %s. Send one of them, or join them by \"or\": the "
		"first one that can be played is played."),
	    one.p, other.p);
	if (r->in.rules->words->step[1] != 0)
		buf_str(&why,
		    language_text(
			r->in.lang, MSG("words", " A semicolon joins two steps of one turn.")));
	add_why(r, &why);
	buf_wipe(&why);
	buf_wipe(&one);
	buf_wipe(&other);
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
	struct slice rest = w;
	const struct slice verb = plain_next_word(&rest);

	return rest.n > 0 && orderline_is_verb(r->in.rules, verb.s, verb.n) &&
	    turnline_parse(r->in.rules, r->in.names, r->in.v->view.seat, w.s, w.n, &turn, &err) ==
	    0;
}

/* Reads a whole line, of which several lines of the text may have become one. */
static void
read_line(struct reading *r, struct slice line)
{
	struct plain_draft q = { .kind = PLAIN_ORDER };
	struct buf lower = BUF_INIT;
	enum plain_found found = PLAIN_NOT_REQUEST;
	bool is_hard = false;
	struct slice w;

	line = slice_trim(line);
	put_lower(line, &lower);
	w = plain_trim_marks((struct slice){ buf_cstr(&lower), lower.n });
	if (w.n > 0 && w.n <= LINE_MAX && !has_control(w)) {
		if (is_exact(r, w)) {
			found = plain_read_turn(&r->in, w, w, &q);
			buf_chr(&q.text, '\n');
		} else {
			found = plain_read_word(&r->in, plain_strip(w, false), line, &q);
		}
		if (found == PLAIN_NOT_REQUEST)
			found = plain_read_alternatives(&r->in, w, &q, &is_hard);
	}
	if (found == PLAIN_IS_REQUEST) {
		take_request(r, &q);
	} else if (is_hard) {
		add_why(r, &q.why);
	} else if (found == PLAIN_BAD_REQUEST && r->n_bad < BAD_MAX &&
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
	struct slice line = { NULL, 0 };
	struct buf inside = BUF_INIT;
	bool is_quoted = false;

	if (rest.n > 0 && rest.s[0] == '"')
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
		is_quoted = memchr(buf_cstr(&inside), '"', inside.n) == NULL;
	}
	add_talk(r, is_quoted ? (struct slice){ buf_cstr(&inside), inside.n } : rest);
	if (is_quoted)
		*l = ahead;
	buf_release(&inside);
}

/* Checks the length of all talk, in the form in which it is signed. */
static void
finish_talk(struct reading *r)
{
	struct plain_request *out = r->out;
	struct order_block *b;
	struct buf why = BUF_INIT, what = BUF_INIT;
	struct err err = ERR_INIT;

	if (out->talk.n == 0)
		return;
	b = mem_zero(1, sizeof *b);
	if (out->talk.n > ORDER_BLOCK_SAY_MAX) {
		language_fmt(r->in.lang, &why,
		    MSG("words", "The talk after say is longer than %d bytes."),
		    ORDER_BLOCK_SAY_MAX);
	} else {
		memcpy(b->say, out->talk.p, out->talk.n);
		if (memchr(out->talk.p, '\0', out->talk.n) != NULL) {
			buf_str(&why,
			    language_text(r->in.lang,
				MSG("words", "The talk after say has a control character.")));
		} else if (order_block_normalize(b, &err) < 0) {
			error_text_message(r->in.lang, &err, &what);
			language_fmt(r->in.lang, &why, MSG("words", "The talk after %s."), what.p);
		}
	}
	if (why.n > 0)
		add_why(r, &why);
	else
		out->say = out->talk.p;
	buf_release(&why);
	buf_release(&what);
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
	w = plain_strip((struct slice){ buf_cstr(&lower), lower.n }, true);
	may = plain_is_number(plain_number_of(w));
	one = plain_next_word(&w);
	may = may || plain_is_number(plain_number_of(plain_trim_marks(one))) ||
	    slice_is(one, "lay") || slice_is(one, "put") || slice_is(one, "play") ||
	    card_find(r->in.rules, one.s, one.n) != CARD_NONE ||
	    orderline_verb_distance(r->in.rules, one.s, one.n) <= (one.n > 4 ? 2 : one.n > 3);
	buf_wipe(&lower);
	return may;
}

static bool
joins(const struct reading *r, struct slice w)
{
	if (plain_is_joiner(w, "or"))
		return true;
	return r->in.rules->words->step[1] != 0 && (plain_is_joiner(w, "then") || slice_is(w, ";"));
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
		    (r->in.rules->words->step[1] != 0 && last.n > 0 && last.s[last.n - 1] == ';');
	} else {
		w = plain_next_word(&rest);
		if (slice_is(w, "and"))
			w = plain_next_word(&rest);
		is = joins(r, w) || (r->in.rules->words->step[1] != 0 && w.n > 0 && w.s[0] == ';');
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
plain_words_read(const struct language *lang, const struct private_view *v,
    const struct names *names, const char *text, size_t n, struct plain_request *out)
{
	struct reading r = {
		.in = { .lang = lang, .v = v, .names = names, .rules = v->view.known.rules },
		.out = out
	};
	struct lines l = { text, n, 0, 1 };
	struct slice line, said;
	struct plain_names shown;
	struct buf named = BUF_INIT;

	*out = (struct plain_request){ .kind = PLAIN_NOTHING };
	plain_names_init(lang, r.in.rules, names, &shown);
	while (!r.is_unclear && lines_next(&l, &line.s, &line.n)) {
		line = slice_trim(line);
		if (line.n == 0)
			continue;
		if (is_say(line, &said)) {
			flush(&r);
			read_say(&r, said, &l);
		} else {
			buf_clear(&named);
			if (line.n <= LINE_MAX && plain_names_put(&shown, line, &named))
				line = (struct slice){ named.p, named.n };
			add_line(&r, line);
		}
	}
	flush(&r);
	finish(&r);
	plain_names_release(&shown);
	buf_wipe(&named);
	buf_wipe(&r.pending);
	buf_wipe(&r.bad);
	buf_wipe(&r.in.list.text);
	free(r.in.list.at);
}
