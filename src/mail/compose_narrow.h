#ifndef ADIT_MAIL_COMPOSE_NARROW_H
#define ADIT_MAIL_COMPOSE_NARROW_H

#include "core/game.h"
#include "mail/mail_part.h"
#include "text/names.h"
#include "util/buf.h"

enum { COMPOSE_NARROW = 40 };

/*
 * Appends the text of a mail in lines of at most COMPOSE_NARROW columns, but for words that are
 * longer: paragraphs and sentences are wrapped again, a command continues after a "\" at the end
 * of its line, and boards are drawn again. Arguments as for compose_html.
 */
void compose_narrow(const struct mail_table *t, const char *text, const struct mail_part *piece,
    size_t n, struct buf *out);

#endif
