/*
 * Runs adit and kills it (SIGKILL) before step $ADIT_STOP. Steps are calls that change files or
 * start programs and wait for them, also calls made by libraries. With $ADIT_TORN half of a write
 * is done before. Each step is appended to the file $ADIT_STEPS, a line each.
 *
 * This file replaces functions of the C library: the loader prefers those of the program.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* True if this is the step. */
static bool
is_last(const char *name)
{
	static long steps;
	const char *at = getenv("ADIT_STOP"), *path = getenv("ADIT_STEPS");
	const int fd = path == NULL ? -1 :
				      open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0) {
		(void)syscall(SYS_write, fd, name, strlen(name));
		(void)syscall(SYS_write, fd, "\n", 1);
		(void)close(fd);
	}
	return at != NULL && ++steps == strtol(at, NULL, 10);
}

static void
step(const char *name)
{
	if (is_last(name))
		(void)kill(getpid(), SIGKILL);
}

ssize_t
write(int fd, const void *p, size_t n)
{
	const bool last = is_last(__func__);

	if (last && getenv("ADIT_TORN") != NULL)
		(void)syscall(SYS_write, fd, p, n / 2);
	if (last)
		(void)kill(getpid(), SIGKILL);
	return syscall(SYS_write, fd, p, n);
}

ssize_t
pwrite64(int fd, const void *p, size_t n, off64_t at)
{
	const bool last = is_last(__func__);

	if (last && getenv("ADIT_TORN") != NULL)
		(void)syscall(SYS_pwrite64, fd, p, n / 2, at);
	if (last)
		(void)kill(getpid(), SIGKILL);
	return syscall(SYS_pwrite64, fd, p, n, at);
}

/* No power failure is simulated, so syncing is unnecessary. */
int
fsync(int fd)
{
	(void)fd;
	step(__func__);
	return 0;
}

int
fdatasync(int fd)
{
	(void)fd;
	step(__func__);
	return 0;
}

int
ftruncate64(int fd, off64_t n)
{
	step(__func__);
	return (int)syscall(SYS_ftruncate, fd, n);
}

int
unlink(const char *path)
{
	step(__func__);
	return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int
rename(const char *from, const char *to)
{
	step(__func__);
	return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *files,
    const posix_spawnattr_t *restrict attr, char *const argv[], char *const envp[])
{
	int (*next)(pid_t *, const char *, const posix_spawn_file_actions_t *,
	    const posix_spawnattr_t *, char *const[], char *const[]);
	void *found = dlsym(RTLD_NEXT, __func__);
	int error;

	step("posix_spawn");
	memcpy(&next, &found, sizeof next);
	error = next(pid, path, files, attr, argv, envp);
	step("posix_spawn, done");
	return error;
}

/* The program has ended, but the status was not returned. */
pid_t
wait4(pid_t pid, int *status, int options, struct rusage *used)
{
	const pid_t ended = (pid_t)syscall(SYS_wait4, pid, status, options, used);

	step(__func__);
	return ended;
}
