#ifndef ADIT_RECORD_MAIL_RECOVER_H
#define ADIT_RECORD_MAIL_RECOVER_H

#include <stdbool.h>

#include "util/buf.h"

struct transcript;

/*
 * Recovers digests whose signature is not valid because a mail program changed them
 * (wire/mail_damage.h). Appends each digest in the form that verifies; a digest that cannot be
 * recovered is appended unchanged. Returns false if no digest was changed.
 * beside: only digests of its game and host; NULL: all, and one that cannot be recovered in a form
 * that can be read, so that its fault can be reported.
 */
bool mail_recover_digests(
    const char *s, size_t n, const struct transcript *beside, struct buf *out);

#endif
