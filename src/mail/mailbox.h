#ifndef ADIT_MAIL_MAILBOX_H
#define ADIT_MAIL_MAILBOX_H

#include <stdint.h>

#include "mail/message.h"

/*
 * Calls `each` for the messages of `boxes`, a list that ends with NULL, in order. A box is
 * descriptor 0 ("-") with one message, a file with one message, an mbox file, or a Maildir. A
 * message in new/ of a Maildir is moved to cur/ when `each` accepts it.
 *
 * Results of `each`:
 *	0          accepted
 *	1          it depends on a later message.  `each` gets it again after the others, those with
 *	           lower wait->key first, while one of them is accepted
 *	-1         this message stays.  After ERR_BUSY the rest of its box stays, too
 *	MAILBOX_STAYS  this message stays; the next one follows
 * mailbox_each fails with the first error.
 *
 * If the reader of a message is slow, the message stays, with ERR_BUSY. After SLOW_TRIES slow
 * runs (mail/slow.h), which are recorded in `home`, the message is accepted as it is. After
 * MAILBOX_SLOW_MAX slow messages in one box the rest of the box stays.
 */
enum { MAILBOX_SLOW_MAX = 3, MAILBOX_STAYS = 2 };

struct mailbox_wait {
	bool may;    /* false: the result of this call is final, so it is not 1 */
	int64_t key; /* set by `each` with result 1 */
	void *kept;  /* NULL at first; what `each` left here with result 1.  `each` frees it */
};

typedef int mailbox_fn(
    void *arg, const struct mail_message *message, struct mailbox_wait *wait, struct err *err);
int mailbox_each(char *const *boxes, const char *program, const char *home, mailbox_fn *each,
    void *arg, struct err *err);

#endif
