/* adit play: a session of one seat. */
#include <stdlib.h>

#include "cli/cmd.h"
#include "record/rules_choice.h"
#include "session/lesson.h"
#include "session/play_choose.h"
#include "session/practice.h"

struct play_opt {
	const char *to, *git, *out, *follow;
	const char *rules, *against, *seed, *keep;
	struct opt_list option;
	bool send, plain, lines, learn;
};

#define AT(member) offsetof(struct play_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("send", 0, OPT_FLAG, AT(send), NULL,
	    "send orders by mail: to the address of --to, else the saved one, else the sender of "
	    "the mail that was read"),
	CMD_OPTION("to", 0, OPT_TEXT, AT(to), "ADDR", "with --send: the table's address"),
	CMD_OPTION(
	    "git", 0, OPT_TEXT, AT(git), "DIR", "send orders with `git adit send` in this clone"),
	CMD_OPTION(
	    "out", 0, OPT_TEXT, AT(out), "FILE", "write orders there; -: to standard output"),
	CMD_OPTION("follow", 0, OPT_TEXT, AT(follow), "DIR",
	    "digests come there: a folder, a Maildir or a git repository; -: nowhere"),
	CMD_OPTION("rules", 'r', OPT_TEXT, AT(rules), "RULES", "a practice game on this machine"),
	CMD_OPTION("against", 0, OPT_TEXT, AT(against), "PLAYER[,PLAYER]...",
	    "with --rules: the other players, each greedy or random"),
	CMD_OPTION("option", 'o', OPT_LIST, AT(option), "NAME=VALUE",
	    "with --rules: an option of the rules set"),
	{ "seed", 0, OPT_TEXT, AT(seed), "HEX",
	    HELP(
		"with --rules: the game that this was before: keys, cards and the others' choices"),
	    0, 0 },
	CMD_OPTION("keep", 0, OPT_TEXT, AT(keep), "DIR",
	    "with --rules: save the game in this folder, or continue it"),
	CMD_OPTION("learn", 0, OPT_FLAG, AT(learn), NULL,
	    "a guided first round of saboteur, or of the game that is named"),
	CMD_OPTION("lines", 0, OPT_FLAG, AT(lines), NULL, "line by line instead of a full screen"),
	CMD_OPTION(
	    "plain", 0, OPT_FLAG, AT(plain), NULL, "sentences instead of drawings, line by line"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "send", "git out", NULL },
	{ "to", NULL, "send" },
	{ "git", "out", NULL },
	{ "rules", "send git out follow key passphrase-fd game", NULL },
	{ "learn", "rules send git out follow key passphrase-fd game", NULL },
	{ "against", NULL, "rules" },
	{ "option", NULL, "rules" },
	{ "seed", NULL, "rules" },
	{ "keep", NULL, "rules" },
	{ .name = NULL },
};

static int
practice(struct ctx *ctx, int argc, char **argv, struct practice_want *want, struct err *err)
{
	const struct play_opt *o = ctx->opt;

	want->rules = rules_choice_named(ctx->user.games, "--rules", o->rules, err);
	if (want->rules == NULL)
		return -1;
	if (argc > 0)
		return err_set(
		    err, ERR_USAGE, "a practice game is a new one: \"%s\" is too much", argv[0]);
	if (o->against == NULL) {
		(void)err_set(err, ERR_USAGE, "--against=PLAYER is required");
		return err_hint(err, "--against greedy, or several: --against greedy,random");
	}
	want->against = o->against;
	want->seed = o->seed;
	want->keep = o->keep;
	want->option = o->option.at;
	want->n_options = o->option.n;
	return practice_play(&ctx->user, want, &ctx->signal, err);
}

static int
learn(struct ctx *ctx, const char *name, struct practice_want *want, struct err *err)
{
	want->rules = rules_choice_named(ctx->user.games, "--learn", name, err);
	if (want->rules == NULL)
		return -1;
	want->lesson = lesson_find(want->rules->name);
	if (want->lesson == NULL)
		return err_set(err, ERR_USAGE, "there is no lesson of %s", want->rules->name);
	want->against = want->lesson->against;
	want->seed = want->lesson->seed;
	want->option = &want->lesson->option;
	want->n_options = want->lesson->option != NULL;
	return practice_play(&ctx->user, want, &ctx->signal, err);
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct play_opt *o = ctx->opt;
	const struct play_wish wish = { .begin = argc > 0 ? argv[0] : NULL,
		.follow = o->follow,
		.to = o->to,
		.git = o->git,
		.out = o->out,
		.send = o->send,
		.plain = o->plain,
		.lines = o->lines };
	struct practice_want want = {
		.temporary = getenv("TMPDIR"), .plain = o->plain, .lines = o->lines
	};

	ctx->user.in_session = true;
	if (ctx->out.json)
		return err_set(err, ERR_USAGE, "a session talks to people: --json is not for it");
	if (o->learn)
		return learn(ctx, argc > 0 ? argv[0] : "saboteur", &want, err);
	if (o->rules != NULL)
		return practice(ctx, argc, argv, &want, err);
	return play_choose(&ctx->user, &wish, &ctx->signal, err);
}

const struct cmd cmd_play = {
	.name = "play",
	.synopsis = "[-k KEY] [--send|--git DIR|--out FILE] [OPTION]... [GAME|DIR|-]\n"
		    "--rules RULES --against PLAYER[,PLAYER]... [--seed HEX] [--keep DIR]\n"
		    "--learn [RULES]",
	.summary = HELP("play: see the table, give orders, send them, in one session"),
	.text = HELP(
	    "Shows the table as `adit read` does.  Reads orders and commands (? lists them), asks "
	    "for confirmation, signs as `adit sign` does, saves the order and sends it.  The key, "
	    "the place of news and the way of sending are saved for each game; without a way, "
	    "orders are shown, to be sent by hand.\n\nWithout an operand: the folder turns/ "
	    "here, else the running game, or a list of the running games.  -: a "
	    "mail or digests on standard input, and the terminal is /dev/tty: |adit play - from a "
	    "mail program.\n\nA signed order is saved before it is sent.  So after a failure the "
	    "same bytes are sent again, and never another order for that turn.\n\nWith --rules a "
	    "game starts at once against players on this machine, to learn or to practice: --rules "
	    "duel --against greedy.  It is deleted at the end, except with --keep.  With --learn "
	    "the first round of such a game is explained, turn by turn."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_LATER | NEED_RECORD | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct play_opt),
	.opt_rule = opt_rule,
	.args_max = 1,
	.run = run,
};
