/* Decodes format=flowed. */
#include "mailparse/flowed.h"

#include "util/lines.h"
#include "util/slice.h"

struct flowed_line {
	size_t depth; /* number of quote marks */
	struct slice text;
	bool flows; /* joined with the next line of the same depth */
};

static struct flowed_line
read_line(struct slice line)
{
	struct flowed_line l = { 0, line, false };

	while (l.text.n > 0 && l.text.s[0] == '>') {
		l.depth++;
		l.text.s++;
		l.text.n--;
	}
	if (l.text.n > 0 && l.text.s[0] == ' ') { /* space-stuffed */
		l.text.s++;
		l.text.n--;
	}
	l.flows = l.text.n > 0 && l.text.s[l.text.n - 1] == ' ' && !slice_is(l.text, "-- ") &&
	    !slice_starts(l.text, "-----");
	return l;
}

/* True for a line that is never joined with the line before it. */
static bool
stands_alone(const struct flowed_line *l)
{
	return slice_is(l->text, "-- ") || slice_starts(l->text, "-----");
}

void
flowed_decode(const char *p, size_t n, bool is_delsp, struct buf *out)
{
	struct lines lines = { p, n, 0, 1 };
	struct flowed_line before = { 0, { "", 0 }, false };
	bool first = true;
	struct slice line;

	while (lines_next(&lines, &line.s, &line.n)) {
		struct flowed_line l = read_line(line);

		if (before.flows && l.depth == before.depth && !stands_alone(&l)) {
			if (is_delsp)
				out->p[--out->n] = '\0';
		} else {
			if (!first)
				buf_chr(out, '\n');
			buf_fill(out, '>', l.depth);
			if (l.depth > 0 && l.text.n > 0)
				buf_chr(out, ' ');
		}
		buf_add(out, l.text.s, l.text.n);
		before = l;
		first = false;
	}
	if (!first)
		buf_chr(out, '\n');
}
