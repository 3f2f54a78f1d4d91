/* Functions that emscripten's libc lacks. They fail as on a system without them: a program cannot be started. */
#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/resource.h>
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

int
getpeereid(int fd, uid_t *uid, gid_t *gid)
{
	(void)fd;
	(void)uid;
	(void)gid;
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
