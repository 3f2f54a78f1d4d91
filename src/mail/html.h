#ifndef ADIT_MAIL_HTML_H
#define ADIT_MAIL_HTML_H

#include <stddef.h>

#include "util/buf.h"

/*
 * Append what a person sees of HTML (UTF-8, LF line ends), as lines: br ends one; div, p, tr, li, pre,
 * blockquote and hr stand on lines of their own; entities are characters; blanks and line ends are one blank,
 * but in pre and where a style says white-space: pre; all else of a tag, comments, style, script and head go.
 * Linear in the text; broken HTML is read as far as it goes.
 */
void html_text(const char *p, size_t n, struct buf *out);

#endif
