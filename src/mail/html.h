#ifndef ADIT_MAIL_HTML_H
#define ADIT_MAIL_HTML_H

#include <stddef.h>

#include "util/buf.h"

/*
 * Appends the visible text of HTML (UTF-8, LF line ends) as lines.
 *
 * br ends a line. div, p, tr, li, pre, blockquote and hr are on lines of their own. Entities
 * become characters. Blanks and line ends are collapsed into one blank, except in pre and where
 * a style says white-space: pre. Other tags, comments, style, script and head are removed. Time
 * is linear in n. Broken HTML is read as far as possible.
 */
void html_text(const char *p, size_t n, struct buf *out);

/*
 * html_text for what a person wrote: without what is hidden (mail/html_hidden.h) or struck out, and
 * without the elements in which mail programs put a signature. Lines of a quote begin with "> ".
 * Where an element shows that all that follows it is a quote, there is a line
 * "-----Original Message-----". A tag that does not end hides the rest.
 */
void html_new_text(const char *p, size_t n, struct buf *out);

#endif
