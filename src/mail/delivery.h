#ifndef ADIT_MAIL_DELIVER_H
#define ADIT_MAIL_DELIVER_H

#include "mail/send.h"

/* Delivers one mail. */

enum delivery_result {
	DELIVERY_DONE,
	DELIVERY_FAILED, /* refused, or the transport could not be started */
	DELIVERY_UNKNOWN /* the transport was killed or did not end */
};

enum { DELIVERY_REASON_MAX = 80 };

struct mail_delivery {
	const char *table, *to; /* addresses */
	const char *name;       /* see message_to */
	const char *id;         /* its Message-ID */
	int64_t made;
	const struct buf *mail;
};

/* Sets *how to the result and `why` to a short reason unless it is DELIVERY_DONE. Returns -1 on
 * a local failure, or if the `put` callback fails. */
int mail_deliver(const struct mail_send_options *o, const struct mail_delivery *c,
    enum delivery_result *how, char why[static DELIVERY_REASON_MAX], struct err *err);

#endif
