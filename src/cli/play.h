#ifndef ADIT_CLI_PLAY_H
#define ADIT_CLI_PLAY_H

#include "cli/cmd.h"
#include "player/player.h"
#include "term/term.h"

/*
 * A session of one seat, or of who looks on: the table is shown, orders are typed, asked for, signed, kept and
 * carried away; digests that come meanwhile are verified and shown.  What it is made of is lent: how orders leave
 * (a road) and how digests come (a look).
 */

/* What became of an order that a road was to carry. */
enum order_transport_end {
	TRANSPORT_GONE,   /* it is on its way */
	TRANSPORT_NOT,    /* it surely did not leave */
	TRANSPORT_PERHAPS /* nobody knows: the same bytes must go again, and no others */
};

struct play;

struct order_transport {
	void *arg;
	const char *words; /* "by mail to table@example.org"; belongs to arg */
	/* Carry these bytes, which are as `adit sign` prints them.  p: whose player may break it off.  why: appended,
	 * if they are not gone: words for people, one line, which may come from outside.  NULL: there is no road,
	 * the block is shown. */
	enum order_transport_end (*carry)(
	    void *arg, struct play *p, const struct buf *block, struct buf *why);
	void (*release)(void *arg); /* or NULL */
	const struct hash *nonces;  /* of struct player_order: NULL but in a practice game */
};

/* What comes. */
struct digest_source {
	void *arg;
	/* Append what has come since the last call: digests and mails, and whatever else lies there; they are
	 * verified by the session.  1: more may come of this, and wake_fd will tell; then `anew` has it look once
	 * more behind that, else nothing is begun.  -1: it cannot be looked for now, which ends nothing.  NULL:
	 * nothing can come. */
	int (*look)(void *arg, bool anew, struct buf *text, struct err *err);
	int wake_fd;                /* readable when it is time to look; -1: none */
	int seconds;                /* look after so long anyway; 0: never */
	void (*release)(void *arg); /* or NULL */
};

/* What a session begins with. */
struct play_options {
	struct buf text;             /* digests, or mails with some */
	struct order_transport road; /* taken, as the look: released at the end of the session */
	struct digest_source look;
	int in;     /* where the keyboard is; -1: /dev/tty */
	bool plain; /* sentences instead of drawings */
	int (*seated)(
	    struct play *p, void *arg, struct err *err); /* of struct play (cli/play_internal.h) */
	void *seated_arg;
};

/* Play until the player quits or the input ends.  ctx->key is loaded, or NULL: look on.  start: released.
 * ERR_AUTH: the host was caught; ERR_BUSY: this seat is played elsewhere. */
int play_session(struct ctx *ctx, struct play_options *start, struct err *err);

/* The terminal of a session: at in, or /dev/tty where in is -1, with the signs of ctx.  As term_open. */
int play_terminal(struct term **out, struct ctx *ctx, int in, bool plain, struct err *err);

/* ---- roads: 0, or -1 with *err ------------------------------------------------------- */

int order_transport_mail(
    struct order_transport *r, const char *addr, const char *game, struct err *err);
int order_transport_git(
    struct order_transport *r, const char *dir, struct err *err); /* git adit send - */
/* "-": standard output.  What is there already is replaced if it is an order of this record. */
int order_transport_file(
    struct order_transport *r, const char *file, const char *record, struct err *err);

/* The address, folder or file that one of these leads to. */
const char *order_transport_to(const struct order_transport *r);

/* ---- looks --------------------------------------------------------------------------- */

/* Append what the newest letters of a Maildir hold, also of those that were read. */
int digest_source_letters(const char *dir, struct buf *text, struct err *err);
/* git fetch, if there is a remote origin, and the new turns/NNNNNN.txt of its main, else of the own; nothing is
 * checked out. */
int digest_source_git(struct digest_source *l, const char *dir, int seconds, struct err *err);
/* That of these which DIR is. */
int digest_source_open(struct digest_source *l, const char *dir, struct err *err);

#endif
