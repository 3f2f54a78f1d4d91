#include "golden/compare.h"

#include <criterion/criterion.h>

#include "util/file.h"

enum { GOLDEN_MAX = 1 << 20 };

static void
path_of(const char *name, struct buf *out)
{
	const char *top = getenv("abs_top_srcdir");

	cr_assert_not_null(top, "abs_top_srcdir names the source tree, as make check does");
	buf_fmt(out, "%s/tests/golden/%s.txt", top, name);
}

/* Reports the first line that differs. */
static void
compare(const char *file, const struct buf *is, const struct buf *was)
{
	size_t at = 0, line = 1, begin = 0;

	while (at < is->n && at < was->n && is->p[at] == was->p[at]) {
		if (is->p[at++] == '\n') {
			line++;
			begin = at;
		}
	}
	cr_expect(is->n == was->n && at == is->n, "%s, line %zu: now \"%.*s\", was \"%.*s\"", file,
	    line, (int)strcspn(is->p + begin, "\n"), is->p + begin,
	    (int)strcspn(was->p + begin, "\n"), was->p + begin);
}

void
golden_compare(const char *name, const struct buf *is)
{
	struct buf was = BUF_INIT, path = BUF_INIT;
	struct err err = ERR_INIT;

	path_of(name, &path);
	if (getenv("ADIT_REGOLD") != NULL) {
		cr_assert_eq(file_write(path.p, is->p, is->n, &err), 0, "%s", err.msg);
	} else {
		cr_assert_eq(file_read(path.p, GOLDEN_MAX, &was, &err), 0, "%s", err.msg);
		compare(path.p, is, &was);
	}
	buf_release(&path);
	buf_release(&was);
}
