#ifndef ADIT_TEXT_LOOKALIKE_H
#define ADIT_TEXT_LOOKALIKE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Confusable names: Unicode UTS 39, with the tables of one version. Applies when a host chooses
 * names; readers never refuse a digest because of it.
 */

/* True if a reader may confuse a and b. Compares only letters and digits, without case, marks and
 * script. Valid text. */
bool lookalike_same(const char *a, const char *b);

/* True if the text has a letter or a digit. */
bool lookalike_is_readable(const char *s, size_t n);

/* True if a word, between blanks, mixes more scripts than the level "highly restrictive" of UTS 39
 * allows. It allows one script, and Latin letters with Japanese, Chinese or Korean. *from, *len:
 * the first such word. */
bool lookalike_find_mixed(const char *s, size_t n, size_t *from, size_t *len);

#endif
