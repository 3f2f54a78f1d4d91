/*
 * Text as HTML.
 *
 * (H1) Whatever is given goes through html_words: no byte of it has a meaning in HTML, and none hides or turns what
 *      stands around it.
 */
#include "html/html.h"

#include <stdbool.h>
#include <string.h>

#include "util/markup.h"
#include "util/utf8.h"

void
html_words(const char *s, size_t n, struct buf *out)
{
	struct buf shown = BUF_INIT;

	utf8_add_shown(s, n, &shown);
	markup_text(buf_cstr(&shown), shown.n, out);
	buf_wipe(&shown);
}

void
html_str(const char *s, struct buf *out)
{
	html_words(s, strlen(s), out);
}

void
html_sentence(const char *s, size_t n, struct buf *out)
{
	const char *first = memchr(s, '"', n), *last = memrchr(s, '"', n);

	if (first == NULL || last == first) {
		html_words(s, n, out);
		return;
	}
	html_words(s, (size_t)(first + 1 - s), out);
	buf_str(out, "<bdi>");
	html_words(first + 1, (size_t)(last - first - 1), out);
	buf_str(out, "</bdi>");
	html_words(last, n - (size_t)(last - s), out);
}

void
html_element(const char *tag, const char *s, struct buf *out)
{
	buf_fmt(out, "<%s>", tag);
	html_str(s, out);
	buf_fmt(out, "</%s>", tag);
}

/* The end of the line at *at, which moves behind it. */
static size_t
next_line(const char *s, size_t n, size_t *at)
{
	const char *end = memchr(s + *at, '\n', n - *at);
	size_t stop = end != NULL ? (size_t)(end - s) : n;

	*at = end != NULL ? stop + 1 : n;
	return stop;
}

static bool
goes_on(const char *s, size_t n, size_t at)
{
	return n - at > 4 && memcmp(s + at, "    ", 4) == 0;
}

void
html_lines(const char *s, size_t n, struct buf *out)
{
	struct buf entry = BUF_INIT;
	bool in_list = false;

	for (size_t at = 0; at < n;) {
		size_t from = at, stop = next_line(s, n, &at);
		bool is_entry = stop - from > 2 && memcmp(s + from, "  ", 2) == 0;

		if (stop == from)
			continue;
		from += is_entry ? 2 : 0;
		buf_clear(&entry);
		buf_add(&entry, s + from, stop - from);
		while (goes_on(s, n, at)) {
			from = at + strspn(s + at, " ");
			stop = next_line(s, n, &at);
			buf_chr(&entry, ' ');
			buf_add(&entry, s + from, stop - from);
		}
		if (is_entry != in_list)
			buf_str(out, is_entry ? "<ul>\n" : "</ul>\n");
		in_list = is_entry;
		buf_str(out, is_entry ? "<li>" : "<p>");
		html_sentence(entry.p, entry.n, out);
		buf_str(out, is_entry ? "</li>\n" : "</p>\n");
	}
	buf_str(out, in_list ? "</ul>\n" : "");
	buf_wipe(&entry);
}

void
html_section(const char *id, const char *title, struct buf *out)
{
	buf_fmt(out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">", id, id);
	html_str(title, out);
	buf_str(out, "</h2>\n");
}

void
html_section_end(struct buf *out)
{
	buf_str(out, "</section>\n");
}
