/*
 * adit apply: apply orders, one transaction each, and deliver the digests they make.
 *
 * (Y1) An invalid or refused message does not stop the run. Only a failure of the machine or of the
 *      game file does.
 * (Y2) With --hold no content of a message makes the run fail.
 * (Y3) With --receipts the output is public. For a refused order it names only the seat, and only
 *      if the seat signed the order. The reason is in the receipt, which is sealed.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "host/intake.h"
#include "service/deliver.h"
#include "repo/publish.h"
#include "mail/rawmail.h"
#include "record/receipt.h"
#include "record/receipt_folder.h"
#include "util/mem.h"
#include "util/retry.h"
#include "wire/report.h"

struct apply_opt {
	const char *out, *sig, *receipts, *on;
	bool hold, batch, import, all_taken, all_here;
	struct opt_number at;
};

static const struct opt opt[] = {
	{ "out", 0, OPT_TEXT, offsetof(struct apply_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names", 0, 0 },
	{ "sig", 0, OPT_TEXT, offsetof(struct apply_opt, sig), "FILE",
	    "the signature that stock minisign made of a canonical order", 0, 0 },
	{ "hold", 0, OPT_FLAG, offsetof(struct apply_opt, hold), NULL,
	    "nothing counts as delivered, until digest --delivered says that it is", 0, 0 },
	{ "receipts", 0, OPT_TEXT, offsetof(struct apply_opt, receipts), "DIR",
	    "write each seat's newest receipt to DIR, and print only public lines", 0, 0 },
	{ "batch", 0, OPT_FLAG, offsetof(struct apply_opt, batch), NULL,
	    "read the output of git-cat-file --batch from standard input: each blob is a FILE", 0,
	    0 },
	{ "import", 0, OPT_FLAG, offsetof(struct apply_opt, import), NULL,
	    "then play for late seats as tick does, and print what page --import does", 0, 0 },
	{ "at", 0, OPT_NUMBER, offsetof(struct apply_opt, at), "N",
	    "with --import: from digest N on", 0, INT32_MAX },
	{ "on", 0, OPT_TEXT, offsetof(struct apply_opt, on), "COMMIT",
	    "the parent of the first commit", 0, 0 },
	{ "all-taken", 0, OPT_FLAG, offsetof(struct apply_opt, all_taken), NULL,
	    "with --import: all orders that came are applied", 0, 0 },
	{ "all-here", 0, OPT_FLAG, offsetof(struct apply_opt, all_here), NULL,
	    "the same, unless this machine could not read one of these", 0, 0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "receipts", "out json", "hold" },
	{ "batch", "sig", NULL },
	{ "import", "sig", "receipts" },
	{ "at", NULL, "import" },
	{ "on", NULL, "import" },
	{ "all-taken", "all-here", "import" },
	{ "all-here", NULL, "import" },
	{ .name = NULL },
};

/* The newest receipt for a seat in this run. */
struct answered {
	char seat[NAME_MAX_LEN + 1];
	struct buf receipt;
	int64_t n; /* the digest named by the order, or -1 */
};

/* An input with a refused order, to be tried again. */
struct late_input {
	char *name;
	struct buf text; /* empty: read the file again */
};

struct apply {
	struct ctx *ctx;
	const char *out;
	bool hold;
	const char *receipts; /* a folder, or NULL */
	struct answered answered[SEATS_MAX];
	unsigned n_answered;
	struct retry late;    /* of struct late_input */
	bool is_taken;        /* an order of the current input was accepted: others may be legal */
	bool is_again;        /* not the first round */
	bool is_last;         /* report refusals */
	bool may_wait, waits; /* state of the current input */
	struct order_scan in;
	struct hash sealed; /* the open age file */
	struct err name;    /* msg: name of the current input, without controls */
	bool is_done;       /* an order was accepted or queued, now or before */
	int result;         /* of the run so far; -1: the machine or the game file failed */
	bool is_lacking;    /* an input could not be read because this machine failed */
	struct err *err;    /* of the run */
	struct err refused; /* the first refusal */
	struct err empty;   /* the first input without an order */
	struct err unread;  /* the first input that this machine could not read */
	struct buf shown;   /* byte n: digest n was printed or written in this run */
};

static bool
is_machine(enum err_code code)
{
	return code == ERR_BUSY;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Makes the receipt and finds the digest named by the order (-1: unknown). Without a receipt the
 * order is refused anyway. */
static void
answer(const struct apply *a, const struct parsed_order *order, const struct err *why,
    struct buf *receipt, int64_t *n)
{
	const struct hash *sealed = a->in.is_sealed ? &a->sealed : NULL;
	struct err none = ERR_INIT;

	*n = -1;
	if (order == NULL)
		return;
	(void)host_find(a->ctx->run.host, order->o.b.head, n, &none);
	(void)host_receipt(a->ctx->run.host, a->ctx->user.key, order, sealed, why, a->ctx->user.now,
	    receipt, &none);
}

/* (Y3) Prints a public line to standard output, or to standard error if git reads standard
 *      output. */
static void
print_public_line(const struct apply *a, const char *seat, const char *what, int64_t n)
{
	const struct apply_opt *o = a->ctx->opt;
	struct buf line = BUF_INIT;

	buf_fmt(&line, seat != NULL ? "order of %s: " : "%s", seat != NULL ? seat : "");
	buf_str(&line, what);
	if (n >= 0)
		buf_fmt(&line, " as digest %" PRId64, n);
	if (o->import)
		output_say(&a->ctx->out, "%s", line.p);
	else
		buf_fmt(a->ctx->out.print->out, "%s\n", line.p);
	buf_release(&line);
}

static void
print_public_outcome(struct apply *a, const struct parsed_order *order, const struct err *why)
{
	struct answered *at = a->answered;
	struct buf receipt = BUF_INIT;
	unsigned i = 0;
	int64_t n;

	answer(a, order, why, &receipt, &n);
	if (receipt.n > 0) {
		const char *seat = order->o.b.seat;

		print_public_line(a, seat, "refused", -1);
		while (i < a->n_answered && strcmp(at[i].seat, seat) != 0)
			i++;
		if (i == a->n_answered && i < SEATS_MAX) {
			at[a->n_answered++] = (struct answered){ .n = -1 };
			(void)snprintf(at[i].seat, sizeof at[i].seat, "%s", seat);
		}
		if (i < a->n_answered && n >= at[i].n) {
			buf_clear(&at[i].receipt);
			buf_add(&at[i].receipt, receipt.p, receipt.n);
			at[i].n = n;
		}
	} else if (is_machine(why->code)) {
		a->is_lacking = true;
		print_public_line(
		    a, NULL, "a file that this machine could not read: try again", -1);
	}
	buf_release(&receipt);
	output_flush(&a->ctx->out);
}

static void
print_json_outcome(const struct apply *a, const struct parsed_order *order, const char *result,
    const struct err *why)
{
	struct buf receipt = BUF_INIT;
	int64_t n;

	answer(a, order, why, &receipt, &n);
	report_outcome(
	    &(struct report_outcome){
		.json = "",
		.seat = order != NULL ? order->o.b.seat : NULL,
		.result = result,
		.code = err_code_name(why->code),
		.file = a->name.msg,
		.why = why,
		.answers = n,
		.receipt = receipt.n > 0 ? receipt.p : NULL,
	    },
	    a->ctx->out.print->out);
	buf_release(&receipt);
	output_flush(&a->ctx->out);
}

/* order: NULL if it cannot be parsed */
static void
report_refused(
    struct apply *a, const struct parsed_order *order, const char *result, const struct err *why)
{
	const struct ctx *ctx = a->ctx;
	const char *seat = order != NULL ? order->o.b.seat : NULL;
	struct err e = *why;
	char line[32] = "";

	if (ctx->out.json || a->receipts != NULL) {
		a->receipts != NULL ? print_public_outcome(a, order, why) :
				      print_json_outcome(a, order, result, why);
		return;
	}
	if (e.line > 0)
		(void)snprintf(line, sizeof line, ", line %d", e.line);
	e.line = 0;
	(void)err_wrap(&e, "%s%s: %s%s%s%s", a->name.msg, line, seat != NULL ? "order of " : "",
	    seat != NULL ? seat : "", seat != NULL ? " " : "", result);
	output_flush(&ctx->out);
	(void)fflush(stdout);
	output_fail(&ctx->out, &e);
}

static void
refuse(struct apply *a, const struct parsed_order *order, struct err *why)
{
	a->waits = a->waits || (order != NULL && a->may_wait);
	if (order != NULL ? !a->may_wait : !a->is_again)
		report_refused(a, order, "refused", why);
	if (a->refused.code == ERR_NONE || (is_machine(why->code) && !is_machine(a->refused.code)))
		a->refused = *why;
	*why = (struct err)ERR_INIT;
}

/* Reports that the order is stored because the table is stopped. */
static void
report_held(struct apply *a, const char *seat, const struct err *why)
{
	const struct ctx *ctx = a->ctx;

	if (ctx->out.json)
		report_outcome(
		    &(struct report_outcome){
			.json = "",
			.seat = seat,
			.result = "held",
			.code = err_code_name(ERR_PENDING),
			.file = a->name.msg,
			.why = why,
			.answers = -1,
		    },
		    ctx->out.print->out);
	else if (a->receipts != NULL)
		print_public_line(a, seat, "held: the table is stopped", -1);
	else
		output_say(&ctx->out, "%s: order of %s held: %s; %s", a->name.msg, seat, why->msg,
		    why->hint);
	output_flush(&ctx->out);
}

static void
report_done(
    struct apply *a, const char *seat, const struct order_outcome *x, const struct host_result *r)
{
	const struct ctx *ctx = a->ctx;
	const bool repeated = x->is == ORDER_OUTCOME_REPEATED;
	const char *result = order_outcome_name(x->is);

	a->is_done = true;
	if (x->is == ORDER_OUTCOME_HELD) {
		report_held(a, seat, &x->why);
		return;
	}
	a->is_taken = a->is_taken || !repeated;
	if (repeated && (a->is_again || a->receipts != NULL))
		return; /* reported before */
	if (a->receipts != NULL)
		print_public_line(a, seat, result, r->n);
	else if (ctx->out.json)
		report_outcome(
		    &(struct report_outcome){
			.json = r->json.p,
			.json_n = r->json.n,
			.seat = seat,
			.result = result,
			.code = err_code_name(ERR_NONE),
			.file = a->name.msg,
			.answers = -1,
		    },
		    ctx->out.print->out);
	else
		output_say(&ctx->out, "%s: order of %s %s: %s %" PRId64, a->name.msg, seat, result,
		    repeated              ? "it was applied before, as digest" :
			r->n > r->first_n ? "digests up to" :
					    "digest",
		    r->n);
	output_flush(&ctx->out);
}

/* True if this run delivers digest n for the first time. */
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

	a->sealed = receipt_sealed_hash(file, n);
	return true;
}

/* True if the order acts on a digest that another order of this run may make. If no order makes
 * that digest, the order stops the table. */
static bool
may_come(const struct apply *a, const struct order_block *b)
{
	struct err why = ERR_INIT;
	int64_t n;

	return a->may_wait && b->has_head_sig &&
	    host_find(a->ctx->run.host, b->head, &n, &why) < 0 && why.code == ERR_NOT_FOUND;
}

static int
apply_one(void *arg, const struct parsed_order *order, struct err *err)
{
	struct apply *a = arg;
	struct table_run *run = &a->ctx->run;
	struct order_outcome x;
	struct host_result r;
	int64_t known;

	if (order == NULL) {
		refuse(a, NULL, err);
		return 0;
	}
	if (may_come(a, &order->o.b)) {
		a->waits = true;
		return 0;
	}
	/* With --hold no digest is known to be delivered. */
	known = a->hold ? -1 : deliver_known(run, a->out, &order->o.b);
	a->result = intake_take(
	    run->host, run->user->key, order, run->user->now, known, NULL, &x, &r, err);
	if (a->result < 0) /* (Y1) */
		return err_wrap(err, "%s: order of %s", a->name.msg, order->o.b.seat);
	if (x.is == ORDER_OUTCOME_REFUSED) {
		refuse(a, order, &x.why);
		return 0;
	}
	if (x.is != ORDER_OUTCOME_HELD && a->receipts == NULL && is_new(a, r.n))
		a->result = deliver_made(run, a->out, a->hold, &r, err);
	for (int64_t n = r.first_n; n < r.n; n++)
		(void)is_new(a, n);
	report_done(a, order->o.b.seat, &x, &r);
	host_result_release(&r);
	return a->result;
}

/* Puts the current input off. */
static void
add_late(struct apply *a, const char *file, const struct buf *text)
{
	struct late_input *x = mem_zero(1, sizeof *x);

	x->name = mem_dup(file);
	if (text != NULL)
		buf_add(&x->text, text->p, text->n);
	retry_add(&a->late, x, 0);
}

/* text NULL: read the file. a->waits: an order of the input waits. */
static int
apply_input(struct apply *a, const char *file, const struct buf *text, struct err *err)
{
	const struct apply_opt *o = a->ctx->opt;
	bool is_stdin = text == NULL && strcmp(file, "-") == 0;
	int result;

	(void)err_set(&a->name, ERR_NONE, "%s", is_stdin ? "standard input" : file);
	a->may_wait = a->hold && !a->is_last && !is_stdin;
	a->waits = a->is_taken = false;
	a->in.name = file;
	result = text != NULL ? rawmail_orders_of(a->ctx->user.letter, &a->in, text, err) :
				rawmail_orders(a->ctx->user.letter, &a->in, file, o->sig, err);
	if (result == 0 || a->result < 0)
		return result;
	if (result > 0) {
		report_refused(a, NULL, "nothing", err);
		if (a->empty.code == ERR_NONE)
			a->empty = *err;
	} else {
		if (err->code != ERR_SYNTAX && a->unread.code == ERR_NONE && a->receipts == NULL)
			a->unread = *err;
		refuse(a, NULL, err);
	}
	*err = (struct err)ERR_INIT;
	return 0;
}

static int
apply_new(struct apply *a, const char *file, const struct buf *text, struct err *err)
{
	int result = apply_input(a, file, text, err);

	if (a->waits)
		add_late(a, file, text);
	return result;
}

static int
apply_blob(void *arg, const char *name, const struct buf *text, struct err *err)
{
	return apply_new(arg, name, text, err);
}

/* Applies an input again, since the digests that others made may make its orders legal. */
static enum retry_result
apply_again(void *arg, void *item, int64_t *key)
{
	struct apply *a = arg;
	struct late_input *x = item;

	a->is_again = true;
	a->is_last = key == NULL;
	a->waits = false;
	if (a->result == 0)
		a->result = apply_input(a, x->name, x->text.n > 0 ? &x->text : NULL, a->err);
	if (a->waits && a->result == 0)
		return a->is_taken ? RETRY_MOVED : RETRY_WAITS;
	free(x->name);
	buf_wipe(&x->text);
	free(x);
	return RETRY_DONE;
}

/* Removes old receipts before the run. */
static int
clean_receipts(const struct apply *a, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct buf text = BUF_INIT;
	struct hash head;
	int result = host_digest(a->ctx->run.host, -1, d, &text, &head, err);

	if (result == 0)
		result = receipts_clean(a->receipts, d->game, &a->ctx->user.key->pub, err);
	buf_release(&text);
	free(d);
	return result;
}

/* Writes new receipts after the run. */
static int
keep_receipts(struct apply *a, int result, struct err *err)
{
	for (unsigned i = 0; i < a->n_answered; i++) {
		struct answered *at = &a->answered[i];

		if (result == 0)
			result = receipts_keep(a->receipts, &at->receipt, at->n, err);
		buf_release(&at->receipt);
	}
	return result;
}

/* Sets the result of the run after all inputs. */
static int
verdict(struct apply *a, struct err *err)
{
	if (a->hold ? a->unread.code == ERR_NONE : a->is_done && !is_machine(a->refused.code))
		return 0; /* (Y2) */
	*err = a->hold ? a->unread : a->refused.code != ERR_NONE ? a->refused : a->empty;
	if (!a->ctx->out.json)
		err->msg[0] = '\0'; /* reported before */
	return -1;
}

/* Called after all orders were applied: writes the output for git. */
static int
publish_all(const struct apply *a, struct err *err)
{
	struct ctx *ctx = a->ctx;
	const struct apply_opt *o = ctx->opt;
	const struct publish how = { .all_taken = o->all_taken,
		.all_here = o->all_here,
		.is_lacking = a->is_lacking,
		.catch_up = ctx->run.catch_up,
		.import = { .on = o->on, .at = o->at.value, .receipts = o->receipts } };

	return publish(&ctx->run, &how, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	static char standard_input[] = "-";
	char *only[] = { standard_input };
	struct apply a = { .ctx = ctx,
		.err = err,
		.out = o->out,
		.hold = o->hold,
		.receipts = o->receipts,
		.name = ERR_INIT,
		.refused = ERR_INIT,
		.empty = ERR_INIT,
		.unread = ERR_INIT,
		.shown = BUF_INIT };
	int result;

	if (fast_import_on(o->on, err) < 0)
		return -1;
	if (o->batch && argc > 0)
		return err_set(err, ERR_USAGE, "--batch reads standard input: name no file");
	if (argc == 0 && !o->batch) {
		argc = 1;
		argv = only;
	}
	if (o->sig != NULL && argc > 1)
		return err_set(err, ERR_USAGE, "--sig requires one order, not %d files", argc);
	result = deliver_begin(&ctx->run, o->out, err);
	/* (Y2) With a locked key, undecryptable messages would look invalid. */
	if (result == 0 && o->hold)
		result = seckey_unlock(ctx->user.key, SECRET_SIGN | SECRET_BOX, err);
	a.in = (struct order_scan){
		.key = ctx->user.key, .opens = note_sealed, .each = apply_one, .arg = &a
	};
	if (result == 0 && o->receipts != NULL)
		result = clean_receipts(&a, err);
	for (int i = 0; i < argc && result == 0; i++)
		result = apply_new(&a, argv[i], NULL, err);
	if (result == 0 && o->batch)
		result = rawmail_each_blob(stdin, apply_blob, &a, err);
	a.result = result;
	retry_run(&a.late, apply_again, &a);
	result = keep_receipts(&a, a.result, err);
	if (result == 0 && o->import)
		result = publish_all(&a, err);
	if (result == 0)
		result = verdict(&a, err);
	buf_release(&a.shown);
	return result;
}

const struct cmd cmd_apply = {
	.name = "apply",
	.synopsis = "[-k HOST] [--out=DIR] [--sig=FILE] [--catch-up] GAME.db [FILE...|-]\n"
		    "[-k HOST] --hold [--out=DIR|--receipts=DIR] [--catch-up] GAME.db "
		    "[FILE...|-|--batch]\n"
		    "[-k HOST] --hold --receipts=DIR --import [--at=N] [--on=COMMIT] "
		    "[--all-taken|--all-here] "
		    "[--catch-up] GAME.db [FILE...|-|--batch]",
	.summary = "apply orders of players and print the digests they make",
	.text = "Each FILE, or standard input, is a message with one or more orders, sealed or in "
		"clear, as it came by mail; or a canonical order text with FILE.minisig beside it. "
		" Orders are applied one after the other, each completely or not at all, and a "
		"line reports the result of each: taken, kept, repeated or refused.  After a "
		"refused order the next is applied.  The same order again prints the same digest "
		"and changes nothing.\n\nWith --out, digests that an earlier run could not deliver "
		"are written, too.\n\nWith --hold the status reports only failures of this "
		"machine: it is 0 even if every order was refused.  Refused orders are tried again "
		"as long as another order is applied.",
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW | NEED_CATCH_UP,
	.opt = opt,
	.opt_size = sizeof(struct apply_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
