#ifndef ADIT_UTIL_XML_H
#define ADIT_UTIL_XML_H

#include "util/buf.h"

/* Text as HTML and XML have it, appended: the five signs that mean something there are written as references, so that
 * it can stand between elements and in an attribute in quotation marks.  s: n bytes of UTF-8 without controls but
 * tabs and line ends. */
void xml_escape(const char *s, size_t n, struct buf *out);

#endif
