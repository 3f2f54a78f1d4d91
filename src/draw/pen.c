/*
 * The pen of terminals and digests: UTF-8 or 7-bit, with or without colours.
 */
#include "draw/pen.h"

#include <stdarg.h>
#include <stdio.h>

#include "draw/draw.h"

/* Colours of middling brightness, which black and white are as far from (tests/draw/draw_rules.c). */
static const char *const paint_sgr[PAINT_COUNT] = {
	[PAINT_PLAIN] = "0",
	[PAINT_STRONG] = "0;1",
	[PAINT_ROCK] = "0;38;5;243",
	[PAINT_AXIS] = "0;38;5;243",
	[PAINT_REACHED] = "0;1",
	[PAINT_CUT] = "0",
	[PAINT_BLOCK] = "0;1;38;5;160",
	[PAINT_FRAME] = "0;38;5;31",
	[PAINT_START] = "0;1;38;5;31",
	[PAINT_HIDDEN] = "0;1;38;5;133",
	[PAINT_GOLD] = "0;1;38;5;136",
	[PAINT_PLACE] = "0;38;5;28",
	[PAINT_GREEN] = "0;1;38;5;28",
	[PAINT_BLUE] = "0;1;38;5;33",
};

struct pen
pen_for(struct buf *out, unsigned style)
{
	return (struct pen){ .out = out, .style = style, .paint = PAINT_PLAIN };
}

static void
pen_paint(struct pen *pen, enum paint paint)
{
	if (!(pen->style & DRAW_COLOR) || pen->paint == paint)
		return;
	buf_fmt(pen->out, "\033[%sm", paint_sgr[paint]);
	pen->paint = paint;
}

void
pen_sign(struct pen *pen, const struct sign *sign)
{
	char c = pen->style & DRAW_ASCII ? sign->ascii : sign->utf8[0];

	if (c == ' ') {
		pen->blanks++;
		return;
	}
	buf_fill(pen->out, ' ', pen->blanks);
	pen->blanks = 0;
	pen_paint(pen, (enum paint)sign->paint);
	if (pen->style & DRAW_ASCII)
		buf_chr(pen->out, c);
	else
		buf_str(pen->out, sign->utf8);
}

void
pen_text(struct pen *pen, enum paint paint, const char *text)
{
	for (; *text; text++) {
		struct sign sign = sign_letter(*text, paint);

		pen_sign(pen, &sign);
	}
}

void
pen_fmt(struct pen *pen, enum paint paint, const char *fmt, ...)
{
	char text[PEN_TEXT_MAX + 1];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	pen_text(pen, paint, text);
}

void
pen_blanks(struct pen *pen, size_t n)
{
	pen->blanks += (unsigned)n;
}

void
pen_end_line(struct pen *pen)
{
	pen->blanks = 0;
	pen_paint(pen, PAINT_PLAIN);
	buf_chr(pen->out, '\n');
}
