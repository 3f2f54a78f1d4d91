#ifndef ADIT_MAIL_MAILBOX_H
#define ADIT_MAIL_MAILBOX_H

#include <stdint.h>

#include "mail/message.h"

/*
 * The letters of mail boxes, a list that ends with NULL, in order: one message from descriptor 0 ("-"), a file
 * with one message or a mail box of many, or a Maildir, of which each letter in new/ that `each` takes is moved
 * to cur/.
 *
 * each: 0; 1: it comes before one that it needs, *late says how far it belongs behind (the lowest first):
 * then it is given again after the others, as long as one of these was taken, and once more with late NULL, when
 * it is taken or not; -1: this letter stays, and with ERR_BUSY the rest of its box does, too; after other
 * trouble the next is taken; or BOX_STAYS: this letter stays, and the next is taken.  *err of the first trouble is what
 * mailbox_each ends with.
 *
 * A letter whose reader is slow stays, with ERR_BUSY, until it was so SLOW_TRIES times (mail/slow.h), as home
 * remembers: then it is taken as it is.  The next is read, but after SLOW_MAX of them in a box no more.
 */
enum { SLOW_MAX = 3, BOX_STAYS = 2 };
int mailbox_each(char *const *boxes, const char *program, const char *home,
    int (*each)(void *arg, const struct mail_message *l, int64_t *late, struct err *err), void *arg,
    struct err *err);

#endif
