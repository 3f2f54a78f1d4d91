/*
 * What systems do in different ways.
 *
 * (L1) Without ADIT_LINUX a thread waits for a time, or for a child, and then closes its end of a
 *      pair of sockets. It blocks all signals, and touches nothing else of the program.
 */
#include "util/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef ADIT_LINUX
#include <malloc.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#else
#include <pthread.h>
#include <sys/select.h>
#endif

#include "util/buf.h"
#include "util/mem.h"

/* Closes the descriptor, and keeps errno. Returns -1. */
static int
fail_fd(int fd)
{
	const int error = errno;

	(void)close(fd); /* nothing was written */
	errno = error;
	return -1;
}

/* Creates a file in the folder and removes its name. */
static int
make_unnamed(const char *folder)
{
	struct buf path = BUF_INIT;
	int fd;

	buf_fmt(&path, "%s/.adit-XXXXXX", folder);
	fd = mkstemp(path.p);
	if (fd >= 0 && (unlink(path.p) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0))
		fd = fail_fd(fd);
	buf_release(&path);
	return fd;
}

int
platform_lock(int fd, bool wait)
{
	int result;

	do
		result = flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
	while (result < 0 && errno == EINTR);
	return result;
}

int
platform_listen(const struct sockaddr_un *at, socklen_t n)
{
	const int fd = platform_socket();
	mode_t mask;
	int result;

	if (fd < 0)
		return -1;
	mask = umask(0); /* the name may be a file */
	result = bind(fd, (const struct sockaddr *)at, n);
	(void)umask(mask);
	if (result < 0 || fcntl(fd, F_SETFL, O_NONBLOCK) < 0 || listen(fd, SOMAXCONN) < 0)
		return fail_fd(fd);
	return fd;
}

void
platform_unlisten(int fd, const struct sockaddr_un *at)
{
	if (fd < 0)
		return;
	(void)close(fd); /* nothing was written */
	if (at->sun_path[0] != '\0')
		(void)unlink(at->sun_path); /* nobody uses the name again */
}

void
platform_watch_clear(int fd)
{
	char events[4096];

	while (fd >= 0 && read(fd, events, sizeof events) > 0)
		;
}

#if defined SO_PEERCRED && defined __linux__
uid_t
platform_peer(int fd)
{
	struct ucred of;
	socklen_t n = sizeof of;

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &of, &n) == 0 ? of.uid : (uid_t)-1;
}
#else
uid_t
platform_peer(int fd)
{
	uid_t uid;
	gid_t gid;

	return getpeereid(fd, &uid, &gid) == 0 ? uid : (uid_t)-1;
}
#endif

#ifdef ADIT_LINUX

/* ---- memory and the process ------------------------------------------------------------------ */

void
platform_grow_heap(int step)
{
#ifdef M_TOP_PAD
	(void)mallopt(M_TOP_PAD, step);
#else
	(void)step; /* musl */
#endif
}

void
platform_populate_heap(size_t n)
{
#ifdef MADV_POPULATE_WRITE
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), end = (uintptr_t)sbrk(0);
	char *last = mem_new(1); /* the memory after it is unused */
	const uintptr_t from = ((uintptr_t)last + page - 1) / page * page;

	if (from < end && end - from >= n)
		(void)madvise((char *)from, n, MADV_POPULATE_WRITE);
	free(last);
#else
	(void)n;
#endif
}

void
platform_wipe(void *p, size_t n)
{
	explicit_bzero(p, n);
}

void
platform_forbid_tracing(void)
{
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

bool
platform_program(char *path, size_t size)
{
	const ssize_t n = readlink("/proc/self/exe", path, size - 1);

	path[n > 0 ? n : 0] = '\0';
	return n > 0;
}

unsigned
platform_processors(void)
{
	cpu_set_t set;
	int n;

	if (sched_getaffinity(0, sizeof set, &set) < 0)
		return 1;
	n = CPU_COUNT(&set);
	return n < 1 ? 1 : (unsigned)n;
}

bool
platform_end_with(pid_t parent, int pipe)
{
	(void)pipe;
	/* If the parent ended before the call, getppid returns another process. */
	return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

/* ---- files ----------------------------------------------------------------------------------- */

int
platform_memory_file(void)
{
	return memfd_create("adit", MFD_CLOEXEC);
}

int
platform_unnamed_file(const char *folder)
{
	const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	/* File systems and kernels without O_TMPFILE. */
	return fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT) ?
	    make_unnamed(folder) :
	    fd;
}

int
platform_open_above(int folder)
{
	return openat(folder, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int
platform_pipe(int end[static 2], bool nonblocking)
{
	return pipe2(end, O_CLOEXEC | (nonblocking ? O_NONBLOCK : 0));
}

int
platform_watch(const char *const *folder, size_t n)
{
	const int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	for (size_t i = 0; fd >= 0 && i < n; i++)
		if (inotify_add_watch(fd, folder[i], IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR) < 0)
			return fail_fd(fd);
	return fd;
}

/* ---- sockets of this machine ------------------------------------------------------------------ */

/* An abstract name is no file and ends with its socket. */
socklen_t
platform_socket_name(const char *name, struct sockaddr_un *at)
{
	const size_t n = strnlen(name, sizeof at->sun_path - 1);

	*at = (struct sockaddr_un){ .sun_family = AF_UNIX };
	memcpy(at->sun_path + 1, name, n);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n);
}

int
platform_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int
platform_accept(int listener)
{
	return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

/* ---- waiting --------------------------------------------------------------------------------- */

int
platform_wait_input(int fd, const sigset_t *mask)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return ppoll(&p, 1, NULL, mask) < 0 ? -1 : 0;
}

int
platform_timer(int seconds)
{
	const struct itimerspec limit = { .it_value = { .tv_sec = seconds } };
	const int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);

	return fd >= 0 && timerfd_settime(fd, 0, &limit, NULL) < 0 ? fail_fd(fd) : fd;
}

/* Before Linux 5.3 it fails. */
int
platform_child(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

int
platform_group(void)
{
	return epoll_create1(EPOLL_CLOEXEC);
}

void
platform_group_add(int group, int fd)
{
	struct epoll_event event = { .events = EPOLLIN };

	if (group >= 0 && fd >= 0)
		(void)epoll_ctl(group, EPOLL_CTL_ADD, fd, &event);
}

#else /* no ADIT_LINUX */

/* ---- memory and the process ------------------------------------------------------------------ */

void
platform_grow_heap(int step)
{
	(void)step;
}

void
platform_populate_heap(size_t n)
{
	(void)n;
}

void
platform_wipe(void *p, size_t n)
{
	static void *(*volatile const set)(void *, int, size_t) = memset;

	(void)set(p, 0, n);
}

void
platform_forbid_tracing(void)
{
}

bool
platform_program(char *path, size_t size)
{
	(void)size;
	path[0] = '\0';
	return false;
}

unsigned
platform_processors(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : (unsigned)n;
}

/* ---- (L1) ------------------------------------------------------------------------------------ */

struct helper {
	int fd, seconds;
	pid_t child;
};

/* Starts a thread that blocks all signals and gets a copy of `h`. */
static int
start_helper(void *(*run)(void *), const struct helper *h)
{
	struct helper *own = mem_new(sizeof *own);
	sigset_t all, before;
	pthread_t thread;
	int error;

	*own = *h;
	(void)sigfillset(&all);
	error = pthread_sigmask(SIG_SETMASK, &all, &before);
	if (error == 0) {
		error = pthread_create(&thread, NULL, run, own);
		(void)pthread_sigmask(SIG_SETMASK, &before, NULL); /* as above */
	}
	if (error == 0)
		error = pthread_detach(thread);
	else
		free(own);
	errno = error;
	return error == 0 ? 0 : -1;
}

/* Starts a thread that closes one socket of a pair. Returns the other. */
static int
start_waiting(void *(*run)(void *), struct helper h)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
		return -1;
	h.fd = pair[1];
	if (fcntl(pair[0], F_SETFD, FD_CLOEXEC) < 0 || fcntl(pair[1], F_SETFD, FD_CLOEXEC) < 0 ||
	    start_helper(run, &h) < 0) {
		(void)fail_fd(pair[1]);
		return fail_fd(pair[0]);
	}
	return pair[0];
}

static struct helper
take_helper(void *arg)
{
	struct helper *own = arg;
	const struct helper h = *own;

	free(own);
	return h;
}

/* Ends sooner if nobody waits anymore. */
static void *
wait_time(void *arg)
{
	const struct helper h = take_helper(arg);
	struct pollfd p = { h.fd, POLLIN, 0 };

	(void)poll(&p, 1, h.seconds * 1000);
	(void)close(h.fd); /* nothing was written */
	return NULL;
}

static void *
wait_child(void *arg)
{
	const struct helper h = take_helper(arg);
	siginfo_t info;

	while (waitid(P_PID, (id_t)h.child, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
		;
	(void)close(h.fd); /* nothing was written */
	return NULL;
}

static void *
wait_parent(void *arg)
{
	const struct helper h = take_helper(arg);
	struct pollfd p = { h.fd, 0, 0 }; /* only POLLERR and POLLHUP */

	(void)poll(&p, 1, -1);
	(void)kill(getpid(), SIGKILL);
	return NULL;
}

bool
platform_end_with(pid_t parent, int pipe)
{
	return start_helper(wait_parent, &(struct helper){ .fd = pipe }) == 0 &&
	    getppid() == parent;
}

int
platform_timer(int seconds)
{
	return start_waiting(wait_time, (struct helper){ .seconds = seconds });
}

int
platform_child(pid_t pid)
{
	return start_waiting(wait_child, (struct helper){ .child = pid });
}

/* ---- waiting --------------------------------------------------------------------------------- */

int
platform_wait_input(int fd, const sigset_t *mask)
{
	fd_set set;

	if (fd >= FD_SETSIZE) {
		errno = EBADF;
		return -1;
	}
	FD_ZERO(&set);
	FD_SET(fd, &set);
	return pselect(fd + 1, &set, NULL, NULL, NULL, mask) < 0 ? -1 : 0;
}

int
platform_group(void)
{
	return -1;
}

void
platform_group_add(int group, int fd)
{
	(void)group;
	(void)fd;
}

/* ---- files ----------------------------------------------------------------------------------- */

int
platform_memory_file(void)
{
	return make_unnamed("/tmp");
}

int
platform_unnamed_file(const char *folder)
{
	return make_unnamed(folder);
}

int
platform_open_above(int folder)
{
#ifdef O_SEARCH
	return openat(folder, "..", O_SEARCH | O_DIRECTORY | O_CLOEXEC);
#else
	return openat(folder, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
#endif
}

/* Between the calls no other thread starts a program. */
int
platform_pipe(int end[static 2], bool nonblocking)
{
	if (pipe(end) < 0)
		return -1;
	for (int i = 0; i < 2; i++)
		if (fcntl(end[i], F_SETFD, FD_CLOEXEC) < 0 ||
		    (nonblocking && fcntl(end[i], F_SETFL, O_NONBLOCK) < 0)) {
			(void)fail_fd(end[0]);
			return fail_fd(end[1]);
		}
	return 0;
}

int
platform_watch(const char *const *folder, size_t n)
{
	(void)folder;
	(void)n;
	return -1;
}

/* ---- sockets of this machine ------------------------------------------------------------------ */

socklen_t
platform_socket_name(const char *name, struct sockaddr_un *at)
{
	*at = (struct sockaddr_un){ .sun_family = AF_UNIX };
	(void)snprintf(at->sun_path, sizeof at->sun_path, "/tmp/%s", name);
	return (socklen_t)sizeof *at;
}

static int
close_by_exec(int fd)
{
	return fd >= 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 ? fail_fd(fd) : fd;
}

int
platform_socket(void)
{
	return close_by_exec(socket(AF_UNIX, SOCK_STREAM, 0));
}

/* On BSDs a connection is nonblocking if its listener is. */
int
platform_accept(int listener)
{
	const int fd = close_by_exec(accept(listener, NULL, NULL));

	return fd >= 0 && fcntl(fd, F_SETFL, 0) < 0 ? fail_fd(fd) : fd;
}

#endif
