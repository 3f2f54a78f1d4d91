#ifndef ADIT_UTIL_XML_H
#define ADIT_UTIL_XML_H

#include "util/buf.h"

/* Appends text for HTML and XML. The five special characters become references, so that the result
 * is valid between elements and in a quoted attribute. s: n bytes of UTF-8 without controls except
 * tabs and line ends. */
void xml_escape(const char *s, size_t n, struct buf *out);

#endif
