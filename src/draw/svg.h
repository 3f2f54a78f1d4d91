#ifndef ADIT_DRAW_SVG_H
#define ADIT_DRAW_SVG_H

#include <stdbool.h>

#include "text/names.h"

/*
 * Tables and cards as SVG: the pictures of draw/picture.h, drawn with shapes instead of signs.  They take views,
 * so they cannot show what a seat may not know.  The same view makes the same bytes on every machine.
 *
 * A drawing is a whole file, or a piece of a page: then the page has svg_style among its styles and svg_shapes
 * somewhere in its body before the first drawing, each once.  No drawing has an id, a style attribute or a script; what
 * it is made of has classes, which begin with a-, and the <svg> itself has the class adit.
 */
enum svg_for { SVG_INLINE, SVG_FILE };

struct svg_defs;

struct svg_extent { /* both ends are in it */
	bool any;   /* else there is nothing in it */
	int x0, x1, y0, y1;
};

struct svg_options {
	uint8_t is_for; /* enum svg_for */
	/* Each card on the table and each empty place that takes one is a <g data-at="3,-1"> with a <title>, to be
	 * pointed at. */
	bool targets;
	/* More empty places that are drawn so: where an order of the page's seat lays a card that needs no way there. */
	const struct place *also;
	size_t n_also;
	/* At least this part of the table is shown, so that states of one table are drawn alike; NULL: what is in use. */
	const struct svg_extent *extent;
	/* Of many states of one table in a page: draw each card once, in the bank, and refer to it; NULL: draw it here.
	 * Not with targets. */
	struct svg_defs *bank;
};

/* The rules for CSS, light and dark, with the colours as custom properties (--adit-...) of the root; in a file, as
 * they are. */
void svg_style(enum svg_for is_for, struct buf *out);

/* A hidden <svg> with what drawings in a page refer to. */
void svg_shapes(struct buf *out);

/* The table; before the deal nothing.  names: of the seats, or NULL.  A place is SVG_CELL units wide and high, so that
 * the drawing has SVG_CELL * columns and as much as coordinates take; it scales. */
enum { SVG_CELL = 100 };
void svg_board(const struct view *v, const struct names *names, const struct svg_options *look,
    struct buf *out);

/* What is shown on the table in words, a line a card, then the places that take one; plain text.  The <desc> of
 * svg_board is shorter. */
void svg_board_words(const struct view *v, const struct names *names, struct buf *out);

/* Any card, as in the hand; CARD_HIDDEN: its back.  As wide and high as a place. */
void svg_card(const struct rules *rules, card_id card, bool flipped, const struct svg_options *look,
    struct buf *out);

/* Make the extent so large that this table, too, is in it. */
void svg_extent_add(const struct view *v, const struct names *names, struct svg_extent *extent);

struct svg_defs *svg_defs_new(void);
void svg_defs_free(struct svg_defs *bank);
/* A hidden <svg> with the cards of the bank: once, in the page of the drawings that refer to it, before or behind
 * them. */
void svg_defs_cells(const struct svg_defs *bank, struct buf *out);

#endif
