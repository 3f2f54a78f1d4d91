#ifndef ADIT_SHOW_SHOW_KNOWN_H
#define ADIT_SHOW_SHOW_KNOWN_H

#include "core/knowledge.h"
#include "player/player.h"
#include "text/language.h"

/* Appends a heading for people, with the text `beside`. style: DRAW_ bits. */
void show_heading(const char *title, const char *beside, unsigned style, struct buf *out);

/* Appends what the seat, or the public, knows beyond the board: goals, roles and the gold of
 * clans, each with a heading. Empty parts are left out. */
void show_known(const struct language *lang, const struct player_read *r, const struct knowledge *k,
    unsigned style, struct buf *out);

/* Calls `section` for each part of show_known, without headings. */
void show_known_each(const struct language *lang, const struct player_read *r,
    const struct knowledge *k, unsigned style,
    void (*section)(void *arg, const char *title, const struct buf *lines), void *arg);

/* Appends the cards that were played in the round and the cards still to come. */
void show_cards(const struct language *lang, const struct player_read *r, const struct knowledge *k,
    unsigned columns, struct buf *out);

#endif
