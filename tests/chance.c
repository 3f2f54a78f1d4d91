/*
 * Reproducible random numbers for adit in tests. tests/tap.sh preloads this library. libsodium gets
 * the same bytes each time the test runs, so keys, deals and goals are the same on every machine.
 * ADIT_TEST_SEED=N selects other bytes.
 *
 * ADIT_TEST_CHANCE names a file whose mtime, in seconds from 0, counts the runs of adit in this
 * test, so that no two runs get the same bytes. An mtime can be set even on a full disk. The file
 * is opened before main, before any sandbox. Programs of other names use the system's random
 * numbers.
 *
 * ADIT_TEST_CALLS names a file that gets a line for each run of adit: its status and its words
 * (tests/languages.py).
 *
 * With ADIT_TEST_HURRY=N timers of adit run N times faster, for programs that would never end. The
 * results of such a test do not depend on the speed of the machine.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

static uint64_t state; /* 0: use the system's random numbers */

/* The mixing function of splitmix64: not secret, but uniform, which suffices for a deal. */
static uint64_t
mixed(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* Returns the number of this run of adit in the test, from 1; 0 if unknown. */
static uint64_t
counted(const char *path)
{
	struct stat st;
	uint64_t run = 0;
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	if (flock(fd, LOCK_EX) == 0 && fstat(fd, &st) == 0) {
		struct timespec next[] = { { .tv_sec = st.st_mtim.tv_sec + 1 },
			{ .tv_sec = st.st_mtim.tv_sec + 1 } };

		run = futimens(fd, next) == 0 ? (uint64_t)next[1].tv_sec : 0;
	}
	close(fd);
	return run;
}

static char call[4096]; /* the words of this run */
static int calls = -1;
static pid_t caller;

/* musl lacks it. No test counts calls there. */
int on_exit(void (*function)(int, void *), void *arg) __attribute__((weak));

/* Appends the line. A run that is killed leaves none. */
static void
note_end(int status, void *arg)
{
	char line[sizeof call + 16];
	int n = snprintf(line, sizeof line, "%d%s\n", status, call);

	(void)arg;
	if (getpid() == caller && write(calls, line, (size_t)n) < 0)
		_exit(99);
}

static void
note_begin(int argc, char **argv, const char *path)
{
	size_t n = 0;
	int fd;

	for (int i = 1; i < argc && n + strlen(argv[i]) + 2 < sizeof call; i++)
		n += (size_t)snprintf(call + n, sizeof call - n, " %s", argv[i]);
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)call[i] < ' ')
			call[i] = ' ';
	caller = getpid();
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	/* Not in place of a standard stream that the test has closed. */
	calls = fcntl(fd, F_DUPFD_CLOEXEC, 100);
	close(fd);
	if (calls < 0 || on_exit == NULL || on_exit(note_end, NULL) != 0)
		_exit(99);
}

__attribute__((constructor)) static void
begin(int argc, char **argv)
{
	const char *path = getenv("ADIT_TEST_CHANCE");
	const char *seed = getenv("ADIT_TEST_SEED"), *to = getenv("ADIT_TEST_CALLS");
	int before = errno;
	uint64_t run;

	if (path != NULL && seed != NULL &&
	    strncmp(program_invocation_short_name, "adit", 4) == 0 && (run = counted(path)) != 0)
		state = mixed(mixed(strtoull(seed, NULL, 10) + 1) + run) | 1;
	if (to != NULL && strcmp(program_invocation_short_name, "adit") == 0)
		note_begin(argc, argv, to);
	errno = before;
}

static void
fill(unsigned char *to, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		state += 0x9e3779b97f4a7c15u;
		to[i] = (unsigned char)mixed(state);
	}
}

ssize_t
getrandom(void *to, size_t size, unsigned flags)
{
	if (state == 0)
		return syscall(SYS_getrandom, to, size, flags);
	fill(to, size);
	return (ssize_t)size;
}

int
getentropy(void *to, size_t size)
{
	if (state == 0)
		return syscall(SYS_getrandom, to, size, 0) == (long)size ? 0 : -1;
	fill(to, size);
	return 0;
}

int
timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	const char *hurry = getenv("ADIT_TEST_HURRY");
	struct itimerspec sooner = *new;

	if (hurry != NULL)
		sooner.it_value.tv_sec = new->it_value.tv_sec / atoi(hurry) + 1;
	return (int)syscall(SYS_timerfd_settime, fd, flags, &sooner, old);
}
