#ifndef ADIT_SEAL_LINE_H
#define ADIT_SEAL_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Lines of a text in memory, for inside src/seal. */
struct span {
	const char *s;
	size_t n;
}; /* borrowed from the text */

/* The line at *at without its end (LF, CRLF or that of the text); *at moves behind it.  false at
 * the end of the text. */
bool line_next(const char *s, size_t n, size_t *at, struct span *line);

/* Drop blanks (also CR and LF) at both ends. */
void span_trim(struct span *line);

bool span_starts(const struct span *line, const char *prefix);
bool span_is(const struct span *line, const char *s);

#endif
