#ifndef ADIT_MAIL_COMPOSE_HTML_H
#define ADIT_MAIL_COMPOSE_HTML_H

#include "core/game.h"
#include "mail/mail_part.h"
#include "text/names.h"
#include "util/buf.h"

/*
 * The HTML alternative of a mail. It has the text of the plain part and new drawings of boards,
 * which fit a telephone of 390 pixels. Styles are attributes of elements, but for the dark
 * background, and nothing is loaded. The colours work on light and on dark backgrounds.
 */

enum {
	COMPOSE_HTML_COLUMNS = 40,   /* of 14 pixels: 337 pixels */
	COMPOSE_HTML_MAX = 16 << 10, /* encoded bytes */
	COMPOSE_HTML_MAX_OTHER = 48
	    << 10 /* in another language than English, whose letters take more */
};

/*
 * Appends the HTML in quoted-printable, at most COMPOSE_HTML_MAX bytes (or _OTHER). If the result is too long, the board loses its colours. If that
 * does not suffice, the news are left out, which the plain text has. Returns false and appends
 * nothing if the result is still too long.
 */
bool compose_html(const struct mail_table *t, const char *text, const struct mail_part *piece,
    size_t n, struct buf *out);

#endif
