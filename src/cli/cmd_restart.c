/* adit restart: somebody does not join or confirm; begin the dealing anew. */
#include <string.h>

#include "cli/cmd.h"
#include "cli/deliver.h"
#include "cli/turns.h"

struct restart_opt {
	const char *reason, *out;
};

static const struct opt opt[] = {
	{ "reason", 0, OPT_TEXT, offsetof(struct restart_opt, reason), "TEXT",
	    "why: the players read it", 0, 0 },
	{ "out", 0, OPT_TEXT, offsetof(struct restart_opt, out), "DIR",
	    "write the digest to DIR/turns/NNNNNN.txt and print that name", 0, 0 },
	{ .name = NULL },
};

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct restart_opt *o = ctx->opt;
	struct host_result r;
	int64_t delivered = -1;
	int result;

	(void)argc;
	(void)argv;
	if (o->reason == NULL) {
		err_set(err, ERR_USAGE, "the players are to know why");
		return err_hint(err, "say it with --reason TEXT");
	}
	if (deliver_check_key(ctx, err) < 0 || (o->out != NULL && folder_make(o->out, err) < 0) ||
	    (o->out != NULL && deliver_known(ctx, o->out, NULL, &delivered, err) < 0) ||
	    host_restart(ctx->host, ctx->key, o->reason, ctx->now, delivered, &r, err) < 0)
		return -1;
	result = deliver_result(ctx, o->out, &r, err);
	host_result_release(&r);
	return result;
}

const struct cmd cmd_restart = {
	.name = "restart",
	.synopsis = "--reason=TEXT [-k HOST] [--out=DIR] GAME.db",
	.summary = "begin the joining anew, because somebody does not answer",
	.text = "Only before the cards are dealt.  Everybody has to join again; a seat whose card "
		"the host "
		"did not give to \"adit new\" is free for somebody else.  Every attempt is "
		"counted, and stands "
		"in each digest from then on: a host who starts over until he likes the cards "
		"shows it.",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct restart_opt),
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
