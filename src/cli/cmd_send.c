/* adit send: sign an order and send it through the git repository here. */
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/order_common.h"
#include "mail/rawmail.h"
#include "player/verify.h"
#include "repo/send.h"
#include "util/file.h"

static const struct opt opt[] = {
	ORDER_OPTS_SIGN,
	{ "remote", 0, OPT_TEXT, ORDER_AT(remote), "NAME",
	    HELP("the remote to fetch from and to push to; default: origin"), 0, 0 },
	{ "again", 0, OPT_FLAG, ORDER_AT(again), NULL,
	    HELP("send no new order, only those again that the remote has lost"), 0, 0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "operator", "or say turn until", NULL },
	{ .name = NULL },
};

struct sent {
	struct ctx *ctx;
	struct order_input wish;
	struct buf block; /* of standard input */
	bool is_new;      /* the order of `wish` is to be made */
};

/* Makes the order, counted after those that were signed before, so that two count that one run of the
 * host takes. An order that says the same on the same digest is that order: the run that signed it may
 * have been killed after it was sent. */
static int
make_next(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *out,
    struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct player_order *order = arg;
	struct buf dir = BUF_INIT;
	struct err none = ERR_INIT;
	int result = order_wish_make(ctx, r, arg, out, err);

	if (result == 0 && r->before_n >= 0 && r->before_n < r->d.n)
		output_say(&ctx->out,
		    "the order is for digest %lld; those after digest %lld were not read here",
		    (long long)r->d.n, (long long)r->before_n);
	if (result < 0 || order->seq > 0 || o->commands || o->clear ||
	    user_game(&ctx->user, r->d.game, &dir, &none) < 0)
		return result;
	result = player_sign_once(r, dir.p, ctx->user.key, order, out, err);
	buf_release(&dir);
	return result;
}

static int
make(
    void *arg, const struct buf *digests, struct player_read *r, struct buf *block, struct err *err)
{
	struct sent *sent = arg;
	struct ctx *ctx = sent->ctx;
	const struct order_opt *o = ctx->opt;
	struct parsed_order order;
	struct err none = ERR_INIT;
	int result;

	if (sent->is_new) {
		result = order_make(
		    ctx, digests, false, make_next, &sent->wish.order, r, &order, block, err);
		seal_wipe(&order, sizeof order);
	} else {
		/* Without a key, receipts stay sealed, and what is too late is sent again. */
		(void)ctx_choose_key(ctx, digests, &none);
		buf_add(block, buf_cstr(&sent->block), sent->block.n);
		result = verify_for_order(&ctx->user, digests, o->host, true, r, err);
	}
	if (result == 0 && ctx->user.game != NULL && strcmp(ctx->user.game, r->d.game) != 0) {
		(void)err_set(
		    err, ERR_NOT_FOUND, "main has game %s, not %s", r->d.game, ctx->user.game);
		return 1;
	}
	/* Without a key, or with verified digests, other digests would not do better. */
	return result < 0 && r->tr.n_copy == 0 && (!sent->is_new || ctx->user.key != NULL) ? 1 :
											     result;
}

static int
pass_over(void *arg, const struct parsed_order *order, struct err *err)
{
	(void)arg, (void)order, (void)err;
	return 0;
}

/* Reads the block on standard input, in clear or sealed, and checks that a host would accept the
 * input. */
static int
read_block(const struct ctx *ctx, struct buf *out, struct err *err)
{
	struct order_scan in = { .name = "-", .each = pass_over };

	if (file_read("-", ORDER_BLOCK_INPUT_MAX, out, err) < 0)
		return -1;
	if (out->n == 0)
		return err_set(err, ERR_SYNTAX, "nothing came on standard input");
	return rawmail_orders_of(ctx->user.letter, &in, out, err) != 0 ? -1 : 0;
}

/* True if an option was given that only a new order can have. */
static bool
has_order_option(const struct order_opt *o)
{
	return o->or.n > 0 || o->say != NULL || o->turn != NULL || o->until != NULL ||
	    o->seq.given || o->clear || o->commands || o->force || o->export != NULL;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	const bool is_block = argc == 1 && strcmp(argv[0], "-") == 0;
	struct sent sent = { .ctx = ctx, .is_new = !is_block && !o->again };
	const struct repo_send how = { ".", o->remote != NULL ? o->remote : "origin", make, &sent };
	int result = 0;

	if (!sent.is_new && (has_order_option(o) || (o->again && argc > 0)))
		return err_set(err, ERR_USAGE,
		    "%s sends no new order: leave order and options of an order out",
		    o->again ? "--again" : "-");
	if (how.remote[0] == '-' || how.remote[0] == '\0')
		return err_set(err, ERR_USAGE, "\"%s\" is no remote", how.remote);
	if (sent.is_new)
		result = order_wish_read(o, argc, argv, &sent.wish, err);
	else if (is_block)
		result = read_block(ctx, &sent.block, err);
	if (result == 0)
		result = repo_send(&ctx->user, &how, err);
	buf_wipe(&sent.wish.text);
	buf_release(&sent.block);
	return result;
}

const struct cmd cmd_send = {
	.name = "send",
	.synopsis = "[-k KEY] [--remote=NAME] [OPTION]... ORDER...\n"
		    "[-k KEY] [--remote=NAME] -\n"
		    "[-k KEY] [--remote=NAME] --again",
	.summary = HELP("sign an order and send it through the git repository here"),
	.text = HELP(
	    "Fetches main, signs ORDER as \"adit sign\" does, and pushes it to the branch "
	    "inbox/SEAT.  With -, sends a block of standard input: of join, confirm or "
	    "rotate-key.  Earlier orders that no digest has are sent with it.  Reports what "
	    "became of them.  The clone's branches, index and files do not change.\n\n"
	    "\"git adit send\" is the same."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_OF_SEAT | NEED_KEEPING | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct order_opt),
	.opt_rule = opt_rule,
	.args_max = ARGS_ANY,
	.run = run,
};
