/* Messages, results and errors of a verb. */
#include "wire/output.h"

#include <stdarg.h>

#include "draw/draw.h"

static void __attribute__((format(printf, 2, 0)))
say(const struct output *o, const char *fmt, va_list ap)
{
	struct buf text = BUF_INIT;
	struct err shown = ERR_INIT;

	buf_vfmt(&text, fmt, ap);
	(void)err_set(&shown, ERR_NONE, "%s", buf_cstr(&text)); /* replaces controls */
	output_flush(o);
	o->say(o->arg, shown.msg);
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
