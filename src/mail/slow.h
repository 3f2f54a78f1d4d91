#ifndef ADIT_MAIL_SLOW_H
#define ADIT_MAIL_SLOW_H

#include <stdbool.h>

#include "seal/seal.h"
#include "util/err.h"

/*
 * Letters whose reader did not end in its time, or was killed, HOME/slow-mails (adit(5), FILES): a line for each such try.
 * Nothing is looked up and nothing written for any other letter.
 */
enum { SLOW_TRIES = 3 }; /* after so many a letter is unreadable */

/* Note one more try of the letter with this body.  *enough: it was the last one; the next begins to count again. */
int slow_note(const char *home, const struct hash *body, bool *enough, struct err *err);

#endif
