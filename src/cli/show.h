#ifndef ADIT_CLI_SHOW_H
#define ADIT_CLI_SHOW_H

#include "player/story.h"

/* A digest for people: table, board, what happened, and, if it was opened, the own view with the
 * legal orders.  know: of the round.  style: DRAW_ bits; columns: of the terminal, for boards and lists; legend: tell
 * what the signs on the board mean. */
void show_read(const struct player_read *r, const struct story *story, const struct know *know,
    unsigned style, unsigned columns, bool legend, struct buf *out);

#endif
