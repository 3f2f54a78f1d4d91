#ifndef ADIT_STORE_MAIL_QUEUE_H
#define ADIT_STORE_MAIL_QUEUE_H

#include "store/store.h"

/*
 * Addresses, and what waits to be sent to them.  No part of the transcript: nothing can make them anew.
 * All of it happens inside a transaction, as what store.h has.  A file of version 2 that is only read has
 * none of either.
 */

enum {
	STORE_TABLE = -1,    /* in place of a seat: the table's own address */
	STORE_ANY_SEAT = -2, /* for store_each_mail */
	STORE_LEFT = 12,     /* behind the seats those who have lost one, and get one more mail */
	STORE_WATCHER = 16,  /* and from there on those who look on: */
	STORE_WATCHERS = 20, /* so many at most */
	STORE_POSTS = STORE_WATCHER + STORE_WATCHERS,
	/* From there on those who wait for a seat, by the digest that took them: nothing is sent to them yet. */
	STORE_STANDBY = STORE_POSTS
};

/* ---- addresses ------------------------------------------------------------------------------- */

struct store_address {
	int seat;
	struct buf addr; /* the one form of adit(5) */
	struct buf
	    how;       /* "host": it was entered; "join": it stood in a mail; "confirmed": that, and
	                      * somebody there has answered a mail to it */
	int64_t since; /* when it was put */
	int64_t bounces;   /* mails that came back in a row */
	struct buf bounce; /* the last one's status code, or empty */
};
void store_address_release(struct store_address *a);
int store_put_address(
    struct store *st, const struct store_address *a, struct err *err); /* replaces */
int store_get_address(
    struct store *st, int seat, struct store_address *a, struct err *err); /* or ERR_NOT_FOUND */

/* With the post that waits for the seat; of others with all, since another may get its number.  None: fine. */
int store_drop_address(struct store *st, int seat, struct err *err);

/* In order, the table's first; stops at -1. */
int store_each_address(struct store *st,
    int (*each)(void *arg, const struct store_address *a, struct err *err), void *arg,
    struct err *err);

/* Mail reaches the seat: bounces 0, and queued anew at `now` what had failed or come back. */
int store_reset_bounces(struct store *st, int seat, int64_t now, struct err *err);

/* ---- post -------------------------------------------------------------------------------------- */

struct store_mail {
	int64_t id;
	int seat;
	char kind[8];            /* "digest", "receipt", "help", "due" */
	char state[8];           /* "queued", "sending", "sent", "failed" */
	int64_t n;               /* the digest, or the one that an answer stands behind */
	unsigned char about[32]; /* what an answer is about, if has_about */
	bool has_about;
	struct buf in_reply_to; /* a Message-ID of the one form, or empty */
	struct buf text;        /* of an answer; a digest is written out again from its row */
	struct buf error;       /* why it was not sent, or with which status it came back */
	int64_t made, tries;
	int64_t next; /* not before; of one that is sent: when it was */
};
void store_mail_release(struct store_mail *p);

/* A row for each seat and watcher with an address, if the table has one, is queued by store_put_digest. */

/* id 0: a new one, and then *p has its id.  Else what can change does: made, tries, next, state, error. */
int store_put_mail(struct store *st, struct store_mail *p, struct err *err);

/* In order, those of seats before those of others, of this seat (or STORE_ANY_SEAT) and this state (NULL: any);
 * stops at -1.  `each` may put *p with another state. */
int store_each_mail(struct store *st, int seat, const char *state,
    int (*each)(void *arg, struct store_mail *p, struct err *err), void *arg, struct err *err);

/* The row of this kind and digest, the newest if there are several; of another kind by its id, n.  ERR_NOT_FOUND: there is none. */
int store_find_mail(
    struct store *st, int seat, const char *kind, int64_t n, struct store_mail *p, struct err *err);

/* Digests first .. last that wait for the seat are answers to this Message-ID. */
int store_reply_mail(struct store *st, int seat, int64_t first, int64_t last,
    const char *in_reply_to, struct err *err);

/* How many answers (receipts and help) to a seat were made since then, up to that of this id: of those about
 * something, or of the others. */
int store_count_answers(struct store *st, int seat, int64_t since, int64_t last_id, bool has_about,
    int64_t *n, struct err *err);

/* How many of those that are there are about this. */
int store_count_about(
    struct store *st, int seat, const unsigned char about[32], int64_t *n, struct err *err);

/* How many answers of this kind to the letter of this Message-ID ("": to none) were made after that time and have not
 * failed. */
int store_count_replies(struct store *st, int seat, const char *kind, const char *message_id,
    int64_t since, int64_t *n, struct err *err);

/* How many mails were sent to the seat since then: several digests in one mail are one. */
int store_count_mails(struct store *st, int seat, int64_t since, int64_t *n, struct err *err);

/* What was sent or has failed, and was made and last tried before `forgotten`, is dropped; but what was sent to an
 * address that nobody has confirmed stays, since it is counted. */
int store_forget_mail(struct store *st, int64_t forgotten, struct err *err);

#endif
