/* The context of a verb: messages, output, key. */
#include <stdarg.h>
#include <time.h>

#include "cli/cmd.h"
#include "cli/keys.h"
#include "cli/digest_input.h"
#include "draw/draw.h"
#include "wire/report.h"
#include "util/timestamp.h"

enum { TIME_SLACK_S = 300 };

void
ctx_say(const struct ctx *ctx, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	struct err shown = ERR_INIT;
	va_list ap;

	if (ctx->quiet)
		return;
	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	(void)err_set(&shown, ERR_NONE, "%s", buf_cstr(&text)); /* replaces controls */
	ctx_flush(ctx);
	fprintf(stderr, "adit: %s: %s\n", ctx->cmd->name, shown.msg);
	buf_release(&text);
}

void
ctx_check_time(const struct ctx *ctx, int64_t n, int64_t time)
{
	char text[TIMESTAMP_LEN + 1];

	if ((ctx->cmd->need & NEED_NOW) == 0 || time <= ctx->now + TIME_SLACK_S)
		return;
	timestamp_text(time, text);
	ctx_say(ctx,
	    "warning: digest %lld is dated %s, which is yet to come: the host's clock is wrong, or "
	    "this one",
	    (long long)n, text);
}

/* Prints "adit: VERB: line 3: what is wrong; what to do", or a JSON object. */
void
show_error(const char *verb, bool json, const struct err *err)
{
	struct buf out = BUF_INIT;
	struct printer p = json ? printer_json(&out) : printer_words(&out);

	report_error(verb, exit_name(err->code), err, &p);
	(void)fwrite(buf_cstr(&out), 1, out.n, stderr);
	buf_release(&out);
}

void
local_time(int64_t t, char out[static PRINTER_TIME])
{
	const time_t then = (time_t)t;
	struct tm tm;

	if (localtime_r(&then, &tm) == NULL ||
	    strftime(out, PRINTER_TIME, "%Y-%m-%d %H:%M %Z", &tm) == 0)
		timestamp_text(t, out);
}

unsigned
ctx_style(const struct ctx *ctx)
{
	return (ctx->ascii ? DRAW_ASCII : 0u) | (ctx->color ? DRAW_COLOR : 0u);
}

/* Write errors stay in ferror(stdout), which finish() checks. */
void
ctx_flush(const struct ctx *ctx)
{
	struct buf *out = ctx->print->out;

	if (out->n > 0)
		(void)fwrite(out->p, 1, out->n, stdout);
	buf_clear(out);
}

void
ctx_name_file(const struct ctx *ctx, const char *dir, int64_t n)
{
	struct buf *out = print_human_buf(ctx->print);

	if (out == NULL)
		return;
	folder_file(dir, n, out);
	buf_chr(out, '\n');
}

int
ctx_load_key(struct ctx *ctx, struct err *err)
{
	struct buf name = BUF_INIT;
	int result = 0;

	if (ctx->key_arg != NULL) {
		buf_str(&name, ctx->key_arg);
	} else if (ctx->cmd->need & NEED_KEY_OF_GAME) {
		result = host_key_name(ctx->host, &name, err);
	} else {
		result = keys_only(&name, err);
	}
	if (result == 0)
		result = keys_path(buf_cstr(&name), &ctx->key_path, &ctx->key_name, err);
	buf_release(&name);
	if (result < 0)
		return -1;
	ctx->key = keys_load(
	    buf_cstr(&ctx->key_path), buf_cstr(&ctx->key_name), ctx->passphrase_fd, err);
	return ctx->key == NULL ? -1 : 0;
}
