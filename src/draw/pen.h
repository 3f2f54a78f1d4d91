#ifndef ADIT_DRAW_PEN_H
#define ADIT_DRAW_PEN_H

#include <stdbool.h>
#include <stdint.h>

#include "text/language.h"
#include "util/buf.h"

/*
 * A drawing consists of painted glyphs, one column wide each, line by line. A pen writes them in
 * one style. Only the pen knows the style; other code chooses the meaning of a glyph and calls the
 * functions below.
 */

enum paint { /* meaning of a glyph; its appearance: pen.c */
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

/* The colour of a paint on a terminal: its number among 256, -1 for the usual one. */
struct paint_colour {
	int16_t number;
	bool is_strong;
};
struct paint_colour paint_colour_of(enum paint paint);

struct glyph {
	char utf8[4];
	char ascii;
	uint8_t paint; /* enum paint */
};

/* Returns a glyph of one ASCII character. */
static inline struct glyph
glyph_letter(char c, enum paint paint)
{
	return (struct glyph){ { c }, c, (uint8_t)paint };
}

/* Blanks are buffered until something follows on the line, so that no line ends with blanks. */
struct pen {
	struct buf *out;
	const struct language *lang;
	unsigned style; /* DRAW_ bits (draw.h) */
	unsigned blanks;
	enum paint paint; /* current colour of the terminal */
};

/* Returns a pen that appends to out. lang: of its words. */
struct pen pen_for(const struct language *lang, struct buf *out, unsigned style);

void pen_glyph(struct pen *pen, const struct glyph *sign);
/* Valid UTF-8. */
void pen_text(struct pen *pen, enum paint paint, const char *text);
/* Like pen_text, formatted. Text beyond PEN_TEXT_MAX bytes is cut off. */
enum { PEN_TEXT_MAX = 80 };
/* Like pen_text, a message (text/language.h). */
void pen_say(struct pen *pen, enum paint paint, const char *message, ...)
    __attribute__((format(printf, 3, 4)));
void pen_fmt(struct pen *pen, enum paint paint, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void pen_blanks(struct pen *pen, size_t n);
void pen_end_line(struct pen *pen);

#endif
