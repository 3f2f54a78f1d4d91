#ifndef ADIT_RECORD_MAIL_RECOVER_H
#define ADIT_RECORD_MAIL_RECOVER_H

#include <stdbool.h>

#include "util/buf.h"

/*
 * Digests that do not hold as they stand, because they came through a mail: of each, what its signature
 * holds for, once mail is undone (wire/mail_damage.h), appended; a digest that holds in no way is appended as it
 * stands.  false: nothing is better for it.
 */
bool mail_recover_digests(const char *s, size_t n, struct buf *out);

#endif
