#ifndef ADIT_TEXT_TEMPLATE_H
#define ADIT_TEXT_TEMPLATE_H

#include "util/buf.h"

/*
 * Sentences with tokens, so that a language is a table of sentences. In a pattern
 *
 * 	@x         is the text of token x
 * 	{x:A|B|C}  is A, B or C: the first if the number of x is 0, and so on; the last if it is more
 * 	{A|B}      is the same for the token TEMPLATE_BARE
 *
 * Alternatives may contain both.
 */
enum { TEMPLATE_BARE = '=' };

/* fill appends the text of the token, if it has one, and returns its number. */
struct template_args {
	unsigned (*fill)(const void *about, char token, struct buf *out);
	const void *about;
};

void template_expand(const char *pattern, const struct template_args *with, struct buf *out);

#endif
