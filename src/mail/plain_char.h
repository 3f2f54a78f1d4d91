#ifndef ADIT_MAIL_PLAIN_CHAR_H
#define ADIT_MAIL_PLAIN_CHAR_H

#include "util/buf.h"

/*
 * Appends text with plain characters: blanks of any kind become blanks; curly quotes become
 * straight; dashes, hyphens and minus signs become "-"; fullwidth forms become ASCII; what has no
 * width, controls and bidi controls are dropped; line and paragraph separators end a line. What
 * turns the direction of a text by force, and invalid UTF-8, become "?". LF stays.
 */
void plain_char_text(const char *s, size_t n, struct buf *out);

#endif
