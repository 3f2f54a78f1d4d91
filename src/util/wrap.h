#ifndef ADIT_UTIL_WRAP_H
#define ADIT_UTIL_WRAP_H

#include <stddef.h>

#include "util/buf.h"

enum { WRAP_COLUMNS = 72 }; /* of every mailed text */

/*
 * Appends one line of valid UTF-8, broken at blanks so that no line is wider than `columns`. A
 * longer word is cut between characters. The first line begins with `first`, the others with
 * `next`. Ends with \n.
 */
void wrap_text(
    const char *s, size_t n, const char *first, const char *next, size_t columns, struct buf *out);

/*
 * Like wrap_text, but reversible: words are separated by one blank, and a longer word is cut after
 * "=". After `first` comes a blank, or the line end if the first word does not fit.
 */
void wrap_words(
    const char *s, const char *first, const char *next, size_t columns, struct buf *out);

/* Appends s in lines of `width` bytes, each after `indent`. */
void wrap_bytes(const char *s, size_t n, const char *indent, size_t width, struct buf *out);

#endif
