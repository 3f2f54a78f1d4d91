/* adit fsck: compare a game file with what its orders make. */
#include <inttypes.h>
#include <string.h>

#include "audit/file.h"
#include "cli/cmd.h"
#include "wire/report.h"

/* What the store says names its file already. */
static int
name_file(const struct ctx *ctx, struct err *err)
{
	size_t n = strlen(ctx->path);

	return strncmp(err->msg, ctx->path, n) == 0 ? -1 : err_wrap(err, "%s", ctx->path);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct audit_checked c;
	struct buf out = BUF_INIT;

	(void)argc;
	(void)argv;
	if (ctx->key_arg != NULL && ctx_load_key(ctx, err) < 0)
		return -1;
	if (audit_fsck(ctx->host, ctx->key, &c, err) < 0)
		return name_file(ctx, err);
	if (ctx->json) {
		report_checked_json(
		    c.game, c.digests, c.orders, c.waiting, c.undelivered, ctx->key != NULL, &out);
	} else {
		buf_fmt(&out,
		    "%s: game %s is as its orders make it: digests %" PRId64 ", orders %" PRId64
		    ", stored orders %" PRId64 ", undelivered digests %" PRId64 "\n",
		    ctx->path, c.game, c.digests, c.orders, c.waiting, c.undelivered);
		if (ctx->key == NULL)
			ctx_say(ctx,
			    "what the private views say was not compared; that needs the host's "
			    "key: -k HOST");
	}
	ctx_put(ctx, out.p, out.n);
	buf_release(&out);
	return 0;
}

const struct cmd cmd_fsck = {
	.name = "fsck",
	.synopsis = "[-k HOST] GAME.db",
	.summary = "compare a game file with what its orders make",
	.text = "Checks the file itself, every signature, hash and link, then plays all orders "
		"again and "
		"compares every digest, order and seat and the state with what comes of it.  "
		"Nothing is "
		"changed.  The first difference is told, with status 1.\n"
		"\n"
		"With -k HOST the private views are made again, too.",
	.group = GROUP_HOST,
	.need = NEED_STORE_READ | NEED_KEY_LATER,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
