#ifndef ADIT_TEXT_LOOKALIKE_H
#define ADIT_TEXT_LOOKALIKE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Names that could be taken for other names: UTS 39 of Unicode, with the tables of one version.  A host is held
 * to this when they choose names; readers never refuse a digest for it.
 */

/* Would a reader take the one for the other?  Only letters and digits count; case, marks and the script of a letter do
 * not.  Valid text. */
bool lookalike_same(const char *a, const char *b);

/* Is there a letter or a digit, so that something can be read? */
bool lookalike_is_readable(const char *s, size_t n);

/* Is there a word, between blanks, that mixes scripts more than UTS 39 lets the level "highly restrictive"?  That
 * allows one script, and Latin letters beside Japanese, Chinese or Korean.  *from, *len: the first such word. */
bool lookalike_find_mixed(const char *s, size_t n, size_t *from, size_t *len);

#endif
