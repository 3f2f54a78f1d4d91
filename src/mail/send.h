#ifndef ADIT_MAIL_SEND_H
#define ADIT_MAIL_SEND_H

#include "host/host.h"
#include "mail/message.h"
#include "store/mail_queue.h"

/*
 * Sends the mail queue of a game file (store/mail_queue.h).
 *
 *	row      event                                   new state
 *	queued   sendmail ends with 0                    sent
 *	         other status, or not started            queued: again after a minute, two ... six hours
 *	         signal, 20 seconds, death of adit       sending: unknown; the same mail again, as often
 *	         tried, and 5 days old                   failed
 *
 * A row is tried at least once, even if it is old because the machine was off. A row for an
 * address that takes no mail fails after 5 days without a try. Digests that wait for one seat are
 * combined into one mail. A seat that wants only some digests (store/mail_setting.h) gets a mail
 * when it has to do something else than before, when a round begins or the game ends, and as
 * answer to its own order; all digests that waited go with it. With "daily" they go after a day at the
 * latest. No mail goes to an address that bounces. An address that came by a join
 * and is not confirmed gets at most MAIL_SEND_UNCONFIRMED mails.
 */
enum {
	MAIL_SEND_SECONDS = 8, /* a run that also reads mail starts no delivery after this time */
	MAIL_SEND_SENDMAIL_SECONDS = 20,
	MAIL_SEND_UNCONFIRMED = 32, /* twelve seats can join and confirm, with some attempts */
	MAIL_SEND_BOUNCES = 3       /* consecutive permanent bounces (5.x.x) */
};

enum mail_transport { MAIL_SEND_BY_SENDMAIL, MAIL_SEND_BY_MAILDIR, MAIL_SEND_BY_HAND };

struct mail_sent {
	/* to: see message_to; kind: "digest", "receipt", "help", "due", "setting", "address" */
	const char *game, *to, *kind;
	int64_t n;         /* the newest digest */
	const char *error; /* NULL: sent */
	bool given_up;     /* failed; not tried again */
};

struct mail_send_options {
	enum mail_transport way;
	const char *path; /* of sendmail, or of the folder with one Maildir per seat */
	const char *home; /* $HOME for sendmail, or NULL */
	/* MAIL_SEND_BY_HAND: writes the mail as a message of an mbox */
	int (*put)(void *arg, const struct buf *mail, struct err *err);
	/* Called before digest n goes out for the first time in this run. */
	void (*on_new_digest)(void *arg, int64_t n, const char *head);
	void (*sent)(void *arg, const struct mail_sent *what); /* may be NULL */
	void *arg;
	int64_t now;
	int timer;    /* no delivery starts after this descriptor is readable; -1: no limit */
	bool no_html; /* plain text only */
	/* of the host, for the mails of plain seats; NULL: these stay queued */
	const struct seckey *key;
};

/*
 * Sends the queue of the open game file `path`. If another run holds the lock PATH.post, that
 * run sends everything and this one does nothing. *over is true if the time is up or sendmail
 * hung. A mail that cannot be sent stays queued, which is not an error.
 */
int mail_send(struct host *h, const char *path, const struct mail_send_options *o, bool *over,
    struct err *err);

/* The state of the mail queue. */
struct mail_queue_info {
	/* rows that go as soon as they can; oldest: time of the first row in the queue, or -1 */
	int64_t waiting, oldest, failed;
	char error[80]; /* of the last failure, or "" */
	bool has_table;
	struct mail_seat {
		int64_t since; /* the address is that of the seat since then */
		bool has_address, is_dead,
		    is_unconfirmed; /* dead: it bounces; unconfirmed: it gets no more mail */
		bool is_choosy, is_daily, is_narrow; /* its setting: not all, daily, narrow */
		char lang[9];                        /* its language, or "" */
		char bounce[16];                     /* the last status, or "" */
		char addr[MAIL_ADDRESS_MAX + 1];
	} seat[STORE_POSTS];
};
int mail_queue_status(struct host *h, struct mail_queue_info *out, struct err *err);

#endif
