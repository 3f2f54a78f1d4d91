/* adit seat: give a seat other keys. */
#include "cli/cmd.h"
#include "cli/deliver.h"
#include "cli/keys.h"
#include "cli/turns.h"

struct seat_opt {
	const char *replace, *reason, *out;
};

static const struct opt opt[] = {
	{ "replace", 0, OPT_TEXT, offsetof(struct seat_opt, replace), "FILE",
	    "the public card that the seat is to have from now on", 0, 0 },
	{ "reason", 0, OPT_TEXT, offsetof(struct seat_opt, reason), "TEXT",
	    "why; every player reads it", 0, 0 },
	{ "out", 0, OPT_TEXT, offsetof(struct seat_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names", 0, 0 },
	{ .name = NULL },
};

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct seat_opt *o = ctx->opt;
	struct host_result r;
	struct pubkey card;
	int64_t delivered = -1;
	int result;

	(void)argc;
	if (o->replace == NULL)
		return err_set(err, ERR_USAGE, "which card instead? --replace FILE is missing");
	if (o->reason == NULL)
		return err_set(err, ERR_USAGE, "--reason TEXT is missing: the players will ask");
	if (keys_card(o->replace, &card, err) < 0 || deliver_check_key(ctx, err) < 0 ||
	    (o->out != NULL && folder_make(o->out, err) < 0) ||
	    (o->out != NULL && deliver_known(ctx, o->out, NULL, &delivered, err) < 0) ||
	    host_replace(
		ctx->host, ctx->key, argv[0], &card, o->reason, ctx->now, delivered, &r, err) < 0)
		return -1;
	result = deliver_result(ctx, o->out, &r, err);
	host_result_release(&r);
	return result;
}

const struct cmd cmd_seat = {
	.name = "seat",
	.synopsis = "--replace=FILE --reason=TEXT [-k HOST] [--out=DIR] GAME.db NAME",
	.summary = "give the seat NAME another key, in the open",
	.text = "For a player who has lost his key, or somebody who takes over.  Every digest "
		"tells of it "
		"until more than half of the other seats have confirmed it with the order \"vote "
		"NAME yes\".",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct seat_opt),
	.args_min = 2,
	.args_max = 2,
	.run = run,
};
