/* A cursor over the lines of the project's own formats. */

#include "util/lines.h"

#include "util/base32.h"
#include "util/slice.h"

bool
lines_peek(const struct lines *l, const char **p, size_t *n)
{
	const char *end;

	if (l->at >= l->n)
		return false;
	*p = l->s + l->at;
	end = memchr(*p, '\n', l->n - l->at);
	*n = end != NULL ? (size_t)(end - *p) : l->n - l->at;
	return true;
}

bool
lines_next(struct lines *l, const char **p, size_t *n)
{
	if (!lines_peek(l, p, n))
		return false;
	l->at += *n + 1;
	l->line++;
	return true;
}

bool
lines_next_crlf(struct lines *l, struct slice *line)
{
	if (!lines_next(l, &line->s, &line->n))
		return false;
	if (line->n > 0 && line->s[line->n - 1] == '\r')
		line->n--;
	return true;
}

int
lines_field(struct lines *l, const char *key, const char **value, size_t *n, struct err *err)
{
	size_t key_n = strlen(key);
	const char *p;
	size_t len;

	if (!lines_next(l, &p, &len) || len < key_n + 3 || memcmp(p, key, key_n) != 0 ||
	    p[key_n] != ':' || p[key_n + 1] != ' ')
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "expected \"%s: ...\"", key);
	*value = p + key_n + 2;
	*n = len - key_n - 2;
	return 0;
}

int
lines_exact(struct lines *l, const char *text, struct err *err)
{
	const char *p;
	size_t n;

	if (!lines_next(l, &p, &n) || !slice_equals(text, p, n))
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "expected \"%s\"", text);
	return 0;
}

int
lines_number(
    struct lines *l, const char *key, int64_t min, int64_t max, int64_t *value, struct err *err)
{
	const char *p;
	size_t n;

	if (lines_field(l, key, &p, &n, err) < 0)
		return -1;
	if (number_parse_range(p, n, min, max, value) < 0)
		return err_set_line(
		    err, ERR_SYNTAX, l->line - 1, "%s is not a number in range", key);
	return 0;
}

int
lines_hash(
    struct lines *l, const char *key, bool *has, unsigned char hash[static 32], struct err *err)
{
	const char *p;
	size_t n;

	if (lines_field(l, key, &p, &n, err) < 0)
		return -1;
	memset(hash, 0, 32);
	*has = !(n == 1 && p[0] == '-');
	if (*has && base32_parse(p, n, hash, 32) < 0)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "%s is not a hash", key);
	return 0;
}

int
lines_copy(struct lines *l, const char *key, char *out, size_t size, struct err *err)
{
	const char *p;
	size_t n;

	if (lines_field(l, key, &p, &n, err) < 0)
		return -1;
	if (n >= size)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "%s is too long", key);
	memcpy(out, p, n);
	out[n] = '\0';
	return 0;
}

size_t
lines_find(const char *s, size_t n, size_t from, const char *text)
{
	const size_t len = strlen(text);

	/* Line by line: memchr for line ends is faster than a search for a short text. */
	while (from < n) {
		const char *end = memchr(s + from, '\n', n - from);
		const size_t to = end != NULL ? (size_t)(end - s) : n;

		if (to - from == len && memcmp(s + from, text, len) == 0)
			return from;
		from = to + 1;
	}
	return n;
}

bool
lines_is_heading(const char *p, size_t n)
{
	return n == 0 || (p[0] >= 'a' && p[0] <= 'z');
}

struct span
lines_section(const char *s, size_t from, size_t to, const char *heading)
{
	struct span sp = { 0, 0 };
	struct lines l = { s, to, lines_find(s, to, from, heading), 1 };
	const char *p;
	size_t n;

	if (!lines_next(&l, &p, &n))
		return sp;
	sp.at = l.at < to ? l.at : to;
	while (lines_peek(&l, &p, &n) && !lines_is_heading(p, n))
		(void)lines_next(&l, &p, &n);
	sp.n = (l.at < to ? l.at : to) - sp.at;
	return sp;
}
