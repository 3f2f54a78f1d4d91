#ifndef ADIT_WIRE_MAIL_DAMAGE_H
#define ADIT_WIRE_MAIL_DAMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"

/*
 * Undoes damage by mail programs, as far as possible without the signature, which decides.
 * Removes quote marks and indentation like those before the first line, text with fewer marks,
 * trailing blanks, CR, odd spaces and a byte order mark. If `is_stuffed`, also removes the blank
 * that format=flowed (RFC 3676) adds before a line that begins with a blank.
 */
void mail_damage_strip(const char *s, size_t n, bool is_stuffed, struct buf *out);

/* Returns the offset of the first line of a digest at or after `from`, including the prefix of
 * that line; n if there is none. */
size_t mail_damage_find_digest(const char *s, size_t n, size_t from);

/* Returns the same of the digest after the one that begins at `at`, also if the text of that one
 * has such a line: a player may have said it. */
size_t mail_damage_next_digest(const char *s, size_t n, size_t at);

/* True if the text contains a digest, perhaps changed by mail programs. */
bool mail_damage_has_digest(const struct buf *text);

/* True if a line other than the first one of a digest has its words: that of a digest that a mail
 * program changed, or what somebody said. A reader of digests overlooks both. */
bool mail_damage_may_hide(const struct buf *text);

#endif
