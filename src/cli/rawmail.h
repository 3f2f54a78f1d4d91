#ifndef ADIT_CLI_RAWMAIL_H
#define ADIT_CLI_RAWMAIL_H

#include <stdio.h>

#include "record/order_scan.h"

/*
 * Raw mails where a verb takes digests or orders: what mail_message_is_message (mail/message.h) says is one, or a mail
 * box of them, is read through adit-letter, all else as it stands.  HTML counts only where no text of the mail
 * holds anything.  Without adit-letter a mail is read as text if nothing in it is encoded; else ERR_BUSY.
 */

/* Where adit-letter is: $ADIT_LETTER, or where it was installed; NULL: adit was built without. */
const char *rawmail_program(void);

/* What was appended to text behind `from` is a file of digests or receipts (name: for messages): a mail becomes
 * what it holds. */
int rawmail_digests(struct buf *text, size_t from, const char *name, struct err *err);

/* order_scan_read_file of a file that is read here; -1 also: it cannot be, and in->n is 0. */
int rawmail_orders(struct order_scan *in, const char *file, const char *sig, struct err *err);

/* The same of what was read already; in->name is that of the input. */
int rawmail_orders_of(struct order_scan *in, const struct buf *text, struct err *err);

/* What `git cat-file --batch` prints, which is files of whatever size and bytes: each blob of at most
 * ORDER_BLOCK_INPUT_MAX, by the name of its object; else is left out.  ERR_SYNTAX: it is not that. */
int rawmail_each_blob(FILE *batch,
    int (*each)(void *arg, const char *name, const struct buf *text, struct err *err), void *arg,
    struct err *err);

#endif
