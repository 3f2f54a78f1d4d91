#ifndef ADIT_DRAW_PEN_H
#define ADIT_DRAW_PEN_H

#include <stdint.h>

#include "util/buf.h"

/*
 * A drawing is signs with paint, one column wide each, line after line; a pen writes them in one
 * style.  Only the pen knows which: whoever draws says what a sign stands for and calls the functions
 * below.
 */

enum paint { /* what a sign stands for; what it looks like: pen.c */
	PAINT_PLAIN,
	PAINT_ROCK,
	PAINT_REACHED,
	PAINT_CUT,
	PAINT_BLOCK,
	PAINT_FRAME,
	PAINT_START,
	PAINT_GOLD,
	PAINT_HIDDEN,
	PAINT_PLACE,
	PAINT_AXIS,
	PAINT_GREEN,
	PAINT_BLUE,
	PAINT_STRONG,
	PAINT_COUNT
};

struct glyph {
	char utf8[4];
	char ascii;
	uint8_t paint; /* enum paint */
};

/* A sign of one ASCII character. */
static inline struct glyph
glyph_letter(char c, enum paint paint)
{
	return (struct glyph){ { c }, c, (uint8_t)paint };
}

/* Blanks are held back until something follows on the line, so that no line ends with them. */
struct pen {
	struct buf *out;
	unsigned style; /* DRAW_ bits (draw.h) */
	unsigned blanks;
	enum paint paint; /* the colour the terminal is in */
};

/* A pen that appends to out. */
struct pen pen_for(struct buf *out, unsigned style);

void pen_glyph(struct pen *pen, const struct glyph *sign);
void pen_text(struct pen *pen, enum paint paint, const char *text); /* ASCII */
/* The same, formatted: what is beyond PEN_TEXT_MAX bytes is cut off. */
enum { PEN_TEXT_MAX = 80 };
void pen_fmt(struct pen *pen, enum paint paint, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void pen_blanks(struct pen *pen, size_t n);
void pen_end_line(struct pen *pen);

#endif
