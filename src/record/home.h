#ifndef ADIT_RECORD_HOME_H
#define ADIT_RECORD_HOME_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/err.h"
#include "wire/order_block.h"

/*
 * The games of a home, each with a record in a folder of its own, HOME/games/GAME of mode 0700
 * (adit(5), FILES): pins (record/pins.h), digests (record/saved_digest.h), orders
 * (record/signed_order.h).
 */

/* True if s is a game name as `new` makes it, without dots and slashes, so that it can name a
 * folder. */
bool home_is_game(const char *s);

/* Appends the path of the game's folder, which need not exist. ERR_SYNTAX: not a game name. */
int home_folder(const char *home, const char *game, struct buf *out, struct err *err);

/* Creates and locks the folder: until home_unlock no other process writes there. */
struct home_hold {
	int fd;
};
int home_lock(const char *home, const char *game, struct home_hold *hold, struct err *err);
void home_unlock(struct home_hold *hold);

/* Lists the names of all games, sorted; the list may be empty. */
struct home_list {
	size_t n;
	struct home_game {
		char name[ORDER_BLOCK_GAME_MAX + 1];
	} * at;
};
int home_list(const char *home, struct home_list *out, struct err *err);
void home_list_release(struct home_list *list);

#endif
