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
#include "util/xml.h"

#define FIXED  "font:13px/1.2 Menlo,Consolas,'DejaVu Sans Mono',monospace;"

#define THEIRS "margin:4px 0;padding-left:10px;border-left:4px solid #888"
enum { TYPED = 4 }; /* leading blanks */

static const char head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\"><head><meta charset=\"utf-8\">"
    "<meta name=\"color-scheme\" content=\"light dark\"><title>adit</title></head>\n"
    "<body style=\"font:16px/1.4 sans-serif\">\n";

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

/* Appends paragraphs, which end with an empty line. */
static void
put_words(const char *s, size_t n, const char *open, struct buf *out)
{
	struct lines l = { s, n, 0, 1 };
	const char *p, *close = NULL;
	size_t len;

	while (lines_next(&l, &p, &len)) {
		size_t in = blanks_before(p, len);
		bool typed = in >= TYPED;

		if (len == 0) {
			buf_str(out, close != NULL ? close : "");
			close = NULL;
			continue;
		}
		if (close == NULL) {
			buf_str(out, typed ? "<pre style=\"" FIXED "overflow-x:auto\">" : open);
			close = typed ? "</pre>\n" : "</p>\n";
		} else {
			buf_str(out, typed ? "\n" : "<br>\n");
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
	buf_release(&piece);
}

static void
put_drawn(const char *s, size_t n, struct buf *out)
{
	buf_str(out, "<pre style=\"" FIXED "overflow-x:auto\">\n");
	while (n > 0 && *s == '\n') {
		s++;
		n--;
	}
	xml_escape(s, n, out);
	buf_str(out, "</pre>\n");
}

/* Appends the board in a pre element, so that columns stay aligned in every program. */
static void
put_board(const struct view *pub, const struct names *names, struct buf *out)
{
	buf_str(out, "<pre style=\"" FIXED "overflow-x:auto\">\n");
	draw_board_named(pub, names, DRAW_HTML, DRAW_COLUMNS, out);
	buf_str(out, "</pre>\n");
}

static void
put_piece(const struct view *pub, const struct names *names, const char *text,
    const struct mail_part *p, enum brief brief, struct buf *out)
{
	const char *s = text + p->at;

	switch (p->kind) {
	case MAIL_PART_LEAD:
		put_words(s, p->n, "<p style=\"font-size:19px;font-weight:bold\">", out);
		break;
	case MAIL_PART_WORDS:
		put_words(s, p->n, "<p>", out);
		break;
	case MAIL_PART_NEWS:
		if (brief < BRIEF_BOARD)
			put_news(s, p->n, out);
		break;
	case MAIL_PART_DRAWN:
		put_drawn(s, p->n, out);
		break;
	case MAIL_PART_BOARD:
		if (brief < BRIEF_PLAIN)
			put_board(pub, names, out);
		else
			put_drawn(s, p->n, out);
		break;
	}
}

bool
compose_html(const struct view *pub, const struct names *names, const char *text,
    const struct mail_part *piece, size_t n, struct buf *out)
{
	const size_t from = out->n;

	for (unsigned brief = BRIEF_NOT; brief < BRIEF_COUNT; brief++) {
		struct buf page = BUF_INIT;

		buf_str(&page, head);
		for (size_t i = 0; i < n; i++)
			put_piece(pub, names, text, &piece[i], (enum brief)brief, &page);
		if (brief == BRIEF_BOARD)
			buf_str(&page, "<p>What happened stands in the text of this mail.</p>\n");
		buf_str(&page, "</body></html>\n");
		compose_quoted(page.p, page.n, out);
		buf_release(&page);
		if (out->n - from <= COMPOSE_HTML_MAX)
			return true;
		out->n = from;
	}
	return false;
}
