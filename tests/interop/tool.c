#include "interop/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/file.h"

static char folder[] = "/tmp/adit-interop.XXXXXX";
static char said[65536];

void
tool_enter(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
	/* The tools must not find keys of the user who runs the tests. */
	cr_assert_eq(setenv("HOME", folder, 1), 0);
}

void
tool_leave(void)
{
	cr_assert_eq(chdir("/"), 0);
	cr_assert_eq(tool_run("rm -rf %s", folder), 0);
}

void
tool_needed(const char *name)
{
	if (tool_run("command -v %s", name) != 0)
		cr_skip_test("%s is not installed", name);
}

/* Wait for the child, collecting its output; answer prompts if there is something to type. */
static int
attend(pid_t child, int fd, const char *typed)
{
	size_t n = 0;
	size_t answered = 0;
	int status;

	for (;;) {
		ssize_t got = read(fd, said + n, sizeof said - 1 - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break; /* EIO: the other side of the terminal is closed */
		n += (size_t)got;
		said[n] = '\0';
		if (typed != NULL && n >= answered + 2 && memcmp(said + n - 2, ": ", 2) == 0) {
			cr_assert_eq(write(fd, typed, strlen(typed)), (ssize_t)strlen(typed));
			cr_assert_eq(write(fd, "\n", 1), 1);
			answered = n;
		}
	}
	said[n] = '\0';
	close(fd);
	cr_assert_eq(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static _Noreturn void
become(const char *command)
{
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

int
tool_run(const char *fmt, ...)
{
	struct buf command = BUF_INIT;
	va_list ap;
	int fd[2];

	va_start(ap, fmt);
	buf_vfmt(&command, fmt, ap);
	va_end(ap);
	cr_assert_eq(pipe(fd), 0);
	pid_t child = fork();
	cr_assert(child >= 0);
	if (child == 0) {
		int null = open("/dev/null", O_RDONLY);
		if (null < 0 || dup2(null, 0) < 0 || dup2(fd[1], 1) < 0 || dup2(fd[1], 2) < 0 ||
		    close(fd[0]) < 0)
			_exit(126);
		close(fd[1]);
		become(command.p);
	}
	close(fd[1]);
	buf_release(&command);
	return attend(child, fd[0], NULL);
}

int
tool_run_typing(const char *typed, const char *fmt, ...)
{
	struct buf command = BUF_INIT;
	va_list ap;
	int fd;

	va_start(ap, fmt);
	buf_vfmt(&command, fmt, ap);
	va_end(ap);
	pid_t child = forkpty(&fd, NULL, NULL, NULL);
	cr_assert(child >= 0);
	if (child == 0)
		become(command.p);
	buf_release(&command);
	return attend(child, fd, typed);
}

const char *
tool_said(void)
{
	return said;
}

void
tool_put(const char *path, const void *p, size_t n)
{
	struct err err = ERR_INIT;

	(void)unlink(path);
	cr_assert_eq(keyfile_create(path, p, n, false, &err), 0, "%s", err.msg);
}

struct buf
tool_get(const char *path)
{
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(file_read(path, 1 << 24, &out, &err), 0, "%s", err.msg);
	return out;
}

struct seckey *
tool_secret(void)
{
	struct err err = ERR_INIT;
	struct seckey *s = seckey_new(&err);

	cr_assert_not_null(s, "%s", err.msg);
	cr_assert_eq(seckey_make(s, &err), 0, "%s", err.msg);
	return s;
}
