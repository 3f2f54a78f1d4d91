#ifndef ADIT_CLI_SHOW_KNOWN_H
#define ADIT_CLI_SHOW_KNOWN_H

#include "core/knowledge.h"
#include "player/player.h"

/* A heading of a page for people, with what belongs beside it.  style: DRAW_ bits. */
void show_heading(const char *title, const char *beside, unsigned style, struct buf *out);

/* What the seat, or everybody, knows beyond what lies on the table: of goals, roles and the gold of clans, each
 * with a heading; nothing of what there is nothing to say of. */
void show_known(
    const struct player_read *r, const struct knowledge *k, unsigned style, struct buf *out);

/* The same section by section, without headings. */
void show_known_each(const struct player_read *r, const struct knowledge *k, unsigned style,
    void (*section)(void *arg, const char *title, const struct buf *lines), void *arg);

/* Cards that were played in the round and that are still to come. */
void show_cards(
    const struct player_read *r, const struct knowledge *k, unsigned columns, struct buf *out);

#endif
