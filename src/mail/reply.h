#ifndef ADIT_MAIL_REPLY_H
#define ADIT_MAIL_REPLY_H

#include "host/table.h"
#include "mail/orders.h"
#include "record/receipt.h"
#include "store/mail_queue.h"

/*
 * What follows from a letter at one table: orders are taken, and where no digest says what became of one, at
 * most one receipt or one line of help is queued.
 *
 * A receipt of a refused order goes to the seat's address, whoever wrote; one of a repeated order, and help,
 * only to an address of the table that the letter claims to be from.  Nobody whose letter is automatic gets
 * any.  A seat gets in 24 hours MAIL_REPLIES_SIGNED about orders that it signed, and, counted apart, MAIL_REPLIES_CLAIMED of
 * those that anybody can cause, by a forged From or by an order that is sent again.  The last of either says that
 * it is the last (mail/compose.h).
 */
enum {
	MAIL_REPLIES_SIGNED = 8,
	MAIL_REPLIES_CLAIMED = 2,
	MAIL_REPLIES_SECONDS = 86400,
	MAIL_REPLY_VERIFY_MAX = 16 /* orders of a letter whose signature is looked at */
};

enum order_outcome_kind {
	ORDER_OUTCOME_NOTHING, /* no order of a seat of this table */
	ORDER_OUTCOME_REPEATED,
	ORDER_OUTCOME_REFUSED,
	ORDER_OUTCOME_HELD, /* the table is stopped (host/lost.h) */
	ORDER_OUTCOME_KEPT,
	ORDER_OUTCOME_TAKEN
};
const char *order_outcome_name(enum order_outcome_kind what);

/* What became of an order. */
struct order_outcome {
	enum order_outcome_kind is;
	int64_t n;      /* the digest, if it was taken, now or before */
	struct err why; /* not, if it was not */
};

struct mail_reply {
	struct host *h; /* these are the caller's */
	const struct seckey *key;
	const struct mail_message *letter;
	int64_t now;
	const char *(*code_name)(enum err_code code);
	/* its own: */
	struct table t;
	bool has_address, automatic;
	unsigned verified;
	enum order_outcome_kind best;      /* of all orders so far */
	uint16_t proven;                   /* bits of seats of which a signed order was there */
	enum order_outcome_kind to_answer; /* repeated or refused; else nothing */
	uint8_t seat;                      /* of that order, */
	bool weak; /* of which anybody can have sent the letter: claimed, not signed */
	struct pubkey card;
	struct receipt receipt;
	struct parsed_order order;
};

/* Always mail_reply_free, which wipes. */
int mail_reply_begin(struct mail_reply *a, struct err *err);
void mail_reply_free(struct mail_reply *a);

/* Take an order of this game.  -1: the machine, or the game file, is in trouble. */
int mail_reply_take(
    struct mail_reply *a, const struct candidate *c, struct order_outcome *b, struct err *err);

/*
 * Can the order be one that needs another, which comes behind it?  mail_reply_waits: its seq says that one of the
 * seat is missing, or it acts on a digest that is not made yet (1; 0; -1); mail_reply_may_come: it was refused, but
 * what it answers may be made yet, or the key that it is signed with may come.  mail_reply_key: what has a lower one of these belongs before it.
 */
int mail_reply_waits(const struct mail_reply *a, const struct parsed_order *order, struct err *err);
bool mail_reply_may_come(const struct order_outcome *b);
int64_t mail_reply_key(const struct parsed_order *order);

/* All orders were taken: queue the one answer that is due, if one is.  help: what was missing, for a letter
 * without any order of the table, or NULL.  *made: "receipt", "help" or NULL. */
int mail_reply_queue(struct mail_reply *a, const char *help, const char **made, struct err *err);

/* Does the letter claim to be from the address of a seat? */
int mail_reply_is_from_seat(const struct mail_reply *a, bool *is, struct err *err);

/* The one line of help for a letter in which all this was found. */
const char *mail_reply_help(const struct mail_orders *found);

/* Does it answer a mail of this table's?  Then who joined by mail at that seat, and has an order in the letter,
 * reads what is sent there. */
bool mail_reply_is_reply(const struct mail_reply *a);
int mail_reply_confirm(const struct mail_reply *a, struct err *err);

/* A mail of this table's came back: it counts once.  *counted: it did. */
int mail_reply_bounce(const struct mail_reply *a, bool *counted, struct err *err);

#endif
