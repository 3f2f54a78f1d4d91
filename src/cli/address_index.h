#ifndef ADIT_CLI_ADDRESS_INDEX_H
#define ADIT_CLI_ADDRESS_INDEX_H

#include "cli/cmd.h"
#include "wire/order_block.h"

/*
 * The tables of a folder at which a seat has a given address, by DIR/.adit-index (cli/table_index.h): of tables that did
 * not change since they were looked at, none is opened.
 */
enum { ADDRESS_GAMES_MAX = 16 };

struct address_games {
	size_t
	    n; /* in order of the names of their files; of more than ADDRESS_GAMES_MAX no names */
	char game[ADDRESS_GAMES_MAX][ORDER_BLOCK_GAME_MAX + 1];
};

/* Of games that are not over.  What cannot be read is passed over: it brings no help to anybody. */
void address_index_find(
    const struct ctx *ctx, const char *folder, const char *addr, struct address_games *out);

#endif
