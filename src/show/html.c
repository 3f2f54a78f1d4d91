/*
 * Text as HTML.
 *
 * (H1) All input goes through html_escape. So it contains no markup and no characters that hide or
 *      reorder other text.
 */
#include "show/html.h"

#include <stdbool.h>
#include <string.h>

#include "text/since.h"
#include "util/utf8.h"
#include "util/xml.h"

void
html_escape(const char *s, size_t n, struct buf *out)
{
	struct buf shown = BUF_INIT;

	utf8_add_printable(s, n, &shown);
	xml_escape(buf_cstr(&shown), shown.n, out);
	buf_wipe(&shown);
}

void
html_str(const char *s, struct buf *out)
{
	html_escape(s, strlen(s), out);
}

void
html_element(const char *tag, const char *s, struct buf *out)
{
	buf_fmt(out, "<%s>", tag);
	html_str(s, out);
	buf_fmt(out, "</%s>", tag);
}

void
html_say(const struct language *lang, const char *message, struct buf *out)
{
	html_str(language_text(lang, message), out);
}

void
html_sentence(const struct buf *sentence, const char *const *raw, struct buf *out)
{
	const char *s = buf_cstr(sentence);
	bool is_code = false;

	for (size_t n; *s != '\0'; s += n) {
		n = strcspn(s, "`" HTML_RAW_1 HTML_RAW_2);
		html_escape(s, n, out);
		if (s[n] == '`') {
			is_code = !is_code;
			buf_str(out, is_code ? "<code>" : "</code>");
		} else if (s[n] != '\0') {
			buf_str(out, raw[s[n] - HTML_RAW_1[0]]);
		}
		n += s[n] != '\0';
	}
}

void
html_title(const char *title, struct buf *out)
{
	if (title[0] == '\0')
		return;
	html_element("bdi", title, out);
	buf_str(out, ": ");
}

/* Ends the previous line and opens or closes a list. */
static void
put_list(bool is_list, bool *in_list, struct buf *out)
{
	buf_str(out, *in_list ? "</li>\n" : "");
	if (is_list != *in_list)
		buf_str(out, is_list ? "<ul>\n" : "</ul>\n");
	*in_list = is_list;
}

/* Returns the length of the coordinate at s, 0: none. It has at most three digits, and no zero
 * before others. */
static size_t
coordinate(const char *s)
{
	const size_t sign = *s == '-', n = strspn(s + sign, "0123456789");

	return n == 1 || (n > 1 && n <= 3 && s[sign] != '0') ? sign + n : 0;
}

/* Returns the length of the place at s, 0: none. *n is that of its coordinates. */
static size_t
place_length(const char *s, size_t *n)
{
	const size_t x = coordinate(s), y = x > 0 && s[x] == ',' ? coordinate(s + x + 1) : 0;
	size_t part = 0;

	*n = y > 0 ? x + 1 + y : 0;
	if (*n == 0)
		return 0;
	if (s[*n] == '/')
		part = strspn(s + *n + 1, "neswtc2");
	part += part > 0;
	return strchr(" :;,.)", s[*n + part]) != NULL ? *n + part : 0;
}

/* Begins a link to the place of n bytes. Its id is a name of XML, which has no comma. */
static void
put_link(const char *place, size_t n, struct buf *out)
{
	const size_t x = strcspn(place, ",");

	buf_fmt(out, "<a class=\"at\" href=\"#at%.*s_%.*s\" ", (int)x, place, (int)(n - x - 1),
	    place + x + 1);
}

/* Appends a line of ours; it has no markup. */
static void
put_line(const struct buf *line, enum html_places places, struct buf *out)
{
	const char *s = buf_cstr(line);
	size_t from = 0, n;

	for (size_t i = 0, end; s[i] != '\0'; i = end) {
		const size_t whole = i == 0 || s[i - 1] == ' ' ? place_length(s + i, &n) : 0;

		end = i + (whole > 0 ? whole : 1);
		if (whole == 0 || places == HTML_PLACES_PLAIN)
			continue;
		html_escape(s + from, i - from, out);
		if (places == HTML_PLACES_LINKED)
			put_link(s + i, n, out);
		else
			buf_str(out, "<span class=\"at\" tabindex=\"0\" ");
		buf_fmt(out, "data-to=\"%.*s\">%.*s</%s>", (int)n, s + i, (int)whole, s + i,
		    places == HTML_PLACES_LINKED ? "a" : "span");
		from = end;
	}
	html_escape(s + from, line->n - from, out);
}

void
html_lines(const char *s, size_t n, enum html_places places, struct buf *out)
{
	struct buf entry = BUF_INIT;
	bool in_list = false, theirs = false;

	for (size_t at = 0;;) {
		bool is_entry;

		while (at < n && s[at] == '\n')
			at++;
		is_entry = at + 2 < n && memcmp(s + at, "  ", 2) == 0;
		if (!since_next(s, n, &at, &theirs, &entry))
			break;
		if (theirs) {
			buf_str(out, "<blockquote class=\"said\" dir=\"auto\">");
			html_escape(entry.p, entry.n, out);
			buf_str(out, "</blockquote>\n");
			continue;
		}
		put_list(is_entry, &in_list, out);
		buf_str(out, is_entry ? "<li>" : "<p>");
		put_line(&entry, places, out);
		buf_str(out, is_entry ? "" : "</p>\n");
	}
	put_list(false, &in_list, out);
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
