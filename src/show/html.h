#ifndef ADIT_SHOW_HTML_H
#define ADIT_SHOW_HTML_H

#include <stddef.h>

#include "text/language.h"
#include "util/buf.h"

/*
 * Escape text for HTML: the result shows the text and contains no markup. It may be used
 * between tags and in quoted attributes. Unprintable characters (utf8_is_printable) except line
 * ends, and invalid UTF-8, become '?'.
 */
void html_escape(const char *s, size_t n, struct buf *out);
void html_str(const char *s, struct buf *out);

/* Appends an element with escaped text: html_element("code", ...). */
void html_element(const char *tag, const char *s, struct buf *out);

/* Appends a message, escaped. */
void html_say(const struct language *lang, const char *message, struct buf *out);

/*
 * Appends a sentence of ours, escaped: what stands in `backquotes` becomes code, and the byte i + 1,
 * which is no text, becomes raw[i]: a part of the page. So a message can have places for code and
 * links: `language_fmt(lang, &s, MSG("page", "%s, until %s."), words, HTML_RAW_1)`.
 */
#define HTML_RAW_1 "\001"
#define HTML_RAW_2 "\002"
void html_sentence(const struct buf *s, const char *const *raw, struct buf *out);

/* Appends the title of a game and ": "; nothing for "". The element bdi keeps its writing direction
 * to itself. */
void html_title(const char *title, struct buf *out);

/* What becomes of a place in a line, such as "3,-1" or "3,-1/e". */
enum html_places {
	HTML_PLACES_PLAIN,
	HTML_PLACES_LINKED, /* a link to #at3_-1, which the page has */
	HTML_PLACES_MARKED  /* an element that the script marks on the board */
};

/*
 * Appends lines in the format of the terminal output. A line " an entry" and its continuation
 * lines, indented by four blanks, become a list entry. Other lines become paragraphs. Text of
 * other players (text/since.h) becomes a block quotation, without places.
 */
void html_lines(const char *s, size_t n, enum html_places places, struct buf *out);

/* Begin and end a section of a page with a heading. `id` is that of the heading, a word. */
void html_section(const char *id, const char *title, struct buf *out);
void html_section_end(struct buf *out);

#endif
