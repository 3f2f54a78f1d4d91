#ifndef ADIT_MAILPARSE_FLOWED_H
#define ADIT_MAILPARSE_FLOWED_H

#include <stdbool.h>

#include "util/buf.h"

/*
 * Decodes text/plain; format=flowed (RFC 3676) and appends it. Stuffed blanks are removed and
 * flowed lines are joined, without the blank between them if is_delsp. Quote marks stay, with a
 * blank after them. A line that begins with five dashes is never joined with another: it begins
 * or ends an order block.
 */
void flowed_decode(const char *p, size_t n, bool is_delsp, struct buf *out);

#endif
