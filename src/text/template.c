/* Sentences with tokens. */
#include "text/template.h"

#include <stdbool.h>

#include "util/mem.h"

/* Returns the end of the alternative that begins at p: its '|' or '}'. */
static const char *
alternative_end(const char *p)
{
	unsigned depth = 0;

	for (; *p != '\0' && (depth > 0 || (*p != '|' && *p != '}')); p++) {
		depth += *p == '{';
		depth -= *p == '}';
	}
	return p;
}

static const char *fill_choice(const char *p, const struct template_args *with, struct buf *out);

/* Writes up to the end of the pattern or alternative. */
static const char *
fill(const char *p, const struct template_args *with, struct buf *out)
{
	while (*p != '\0' && *p != '|' && *p != '}') {
		if (*p == '{') {
			p = fill_choice(p + 1, with, out);
		} else if (*p == '@') {
			(void)with->fill(with->about, p[1], out);
			p += 2;
		} else {
			buf_chr(out, *p++);
		}
	}
	return p;
}

/* Writes the chosen alternative. p: after the '{'. Returns the position after the '}'. */
static const char *
fill_choice(const char *p, const struct template_args *with, struct buf *out)
{
	bool is_bare = p[0] == '\0' || p[1] != ':';
	struct buf unused = BUF_INIT;
	unsigned number = with->fill(with->about, is_bare ? (char)TEMPLATE_BARE : p[0], &unused);

	buf_release(&unused);
	if (!is_bare)
		p += 2;
	for (const char *end = alternative_end(p); number > 0 && *end == '|'; number--) {
		p = end + 1;
		end = alternative_end(p);
	}
	p = fill(p, with, out);
	while (*p == '|')
		p = alternative_end(p + 1);
	if (*p != '}')
		BUG("a pattern whose braces do not match");
	return p + 1;
}

void
template_expand(const char *pattern, const struct template_args *with, struct buf *out)
{
	if (*fill(pattern, with, out) != '\0')
		BUG("a pattern with an alternative outside braces");
}
