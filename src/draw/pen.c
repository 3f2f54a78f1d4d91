/*
 * The pen for terminals and digests: UTF-8 or 7-bit, with or without colours.
 */
#include "draw/pen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "draw/style.h"
#include "util/xml.h"

/* Colours of medium brightness, with equal contrast to black and white (tests/draw/draw_rules.c):
 * for terminals their number among 256, and the equivalent CSS. */
static const struct {
	const char *sgr, *css;
} paint_look[PAINT_COUNT] = {
	[PAINT_PLAIN] = { "0", NULL },
	[PAINT_STRONG] = { "0;1", "font-weight:bold" },
	[PAINT_ROCK] = { "0;38;5;243", "color:#767676" },
	[PAINT_AXIS] = { "0;38;5;243", "color:#767676" },
	[PAINT_REACHED] = { "0;1", "font-weight:bold" },
	[PAINT_CUT] = { "0", NULL },
	[PAINT_BLOCK] = { "0;1;38;5;160", "color:#d70000" },
	[PAINT_FRAME] = { "0;38;5;31", "color:#0087af" },
	[PAINT_START] = { "0;1;38;5;31", "color:#0087af" },
	[PAINT_HIDDEN] = { "0;1;38;5;133", "color:#af5faf" },
	[PAINT_GOLD] = { "0;1;38;5;136", "color:#af8700" },
	[PAINT_PLACE] = { "0;38;5;28", "color:#008700" },
	[PAINT_GREEN] = { "0;1;38;5;28", "color:#008700" },
	[PAINT_BLUE] = { "0;1;38;5;33", "color:#0087ff" },
};

struct pen
pen_for(struct buf *out, unsigned style)
{
	return (struct pen){ .out = out, .style = style, .paint = PAINT_PLAIN };
}

static void
pen_paint(struct pen *pen, enum paint paint)
{
	const char *was = paint_look[pen->paint].css, *css = paint_look[paint].css;

	if (pen->paint == paint)
		return;
	pen->paint = paint;
	if (pen->style & DRAW_COLOR)
		buf_fmt(pen->out, "\033[%sm", paint_look[paint].sgr);
	if (!(pen->style & DRAW_HTML) || was == css)
		return;
	buf_str(pen->out, was != NULL ? "</span>" : "");
	if (css != NULL)
		buf_fmt(pen->out, "<span style=\"%s\">", css);
}

void
pen_glyph(struct pen *pen, const struct glyph *sign)
{
	char c = pen->style & DRAW_ASCII ? sign->ascii : sign->utf8[0];

	if (c == ' ') {
		pen->blanks++;
		return;
	}
	buf_fill(pen->out, ' ', pen->blanks);
	pen->blanks = 0;
	pen_paint(pen, (enum paint)sign->paint);
	if (pen->style & DRAW_HTML)
		xml_escape(pen->style & DRAW_ASCII ? &c : sign->utf8,
		    pen->style & DRAW_ASCII ? 1 : strlen(sign->utf8), pen->out);
	else if (pen->style & DRAW_ASCII)
		buf_chr(pen->out, c);
	else
		buf_str(pen->out, sign->utf8);
}

void
pen_text(struct pen *pen, enum paint paint, const char *text)
{
	for (; *text; text++) {
		struct glyph sign = glyph_letter(*text, paint);

		pen_glyph(pen, &sign);
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
