/* adit fsck: compare a game file with what its orders make. */
#include <string.h>

#include "audit/file.h"
#include "cli/cmd.h"

static const struct opt_rule opt_rule[] = {
	OPT_RULE_PASSPHRASE,
	{ .name = NULL },
};

/* What the store says names its file already. */
static int
name_file(const struct ctx *ctx, struct err *err)
{
	size_t n = strlen(ctx->path);

	return strncmp(err->msg, ctx->path, n) == 0 ? -1 : err_wrap(err, "%s", ctx->path);
}

static void
print_checked(const struct ctx *ctx, const struct audit_checked *c)
{
	struct printer *p = ctx->print;

	print_open(p, NULL);
	print_text(p, NULL, "%: ", ctx->path);
	print_text(p, "game", "game % is as its orders make it: ", c->game);
	print_number(p, "n", NULL, c->digests - 1);
	print_number(p, NULL, "digests %, ", c->digests);
	print_number(p, "orders", "orders %, ", c->orders);
	print_number(p, "waiting", "stored orders %, ", c->waiting);
	print_number(p, "undelivered", "undelivered digests %\n", c->undelivered);
	print_truth(p, "views", NULL, NULL, ctx->key != NULL);
	print_close(p);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct audit_checked c;

	(void)argc, (void)argv;
	if (ctx->key_arg != NULL && ctx_load_key(ctx, err) < 0)
		return -1;
	if (audit_fsck(ctx->host, ctx->key, &c, err) < 0)
		return name_file(ctx, err);
	print_checked(ctx, &c);
	if (!ctx->json && ctx->key == NULL)
		ctx_say(ctx,
		    "what the private views say was not compared; that needs the host's key: -k "
		    "HOST");
	return 0;
}

const struct cmd cmd_fsck = {
	.name = "fsck",
	.synopsis = "[-k HOST] GAME.db",
	.summary = "compare a game file with what its orders make",
	.text = "Checks the file itself, every signature, hash and link, then plays all orders "
		"again and compares every digest, order and seat and the state with what comes of "
		"it.  Nothing is changed.  The first difference is told, with status 1.\n"
		"\n"
		"With -k HOST the private views are made again, too.",
	.group = GROUP_HOST,
	.need = NEED_STORE_READ | NEED_KEY_LATER,
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
