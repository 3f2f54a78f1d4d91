#ifndef ADIT_STORE_MAIL_SETTING_H
#define ADIT_STORE_MAIL_SETTING_H

#include "store/store.h"

/* How the player of a seat gets mail, by their own orders and what the host set. Not part of the transcript, and cannot
 * be derived from it. Call inside a transaction, like store.h. */

struct store_mail_setting {
	int seat;
	char which[8]; /* "all", "mine" or "daily" */
	bool narrow;   /* text of 40 columns */
	char lang[9];  /* language of the mails, 2 to 8 letters; "": none is chosen, so English */
	int64_t seq;   /* of the last order that was taken; 0: none */
	struct buf asked; /* an address that waits to be confirmed, or empty */
	int64_t ask_new;  /* mail (store_mail.id) with the open question to that address; 0: none */
	int64_t ask_old;  /* the same to the address that it replaces */
};
void store_mail_setting_release(struct store_mail_setting *m);

/* Without a row: "all", not narrow, no language, nothing asked. */
int store_get_mail_setting(
    struct store *st, int seat, struct store_mail_setting *m, struct err *err);
int store_put_mail_setting(struct store *st, const struct store_mail_setting *m, struct err *err);

/* Sets the language of the seat's mails; is_first: unless one was chosen before. */
int store_set_language(
    struct store *st, int seat, const char *lang, bool is_first, struct err *err);

/* Forgets an open question to an address. */
int store_end_question(struct store *st, int seat, struct err *err);

/* An order about mail that was taken. */
struct store_settled {
	unsigned char hash[32];
	int seat;
	int64_t n; /* the digest that it names */
	int64_t made;
	bool asks; /* it made a question to an address */
};
/* Also deletes orders that name a digest before `first_n` and were taken before `since`. */
int store_put_settled(struct store *st, const struct store_settled *s, int64_t first_n,
    int64_t since, struct err *err);
int store_find_settled(
    struct store *st, const unsigned char hash[static 32], bool *is, struct err *err);
/* Counts the orders of the seat taken since then; asks: only those that made a question. */
int store_count_settled(
    struct store *st, int seat, int64_t since, bool asks, int64_t *n, struct err *err);

/*
 * Digests that the seat has not got because of its setting (mail/send.h) are rows with tries 0 and
 * next above STORE_MAIL_NOW. store_release_mail sets `next` of these and of digests not sent yet to
 * STORE_MAIL_FRESH (the setting applies again) or STORE_MAIL_NOW (it does not: send them).
 */
enum { STORE_MAIL_FRESH = 0, STORE_MAIL_NOW = 1 };
int store_release_mail(struct store *st, int seat, int64_t next, struct err *err);

#endif
