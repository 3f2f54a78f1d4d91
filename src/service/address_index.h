#ifndef ADIT_SERVICE_ADDRESS_INDEX_H
#define ADIT_SERVICE_ADDRESS_INDEX_H

#include "service/table_run.h"
#include "wire/order_block.h"

/* Finds the tables of a folder at which a seat has a given address. The index DIR/.adit-index
 * (service/table_index.h) is used, so unchanged tables are not opened. */
enum { ADDRESS_GAMES_MAX = 16 };

struct address_games {
	size_t n; /* may exceed ADDRESS_GAMES_MAX; then `game` is unused; sorted by file name */
	char game[ADDRESS_GAMES_MAX][ORDER_BLOCK_GAME_MAX + 1];
};

/* Finds tables whose game is not over. Unreadable files are skipped. */
void address_index_find(
    const struct table_run *run, const char *folder, const char *addr, struct address_games *out);

#endif
