#ifndef ADIT_TEXT_TYPED_ORDER_H
#define ADIT_TEXT_TYPED_ORDER_H

#include "text/turnline.h"

/*
 * Orders as people type them, without knowing the order language: "Lay the NSW on (3, -1)". In
 * addition to turnline_parse, this accepts
 *
 * - a place as "3, -1", "(3,-1)", "3/-1" or "3 -1";
 * - a missing "at", or "on" or "to" in its place; flipped before the place;
 * - articles, "card", "and"; "me" for the own seat;
 * - lay, put or play for place; a path card and a place without verb; play before an action card;
 * - a preposition after an action card: break-lamp on bob, repair-lamp for anna;
 * - the words of a kind with blanks: break lamp bob;
 * - a part of a kind, as far as its hyphens, if a card of the hand has it: lamp bob.
 *
 * Nothing is guessed: all readings are found.
 */

/*
 * Appends each reading of a turn, a canonical line with LF. The seat is that of the view. Returns
 * their number. More than one: neither is the only legal one. 0: there is none; *err says why, as
 * from turnline_parse.
 */
unsigned typed_order_read(const struct view *v, const struct names *names, const char *s, size_t n,
    struct buf *out, struct err *err);

#endif
