#ifndef ADIT_RECORD_MAIL_RECOVER_H
#define ADIT_RECORD_MAIL_RECOVER_H

#include <stdbool.h>

#include "util/buf.h"

/*
 * Recovers digests whose signature is not valid because a mail program changed them
 * (wire/mail_damage.h). Appends each digest in the form that verifies; a digest that cannot be
 * recovered is appended unchanged. Returns false if no digest was recovered.
 */
bool mail_recover_digests(const char *s, size_t n, struct buf *out);

#endif
