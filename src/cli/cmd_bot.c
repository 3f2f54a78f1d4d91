/*
 * adit bot: play for a seat.
 *
 * (B1) The order follows from the digest and the record, so that a bot that is started again prints
 *      the same bytes.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/order_common.h"
#include "player/reading.h"
#include "player/suggest.h"
#include "service/digest_input.h"
#include "wire/report.h"

enum {
	PAUSE_MS = 200,     /* between looks at a folder; of a pipe: what has come is a digest */
	CHUNK = 1 << 16,    /* bytes of a read */
	INPUT_MAX = 1 << 28 /* bytes of a pipe */
};

struct bot_opt {
	struct order_opt order; /* must be first: order_make reads it */
	const char *policy;
	bool once;
};

static const struct opt opt[] = {
	CMD_OPTION("policy", 0, OPT_TEXT, offsetof(struct bot_opt, policy), "POLICY",
	    "greedy, greedy:2 or search:N; default: greedy"),
	CMD_OPTION("once", 0, OPT_FLAG, offsetof(struct bot_opt, once), NULL,
	    "only for the digests that are here now"),
	ORDER_OPT_CLEAR,
	ORDER_OPT_HOST,
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = { { .name = NULL } };

struct robot {
	struct bot_policy policy;
	int64_t played; /* the newest digest that was answered; -1: none */
	bool waits;     /* out: there is nothing to do now */
	bool is_over;   /* out: the game is over */
};

static int
wait_for_more(struct robot *bot, struct err *err)
{
	bot->waits = true;
	return err_set(err, ERR_STALE, "it is not this seat's turn");
}

/* (B1) The order that was signed before for this digest is the one, or one with a free count. */
static int
sign(const struct ctx *ctx, const struct player_read *r, const char *line, struct parsed_order *out,
    struct err *err)
{
	struct player_order order = { .line = { line }, .n_lines = 1 };
	struct buf dir = BUF_INIT;
	struct err none = ERR_INIT;
	int result = player_sign(r, ctx->user.key, &order, out, err);

	if (result < 0 || user_game(&ctx->user, r->d.game, &dir, &none) < 0)
		return result;
	result = player_sign_once(r, dir.p, ctx->user.key, &order, out, err);
	buf_release(&dir);
	return result;
}

/* An order_maker. */
static int
make(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *out,
    struct err *err)
{
	struct robot *bot = arg;
	const struct game *g = &r->d.pub.known;
	struct reading past;
	struct buf line = BUF_INIT;
	int result;

	bot->is_over = g->phase == PHASE_OVER;
	if (g->phase != PHASE_SETUP && player_needs_view(r, err) < 0)
		return -1;
	if (g->phase == PHASE_SETUP || bot->is_over || r->d.n <= bot->played ||
	    r->seen_n > r->d.n || g->to_move != r->seat ||
	    undo_request_blocks_play(&r->d.undo_request))
		return wait_for_more(bot, err);
	result = reading_begin(&past, &ctx->user, r, err);
	if (result == 0)
		result = suggest_order(NULL, r, &past.story, bot->policy, &line, NULL, err);
	if (result == 0)
		result = sign(ctx, r, buf_cstr(&line), out, err);
	if (result == 0) {
		bot->played = r->d.n;
		reading_shown(&ctx->user, r, &past.story);
	}
	reading_end(&past);
	buf_wipe(&line);
	return result;
}

/* Answers the newest digest in the text, if it is this seat's turn. */
static int
answer(struct ctx *ctx, struct robot *bot, const struct buf *text, struct err *err)
{
	struct buf block = BUF_INIT;
	struct player_read r;
	struct parsed_order order;
	int result;

	memset(&r, 0, sizeof r);
	bot->waits = false;
	result = order_make(ctx, text, true, make, bot, &r, &order, &block, err);
	if (result == 0)
		report_order(&order.o.b, 1, buf_cstr(&block), NULL, ctx->out.print);
	if (result < 0 && bot->waits) {
		*err = (struct err)ERR_INIT;
		result = 0;
	}
	player_read_release(&r);
	buf_wipe(&block);
	seal_wipe(&order, sizeof order);
	return result == 0 && !output_sync(&ctx->out) ? -1 : result; /* finish() says why */
}

/* Fails for what has no end, or gives its bytes only once. */
static int
check_place(const char *path, struct err *err)
{
	struct stat st;

	if (stat(path, &st) < 0 || S_ISDIR(st.st_mode) || S_ISREG(st.st_mode))
		return 0; /* what is missing is reported when it is read */
	(void)err_set(err, ERR_SYNTAX, "%s is neither a folder nor a file", path);
	return err_hint(err, "digests that come through a pipe are read with -");
}

/* Plays by a folder, or by the record. */
static int
play_folder(struct ctx *ctx, struct robot *bot, int argc, char **argv, struct err *err)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
	const struct bot_opt *o = ctx->opt;
	size_t seen = 0;

	if (argc == 1 && check_place(argv[0], err) < 0)
		return -1;
	for (;;) {
		struct buf text = BUF_INIT;
		int result = digest_input_collect(&ctx->user, argc, argv, &text, err);

		if (result == 0 && text.n != seen)
			result = answer(ctx, bot, &text, err);
		seen = text.n;
		buf_release(&text);
		if (result < 0 || bot->is_over || o->once)
			return result;
		(void)nanosleep(&pause, NULL);
	}
}

/* Appends what comes, up to a pause. Returns 1, 0 at the end, or -1. */
static int
take_input(struct buf *text, struct err *err)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	char chunk[CHUNK];
	ssize_t n;

	do {
		n = read(STDIN_FILENO, chunk, sizeof chunk);
		if (n < 0)
			return err_set(err, ERR_BUSY, "standard input: %s", strerror(errno));
		buf_add(text, chunk, (size_t)n);
		if (text->n > INPUT_MAX)
			return err_set(err, ERR_SYNTAX, "more digests than a game has");
	} while (n > 0 && poll(&in, 1, PAUSE_MS) > 0);
	return n > 0;
}

/* Plays by a pipe. Part of a digest may be read as a broken one: more of it comes. */
static int
play_pipe(struct ctx *ctx, struct robot *bot, struct err *err)
{
	struct buf text = BUF_INIT;
	int more, result = 0;

	do {
		more = take_input(&text, err);
		result = more < 0 || text.n == 0 ? more : answer(ctx, bot, &text, err);
		if (result < 0 && more > 0 && err->code == ERR_SYNTAX) {
			*err = (struct err)ERR_INIT;
			result = 0;
		}
	} while (result == 0 && more > 0 && !bot->is_over);
	buf_release(&text);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct bot_opt *o = ctx->opt;
	const char *policy = o->policy != NULL ? o->policy : "greedy";
	struct robot bot = { .played = -1 };

	if (bot_policy_parse(policy, strlen(policy), &bot.policy) < 0 ||
	    bot.policy.kind == POLICY_RANDOM)
		return err_set(err, ERR_USAGE,
		    "--policy takes greedy, greedy:2 or search:N with N from 1 to %d, not \"%s\"",
		    BOT_SEARCH_MAX, policy);
	return argc == 1 && strcmp(argv[0], "-") == 0 ? play_pipe(ctx, &bot, err) :
							play_folder(ctx, &bot, argc, argv, err);
}

const struct cmd cmd_bot = {
	.name = "bot",
	.synopsis = "[-k KEY] [-g GAME] [--policy=POLICY] [--once] [DIR|-]",
	.summary = HELP("play for a seat, as long as it runs"),
	.text = HELP(
	    "Prints a signed and sealed order whenever it is the turn of the seat.  DIR is a "
	    "folder with digests, in which new ones arrive; with -, digests come through a "
	    "pipe.  Without either: the folder turns/ here, else the digests read here.  Ends "
	    "when the game is over.  Join and confirm with these verbs before."),
	.group = GROUP_PLAYER,
	.need = NEED_KEY_OF_SEAT | NEED_KEEPING,
	.opt = opt,
	.opt_size = sizeof(struct bot_opt),
	.opt_rule = opt_rule,
	.args_max = 1,
	.run = run,
};
