#ifndef ADIT_RECORD_HOME_H
#define ADIT_RECORD_HOME_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/err.h"
#include "wire/order_block.h"

/*
 * The games that a home has a record of, each in a folder of its own, HOME/games/GAME of mode 0700 (adit(5),
 * FILES): what was seen (record/pins.h), the digests (record/saved_digest.h), the orders (record/signed_order.h).
 */

/* A game's name becomes that of a folder: is it one that `new` makes, without dots and slashes? */
bool home_is_game(const char *s);

/* Append the path of its folder, which need not exist.  ERR_SYNTAX: it is no such name. */
int home_folder(const char *home, const char *game, struct buf *out, struct err *err);

/*
 * Make the folder, and hold it: until home_unlock nobody else writes there.  What an adit before this one
 * kept in files, GAME and GAME.leaves, is moved into it.
 */
struct home_hold {
	int fd;
};
int home_lock(const char *home, const char *game, struct home_hold *hold, struct err *err);
void home_unlock(struct home_hold *hold);

/* Are there such files of this game? */
bool home_is_old(const char *home, const char *game);

/* The names of all that there are, sorted; a home without any has none. */
struct home_list {
	size_t n;
	struct home_game {
		char name[ORDER_BLOCK_GAME_MAX + 1];
	} * at;
};
int home_list(const char *home, struct home_list *out, struct err *err);
void home_list_release(struct home_list *list);

#endif
