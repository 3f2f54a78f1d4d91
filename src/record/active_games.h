#ifndef ADIT_RECORD_ACTIVE_GAMES_H
#define ADIT_RECORD_ACTIVE_GAMES_H

#include "record/user.h"
#include "record/transcript.h"

/* The games of which this home has digests (record/saved_digest.h). */

/*
 * Appends the folder of the selected game: that of -g, else the only running one, else the only
 * one. Returns -1 if there is none (ERR_USAGE, ERR_NOT_FOUND); 1 if there are several, and *err
 * lists them.
 */
int active_games_pick(const struct user *u, struct buf *dir, struct err *err);

/* Prints all games, a line each, with turn number and the seat to move. */
int active_games_list(const struct user *u, int64_t now, struct err *err);

/* Calls `call` for each game that is not over, sorted by name. */
struct active_game {
	const char *name;
	const struct digest *d; /* the newest */
	struct hash head;
};
int active_games_each(const struct user *u, void (*call)(void *arg, const struct active_game *g),
    void *arg, struct err *err);
/* Prints one line of active_games_list. */
void active_games_line(
    const struct language *lang, const struct active_game *g, int64_t now, struct printer *p);

#endif
