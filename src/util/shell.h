#ifndef ADIT_UTIL_SHELL_H
#define ADIT_UTIL_SHELL_H

#include "util/buf.h"

/* Appends any text as one word of a shell command line: in single quotes unless it needs none. */
void shell_quote(const char *s, struct buf *out);

#endif
