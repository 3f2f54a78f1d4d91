#ifndef ADIT_DRAW_SVG_H
#define ADIT_DRAW_SVG_H

#include <stdbool.h>

#include "core/changes.h"
#include "text/language.h"
#include "text/names.h"

/*
 * Boards and cards as SVG: the pictures of draw/picture.h, drawn with shapes instead of glyphs. The
 * functions take views, so they cannot show hidden information. Equal views give equal bytes on
 * every machine.
 *
 * A drawing is a complete file or part of a page. A page needs svg_style in its styles and
 * svg_shapes in its body before the first drawing, each once. No drawing has an id (but for
 * `anchors`), a style attribute or a script. Its elements have classes that begin with a-, and the <svg> itself has the
 * class adit.
 */
enum svg_for { SVG_INLINE, SVG_FILE };

struct svg_defs;

struct svg_extent { /* both ends are inclusive */
	bool any;   /* false: the extent is empty */
	int x0, x1, y0, y1;
};

struct svg_options {
	uint8_t is_for; /* enum svg_for */
	/* Each card on the board and each empty place for a card becomes a <g data-at="3,-1"> with
	 * a <title>, for pointing devices. */
	bool targets;
	bool anchors; /* each card and each changed place has the id at3_-1: once in a page */
	/* What the newest move changed, to mark it over the cards; NULL: nothing. */
	const struct changes *changes;
	/* More places to draw as empty places: where an order of the page's seat places a card that
	 * needs no connection. */
	const struct place *also;
	size_t n_also;
	bool only_also; /* draw no other empty places */
	/* Minimum visible part of the board, so that several states are drawn alike; NULL: the used
	 * part. */
	const struct svg_extent *extent;
	/* For many states of one board in a page: draws each card, place and axis once, in
	 * `defs`, and refers to it; NULL: draws it in place. Not with targets. */
	struct svg_defs *defs;
	const struct language *lang; /* of titles and descriptions */
};

/* Writes the CSS rules, light and dark. In a page, colours are custom properties (--adit-...) of
 * the root; in a file, values. */
void svg_style(enum svg_for is_for, struct buf *out);

/* Writes a hidden <svg> with the symbols that drawings in a page refer to. */
void svg_shapes(struct buf *out);

/* Draws the board; nothing before the deal. names: of the seats, or NULL. A place is SVG_CELL units
 * wide and high; coordinates need more. The drawing scales. */
enum { SVG_CELL = 100 };
void svg_board(const struct view *v, const struct names *names, const struct svg_options *options,
    struct buf *out);

/* Writes the board in words, one line per card, then the places for cards; plain text. The <desc>
 * of svg_board is shorter. */
void svg_board_words(
    const struct language *lang, const struct view *v, const struct names *names, struct buf *out);

/* Draws any card, as in the hand; CARD_HIDDEN: its back. It has the size of a place. */
void svg_card(const struct rules *rules, card_id card, bool flipped,
    const struct svg_options *options, struct buf *out);

/* Extends the extent to include this board. */
void svg_extent_add(const struct view *v, const struct names *names, struct svg_extent *extent);

struct svg_defs *svg_defs_new(void);
void svg_defs_free(struct svg_defs *defs);
/* Writes a hidden <svg> with the cards of the definitions: once, in the page of the drawings that refer to
 * it, before or after them. */
void svg_defs_cells(const struct svg_defs *defs, struct buf *out);

#endif
