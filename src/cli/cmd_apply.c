/*
 * adit apply: take orders, one transaction each, and deliver the digests they make.
 *
 * (Y1) A message that is refused, or is none, hides no other: only trouble of the machine, or with the
 *      game file, ends a run.
 * (Y2) With --hold nothing that a message says makes the run fail.
 */
#include <inttypes.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/deliver.h"
#include "cli/rawmail.h"
#include "record/receipt.h"
#include "wire/report.h"

struct apply_opt {
	const char *out, *sig;
	bool hold;
};

static const struct opt opt[] = {
	{ "out", 0, OPT_TEXT, offsetof(struct apply_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names", 0, 0 },
	{ "sig", 0, OPT_TEXT, offsetof(struct apply_opt, sig), "FILE",
	    "the signature that stock minisign made of a canonical order", 0, 0 },
	{ "hold", 0, OPT_FLAG, offsetof(struct apply_opt, hold), NULL,
	    "nothing counts as delivered, until digest --delivered says that it is", 0, 0 },
	{ .name = NULL },
};

struct apply {
	struct ctx *ctx;
	const char *out;
	bool hold;
	struct inbox in;
	struct hash sealed; /* the age file that is open */
	struct err name;    /* msg: the input that is read, clean */
	bool is_done;       /* an order was taken, kept, or had been */
	bool is_over;       /* the machine, or the game file, is in trouble */
	struct err refused; /* the first */
	struct err empty;   /* the first input without an order */
	struct err unread;  /* the first input that this machine could not read */
	struct buf shown;   /* byte n: digest n was printed or written in this run */
};

/* ---- what became of an order ------------------------------------------------------------------ */

/* The receipt for its sender, and (-1: not known) the digest that it names.  Without one it is refused all the
 * same. */
static void
answer(const struct apply *a, const struct order_in *order, const struct err *why,
    struct buf *receipt, int64_t *n)
{
	const struct hash *sealed = a->in.is_sealed ? &a->sealed : NULL;
	struct err none = ERR_INIT;

	*n = -1;
	if (order == NULL)
		return;
	(void)host_find(a->ctx->host, order->o.b.head, n, &none);
	(void)host_receipt(a->ctx->host, a->ctx->key, order, sealed, exit_name(why->code), why,
	    a->ctx->now, receipt, &none);
}

static void
tell_json(
    const struct apply *a, const struct order_in *order, const char *result, const struct err *why)
{
	struct buf receipt = BUF_INIT;
	int64_t n;

	answer(a, order, why, &receipt, &n);
	report_outcome(
	    &(struct report_outcome){
		.json = "",
		.seat = order != NULL ? order->o.b.seat : NULL,
		.result = result,
		.code = exit_name(why->code),
		.file = a->name.msg,
		.why = why,
		.answers = n,
		.receipt = receipt.n > 0 ? receipt.p : NULL,
	    },
	    a->ctx->print->out);
	buf_release(&receipt);
	ctx_flush(a->ctx);
}

/* order: NULL if there is none that can be read. */
static void
tell_not(struct apply *a, const struct order_in *order, const char *result, const struct err *why)
{
	const struct ctx *ctx = a->ctx;
	const char *seat = order != NULL ? order->o.b.seat : NULL;
	struct err e = *why;
	char line[32] = "";

	if (ctx->json) {
		tell_json(a, order, result, why);
		return;
	}
	if (e.line > 0)
		(void)snprintf(line, sizeof line, ", line %d", e.line);
	e.line = 0;
	(void)err_wrap(&e, "%s%s: %s%s%s%s", a->name.msg, line, seat != NULL ? "order of " : "",
	    seat != NULL ? seat : "", seat != NULL ? " " : "", result);
	ctx_flush(ctx);
	(void)fflush(stdout);
	show_error(ctx->cmd->name, false, &e);
}

static bool
is_machine(enum err_code code)
{
	return code == ERR_BUSY;
}

static void
refuse(struct apply *a, const struct order_in *order, struct err *why)
{
	tell_not(a, order, "refused", why);
	if (a->refused.code == ERR_NONE || (is_machine(why->code) && !is_machine(a->refused.code)))
		a->refused = *why;
	*why = (struct err)ERR_INIT;
}

static void
tell_done(struct apply *a, const char *seat, const struct host_result *r)
{
	const struct ctx *ctx = a->ctx;
	const char *result = r->repeated ? "repeated" : r->kept ? "kept" : "taken";

	a->is_done = true;
	if (ctx->json)
		report_outcome(
		    &(struct report_outcome){
			.json = r->json.p,
			.json_n = r->json.n,
			.seat = seat,
			.result = result,
			.code = exit_name(ERR_NONE),
			.file = a->name.msg,
			.answers = -1,
		    },
		    ctx->print->out);
	else
		ctx_say(ctx, "%s: order of %s %s: %s %" PRId64, a->name.msg, seat, result,
		    r->repeated           ? "it was applied before, as digest" :
			r->n > r->first_n ? "digests up to" :
					    "digest",
		    r->n);
	ctx_flush(ctx);
}

/* Does this run deliver digest n for the first time? */
static bool
is_new(struct apply *a, int64_t n)
{
	bool was;

	while (a->shown.n <= (size_t)n)
		buf_chr(&a->shown, 0);
	was = a->shown.p[n] != 0;
	a->shown.p[n] = 1;
	return !was;
}

/* ---- orders ----------------------------------------------------------------------------------- */

static bool
note_sealed(void *arg, const void *file, size_t n)
{
	struct apply *a = arg;

	a->sealed = sealed_hash(file, n);
	return true;
}

static int
make(struct ctx *ctx, const void *order, int64_t delivered, struct host_result *r, struct err *err)
{
	return host_apply(ctx->host, ctx->key, order, ctx->now, delivered, NULL, r, err);
}

static int
apply_one(void *arg, const struct order_in *order, struct err *err)
{
	struct apply *a = arg;
	const char *seat = order != NULL ? order->o.b.seat : NULL;
	struct host_result r;
	int result;

	if (order == NULL) {
		refuse(a, NULL, err);
		return 0;
	}
	/* Held back, none is known to be delivered. */
	result = a->hold ? make(a->ctx, order, -1, &r, err) :
			   deliver_make_for(a->ctx, a->out, &order->o.b, make, order, &r, err);
	if (result < 0) {
		a->is_over = is_machine(err->code) || err->code == ERR_CORRUPT; /* (Y1) */
		if (a->is_over)
			return err_wrap(err, "%s: order of %s", a->name.msg, seat);
		refuse(a, order, err);
		return 0;
	}
	if (is_new(a, r.n))
		result = deliver_made(a->ctx, a->out, a->hold, &r, err);
	for (int64_t n = r.first_n; n < r.n; n++)
		(void)is_new(a, n);
	tell_done(a, seat, &r);
	a->is_over = result < 0;
	host_result_release(&r);
	return result;
}

static int
apply_file(struct apply *a, const char *file, struct err *err)
{
	const struct apply_opt *o = a->ctx->opt;
	int result;

	(void)err_set(&a->name, ERR_NONE, "%s", strcmp(file, "-") == 0 ? "standard input" : file);
	result = rawmail_orders(&a->in, file, o->sig, err);
	if (result == 0 || a->is_over)
		return result;
	if (result > 0) {
		tell_not(a, NULL, "nothing", err);
		if (a->empty.code == ERR_NONE)
			a->empty = *err;
	} else {
		if (err->code != ERR_SYNTAX && a->unread.code == ERR_NONE)
			a->unread = *err;
		refuse(a, NULL, err);
	}
	*err = (struct err)ERR_INIT;
	return 0;
}

/* All inputs are read: how did it go? */
static int
verdict(struct apply *a, struct err *err)
{
	if (a->hold ? a->unread.code == ERR_NONE : a->is_done && !is_machine(a->refused.code))
		return 0; /* (Y2) */
	*err = a->hold ? a->unread : a->refused.code != ERR_NONE ? a->refused : a->empty;
	if (!a->ctx->json)
		err->msg[0] = '\0'; /* told already */
	return -1;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	static char standard_input[] = "-";
	char *only[] = { standard_input };
	struct apply a = { .ctx = ctx,
		.out = o->out,
		.hold = o->hold,
		.name = ERR_INIT,
		.refused = ERR_INIT,
		.empty = ERR_INIT,
		.unread = ERR_INIT,
		.shown = BUF_INIT };
	int result;

	if (argc == 0) {
		argc = 1;
		argv = only;
	}
	if (o->sig != NULL && argc > 1)
		return err_set(
		    err, ERR_USAGE, "--sig goes with one order, not with %d files", argc);
	result = deliver_begin(ctx, o->out, err);
	/* (Y2) Else what the key does not open looks like what a message got wrong. */
	if (result == 0 && o->hold)
		result = secret_need(ctx->key, SECRET_SIGN | SECRET_BOX, err);
	a.in = (struct inbox){
		.key = ctx->key, .opens = note_sealed, .each = apply_one, .arg = &a
	};
	for (int i = 0; i < argc && result == 0; i++)
		result = apply_file(&a, argv[i], err);
	if (result == 0)
		result = verdict(&a, err);
	buf_release(&a.shown);
	return result;
}

const struct cmd cmd_apply = {
	.name = "apply",
	.synopsis = "[-k HOST] [--out=DIR] [--hold] [--sig=FILE] GAME.db [FILE...|-]",
	.summary = "take orders of players and print the digests they make",
	.text = "Each FILE, or standard input, is a message with one or more orders, sealed or in "
		"clear, as it came by mail; or a canonical order text with FILE.minisig beside "
		"it.  Orders are taken in turn, each whole or not at all, and a line tells what "
		"became of each: taken, kept, repeated or refused.  One that is refused does not "
		"keep the next from being taken.  The same order again prints the same digest "
		"and changes nothing.\n"
		"\n"
		"With --out, digests that an earlier run could not deliver are written, too.\n"
		"\n"
		"With --hold the status tells of this machine alone: 0 also if every order was "
		"refused.",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct apply_opt),
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
