#ifndef ADIT_CLI_SHOW_H
#define ADIT_CLI_SHOW_H

#include "player/story.h"

/* A digest for people: table, board, what happened, and, if it was opened, the own view with the
 * legal orders.  style: DRAW_ bits; columns: of the terminal, for the list of orders. */
void show_read(const struct player_read *r, const struct story *story, unsigned style,
    unsigned columns, struct buf *out);

#endif
