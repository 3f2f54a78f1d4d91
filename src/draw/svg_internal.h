#ifndef ADIT_DRAW_SVG_INTERNAL_H
#define ADIT_DRAW_SVG_INTERNAL_H

#include "draw/board_layout.h"
#include "draw/svg.h"

/* What drawings are made of, for src/draw/svg*.c and their tests. */

/* A colour, light and dark, "#rrggbb".  It is seen upon another one, at least at this contrast (WCAG 2), in tenths:
 * 30 for what has a shape, 45 for letters; on NULL: a ground. */
struct svg_color {
	const char *name, *light, *dark;
	const char *on[4];
	uint8_t contrast;
};
extern const struct svg_color svg_ink[]; /* ends with name NULL */

/* A drawing around 0,0 that others refer to as #adit-NAME. */
struct svg_symbol {
	const char *name, *body;
};
extern const struct svg_symbol svg_glyph[]; /* ends with name NULL */

/* Those that the text refers to; text NULL: all. */
void svg_symbols(const char *text, struct buf *out);

/* Plain text as XML: markup in it is escaped, what XML cannot have becomes '?'. */
void svg_text(const char *s, struct buf *out);

/* The card around 0,0, without its place; THINGS in the order of the picture, figures last. */
void svg_picture(const struct card_picture *p, struct buf *out);

/* A sentence on cell i of the chart: "3,-1 nsw, cut off: ladder, dwarf of anna." */
void svg_words(const struct view *v, const struct names *names, const struct board_layout *c,
    unsigned i, struct buf *out);

#endif
