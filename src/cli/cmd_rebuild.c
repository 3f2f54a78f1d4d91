/* adit rebuild: the game file made again from the digests. */
#include "audit/file.h"
#include "cli/cmd.h"
#include "cli/guard.h"
#include "cli/keys.h"
#include "cli/turns.h"

static int
make(struct ctx *ctx, const char *path, const struct buf *text, struct audit_rebuilt *out,
    struct err *err)
{
	struct buf host_key = BUF_INIT;
	struct host *host = NULL;
	int result = keys_stable(ctx->key_arg, buf_cstr(&ctx->key_name), &host_key, err);

	if (result == 0)
		result = host_create(&host, path, ctx->games, err);
	if (result == 0)
		result = audit_rebuild(
		    host, ctx->key, buf_cstr(&host_key), buf_cstr(text), text->n, out, err);
	host_close(host); /* removes what was not finished */
	buf_release(&host_key);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct audit_rebuilt made;
	struct printer *p = ctx->print;
	struct buf text = BUF_INIT;
	int result = turns_collect(ctx, argc - 1, argv + 1, &text, err);

	if (result == 0)
		result = make(ctx, argv[0], &text, &made, err);
	buf_release(&text);
	if (result < 0)
		return -1;
	guard_note_anew(ctx, made.game, &made.first, made.made - 1, &made.last);
	print_open(p, NULL);
	print_text(p, "game", "game % made again in ", made.game);
	print_text(p, NULL, "%: ", argv[0]);
	print_number(p, "given", NULL, made.given);
	print_number(p, "n", "digests 0 to %\n", made.made - 1);
	if (made.made > made.given)
		print_number(p, NULL,
		    "digest % was not among those given: it comes from a stored order\n",
		    made.given);
	print_words(p,
	    "addresses of seats are not in digests: adit address OLD.db | adit address %s -\n",
	    argv[0]);
	print_close(p);
	return 0;
}

const struct cmd cmd_rebuild = {
	.name = "rebuild",
	.synopsis = "-k HOST GAME.db DIR|DIGEST...",
	.summary = "make a lost game file again from the digests",
	.text =
	    "Takes every order again out of the box that each digest keeps for the host alone, "
	    "and compares every digest it makes, byte for byte, with the one given.  GAME.db must "
	    "not exist; the game goes on in it as if nothing had happened.\n"
	    "\n"
	    "Give all digests that went out: if newer ones exist, the players will see that the "
	    "host tells two histories.  It is told when this home has noted newer ones.",
	.group = GROUP_HOST,
	.need = NEED_KEY,
	.args_min = 2,
	.args_max = ARGS_ANY,
	.run = run,
};
