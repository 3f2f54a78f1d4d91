#ifndef ADIT_SESSION_PLAY_CHOOSE_H
#define ADIT_SESSION_PLAY_CHOOSE_H

#include "record/user.h"

/*
 * What a session begins with: a game, its digests, a key, the place where news arrive, and the way
 * in which orders leave. What the player asks for comes first, then what was used last for this
 * game (struct play_settings), then what the input suggests.
 */
struct play_wish { /* NULL: the player did not say */
	/* a game, a file of digests or mails, a folder, a Maildir, a repository, or "-" */
	const char *begin;
	const char *follow;         /* where news arrive; "-": nowhere */
	const char *to, *git, *out; /* how orders leave */
	bool send;                  /* by mail */
	bool plain;                 /* sentences instead of drawings, line by line */
	bool lines;                 /* line by line instead of a full screen */
};

/*
 * Runs a session. It saves what it was asked for and what works, with absolute paths. If the place
 * of news that was used last is gone or damaged, prints one line and begins with the record.
 * *signal is the signal that ended the session, or 0. ERR_USAGE: no game was chosen, several keys
 * come into question, or the wish is invalid. Other errors as play_session.
 */
int play_choose(struct user *u, const struct play_wish *wish, int *signal, struct err *err);

#endif
