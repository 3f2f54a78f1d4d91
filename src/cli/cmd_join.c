/* adit join, adit confirm: a player's share of the joint deal, or the waiting list for a seat. */
#include "player/verify.h"
#include "cli/cmd.h"
#include "cli/order_common.h"

static const struct opt opt_join[] = {
	ORDER_OPT_DIGEST(
	    HELP("the digest answered: a file, - or a folder with digests, of which the newest is "
		 "taken; default: the folder turns/ here, else the newest read")),
	{ "seat", 's', OPT_TEXT, ORDER_AT(seat), "NAME",
	    HELP("seat to take; default: the seat of this key, or with its name"), 0, 0 },
	{ "standby", 0, OPT_FLAG, ORDER_AT(standby), NULL,
	    HELP("after the deal: join the waiting list for a seat that becomes free"), 0, 0 },
	{ "withdraw", 0, OPT_FLAG, ORDER_AT(withdraw), NULL, HELP("leave the waiting list"), 0, 0 },
	{ "again", 0, OPT_FLAG, ORDER_AT(again), NULL,
	    HELP("join although the host reports a confirmation of yours as missing"), 0, 0 },
	ORDER_OPT_CLEAR,
	ORDER_OPT_EXPORT,
	ORDER_OPT_HOST,
	{ .name = NULL },
};

static const struct opt opt_confirm[] = {
	ORDER_OPT_DIGEST(
	    HELP("the digest answered: a file, - or a folder with digests, of which the newest is "
		 "taken; default: the folder turns/ here, else the newest read")),
	ORDER_OPT_CLEAR,
	ORDER_OPT_EXPORT,
	ORDER_OPT_HOST,
	{ .name = NULL },
};

static const struct opt_rule opt_join_rule[] = {
	{ "standby", "seat again", NULL },
	{ "withdraw", NULL, "standby" },
	{ .name = NULL },
};

/* ERR_STALE: the host restarted and calls a confirmation missing that was signed in this home. */
static int
check_withheld(const struct ctx *ctx, const struct player_read *r, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct buf proof = BUF_INIT;
	struct withheld w;
	struct err why = ERR_INIT;
	int result = verify_withheld(&ctx->user, r, &w, &proof, err);

	if (result == 0 && w.n > 0 && !o->again) {
		(void)withheld_fail(&w.at[w.n - 1], err);
		result = err_hint(err, "ask your host why; --again joins all the same");
	} else if (result == 0 && w.n > 0) {
		(void)withheld_fail(&w.at[w.n - 1], &why);
		output_say_why(&ctx->out, &why);
	}
	buf_release(&proof);
	return result;
}

static int
join(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *out,
    struct err *err)
{
	const struct order_opt *o = ctx->opt;

	(void)arg;
	if (o->standby)
		return player_standby(r, ctx->user.key, !o->withdraw, out, err);
	if (r->d.dealing == DIGEST_DEALING_OPEN && check_withheld(ctx, r, err) < 0)
		return -1;
	return player_join(r, ctx->user.key, o->seat, buf_cstr(&ctx->user.key_name), out, err) < 0 ?
	    -1 :
	    verify_share(&ctx->user, r, &out->o.b, err);
}

static int
confirm(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *out,
    struct err *err)
{
	(void)arg;
	return player_confirm(r, ctx->user.key, out, err) < 0 ?
	    -1 :
	    verify_share(&ctx->user, r, &out->o.b, err);
}

/* The digest is an operand, as for read, or that of -d, as for sign. */
static int
answer(struct ctx *ctx, int argc, char **argv, order_maker *make, struct err *err)
{
	const struct order_opt *o = ctx->opt;

	if (argc > 0 && o->digest != NULL)
		return err_set(
		    err, ERR_USAGE, "two digests are named: \"%s\" and that of --digest", argv[0]);
	return order_give(ctx, argc > 0 ? argv[0] : o->digest, true, make, NULL, err);
}

static int
run_join(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	return answer(ctx, argc, argv, join, err);
}

static int
run_confirm(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	return answer(ctx, argc, argv, confirm, err);
}

const struct cmd cmd_join = {
	.name = "join",
	.synopsis = "[-k KEY] [--seat=NAME|--standby [--withdraw]] [OPTION]... [DIGEST|-]",
	.summary = HELP("take a seat at a table: answer the host's invitation"),
	.text = HELP(
	    "Prints an order to send to the host.  It contains your public keys and a "
	    "commitment to your share of the shuffle.  The share is derived from your key, so "
	    "there is nothing to store.\n\nWith --standby it requests the seat of a player who "
	    "leaves, is voted out or is away for long, if the host has opened the table for "
	    "that (adit new --standby)."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_OF_SEAT | NEED_KEEPING,
	.opt = opt_join,
	.opt_rule = opt_join_rule,
	.args_max = 1,
	.opt_size = sizeof(struct order_opt),
	.run = run_join,
};

const struct cmd cmd_confirm = {
	.name = "confirm",
	.synopsis = "[-k KEY] [OPTION]... [DIGEST|-]",
	.summary = HELP("reveal your share of the shuffle, when all seats are taken"),
	.text = HELP(
	    "Prints an order to send to the host.  Before it reveals anything, adit checks "
	    "that the digest lists a commitment of every seat, no two the same, and yours as "
	    "you gave it.  The last confirmation deals the cards."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_OF_SEAT | NEED_KEEPING,
	.opt = opt_confirm,
	.args_max = 1,
	.opt_size = sizeof(struct order_opt),
	.run = run_confirm,
};
