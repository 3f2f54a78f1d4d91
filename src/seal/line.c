/*
 * Lines of a text in memory.
 */
#include "seal/line.h"

#include <string.h>

bool
line_next(const char *s, size_t n, size_t *at, struct span *line)
{
	if (*at >= n)
		return false;
	const char *eol = memchr(s + *at, '\n', n - *at);
	size_t stop = eol == NULL ? n : (size_t)(eol - s);
	*line = (struct span){ s + *at, stop - *at };
	*at = eol == NULL ? n : stop + 1;
	if (line->n > 0 && line->s[line->n - 1] == '\r')
		line->n--;
	return true;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void
span_trim(struct span *line)
{
	while (line->n > 0 && is_blank(line->s[0])) {
		line->s++;
		line->n--;
	}
	while (line->n > 0 && is_blank(line->s[line->n - 1]))
		line->n--;
}

bool
span_starts(const struct span *line, const char *prefix)
{
	size_t n = strlen(prefix);

	return line->n >= n && memcmp(line->s, prefix, n) == 0;
}

bool
span_is(const struct span *line, const char *s)
{
	return line->n == strlen(s) && span_starts(line, s);
}
