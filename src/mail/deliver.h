#ifndef ADIT_MAIL_DELIVER_H
#define ADIT_MAIL_DELIVER_H

#include "mail/send.h"

/* One mail out of the house. */

enum delivery_result {
	DELIVERY_DONE,
	DELIVERY_FAILED, /* it was refused, or nobody was there */
	DELIVERY_UNKNOWN /* who carried it was killed, or hung */
};

enum { DELIVERY_REASON_MAX = 80 };

struct mail_delivery {
	const char *table, *to; /* addresses */
	const char *name;       /* message_to */
	const char *id;         /* its Message-ID */
	int64_t made;
	const struct buf *mail;
};

/* why: in a word or two, if it was not.  -1: the machine, or (by hand) nobody takes it. */
int mail_deliver(const struct mail_send_options *o, const struct mail_delivery *c,
    enum delivery_result *how, char why[static DELIVERY_REASON_MAX], struct err *err);

#endif
