/* Digests that were sent by mail. */
#include "wire/mail_damage.h"

#include <stdint.h>
#include <string.h>

#include "util/lines.h"
#include "util/utf8.h"
#include "wire/block_field.h"
#include "wire/digest.h"

static bool
is_first(const char *p, size_t n, struct order_block_front front)
{
	static const char first[] = "adit-digest v";

	return n - front.n >= sizeof first && memcmp(p + front.n, first, sizeof first - 1) == 0;
}

/* Copies the line with plain blanks, without trailing blanks and invisible characters, which no
 * digest has. */
static void
level(const char *p, size_t n, struct buf *out)
{
	buf_clear(out);
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = utf8_next(p + i, n - i, &c);
		if (len == 0)
			buf_chr(out, p[i]);
		else if (c == 0xa0 || c == 0x2007 || c == 0x202f || c == '\t')
			buf_chr(out, ' ');
		else if (c != '\r' && !order_block_leaves_out(p + i, len))
			buf_add(out, p + i, len);
		len = len == 0 ? 1 : len;
	}
	while (out->n > 0 && out->p[out->n - 1] == ' ')
		out->n--;
	(void)buf_cstr(out);
}

size_t
mail_damage_find_digest(const char *s, size_t n, size_t from)
{
	struct lines l = { s, n, from, 1 };
	struct buf line = BUF_INIT;
	size_t found = n;
	const char *p;
	size_t len;

	while (found == n && lines_next(&l, &p, &len)) {
		level(p, len, &line);
		if (is_first(line.p, line.n, order_block_line_prefix(line.p, line.n)))
			found = (size_t)(p - s);
	}
	buf_release(&line);
	return found;
}

size_t
mail_damage_next_digest(const char *s, size_t n, size_t at)
{
	struct lines l = { s, n, at, 1 };
	struct order_block_front first = { 0, 0, 0 };
	struct buf line = BUF_INIT;
	bool is_open = true;
	size_t found = n;
	const char *p;
	size_t len;

	while (found == n && lines_next(&l, &p, &len)) {
		struct order_block_front is;

		level(p, len, &line);
		is = order_block_line_prefix(line.p, line.n);
		if (p == s + at)
			first = is;
		else if (is.marks == first.marks && strcmp(line.p + is.n, "sig:") == 0)
			is_open = false;
		else if (is_first(line.p, line.n, is) &&
		    !(is_open && order_block_is_within(line.p, is, first)))
			found = (size_t)(p - s);
	}
	buf_release(&line);
	return found;
}

/* Returns the length of a line's prefix: the quote marks of `front`, and at most its indentation
 * after them. */
static size_t
front_length(const char *p, size_t n, struct order_block_front front)
{
	size_t at = 0, blanks = 0;

	for (size_t marks = 0; at < n && marks < front.marks; at++)
		marks += p[at] == '>' || p[at] == '|';
	for (; at + blanks < n && blanks < front.indent && p[at + blanks] == ' '; blanks++)
		;
	return at + blanks;
}

void
mail_damage_strip(const char *s, size_t n, bool is_stuffed, struct buf *out)
{
	struct lines l = { s, n, 0, 1 };
	struct order_block_front front = { 0, 0, 0 };
	struct buf line = BUF_INIT;
	bool is_open = false;
	const char *p;
	size_t len;

	while (lines_next(&l, &p, &len)) {
		struct order_block_front is;
		size_t at;

		level(p, len, &line);
		is = order_block_line_prefix(buf_cstr(&line), line.n);
		if (is_first(line.p, line.n, is) &&
		    !(is_open && order_block_is_within(line.p, is, front))) {
			front = is;
			is_open = true;
		}
		/* other text; an empty line may have lost its marks */
		if (is.marks < front.marks && is.n < line.n)
			continue;
		at = is.marks < front.marks ? line.n : front_length(line.p, line.n, front);
		if (is_stuffed && at < line.n && line.p[at] == ' ')
			at++;
		buf_add(out, line.p + at, line.n - at);
		buf_chr(out, '\n');
	}
	buf_release(&line);
}

bool
mail_damage_has_digest(const struct buf *text)
{
	return mail_damage_find_digest(buf_cstr(text), text->n, 0) < text->n;
}

bool
mail_damage_may_hide(const struct buf *text)
{
	static const char words[] = "adit-digest";
	const char *p = buf_cstr(text), *end = p + text->n, *at;
	const size_t n = sizeof DIGEST_HEADING - 1;

	while ((at = memmem(p, (size_t)(end - p), words, sizeof words - 1)) != NULL) {
		if ((at > text->p && at[-1] != '\n') || (size_t)(end - at) <= n ||
		    memcmp(at, DIGEST_HEADING "\n", n + 1) != 0)
			return true;
		p = at + n;
	}
	return false;
}
