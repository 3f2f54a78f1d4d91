/* adit restart: begin the joint deal again, without a seat that does not join or confirm. */
#include "cli/cmd.h"
#include "service/deliver.h"

struct restart_opt {
	const char *reason, *out;
};

static const struct opt opt[] = {
	CMD_OPTION("reason", 0, OPT_TEXT, offsetof(struct restart_opt, reason), "TEXT",
	    "reason, shown to the players"),
	CMD_OPTION("out", 0, OPT_TEXT, offsetof(struct restart_opt, out), "DIR",
	    "write the digest to DIR/turns/NNNNNN.txt and print that name"),
	{ .name = NULL },
};

static int
make(struct table_run *run, const void *arg, int64_t delivered, struct host_result *r,
    struct err *err)
{
	const struct restart_opt *o = arg;

	return host_restart(
	    run->host, run->user->key, o->reason, run->user->now, delivered, r, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct restart_opt *o = ctx->opt;

	(void)argc, (void)argv;
	if (o->reason == NULL) {
		err_set(err, ERR_USAGE, "the players are to know why");
		return err_hint(err, "say it with --reason TEXT");
	}
	return deliver_act(&ctx->run, o->out, make, o, err);
}

const struct cmd cmd_restart = {
	.name = "restart",
	.synopsis = "--reason=TEXT [-k HOST] [--out=DIR] GAME.db",
	.summary = HELP("restart the joint deal if a player does not answer"),
	.text = HELP(
	    "Only before the cards are dealt.  All players must join again; a seat whose key "
	    "the host did not give to \"adit new\" is free for another player.  Attempts are "
	    "counted, and every later digest shows the number, so a host cannot restart "
	    "secretly until the cards are good."),
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct restart_opt),
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
