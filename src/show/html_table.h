#ifndef ADIT_SHOW_HTML_TABLE_H
#define ADIT_SHOW_HTML_TABLE_H

#include "core/changes.h"
#include "show/description.h"
#include "show/html.h"

/* Board and seats of one view, as parts of a page. */
struct html_table {
	struct description about;
	const struct changes *changes; /* of the newest move; NULL: not marked */
	/* The seat of the view orders by clicks: cards and places are targets, as in struct
	 * svg_options, and the only places are those of its orders. */
	bool orders;
};

/* Appends the board as a picture, with a description for screen readers. Appends nothing before
 * the deal. */
void html_board(const struct html_table *t, struct buf *out);

/* Appends the panels of the seats and the sizes of the piles; before the deal, a list of the seats. */
void html_seats(const struct html_table *t, struct buf *out);

/* Appends the end of a round: its last board unless that is still the board, and a table of roles
 * and gold. The first arguments are those of draw_round_end; `options` are of the board, and their language that of the words. */
struct svg_options;
void html_round_end(const struct view *before, const struct view *after, const struct events *ev,
    const struct names *names, const struct svg_options *options, struct buf *out);

/* Appends the result of a game as a table: role at the end, gold after each round. `v` is a view
 * after the end, or of the game that goes on. */
void html_summary(const struct language *lang, const struct summary *s, const struct view *v,
    const struct names *names, struct buf *out);

#endif
