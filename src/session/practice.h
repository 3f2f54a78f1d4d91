#ifndef ADIT_SESSION_PRACTICE_H
#define ADIT_SESSION_PRACTICE_H

#include "record/user.h"

struct lesson;

/*
 * A practice game: a local table against policies of src/bot, played in an ordinary session
 * (session/play.h). Host, keys, game file and record are real. They are in a folder of their own,
 * which is also the home of the session.
 */
struct practice_want {
	const struct rules *rules;
	const char *against; /* "greedy,random": one policy a seat, after the player */
	const char *seed;    /* hexadecimal, or NULL: random; determines keys, deal and choices */
	const char *keep;    /* a folder to create or to continue; NULL: a temporary one */
	const char *const *option; /* NAME=VALUE, as for options_set_all */
	unsigned n_options;
	const char *temporary;       /* folder for temporary folders; NULL: /tmp */
	bool plain, lines;           /* as in struct play_options */
	const struct lesson *lesson; /* NULL: none; else it has the rules, seats and seed above */
};

/* ERR_USAGE: invalid settings, or `keep` has another game. ERR_BUSY: another process plays it. */
int practice_play(struct user *u, const struct practice_want *want, int *signal, struct err *err);

/* The folder of a practice game (practice_folder.c). It contains practice (the settings), lock,
 * home/, game.db and turns/. */
struct practice_folder {
	struct buf path;
	int lock; /* an open lock */
	bool is_kept;
};

/* `keep` is a folder, or NULL for a new private one in `temporary` (NULL or not absolute: /tmp);
 * folders left there by dead sessions are removed. ERR_CREATE: the folder contains something else.
 * ERR_BUSY: another process has it. Call practice_close after every result. */
int practice_open(
    struct practice_folder *f, const char *keep, const char *temporary, struct err *err);
/* Removes the folder with its content unless it is kept. */
void practice_close(struct practice_folder *f);

/* Forks so that a folder that is not kept is removed however the session ends. The session runs
 * in the child, where the function returns. The parent waits for the child and exits like it. */
void practice_guard(struct practice_folder *f);

/* Writes the settings to the folder, or compares them with those stored there. A seed that was
 * not given is read from there. ERR_USAGE: the settings differ. seed: "" or as given. */
int practice_note(
    const struct practice_folder *f, const char *game, struct buf *seed, struct err *err);

#endif
