#ifndef ADIT_DRAW_PLAIN_H
#define ADIT_DRAW_PLAIN_H

#include "draw/picture.h"
#include "util/wrap.h"

/*
 * DRAW_PLAIN: sentences with the content of the drawings in draw.h, for screen readers and braille.
 * No glyph and no position carries meaning. The functions of draw.h call these.
 */

/* Writes one or more sentences for each card, then the places where a card could be placed. */
void plain_board(const struct language *lang, const struct view *v, const struct names *names,
    unsigned columns, struct buf *out);

/* Writes a creature or a dwarf: "dwarf of anna". */
void plain_figure(const struct language *lang, const struct picture_item *t,
    const struct names *names, struct buf *out);

/* Groups equal cards of a hand. For card i: whether it is the first of its kind, the number of
 * copies, and whether one of them is new. */
struct hand_group {
	bool is_first, is_new;
	unsigned copies;
};
struct hand_group hand_group_at(const card_id *card, const bool *is_new, unsigned n, unsigned i);

void plain_hand(const struct language *lang, const struct rules *rules, const card_id *card,
    const bool *is_new, unsigned n, struct buf *out);
void plain_seats(
    const struct language *lang, const struct view *v, const struct names *names, struct buf *out);

/* Writes a row of a table with headings: "anna: role miner, gold 3." cell: the n texts of the
 * row. */
void plain_row(const struct buf *heading, const struct buf *cell, unsigned n, struct buf *out);

#endif
