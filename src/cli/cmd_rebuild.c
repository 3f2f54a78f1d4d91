/* adit rebuild: rebuild a game file from digests. */
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "service/digest_input.h"
#include "repo/fast_import.h"
#include "repo/restore.h"
#include "service/rebuild.h"

struct rebuild_opt {
	const char *game, *on;
	bool keep, batch, first, places, import;
};

#define AT(member) offsetof(struct rebuild_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("game", 'g', OPT_TEXT, AT(game), "GAME",
	    "take digests of this game out of standard input; default: of the first one"),
	CMD_OPTION("keep", 0, OPT_FLAG, AT(keep), NULL,
	    "GAME.db may exist: rebuild it only if the digests continue it"),
	CMD_OPTION("batch", 0, OPT_FLAG, AT(batch), NULL,
	    "read the output of git-cat-file --batch from standard input"),
	CMD_OPTION("places", 0, OPT_FLAG, AT(places), NULL,
	    "its names of objects say where a file was found: main, past or other"),
	CMD_OPTION("first", 0, OPT_FLAG, AT(first), NULL,
	    "print each digest 0 that is there, and make nothing"),
	CMD_OPTION("import", 0, OPT_FLAG, AT(import), NULL,
	    "print the commit that restores main after these, for git-fast-import"),
	CMD_OPTION("on", 0, OPT_TEXT, AT(on), "COMMIT", "the parent of that commit"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "batch", NULL, "keep" },
	{ "places", NULL, "batch" },
	{ "first", "game places import json", "batch" },
	{ "import", "json", "places" },
	{ "on", NULL, "import" },
	{ .name = NULL },
};

static void
report_rebuilt(const char *path, const struct audit_rebuilt *made, struct printer *p)
{
	print_open(p, NULL);
	print_text(p, "game", "game % made again in ", made->game);
	print_text(p, NULL, "%: ", path);
	print_number(p, "given", NULL, made->given);
	print_number(p, "n", "digests 0 to %\n", made->made - 1);
	if (made->made > made->given)
		print_number(p, NULL,
		    "digest % was not among those given: it comes from a stored order\n",
		    made->given);
	print_human(p,
	    "addresses of seats, and how they get mail, are not in digests:\n"
	    "adit address OLD.db | adit address %s -\n",
	    path);
	print_close(p);
}

static int
keep(struct ctx *ctx, const char *path, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	const struct restore how = { .game = o->game,
		.batch = o->batch ? stdin : NULL,
		.is_placed = o->places,
		.imports = o->import,
		.on = o->on };
	struct printer *p = ctx->out.print;
	int64_t end;

	if (o->first)
		return restore_print_first(&ctx->user, stdin, err);
	if (restore_run(&ctx->run, path, &how, &end, err) < 0)
		return -1;
	if (!o->import) {
		print_open(p, NULL);
		print_number(p, "n", "digests 0 to %\n", end);
		print_close(p);
	}
	return 0;
}

static int
rebuild(struct ctx *ctx, int argc, char **argv, bool is_piped, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	struct audit_rebuilt made;
	struct buf text = BUF_INIT;
	int result = is_piped ? restore_collect(&ctx->user, o->game, &text, err) :
				digest_input_collect(&ctx->user, argc - 1, argv + 1, &text, err);

	if (result == 0)
		result = rebuild_make(&ctx->run, argv[0], &text, &made, err);
	if (result == 0)
		report_rebuilt(argv[0], &made, ctx->out.print);
	buf_release(&text);
	return result < 0 ? digest_input_blame(&ctx->user, argc - 1, argv + 1, err) : 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct rebuild_opt *o = ctx->opt;
	struct buf key = BUF_INIT;
	bool is_piped = argc == 2 && strcmp(argv[1], "-") == 0;
	int result;

	if ((o->game != NULL || o->keep) && !is_piped)
		return err_set(err, ERR_USAGE, "-%s goes with digests from standard input: -",
		    o->keep ? "-keep" : "g");
	if (fast_import_on(o->on, err) < 0)
		return -1;
	result = rebuild_load_key(&ctx->run, argv[0], &key, err);
	if (result == 0 && o->keep)
		result = keep(ctx, argv[0], err);
	else if (result == 0)
		result = rebuild(ctx, argc, argv, is_piped, err);
	ctx->user.key_arg = NULL; /* it may point to `key` */
	buf_release(&key);
	return result;
}

const struct cmd cmd_rebuild = {
	.name = "rebuild",
	.synopsis = "-k HOST GAME.db DIR|DIGEST...\n"
		    "-k HOST [-g GAME] GAME.db -\n"
		    "-k HOST [-g GAME] --keep [--batch [--first|--places [--import "
		    "[--on=COMMIT]]]] GAME.db -",
	.summary = HELP("rebuild a lost game file from the digests"),
	.text = HELP(
	    "Reads the orders from the box that each digest contains for the host alone, applies "
	    "them again, and compares every digest, byte for byte, with the one given.  GAME.db "
	    "must not exist; the game continues in it.\n\nGive all digests that were published: if "
	    "newer ones exist, the players will see that the host shows two histories.  A message "
	    "reports newer ones that this home has recorded.\n\nFrom standard input only digests "
	    "of one game that the key has signed are used; a message reports other input."),
	.group = GROUP_HOST,
	.need = NEED_KEY_LATER,
	.opt = opt,
	.opt_size = sizeof(struct rebuild_opt),
	.opt_rule = opt_rule,
	.args_min = 2,
	.args_max = ARGS_ANY,
	.run = run,
};
