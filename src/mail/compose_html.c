/*
 * The text of a mail as HTML.
 *
 * (H1) Names and words of players are inserted only through xml_escape.
 * (H2) The text contains no links and loads nothing.
 */
#include "mail/compose_html.h"

#include <string.h>

#include "draw/draw.h"
#include "mail/compose.h"
#include "text/since.h"
#include "util/lines.h"
#include "util/utf8.h"
#include "util/xml.h"

#define FIXED "font:14px/1.2 Menlo,Consolas,'DejaVu Sans Mono',monospace;"
/* A line that is too long goes on below. */
#define WRAPPED FIXED "white-space:pre-wrap"

#define THEIRS  "margin:4px 0;padding-left:10px;border-left:4px solid #888"
/* Leading blanks: of what is typed, of the text of an item. */
enum { TYPED = 4, ITEM = 8 };

/* A format: the code of the language. */
#define HEAD                                                                                    \
	"<!DOCTYPE html>\n"                                                                     \
	"<html lang=\"%s\"><head><meta charset=\"utf-8\">"                                      \
	"<meta name=\"viewport\" content=\"width=device-width\">"                               \
	"<meta name=\"color-scheme\" content=\"light dark\"><title>adit</title><style>"         \
	"@media (prefers-color-scheme:dark){body{background:#000;color:#eee}}</style></head>\n" \
	"<body style=\"font:16px/1.4 sans-serif;overflow-wrap:anywhere\">\n"

/* Parts to leave out, in order. */
enum brief { BRIEF_NOT, BRIEF_PLAIN, BRIEF_BOARD, BRIEF_COUNT };

static size_t
blanks_before(const char *line, size_t n)
{
	size_t i = 0;

	while (i < n && line[i] == ' ')
		i++;
	return i;
}

/* True if the line is an item: a sentence that is indented, or the number of a rule and its text. */
static bool
is_item(const char *p, size_t n)
{
	const size_t in = blanks_before(p, n);
	const char *gap = n > in ? memchr(p + in, ' ', n - in) : NULL;

	if (in > 0)
		return in < TYPED;
	return gap != NULL && gap - p < ITEM && gap + 1 < p + n && gap[1] == ' ';
}

/* Appends paragraphs, which end with an empty line. `next` follows a line that
 * ends with a sentence. A line of a paragraph that is indented further than what is typed goes on
 * with an item. */
static void
put_words(const char *s, size_t n, const char *open, const char *next, struct buf *out)
{
	struct lines l = { s, n, 0, 1 };
	const char *p, *close = NULL;
	size_t len;
	bool was_typed = false;

	while (lines_next(&l, &p, &len)) {
		size_t in = blanks_before(p, len);
		const bool goes_on = close != NULL && !was_typed && in >= ITEM,
			   typed = in >= TYPED && !goes_on;

		if (len == 0 || (close != NULL && typed != was_typed)) {
			buf_str(out, close != NULL ? close : "");
			close = NULL;
		}
		was_typed = typed;
		if (len == 0)
			continue;
		if (close == NULL) {
			buf_str(out, typed ? "<pre style=\"" WRAPPED "\">" : open);
			close = typed ? "</pre>\n" : "</p>\n";
		} else if (!typed && is_item(p, len)) {
			buf_str(out, "<br>\n");
		} else {
			buf_str(out, typed || out->p[out->n - 1] != '.' ? "\n" : next);
		}
		xml_escape(p + in, len - in, out);
	}
	buf_str(out, close != NULL ? close : "");
}

/* Appends sentences. Words of players are quotations with a line at the left. */
static void
put_news(const char *s, size_t n, struct buf *out)
{
	struct buf piece = BUF_INIT;
	size_t at = 0;
	bool theirs = false, open = false;

	buf_str(out, "<ul style=\"padding-left:20px\">\n");
	while (since_next(s, n, &at, &theirs, &piece)) {
		if (!theirs)
			buf_str(out, open ? "</li>\n<li>" : "<li>");
		open = open || !theirs;
		buf_str(out, theirs ? "\n<blockquote dir=\"auto\" style=\"" THEIRS "\">" : "");
		xml_escape(piece.p, piece.n, out);
		buf_str(out, theirs ? "</blockquote>" : "");
	}
	buf_str(out, open ? "</li>\n</ul>\n" : "</ul>\n");
	buf_wipe(&piece);
}

/* True if a row has columns, at least two blanks apart; else it is a sentence. */
static bool
has_columns(struct buf *row)
{
	return strstr(buf_cstr(row) + blanks_before(row->p, row->n), "  ") != NULL;
}

/* Appends a row; one of columns breaks only between them. wide: they are two blanks apart. */
static void
put_row(struct buf *row, bool wide, struct buf *out)
{
	const bool columns = has_columns(row);

	if (row->n == 0)
		return;
	buf_str(out, "<div>");
	for (size_t i = 0, used; i < row->n; i += used) {
		const size_t blanks = blanks_before(row->p + i, row->n - i);

		used = blanks > 0 ? blanks : 1;
		if (blanks == 1 && columns)
			buf_str(out, "\xc2\xa0");
		else if (blanks > 1)
			buf_fill(out, ' ', wide ? 2 : blanks);
		else
			xml_escape(row->p + i, 1, out);
	}
	buf_str(out, "</div>");
}

/* Appends lines of columns, such as the seats, and sentences. */
static void
put_rows(const char *s, size_t n, struct buf *out)
{
	struct lines l = { s, n, 0, 1 };
	struct buf row = BUF_INIT;
	const char *p;
	size_t len;
	bool wide = false;

	while (lines_next(&l, &p, &len))
		wide = wide || utf8_width(p, len) > COMPOSE_HTML_COLUMNS;
	buf_str(
	    out, "<div style=\"" WRAPPED ";margin:1em 0;padding-left:1.2em;text-indent:-1.2em\">");
	for (l = (struct lines){ s, n, 0, 1 }; lines_next(&l, &p, &len);) {
		const size_t in = blanks_before(p, len);

		if (in < TYPED) {
			put_row(&row, wide, out);
			buf_clear(&row);
			buf_add(&row, p, len);
		} else {
			buf_str(&row, has_columns(&row) ? "  " : " ");
			buf_add(&row, p + in, len - in);
		}
	}
	put_row(&row, wide, out);
	buf_str(out, "</div>\n");
	buf_wipe(&row);
}

/* Appends a drawing, in a pre element, so that columns stay aligned in every program. A program
 * that reads aloud says no glyphs. */
static void
put_drawn(const char *label, const char *drawn, bool is_html, struct buf *out)
{
	buf_fmt(out, "<pre role=\"img\" aria-label=\"%s\" style=\"" FIXED "overflow-x:auto\">\n",
	    label);
	if (is_html)
		buf_str(out, drawn);
	else
		xml_escape(drawn, strlen(drawn), out); /* some cards have a face like "<#>" */
	buf_str(out, "</pre>\n");
}

static void
put_board(const struct mail_table *t, bool colored, struct buf *out)
{
	struct buf drawn = BUF_INIT;

	draw_board(t->lang, t->pub, t->names,
	    &(struct draw_board_options){ .style = colored ? DRAW_HTML : 0,
		.columns = COMPOSE_HTML_COLUMNS,
		.changes = t->changes },
	    &drawn);
	put_drawn(language_text(t->lang, MSG("mail", "The board")), buf_cstr(&drawn), colored, out);
	buf_release(&drawn);
}

static void
put_piece(const struct mail_table *t, const char *text, const struct mail_part *p, enum brief brief,
    struct buf *out)
{
	const char *s = text + p->at;

	switch (p->kind) {
	case MAIL_PART_LEAD:
		put_words(s, p->n, "<p style=\"font-size:19px;font-weight:bold\">", "<br>\n", out);
		break;
	case MAIL_PART_WORDS:
		put_words(s, p->n, "<p>", "\n", out);
		break;
	case MAIL_PART_NEWS:
		if (brief < BRIEF_BOARD)
			put_news(s, p->n, out);
		break;
	case MAIL_PART_ROWS:
		put_rows(s, p->n, out);
		break;
	case MAIL_PART_ENDED:
		if (p->narrow != NULL)
			put_drawn(language_text(t->lang, MSG("mail", "The board")), p->narrow,
			    false, out);
		break;
	case MAIL_PART_HAND:
		if (p->narrow != NULL)
			put_drawn(language_text(t->lang, MSG("mail", "Your cards")), p->narrow,
			    false, out);
		break;
	case MAIL_PART_BOARD:
		put_board(t, brief < BRIEF_PLAIN, out);
		break;
	}
}

bool
compose_html(const struct mail_table *t, const char *text, const struct mail_part *piece, size_t n,
    struct buf *out)
{
	const size_t from = out->n,
		     max = t->lang != NULL ? COMPOSE_HTML_MAX_OTHER : COMPOSE_HTML_MAX;

	for (unsigned brief = BRIEF_NOT; brief < BRIEF_COUNT; brief++) {
		struct buf page = BUF_INIT;

		buf_fmt(&page, HEAD, t->lang != NULL ? t->lang->code : "en");
		for (size_t i = 0; i < n; i++)
			put_piece(t, text, &piece[i], (enum brief)brief, &page);
		if (brief == BRIEF_BOARD)
			buf_fmt(&page, "<p>%s</p>\n",
			    language_text(t->lang,
				MSG("mail", "What happened stands in the text of this mail.")));
		buf_str(&page, "</body></html>\n");
		compose_quoted(page.p, page.n, out);
		buf_wipe(&page);
		if (out->n - from <= max)
			return true;
		out->n = from;
	}
	return false;
}
