/* Lines of bounded width. */

#include "util/wrap.h"

#include "util/utf8.h"

/* Returns the length of the longest beginning of s that fits into `room` columns: up to a blank if
 * there is one, else between two characters, at least one character. */
static size_t
fitting(const char *s, size_t n, size_t room)
{
	size_t at = 0, width = 0, blank = 0;

	while (at < n) {
		uint32_t c;
		size_t len = utf8_next(s + at, n - at, &c);

		if (len == 0)
			len = 1;
		width += utf8_width(s + at, len);
		if (width > room)
			break;
		if (s[at] == ' ')
			blank = at;
		at += len;
		if (at == n)
			return n;
	}
	if (at < n && s[at] == ' ')
		return at;
	if (blank > 0)
		return blank;
	return at > 0 || n == 0 ? at : 1;
}

void
wrap_text(
    const char *s, size_t n, const char *first, const char *next, size_t columns, struct buf *out)
{
	const char *indent = first;

	do {
		size_t used = utf8_width(indent, strlen(indent));
		size_t len = fitting(s, n, columns > used ? columns - used : 1);

		buf_str(out, indent);
		buf_add(out, s, len);
		buf_chr(out, '\n');
		s += len;
		n -= len;
		while (n > 0 && *s == ' ') {
			s++;
			n--;
		}
		indent = next;
	} while (n > 0);
}

/* Returns the length of the longest beginning of s that fits, perhaps 0. */
static size_t
fitting_part(const char *s, size_t n, size_t columns)
{
	size_t at = 0;

	while (at < n) {
		uint32_t c;
		size_t len = utf8_next(s + at, n - at, &c);

		if (utf8_width(s, at + len) > columns)
			break;
		at += len;
	}
	return at;
}

void
wrap_words(const char *s, const char *first, const char *next, size_t columns, struct buf *out)
{
	size_t column = utf8_width(first, strlen(first)), indent = utf8_width(next, strlen(next));

	buf_str(out, first);
	for (const char *p = s; *p != '\0'; p += *p == ' ') {
		size_t n = strcspn(p, " ");
		size_t width = utf8_width(p, n);

		if (column + 1 + width <= columns) {
			buf_chr(out, ' ');
			column++;
		} else {
			buf_fmt(out, "\n%s", next);
			column = indent;
		}
		while (width > columns - indent) {
			size_t part = fitting_part(p, n, columns - indent - 1);

			buf_add(out, p, part);
			buf_fmt(out, "=\n%s", next);
			p += part;
			n -= part;
			width = utf8_width(p, n);
		}
		buf_add(out, p, n);
		column += width;
		p += n;
	}
	buf_chr(out, '\n');
}

void
wrap_bytes(const char *s, size_t n, const char *indent, size_t width, struct buf *out)
{
	while (n > 0) {
		size_t len = n < width ? n : width;

		buf_str(out, indent);
		buf_add(out, s, len);
		buf_chr(out, '\n');
		s += len;
		n -= len;
	}
}
