#ifndef ADIT_DRAW_PLAIN_H
#define ADIT_DRAW_PLAIN_H

#include "draw/picture.h"
#include "util/wrap.h"

/*
 * DRAW_PLAIN: sentences that say what the drawings of draw.h show, for who hears them or reads them with his fingers.
 * No sign stands for anything, nothing is told by where it stands.  Those of draw.h call these.
 */

/* A sentence, or a few, for each card, then the places where one could go. */
void plain_board(
    const struct view *v, const struct names *names, unsigned columns, struct buf *out);
/* Equal cards of a hand are told once: is card i the first of its kind?  How many there are, and is one of them new? */
struct hand_group {
	bool is_first, is_new;
	unsigned copies;
};
struct hand_group hand_group_at(const card_id *card, const bool *is_new, unsigned n, unsigned i);

void plain_hand(const struct rules *rules, const card_id *card, const bool *is_new, unsigned n,
    struct buf *out);
void plain_seats(const struct view *v, const struct names *names, struct buf *out);

/* Who has what, of a table with headings: "anna: role miner, gold 3."  cell: the n texts of a row. */
void plain_row(const struct buf *heading, const struct buf *cell, unsigned n, struct buf *out);

/* What a sign means that the rules set draws over the cards; NULL: it is none of these. */
const char *glyph_meaning(
    const struct view *v, const struct names *names, const struct glyph *sign);

#endif
