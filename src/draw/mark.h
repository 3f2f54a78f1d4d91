#ifndef ADIT_DRAW_MARK_H
#define ADIT_DRAW_MARK_H

#include "draw/picture.h"

/*
 * Marks: small pictures for what everybody may know of a seat, such as a broken lamp. A page shows
 * them in a row, each as a file of its own, so a mark never changes.
 */
enum { MARK_SIZE = 28 }; /* width and height of a mark, in pixels */

/* Returns mark i of this rules set, NULL: no more. Mark 0 is gold, for lists of scores. */
const struct seat_mark *mark_at(const struct rules *rules, unsigned i);

/* Returns true if a seat is shown with mark i; never with gold. */
bool mark_is(const struct view *v, uint8_t seat, unsigned i);

/* Appends the picture as a file. */
void mark_svg(const struct seat_mark *mark, struct buf *out);

/* Appends the picture for a page that has svg_shapes. It says its words in the language. `letter` of a seat is
 * written over the figure of that seat; 0: none. */
void mark_inline(
    const struct language *lang, const struct seat_mark *mark, char letter, struct buf *out);

/* Appends only its shapes, around 0,0: for a symbol that a page refers to often. */
void mark_shapes(const struct seat_mark *mark, char letter, struct buf *out);

#endif
