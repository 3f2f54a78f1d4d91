/* A line that is one of the words: help, mail all, vote skip bob yes. */
#include "mail/plain_words_internal.h"

#include <string.h>

#include "text/absence_line.h"
#include "text/catalogues.h"
#include "text/language_choice.h"
#include "text/rulebook.h"
#include "text/voteline.h"

enum { RESEND_LEN = 10 }; /* digits of the number of a mail */

static const struct {
	const char *text;
	enum plain_kind kind;
	const char *word; /* or "" */
	bool is_asked;    /* a question mark may follow */
} exact[] = {
	{ "help", PLAIN_HELP, "", true },
	{ "?", PLAIN_HELP, "", false },
	{ "board", PLAIN_BOARD, "", true },
	{ "history", PLAIN_HISTORY, "", true },
	{ "rules", PLAIN_RULES, "", true },
	{ "resign", PLAIN_RESIGN, "", false },
	{ "i resign", PLAIN_RESIGN, "", false },
	{ "resign yes", PLAIN_RESIGN_YES, "", false },
	{ "leave", PLAIN_LEAVE, "", false },
	{ "i leave", PLAIN_LEAVE, "", false },
	{ "leave yes", PLAIN_LEAVE_YES, "", false },
	{ "leave no", PLAIN_ORDER, "leave no", false },
	{ "mail all", PLAIN_MAIL, "all", false },
	{ "mail mine", PLAIN_MAIL, "mine", false },
	{ "mail daily", PLAIN_MAIL, "daily", false },
	{ "mail narrow", PLAIN_MAIL, "narrow", false },
	{ "mail wide", PLAIN_MAIL, "wide", false },
	{ "resend", PLAIN_RESEND, "", false },
};

static enum plain_found
word_found(struct plain_draft *q, enum plain_kind kind, struct slice word)
{
	q->kind = kind;
	if (word.n > 0)
		buf_fmt(&q->text, "%.*s\n", (int)word.n, word.s);
	return PLAIN_IS_REQUEST;
}

/* "vote skip bob yes" */
static enum plain_found
read_vote(const struct plain_reader *r, const char *flat, struct plain_draft *q)
{
	struct err err = ERR_INIT;
	struct vote vote;

	if (vote_parse(r->names, flat, &vote, &err) < 0)
		return plain_bad_request(r, q, (struct slice){ flat, strlen(flat) }, &err);
	buf_str(&q->text, "vote ");
	vote_on_text(r->names, &vote, &q->text);
	buf_fmt(&q->text, " %s\n", vote.yes ? "yes" : "no");
	return PLAIN_IS_REQUEST;
}

/* "absent from 2026-12-24 until 2027-01-01" */
static enum plain_found
read_absence(const struct plain_reader *r, const char *flat, struct plain_draft *q)
{
	struct slice rest = { flat, strlen(flat) }, w;
	struct absence_days days;
	struct buf line = BUF_INIT;
	struct err err = ERR_INIT;
	enum plain_found found = PLAIN_IS_REQUEST;

	while ((w = plain_next_word(&rest)).n > 0) {
		if (slice_is(w, "from"))
			continue;
		if (slice_is(w, "until") || slice_is(w, "till") || slice_is(w, "-"))
			w = (struct slice){ "to", 2 };
		buf_fmt(&line, "%s%.*s", line.n > 0 ? " " : "", (int)w.n, w.s);
	}
	if (absence_parse(buf_cstr(&line), &days, &err) < 0)
		found = plain_bad_request(r, q, (struct slice){ flat, strlen(flat) }, &err);
	else
		buf_fmt(&q->text, "%s\n", line.p);
	buf_release(&line);
	return found;
}

/* "rules break lamp", "rules C5" */
static enum plain_found
read_rules(const struct plain_reader *r, struct slice arg, struct plain_draft *q)
{
	struct buf text = BUF_INIT, kind = BUF_INIT;
	struct err err = ERR_INIT;
	enum plain_found found = PLAIN_NOT_REQUEST;

	for (size_t i = 0; i < arg.n; i++)
		buf_chr(&kind, arg.s[i] == ' ' ? '-' : arg.s[i]);
	if (card_find_like(r->rules, kind.p) != CARD_NONE) {
		found = word_found(q, PLAIN_RULES, (struct slice){ kind.p, kind.n });
	} else if (rulebook_rule(NULL, arg.s, arg.n, WRAP_COLUMNS, &text)) {
		found = word_found(q, PLAIN_RULES, arg);
	} else if (plain_is_one_word(arg)) {
		(void)err_set(&err, ERR_SYNTAX, "%s",
		    language_text(r->lang,
			MSG("words",
			    "rules takes a card of this game or the number of a rule, such as "
			    "C5")));
		found = plain_bad_request(r, q, arg, &err);
	}
	buf_release(&text);
	buf_release(&kind);
	return found;
}

/* "lang uk": the word after "lang" is arg. */
static enum plain_found
read_language(
    const struct plain_reader *r, const char *flat, struct slice arg, struct plain_draft *q)
{
	struct buf code = BUF_INIT, all = BUF_INIT, why = BUF_INIT;
	struct err err = ERR_INIT;
	enum plain_found found = PLAIN_NOT_REQUEST;

	buf_add(&code, arg.s, arg.n);
	if (catalogue_has(buf_cstr(&code))) {
		found = word_found(q, PLAIN_LANG, arg);
	} else if (language_code_is_ok(code.p)) {
		catalogues_list(&all);
		language_fmt(r->lang, &why,
		    MSG("words", "there is no language \"%s\"; there are: %s"), code.p,
		    buf_cstr(&all));
		(void)err_set(&err, ERR_SYNTAX, "%s", why.p);
		found = plain_bad_request(r, q, (struct slice){ flat, strlen(flat) }, &err);
	}
	buf_release(&code);
	buf_release(&all);
	buf_release(&why);
	return found;
}

/* "address anna@example.org". line: in its own case. A mail program may add <mailto:...>. */
static enum plain_found
read_address(struct slice line, struct plain_draft *q)
{
	struct slice w = plain_strip(line, false), address;
	const char *angle;

	(void)plain_next_word(&w);
	address = plain_trim_marks(plain_next_word(&w));
	if (address.n > 2 && address.s[0] == '<' && address.s[address.n - 1] == '>')
		address = (struct slice){ address.s + 1, address.n - 2 };
	angle = address.n > 0 ? memchr(address.s + 1, '<', address.n - 1) : NULL;
	if (angle != NULL)
		address.n = (size_t)(angle - address.s);
	w = plain_trim_marks(w);
	if (address.n == 0 || memchr(address.s, '@', address.n) == NULL ||
	    (w.n > 0 && !slice_starts(w, "<mailto:")))
		return PLAIN_NOT_REQUEST;
	return word_found(q, PLAIN_ADDRESS, address);
}

/* Appends the words with one blank between them, without commas and colons at their ends. */
static void
put_flat(struct slice w, struct buf *out)
{
	struct slice one;

	while ((one = plain_next_word(&w)).n > 0) {
		while (one.n > 1 && plain_is_mark(one.s[one.n - 1]))
			one.n--;
		buf_fmt(out, "%s%.*s", out->n > 0 ? " " : "", (int)one.n, one.s);
	}
}

static enum plain_found
read_flat(
    const struct plain_reader *r, const struct buf *flat, struct slice line, struct plain_draft *q)
{
	const char *s = buf_cstr(flat);
	struct slice arg = { s, flat->n }, verb;

	for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
		const size_t n = strlen(exact[i].text);

		if (strncmp(s, exact[i].text, n) == 0 &&
		    (s[n] == '\0' || (exact[i].is_asked && strcmp(s + n, "?") == 0)))
			return word_found(q, exact[i].kind,
			    (struct slice){ exact[i].word, strlen(exact[i].word) });
	}
	if (vote_is_line(s))
		return read_vote(r, s, q);
	if (absence_is_line(s))
		return read_absence(r, s, q);
	verb = plain_next_word(&arg);
	arg = slice_trim(arg);
	if (arg.n == 0)
		return PLAIN_NOT_REQUEST;
	if (slice_is(verb, "rules"))
		return read_rules(r, arg, q);
	if (slice_is(verb, "lang"))
		return read_language(r, s, arg, q);
	if (slice_is(verb, "address"))
		return read_address(line, q);
	if (slice_is(verb, "resend") && plain_is_number(arg) && arg.n <= RESEND_LEN)
		return word_found(q, PLAIN_RESEND, arg);
	return PLAIN_NOT_REQUEST;
}

enum plain_found
plain_read_word(
    const struct plain_reader *r, struct slice w, struct slice line, struct plain_draft *q)
{
	struct buf flat = BUF_INIT;
	enum plain_found found;

	put_flat(w, &flat);
	found = read_flat(r, &flat, line, q);
	buf_release(&flat);
	return found;
}
