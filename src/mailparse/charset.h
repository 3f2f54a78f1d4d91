#ifndef ADIT_MAILPARSE_CHARSET_H
#define ADIT_MAILPARSE_CHARSET_H

#include "util/buf.h"

/*
 * Appends text as UTF-8 with LF line ends, at most CHARSET_MAX bytes. The charset is that of
 * the byte order mark. Else it is `declared` (NULL: none), if the C library knows it and mail
 * programs do not use it as a default, as us-ascii. Else it is UTF-8 if the text is valid
 * UTF-8, else windows-1252. Invalid bytes become U+FFFD.
 */
enum { CHARSET_MAX = 2 << 20 };
void charset_text(const char *declared, const char *p, size_t n, struct buf *out);

/* Nonzero if the text begins with a byte order mark of UTF-16 or UTF-32. */
int charset_is_wide(const char *p, size_t n);

#endif
