#ifndef ADIT_PLAYER_PREVIEW_H
#define ADIT_PLAYER_PREVIEW_H

#include "core/game.h"
#include "util/buf.h"

/*
 * What an order would make of the table, as far as the seat of the view can know: for the question whether it
 * shall be signed.
 *
 * v: a view of a seat.  o: the n steps of an order of that seat, at least one.  *after: the view when it has been
 * played: what would be drawn or turned up, and whatever else hangs on something hidden, is CARD_HIDDEN; a goal
 * that would be turned up still lies face down.  Where the round would end, the table is as it lies then: another
 * one that is dealt is no part of it.
 * words: appended, what nobody can see in *after, a sentence a line, in 7-bit: "a goal would be turned up".
 *
 * false: the order is not allowed now, or it changes nothing on the table (a standing order, a nugget that is
 * taken); *after and words are as they were.
 */
bool preview(
    const struct view *v, const struct order *o, unsigned n, struct view *after, struct buf *words);

#endif
