#ifndef ADIT_MAIL_COMPOSE_HTML_H
#define ADIT_MAIL_COMPOSE_HTML_H

#include "core/game.h"
#include "text/names.h"
#include "util/buf.h"

/*
 * The HTML alternative of a mail. It has the text of the plain part and new drawings of boards,
 * which fit a telephone of 390 pixels. Styles are attributes of elements, but for the dark
 * background, and nothing is loaded. The colours work on light and on dark backgrounds.
 */

/* The text of a mail is a sequence of parts. */
enum mail_part_kind {
	MAIL_PART_LEAD,  /* who is to move */
	MAIL_PART_WORDS, /* paragraphs; lines indented by four blanks are commands to type */
	MAIL_PART_NEWS,  /* sentences of one or more lines; continuation lines are indented */
	MAIL_PART_ROWS,  /* lines of columns */
	MAIL_PART_ENDED, /* the board at the end of a round; replaced by `narrow` */
	MAIL_PART_HAND,  /* a hand; replaced by `narrow` */
	MAIL_PART_BOARD  /* the board of the table; replaced by a new drawing */
};
struct mail_part {
	enum mail_part_kind kind;
	size_t at, n;
	char *narrow; /* a drawing of COMPOSE_HTML_COLUMNS, or NULL */
};

enum {
	MAIL_PARTS_MAX = 192,
	COMPOSE_HTML_COLUMNS = 40,  /* of 14 pixels: 337 pixels */
	COMPOSE_HTML_MAX = 16 << 10 /* encoded bytes */
};

/*
 * Appends the HTML in quoted-printable, at most COMPOSE_HTML_MAX bytes. `pub` is the public
 * view, `names` has its seats. If the result is too long, the board loses its colours. If that
 * does not suffice, the news are left out, which the plain text has. Returns false and appends
 * nothing if the result is still too long.
 */
bool compose_html(const struct view *pub, const struct names *names, const char *text,
    const struct mail_part *piece, size_t n, struct buf *out);

#endif
