#ifndef ADIT_HOST_MAIL_ORDER_H
#define ADIT_HOST_MAIL_ORDER_H

#include "host/table.h"
#include "record/order.h"

/*
 * Orders about the mail of a seat (order_is_mail). They change how the seat gets mail
 * (store/mail_setting.h) and make no digest, so nobody but the host learns of them. The answer is a
 * mail of kind "setting". `address` makes a mail of kind "address" with a question, whose answer
 * (mail/address_reply.h) sets the address; the address that the seat has is notified by another.
 */
enum {
	MAIL_ORDERS_A_DAY = 8,
	MAIL_ORDER_QUESTIONS_A_DAY = 2,
	MAIL_ORDER_QUESTION_SECONDS = 7 * 86400 /* for which a question can be answered */
};

/*
 * Takes such an order in one transaction. came: as for host_apply. *repeated: it was taken before,
 * and nothing changed. Errors as of host_apply. ERR_RULE also: this table cannot mail to the seat,
 * or the seat has given MAIL_ORDERS_A_DAY such orders, or made MAIL_ORDER_QUESTIONS_A_DAY questions,
 * in 24 hours. ERR_STALE also: its head is PROPOSAL_DIGESTS digests old.
 */
int mail_order_take(struct host *h, const struct parsed_order *order, int64_t now,
    const struct host_mail_origin *came, bool *repeated, struct err *err);

#endif
