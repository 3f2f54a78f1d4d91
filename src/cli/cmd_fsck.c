/* adit fsck: compare a game file with its orders; continue a stopped table. */
#include <stdlib.h>
#include <string.h>

#include "audit/game_file.h"
#include "cli/cmd.h"
#include "service/deliver.h"
#include "service/tables.h"
#include "service/today.h"
#include "record/order.h"
#include "util/mem.h"
#include "wire/report.h"

struct fsck_opt {
	const char *accept, *reason, *out;
	bool held;
};

#define AT(member) offsetof(struct fsck_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("accept-history", 0, OPT_TEXT, AT(accept), "HEAD",
	    "give up the lost digest with this hash, which stops the table, and continue"),
	CMD_OPTION("reason", 0, OPT_TEXT, AT(reason), "TEXT", "reason, shown to the players"),
	CMD_OPTION("out", 0, OPT_TEXT, AT(out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names"),
	CMD_OPTION("held", 0, OPT_FLAG, AT(held), NULL,
	    "print the orders that came while the table was stopped, for `adit apply`"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	OPT_RULE_PASSPHRASE,
	{ "reason", NULL, "accept-history" },
	{ "out", NULL, "accept-history" },
	{ "catch-up", NULL, "accept-history" },
	{ "held", "accept-history json", NULL },
	{ .name = NULL },
};

/* ---- a stopped table ------------------------------------------------------------------------- */

static int
print_held(struct ctx *ctx, struct err *err)
{
	struct parsed_order *order = mem_new(sizeof *order);
	int64_t id = 0;
	int found;

	while ((found = host_held(ctx->run.host, &id, order, err)) > 0)
		order_block_text(&order->o.b, ctx->out.print->out);
	mem_wipe(order, sizeof *order);
	free(order);
	return found;
}

struct accept {
	struct hash head;
	const char *reason;
};

static int
make_accept(struct table_run *run, const void *arg, int64_t delivered, struct host_result *r,
    struct err *err)
{
	const struct accept *a = arg;

	return host_accept(
	    run->host, run->user->key, &a->head, a->reason, run->user->now, delivered, r, err);
}

/* Applies a stored order as `adit apply` does. Returns 1 if the table is stopped again. */
static int
take_held(struct ctx *ctx, const struct parsed_order *order, struct err *err)
{
	const struct fsck_opt *o = ctx->opt;
	const char *seat = order->o.b.seat;
	struct order_outcome x;
	struct host_result r;
	int result = deliver_take(&ctx->run, o->out, false, order, &x, &r, err);

	if (result == 0 && x.is == ORDER_OUTCOME_REFUSED)
		output_say(&ctx->out, "order of %s refused: %s", seat, x.why.msg);
	else if (result == 0)
		output_say(&ctx->out, "order of %s %s", seat,
		    x.is == ORDER_OUTCOME_HELD ? "held: the table is stopped again" :
						 order_outcome_name(x.is));
	if (result == 0 && x.is == ORDER_OUTCOME_HELD)
		result = 1;
	else if (result == 0 && x.is >= ORDER_OUTCOME_QUEUED)
		result = deliver_made(&ctx->run, o->out, false, &r, err);
	host_result_release(&r);
	return result;
}

/* `order`: room for one at a time */
static int
take_all_held(struct ctx *ctx, struct parsed_order *order, struct err *err)
{
	int64_t id = 0;
	int found, result = 0;

	while (result == 0 && (found = host_held(ctx->run.host, &id, order, err)) != 0) {
		result = found < 0 ? -1 : take_held(ctx, order, err);
		if (result == 0)
			result = host_held_drop(ctx->run.host, id, err);
	}
	return result > 0 ? host_go_on(ctx->run.host, err) : result;
}

/* Succeeds also if an interrupted run has given it up, and left stored orders. */
static int
give_up(struct ctx *ctx, const struct accept *a, struct parsed_order *order, struct err *err)
{
	const struct fsck_opt *o = ctx->opt;
	struct err why = ERR_INIT;
	int64_t id = 0;
	int held;

	if (deliver_act(&ctx->run, o->out, make_accept, a, &why) == 0)
		return 0;
	held = why.code == ERR_STALE ? host_held(ctx->run.host, &id, order, err) : 0;
	if (held == 0)
		*err = why;
	return held > 0 ? 0 : -1;
}

static int
accept(struct ctx *ctx, struct err *err)
{
	const struct fsck_opt *o = ctx->opt;
	struct accept a = { .reason = o->reason };
	struct parsed_order *order;
	int result;

	if (hash_parse(o->accept, strlen(o->accept), &a.head) < 0)
		return err_set(err, ERR_USAGE,
		    "--accept-history takes the hash of a digest: %d characters", (int)HASH_TEXT);
	if (today_check(&ctx->run, err) < 0 || tables_write(&ctx->run, err) < 0 ||
	    table_run_load_key(&ctx->run, err) < 0)
		return -1;
	order = mem_new(sizeof *order);
	result = give_up(ctx, &a, order, err);
	if (result == 0)
		result = take_all_held(ctx, order, err);
	mem_wipe(order, sizeof *order);
	free(order);
	return result;
}

/* ---- checking ---------------------------------------------------------------------------------- */

/* Adds the file name, unless the message begins with it. */
static int
name_file(const struct ctx *ctx, struct err *err)
{
	size_t n = strlen(ctx->run.path);

	return strncmp(err->msg, ctx->run.path, n) == 0 ? -1 : err_wrap(err, "%s", ctx->run.path);
}

static void
print_checked(const struct ctx *ctx, const struct audit_checked *c)
{
	struct printer *p = ctx->out.print;

	print_open(p, NULL);
	print_text(p, NULL, "%: ", ctx->run.path);
	print_text(p, "game", "game % is as its orders make it: ", c->game);
	print_number(p, "n", NULL, c->digests - 1);
	print_number(p, NULL, "digests %, ", c->digests);
	print_number(p, "orders", "orders %, ", c->orders);
	print_number(p, "waiting", "stored orders %, ", c->queued);
	print_number(p, "undelivered", "undelivered digests %\n", c->undelivered);
	print_bool(p, "views", NULL, NULL, ctx->user.key != NULL);
	print_close(p);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct audit_checked c;
	const struct fsck_opt *o = ctx->opt;
	struct err why = ERR_INIT;
	struct report_stop stop;
	int stopped;

	(void)argc, (void)argv;
	if (o->held)
		return print_held(ctx, err);
	if (o->accept != NULL)
		return accept(ctx, err);
	if (ctx->user.key_arg != NULL && table_run_load_key(&ctx->run, err) < 0)
		return -1;
	if (audit_fsck(ctx->run.host, ctx->user.key, &c, err) < 0)
		return name_file(ctx, err);
	print_checked(ctx, &c);
	if (!ctx->out.json && ctx->user.key == NULL)
		output_say(&ctx->out,
		    "the content of private views was not compared: that requires -k HOST");
	stopped = host_stopped(ctx->run.host, &stop, err);
	if (stopped > 0 && host_stop_fail(&stop, &why) < 0)
		output_say(&ctx->out, "%s: %s; %s", ctx->run.path, why.msg, why.hint);
	return stopped < 0 ? -1 : 0;
}

const struct cmd cmd_fsck = {
	.name = "fsck",
	.synopsis =
	    "[-k HOST] GAME.db\n"
	    "--held GAME.db\n"
	    "[-k HOST] --accept-history=HEAD [--reason=TEXT] [--out=DIR] [--catch-up] GAME.db",
	.summary = HELP("check a game file by playing its orders again"),
	.text = HELP(
	    "Checks the file itself, every signature, hash and link, then plays all orders "
	    "again and compares every digest, order and seat and the state with the result.  "
	    "Changes nothing.  Prints the first difference, with status 1.\n\nWith -k HOST the "
	    "private views are made again, too.\n\nA table is stopped when an order proves "
	    "that the host has signed a digest which is missing in the game file: the file was "
	    "restored from a backup.  If a player has the missing digests, use adit rebuild.  "
	    "Otherwise --accept-history gives up that one digest, in a new digest that names "
	    "it, and applies the orders that were held."),
	.group = GROUP_HOST,
	.need = NEED_STORE_READ | NEED_KEY_LATER | NEED_KEY_OF_GAME | NEED_NOW | NEED_CATCH_UP,
	.opt = opt,
	.opt_size = sizeof(struct fsck_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
