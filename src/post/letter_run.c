/*
 * Run adit-letter on a message.
 *
 * (R1) It gets the message as a file in memory and nothing else: no environment, no other descriptor of ours, no
 *      way to make us wait: whatever it does, it is over when its time is.
 * (R2) The clock is a descriptor, too: nobody below cli reads the time.
 */
#include "post/letter.h"

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

enum {
	CHUNK = 65536,
	NOT_FOUND = 127 /* what the loader ends with, whose libraries are missing */
};

/* What belongs to one run; -1: not open. */
struct run {
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
	return err_set(err, ERR_BUSY, "cannot read a mail: %s: %s", what, strerror(error));
}

/* The message in a file without a name, its time, and where frames come out. */
static int
prepare(struct run *r, const char *p, size_t n, struct err *err)
{
	const struct itimerspec limit = { .it_value = { .tv_sec = LETTER_SECONDS } };

	r->in = memfd_create("letter", MFD_CLOEXEC);
	if (r->in < 0 || file_put(r->in, p, n) < 0 || lseek(r->in, 0, SEEK_SET) < 0)
		return trouble("a file in memory", errno, err);
	r->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (r->timer < 0 || timerfd_settime(r->timer, 0, &limit, NULL) < 0)
		return trouble("a timer", errno, err);
	if (pipe2(r->out, O_CLOEXEC) < 0)
		return trouble("a pipe", errno, err);
	return 0;
}

/* 0, or an errno. */
static int
spawn(struct run *r, const char *program)
{
	char name[] = "adit-letter";
	char *argv[] = { name, NULL }, *envp[] = { NULL };
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
		error = posix_spawn_file_actions_adddup2(&files, r->in, STDIN_FILENO);
		if (error == 0)
			error = posix_spawn_file_actions_adddup2(&files, r->out[1], STDOUT_FILENO);
		if (error == 0)
			error = posix_spawn_file_actions_addopen(
			    &files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
		if (error == 0)
			error = posix_spawnattr_setflags(
			    &attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
		(void)posix_spawnattr_setsigmask(&attr, &none);   /* cannot fail */
		(void)posix_spawnattr_setsigdefault(&attr, &all); /* cannot fail */
		if (error == 0)
			error = posix_spawn(&r->pid, program, &files, &attr, argv, envp);
		(void)posix_spawnattr_destroy(&attr);
	}
	(void)posix_spawn_file_actions_destroy(&files);
	return error;
}

/* Until it ends (1), or too much comes, or its time is over (0). */
static int
collect(const struct run *r, struct buf *out)
{
	enum { OUT, TIMER, PID };
	struct pollfd ready[] = { [OUT] = { r->out[0], POLLIN, 0 },
		[TIMER] = { r->timer, POLLIN, 0 },
		[PID] = { r->pidfd, POLLIN, 0 } };

	while (ready[OUT].fd >= 0 || ready[PID].fd >= 0) {
		size_t want = LETTER_OUT + 1 - out->n;
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
		want = want < CHUNK ? want : CHUNK;
		buf_need(out, want);
		got = read(r->out[0], out->p + out->n, want);
		if (got < 0 && errno != EINTR)
			return -1;
		if (got == 0)
			ready[OUT].fd = -1;
		if (got > 0) {
			out->n += (size_t)got;
			out->p[out->n] = '\0';
		}
		if (out->n > LETTER_OUT)
			return 0;
	}
	return 1;
}

/* How it ended, after it was killed if it has not: *good, as a program should. */
static int
bury(const struct run *r, bool over, const char *program, bool *good, struct err *err)
{
	int status;

	if (!over)
		(void)kill(r->pid, SIGKILL); /* it is there until waitpid */
	while (waitpid(r->pid, &status, 0) < 0)
		if (errno != EINTR)
			return trouble("waiting for adit-letter", errno, err);
	*good = over && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (over && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s was killed by the machine", program);
		return err_hint(err, "there may be too little memory; try again");
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s does not start", program);
		return err_hint(err, "are its libraries there? \"ldd\" tells");
	}
	return 0;
}

static int
start(struct run *r, const char *program, struct err *err)
{
	int error = spawn(r, program);

	if (error != 0) {
		r->pid = 0;
		err_set(err, ERR_BUSY, "cannot read a mail: %s: %s", program, strerror(error));
		return err_hint(err, "adit-letter is installed with adit");
	}
	/* Before Linux 5.3 there is none: then its end is waited for behind that of its output. */
	r->pidfd = (int)syscall(SYS_pidfd_open, r->pid, 0);
	shut(&r->out[1]);
	return 0;
}

int
letter_of(struct letter *l, const char *program, const char *p, size_t n, struct err *err)
{
	struct run r = { -1, { -1, -1 }, -1, -1, 0 };
	struct buf out = BUF_INIT;
	bool good = false;
	int result = prepare(&r, p, n < LETTER_MAX ? n : LETTER_MAX, err);

	letter_frames(l, "", 0);
	if (result == 0)
		result = start(&r, program, err);
	if (result == 0) {
		int over = collect(&r, &out);
		int error = errno;

		result = bury(&r, over == 1, program, &good, err);
		if (over < 0 && result == 0)
			result = trouble("what adit-letter wrote", error, err);
	}
	if (result == 0) {
		letter_frames(l, buf_cstr(&out), out.n);
		l->whole = l->whole && good;
	}
	buf_release(&out);
	shut(&r.in);
	shut(&r.out[0]);
	shut(&r.out[1]);
	shut(&r.timer);
	shut(&r.pidfd);
	return result;
}

int
letter_read(struct letter *l, const char *program, int fd, struct err *err)
{
	struct buf text = BUF_INIT;
	int got = file_get(fd, LETTER_MAX - 1, &text), result;

	letter_frames(l, "", 0);
	/* Whoever sends it must not find it closed. */
	while (got > 0) {
		char rest[CHUNK];
		ssize_t n = read(fd, rest, sizeof rest);

		if (n <= 0 && (n == 0 || errno != EINTR))
			got = (int)n;
	}
	result = got < 0 ? trouble("the message", errno, err) :
			   letter_of(l, program, buf_cstr(&text), text.n, err);
	buf_release(&text);
	return result;
}
