/* adit join, adit confirm: a player's part in the deal. */
#include <string.h>

#include "cli/cmd.h"
#include "cli/export.h"
#include "cli/turns.h"

struct join_opt {
	const char *digest, *seat, *export, *host;
	bool clear;
};

#define AT(member) offsetof(struct join_opt, member)

#define OPT_DIGEST                                                                           \
	{                                                                                    \
		"digest", 'd', OPT_TEXT, AT(digest), "DIGEST",                               \
		    "the digest answered: a file, - or a folder with digests, of which the " \
		    "newest is taken; "                                                      \
		    "default: the folder turns/ here",                                       \
		    0, 0                                                                     \
	}
#define OPT_REST                                                                                  \
	{ "clear", 0, OPT_FLAG, AT(clear), NULL, "do not seal it: everybody can read it", 0, 0 }, \
	    { "export", 0, OPT_TEXT, AT(export), "DIR",                                           \
		    "also write DIR/order.txt and DIR/order.txt.minisig for stock minisign", 0,   \
		    0 },                                                                          \
	    { "host", 0, OPT_TEXT, AT(host), "FILE", "insist on the host of this public card", 0, \
		    0 },                                                                          \
	{                                                                                         \
		.name = NULL                                                                      \
	}

static const struct opt opt_join[] = {
	OPT_DIGEST,
	{ "seat", 's', OPT_TEXT, AT(seat), "NAME",
	    "which seat to take, if it is neither kept for this key nor called like it", 0, 0 },
	OPT_REST,
};

static const struct opt opt_confirm[] = { OPT_DIGEST, OPT_REST };

/* Behind the deal only the holders of seats have views: who has none must be told something else. */
static int
verify(struct ctx *ctx, const struct buf *text, struct player_read *r, struct err *err)
{
	const struct join_opt *o = ctx->opt;
	struct err why = ERR_INIT;

	if (turns_verify(ctx, text, o->host, ctx->key, NULL, r, &why) == 0)
		return 0;
	if (why.code == ERR_NOT_FOUND)
		return turns_verify(ctx, text, o->host, NULL, NULL, r, err);
	*err = why;
	return -1;
}

static int
answer(struct ctx *ctx, bool joins, struct err *err)
{
	const struct join_opt *o = ctx->opt;
	struct buf text = BUF_INIT;
	struct player_read r;
	struct block b;
	int result;

	memset(&r, 0, sizeof r);
	result = turns_acted_on(o->digest, &text, err);
	if (result == 0)
		result = verify(ctx, &text, &r, err);
	if (result == 0 && joins)
		result = player_join(&r, ctx->key, o->seat, buf_cstr(&ctx->key_name), &b, err);
	else if (result == 0)
		result = player_confirm(&r, ctx->key, &b, err);
	if (result == 0 && o->export != NULL)
		result = export_order(o->export, &b, err);
	if (result == 0)
		result = turns_put_order(ctx, &r, &b, o->clear, err);
	player_read_release(&r);
	buf_release(&text);
	return result;
}

static int
run_join(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	(void)argc;
	(void)argv;
	return answer(ctx, true, err);
}

static int
run_confirm(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	(void)argc;
	(void)argv;
	return answer(ctx, false, err);
}

const struct cmd cmd_join = {
	.name = "join",
	.synopsis = "[-d DIGEST] [-k KEY] [--seat=NAME] [OPTION]...",
	.summary = "take a seat at a table: answer the host's invitation",
	.text = "Prints an order to send to the host.  It carries your public keys and a "
		"commitment to your "
		"share of the shuffle, which is derived from your key: there is nothing to keep.",
	.group = GROUP_PLAYER,
	.need = NEED_KEY,
	.opt = opt_join,
	.opt_size = sizeof(struct join_opt),
	.run = run_join,
};

const struct cmd cmd_confirm = {
	.name = "confirm",
	.synopsis = "[-d DIGEST] [-k KEY] [OPTION]...",
	.summary = "reveal your share of the shuffle, when all seats are taken",
	.text = "Prints an order to send to the host.  Before it reveals anything, adit checks "
		"that the "
		"digest lists a commitment of every seat, no two the same, and yours as you gave "
		"it.  The "
		"last confirmation deals the cards.",
	.group = GROUP_PLAYER,
	.need = NEED_KEY,
	.opt = opt_confirm,
	.opt_size = sizeof(struct join_opt),
	.run = run_confirm,
};
