#ifndef ADIT_MAIL_SEND_INTERNAL_H
#define ADIT_MAIL_SEND_INTERNAL_H

#include "mail/compose.h"
#include "mail/plain_seat.h"
#include "mail/send.h"

/*
 * Shared by send.c, send_status.c, send_due.c and send_pages.c.
 *
 * (S1) Rows become `sending` before a mail leaves, all rows of one mail at once. Rows found in this
 *      state were interrupted and are sent again unchanged: the same digests, the same Message-ID.
 * (S2) The result of a mail is stored before the next mail begins.
 * (S3) A run that does not get the lock leaves its rows to the holder, which looks again after
 *      releasing the lock.
 * (S4) A row older than GIVE_UP fails only if it was tried after that age, since the machine may have
 *      been off before; or if its address takes no mail. Failed rows are reported.
 */

enum {
	SEND_MAILS_MAX = 64, /* in one pass; the rest follows in the next */
	SEND_BATCH_MAX = 50  /* digests in one mail */
};

/* A mail: rows of one recipient. Digests are combined; an answer is alone. */
struct mail {
	unsigned seat;
	bool is_again; /* it was interrupted before */
	size_t n;
	struct store_mail row[SEND_BATCH_MAX];
};

struct send_run {
	struct host *h;
	const struct mail_send_options *o;
	struct table *t;
	struct mail_queue_info mail_info;
	struct buf table; /* address of the table */
	struct buf host;  /* name of the host's key */
	int64_t noted;    /* `on_new_digest` was called up to this digest */
	size_t n;
	struct mail *mail;        /* SEND_MAILS_MAX elements */
	bool failed[STORE_POSTS]; /* recipients that failed in this run */
	bool over;
	size_t n_given_up; /* in this transaction */
	struct store_mail *given_up;
};

/* ---- send_status.c ----------------------------------------------------------------------- */

/* Reads the addresses and settings of the seats into *out, whose counts are 0 then, and appends the
 * address of the table to `table`, which may be NULL. Returns 0, or -1 and *err. */
int send_read_info(struct host *h, struct mail_queue_info *out, struct buf *table, struct err *err);

/* ---- send_due.c -------------------------------------------------------------------------- */

struct send_due_rows {
	const struct send_run *s;
	bool any, seat[STORE_POSTS]; /* recipients with due digests */
};

/* Returns the seconds until the next try after `tries` failures. */
int64_t send_wait(int64_t tries);

/* Reads the addresses again, and finds who has due rows. Returns 0, or -1 and *err. */
int send_find_due(struct send_run *s, struct send_due_rows *due, struct err *err);

/* (S1) Chooses and marks the mails to send now, and fails those of (S4). Returns 0, or -1 and *err;
 * nothing is marked then. In both cases release with send_forget and send_forget_given_up. */
int send_mark(struct send_run *s, struct send_due_rows *due, struct err *err);

/* Stores all rows of a mail in this state. Returns 0, or -1 and *err. */
int send_put_rows(struct send_run *s, struct mail *m, const char *state, struct err *err);

void send_forget(struct send_run *s);
void send_forget_given_up(struct send_run *s);

/* ---- send_pages.c ------------------------------------------------------------------------ */

/* The digests of a mail, parsed. */
struct send_pages {
	size_t n;
	struct store_digest row[SEND_BATCH_MAX];
	struct digest_layout at[SEND_BATCH_MAX];
	struct compose_digest digest[SEND_BATCH_MAX];
	struct digest newest;
	unsigned n_taken;
	/* The digest before the first, if that ended a round. */
	bool has_before;
	struct store_digest row_before;
	struct digest_layout at_before;
	struct compose_digest before;
	/* Of a plain seat: */
	bool is_plain, no_key; /* no_key: the mail has to wait for the host's key */
	struct plain_seat plain;
	struct player_read read; /* the newest digest */
	struct buf news[SEND_BATCH_MAX], played;
	struct buf deal; /* all digests, for a seat that needs them (compose.h) */
};

/* Reads the digests of a mail into *p, which is zero. Returns 0, or -1 and *err. In both cases
 * release with send_pages_free. */
int send_pages_read(
    const struct send_run *s, const struct mail *m, struct send_pages *p, struct err *err);
void send_pages_free(struct send_pages *p);

/* Sets *first to the digest that began the round of d. Returns 0, or -1 and *err. */
int send_find_round(
    const struct send_run *s, const struct digest *d, int64_t *first, struct err *err);

#endif
