/* Calls of the system, which differ between systems (configure --disable-linux). */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/file.h"
#include "util/platform.h"

/* True if the descriptor is readable within `ms`; -1: at some time. */
static bool
readable(int fd, int ms)
{
	struct pollfd p = { fd, POLLIN, 0 };

	return poll(&p, 1, ms) > 0;
}

static bool
is_closed_by_exec(int fd)
{
	return (fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0;
}

Test(platform, random_bytes_fill_all)
{
	unsigned char was[1000] = { 0 }, is[1000] = { 0 };
	size_t zero = 0;

	cr_assert_eq(platform_random(was, sizeof was), 0);
	cr_assert_eq(platform_random(is, sizeof is), 0);
	for (size_t i = 0; i + 4 <= sizeof is; i++)
		zero += is[i] == 0 && is[i + 1] == 0 && is[i + 2] == 0 && is[i + 3] == 0;
	cr_expect_eq(zero, 0);
	cr_expect_neq(memcmp(was, is, sizeof is), 0);
}

Test(platform, wiped_memory_is_zero)
{
	char secret[] = "secret";

	platform_wipe(secret, sizeof secret);
	for (size_t i = 0; i < sizeof secret; i++)
		cr_expect_eq(secret[i], 0);
}

Test(platform, files_without_a_name_leave_nothing)
{
	char folder[] = "/tmp/adit-platform-XXXXXX", text[8] = "";
	const int memory = platform_memory_file();
	int fd;

	cr_assert_not_null(mkdtemp(folder));
	fd = platform_unnamed_file(folder);
	cr_assert(fd >= 0 && memory >= 0, "%s", strerror(errno));
	cr_expect(is_closed_by_exec(fd) && is_closed_by_exec(memory));
	cr_expect_eq(rmdir(folder), 0, "the folder is empty");
	cr_assert_eq(file_put(memory, "mail", 4), 0);
	cr_expect_eq(lseek(memory, 0, SEEK_SET), 0);
	cr_expect_eq(read(memory, text, sizeof text), 4);
	cr_expect_str_eq(text, "mail");
	cr_expect_lt(platform_unnamed_file(folder), 0, "the folder is gone");
	(void)close(fd);
	(void)close(memory);
}

Test(platform, the_folder_above)
{
	/* Not of "/", which qemu-user takes for the folder of its libraries. */
	int here = open(".", O_RDONLY | O_DIRECTORY), up = platform_open_above(here);
	struct stat want, above;

	cr_assert(up >= 0 && is_closed_by_exec(up));
	cr_assert_eq(stat("..", &want) | fstat(up, &above), 0);
	cr_expect(want.st_ino == above.st_ino && want.st_dev == above.st_dev);
	(void)close(here);
	(void)close(up);
}

Test(platform, a_pipe_blocks_or_not)
{
	int end[2];
	char c;

	cr_assert_eq(platform_pipe(end, true), 0);
	cr_expect(is_closed_by_exec(end[0]) && is_closed_by_exec(end[1]));
	cr_expect(read(end[0], &c, 1) < 0 && errno == EAGAIN);
	(void)close(end[0]);
	(void)close(end[1]);
	cr_assert_eq(platform_pipe(end, false), 0);
	cr_expect_eq(fcntl(end[0], F_GETFL) & O_NONBLOCK, 0);
}

Test(platform, a_lock_is_of_the_open_file)
{
	char path[] = "/tmp/adit-platform-XXXXXX";
	int one = mkstemp(path), other = open(path, O_RDONLY), again = dup(one);

	cr_assert_eq(platform_lock(one, false), 0);
	cr_expect(platform_lock(other, false) < 0 && errno == EWOULDBLOCK);
	(void)close(one);
	cr_expect(platform_lock(other, false) < 0, "a descriptor is left");
	(void)close(again);
	cr_expect_eq(platform_lock(other, true), 0);
	(void)unlink(path);
}

Test(platform, a_socket_tells_its_user)
{
	struct sockaddr_un at;
	char name[40];

	(void)snprintf(name, sizeof name, "adit-platform-%ld", (long)getpid());

	const socklen_t n = platform_socket_name(name, &at);
	const int listener = platform_listen(&at, n), from = platform_socket();
	int to;

	cr_assert(listener >= 0 && from >= 0, "%s", strerror(errno));
	cr_expect_lt(platform_accept(listener), 0, "it does not block");
	cr_assert_eq(connect(from, (struct sockaddr *)&at, n), 0, "%s", strerror(errno));
	to = platform_accept(listener);
	cr_assert_geq(to, 0);
	cr_expect(is_closed_by_exec(listener) && is_closed_by_exec(from) && is_closed_by_exec(to));
	cr_expect_eq(fcntl(to, F_GETFL) & O_NONBLOCK, 0);
	cr_expect_eq(platform_peer(to), geteuid());
	cr_expect_eq(platform_peer(from), geteuid());
	platform_unlisten(listener, &at);
	cr_expect_lt(connect(platform_socket(), (struct sockaddr *)&at, n), 0, "nobody listens");
	platform_unlisten(-1, &at);
}

Test(platform, timers_end)
{
	const int now = platform_timer(1), late = platform_timer(3600);

	cr_assert(now >= 0 && late >= 0);
	cr_expect(is_closed_by_exec(now));
	cr_expect(readable(now, -1));
	cr_expect_not(readable(late, 0));
	(void)close(now);
	(void)close(late);
}

Test(platform, a_child_ends_and_can_be_waited_for)
{
	int hold[2], status = 0, fd;
	pid_t pid;
	char c;

	cr_assert_eq(pipe(hold), 0);
	pid = fork();
	if (pid == 0) {
		(void)close(hold[1]);
		_exit(read(hold[0], &c, 1) == 0 ? 7 : 0);
	}
	fd = platform_child(pid);
	cr_assert_geq(fd, 0);
	cr_expect_not(readable(fd, 0));
	(void)close(hold[1]);
	cr_expect(readable(fd, -1));
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(WEXITSTATUS(status), 7);
	(void)close(fd);
}

Test(platform, a_child_is_killed_with_its_parent)
{
	int result[2], life[2];
	pid_t parent;
	char c;

	cr_assert_eq(pipe(result) | pipe(life), 0);
	parent = fork();
	if (parent == 0) {
		const pid_t self = getpid();

		if (fork() == 0) {
			(void)close(life[0]);
			if (platform_end_with(self, life[1]) && write(result[1], "x", 1) == 1)
				for (;;)
					(void)pause();
			_exit(0);
		}
		(void)close(result[1]);
		while (read(result[0], &c, 1) < 1)
			;
		_exit(0);
	}
	(void)close(life[0]);
	(void)close(life[1]);
	(void)close(result[1]);
	cr_assert_eq(waitpid(parent, NULL, 0), parent);
	cr_expect_eq(read(result[0], &c, 1), 0, "no child is left that has the other end");
}

static void
ignore(int number)
{
	(void)number;
}

Test(platform, signals_come_only_while_it_waits)
{
	sigset_t blocked, before;
	int end[2];

	cr_assert_eq(pipe(end), 0);
	(void)sigemptyset(&blocked);
	(void)sigaddset(&blocked, SIGUSR1);
	(void)signal(SIGUSR1, ignore);
	(void)sigprocmask(SIG_BLOCK, &blocked, &before);
	(void)raise(SIGUSR1);
	cr_expect(platform_wait_input(end[0], &before) < 0 && errno == EINTR);
	cr_assert_eq(write(end[1], "x", 1), 1);
	cr_expect_eq(platform_wait_input(end[0], &before), 0);
}

Test(platform, what_may_be_missing)
{
	const char *const folder[] = { "/tmp" };
	const int watch = platform_watch(folder, 1), group = platform_group();
	char path[PATH_MAX];
	int end[2];

	cr_expect_eq(platform_program(path, sizeof path), path[0] == '/');
	cr_expect_geq(platform_processors(), 1);
	platform_watch_clear(watch);
	cr_assert_eq(pipe(end), 0);
	platform_group_add(group, end[0]);
	platform_group_add(group, -1);
	cr_assert_eq(write(end[1], "x", 1), 1);
	cr_expect(group < 0 || readable(group, 0));
}
