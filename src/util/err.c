/*
 * Runtime errors as values.
 *
 * (E1) msg and hint are one line each of valid UTF-8 without controls or bidi characters, whatever
 * the arguments are. So a path or a mail field cannot move the cursor or forge a second line.
 */
#include "util/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/utf8.h"

/* Copies in to out (size bytes) with '?' for unprintable characters; cuts between two
 * characters. */
static void
copy_shown(char *out, size_t size, const char *in)
{
	size_t left = strlen(in), n = 0;

	while (left > 0) {
		uint32_t c = 0;
		size_t len = utf8_next(in, left, &c);
		int shown = len > 0 && utf8_is_printable(c);
		size_t put = shown ? len : 1;

		if (n + put >= size)
			break;
		if (shown)
			memcpy(out + n, in, len);
		else
			out[n] = '?';
		n += put;
		in += len > 0 ? len : 1;
		left -= len > 0 ? len : 1;
	}
	out[n] = '\0';
}

int
err_set_line(struct err *err, enum err_code code, int line, const char *fmt, ...)
{
	char text[2 * ERR_MSG_MAX]; /* separate from err: an argument may be the old err->msg */
	va_list ap;

	va_start(ap, fmt);
	if (vsnprintf(text, sizeof text, fmt, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	copy_shown(err->msg, sizeof err->msg, text);
	err->hint[0] = '\0';
	err->code = code;
	err->line = line;
	return -1;
}

int
err_hint(struct err *err, const char *fmt, ...)
{
	char text[2 * ERR_HINT_MAX];
	va_list ap;

	va_start(ap, fmt);
	if (vsnprintf(text, sizeof text, fmt, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	copy_shown(err->hint, sizeof err->hint, text);
	return -1;
}

int
err_wrap(struct err *err, const char *fmt, ...)
{
	char text[2 * ERR_MSG_MAX];
	va_list ap;

	va_start(ap, fmt);
	int n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (n < 0)
		n = 0;
	if ((size_t)n < sizeof text)
		(void)snprintf(text + n, sizeof text - (size_t)n, ": %s", err->msg);
	copy_shown(err->msg, sizeof err->msg, text);
	return -1;
}

const char *
err_code_name(enum err_code code)
{
	static const char *const name[] = {
		[ERR_NONE] = "none",
		[ERR_USAGE] = "usage",
		[ERR_SYNTAX] = "syntax",
		[ERR_RULE] = "rule",
		[ERR_AUTH] = "auth",
		[ERR_STALE] = "stale",
		[ERR_NOT_FOUND] = "not-found",
		[ERR_PENDING] = "pending",
		[ERR_CREATE] = "create",
		[ERR_IO] = "io",
		[ERR_BUSY] = "busy",
		[ERR_CORRUPT] = "corrupt",
	};

	return name[code];
}
