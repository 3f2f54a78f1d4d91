#ifndef ADIT_CLI_ACTIVE_GAMES_H
#define ADIT_CLI_ACTIVE_GAMES_H

#include "cli/cmd.h"
#include "record/transcript.h"

/* The games that this home has digests of (record/saved_digest.h). */

/* Append the folder of the one that is meant: that of -g, else the only one that is running, else the only
 * one.  -1: there is none (ERR_USAGE, ERR_NOT_FOUND); 1: there are several, *err asks which. */
int active_games_pick(const struct ctx *ctx, struct buf *dir, struct err *err);

/* Print them all, a line each: how far they are and whose turn it is. */
int active_games_list(struct ctx *ctx, struct err *err);

/* Call back for each that is not over, sorted by name. */
struct active_game {
	const char *name;
	const struct digest *d; /* the newest */
	struct hash head;
};
int active_games_each(const struct ctx *ctx, void (*call)(void *arg, const struct active_game *g),
    void *arg, struct err *err);
/* One line of active_games_list. */
void active_games_line(const struct active_game *g, int64_t now, struct printer *p);

#endif
