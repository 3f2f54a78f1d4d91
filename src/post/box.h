#ifndef ADIT_POST_BOX_H
#define ADIT_POST_BOX_H

#include "post/letter.h"

/*
 * The letters of a mail box, in order: one message from descriptor 0 ("-"), a file with one message or a mail
 * box of many, or a Maildir, of which each letter in new/ that `each` takes is moved to cur/.
 *
 * each: 0, or -1: this letter stays, and with ERR_BUSY the rest does, too; after other trouble the next is
 * taken, and *err of the first is what box_each ends with.
 */
int box_each(const char *box, const char *program,
    int (*each)(void *arg, const struct letter *l, struct err *err), void *arg, struct err *err);

#endif
