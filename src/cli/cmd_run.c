/* adit run: become another program, with a lock that ends with it (util/lock.h), or a limit of its
 * time. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "util/file.h"
#include "util/lock.h"

enum { SECONDS_MAX = 86400 };

struct run_opt {
	const char *lock;
	struct opt_number wait, seconds;
};

static const struct opt opt[] = {
	CMD_OPTION("lock", 0, OPT_TEXT, offsetof(struct run_opt, lock), "FILE",
	    "hold a lock on FILE until COMMAND ends"),
	{ "wait", 0, OPT_NUMBER, offsetof(struct run_opt, wait), "N",
	    HELP("wait for the lock for N seconds (default: 0)"), 0, SECONDS_MAX },
	{ "seconds", 0, OPT_NUMBER, offsetof(struct run_opt, seconds), "N",
	    HELP("end COMMAND by SIGALRM after N seconds"), 1, SECONDS_MAX },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "wait", NULL, "lock" },
	{ .name = NULL },
};

/* The alarm and its signal are as for a program of a shell. */
static void
set_alarm(int64_t seconds)
{
	sigset_t only;

	(void)signal(SIGALRM, SIG_DFL);
	(void)sigemptyset(&only);
	(void)sigaddset(&only, SIGALRM);
	(void)sigprocmask(SIG_UNBLOCK, &only, NULL);
	(void)alarm((unsigned)seconds);
}

/* Returns only if it failed. */
static int
become(const struct run_opt *o, char **argv, struct err *err)
{
	if (o->lock != NULL && lock_take(o->lock, o->wait.value, err) < 0)
		return -1;
	if (o->seconds.given)
		set_alarm(o->seconds.value);
	(void)execvp(argv[0], argv);
	return err_set(
	    err, file_err_code(errno, ERR_NOT_FOUND), "cannot be run: %s", strerror(errno));
}

/* A failure is reported in the name of the program, whose users need not know of this verb. */
static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const char *slash = strrchr(argv[0], '/');

	(void)argc;
	if (become(ctx->opt, argv, err) < 0 && !ctx->out.json) {
		fprintf(stderr, "%s: %s\n", slash != NULL ? slash + 1 : argv[0], err->msg);
		err->msg[0] = '\0';
	}
	return -1;
}

const struct cmd cmd_run = {
	.name = "run",
	.synopsis = "[--lock=FILE [--wait=N]] [--seconds=N] -- COMMAND [ARGUMENT...]",
	.summary = HELP("run another program with a lock or a limit of its time"),
	.text = HELP(
	    "The process becomes COMMAND, so the lock is free as soon as COMMAND has ended or "
	    "was killed.  Programs that COMMAND starts do not hold it."),
	.is_service = true,
	.group = GROUP_PROGRAM,
	.opt = opt,
	.opt_size = sizeof(struct run_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
