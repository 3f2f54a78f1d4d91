#ifndef ADIT_SESSION_PLAY_H
#define ADIT_SESSION_PLAY_H

#include "record/user.h"
#include "player/player.h"
#include "term/term.h"

/*
 * A session of one seat or of a watcher. It shows the table, reads orders, confirms, signs,
 * stores and sends them. Digests that arrive are verified and shown. The caller supplies an
 * order transport and a digest source.
 */

/* Result of sending an order. */
enum order_transport_end {
	TRANSPORT_GONE,   /* sent */
	TRANSPORT_NOT,    /* certainly not sent */
	TRANSPORT_PERHAPS /* unknown: the same bytes must be sent again, and no others */
};

struct play;

struct order_transport {
	void *arg;
	const char *words; /* description: "by mail to table@example.org"; belongs to arg */
	/* Sends the bytes of `block`, which are as `adit sign` prints them. `p` is the session
	 * whose player may interrupt. Unless the result is TRANSPORT_GONE, appends the reason
	 * to `why`: one line, which may contain outside text. NULL: no transport; the block is
	 * shown. */
	enum order_transport_end (*carry)(
	    void *arg, struct play *p, const struct buf *block, struct buf *why);
	void (*release)(void *arg); /* may be NULL */
	/* The rest is NULL except in a practice game. */
	const struct hash *nonces; /* seed of the nonces (struct player_order) */
	/* Takes the player's last order back. Returns 1 if another session continues the game. */
	int (*take_back)(void *arg, struct err *err);
	/* Another game begins when the session ends. */
	void (*renew)(void *arg);
};

/* A source of digests. */
struct digest_source {
	void *arg;
	/* Appends what has come since the last call: digests, mails and anything else; the
	 * session verifies it. Returns 0, or 1 if it started work whose end wake_fd will
	 * signal. With `again` it looks again after work in progress; else it starts nothing
	 * new. -1: it cannot look now; the session continues. NULL: nothing can come. */
	int (*read)(void *arg, bool again, struct buf *text, struct err *err);
	/* Readable when it is time to look; -1: none, then the session looks each second after 1. */
	int wake_fd;
	int seconds;                /* seconds between looks without wake_fd; 0: never */
	void (*release)(void *arg); /* may be NULL */
};

/* Start of a session. */
struct play_options {
	struct buf text;                  /* digests, or mails with digests */
	struct buf news;                  /* more, which has arrived since then */
	struct order_transport transport; /* moved, as is `source`: the session releases both */
	struct digest_source source;
	int in;     /* the keyboard; -1: /dev/tty */
	bool plain; /* sentences instead of drawings, line by line */
	bool lines; /* line by line, also on a terminal that has a full screen */
	int (*seated)(struct play *p, void *arg,
	    struct err *err); /* see struct play (session/play_internal.h) */
	void *seated_arg;
	/* Called before each prompt, for play_note; NULL: no notes. The order transport's arg. */
	void (*guide)(struct play *p, void *arg);
};

/* Runs until the player quits or the input ends. u->key is loaded, or NULL for a watcher.
 * Releases `start`. *signal is the signal that ended the session, or 0. ERR_AUTH: the host cheats.
 * ERR_BUSY: another process plays this seat. */
int play_session(struct user *u, struct play_options *start, int *signal, struct err *err);

/* Opens the terminal of a session on descriptor `in`, or on /dev/tty if it is -1, with the
 * style of u. As term_open. */
int play_terminal(struct term **out, struct user *u, int in, bool plain, struct err *err);

/* ---- order transports: 0, or -1 with *err. Their words are in `lang`. ------------------------------------------ */

int order_transport_mail(struct order_transport *r, const struct language *lang, const char *addr,
    const char *game, struct err *err);
int order_transport_git(struct order_transport *r, const struct language *lang, const char *dir,
    struct err *err); /* git adit send - */
/* Writes to a file; "-": standard output. Replaces an existing file only if it has an order of
 * this record. */
int order_transport_file(struct order_transport *r, const struct language *lang, const char *file,
    const char *record, struct err *err);

/* The address, folder or file of a transport. */
const char *order_transport_to(const struct order_transport *r);

/* ---- digest sources: `letter` is the program adit-letter, or NULL ---------------------------- */

/* Appends the content of the newest messages of a Maildir, also of those already read. */
int digest_source_letters(const char *letter, const char *dir, struct buf *text, struct err *err);
/* Appends the sender of the newest message of a Maildir with a digest of this game, signed by this
 * host; nothing if there is none. The sender is not authenticated. */
void digest_source_sender(const char *letter, const char *dir, const struct rules *const *games,
    const char *game, const char *host_sign, struct buf *from);
/* True if the folder is a Maildir, or a git repository. */
bool digest_source_is_maildir(const char *dir);
bool digest_source_is_git(const char *dir);
/* Runs git fetch if there is a remote origin. Reads new turns/NNNNNN.txt of its main, else of
 * the local one. Checks nothing out. */
int digest_source_git(struct digest_source *l, const char *dir, int seconds, struct err *err);
/* Chooses one of these sources by what `dir` is. */
int digest_source_open(
    struct digest_source *l, const char *letter, const char *dir, struct err *err);

#endif
