#ifndef ADIT_RECORD_CHECKED_H
#define ADIT_RECORD_CHECKED_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/slice.h"

/*
 * Lines with a checksum, for files of adit: the text, a blank, and the first 16 characters of
 * H("adit/line", text). The checksum detects damage. It does not protect against a person who
 * can write to the file.
 */
enum { CHECKED_SUM = 16 };

/* Appends the line with its checksum and line end. */
void checked_line(const char *text, size_t n, struct buf *out);

/* True if a line, without its end, has a valid checksum; *text is its text. */
bool checked_read(const char *line, size_t n, struct slice *text);

#endif
