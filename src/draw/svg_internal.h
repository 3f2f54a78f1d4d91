#ifndef ADIT_DRAW_SVG_INTERNAL_H
#define ADIT_DRAW_SVG_INTERNAL_H

#include "draw/board_layout.h"
#include "draw/svg.h"

/* Elements of drawings, for src/draw/svg*.c and their tests. */

/* A colour, light and dark, "#rrggbb". `on` lists its backgrounds. Its contrast to them (WCAG
 * 2) is at least `contrast` tenths: 30 for shapes, 45 for letters; on NULL: a background. */
struct svg_color {
	const char *name, *light, *dark;
	const char *on[4];
	uint8_t contrast;
};
extern const struct svg_color svg_ink[]; /* ends with name NULL */

/* A symbol around 0,0 that others refer to as #adit-NAME. */
struct svg_symbol {
	const char *name, *body;
};
extern const struct svg_symbol svg_glyph[]; /* ends with name NULL */

/* Writes the symbols that the text refers to; text NULL: all. */
void svg_symbols(const char *text, struct buf *out);

/* Writes the styles, light, and the symbols that the text refers to: the head of a small file. */
void svg_used(const char *text, struct buf *out);

/* Writes plain text as XML: escapes markup, and replaces characters invalid in XML by '?'. */
void svg_text(const char *s, struct buf *out);

/* Writes the card around 0,0, without its position. turned: quarters by which its rock is turned.
 * Items are in the order of the picture, then figures, then webs. */
void svg_picture(const struct card_picture *p, unsigned turned, struct buf *out);

/* A position in a drawing. svg_part_xy returns that of a space (PART_) around 0,0 of its card. */
struct svg_xy {
	int x, y;
};
struct svg_xy svg_part_xy(unsigned part);

/* The symbol of each shape; NULL: none. */
extern const char *const svg_glyph_of[SHAPE_COUNT];

/* Writes the dwarves and creatures of a card. */
void svg_figures(const struct card_picture *p, struct buf *out);

/* Writes the marks of what changed, over the cards. anchors: the first at a place without a card
 * has the id at3,-1. */
void svg_changes(
    const struct board_layout *layout, const struct changes *c, bool anchors, struct buf *out);

/* Writes a sentence about cell i: "3,-1 nsw, cut off: ladder, dwarf of anna." */
void svg_words(const struct language *lang, const struct view *v, const struct names *names,
    const struct board_layout *c, unsigned i, struct buf *out);

#endif
