#ifndef ADIT_MAIL_PLAIN_QUOTE_H
#define ADIT_MAIL_PLAIN_QUOTE_H

#include <stdbool.h>

#include "util/slice.h"

/* Recognizes what mail programs write between the lines of a person, in the languages of
 * plain_quote.c. Lines have plain characters (mail/plain_char.h). */

/* True for a line of a quote: with "> ", "| ", "anna> " or another mark. */
bool plain_quote_is_marked(struct slice line);

/* Returns how many of the n lines, the first of which is not empty, say who wrote the quote that
 * follows ("On ... wrote:"); 0: none. The lines are of one text. `before_quote`: a quote follows the
 * first line. */
size_t plain_quote_attribution(const struct slice *line, size_t n, bool before_quote);

/* True if all from the first of the n lines on is no new text: a signature, a forwarded message, or
 * the head of a message that is quoted without marks. */
bool plain_quote_is_end(const struct slice *line, size_t n);

/* True for a line that a mail program adds: "Sent from my ...", or of a signature by PGP. */
bool plain_quote_is_advert(struct slice line);

#endif
