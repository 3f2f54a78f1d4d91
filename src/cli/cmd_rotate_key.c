/* adit rotate-key: make an order that changes the keys of a seat. */
#include "record/keys.h"
#include "cli/cmd.h"
#include "cli/order_common.h"

static const struct opt opt[] = {
	{ "new", 0, OPT_TEXT, ORDER_AT(to), "KEY", HELP("the new key of the seat"), 0, 0 },
	ORDER_OPT_DIGEST(
	    HELP("the digest acted on: a file, - or a folder with digests, of which the newest is "
		 "taken; default: the folder turns/ here, else the newest read")),
	ORDER_OPT_SEQ,
	ORDER_OPT_CLEAR,
	ORDER_OPT_HOST,
	{ .name = NULL },
};

static struct seckey *
load_new(const struct ctx *ctx, const char *key, struct err *err)
{
	struct buf path = BUF_INIT, name = BUF_INIT;
	struct seckey *secret = NULL;

	if (keys_path(&ctx->user, key, &path, &name, err) == 0)
		secret = keys_load(&ctx->user, buf_cstr(&path), buf_cstr(&name), err);
	buf_release(&path);
	buf_release(&name);
	return secret;
}

static int
make(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *out,
    struct err *err)
{
	const struct order_opt *o = ctx->opt;

	return player_rotate(r, ctx->user.key, arg, o->seq.value, out, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct seckey *to = NULL;
	int result;

	(void)argc, (void)argv;
	if (o->to == NULL) {
		err_set(err, ERR_USAGE, "which key instead? --new KEY is missing");
		return err_hint(err, "\"adit keygen\" makes one");
	}
	to = load_new(ctx, o->to, err);
	if (to == NULL)
		return -1;
	result = order_give(ctx, o->digest, false, make, to, err);
	keys_free(to);
	return result;
}

const struct cmd cmd_rotate_key = {
	.name = "rotate-key",
	.synopsis = "-k OLD --new=NEW [-d DIGEST] [--seq=N] [--clear] [--host=FILE]",
	.summary = HELP("make an order that changes the key of your seat"),
	.text = HELP(
	    "Both keys sign the order: the old one proves that the seat agrees, the new one "
	    "that you have it.  After the host has applied it, sign orders and open views with "
	    "the new key.  Keep the old key: it opens the older digests."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_OF_SEAT | NEED_KEEPING,
	.opt = opt,
	.opt_size = sizeof(struct order_opt),
	.run = run,
};
