#ifndef ADIT_UTIL_SHELL_H
#define ADIT_UTIL_SHELL_H

#include "util/buf.h"

/* Append text as one word of a shell's command line, whatever is in it: in single quotes unless it needs none. */
void shell_quote(const char *s, struct buf *out);

#endif
