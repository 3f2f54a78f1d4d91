#ifndef ADIT_MAIL_COMPOSE_HTML_H
#define ADIT_MAIL_COMPOSE_HTML_H

#include "core/game.h"
#include "text/names.h"
#include "util/buf.h"

/*
 * The words of a mail once more, for programs that show HTML: the same text, with styles in the elements alone and
 * nothing to load, and the board drawn anew, in colours that both a light and a dark ground bear.
 */

/* What the text of a mail is made of, one piece behind the other. */
enum mail_part_kind {
	MAIL_PART_LEAD,  /* whose turn it is */
	MAIL_PART_WORDS, /* paragraphs; what is four blanks further in is to be typed */
	MAIL_PART_NEWS,  /* sentences, a line or more each; what goes on is further in */
	MAIL_PART_DRAWN, /* each sign has its place */
	MAIL_PART_BOARD  /* of this table; drawn anew */
};
struct mail_part {
	enum mail_part_kind kind;
	size_t at, n;
};

enum {
	MAIL_PARTS_MAX = 128,
	COMPOSE_HTML_MAX = 16 << 10 /* bytes, as they are mailed */
};

/*
 * Append it in quoted-printable, COMPOSE_HTML_MAX bytes at most.  pub: what everybody knows, names: of its seats.
 * What is too long loses the colours of its board first, then what happened, which the text has.  false: it would be
 * too long still, and nothing is appended.
 */
bool compose_html(const struct view *pub, const struct names *names, const char *text,
    const struct mail_part *piece, size_t n, struct buf *out);

#endif
