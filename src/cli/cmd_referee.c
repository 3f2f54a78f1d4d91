/* adit referee: the rules for programs, JSON Lines in and out. */
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "record/rules_choice.h"
#include "wire/deck.h"
#include "bot/referee.h"

struct referee_opt {
	const char *rules, *deck, *cards;
};

#define AT(member) offsetof(struct referee_opt, member)

static const struct opt opt[] = {
	CMD_OPTION("rules", 'r', OPT_TEXT, AT(rules), "RULES", "answer for this rules set alone"),
	CMD_OPTION("deck", 0, OPT_TEXT, AT(deck), "FILE",
	    "with the cards of this list instead of those of RULES"),
	CMD_OPTION("cards", 0, OPT_TEXT, AT(cards), "RULES",
	    "print the cards of a rules set, one JSON object a line, and nothing else"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "cards", "rules", NULL },
	{ .name = NULL },
};

/* One byte more than a request may have, so that the referee detects an overlong line. */
enum { LINE_KEPT = REFEREE_LINE_MAX + 1 };

/* Reads a line. Returns false at the end of the input. Bytes beyond LINE_KEPT are dropped. */
static bool
read_line(FILE *in, struct buf *line)
{
	char part[4096];
	size_t n;
	int c = 0;

	buf_clear(line);
	do {
		for (n = 0; n < sizeof part && (c = getc_unlocked(in)) != EOF && c != '\n'; n++)
			part[n] = (char)c;
		buf_add(line, part, n < LINE_KEPT - line->n ? n : LINE_KEPT - line->n);
	} while (n == sizeof part);
	return c != EOF || line->n > 0;
}

/* Sets the rules set that requests must name; NULL: any. */
static int
set_rules(
    const struct ctx *ctx, struct house_deck *deck, const struct rules **rules, struct err *err)
{
	const struct referee_opt *o = ctx->opt;

	*rules = NULL;
	if (o->cards == NULL && o->rules == NULL && o->deck == NULL)
		return 0;
	*rules = o->cards != NULL ? rules_choice_named(ctx->user.games, "--cards", o->cards, err) :
				    rules_choice_named(ctx->user.games, "--rules", o->rules, err);
	if (*rules != NULL)
		*rules = rules_choice_with_deck(*rules, o->deck, deck, err);
	return *rules != NULL ? 0 : -1;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct referee_opt *o = ctx->opt;
	struct buf line = BUF_INIT, *answer = ctx->out.print->out;
	struct house_deck deck;
	const struct rules *rules;

	(void)argc, (void)argv;
	if (set_rules(ctx, &deck, &rules, err) < 0)
		return -1;
	if (o->cards != NULL) {
		referee_cards(rules, answer);
		return 0;
	}
	/* Flush each answer, since the caller waits for it. */
	while (!ferror(stdout) && read_line(stdin, &line)) {
		referee_line(ctx->user.games, rules, buf_cstr(&line), line.n, answer);
		output_flush(&ctx->out);
		(void)fflush(stdout); /* main checks ferror */
	}
	buf_release(&line);
	return ferror(stdin) ? err_set(err, ERR_BUSY, "cannot read standard input") : 0;
}

const struct cmd cmd_referee = {
	.name = "referee",
	.synopsis = "[--rules=RULES|--cards=RULES] [--deck=FILE]",
	.summary = HELP("answer requests about positions, one line of JSON each"),
	.text = HELP(
	    "Reads requests such as {\"id\":1,\"op\":\"legal\",\"position\":{...}} from standard "
	    "input and answers each with one line. Ops: legal, apply, new, score, view, choose. An "
	    "invalid request gets an error object, and the next one is read. With --deck the "
	    "requests are "
	    "about a game with that list of cards, as for adit new --deck."),
	.group = GROUP_PROGRAM,
	.opt = opt,
	.opt_size = sizeof(struct referee_opt),
	.opt_rule = opt_rule,
	.run = run,
};
