/*
 * adit run: become another program, with a lock that ends with it, or a limit of its time.
 *
 * (X1) The lock belongs to this process and stays over exec(2): it is free as soon as the program
 *      has ended, however it ended. Programs that it starts do not have it.
 * (X2) A process loses such a lock when it closes any descriptor of the file. So the descriptor has
 *      a number that shells leave alone.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "util/file.h"

enum { LOCK_FD_MIN = 40, TRIES_A_SECOND = 20, SECONDS_MAX = 86400 };

struct run_opt {
	const char *lock;
	struct opt_number wait, seconds;
};

static const struct opt opt[] = {
	{ "lock", 0, OPT_TEXT, offsetof(struct run_opt, lock), "FILE",
	    "hold a lock on FILE until COMMAND ends", 0, 0 },
	{ "wait", 0, OPT_NUMBER, offsetof(struct run_opt, wait), "N",
	    "wait for the lock for N seconds (default: 0)", 0, SECONDS_MAX },
	{ "seconds", 0, OPT_NUMBER, offsetof(struct run_opt, seconds), "N",
	    "end COMMAND by SIGALRM after N seconds", 1, SECONDS_MAX },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "wait", NULL, "lock" },
	{ .name = NULL },
};

/* Opens the file of the lock, which others cannot replace by a link. Returns -1 with errno. */
static int
open_lock(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600), high;

	if (fd < 0)
		return -1;
	high = fcntl(fd, F_DUPFD, LOCK_FD_MIN); /* (X2) before it is locked */
	(void)close(fd);
	return high;
}

/* (X1) */
static int
take_lock(const char *path, int64_t wait, struct err *err)
{
	static const struct timespec pause = { 0, 1000000000 / TRIES_A_SECOND };
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int64_t tries = wait * TRIES_A_SECOND;
	int fd = open_lock(path);

	if (fd < 0)
		return err_set(err, file_err_code(errno, ERR_CREATE), "cannot open the lock: %s",
		    strerror(errno));
	while (fcntl(fd, F_SETLK, &whole) < 0) {
		if (errno != EACCES && errno != EAGAIN && errno != EINTR)
			return err_set(err, ERR_BUSY, "cannot lock: %s", strerror(errno));
		if (tries-- == 0)
			return err_set(err, ERR_BUSY, "another run has the lock; try again");
		(void)nanosleep(&pause, NULL);
	}
	return 0;
}

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
	if (o->lock != NULL && take_lock(o->lock, o->wait.value, err) < 0)
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
	.summary = "run another program with a lock or a limit of its time",
	.text = "The process becomes COMMAND, so the lock is free as soon as COMMAND has ended or "
		"was killed.  Programs that COMMAND starts do not hold it.",
	.group = GROUP_PROGRAM,
	.opt = opt,
	.opt_size = sizeof(struct run_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
