/* adit apply: take orders, one transaction each, and deliver the digests they make. */
#include <string.h>

#include "cli/cmd.h"
#include "cli/deliver.h"
#include "record/inbox.h"
#include "util/file.h"

struct apply_opt {
	const char *out, *sig;
};

static const struct opt opt[] = {
	{ "out", 0, OPT_TEXT, offsetof(struct apply_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names", 0, 0 },
	{ "sig", 0, OPT_TEXT, offsetof(struct apply_opt, sig), "FILE",
	    "the signature that stock minisign made of a canonical order", 0, 0 },
	{ .name = NULL },
};

/* ---- orders --------------------------------------------------------------------------------- */

static int
make(struct ctx *ctx, const void *order, int64_t delivered, struct host_result *r, struct err *err)
{
	return host_apply(ctx->host, ctx->key, order, ctx->now, delivered, r, err);
}

static int
apply_one(void *arg, const struct order_in *order, struct err *err)
{
	struct ctx *ctx = arg;
	const struct apply_opt *o = ctx->opt;

	return deliver_made(ctx, o->out, &order->o.b, make, order, err);
}

/* A signature beside the order, as minisign names it. */
static int
read_sig(const char *file, const char *named, struct buf *out, struct err *err)
{
	struct buf beside = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	if (named != NULL)
		return file_read(named, BLOCK_INPUT_MAX, out, err);
	if (strcmp(file, "-") == 0)
		return 0;
	buf_fmt(&beside, "%s.minisig", file);
	if (file_read(beside.p, BLOCK_INPUT_MAX, out, &why) < 0 && why.code != ERR_NOT_FOUND) {
		*err = why;
		result = -1;
	}
	buf_release(&beside);
	return result;
}

static int
apply_file(struct ctx *ctx, const char *file, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	struct buf text = BUF_INIT, sig = BUF_INIT;
	struct inbox in = {
		.name = strcmp(file, "-") == 0 ? "standard input" : file,
		.key = ctx->key,
		.each = apply_one,
		.arg = ctx,
	};
	int result = file_read(file, BLOCK_INPUT_MAX, &text, err);

	if (result == 0)
		result = read_sig(file, o->sig, &sig, err);
	if (result == 0) {
		if (sig.n > 0) {
			in.sig = sig.p;
			in.sig_n = sig.n;
		}
		result = inbox_read(&in, buf_cstr(&text), text.n, err);
	}
	if (result < 0 && in.n > 1)
		(void)err_wrap(err, "order %u of %s (those before it are applied)", in.n, in.name);
	buf_release(&sig);
	buf_wipe(&text);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	static char standard_input[] = "-";
	char *only[] = { standard_input };

	if (argc == 0) {
		argc = 1;
		argv = only;
	}
	if (o->sig != NULL && argc > 1)
		return err_set(
		    err, ERR_USAGE, "--sig goes with one order, not with %d files", argc);
	if (deliver_begin(ctx, o->out, err) < 0)
		return -1;
	for (int i = 0; i < argc; i++) {
		if (apply_file(ctx, argv[i], err) < 0)
			return -1;
	}
	return 0;
}

const struct cmd cmd_apply = {
	.name = "apply",
	.synopsis = "[-k HOST] [--out=DIR] [--sig=FILE] GAME.db [FILE...|-]",
	.summary = "take orders of players and print the digests they make",
	.text = "Each FILE, or standard input, is a message with one or more orders, sealed or in "
		"clear, as it came by mail; or a canonical order text with FILE.minisig beside "
		"it.  Orders are taken in turn, each whole or not at all; the first that fails "
		"ends the run.  The same order again prints the same digest and changes "
		"nothing.\n"
		"\n"
		"With --out, digests that an earlier run could not deliver are written, too.",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct apply_opt),
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
