#ifndef ADIT_WIRE_MAIL_DAMAGE_H
#define ADIT_WIRE_MAIL_DAMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"

/*
 * What mail programs do to a digest, undone as far as it can be told without the signature, which decides:
 * quote marks and indentation as before its first line, what stands between the lines with fewer of them,
 * trailing blanks, CR, odd spaces, a byte order mark; and, if is_stuffed, the blank that format=flowed
 * (RFC 3676) puts before a line that begins with one.
 */
void mail_damage_strip(const char *s, size_t n, bool is_stuffed, struct buf *out);

/* Where the first line of a digest, whatever stands before its words, begins from `from` on; n: nowhere. */
size_t mail_damage_find_digest(const char *s, size_t n, size_t from);

#endif
