#include "golden/compare.h"

#include <criterion/criterion.h>

#include "util/file.h"

enum { GOLDEN_MAX = 1 << 20 };

static const char *
top(void)
{
	const char *path = getenv("abs_top_srcdir");

	cr_assert_not_null(path, "abs_top_srcdir names the source tree, as make check does");
	return path;
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

static void
compare_or_write(const char *path, const struct buf *is)
{
	struct buf was = BUF_INIT;
	struct err err = ERR_INIT;

	if (getenv("ADIT_REGOLD") != NULL) {
		cr_assert_eq(file_write(path, is->p, is->n, &err), 0, "%s", err.msg);
	} else {
		cr_assert_eq(file_read(path, GOLDEN_MAX, &was, &err), 0, "%s", err.msg);
		compare(path, is, &was);
	}
	buf_release(&was);
}

void
golden_compare(const char *name, const struct buf *is)
{
	struct buf path = BUF_INIT;

	buf_fmt(&path, "%s/tests/golden/%s.txt", top(), name);
	compare_or_write(path.p, is);
	buf_release(&path);
}

void
golden_compare_seed(const char *fuzzer, const char *name, const struct buf *is)
{
	struct buf path = BUF_INIT;

	buf_fmt(&path, "%s/fuzz/corpus/%s/%s", top(), fuzzer, name);
	compare_or_write(path.p, is);
	buf_release(&path);
}
