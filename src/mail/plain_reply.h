#ifndef ADIT_MAIL_PLAIN_REPLY_H
#define ADIT_MAIL_PLAIN_REPLY_H

#include "mail/message_id.h"
#include "mail/plain_text.h"
#include "mail/reply.h"

/*
 * Replies of plain seats (adit(5), PLAIN SEATS). A message is one if it brings back the secret of a
 * mail to the seat. Its request counts if it also comes from the address of the seat. An order is
 * signed with the key of the seat and applied like every other; the digest is the answer. Whatever
 * else the message asks for is answered to the address of the seat.
 */
struct plain_outcome {
	bool is_reply;             /* the message has a secret of a seat; the rest is set then */
	bool is_order;             /* an order was made: */
	struct parsed_order order; /* it is a secret */
	struct order_outcome is;   /* and judged */
	const char *made;          /* kind of the answer that was queued, or NULL */
};

/* text: of the message. Returns -1 only if the machine or the game file fails. The caller wipes
 * *out. */
int plain_reply_take(struct mail_reply *a, const struct plain_text *text, struct plain_outcome *out,
    struct err *err);

/* Finds the plain seat that got the mail of this Message-ID. Returns 1, 0: none, or -1. */
int plain_reply_find_id(const struct mail_reply *a, const char *id, uint8_t *seat, int64_t *n,
    char kind[static MESSAGE_KIND_MAX + 1], struct err *err);

/* Sets *is to true if the message claims to come from the address of a plain seat. */
int plain_reply_is_from(const struct mail_reply *a, bool *is, struct err *err);

#endif
