/*
 * The digest read last.
 *
 * (L1) A damaged file counts as none: the news is printed again instead of never.
 */
#include "record/lastread.h"

#include <inttypes.h>
#include <string.h>

#include "record/checked.h"
#include "util/file.h"
#include "util/lines.h"

enum { LASTREAD_MAX = 256 };

static const char heading[] = "adit-read v1";

static void
file_of(const char *dir, const char *seat, struct buf *out)
{
	buf_fmt(out, "%s/read%s%s", dir, seat[0] != '\0' ? "-" : "", seat);
}

/* "13 7", "13 -" */
static bool
parse_numbers(struct slice text, struct lastread *l)
{
	const char *blank = memchr(text.s, ' ', text.n);
	size_t n = blank != NULL ? (size_t)(blank - text.s) : 0;

	if (blank == NULL || number_parse(text.s, n, INT64_MAX, &l->n) < 0)
		return false;
	l->before = -1;
	return slice_equals("-", blank + 1, text.n - n - 1) ||
	    number_parse(blank + 1, text.n - n - 1, l->n, &l->before) == 0;
}

static bool
parse(const struct buf *file, struct lastread *l)
{
	struct lines lines = { buf_cstr(file), file->n, 0, 1 };
	struct err none = ERR_INIT;
	struct slice line, text;

	return file->n > 0 && file->p[file->n - 1] == '\n' &&
	    lines_exact(&lines, heading, &none) == 0 && lines_next(&lines, &line.s, &line.n) &&
	    checked_read(line.s, line.n, &text) && parse_numbers(text, l) && lines.at == lines.n;
}

int
lastread_load(const char *dir, const char *seat, struct lastread *l, struct err *err)
{
	struct buf path = BUF_INIT, file = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	file_of(dir, seat, &path);
	if (file_read_nofollow(path.p, LASTREAD_MAX, &file, &why) < 0) {
		if (why.code != ERR_NOT_FOUND) {
			*err = why;
			result = -1;
		}
		*l = (struct lastread){ -1, -1 };
	} else if (!parse(&file, l)) {
		*l = (struct lastread){ -1, -1 };
		result = err_set(err, ERR_CORRUPT, "%s is damaged", path.p);
	}
	buf_release(&path);
	buf_release(&file);
	return result;
}

int
lastread_save(const char *dir, const char *seat, int64_t n, struct err *err)
{
	struct buf path = BUF_INIT, file = BUF_INIT, line = BUF_INIT;
	struct err none = ERR_INIT;
	struct lastread l;
	int result = 0;

	(void)lastread_load(dir, seat, &l, &none); /* (L1) */
	if (n > l.n) {
		file_of(dir, seat, &path);
		buf_fmt(&line, "%" PRId64 " ", n);
		if (l.n < 0)
			buf_chr(&line, '-');
		else
			buf_fmt(&line, "%" PRId64, l.n);
		buf_fmt(&file, "%s\n", heading);
		checked_line(line.p, line.n, &file);
		result = file_write(path.p, file.p, file.n, err);
	}
	buf_release(&path);
	buf_release(&file);
	buf_release(&line);
	return result;
}

int64_t
lastread_since(const struct lastread *l, int64_t n)
{
	if (l->n < n)
		return l->n;
	return l->before < n ? l->before : -1;
}
