#ifndef ADIT_MAIL_ADDRESS_H
#define ADIT_MAIL_ADDRESS_H

#include "host/operator.h"
#include "host/table.h"
#include "store/mail_queue.h"

/* Mail addresses of a table. Only the host has this list: no digest and no mail to others
 * contains it. */

enum { ADDRESS_WATCHERS = STORE_WATCHERS };

/* In place of a seat: the operator, whose commands are answered to this address. No seat of a new
 * table has this name; at an older table the seat is meant. */
#define ADDRESS_OPERATOR HOST_OPERATOR

struct address {
	const char *seat; /* NULL: the table, a watcher, or a standby */
	int64_t waits;    /* a standby since this digest, who gets no mail yet; 0: not a standby */
	bool watches;     /* a watcher: gets digests without a view; identified by addr alone */
	const char *addr; /* in the canonical form of adit(5); NULL: removed */
	const char
	    *how; /* "host", "join" or "confirmed" (store/mail_queue.h); NULL: stops watching */
	/* of a seat: "all", "mine" or "daily" (store/mail_setting.h); NULL: another, or unchanged */
	const char *mail;
	bool narrow; /* with `mail` */
	/* of a seat: the code of the language of its mails, "" if none was chosen; NULL: another, or
	 * unchanged. To be set, with the address that it has if addr is "". */
	const char *lang;
	int64_t bounces;    /* consecutive bounces */
	const char *bounce; /* status of the last bounce, or "" */
};

/* Calls `each` for the address of the table, then of the seats in turn order, the watchers, and
 * the standbys. The struct is valid only during the call. Stops when `each` returns -1. */
int address_each(struct host *h, int (*each)(void *arg, const struct address *a, struct err *err),
    void *arg, struct err *err);

/*
 * Sets or removes n addresses in one transaction: all or none. If the address of a seat is set,
 * even to the same value, the newest digest and failed mails are queued for that seat. The same
 * is done for a watcher. If the address of the table changes, it is done for everybody.
 * ERR_NOT_FOUND: no such seat, watcher or standby. ERR_USAGE: an address is invalid or is that
 * of the table, or the seat is a bot, or there would be more than STORE_WATCHERS watchers.
 */
int address_set(struct host *h, const struct address *a, size_t n, int64_t now, struct err *err);

/*
 * In an open transaction: sends the mail of the seat to an address that was confirmed. The address
 * that it had gets a notice, and the new one the newest digest. Nothing changes, but for the end
 * of the question, if the new one is that of the table by now. `t` is loaded.
 */
int address_move(struct host *h, const struct table *t, uint8_t seat, const char *addr, int64_t now,
    struct err *err);

/* ERR_USAGE if `addr` is not a valid address. */
int address_check(const char *addr, struct err *err);

#endif
