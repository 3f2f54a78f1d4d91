#ifndef ADIT_MAIL_ADDRESS_REPLY_H
#define ADIT_MAIL_ADDRESS_REPLY_H

#include "mail/message_id.h"
#include "mail/reply.h"

/*
 * Takes the answer to a question of host/mail_order.h. `parts` is an id in In-Reply-To or
 * References of the message of `a`. The answer counts if the message is not automatic, comes from
 * the address that was asked, within MAIL_ORDER_QUESTION_SECONDS, and has a new line "yes". When
 * all addresses that were asked have said so, mail goes to the new one; the old one gets a notice,
 * and the new one the newest digest. *is: the id is that of such a question, open or not, or of such
 * a notice.
 */
int address_reply_take(
    const struct mail_reply *a, const struct message_id_parts *parts, bool *is, struct err *err);

#endif
