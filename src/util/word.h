#ifndef ADIT_UTIL_WORD_H
#define ADIT_UTIL_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Characters are ASCII's, whatever the locale. */
static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* What a hexadecimal digit stands for, or -1. */
static inline int
hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static inline bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* What may stand between the words of a line. */
static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Are the n bytes at s exactly this word? */
static inline bool
is_word(const char *word, const char *s, size_t n)
{
	return strlen(word) == n && memcmp(word, s, n) == 0;
}

/* A piece of a text: a word, a line; borrowed from it. */
struct word {
	const char *s;
	size_t n;
};

bool word_is(struct word w, const char *text);
bool word_starts(struct word w, const char *prefix);
struct word word_trim(struct word w); /* without blanks and line ends before and behind it */

/* How many letters of s must be put in, left out or changed, or neighbours exchanged, to make it
 * `word`.  WORD_UNLIKE if one of them is longer than WORD_LONG. */
enum { WORD_LONG = 48, WORD_UNLIKE = WORD_LONG + 1 };
unsigned word_edits(const char *s, size_t n, const char *word);

#endif
