#ifndef ADIT_UTIL_SLICE_H
#define ADIT_UTIL_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Characters are ASCII, independent of the locale. */
static inline bool
ascii_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns the value of a hexadecimal digit, or -1. */
static inline int
ascii_hex_value(char c)
{
	if (ascii_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static inline bool
ascii_is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* True for a separator between the words of a line. */
static inline bool
ascii_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* True if the n bytes at s equal the word. */
static inline bool
slice_equals(const char *word, const char *s, size_t n)
{
	return strlen(word) == n && memcmp(word, s, n) == 0;
}

/* A part of a text, such as a word or a line; borrowed. */
struct slice {
	const char *s;
	size_t n;
};

bool slice_is(struct slice w, const char *text);
bool slice_starts(struct slice w, const char *prefix);
/* Returns where the last `c` of n bytes is; NULL: there is none. s may be NULL if n is 0. */
const char *slice_last(const char *s, size_t n, char c);
struct slice slice_trim(struct slice w); /* removes blanks and line ends at both ends */

/* Returns the edit distance: the number of letters to insert, delete or change, or of neighbours to
 * exchange, that turns s into `word`. SLICE_UNLIKE if one of them is longer than SLICE_LONG. */
enum { SLICE_LONG = 48, SLICE_UNLIKE = SLICE_LONG + 1 };
unsigned slice_edit_distance(const char *s, size_t n, const char *word);

#endif
