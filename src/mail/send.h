#ifndef ADIT_MAIL_SEND_H
#define ADIT_MAIL_SEND_H

#include "host/host.h"
#include "mail/message.h"
#include "store/mail_queue.h"

/*
 * Send what waits in a game file (store/mail_queue.h).
 *
 *	queued   sendmail ends with 0            sent
 *	         any other status, not started   queued: again after a minute, two, four ... six hours
 *	         signal, 20 seconds, our death   sending: nobody knows; the same mail again, as often
 *	         tried, and 5 days old           failed
 *
 * So what is old after a week without a machine is tried.  What is for an address that takes no mail fails without.
 * Digests that wait for a seat go in one mail.  Nothing goes to an address that bounces, nor more than
 * MAIL_SEND_UNCONFIRMED mails to one that came by join and that nobody has confirmed.
 */
enum {
	MAIL_SEND_SECONDS = 8, /* a run that has a letter to take begins no mail after so long */
	MAIL_SEND_SENDMAIL_SECONDS = 20,
	MAIL_SEND_UNCONFIRMED =
	    32,               /* so that twelve seats can join and confirm, with some attempts */
	MAIL_SEND_BOUNCES = 3 /* in a row, and for good (5.x.x) */
};

enum mail_transport { MAIL_SEND_BY_SENDMAIL, MAIL_SEND_BY_MAILDIR, MAIL_SEND_BY_HAND };

struct mail_sent {
	const char *game, *to, *kind; /* whom: message_to; "digest", "receipt", "help", "due" */
	int64_t n;                    /* the newest digest */
	const char *error;            /* NULL: it is sent */
	bool given_up;                /* it has failed, and is not tried again */
};

struct mail_send_options {
	enum mail_transport way;
	const char *path; /* of sendmail; of the folder with a Maildir for each seat */
	const char *home; /* $HOME for sendmail, or NULL */
	int (*put)(
	    void *arg, const struct buf *mail, struct err *err); /* by hand: as one of a mail box */
	/* Digest n goes out next, for the first time in this run. */
	void (*going)(void *arg, int64_t n, const char *head);
	void (*sent)(void *arg, const struct mail_sent *what); /* or NULL */
	void *arg;
	int64_t now;
	int timer;    /* readable when no more is to be begun; -1: no limit */
	bool no_html; /* the words alone */
};

/*
 * path: of the game file; another run that sends for it (PATH.post is locked) leaves nothing behind, so this
 * one does nothing then.  *over: time is up, or sendmail hung.  A mail that cannot be sent waits, which is no failure.
 */
int mail_send(struct host *h, const char *path, const struct mail_send_options *o, bool *over,
    struct err *err);

/* Where the post stands. */
struct mail_queue_info {
	int64_t waiting, oldest, failed; /* rows; oldest: when it was queued, or -1 */
	char error[80];                  /* of the last that could not be sent, or "" */
	bool has_table;
	struct mail_seat {
		bool has_address, is_dead,
		    is_unconfirmed; /* dead: it bounces; unconfirmed: no more is sent */
		char bounce[16];    /* the last status, or "" */
		char addr[ADDRESS_MAX + 1];
	} seat[STORE_POSTS];
};
int mail_queue_status(struct host *h, struct mail_queue_info *out, struct err *err);

#endif
