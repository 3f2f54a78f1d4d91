#ifndef ADIT_PLAYER_PREVIEW_H
#define ADIT_PLAYER_PREVIEW_H

#include "core/game.h"
#include "util/buf.h"

/*
 * Shows the effect of an order as far as the seat can know, before the player signs it.
 *
 * v: a view of a seat. o: the n steps of an order of that seat, n > 0. *after: the view after
 * the order. A card that would be drawn or turned up, or that depends on hidden information, is
 * CARD_HIDDEN. A goal that would be turned up stays face down. If the order ends the round,
 * *after is the end of that round, without the next deal. words: gets the effects that *after
 * does not show, one 7-bit sentence a line: "a goal would be turned up".
 *
 * Returns false if the order is illegal now or changes nothing on the board (a standing order,
 * a choice of gold). Then *after and `words` are unchanged.
 */
bool preview(
    const struct view *v, const struct order *o, unsigned n, struct view *after, struct buf *words);

#endif
