#ifndef ADIT_UTIL_WRAP_H
#define ADIT_UTIL_WRAP_H

#include <stddef.h>

#include "util/buf.h"

enum { WRAP_COLUMNS = 72 }; /* of every text that is mailed */

/*
 * Append text of one line, valid UTF-8, broken at blanks so that no line is wider than `columns`
 * (a longer word is cut between characters); the first line begins with `first`, the others with
 * `next`.  Ends with \n.
 */
void wrap_text(
    const char *s, size_t n, const char *first, const char *next, size_t columns, struct buf *out);

/*
 * The same so that it can be read back: words are parted by one blank, and a longer word is cut behind "=".
 * Behind `first` stands a blank, or the line ends there if the first word does not fit.
 */
void wrap_words(
    const char *s, const char *first, const char *next, size_t columns, struct buf *out);

/* Append s in lines of `width` bytes, each behind `indent`. */
void wrap_bytes(const char *s, size_t n, const char *indent, size_t width, struct buf *out);

#endif
