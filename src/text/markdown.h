#ifndef ADIT_TEXT_MARKDOWN_H
#define ADIT_TEXT_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"

/*
 * Text for a page in Markdown, as forges show it: what is given is shown as it stands, whatever is in it, and
 * is never markup, HTML, a link, a mention or a reference.  Clean UTF-8 (utf8_is_clean); ascii: 7 bits, with
 * '?' for what has more.
 */

/* In a line: what others wrote, as a code span; forges look for nothing in those. */
void markdown_code(const char *s, size_t n, bool ascii, struct buf *out);

/* In a line: a sentence of ours. */
void markdown_sentence(const char *s, size_t n, bool ascii, struct buf *out);

/* A block of lines, each with its end. */
void markdown_block(const char *language, const char *s, size_t n, struct buf *out);

/* For a commit's message, which forges search, too: of what others wrote only words and the marks behind them. */
void markdown_words(const char *s, size_t n, bool ascii, struct buf *out);

#endif
