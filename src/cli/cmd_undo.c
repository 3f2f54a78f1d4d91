/* adit undo: go back to an earlier digest, publicly. */
#include "cli/cmd.h"
#include "service/deliver.h"

struct undo_opt {
	const char *out, *reason;
	struct opt_number to;
	bool withdraw;
};

static const struct opt opt[] = {
	{ "to", 0, OPT_NUMBER, offsetof(struct undo_opt, to), "N",
	    HELP("go back to the state after digest N"), 0, INT32_MAX },
	CMD_OPTION("reason", 0, OPT_TEXT, offsetof(struct undo_opt, reason), "TEXT",
	    "reason, shown to the players"),
	CMD_OPTION("withdraw", 0, OPT_FLAG, offsetof(struct undo_opt, withdraw), NULL,
	    "end the vote on an earlier undo request"),
	CMD_OPTION("out", 0, OPT_TEXT, offsetof(struct undo_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names"),
	{ .name = NULL },
};

/* At most one undo request is open. */
static const struct opt_rule opt_rule[] = {
	{ "withdraw", "to", NULL },
	{ .name = NULL },
};

static int
make(struct table_run *run, const void *arg, int64_t delivered, struct host_result *r,
    struct err *err)
{
	const struct undo_opt *o = arg;

	if (o->withdraw)
		return host_withdraw(
		    run->host, run->user->key, o->reason, run->user->now, delivered, r, err);
	return host_undo(
	    run->host, run->user->key, o->to.value, o->reason, run->user->now, delivered, r, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct undo_opt *o = ctx->opt;

	(void)argc, (void)argv;
	if (!o->withdraw && !o->to.given)
		return err_set(err, ERR_USAGE, "back to which digest? --to N is missing");
	if (!o->withdraw && o->reason == NULL)
		return err_set(err, ERR_USAGE, "--reason TEXT is required");
	return deliver_act(&ctx->run, o->out, make, o, err);
}

const struct cmd cmd_undo = {
	.name = "undo",
	.synopsis = "--to=N --reason=TEXT [-k HOST] [--out=DIR] GAME.db | --withdraw GAME.db",
	.summary = HELP("go back to an earlier digest, with a new digest that says so"),
	.text = HELP(
	    "The game continues from the state after digest N.  Nothing is rewritten: the "
	    "undone digests stay, and a new one reports the undo and its reason.  Orders "
	    "signed before it become invalid, and queued orders are dropped.  The end of a "
	    "round cannot be undone.\n\nIf a card was drawn or looked at since, unseen cards "
	    "would be shuffled again, and the host knows the result.  Then the digest is only "
	    "a request.  Nothing is played until more than half of the seats have voted \"vote "
	    "undo N yes\", which executes it; or until that is no longer possible, one limit "
	    "has passed (7 days without one), or --withdraw."),
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct undo_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
