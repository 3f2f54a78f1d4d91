/* adit order: show and check an order block. */
#include <string.h>

#include "cli/cmd.h"
#include "player/export.h"
#include "record/keys.h"
#include "mail/rawmail.h"
#include "wire/report.h"

struct look_opt {
	const char *pub, *export;
};

static const struct opt opt[] = {
	CMD_OPTION("pub", 'p', OPT_TEXT, offsetof(struct look_opt, pub), "FILE",
	    "verify the signature with the public key in FILE"),
	CMD_OPTION("export", 0, OPT_TEXT, offsetof(struct look_opt, export), "DIR",
	    "write DIR/order.txt and DIR/order.txt.minisig for stock minisign"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	OPT_RULE_PASSPHRASE,
	{ .name = NULL },
};

struct shown_order {
	struct ctx *ctx;
	const struct pubkey *card; /* NULL: do not verify the signature */
	unsigned n;
};

static int
show(void *arg, const struct parsed_order *in, struct err *err)
{
	struct shown_order *shown = arg;
	const struct ctx *ctx = shown->ctx;
	const struct look_opt *o = ctx->opt;
	struct buf *out = print_human_buf(ctx->out.print);
	int result = 0;

	if (in == NULL)
		return -1;
	shown->n++;
	if (shown->card != NULL)
		result = order_verify(&in->o, shown->card, err);
	if (result == 0 && o->export != NULL && shown->n > 1)
		result = err_set(err, ERR_USAGE, "more than one order, and --export is for one");
	if (result == 0 && o->export != NULL)
		result = export_order(o->export, &in->o, err);
	if (result < 0)
		return -1;
	if (out != NULL)
		buf_add(out, in->o.text, in->o.n);
	report_order(&in->o.b, shown->card != NULL ? 1 : -1, NULL, NULL, ctx->out.print);
	return 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct look_opt *o = ctx->opt;
	const char *file = argc > 0 ? argv[0] : "-";
	struct shown_order shown = { .ctx = ctx };
	struct order_scan in = { .each = show, .arg = &shown };
	struct pubkey card;
	int result = 0;

	if (o->pub != NULL) {
		result = keys_read_pubkey(o->pub, &card, err);
		shown.card = &card;
	}
	if (result == 0 && ctx->user.key_arg != NULL)
		result = table_run_load_key(&ctx->run, err);
	if (result < 0)
		return -1;
	in.key = ctx->user.key;
	result = rawmail_orders(ctx->user.letter, &in, file, NULL, err);
	if (result == 0 && ctx->user.key != NULL && in.n_open == 0)
		result = err_set(err, ERR_USAGE,
		    in.n_shut > 0 ? MSG_PLAIN("this key does not open what is sealed there") :
				    "the order is not sealed: leave -k out");
	if (result == 0 && !ctx->out.json)
		output_say(&ctx->out,
		    shown.card != NULL ?
			MSG_PLAIN("the signature is valid") :
			MSG_PLAIN("the signature is not checked: give -p FILE.pub"));
	if (result > 0 || (result < 0 && in.n > 0))
		return err_wrap(err, "%s", in.name);
	return result;
}

const struct cmd cmd_order = {
	.name = "order",
	.synopsis = "[-p FILE.pub] [--export=DIR] [-k HOST] [FILE|-]",
	.summary = HELP("show an order block and check its signature"),
	.text = HELP(
	    "Prints the canonical text, the bytes that are signed.  A sealed order opens only "
	    "with the host's key (-k)."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_LATER,
	.opt = opt,
	.opt_size = sizeof(struct look_opt),
	.opt_rule = opt_rule,
	.args_max = 1,
	.run = run,
};
