#ifndef ADIT_MAIL_SLOW_H
#define ADIT_MAIL_SLOW_H

#include <stdbool.h>

#include "seal/seal.h"
#include "util/err.h"

/* HOME/slow-mails (adit(5), FILES): a line for each time that parsing a message exceeded the
 * time limit or was killed. Other messages are neither looked up nor recorded. */
enum { SLOW_TRIES = 3 }; /* a message is unreadable after this number of slow tries */

/* Records a slow try of the message with this body. *enough is true if it was the last try;
 * counting then restarts. */
int slow_note(const char *home, const struct hash *body, bool *enough, struct err *err);

#endif
