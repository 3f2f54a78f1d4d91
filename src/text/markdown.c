/*
 * Markdown.
 *
 * (M1) A code span and a fenced block end with more backticks than any row of them inside. So
 * nothing inside is markup, and forges make no mentions, references, links or emoji.
 * (M2) A commit message has no markup, so text of others cannot be quoted there. Every character
 * that could make more than words is replaced by one that looks like it and means nothing.
 */
#include "text/markdown.h"

#include <string.h>

#include "util/slice.h"
#include "util/utf8.h"

/* Returns the length of the longest row of backticks. */
static size_t
longest_row(const char *s, size_t n)
{
	size_t longest = 0, row = 0;

	for (size_t i = 0; i < n; i++) {
		row = s[i] == '`' ? row + 1 : 0;
		if (row > longest)
			longest = row;
	}
	return longest;
}

static void
put_shown(const char *s, size_t n, bool ascii, struct buf *out)
{
	uint32_t c;

	for (size_t i = 0, len; i < n; i += len) {
		len = utf8_next(s + i, n - i, &c);
		if (len == 0 || (ascii && c > 0x7e) || !utf8_is_printable(c)) {
			buf_chr(out, '?');
			len = len == 0 ? 1 : len;
		} else {
			buf_add(out, s + i, len);
		}
	}
}

/* (M1) Two blanks at the ends belong to the backticks. */
void
markdown_code(const char *s, size_t n, bool ascii, struct buf *out)
{
	size_t ticks = longest_row(s, n) + 1;
	bool pads = n > 0 && (s[0] == '`' || s[0] == ' ' || s[n - 1] == '`' || s[n - 1] == ' ');

	if (n == 0)
		return;
	buf_fill(out, '`', ticks);
	buf_str(out, pads ? " " : "");
	put_shown(s, n, ascii, out);
	buf_str(out, pads ? " " : "");
	buf_fill(out, '`', ticks);
}

static bool
is_letter(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (unsigned char)c >= 0x80;
}

/* Character references are never markup, and <code> keeps references and mentions out. */
void
markdown_cell(const char *s, size_t n, bool ascii, struct buf *out)
{
	struct buf shown = BUF_INIT;

	put_shown(s, n, ascii, &shown);
	buf_str(out, "<code>");
	for (size_t i = 0; i < shown.n; i++) {
		if (is_letter(shown.p[i]) || shown.p[i] == ' ')
			buf_chr(out, shown.p[i]);
		else
			buf_fmt(out, "&#%u;", (unsigned)(unsigned char)shown.p[i]);
	}
	buf_str(out, "</code>");
	buf_release(&shown);
}

void
markdown_sentence(const char *s, size_t n, bool ascii, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (strchr("\\`*_[]<>#|~&!$@", s[i]) != NULL && s[i] != '\0')
			buf_chr(out, '\\');
		if (ascii && (unsigned char)s[i] >= 0x80)
			buf_chr(out, '?');
		else
			buf_chr(out, s[i]);
	}
}

void
markdown_block(const char *language, const char *s, size_t n, struct buf *out)
{
	size_t ticks = longest_row(s, n) + 1;

	ticks = ticks < 3 ? 3 : ticks;
	buf_fill(out, '`', ticks);
	buf_fmt(out, "%s\n", language);
	buf_add(out, s, n);
	buf_fill(out, '`', ticks);
	buf_chr(out, '\n');
}

static bool
is_digit_at(const char *s, size_t n, size_t i)
{
	return i < n && ascii_is_digit(s[i]);
}

/* (M2) True if the character s[i] may stay. Punctuation may follow a word before a blank, or be
 * inside a word or a number. */
static bool
is_plain(const char *s, size_t n, size_t i)
{
	bool after = i > 0 && is_letter(s[i - 1]);

	if (is_letter(s[i]) || strchr(" ()", s[i]) != NULL)
		return s[i] != '\0';
	if (i + 1 == n || s[i + 1] == ' ')
		return (after && strchr(",.;?!'-", s[i]) != NULL) ||
		    (s[i] == '-' && (i == 0 || s[i - 1] == ' '));
	if (is_digit_at(s, n, i + 1))
		return strchr(",.:", s[i]) != NULL && i > 0 && is_digit_at(s, n, i - 1);
	return after && strchr("'-?", s[i]) != NULL && is_letter(s[i + 1]);
}

/* The fullwidth form of an ASCII character, U+FF01 for '!'. */
static void
put_wide(char c, struct buf *out)
{
	const unsigned u = 0xff01u + (unsigned)(c - '!');

	buf_chr(out, (char)0xef);
	buf_chr(out, (char)(0x80u | (u >> 6 & 0x3fu)));
	buf_chr(out, (char)(0x80u | (u & 0x3fu)));
}

void
markdown_words(const char *s, size_t n, bool ascii, struct buf *out)
{
	struct buf shown = BUF_INIT;
	const size_t from = out->n;
	bool gap = false;

	put_shown(s, n, ascii, &shown);
	for (size_t i = 0; i < shown.n; i++) {
		if (!is_plain(shown.p, shown.n, i) && !ascii) {
			put_wide(shown.p[i], out);
		} else if (ascii && (shown.p[i] == ' ' || !is_plain(shown.p, shown.n, i))) {
			gap = out->n > from;
		} else {
			buf_str(out, gap ? " " : "");
			buf_chr(out, shown.p[i]);
			gap = false;
		}
	}
	buf_release(&shown);
}
