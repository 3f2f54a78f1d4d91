#ifndef ADIT_MAILPARSE_FLOWED_H
#define ADIT_MAILPARSE_FLOWED_H

#include <stdbool.h>

#include "util/buf.h"

/*
 * Append text/plain; format=flowed (RFC 3676) as it was written: stuffed blanks taken out, flowed lines joined,
 * without the blank between them if is_delsp.  Quote marks stay, with a blank behind them.  A line that begins
 * with five dashes is never joined with another, whatever blanks stand there: it is the beginning or the end of
 * a block.
 */
void flowed_decode(const char *p, size_t n, bool is_delsp, struct buf *out);

#endif
