#ifndef ADIT_CLI_RAWMAIL_H
#define ADIT_CLI_RAWMAIL_H

#include "record/inbox.h"

/*
 * Raw mails where a verb takes digests or orders: what letter_is_message (post/letter.h) says is one, or a mail
 * box of them, is read through adit-letter, all else as it stands.  HTML counts only where no text of the mail
 * holds anything.  Without adit-letter a mail is read as text if nothing in it is encoded; else ERR_BUSY.
 */

/* Where adit-letter is: $ADIT_LETTER, or where it was installed; NULL: adit was built without. */
const char *rawmail_program(void);

/* What was appended to text behind `from` is a file of digests or receipts (name: for messages): a mail becomes
 * what it holds. */
int rawmail_digests(struct buf *text, size_t from, const char *name, struct err *err);

/* inbox_read_file of a file that is read here; -1 also: it cannot be, and in->n is 0. */
int rawmail_orders(struct inbox *in, const char *file, const char *sig, struct err *err);

#endif
