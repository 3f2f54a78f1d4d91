/*
 * Functions that emscripten's libc lacks. Random numbers come from the browser or node. The others fail as on a
 * system without them: a program cannot be started, time limits of programs do not exist.
 */
#include <emscripten.h>
#include <errno.h>
#include <poll.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "term/canvas.h"
#include "term/term.h"

static int
fail(int error)
{
	errno = error;
	return -1;
}

/* Fills n bytes at p, and returns 0. Node 18 has no global crypto. */
/* clang-format off */
EM_JS(int, fill_random, (void *p, size_t n), {
	if (typeof crypto != 'object' || !crypto.getRandomValues)
		return -1;
	crypto.getRandomValues(HEAPU8.subarray(p, p + n));
	return 0;
});
/* clang-format on */

ssize_t
getrandom(void *p, size_t n, unsigned flags)
{
	enum { ENTROPY_MAX = 256 }; /* of one call of getentropy */
	const size_t part = n < ENTROPY_MAX ? n : ENTROPY_MAX;

	(void)flags;
	return fill_random(p, part) < 0 && getentropy(p, part) < 0 ? -1 : (ssize_t)part;
}

int
mallopt(int parameter, int value)
{
	(void)parameter;
	(void)value;
	return 0;
}

int
prctl(int option, ...)
{
	(void)option;
	return fail(ENOSYS);
}

long
syscall(long number, ...)
{
	(void)number;
	return fail(ENOSYS);
}

int
ppoll(struct pollfd *at, nfds_t n, const struct timespec *limit, const sigset_t *mask)
{
	(void)limit;
	(void)mask;
	return poll(at, n, 0);
}

int
memfd_create(const char *name, unsigned flags)
{
	(void)name;
	(void)flags;
	return fail(ENOSYS);
}

int
epoll_create1(int flags)
{
	(void)flags;
	return fail(ENOSYS);
}

int
epoll_ctl(int all, int op, int fd, struct epoll_event *event)
{
	(void)all;
	(void)op;
	(void)fd;
	(void)event;
	return fail(ENOSYS);
}

int
timerfd_create(int clock, int flags)
{
	(void)clock;
	(void)flags;
	return fail(ENOSYS);
}

int
timerfd_settime(int fd, int flags, const struct itimerspec *limit, struct itimerspec *old)
{
	(void)fd;
	(void)flags;
	(void)limit;
	(void)old;
	return fail(ENOSYS);
}

int
posix_spawnp(pid_t *pid, const char *program, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attr, char *const argv[], char *const envp[])
{
	(void)pid;
	(void)program;
	(void)actions;
	(void)attr;
	(void)argv;
	(void)envp;
	return ENOSYS;
}

pid_t
wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	(void)pid;
	(void)status;
	(void)options;
	(void)usage;
	return fail(ECHILD);
}

/* No full screen, and no editor of lines: `adit --version` names none. */

const char *
canvas_version(void)
{
	return NULL;
}

const char *
term_editor(void)
{
	return NULL;
}
