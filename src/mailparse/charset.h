#ifndef ADIT_MAILPARSE_CHARSET_H
#define ADIT_MAILPARSE_CHARSET_H

#include "util/buf.h"

/*
 * Append text as UTF-8 with LF line ends, at most CHARSET_MAX bytes of it.  Its charset is that of its byte
 * order mark; else the declared one (NULL: none), if the C library knows it and it is not one that mail
 * programs name for whatever they have, as us-ascii; else UTF-8, if it is; else windows-1252.  What stands for
 * nothing becomes U+FFFD.
 */
enum { CHARSET_MAX = 2 << 20 };
void charset_text(const char *declared, const char *p, size_t n, struct buf *out);

/* Does it begin with the mark of UTF-16 or UTF-32? */
int charset_is_wide(const char *p, size_t n);

#endif
