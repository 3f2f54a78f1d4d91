#ifndef ADIT_TEXT_MARKDOWN_H
#define ADIT_TEXT_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"

/*
 * Text for Markdown pages of forges. The text is shown literally and is never markup, HTML, a link,
 * a mention or a reference. Needs clean UTF-8 (utf8_is_clean). ascii: 7 bits, with '?' for other
 * characters.
 */

/* Within a line: text of others, as a code span, in which forges ignore references. */
void markdown_code(const char *s, size_t n, bool ascii, struct buf *out);

/* Within a cell of a table, in which code spans cannot hold every text: text of others, as code. */
void markdown_cell(const char *s, size_t n, bool ascii, struct buf *out);

/* Within a line: a sentence of adit. */
void markdown_sentence(const char *s, size_t n, bool ascii, struct buf *out);

/* A block of lines, each with its end. */
void markdown_block(const char *language, const char *s, size_t n, struct buf *out);

/* For a commit message, in which forges search too: text of others. Punctuation that could be more
 * than that becomes its fullwidth form; ascii: a blank. */
void markdown_words(const char *s, size_t n, bool ascii, struct buf *out);

#endif
