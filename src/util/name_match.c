/* Names that may be shortened to a unique prefix. */
#include "util/name_match.h"

#include <string.h>

#include "util/slice.h"

struct name_match
name_match_of(const char *typed, size_t n, const char *lead)
{
	return (struct name_match){ .typed = typed, .n = n, .lead = lead, .edits = n < 4 ? 2 : 3 };
}

void
name_match_try(struct name_match *p, const char *name, const void *what)
{
	unsigned edits = slice_edit_distance(p->typed, p->n, name);

	if (edits < p->edits) {
		p->edits = edits;
		p->near = name;
	}
	if (p->whole || strncmp(name, p->typed, p->n) != 0)
		return;
	p->whole = name[p->n] == '\0';
	p->found = what;
	buf_fmt(&p->names, "%s%s%s", p->n_found++ > 0 ? ", " : "", p->lead, name);
}

int
name_match_found(struct name_match *p, const char *quote, struct err *err)
{
	int result = p->whole || (p->n > 0 && p->n_found == 1);
	struct buf typed = BUF_INIT;

	if (!result && p->n > 0 && p->n_found > 1) {
		buf_fmt(&typed, "%s%s%.*s%s", quote, p->lead, (int)(p->n < 39 ? p->n : 39),
		    p->typed, quote);
		result = err_set(err, ERR_USAGE, "%s could be: %s", typed.p, p->names.p);
	}
	buf_release(&typed);
	buf_release(&p->names);
	return result;
}
