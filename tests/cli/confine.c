/*
 * Tries what adit read must not do, for tests/cli/confine.t: `confine free` as it is, `confine held`
 * after confine_end. Prints a line for each attempt: its name, and "done" or "refused". The folder it
 * runs in has home/, which is read and whose games/ is written; out/, where page.html may be made; and
 * other/, of which a link in home/games leads to other/game.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/confine.h"

static int
opens(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	return fd < 0 ? -1 : close(fd);
}

/* Each returns 0, or -1. */
static int
run_program(void)
{
	char *const argv[] = { (char[]){ "true" }, NULL };

	return execv("/bin/true", argv);
}

static int
start_process(void)
{
	const pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return pid < 0 ? -1 : 0;
}

static int
open_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) < 0 ? -1 : 0;
}

static int
open_local_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? -1 : 0;
}

static int
be_traced(void)
{
	return (int)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static int
read_process(void)
{
	char from = 1, to = 0;
	struct iovec here = { &to, 1 }, there = { &from, 1 };

	return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1 ? 0 : -1;
}

static int
signal_process(void)
{
	return kill(getppid(), 0);
}

static int
signal_thread(void)
{
	return (int)syscall(SYS_tgkill, getppid(), getppid(), 0);
}

static int
limit_process(void)
{
	struct rlimit is;

	return prlimit(getppid(), RLIMIT_CORE, NULL, &is);
}

static int
open_process(void)
{
	return (int)syscall(SYS_pidfd_open, getppid(), 0);
}

static int
leave_namespace(void)
{
	return (int)syscall(SYS_unshare, 0);
}

static int
ask_personality(void)
{
	return personality(0xffffffff) < 0 ? -1 : 0;
}

static int
read_users(void)
{
	return opens("/etc/passwd", O_RDONLY);
}

static int
append_users(void)
{
	return opens("/etc/passwd", O_WRONLY | O_APPEND);
}

static int
read_other(void)
{
	return opens("other/secret", O_RDONLY);
}

static int
write_other(void)
{
	return opens("other/secret", O_WRONLY);
}

static int
cut_other(void)
{
	return truncate("other/secret", 0);
}

static int
open_other(void)
{
	return chmod("other/secret", 0666);
}

static int
make_other(void)
{
	return opens("other/new", O_WRONLY | O_CREAT);
}

static int
make_folder(void)
{
	return mkdir("other/folder", 0700);
}

static int
remove_other(void)
{
	return unlink("other/gone");
}

static int
move_there(void)
{
	return rename("home/games/moved", "other/moved");
}

static int
write_settings(void)
{
	return opens("home/config", O_WRONLY | O_CREAT);
}

static int
replace_key(void)
{
	return rename("home/dave.key", "home/bob.key");
}

static int
make_link(void)
{
	return symlink("/", "home/games/root");
}

static int
make_program(void)
{
	return opens("home/run", O_WRONLY | O_CREAT);
}

static int
read_beside(void)
{
	return opens("out/private", O_RDONLY);
}

/* ---- what must go on -------------------------------------------------------------------------- */

static int
read_home(void)
{
	return opens("home/anna.key", O_RDONLY);
}

static int
write_record(void)
{
	return opens("home/games/new", O_RDWR | O_CREAT | O_TRUNC) < 0 ||
		rename("home/games/new", "home/games/named") < 0 ||
		mkdir("home/games/folder", 0700) < 0 ||
		opens("home/games/folder/pins", O_WRONLY | O_CREAT) < 0 ?
	    -1 :
	    unlink("home/games/named");
}

static int
write_link(void)
{
	return opens("home/games/linked/pins", O_RDWR | O_CREAT);
}

static int
make_page(void)
{
	return opens("out/page.html.1.tmp", O_WRONLY | O_CREAT) < 0 ?
	    -1 :
	    rename("out/page.html.1.tmp", "out/page.html");
}

static int
write_nothing(void)
{
	return opens("/dev/null", O_WRONLY);
}

static int
signal_self(void)
{
	return raise(0);
}

static const struct attempt {
	const char *name;
	int (*try)(void);
} attempts[] = {
	{ "run a program", run_program },
	{ "start a process", start_process },
	{ "open a socket", open_socket },
	{ "open a local socket", open_local_socket },
	{ "be traced", be_traced },
	{ "read a process", read_process },
	{ "signal a process", signal_process },
	{ "signal a thread", signal_thread },
	{ "limit a process", limit_process },
	{ "open a process", open_process },
	{ "leave a namespace", leave_namespace },
	{ "ask for a personality", ask_personality },
	{ "read /etc/passwd", read_users },
	{ "write /etc/passwd", append_users },
	{ "read a file elsewhere", read_other },
	{ "write a file elsewhere", write_other },
	{ "cut a file elsewhere", cut_other },
	{ "change the mode of a file elsewhere", open_other },
	{ "make a file elsewhere", make_other },
	{ "make a folder elsewhere", make_folder },
	{ "remove a file elsewhere", remove_other },
	{ "move a file elsewhere", move_there },
	{ "write settings", write_settings },
	{ "replace a key", replace_key },
	{ "make a link", make_link },
	{ "make a program", make_program },
	{ "read a file beside the output", read_beside },
	{ "* read the home", read_home },
	{ "* write the record", write_record },
	{ "* write what links in it lead to", write_link },
	{ "* make the output", make_page },
	{ "* write to nothing", write_nothing },
	{ "* signal itself", signal_self },
};

static void
hold(void)
{
	const struct user user = { .home = "home" };
	struct confine c;

	confine_begin(&c);
	confine_home(&c, &user, true);
	confine_output(&c, "out/page.html");
	confine_end(&c);
}

int
main(int argc, char **argv)
{
	const bool held = argc == 2 && strcmp(argv[1], "held") == 0;

	for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
		int status = 1;
		const pid_t child = fork();

		if (child == 0) {
			if (held)
				hold();
			_exit(attempts[i].try() >= 0 ? 0 : 1);
		}
		if (child < 0 || waitpid(child, &status, 0) != child)
			return 1;
		printf("%s: %s\n", attempts[i].name, status == 0 ? "done" : "refused");
		(void)fflush(stdout);
	}
	return 0;
}
