#ifndef ADIT_RECORD_CHECKED_H
#define ADIT_RECORD_CHECKED_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/slice.h"

/*
 * Lines of our own files with a checksum: the text, a blank, and the first 16 characters of H("adit/line", text).  It
 * finds damage.  It is no protection against a person who may write to the file.
 */
enum { CHECKED_SUM = 16 };

/* Append the line with its checksum and its end. */
void checked_line(const char *text, size_t n, struct buf *out);

/* Is a line, without its end, as checked_line wrote it?  Then its text. */
bool checked_read(const char *line, size_t n, struct slice *text);

#endif
