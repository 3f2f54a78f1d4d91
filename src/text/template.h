#ifndef ADIT_TEXT_TEMPLATE_H
#define ADIT_TEXT_TEMPLATE_H

#include "text/language.h"

/*
 * Sentences with tokens, so that a language is a table of sentences. In a pattern
 *
 * 	@x          is the text of token x
 * 	{x:A|B|C}   is A, B or C: the first if the number of x is 0, and so on; the last if it is more
 * 	{A|B}       is the same for the token TEMPLATE_BARE
 * 	{#x:A|B|C}  is the form of the plural of the language for the number of x
 *
 * Alternatives may contain all of them. A pattern of a catalogue that has another token, or is
 * malformed, is replaced by the English one.
 */
enum { TEMPLATE_BARE = '=', TEMPLATE_DEPTH = 8 };

/* What fill returns for a token that it does not know. */
#define TEMPLATE_UNKNOWN UINT32_MAX

/* fill appends the text of the token, if it has one, and returns its number. */
struct template_args {
	unsigned (*fill)(
	    const struct language *lang, const void *about, char token, struct buf *out);
	const void *about;
};

/* Appends the pattern of the message in the language. */
void template_expand(const struct language *lang, const char *message,
    const struct template_args *with, struct buf *out);

#endif
