#ifndef ADIT_SERVICE_NEW_TABLE_H
#define ADIT_SERVICE_NEW_TABLE_H

#include "host/like.h"
#include "host/time_options.h"
#include "service/table_run.h"

/* A new table, made of texts that its host gives: those of `adit new`. */

/* NULL, empty or false: not given. */
struct new_table_options {
	const char *rules, *deck, *id, *title, *web, *client;
	const char *like; /* the game file of an earlier table, which supplies what is not given */
	struct time_options clock;
	struct opt_number seats; /* seats p1 to pN */
	/* seat: NAME, NAME=FILE, NAME=mail:ADDR or NAME=bot[:POLICY]; name: SEAT=TEXT; option: NAME=VALUE; mail:
	 * SEAT=ADDR; lang: SEAT=LL */
	struct opt_list seat, name, option, mail, lang;
	const char *mail_from, *operator_key, *watchers;
	bool trusted_host, allow_host_seat;
};

struct new_table {
	const struct new_table_options *o;
	struct user *user;
	struct like like; /* the earlier table, or empty */
	struct host_table_params a;
	struct bots bots;
	struct house_deck deck;
	struct buf host_key;
};

/* Loads the host's key, by default that of the earlier table, and sets t->a. *o is borrowed.
 * Reports an address that is not taken. Writes nothing. ERR_USAGE: invalid options. Also the errors
 * of host_open, of the key files and of time_options_read. End with new_table_release, also after
 * an error. */
int new_table_prepare(
    struct new_table *t, struct table_run *run, const struct new_table_options *o, struct err *err);
/* Releases what `t` has. The key stays loaded, but nothing names it any more. */
void new_table_release(struct new_table *t);

/* Makes the game file, completely or not at all. Appends digest 0, and those with the joins of
 * plain seats and the turns of bots. */
int new_table_create(
    const struct new_table *t, const char *path, struct buf *digests, struct err *err);

/* Writes these digests to files in dir/turns. */
int new_table_deliver(
    struct table_run *run, const char *dir, const struct buf *digests, struct err *err);

/* Appends the path of the game file. In a folder, which ends with '/' or exists, the file is named
 * after the game. */
void new_table_path(const char *arg, const char *game, struct buf *path);

#endif
