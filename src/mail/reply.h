#ifndef ADIT_MAIL_REPLY_H
#define ADIT_MAIL_REPLY_H

#include "host/intake.h"
#include "host/table.h"
#include "mail/orders.h"
#include "record/receipt.h"
#include "store/mail_queue.h"
#include "text/language.h"

/*
 * Applies one message to one table. An order that is taken brings a digest to its sender. If an
 * order is refused, at most one receipt is queued for the message: for the first refused one, also
 * if they are of several seats. Without a digest at most one receipt or one line of help is queued.
 *
 * The receipt of a refused order goes to the address of the seat, whatever its From. The
 * receipt of a repeated order, and help, go only to an address of the table that the message
 * claims as its sender. An automatic message gets no answer. In 24 hours a seat gets at most
 * MAIL_REPLIES_SIGNED answers to orders that it signed. A separate limit, MAIL_REPLIES_CLAIMED,
 * covers answers that anybody can cause by a forged From or a repeated order. The last answer
 * of each kind says that it is the last (mail/compose.h).
 */
enum {
	MAIL_REPLIES_SIGNED = 8,
	MAIL_REPLIES_CLAIMED = 2,
	MAIL_REPLIES_OPERATOR =
	    32, /* commands that are refused; what is taken is always answered */
	MAIL_REPLIES_SECONDS = 86400,
	MAIL_REPLY_VERIFY_MAX = 16 /* signatures verified per message */
};

struct mail_reply {
	struct host *h; /* set by the caller */
	const struct seckey *key;
	const struct mail_message *message;
	int64_t now;
	/* Private: */
	struct table t;
	bool has_address, automatic;
	unsigned verified;
	enum order_outcome_kind best;      /* of all orders so far */
	uint16_t proven;                   /* bit set of seats with a signed order in the message */
	enum order_outcome_kind to_answer; /* repeated, refused or nothing */
	uint8_t seat;                      /* of the order to answer */
	unsigned became[SEATS_MAX][ORDER_OUTCOME_TAKEN + 1]; /* number of orders of each seat */
	/* anybody could have sent the message: the sender is claimed, not proven by a signature */
	bool weak;
	struct pubkey card;
	struct receipt receipt;
	struct parsed_order order;
};

/* mail_reply_free wipes *a. Call it even if mail_reply_begin fails. */
int mail_reply_begin(struct mail_reply *a, struct err *err);
void mail_reply_free(struct mail_reply *a);

/* Applies an order of this game. Returns -1 only if the machine or the game file fails. */
int mail_reply_take(struct mail_reply *a, const struct orders_candidate *c, struct order_outcome *b,
    struct err *err);

/* Counts an order of this game that was accepted, with this outcome, before its message was put
 * off: it is not applied again. */
void mail_reply_kept(
    struct mail_reply *a, const struct parsed_order *order, enum order_outcome_kind is);

/* Queues the one answer that is due after all orders, if any. `help` says what was missing in a
 * message without an order of the table, or is NULL. *made is set to "receipt", "help" or NULL. */
int mail_reply_queue(struct mail_reply *a, const char *help, const char **made, struct err *err);

/* Queues the answer to a command of the operator, if they have an address. *made is set to "help",
 * or NULL: none, since this command was answered before, or, unless it was taken, they got
 * MAIL_REPLIES_OPERATOR answers in 24 hours. */
int mail_reply_operator(const struct mail_reply *a, const struct hash *command, bool is_taken,
    const struct buf *text, const char **made, struct err *err);

/* Sets *is to true if the message claims to come from the address of a seat. */
int mail_reply_is_from_seat(const struct mail_reply *a, bool *is, struct err *err);

/* Sets *lang to the language of the first seat whose address the message claims as its sender: NULL,
 * or `room`. */
int mail_reply_language(const struct mail_reply *a, struct language *room,
    const struct language **lang, struct err *err);

/* Appends the help for these counters: that no order was taken, and why. */
void mail_reply_help(const struct language *lang, const struct mail_orders *found, struct buf *out);
/* Appends, each on new lines, what adit does not read in a message: `unread` of it. */
void mail_reply_unread(const struct language *lang, unsigned unread, struct buf *out);

/*
 * mail_reply_is_reply is true if the message answers a mail of this table. mail_reply_confirm
 * then marks the address of a seat that came by a join as confirmed, if the message has an
 * order of that seat.
 */
bool mail_reply_is_reply(const struct mail_reply *a);
int mail_reply_confirm(const struct mail_reply *a, struct err *err);

/* Counts a returned mail of this table, once. *counted is true if it was counted now. */
int mail_reply_bounce(const struct mail_reply *a, bool *counted, struct err *err);

#endif
