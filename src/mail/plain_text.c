/*
 * Finds the new text of a reply.
 *
 * (N1) In doubt a line is not new: the player is asked again. A line of somebody else must not
 *      become an order.
 */
#include "mail/plain_text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mail/html.h"
#include "mail/plain_char.h"
#include "mail/plain_own.h"
#include "mail/plain_quote.h"
#include "util/lines.h"
#include "util/mem.h"

enum { WRAPPED = 66 /* a quoted line that a mail program may have cut has so many bytes */ };

/* The lines of a text. All arrays have n elements. */
struct text {
	struct slice *line; /* without blanks at its ends */
	bool *quoted, *own, *old;
	size_t n;
};

/* ---- the parts of a message --------------------------------------------------------------------- */

/* Appends the text of a frame with plain characters. */
static void
add_frame(const struct mail_message *message, const struct frame *f,
    void (*read_html)(const char *p, size_t n, struct buf *out), struct buf *out)
{
	const char *p = buf_cstr(&message->out) + f->bytes.at;
	struct buf html = BUF_INIT;

	if (f->kind == FRAME_HTML) {
		read_html(p, f->bytes.n, &html);
		plain_char_text(buf_cstr(&html), html.n, out);
	} else {
		plain_char_text(p, f->bytes.n, out);
	}
	buf_chr(out, '\n');
	buf_wipe(&html);
}

static bool
is_blank_text(const char *p, size_t n)
{
	return slice_trim((struct slice){ p, n }).n == 0;
}

/* Appends the text of the message. */
static void
add_body(const struct mail_message *message, struct buf *out, bool *from_html)
{
	bool had_text = false;

	for (size_t i = 0; i < message->count; i++) {
		const struct frame *f = &message->frames[i];
		const size_t from = out->n;

		if (f->is_attached || (f->kind != FRAME_TEXT && f->kind != FRAME_HTML) ||
		    (f->kind == FRAME_HTML && had_text))
			continue;
		add_frame(message, f, html_new_text, out);
		if (f->kind == FRAME_TEXT)
			had_text = had_text || !is_blank_text(out->p + from, out->n - from);
		else
			*from_html = true;
	}
}

/* ---- lines -------------------------------------------------------------------------------------- */

static void
split(const struct buf *plain, struct text *t)
{
	struct lines l = { buf_cstr(plain), plain->n, 0, 1 };
	struct slice line;

	*t = (struct text){ .n = 0 };
	while (lines_next(&l, &line.s, &line.n)) {
		GROW(t->line, t->n);
		t->line[t->n++] = slice_trim(line);
	}
	t->quoted = mem_zero(t->n + 1, sizeof *t->quoted);
	t->own = mem_zero(t->n + 1, sizeof *t->own);
	t->old = mem_zero(t->n + 1, sizeof *t->old);
}

static void
text_release(struct text *t)
{
	free(t->line);
	free(t->quoted);
	free(t->own);
	free(t->old);
}

/* Returns the next line from i that is not empty, or n. */
static size_t
next_line(const struct text *t, size_t i)
{
	while (i < t->n && t->line[i].n == 0)
		i++;
	return i;
}

/* ---- what is not new ---------------------------------------------------------------------------- */

/* Marks quotes, and the rest of a quoted line that was cut: long lines before it, and a quote
 * directly after it. */
static void
mark_quotes(struct text *t)
{
	for (size_t i = 0; i < t->n; i++)
		t->quoted[i] = plain_quote_is_marked(t->line[i]);
	for (size_t i = 1; i + 1 < t->n; i++)
		if (t->line[i].n > 0 && t->quoted[i - 1] && t->line[i - 1].n >= WRAPPED &&
		    t->quoted[i + 1])
			t->old[i] = true;
	for (size_t i = 0; i < t->n; i++)
		t->old[i] = t->old[i] || t->quoted[i];
}

static void
mark_own(struct text *t, const char *own)
{
	struct slice *unquoted = mem_zero(t->n + 1, sizeof *unquoted);
	struct buf plain = BUF_INIT;
	struct plain_own pieces;

	if (own != NULL)
		plain_char_text(own, strlen(own), &plain);
	plain_own_init(&pieces, buf_cstr(&plain), plain.n);
	for (size_t i = 0; i < t->n; i++)
		unquoted[i] = t->quoted[i] ? (struct slice){ "", 0 } : t->line[i];
	plain_own_find(&pieces, unquoted, t->n, t->own);
	for (size_t i = 0; i < t->n; i++)
		t->old[i] = t->old[i] || t->own[i];
	plain_own_release(&pieces);
	buf_wipe(&plain);
	free(unquoted);
}

/* Returns the number of lines up to the last one that is marked. */
static size_t
last_of(const bool *mark, size_t n)
{
	while (n > 0 && !mark[n - 1])
		n--;
	return n;
}

/*
 * Marks who wrote a quote, and the rest of the text if no mark shows where that quote ends: below are
 * no quotes, or lines of `own` without marks.
 */
static void
mark_attributions(struct text *t, bool has_own)
{
	const size_t quoted_to = last_of(t->quoted, t->n), own_to = last_of(t->own, t->n);

	for (size_t i = 0; i < t->n; i++) {
		size_t next, n;

		if (t->line[i].n == 0 || t->quoted[i])
			continue;
		next = next_line(t, i + 1);
		n = plain_quote_attribution(t->line + i, t->n - i, next < t->n && t->quoted[next]);
		if (n == 0)
			continue;
		for (size_t k = i; k < i + n; k++)
			t->old[k] = true;
		next = next_line(t, i + n);
		if (next < t->n && !t->quoted[next] &&
		    (has_own ? own_to > next : quoted_to <= next)) {
			memset(t->old + i, true, (t->n - i) * sizeof *t->old);
			return;
		}
		i += n - 1;
	}
}

static void
mark_end(struct text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!t->quoted[i] && plain_quote_is_end(t->line + i, t->n - i)) {
			memset(t->old + i, true, (t->n - i) * sizeof *t->old);
			return;
		}
}

/* Removes "*" and "_" around a whole line, and the mark of a list before it. */
static struct slice
undress(struct slice line)
{
	static const char *const mark[] = { "* ", "- ", "\xe2\x80\xa2 ", "\xc2\xb7 " };

	for (size_t i = 0; i < sizeof mark / sizeof mark[0]; i++)
		if (slice_starts(line, mark[i]) && line.n > strlen(mark[i])) {
			const struct slice rest = slice_trim(
			    (struct slice){ line.s + strlen(mark[i]), line.n - strlen(mark[i]) });

			/* "- 3" may be a number. */
			if (rest.n > 0 && ascii_is_lower((char)(rest.s[0] | 0x20)))
				line = rest;
			break;
		}
	while (line.n > 2 && strchr("*_`", line.s[0]) != NULL && line.s[line.n - 1] == line.s[0])
		line = slice_trim((struct slice){ line.s + 1, line.n - 2 });
	return line;
}

static void
read_lines(const struct buf *plain, const char *own, struct buf *out)
{
	struct text t;

	split(plain, &t);
	mark_quotes(&t);
	mark_own(&t, own);
	mark_attributions(&t, own != NULL);
	mark_end(&t);
	for (size_t i = 0; i < t.n; i++) {
		const struct slice line = undress(t.line[i]);

		if (line.n == 0 || t.old[i] || plain_quote_is_advert(line) ||
		    plain_quote_is_marked(line))
			continue;
		buf_add(out, line.s, line.n);
		buf_chr(out, '\n');
	}
	text_release(&t);
}

/* ---- codes -------------------------------------------------------------------------------------- */

static bool
is_code_char(char c)
{
	return ascii_is_digit(c) || ascii_is_lower((char)(c | 0x20)) || c == '.' || c == '-' ||
	    c == '_';
}

/* Adds the word if it is new, and has the form of a code. */
static void
add_code(struct slice word, unsigned *n, struct buf *out)
{
	struct lines l = { buf_cstr(out), out->n, 0, 1 };
	unsigned dots = 0;
	struct slice line;

	while (word.n > 0 && strchr(".-_", word.s[word.n - 1]) != NULL)
		word.n--;
	for (size_t i = 0; i < word.n; i++)
		dots += word.s[i] == '.';
	while (lines_next(&l, &line.s, &line.n))
		if (line.n == word.n && memcmp(line.s, word.s, word.n) == 0)
			return;
	if (dots < 2 || *n == PLAIN_TEXT_CODES)
		return;
	buf_add(out, word.s, word.n);
	buf_chr(out, '\n');
	++*n;
}

/* Skips blanks, line ends and marks of quotes. */
static size_t
skip_gap(const struct buf *text, size_t i)
{
	while (i < text->n && strchr(" \n>|*_", text->p[i]) != NULL)
		i++;
	return i;
}

/* Adds the codes of a text with plain characters. */
static void
read_codes(const struct buf *text, unsigned *n, struct buf *out)
{
	static const char first[] = "reply", second[] = "code";

	for (size_t i = 0; i + sizeof first < text->n; i++) {
		size_t at = i + sizeof first - 1, from;

		if ((text->p[i] | 0x20) != 'r' ||
		    strncasecmp(text->p + i, first, sizeof first - 1) != 0)
			continue;
		from = at = skip_gap(text, at);
		if (strncasecmp(text->p + at, second, sizeof second - 1) != 0)
			continue;
		at = skip_gap(text, at + sizeof second - 1);
		if (at == text->n || text->p[at] != ':')
			continue;
		from = at = skip_gap(text, at + 1);
		while (at < text->n && is_code_char(text->p[at]))
			at++;
		add_code((struct slice){ text->p + from, at - from }, n, out);
		i = from - 1;
	}
}

/* ---- all of it ---------------------------------------------------------------------------------- */

void
plain_text_read(const struct mail_message *message, const char *own, struct plain_text *out)
{
	struct buf text = BUF_INIT;
	unsigned codes = 0;

	*out = (struct plain_text){ .from_html = false };
	for (size_t i = 0; i < message->count; i++)
		if (message->frames[i].kind == FRAME_TEXT ||
		    message->frames[i].kind == FRAME_HTML) {
			buf_clear(&text);
			add_frame(message, &message->frames[i], html_text, &text);
			read_codes(&text, &codes, &out->codes);
		}
	buf_clear(&text);
	add_body(message, &text, &out->from_html);
	read_lines(&text, own, &out->lines);
	out->from_html = out->from_html && out->lines.n > 0;
	buf_wipe(&text);
}

void
plain_text_release(struct plain_text *t)
{
	buf_wipe(&t->lines);
	buf_wipe(&t->codes); /* secrets of mails to a plain seat */
}
