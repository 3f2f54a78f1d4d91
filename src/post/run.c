/*
 * Run another program.
 *
 * (R1) It gets its input as a file in memory and no other descriptor of ours, no way to make us wait: whatever
 *      it does, it is over when its time is.
 * (R2) The clock is a descriptor, too: nobody below cli reads the time.
 */
#include "post/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/file.h"

enum { CHUNK = 65536 };

/* What belongs to one run; -1: not open. */
struct child {
	int in, out[2], timer, pidfd;
	pid_t pid;
};

static void
shut(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd); /* pipes and memory: nothing to lose */
	*fd = -1;
}

static int
trouble(const char *what, int error, struct err *err)
{
	return err_set(err, ERR_BUSY, "cannot run a program: %s: %s", what, strerror(error));
}

/* The input in a file without a name, its time, and where its output comes out. */
static int
prepare(struct child *c, const struct run *r, struct err *err)
{
	const struct itimerspec limit = { .it_value = { .tv_sec = r->seconds } };

	c->in = memfd_create("mail", MFD_CLOEXEC);
	if (c->in < 0 || file_put(c->in, r->in, r->n_in) < 0 || lseek(c->in, 0, SEEK_SET) < 0)
		return trouble("a file in memory", errno, err);
	c->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (c->timer < 0 || timerfd_settime(c->timer, 0, &limit, NULL) < 0)
		return trouble("a timer", errno, err);
	if (pipe2(c->out, O_CLOEXEC) < 0)
		return trouble("a pipe", errno, err);
	return 0;
}

/* 0, or an errno. */
static int
spawn(struct child *c, const struct run *r)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int error;

	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	error = posix_spawn_file_actions_init(&files);
	if (error != 0)
		return error;
	error = posix_spawnattr_init(&attr);
	if (error == 0) {
		error = posix_spawn_file_actions_adddup2(&files, c->in, STDIN_FILENO);
		if (error == 0)
			error = r->out != NULL ?
			    posix_spawn_file_actions_adddup2(&files, c->out[1], STDOUT_FILENO) :
			    posix_spawn_file_actions_addopen(
				&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
		if (error == 0)
			error = posix_spawn_file_actions_addopen(
			    &files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
		if (error == 0)
			error = posix_spawnattr_setflags(&attr,
			    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
		(void)posix_spawnattr_setsigmask(&attr, &none);   /* cannot fail */
		(void)posix_spawnattr_setsigdefault(&attr, &all); /* cannot fail */
		if (error == 0)
			error = posix_spawn(&c->pid, r->program, &files, &attr, r->argv, r->envp);
		(void)posix_spawnattr_destroy(&attr);
	}
	(void)posix_spawn_file_actions_destroy(&files);
	return error;
}

/* Until it ends (1), or too much comes, or its time is over (0). */
static int
collect(const struct child *c, const struct run *r)
{
	enum { OUT, TIMER, PID };
	struct pollfd ready[] = { [OUT] = { r->out != NULL ? c->out[0] : -1, POLLIN, 0 },
		[TIMER] = { c->timer, POLLIN, 0 },
		[PID] = { c->pidfd, POLLIN, 0 } };
	struct buf *out = r->out;

	while (ready[OUT].fd >= 0 || ready[PID].fd >= 0) {
		size_t want;
		ssize_t got;

		if (poll(ready, 3, -1) < 0) {
			if (errno == EINTR)
				continue;
			return -1;
		}
		if (ready[TIMER].revents != 0)
			return 0;
		if (ready[PID].revents != 0)
			ready[PID].fd = -1;
		if (ready[OUT].revents == 0)
			continue;
		want = r->out_max + 1 - out->n;
		want = want < CHUNK ? want : CHUNK;
		buf_need(out, want);
		got = read(c->out[0], out->p + out->n, want);
		if (got < 0 && errno != EINTR)
			return -1;
		if (got == 0)
			ready[OUT].fd = -1;
		if (got > 0) {
			out->n += (size_t)got;
			out->p[out->n] = '\0';
		}
		if (out->n > r->out_max)
			return 0;
	}
	return 1;
}

/* Wait for what has started, to its end or ours. */
static int
attend(struct child *c, const struct run *r, struct run_end *end, struct err *err)
{
	int over, error;

	/* Before Linux 5.3 there is none: then its end is waited for behind that of its output, however long. */
	c->pidfd = (int)syscall(SYS_pidfd_open, c->pid, 0);
	shut(&c->out[1]);
	over = collect(c, r);
	error = errno;
	end->killed = over != 1;
	if (end->killed)
		(void)kill(
		    -c->pid, SIGKILL); /* and what it has started; it is there until waitpid */
	while (waitpid(c->pid, &end->status, 0) < 0)
		if (errno != EINTR)
			return trouble("waiting for it", errno, err);
	return over < 0 ? trouble("what it says", error, err) : 0;
}

int
run_program(const struct run *r, struct run_end *end, struct err *err)
{
	struct child c = { -1, { -1, -1 }, -1, -1, 0 };
	int result = prepare(&c, r, err);

	*end = (struct run_end){ .error = 0 };
	if (result == 0)
		end->error = spawn(&c, r);
	if (result == 0 && end->error == 0)
		result = attend(&c, r, end, err);
	shut(&c.in);
	shut(&c.out[0]);
	shut(&c.out[1]);
	shut(&c.timer);
	shut(&c.pidfd);
	return result;
}
