#ifndef ADIT_SERVICE_MAIL_TABLES_H
#define ADIT_SERVICE_MAIL_TABLES_H

#include "service/mail_flush.h"
#include "wire/order_block.h"

/*
 * The tables that the messages of one run name. Each is opened once, as by every verb that makes
 * digests, so an older copy is refused. It stays open until mail_tables_close.
 */
enum {
	MAIL_TABLES_OPEN = 32,    /* before they are closed, except those of the current message */
	MAIL_TABLES_MESSAGE = 16, /* tables that one message can name */
	MAIL_TABLES_MISSING = 16, /* per run; then no more folders are searched */
	MAIL_TABLES_CLOSED = 64   /* per run; then no more messages are applied */
};

struct mail_tables {
	struct table_run *run;
	const char *where; /* a game file, or a folder of game files */
	bool is_folder;
	const struct mail_flush *how; /* how the queues are sent */
	int timer;      /* time limit for sending while a caller with one message waits; -1: none */
	bool is_closed; /* set if a table could not be opened; the caller clears it */
	/* Private: */
	unsigned n_missing; /* games that were searched without success */
	char missing[MAIL_TABLES_MISSING][ORDER_BLOCK_GAME_MAX + 1];
	size_t n_open, n_closed;
	struct mail_table {
		char game[ORDER_BLOCK_GAME_MAX + 1]; /* "": the only table */
		char *path;
		struct host *host;
	} open[MAIL_TABLES_OPEN + MAIL_TABLES_MESSAGE];
	/* Tables that could not be opened. They are not tried again, since opening may be slow. */
	struct mail_table_closed {
		char game[ORDER_BLOCK_GAME_MAX + 1];
		struct err why;
	} closed[MAIL_TABLES_CLOSED];
};

/*
 * Sets *out and run->host to the open table of this game; of a game file, whatever the game.
 * NULL: there is none, or it is not open and `opens` is false. The key is loaded if
 * run->user->key is NULL. Returns -1 with *err and is_closed if the table cannot be opened, now or
 * before in this run.
 */
int mail_tables_find(
    struct mail_tables *m, const char *game, bool opens, struct host **out, struct err *err);

/* Sends the mail queue of each open table and closes it. A failure to send is reported only: the
 * messages are applied. run->host and run->path become NULL. */
void mail_tables_close(struct mail_tables *m);

#endif
