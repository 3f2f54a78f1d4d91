#ifndef ADIT_TEXT_TEMPLATE_H
#define ADIT_TEXT_TEMPLATE_H

#include "util/buf.h"

/*
 * Sentences with gaps, so that a language is a table of them.  In a pattern
 *
 *	@x         is what the token x stands for
 *	{x:A|B|C}  is A, B or C: the first if the number of x is 0, and so on; the last if it is more
 *	{A|B}      the same for the token TEMPLATE_BARE
 *
 * and alternatives may hold both again.
 */
enum { TEMPLATE_BARE = '=' };

/* Append what the token stands for, if it stands for words; its number. */
struct template_args {
	unsigned (*fill)(const void *about, char token, struct buf *out);
	const void *about;
};

void template_expand(const char *pattern, const struct template_args *with, struct buf *out);

#endif
