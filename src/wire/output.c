/* Messages, results and errors of a verb. */
#include "wire/output.h"

#include <stdarg.h>

#include "draw/draw.h"
#include "text/error_text.h"

static void
say_line(const struct output *o, const struct buf *text)
{
	struct buf line = BUF_INIT;

	error_text_line(text, &line);
	output_flush(o);
	o->say(o->arg, buf_cstr(&line));
	buf_release(&line);
}

static void __attribute__((format(printf, 2, 0)))
say(const struct output *o, const char *fmt, va_list ap)
{
	struct buf text = BUF_INIT;

	language_vfmt(o->lang, &text, fmt, ap);
	say_line(o, &text);
	buf_release(&text);
}

void
output_say(const struct output *o, const char *fmt, ...)
{
	va_list ap;

	if (o->quiet)
		return;
	va_start(ap, fmt);
	say(o, fmt, ap);
	va_end(ap);
}

void
output_say_always(const struct output *o, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(o, fmt, ap);
	va_end(ap);
}

void
output_say_why(const struct output *o, const struct err *why)
{
	struct buf text = BUF_INIT;

	if (o->quiet)
		return;
	error_text_message(o->lang, why, &text);
	say_line(o, &text);
	buf_release(&text);
}

void
output_fail(const struct output *o, const struct err *err)
{
	if (o->quiet)
		return;
	output_flush(o);
	o->fail(o->arg, err);
}

void
output_flush(const struct output *o)
{
	(void)o->flush(o->arg, false);
}

bool
output_sync(const struct output *o)
{
	return o->flush(o->arg, true);
}

unsigned
output_style(const struct output *o)
{
	return (o->ascii ? DRAW_ASCII : 0u) | (o->color ? DRAW_COLOR : 0u);
}
