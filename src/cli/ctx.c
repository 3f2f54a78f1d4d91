/* The context of a verb: messages, output, key. */
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "draw/draw.h"
#include "record/key_choice.h"
#include "record/keys.h"
#include "wire/report.h"

/* Prints "adit: VERB: line 3: what is wrong; what to do", or a JSON object. */
void
show_error(const struct language *lang, const char *verb, bool json, const struct err *err)
{
	struct buf out = BUF_INIT;
	struct printer p = json ? printer_json(&out) : printer_words(&out);

	report_error(json ? NULL : lang, verb, err_code_name(err->code), err, &p);
	(void)fwrite(buf_cstr(&out), 1, out.n, stderr);
	buf_release(&out);
}

/* Write errors stay in ferror(stdout), which finish() checks, and their reason in the context. */
static bool
flush(void *arg, bool syncs)
{
	struct ctx *ctx = arg;
	struct buf *out = ctx->out.print->out;
	bool ok;

	errno = 0;
	ok = out->n == 0 || fwrite(out->p, 1, out->n, stdout) == out->n;
	ok = (!syncs || fflush(stdout) == 0) && ok;
	if (!ok && ctx->write_error == 0)
		ctx->write_error = errno;
	buf_clear(out);
	return ok && !ferror(stdout);
}

static void
say(void *arg, const char *line)
{
	const struct ctx *ctx = arg;

	fprintf(stderr, "adit: %s: %s\n", ctx->cmd->name, line);
}

static void
fail(void *arg, const struct err *err)
{
	const struct ctx *ctx = arg;

	(void)fflush(stdout);
	show_error(ctx->out.lang, ctx->cmd->name, false, err);
}

static unsigned
find_columns(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= DRAW_COLUMNS_MIN)
		return size.ws_col < 200 ? size.ws_col : 200;
	return DRAW_COLUMNS;
}

void
ctx_init_output(struct ctx *ctx)
{
	ctx->out.columns = find_columns();
	ctx->out.terminal = getenv("TERM");
	ctx->out.arg = ctx;
	ctx->out.flush = flush;
	ctx->out.say = say;
	ctx->out.fail = fail;
}

int
ctx_choose_key(struct ctx *ctx, const struct buf *text, struct err *err)
{
	struct buf key = BUF_INIT;
	int result;

	if (ctx->user.key_arg != NULL)
		return ctx->user.key != NULL ? 0 : table_run_load_key(&ctx->run, err);
	result = key_choice_seat(&ctx->user, text, NULL, &key, err);
	if (result == 0)
		result = keys_open(&ctx->user, buf_cstr(&key), err);
	buf_release(&key);
	return result;
}
