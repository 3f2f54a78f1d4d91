/* adit sign: sign and seal an order. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/order_common.h"
#include "player/order_input.h"
#include "text/mail_line.h"
#include "text/language.h"
#include "util/number.h"
#include "util/file.h"

static const struct opt opt[] = {
	ORDER_OPT_DIGEST(
	    HELP("the digest acted on: a file, - or a folder with digests, of which the newest is "
		 "taken; default: the folder turns/ here, else the newest read")),
	ORDER_OPTS_SIGN, { .name = NULL }
};

static const struct opt_rule opt_rule[] = {
	{ "operator", "or say turn until", NULL },
	{ .name = NULL },
};

enum { LINES_MAX = 64 * 1024 };

static int
set_turn(struct player_order *o, const char *turn, struct err *err)
{
	int64_t n = 0;

	if (turn == NULL)
		return 0;
	o->turn = order_block_turn_find(turn);
	if (o->turn != 0)
		return 0;
	if (number_parse(turn, strlen(turn), INT32_MAX, &n) < 0 || n == 0)
		return err_set(
		    err, ERR_USAGE, "--turn takes a number, next, any or every, not \"%s\"", turn);
	o->turn = n;
	return 0;
}

/* Completes an order about mail: it is always sealed, and counted by milliseconds, since no digest
 * has its count. */
static int
set_mail(const struct order_opt *o, struct player_order *order, struct err *err)
{
	struct timespec now;

	if (order->n_lines != 1 || !mail_line_is(order->line[0]))
		return 0;
	if (o->clear)
		return err_set(err, ERR_USAGE,
		    "\"%s\" is about your mail: it is sealed, not in clear", order->line[0]);
	(void)clock_gettime(CLOCK_REALTIME, &now); /* cannot fail */
	if (order->seq == 0)
		order->seq = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
	return 0;
}

int
order_wish_read(
    const struct order_opt *o, int argc, char **argv, struct order_input *w, struct err *err)
{
	bool digest_is_stdin = o->digest != NULL && strcmp(o->digest, "-") == 0;
	bool from_stdin = argc == 1 && strcmp(argv[0], "-") == 0;

	w->order.say = o->say;
	w->order.seq = o->seq.value;
	w->order.force = o->force;
	if (set_turn(&w->order, o->turn, err) < 0 ||
	    order_input_until(&w->order, o->until, err) < 0)
		return -1;
	/* With --say the order is optional. If standard input has one, it is used. */
	if (argc == 0 && !isatty(STDIN_FILENO) && (o->say == NULL || !digest_is_stdin))
		from_stdin = true;
	if (from_stdin && digest_is_stdin) {
		err_set(err, ERR_USAGE, "standard input cannot be both the order and the digest");
		return err_hint(err, "give the order as arguments");
	}
	if (from_stdin && file_read("-", LINES_MAX, &w->text, err) < 0)
		return -1;
	for (int i = 0; i < argc && !from_stdin; i++)
		buf_fmt(&w->text, "%s%s", i > 0 ? " " : "", argv[i]);
	for (unsigned i = 0; i < o->or.n; i++)
		buf_fmt(&w->text, "\n%s", o->or.at[i]);
	buf_chr(&w->text, '\n');
	if (order_input_lines(w, err) < 0)
		return -1;
	if (w->order.n_lines == 0 && o->say == NULL) {
		err_set(err, ERR_USAGE, "no order given");
		return err_hint(err, "\"adit read --moves\" lists the legal orders");
	}
	return set_mail(o, &w->order, err);
}

/* Warns of an order for the next turn that is played at once, and asks at a terminal. */
static int
confirm(const struct ctx *ctx, const struct player_read *r, const struct player_order *o,
    struct err *err)
{
	const bool asks = ctx->user.confirms != NULL && !ctx->out.json;
	int64_t turn;

	if (o->force || !player_plays_at_once(r, o))
		return 0;
	if (player_check(r, o, &turn, err) < 0)
		return -1;
	if (asks)
		output_say(&ctx->out,
		    "it is your turn: the host plays an order for your next turn at once");
	else
		output_say(&ctx->out,
		    "warning: it is your turn: the host plays an order for your next turn at once");
	return !asks || ctx->user.confirms(language_text(ctx->user.lang, MSG("ask", "Sign it?"))) ?
	    0 :
	    err_set(err, ERR_STALE, "nothing is signed");
}

int
order_wish_make(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *out,
    struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct player_order *order = arg;

	order->lang = ctx->user.lang;
	if (o->commands && order->n_lines != 1)
		return err_set(err, ERR_USAGE, "one command at a time");
	if (o->commands)
		return player_command(r, ctx->user.key, order->line[0],
		    o->seq.given ? o->seq.value : (int64_t)time(NULL), out, err);
	if (confirm(ctx, r, arg, err) < 0)
		return -1;
	return player_sign(r, ctx->user.key, arg, out, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct order_input w = { .text = BUF_INIT };
	int result = order_wish_read(o, argc, argv, &w, err);

	if (result == 0)
		result = order_give(ctx, o->digest, false, order_wish_make, &w.order, err);
	buf_wipe(&w.text);
	return result;
}

const struct cmd cmd_sign = {
	.name = "sign",
	.synopsis = "[-d DIGEST] [-k KEY] [--or=ORDER]... [OPTION]... [ORDER...|-]",
	.summary = HELP("turn an order into a signed and sealed block to send to the host"),
	.text = HELP(
	    "ORDER is one order; its words may be several arguments.  Without it, or with -, "
	    "each line of standard input is an alternative, and the first that is legal when "
	    "the turn comes is played.  \"adit read --moves\" lists orders; adit(5) describes "
	    "the language.\n\nHow you get mail: \"mail all\", \"mail mine\", \"mail daily\", "
	    "\"mail "
	    "narrow\", \"mail wide\", \"address ADDR\", \"resend N\".\n\nBefore signing, adit "
	    "verifies the digest and checks the order "
	    "against your own view."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_OF_SEAT | NEED_KEEPING,
	.opt = opt,
	.opt_size = sizeof(struct order_opt),
	.opt_rule = opt_rule,
	.args_max = ARGS_ANY,
	.run = run,
};
