#ifndef ADIT_HTML_HTML_H
#define ADIT_HTML_HTML_H

#include <stddef.h>

#include "util/buf.h"

/*
 * Text for a page in HTML: what is given is shown as it stands, whatever is in it, and is never markup.  It may
 * stand between tags and in quoted attributes.  What may not be shown (utf8_is_printable) becomes '?', but for line
 * ends; so does what is no UTF-8.
 */
void html_escape(const char *s, size_t n, struct buf *out);
void html_str(const char *s, struct buf *out);

/* A number of bytes as an element of its own: html_element("code", ...). */
void html_element(const char *tag, const char *s, struct buf *out);

/*
 * Lines as the terminal shows them: "  an entry", with what follows behind four blanks, is an entry of a list; a
 * line that is not indented stands by itself.  What others wrote (text/since.h) is a quotation, a block of its own.
 */
void html_lines(const char *s, size_t n, struct buf *out);

/* A part of a page with a heading, which says what the part is called; id: of the heading, a word. */
void html_section(const char *id, const char *title, struct buf *out);
void html_section_end(struct buf *out);

#endif
