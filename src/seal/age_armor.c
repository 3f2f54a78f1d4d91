/*
 * The armor of an age file: base64 with padding in lines of 64 columns between two marks.
 *
 * (A1) One binary file has one armor, except for LF or CRLF and blanks before and after. Every line
 * is full except the last, which is neither empty nor longer than the others.
 */
#include "seal/age.h"

#include "seal/age_file.h"
#include "util/base64.h"
#include "util/lines.h"
#include "util/slice.h"

enum { COLUMNS = 64, LINE_BYTES = 48 };

static const char begin_mark[] = AGE_ARMOR_BEGIN;
static const char end_mark[] = AGE_ARMOR_END;

/* Decodes one line, for which out must have room. Returns -1 if it violates (A1) or is not
 * base64. */
static int
add_line(struct slice line, bool *was_last, struct buf *out)
{
	size_t n;

	if (*was_last || line.n == 0 || line.n > COLUMNS)
		return -1;
	if (base64_get(line.s, line.n, (unsigned char *)out->p + out->n, &n) < 0)
		return -1;
	*was_last = n < LINE_BYTES;
	out->n += n;
	return 0;
}

int
age_dearmor(const char *s, size_t n, struct buf *out, struct err *err)
{
	struct slice text = slice_trim((struct slice){ s, n });
	struct lines l = { text.s, text.n, 0, 1 };
	struct slice line;
	size_t before = out->n;
	bool was_last = false;

	if (!lines_next_crlf(&l, &line) || !slice_is(line, begin_mark))
		return err_set(err, ERR_SYNTAX, "age armor: no line \"%s\"", begin_mark);
	buf_reserve(out, text.n / 4 * 3);
	while (lines_next_crlf(&l, &line) && !slice_is(line, end_mark)) {
		if (add_line(line, &was_last, out) < 0) {
			(void)err_set_line(
			    err, ERR_SYNTAX, l.line - 1, "age armor: not base64 in lines of 64");
			goto fail;
		}
	}
	if (!slice_is(line, end_mark) || l.at < l.n || out->n == before) {
		(void)err_set(err, ERR_SYNTAX, "age armor: no line \"%s\" at its end", end_mark);
		goto fail;
	}
	out->p[out->n] = '\0';
	return 0;
fail:
	out->n = before;
	out->p[out->n] = '\0';
	return -1;
}

size_t
age_armor_size(size_t n)
{
	size_t text = BASE64_SIZE(n);

	return sizeof begin_mark + sizeof end_mark + text + (text + COLUMNS - 1) / COLUMNS;
}

void
age_armor(const void *p, size_t n, struct buf *out)
{
	buf_fmt(out, "%s\n", begin_mark);
	seal_base64_lines(p, n, COLUMNS, out);
	buf_fmt(out, "%s\n", end_mark);
}
