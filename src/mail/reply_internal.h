#ifndef ADIT_MAIL_REPLY_INTERNAL_H
#define ADIT_MAIL_REPLY_INTERNAL_H

#include "mail/reply.h"

/* Shared by reply.c and plain_reply.c. */

bool reply_same_address(const struct buf *addr, const char *from);

/* Sets *lang to the language of mails to a seat, which may be SEAT_NONE: NULL, or `room`. */
int reply_language(const struct mail_reply *a, uint8_t seat, struct language *room,
    const struct language **lang, struct err *err);

/* Returns the state after the newest digest, or NULL and *err. Release with reply_drop_state. */
struct host_state *reply_load_state(const struct mail_reply *a, struct err *err);
void reply_drop_state(struct host_state *hs);

/* Applies an order that came with the message. */
int reply_apply(struct mail_reply *a, const struct parsed_order *order, struct order_outcome *b,
    struct err *err);

/* Queues an answer of this kind to the seat, if it may get one more; *made is set then. about: what
 * the answer is about; NULL: anybody could have caused it. */
int reply_queue(struct mail_reply *a, const char *kind, uint8_t seat, const struct buf *text,
    const unsigned char *about, const char **made, struct err *err);

#endif
