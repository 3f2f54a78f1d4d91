#ifndef ADIT_STORE_MAIL_QUEUE_H
#define ADIT_STORE_MAIL_QUEUE_H

#include "store/store.h"

/* Addresses and outgoing mail. They are not part of the transcript and cannot be derived from
 * it. Call inside a transaction, like store.h. */

enum {
	STORE_TABLE = -1,    /* instead of a seat: the table's own address */
	STORE_ANY_SEAT = -2, /* for store_each_mail */
	/* after the seats: players who have lost a seat and get one last mail */
	STORE_LEFT = 12,
	STORE_WATCHER = 16,                              /* from here on: watchers, */
	STORE_WATCHERS = 20,                             /* at most this number */
	STORE_OPERATOR = STORE_WATCHER + STORE_WATCHERS, /* gets answers to commands */
	/* in the mail queue alone: addresses that asked to watch. Each mail has its own. */
	STORE_ASKED,
	STORE_POSTS,
	/* Above this number: people on the waiting list, by the digest that accepted them. No
	 * mail goes to them yet. */
	STORE_STANDBY = STORE_OPERATOR
};

/* ---- addresses ------------------------------------------------------------------------------- */

struct store_address {
	int seat;
	struct buf addr; /* in the form of adit(5) */
	/* "host": entered by the host; "join": sender of a mail; "confirmed": as "join", and a
	 * mail to it was answered */
	struct buf how;
	int64_t since;     /* when it was set */
	int64_t bounces;   /* number of mails in a row that bounced */
	struct buf bounce; /* status code of the last bounce, or empty */
};
void store_address_release(struct store_address *a);
/* Inserts or replaces. A new address ends a question to another one (store/mail_setting.h). */
int store_put_address(struct store *st, const struct store_address *a, struct err *err);
/* Returns 1, 0 if there is none (then addr is empty), or -1. */
int store_find_address(struct store *st, int seat, struct store_address *a, struct err *err);
/* The same, but returns 0 also if there is none. */
int store_try_address(struct store *st, int seat, struct store_address *a, struct err *err);

/* Also removes mail that is queued for the seat, and how it gets mail. For numbers that are not
 * seats removes all their mail, since another person may get the number. The address may be
 * missing. */
int store_drop_address(struct store *st, int seat, struct err *err);

/* Calls `each` in order, the table's address first; -1 stops. */
int store_each_address(struct store *st,
    int (*each)(void *arg, const struct store_address *a, struct err *err), void *arg,
    struct err *err);

/* Mail reaches the seat: sets bounces to 0, and queues at `now` again what has failed or
 * bounced. */
int store_reset_bounces(struct store *st, int seat, int64_t now, struct err *err);

/* ---- mail -------------------------------------------------------------------------------------- */

struct store_mail {
	int64_t id;
	int seat;
	char kind[8];            /* "digest", "receipt", "help", "due", "setting", "address" */
	char state[8];           /* "queued", "sending", "sent", "failed" */
	int64_t n;               /* the digest, or the newest one at the time of an answer */
	unsigned char about[32]; /* subject of an answer, if has_about */
	bool has_about;
	struct buf in_reply_to; /* Message-ID in the form of adit(5), or empty */
	struct buf text;        /* of an answer; a digest is read again from its row */
	struct buf addr;        /* where it goes, if not to the address of the seat */
	bool has_old;           /* an older digest goes with it: */
	int64_t old;
	struct buf error; /* why it was not sent, or the status of its bounce */
	int64_t made, tries;
	int64_t next; /* earliest time to send; when it was sent, if it was */
};
void store_mail_release(struct store_mail *p);

/* store_put_digest queues a row for each seat and watcher with an address, if the table has one. */

/* id 0: inserts a row and sets p->id. Else updates made, tries, next, state and error. */
int store_put_mail(struct store *st, struct store_mail *p, struct err *err);

/* Calls `each` in order, seats before others, for this seat (or STORE_ANY_SEAT) and this state
 * (NULL: any); -1 stops. `each` may put *p with another state. */
int store_each_mail(struct store *st, int seat, const char *state,
    int (*each)(void *arg, struct store_mail *p, struct err *err), void *arg, struct err *err);

/* Reads the row of this kind: of kind "digest" by the digest n, the newest if there are several;
 * else by the id n. Returns 1, 0 if there is none, or -1. */
int store_find_mail(
    struct store *st, int seat, const char *kind, int64_t n, struct store_mail *p, struct err *err);

/* Marks the queued digests first .. last of the seat as answers to this Message-ID. */
int store_reply_mail(struct store *st, int seat, int64_t first, int64_t last,
    const char *in_reply_to, struct err *err);

/* Counts answers (receipts and help) to a seat made since then, up to last_id: those with a
 * subject, or those without. */
int store_count_answers(struct store *st, int seat, int64_t since, int64_t last_id, bool has_about,
    int64_t *n, struct err *err);

/* Counts mails with this subject. */
int store_count_about(
    struct store *st, int seat, const unsigned char about[32], int64_t *n, struct err *err);

/* Counts answers of this kind to the mail with this Message-ID ("": returns 0) made after that
 * time that have not failed. */
int store_count_replies(struct store *st, int seat, const char *kind, const char *message_id,
    int64_t since, int64_t *n, struct err *err);

/* Counts mails sent to the seat since then; digests sent in one mail count once. */
int store_count_mails(struct store *st, int seat, int64_t since, int64_t *n, struct err *err);

/* Deletes sent and failed mail that was made and last tried before `forgotten`. Mail sent to an
 * unconfirmed address stays, because it is counted. */
int store_forget_mail(struct store *st, int64_t forgotten, struct err *err);

#endif
