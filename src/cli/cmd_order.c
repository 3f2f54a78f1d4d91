/* adit order: show and check an order block. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "player/export.h"
#include "record/keys.h"
#include "mail/rawmail.h"
#include "util/mem.h"
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

/* The orders of the input, in the order in which they are there. */
struct found {
	const struct look_opt *opt;
	const struct pubkey *card; /* NULL: do not verify the signature */
	struct parsed_order **at;  /* may be secret: none is moved when the array grows */
	size_t n;
};

static void
release(struct found *found)
{
	for (size_t i = 0; i < found->n; i++) {
		seal_wipe(found->at[i], sizeof *found->at[i]);
		free(found->at[i]);
	}
	free(found->at);
}

static int
add_order(void *arg, const struct parsed_order *in, struct err *err)
{
	struct found *found = arg;

	if (in == NULL || (found->card != NULL && order_verify(&in->o, found->card, err) < 0))
		return -1;
	if (found->opt->export != NULL && found->n > 0)
		return err_set(err, ERR_USAGE, "more than one order, and --export is for one");
	GROW(found->at, found->n);
	found->at[found->n] = mem_new(sizeof *in);
	*found->at[found->n++] = *in;
	return 0;
}

static void
show(const struct ctx *ctx, const struct found *found)
{
	struct buf *out = print_human_buf(ctx->out.print);

	for (size_t i = 0; i < found->n; i++) {
		const struct canonical_order *o = &found->at[i]->o;

		if (out != NULL)
			buf_add(out, o->text, o->n);
		report_order(&o->b, found->card != NULL ? 1 : -1, NULL, NULL, ctx->out.print);
	}
}

/* Shows the orders; also those before one that is bad, but none if the options are wrong for them. */
static int
look(const struct ctx *ctx, const char *file, struct found *found, struct err *err)
{
	struct order_scan in = { .key = ctx->user.key, .each = add_order, .arg = found };
	int result = rawmail_orders(ctx->user.letter, &in, file, NULL, err);

	if (result == 0 && in.key != NULL && in.n_open == 0)
		result = err_set(err, ERR_USAGE,
		    in.n_shut > 0 ? MSG_PLAIN("this key does not open what is sealed there") :
				    "the order is not sealed: leave -k out");
	if (result == 0 && found->opt->export != NULL)
		result = export_order(found->opt->export, &found->at[0]->o, err);
	if (result == 0 || (err->code != ERR_USAGE && (in.key == NULL || in.n_open > 0)))
		show(ctx, found);
	return result > 0 || (result < 0 && in.n > 0) ? err_wrap(err, "%s", in.name) : result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct look_opt *o = ctx->opt;
	struct found found = { .opt = o };
	struct pubkey card;
	int result = 0;

	if (o->pub != NULL) {
		result = keys_read_pubkey(o->pub, &card, err);
		found.card = &card;
	}
	if (result == 0 && ctx->user.key_arg != NULL)
		result = table_run_load_key(&ctx->run, err);
	if (result < 0)
		return -1;
	result = look(ctx, argc > 0 ? argv[0] : "-", &found, err);
	if (result == 0 && !ctx->out.json)
		output_say(&ctx->out,
		    found.card != NULL ?
			MSG_PLAIN("the signature is valid") :
			MSG_PLAIN("the signature is not checked: give -p FILE.pub"));
	release(&found);
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
