/* The text of a mail for narrow screens. */
#include "mail/compose_narrow.h"

#include <string.h>

#include "draw/draw.h"
#include "text/since.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/utf8.h"
#include "util/wrap.h"

static const char command[] = "    ";

/* Appends what was collected as one paragraph. */
static void
flush_words(struct buf *words, struct buf *out)
{
	if (words->n > 0)
		wrap_text(words->p, words->n, "", "", COMPOSE_NARROW, out);
	buf_clear(words);
}

/* Appends a command, broken at blanks so that a shell reads it as one line. Other lines to copy, as
 * a reply code, stay whole. */
static void
put_command(struct slice line, struct buf *out)
{
	size_t column = 0;

	if (!slice_starts(line, "adit ")) {
		buf_fmt(out, "%s%.*s\n", command, (int)line.n, line.s);
		return;
	}
	for (size_t at = 0, n; at < line.n; at += n + (at + n < line.n)) {
		const char *blank = memchr(line.s + at, ' ', line.n - at);

		n = blank != NULL ? (size_t)(blank - (line.s + at)) : line.n - at;
		/* a blank before the word, and " \\" after it */
		if (column > 0 && column + 1 + n + 2 > COMPOSE_NARROW) {
			buf_str(out, " \\\n");
			column = 0;
		}
		buf_str(out, column == 0 ? command : " ");
		buf_add(out, line.s + at, n);
		column += n + (column == 0 ? sizeof command - 1 : 1);
	}
	buf_chr(out, '\n');
}

/* Appends paragraphs and commands. */
static void
put_words(const char *s, size_t n, struct buf *out)
{
	struct lines l = { s, n, 0, 1 };
	struct buf words = BUF_INIT;
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		const bool is_command = slice_starts(line, command);

		line = slice_trim(line);
		if (line.n > 0 && !is_command) {
			buf_fmt(&words, "%s%.*s", words.n > 0 ? " " : "", (int)line.n, line.s);
			continue;
		}
		flush_words(&words, out);
		if (is_command)
			put_command(line, out);
		else
			buf_chr(out, '\n');
	}
	flush_words(&words, out);
	buf_wipe(&words);
}

/* Appends sentences, and what players said. */
static void
put_news(const char *s, size_t n, struct buf *out)
{
	struct buf line = BUF_INIT;
	size_t at = 0;
	bool theirs;

	buf_chr(out, '\n');
	while (since_next(s, n, &at, &theirs, &line)) {
		const char *first = theirs ? SINCE_MARK " " : "  ";

		wrap_text(line.p, line.n, first, theirs ? first : "    ", COMPOSE_NARROW, out);
		buf_clear(&line);
	}
	buf_wipe(&line);
}

/* Appends rows of columns. A row that is too wide loses its alignment. */
static void
put_rows(const char *s, size_t n, struct buf *out)
{
	struct lines l = { s, n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		if (utf8_width(line.s, line.n) <= COMPOSE_NARROW)
			buf_fmt(out, "%.*s\n", (int)line.n, line.s);
		else
			wrap_text(line.s, line.n, "", "    ", COMPOSE_NARROW, out);
	}
}

void
compose_narrow(const struct mail_table *t, const char *text, const struct mail_part *piece,
    size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		const char *s = text + piece[i].at;

		switch (piece[i].kind) {
		case MAIL_PART_LEAD:
		case MAIL_PART_WORDS:
			put_words(s, piece[i].n, out);
			break;
		case MAIL_PART_NEWS:
			put_news(s, piece[i].n, out);
			break;
		case MAIL_PART_ENDED:
		case MAIL_PART_HAND:
			if (piece[i].narrow == NULL)
				put_rows(s, piece[i].n, out);
			else
				buf_fmt(out, "\n%s", piece[i].narrow);
			break;
		case MAIL_PART_BOARD:
			buf_chr(out, '\n');
			draw_board(t->lang, t->pub, t->names,
			    &(struct draw_board_options){
				.columns = COMPOSE_NARROW, .changes = t->changes },
			    out);
			break;
		case MAIL_PART_ROWS:
			put_rows(s, piece[i].n, out);
			break;
		}
	}
}
