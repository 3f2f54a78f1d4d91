#ifndef ADIT_POST_ANSWER_H
#define ADIT_POST_ANSWER_H

#include "host/table.h"
#include "post/pick.h"
#include "record/receipt.h"
#include "store/mail_queue.h"

/*
 * What follows from a letter at one table: orders are taken, and where no digest says what became of one, at
 * most one receipt or one line of help is queued.
 *
 * A receipt of a refused order goes to the seat's address, whoever wrote; one of a repeated order, and help,
 * only to an address of the table that the letter claims to be from.  Nobody whose letter is automatic gets
 * any.  A seat gets in 24 hours ANSWERS_SIGNED about orders that it signed, and, counted apart, ANSWERS_CLAIMED of
 * those that anybody can cause, by a forged From or by an order that is sent again.  The last of either says that
 * it is the last (post/compose.h).
 */
enum {
	ANSWERS_SIGNED = 8,
	ANSWERS_CLAIMED = 2,
	ANSWERS_SECONDS = 86400,
	ANSWER_VERIFY_MAX = 16 /* orders of a letter whose signature is looked at */
};

enum became_what {
	BECAME_NOTHING, /* no order of a seat of this table */
	BECAME_REPEATED,
	BECAME_REFUSED,
	BECAME_HELD, /* the table is stopped (host/lost.h) */
	BECAME_KEPT,
	BECAME_TAKEN
};
const char *became_name(enum became_what what);

/* What became of an order. */
struct became {
	enum became_what is;
	int64_t n;      /* the digest, if it was taken, now or before */
	struct err why; /* not, if it was not */
};

struct answer {
	struct host *h; /* these are the caller's */
	const struct seckey *key;
	const struct letter *letter;
	int64_t now;
	const char *(*code_name)(enum err_code code);
	/* its own: */
	struct table t;
	bool has_address, automatic;
	unsigned verified;
	enum became_what best;      /* of all orders so far */
	uint16_t proven;            /* bits of seats of which a signed order was there */
	enum became_what to_answer; /* repeated or refused; else nothing */
	uint8_t seat;               /* of that order, */
	bool weak; /* of which anybody can have sent the letter: claimed, not signed */
	struct pubkey card;
	struct receipt receipt;
	struct parsed_order order;
};

/* Always answer_free, which wipes. */
int answer_begin(struct answer *a, struct err *err);
void answer_free(struct answer *a);

/* Take an order of this game.  -1: the machine, or the game file, is in trouble. */
int answer_take(struct answer *a, const struct candidate *c, struct became *b, struct err *err);

/*
 * Can the order be one that needs another, which comes behind it?  answer_waits: its seq says that one of the
 * seat is missing, or it acts on a digest that is not made yet (1; 0; -1); answer_may_come: it was refused, but
 * what it answers may be made yet, or the key that it is signed with may come.  answer_key: what has a lower one of these belongs before it.
 */
int answer_waits(const struct answer *a, const struct parsed_order *order, struct err *err);
bool answer_may_come(const struct became *b);
int64_t answer_key(const struct parsed_order *order);

/* All orders were taken: queue the one answer that is due, if one is.  help: what was missing, for a letter
 * without any order of the table, or NULL.  *made: "receipt", "help" or NULL. */
int answer_queue(struct answer *a, const char *help, const char **made, struct err *err);

/* Does the letter claim to be from the address of a seat? */
int answer_is_from_seat(const struct answer *a, bool *is, struct err *err);

/* The one line of help for a letter in which all this was found. */
const char *answer_help(const struct letter_pick *found);

/* Does it answer a mail of this table's?  Then who joined by mail at that seat, and has an order in the letter,
 * reads what is sent there. */
bool answer_is_reply(const struct answer *a);
int answer_confirm(const struct answer *a, struct err *err);

/* A mail of this table's came back: it counts once.  *counted: it did. */
int answer_bounce(const struct answer *a, bool *counted, struct err *err);

#endif
