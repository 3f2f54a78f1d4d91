/* adit seat: replace the keys of a seat, or remove a standby. */
#include "cli/cmd.h"
#include "service/deliver.h"
#include "record/keys.h"

struct seat_opt {
	const char *replace, *reason, *out;
	struct opt_number drop;
};

static const struct opt opt[] = {
	{ "replace", 0, OPT_TEXT, offsetof(struct seat_opt, replace), "FILE",
	    "the new public key file of the seat", 0, 0 },
	{ "drop-standby", 0, OPT_NUMBER, offsetof(struct seat_opt, drop), "N",
	    "remove the player who waits since digest N from the waiting list", 1, INT32_MAX },
	{ "reason", 0, OPT_TEXT, offsetof(struct seat_opt, reason), "TEXT",
	    "why; every player reads it", 0, 0 },
	{ "out", 0, OPT_TEXT, offsetof(struct seat_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names", 0, 0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "drop-standby", "replace", NULL },
	{ .name = NULL },
};

struct replace {
	const struct seat_opt *opt;
	const char *seat;
	struct pubkey card;
};

static int
make(struct table_run *run, const void *arg, int64_t delivered, struct host_result *r,
    struct err *err)
{
	const struct replace *to = arg;
	const struct seat_opt *o = to->opt;

	if (o->drop.given)
		return host_drop(run->host, run->user->key, o->drop.value, o->reason,
		    run->user->now, delivered, r, err);
	return host_replace(run->host, run->user->key, to->seat, &to->card, o->reason,
	    run->user->now, delivered, r, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct seat_opt *o = ctx->opt;
	struct replace to = { .opt = o, .seat = argc > 0 ? argv[0] : "" };

	if (o->drop.given == (argc > 0))
		return err_set(err, ERR_USAGE,
		    argc > 0 ? "--drop-standby N conflicts with a seat" :
			       "which seat? NAME is missing");
	if (!o->drop.given && o->replace == NULL)
		return err_set(err, ERR_USAGE, "--replace FILE is required");
	if (o->reason == NULL)
		return err_set(err, ERR_USAGE, "--reason TEXT is required");
	if (!o->drop.given && keys_read_pubkey(o->replace, &to.card, err) < 0)
		return -1;
	return deliver_act(&ctx->run, o->out, make, &to, err);
}

const struct cmd cmd_seat = {
	.name = "seat",
	.synopsis = "--replace=FILE --reason=TEXT [-k HOST] [--out=DIR] GAME.db NAME | "
		    "--drop-standby=N --reason=TEXT GAME.db",
	.summary = "give the seat NAME another key, or drop a player from the waiting list",
	.text = "For a player who has lost the key, or for a substitute.  Every digest reports the "
		"change until more than half of the other seats have confirmed it with the order "
		"\"vote NAME yes\".\n\nWith --drop-standby the player who waits since digest N is "
		"removed from the waiting list, and may join it again.  `adit status --json` shows "
		"the list.",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct seat_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 2,
	.run = run,
};
