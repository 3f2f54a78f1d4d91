/*
 * The program: finds the verb, parses options, sets up what the verb needs, runs it, cleans up and
 * reports the result. Only src/cli uses argv, stdio, the environment, the clock and exit statuses.
 *
 * (M1) The status is 0 only if all of standard output was written.
 * (M2) Descriptors 0 to 2 are opened first, so that no game file gets one of them.
 * (M3) Everything is released on every path: keys are wiped, the game file is closed.
 * (M4) No key leaves the process in a core file or through another process of the same user.
 * (M5) Without random numbers the run ends at once with status 75: nothing is signed or sealed.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "record/keys.h"
#include "service/today.h"
#include "games/games.h"
#include "wire/report.h"
#include "util/mem.h"
#include "util/platform.h"
#include "util/timestamp.h"

enum {
	HEAP_STEP = 1 << 20, /* growth step; a turn needs less, and unused memory costs nothing */
	HEAP_OF_A_TURN = 440 << 10
};

/* ---- messages and output --------------------------------------------------------------------- */

static struct printer
choose_printer(bool json, struct buf *out)
{
	struct printer p = json ? printer_json(out) : printer_words(out);

	p.local = timestamp_local;
	return p;
}

/* (M1) */
static int
finish(const struct language *lang, const char *verb, bool json, int error, int status)
{
	int broken = ferror(stdout);
	struct err err = ERR_INIT;

	errno = error;
	if (fflush(stdout) == 0 && !broken)
		return status;
	if (errno != 0)
		err_set(&err, ERR_IO, "cannot write standard output: %s", strerror(errno));
	else
		err_set(&err, ERR_IO, "cannot write standard output");
	/* For programs an error is one object. */
	if (status == 0 || !json)
		show_error(lang, verb, json, &err);
	return status != 0 ? status : EXIT_OUTPUT;
}

/* (M2) The replacements fail like a closed descriptor. */
static void
open_standard(void)
{
	static const int mode[] = { O_RDONLY, O_RDONLY, O_WRONLY };

	for (int fd = 0; fd < 3; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", mode[fd]) != fd)
			_exit(EXIT_OUTPUT);
	}
}

/* (M4) A failure leaves the usual protection. */
static void
forbid_dumps(void)
{
	static const struct rlimit none = { 0, 0 };

	(void)setrlimit(RLIMIT_CORE, &none);
#ifndef ADIT_DUMPABLE
	/* Sanitizers and debuggers inspect the process from outside. */
	platform_forbid_tracing();
#endif
}

/* ---- verbs ---------------------------------------------------------------------------------- */

static int
set_color(struct ctx *ctx, const char *when, struct err *err)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM"), *from;
	const char *usual = ctx_setting(ctx, HOME_COLOR, &from);

	if (when == NULL && (ctx->out.json || strcmp(usual, "auto") != 0))
		ctx->out.color = !ctx->out.json && strcmp(usual, "always") == 0;
	else if (when == NULL || strcmp(when, "auto") == 0)
		ctx->out.color = isatty(STDOUT_FILENO) &&
		    (no_color == NULL || no_color[0] == '\0') && term != NULL &&
		    strcmp(term, "dumb") != 0;
	else if (strcmp(when, "always") == 0 && ctx->out.json)
		return err_set(err, ERR_USAGE, "--color=always conflicts with --json");
	else if (strcmp(when, "always") == 0)
		ctx->out.color = true;
	else if (strcmp(when, "never") != 0)
		return err_set(
		    err, ERR_USAGE, "--color takes auto, always or never, not \"%s\"", when);
	return 0;
}

static int
set_now(struct ctx *ctx, const char *now, struct err *err)
{
	ctx->user.has_now = true;
	if (now == NULL)
		ctx->user.now = (int64_t)time(NULL);
	else if (timestamp_parse(now, strlen(now), &ctx->user.now) < 0)
		return err_set(
		    err, ERR_USAGE, "--now takes a time as 2026-11-21T17:52:14Z, not \"%s\"", now);
	return 0;
}

/* (M5) An open transaction is rolled back when the game file is opened again. */
static void
fill_random(void *p, size_t n)
{
	if (platform_random(p, n) == 0)
		return;
	fprintf(stderr, "adit: the system gives no random numbers: %s\n", strerror(errno));
	_exit(exit_status(ERR_BUSY));
}

static int
open_game(struct ctx *ctx, const char *path, struct err *err)
{
	if (ctx->cmd->need & NEED_STORE_WRITE)
		platform_populate_heap(HEAP_OF_A_TURN); /* cheaper than page faults */
	ctx->run.path = path;
	if (today_open(&ctx->run, (ctx->cmd->need & NEED_STORE_WRITE) != 0, err) < 0)
		return -1;
	return ctx->cmd->need & NEED_STORE_WRITE ? today_check(&ctx->run, err) : 0;
}

/* Returns the i-th operand, from 0, of a synopsis: options, [optional parts] and OPERANDS. */
static const char *
operand(const char *form, int i)
{
	for (const char *p = form;; p += strcspn(p, " \n")) {
		p += strspn(p, " ");
		if (*p == '[' || *p == '(')
			p += strcspn(p, "])") + 1;
		else if (*p != '-' && i-- == 0)
			return p;
		if (*p == '\0' || *p == '\n')
			BUG("the synopsis has fewer operands than the verb needs");
	}
}

static int
check_operands(const struct cmd *cmd, int argc, char **argv, struct err *err)
{
	if (argc < cmd->args_min) {
		const char *form = cmd->synopsis, *missing = operand(form, argc);

		err_set(err, ERR_USAGE, "%.*s is missing", (int)strcspn(missing, " \n"), missing);
		return err_hint(
		    err, "usage: adit %s %.*s", cmd->name, (int)strcspn(form, "\n"), form);
	}
	if (cmd->args_max != ARGS_ANY && argc > cmd->args_max) {
		err_set(err, ERR_USAGE, "\"%s\" is too much", argv[cmd->args_max]);
		return err_hint(err, "see \"adit %s --help\"", cmd->name);
	}
	return 0;
}

/* Sets up what the verb needs, then runs it. */
static int
run_with(struct ctx *ctx, const struct common_opts *common, int argc, char **argv, struct err *err)
{
	const struct cmd *cmd = ctx->cmd;

	if (set_color(ctx, common->color, err) < 0 || check_operands(cmd, argc, argv, err) < 0)
		return -1;
	if ((cmd->need & NEED_NOW) && set_now(ctx, common->now, err) < 0)
		return -1;
	if (cmd->need & (NEED_STORE_READ | NEED_STORE_WRITE)) {
		if (open_game(ctx, argv[0], err) < 0)
			return -1;
		argc--;
		argv++;
	}
	if ((cmd->need & (NEED_KEY | NEED_KEY_OF_GAME)) && (cmd->need & NEED_KEY_LATER) == 0 &&
	    table_run_load_key(&ctx->run, err) < 0)
		return -1;
	if ((cmd->need & NEED_KEY_OF_SEAT) && ctx->user.key_arg != NULL &&
	    table_run_load_key(&ctx->run, err) < 0)
		return -1;
	return cmd->run(ctx, argc, argv, err);
}

/* True if one of the words is an argument; used when options were not parsed. */
static bool
has_argument(int argc, char **argv, const char *a, const char *b)
{
	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], a) == 0 || strcmp(argv[i], b) == 0)
			return true;
	return false;
}

/* Chooses the language, also to report the error of an earlier step. No catalogue is read for what has
 * one language. Returns the result of that step, or -1. */
static int
choose_language(struct ctx *ctx, bool helps, int result, struct err *err)
{
	struct err later = ERR_INIT;

	if (ctx->lang_option == NULL && (ctx->out.json || (ctx->cmd->is_service && !helps)))
		return result;
	return ctx_choose_language(ctx, ctx->lang_option, result == 0 ? err : &later) < 0 ? -1 :
											    result;
}

/* Reports how the verb ended. Returns the status. */
static int
end_verb(struct ctx *ctx, bool json, int result, const struct err *err)
{
	/* Earlier output precedes the error. */
	if (result < 0 && fflush(stdout) != 0 && ctx->write_error == 0)
		ctx->write_error = errno;
	if (result < 0 && err->msg[0] != '\0' && !ctx->out.quiet)
		show_error(ctx->out.lang, ctx->cmd->name, json, err);
	if (ctx->signal != 0) {
		(void)signal(ctx->signal, SIG_DFL);
		(void)raise(ctx->signal);
	}
	return finish(ctx->out.lang, ctx->cmd->name, json, ctx->write_error,
	    result < 0 ? exit_status(err->code) : 0);
}

static int
run_verb(const struct cmd *cmd, int argc, char **argv)
{
	const bool talks = has_argument(argc, argv, "-v", "--verbose");
	struct common_opts common = { .json = false };
	struct buf out = BUF_INIT, home = BUF_INIT, key = BUF_INIT;
	struct printer print;
	struct ctx ctx = { .cmd = cmd, .user.games = rules_all, .out.print = &print };
	struct opt_set set[OPT_SETS];
	void *own = mem_zero(1, cmd->opt_size > 0 ? cmd->opt_size : 1);
	size_t n_sets = cmd_opt_sets(cmd, own, &common, set);
	struct err err = ERR_INIT;
	int result = opt_parse(set, n_sets, &argc, argv, &err), status;

	ctx_init_output(&ctx);
	ctx_init_user(&ctx, &home);
	print = choose_printer(common.json, &out);
	ctx.opt = own;
	ctx.out.json = common.json;
	ctx.out.ascii = common.ascii;
	ctx.user.key_arg = keys_name_of_file(common.key, &key);
	ctx.user.game = common.game;
	ctx.user.no_record = common.no_record;
	ctx.run.catch_up = common.catch_up;
	ctx.run.is_given_now = common.now != NULL;
	ctx.out.quiet = cmd->for_mta && !talks && !isatty(STDERR_FILENO);
	ctx_read_config(&ctx);
	if (common.passphrase_fd.given)
		ctx.user.passphrase_fd = (int)common.passphrase_fd.value;
	ctx.lang_option = common.lang;
	result = choose_language(&ctx, common.help, result, &err);
	if (result == 0 && common.help)
		help_verb(ctx.user.lang, cmd, ctx.user.games, &out);
	else if (result == 0 && (result = opt_check(cmd->opt_rule, set, n_sets, &err)) == 0 &&
	    (result = seal_init(&err)) == 0)
		result = run_with(&ctx, &common, argc, argv, &err);
	output_flush(&ctx.out);
	/* (M3) */
	buf_wipe(&out); /* it may contain a private view */
	host_close(ctx.run.host);
	keys_free(ctx.user.key);
	buf_release(&home);
	buf_release(&key);
	buf_release(&ctx.user.key_path);
	buf_release(&ctx.user.key_name);
	home_config_release(&ctx.config);
	free(own);
	status = end_verb(&ctx, common.json, result, &err);
	buf_release(&ctx.language.catalogue);
	return cmd->for_mta && !ctx.is_timer_run && status != 0 ? exit_status(ERR_BUSY) : status;
}

/* What is needed without a verb: the language. */
struct bare {
	struct ctx ctx;
	struct buf home;
};

static void
open_bare(struct bare *b)
{
	struct err none = ERR_INIT;

	memset(b, 0, sizeof *b);
	b->ctx.out.quiet = true; /* about a damaged configuration */
	ctx_init_user(&b->ctx, &b->home);
	ctx_read_config(&b->ctx);
	(void)ctx_choose_language(&b->ctx, NULL, &none);
}

static void
close_bare(struct bare *b)
{
	buf_release(&b->home);
	home_config_release(&b->ctx.config);
	buf_release(&b->ctx.language.catalogue);
}

static int
fail_bare(const struct bare *b, int argc, char **argv, const struct err *err)
{
	show_error(b->ctx.user.lang, NULL, has_argument(argc, argv, "--json", "--json"), err);
	return exit_status(err->code);
}

static void
put_help(const struct bare *b, FILE *to)
{
	struct buf out = BUF_INIT;

	help_all(b->ctx.user.lang, &out);
	(void)fwrite(buf_cstr(&out), 1, out.n, to);
	buf_release(&out);
}

static bool
asks_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* Handles arguments without a verb: --help, --version [--verbose]. */
static int
run_bare(const struct bare *b, int argc, char **argv)
{
	const char *word = argv[1];
	bool version = strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0;
	bool help = asks_help(word);
	bool verbose = version && argc == 3 && strcmp(argv[2], "--verbose") == 0;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	if (version && argc > 2 && !verbose) {
		err_set(&err, ERR_USAGE, "%s takes no other argument than --verbose", word);
		return fail_bare(b, argc, argv, &err);
	}
	if (!version && !help) {
		err_set(&err, ERR_USAGE, "unknown option %s before the verb", word);
		err_hint(&err, "\"adit help\" lists the verbs");
		return fail_bare(b, argc, argv, &err);
	}
	if (help)
		put_help(b, stdout);
	else
		help_version(ctx_find_letter(), verbose, &out);
	(void)fwrite(buf_cstr(&out), 1, out.n, stdout);
	buf_release(&out);
	return finish(b->ctx.user.lang, NULL, false, 0, 0);
}

/* Runs without a verb, or with one that there is not. */
static int
run_without_verb(int argc, char **argv, const struct err *err)
{
	struct bare b;
	int status;

	open_bare(&b);
	if (argc < 2) {
		put_help(&b, stderr);
		status = exit_status(ERR_USAGE);
	} else if (argv[1][0] == '-') {
		status = run_bare(&b, argc, argv);
	} else {
		status = fail_bare(&b, argc, argv, err);
	}
	close_bare(&b);
	return status;
}

int
main(int argc, char **argv)
{
	const struct cmd *cmd = NULL;
	struct err err = ERR_INIT;

	forbid_dumps();
	platform_grow_heap(HEAP_STEP);
	open_standard();
	report_use_memory();
	host_file_use_one_thread();
	seal_random_from(fill_random);
	/* SIGPIPE ends the process silently, whatever the parent has set. */
	(void)signal(SIGPIPE, SIG_DFL);
	/* A file size limit is handled like a full disk. */
	(void)signal(SIGXFSZ, SIG_IGN);
	if (argc > 1 && argv[1][0] != '-')
		cmd = cmd_find(argv[1], &err);
	else if (argc > 2 && asks_help(argv[1])) /* adit --help --lang=de */
		cmd = cmd_find("help", &err);
	return cmd != NULL ? run_verb(cmd, argc - 2, argv + 2) : run_without_verb(argc, argv, &err);
}
