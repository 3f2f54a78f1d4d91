/* adit seat: give a seat other keys. */
#include "cli/deliver.h"
#include "cli/keys.h"

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

struct replace {
	const char *seat;
	struct pubkey card;
};

static int
make(struct ctx *ctx, const void *arg, int64_t delivered, struct host_result *r, struct err *err)
{
	const struct seat_opt *o = ctx->opt;
	const struct replace *to = arg;

	return host_replace(
	    ctx->host, ctx->key, to->seat, &to->card, o->reason, ctx->now, delivered, r, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct seat_opt *o = ctx->opt;
	struct replace to = { .seat = argv[0] };

	(void)argc;
	if (o->replace == NULL)
		return err_set(err, ERR_USAGE, "which card instead? --replace FILE is missing");
	if (o->reason == NULL)
		return err_set(err, ERR_USAGE, "--reason TEXT is missing: the players will ask");
	if (keys_card(o->replace, &to.card, err) < 0)
		return -1;
	return deliver_act(ctx, o->out, make, &to, err);
}

const struct cmd cmd_seat = {
	.name = "seat",
	.synopsis = "--replace=FILE --reason=TEXT [-k HOST] [--out=DIR] GAME.db NAME",
	.summary = "give the seat NAME another key, in the open",
	.text = "For a player who has lost his key, or somebody who takes over.  Every digest "
		"tells of it until more than half of the other seats have confirmed it with the "
		"order \"vote NAME yes\".",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct seat_opt),
	.args_min = 2,
	.args_max = 2,
	.run = run,
};
