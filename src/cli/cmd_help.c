/* adit help: the table of verbs. */
#include <string.h>

#include "cli/cmd.h"

struct help_opt {
	bool list;
};

static const struct opt opt[] = {
	CMD_OPTION("list", 0, OPT_FLAG, offsetof(struct help_opt, list), NULL,
	    "print only names, one a line: the verbs, or the options of VERB"),
	{ .name = NULL },
};

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct help_opt *o = ctx->opt;
	const struct cmd *cmd = NULL;
	struct buf *out = ctx->out.print->out;

	if (ctx->out.json) {
		(void)err_set(err, ERR_USAGE, "help is for people, not JSON");
		return err_hint(err, "--list prints names, one a line");
	}
	if (argc > 0) {
		cmd = cmd_find(argv[0], err);
		if (cmd == NULL)
			return -1;
	}
	if (o->list && cmd != NULL)
		help_list_options(cmd, out);
	else if (o->list)
		help_list(out);
	else if (cmd != NULL)
		help_verb(ctx->user.lang, cmd, ctx->user.games, out);
	else
		help_all(ctx->user.lang, out);
	return 0;
}

const struct cmd cmd_help = {
	.name = "help",
	.synopsis = "[--list] [VERB]",
	.summary = HELP("explain a verb, or list all of them"),
	.group = GROUP_ALL,
	.opt = opt,
	.opt_size = sizeof(struct help_opt),
	.args_max = 1,
	.run = run,
};
