/* adit apply: apply orders, one transaction each, and deliver the digests they make. */
#include "cli/cmd.h"
#include "repo/publish.h"
#include "service/apply.h"
#include "util/file.h"

struct apply_opt {
	const char *out, *sig, *receipts, *answers, *on;
	bool hold, batch, import, all_taken, all_here;
	struct opt_number at;
};

static const struct opt opt[] = {
	CMD_OPTION("out", 0, OPT_TEXT, offsetof(struct apply_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names"),
	CMD_OPTION("sig", 0, OPT_TEXT, offsetof(struct apply_opt, sig), "FILE",
	    "the signature that stock minisign made of a canonical order"),
	CMD_OPTION("hold", 0, OPT_FLAG, offsetof(struct apply_opt, hold), NULL,
	    "nothing counts as delivered, until digest --delivered says that it is"),
	CMD_OPTION("receipts", 0, OPT_TEXT, offsetof(struct apply_opt, receipts), "DIR",
	    "write each seat's newest receipt to DIR, and print only public lines"),
	CMD_OPTION("answers", 0, OPT_TEXT, offsetof(struct apply_opt, answers), "FILE",
	    "write a line for each order to FILE"),
	{ "batch", 0, OPT_FLAG, offsetof(struct apply_opt, batch), NULL,
	    HELP(
		"read the output of git-cat-file --batch from standard input: each blob is a FILE"),
	    0, 0 },
	CMD_OPTION("import", 0, OPT_FLAG, offsetof(struct apply_opt, import), NULL,
	    "then play for late seats as tick does, and print what page --import does"),
	{ "at", 0, OPT_NUMBER, offsetof(struct apply_opt, at), "N",
	    HELP("with --import: from digest N on"), 0, INT32_MAX },
	CMD_OPTION("on", 0, OPT_TEXT, offsetof(struct apply_opt, on), "COMMIT",
	    "the parent of the first commit"),
	CMD_OPTION("all-taken", 0, OPT_FLAG, offsetof(struct apply_opt, all_taken), NULL,
	    "with --import: all orders that came are applied"),
	CMD_OPTION("all-here", 0, OPT_FLAG, offsetof(struct apply_opt, all_here), NULL,
	    "the same, unless this machine could not read one of these"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "receipts", "out json", "hold" },
	{ "answers", "sig out json", "receipts" },
	{ "batch", "sig", NULL },
	{ "import", "sig", "receipts" },
	{ "at", NULL, "import" },
	{ "on", NULL, "import" },
	{ "all-taken", "all-here", "import" },
	{ "all-here", NULL, "import" },
	{ .name = NULL },
};

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct apply_opt *o = ctx->opt;
	static char standard_input[] = "-";
	char *only[] = { standard_input };
	struct buf answers = BUF_INIT;
	int result;
	struct apply how = { .out = o->out,
		.sig = o->sig,
		.receipts = o->receipts,
		.hold = o->hold,
		.is_stream = o->import };
	struct publish then = { .all_taken = o->all_taken,
		.all_here = o->all_here,
		.catch_up = ctx->run.catch_up,
		.import = { .on = o->on, .at = o->at.value, .receipts = o->receipts } };

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
	if (o->answers != NULL)
		how.answers = &answers;
	result = apply_files(&ctx->run, &how, argv, argc, o->batch ? stdin : NULL, err);
	if (result == 0 && o->answers != NULL)
		result = file_write(o->answers, answers.p, answers.n, err);
	buf_release(&answers);
	if (result < 0)
		return -1;
	then.is_lacking = how.is_lacking;
	return o->import ? publish(&ctx->run, &then, err) : 0;
}

const struct cmd cmd_apply = {
	.name = "apply",
	.synopsis =
	    "[-k HOST] [--out=DIR] [--sig=FILE] [--catch-up] GAME.db [FILE...|-]\n"
	    "[-k HOST] --hold [--out=DIR|--receipts=DIR] [--catch-up] GAME.db "
	    "[FILE...|-|--batch]\n"
	    "[-k HOST] --hold --receipts=DIR [--answers=FILE] --import [--at=N] [--on=COMMIT] "
	    "[--all-taken|--all-here] "
	    "[--catch-up] GAME.db [FILE...|-|--batch]",
	.summary = HELP("apply orders of players and print the digests they make"),
	.text = HELP(
	    "Each FILE, or standard input, is a message with one or more orders, sealed or in "
	    "clear, as it came by mail; or a canonical order text with FILE.minisig beside it. "
	    " Orders are applied one after the other, each completely or not at all, and a "
	    "line reports the result of each: taken, kept, repeated or refused.  After a "
	    "refused order the next is applied.  The same order again prints the same digest "
	    "and changes nothing.\n\nWith --out, digests that an earlier run could not deliver "
	    "are written, too.\n\nWith --hold the status reports only failures of this "
	    "machine: it is 0 even if every order was refused.  Refused orders are tried again "
	    "as long as another order is applied."),
	.is_service = true,
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW | NEED_CATCH_UP,
	.opt = opt,
	.opt_size = sizeof(struct apply_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
