/*
 * The pen for terminals and digests: UTF-8 or 7-bit, with or without colours.
 */
#include "draw/pen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "draw/style.h"
#include "util/xml.h"
#include "util/utf8.h"

/* Colours of medium brightness, with equal contrast to black and white (tests/draw/draw_rules.c):
 * for terminals their number among 256, and the equivalent element of HTML. */
static const struct {
	struct paint_colour terminal;
	const char *tag;
} paint_look[PAINT_COUNT] = {
	[PAINT_PLAIN] = { { -1, false }, NULL },
	[PAINT_STRONG] = { { -1, true }, "b" },
	[PAINT_ROCK] = { { 243, false }, "span style=\"color:#767676\"" },
	[PAINT_AXIS] = { { 243, false }, "span style=\"color:#767676\"" },
	[PAINT_REACHED] = { { -1, true }, "b" },
	[PAINT_CUT] = { { -1, false }, NULL },
	[PAINT_BLOCK] = { { 160, true }, "span style=\"color:#d70000\"" },
	[PAINT_FRAME] = { { 31, false }, "span style=\"color:#0087af\"" },
	[PAINT_START] = { { 31, true }, "span style=\"color:#0087af\"" },
	[PAINT_HIDDEN] = { { 133, true }, "span style=\"color:#af5faf\"" },
	[PAINT_GOLD] = { { 136, true }, "span style=\"color:#af8700\"" },
	[PAINT_PLACE] = { { 28, false }, "span style=\"color:#008700\"" },
	[PAINT_GREEN] = { { 28, true }, "span style=\"color:#008700\"" },
	[PAINT_BLUE] = { { 33, true }, "span style=\"color:#0087ff\"" },
};

struct paint_colour
paint_colour_of(enum paint paint)
{
	return paint_look[paint].terminal;
}

struct pen
pen_for(const struct language *lang, struct buf *out, unsigned style)
{
	return (struct pen){ .out = out, .lang = lang, .style = style, .paint = PAINT_PLAIN };
}

static void
pen_paint(struct pen *pen, enum paint paint)
{
	const char *was = paint_look[pen->paint].tag, *tag = paint_look[paint].tag;

	if (pen->paint == paint)
		return;
	pen->paint = paint;
	if (pen->style & DRAW_COLOR) {
		const struct paint_colour colour = paint_colour_of(paint);

		buf_str(pen->out, colour.is_strong ? "\033[0;1" : "\033[0");
		if (colour.number >= 0)
			buf_fmt(pen->out, ";38;5;%d", colour.number);
		buf_chr(pen->out, 'm');
	}
	if (!(pen->style & DRAW_HTML) || was == tag)
		return;
	if (was != NULL)
		buf_fmt(pen->out, "</%.*s>", (int)strcspn(was, " "), was);
	if (tag != NULL)
		buf_fmt(pen->out, "<%s>", tag);
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
	uint32_t unused;

	for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
		struct glyph sign = glyph_letter(*text, paint);

		n = utf8_next(text, left, &unused);
		n = n > 0 ? n : 1;
		if (n > 1) {
			buf_fill(pen->out, ' ', pen->blanks);
			pen->blanks = 0;
			pen_paint(pen, paint);
			buf_add(pen->out, text, n); /* nothing to escape */
		} else {
			pen_glyph(pen, &sign);
		}
	}
}

void
pen_say(struct pen *pen, enum paint paint, const char *message, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, message);
	language_vfmt(pen->lang, &text, message, ap);
	va_end(ap);
	pen_text(pen, paint, buf_cstr(&text));
	buf_wipe(&text);
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
