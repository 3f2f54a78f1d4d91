#include <criterion/criterion.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/file.h"

/* Each test runs in its own process and folder. */
static char folder[] = "/tmp/adit-test-XXXXXX";

static void
enter(void)
{
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
	umask(022);
}

static void
leave(void)
{
	char *rm[] = { (char[]){ "rm" }, (char[]){ "-rf" }, folder, NULL };
	pid_t pid = fork();

	if (pid == 0) {
		execvp("rm", rm);
		_exit(127);
	}
	waitpid(pid, NULL, 0);
}

TestSuite(file, .init = enter, .fini = leave);

/* Returns the number of names in the folder. */
static int
count_names(void)
{
	FILE *ls = popen("ls -A | wc -l", "r");
	char line[32] = "";

	cr_assert_not_null(ls);
	cr_assert_not_null(fgets(line, sizeof line, ls));
	pclose(ls);
	return (int)strtol(line, NULL, 10);
}

static void
expect_holds(const char *name, const char *want)
{
	struct err err = ERR_INIT;
	struct buf b = BUF_INIT;

	cr_expect_eq(file_read("f", 1 << 20, &b, &err), 0, "%s: %s", name, err.msg);
	cr_expect_str_eq(buf_cstr(&b), want, "%s", name);
	buf_release(&b);
}

Test(file, write_then_read)
{
	struct err err = ERR_INIT;
	struct stat st;

	cr_assert_eq(file_write("f", "one", 3, &err), 0, "%s", err.msg);
	expect_holds("new", "one");
	cr_expect_eq(stat("f", &st), 0);
	cr_expect_eq(st.st_mode & 07777, 0644, "a new file's mode is 0666 & ~umask");
	cr_assert_eq(chmod("f", 0600), 0);
	cr_assert_eq(file_write("f", "three", 5, &err), 0, "%s", err.msg);
	expect_holds("replaced", "three");
	cr_expect_eq(stat("f", &st), 0);
	cr_expect_eq(st.st_mode & 07777, 0600, "the mode of the old file stays");
	cr_assert_eq(file_write("f", "", 0, &err), 0, "%s", err.msg);
	expect_holds("empty", "");
	cr_expect_eq(count_names(), 1, "nothing is left beside it");
	cr_expect_eq(err.code, ERR_NONE, "err is untouched on success");
}

Test(file, append)
{
	struct err err = ERR_INIT;

	cr_expect_eq(file_append("f", 0, "x", 1, &err), 1, "there is none");
	cr_assert_eq(file_write("f", "one\n", 4, &err), 0);
	cr_expect_eq(file_append("f", 4, "two\n", 4, &err), 0, "%s", err.msg);
	expect_holds("longer", "one\ntwo\n");
	cr_expect_eq(file_append("f", 4, "three\n", 6, &err), 1, "somebody else was there");
	expect_holds("as it was", "one\ntwo\n");
	cr_assert_eq(symlink("f", "link"), 0);
	cr_expect_eq(file_append("link", 8, "x", 1, &err), 1, "a link");
	cr_assert_eq(mkfifo("pipe", 0600), 0);
	cr_expect_eq(file_append("pipe", 0, "x", 1, &err), 1, "a pipe");
	expect_holds("as it was", "one\ntwo\n");
}

Test(file, failed_write_keeps_the_old_content)
{
	struct err err = ERR_INIT;
	static char big[1 << 16];
	struct rlimit limit = { 4096, RLIM_INFINITY };

	cr_assert_eq(file_write("f", "old", 3, &err), 0, "%s", err.msg);
	memset(big, 'x', sizeof big);
	signal(SIGXFSZ, SIG_IGN);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	cr_expect_eq(file_write("f", big, sizeof big, &err), -1);
	limit.rlim_cur = RLIM_INFINITY;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	cr_expect_eq(err.code, ERR_BUSY);
	cr_expect_str_eq(err.msg, "cannot write f: File too large");
	expect_holds("after failure", "old");
	cr_expect_eq(count_names(), 1, "the unfinished file is gone");
}

Test(file, write_refuses)
{
	static const struct {
		const char *name, *path, *msg;
		enum err_code code;
	} row[] = {
		{ "a folder", "d", "cannot write d: not a regular file", ERR_CREATE },
		{ "a pipe", "p", "cannot write p: not a regular file", ERR_CREATE },
		{ "no such folder", "no/f", "cannot create no/f: No such file or directory",
		    ERR_CREATE },
		{ "a file for a folder", "f/f", "cannot create f/f: Not a directory", ERR_CREATE },
	};
	struct err setup = ERR_INIT;

	cr_assert_eq(mkdir("d", 0777), 0);
	cr_assert_eq(mkfifo("p", 0600), 0);
	cr_assert_eq(file_write("f", "old", 3, &setup), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;

		cr_expect_eq(file_write(row[i].path, "x", 1, &err), -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: code %d", row[i].name, (int)err.code);
		cr_expect_str_eq(err.msg, row[i].msg, "%s: %s", row[i].name, err.msg);
	}
	cr_expect_eq(count_names(), 3, "nothing new lies about");
}

Test(file, read_limits)
{
	static const struct {
		const char *name;
		size_t limit;
		int want;
	} row[] = {
		{ "room to spare", 100, 0 },
		{ "exactly full", 5, 0 },
		{ "one too many", 4, -1 },
		{ "nothing allowed", 0, -1 },
	};
	struct err err = ERR_INIT;

	cr_assert_eq(file_write("f", "12345", 5, &err), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf b = BUF_INIT;

		buf_str(&b, "before ");
		cr_expect_eq(
		    file_read("f", row[i].limit, &b, &err), row[i].want, "%s", row[i].name);
		cr_expect_str_eq(buf_cstr(&b), row[i].want == 0 ? "before 12345" : "before ",
		    "%s: %s", row[i].name, buf_cstr(&b));
		if (row[i].want < 0)
			cr_expect_eq(err.code, ERR_SYNTAX, "%s", row[i].name);
		buf_release(&b);
	}
}

Test(file, read_of_what_cannot_be_read)
{
	static const struct {
		const char *name, *path, *msg;
		enum err_code code;
	} row[] = {
		{ "missing", "none", "cannot open none: No such file or directory", ERR_NOT_FOUND },
		{ "behind a file", "f/x", "cannot open f/x: f is not a folder", ERR_NOT_FOUND },
		{ "a link that leads nowhere", "d/link",
		    "cannot open d/link: d/link is a link to ../gone, which does not exist",
		    ERR_NOT_FOUND },
		{ "behind one", "d/link/x",
		    "cannot open d/link/x: d/link is a link to ../gone, which does not exist",
		    ERR_NOT_FOUND },
		{ "missing behind a good one", "d/good/x",
		    "cannot open d/good/x: No such file or directory", ERR_NOT_FOUND },
		{ "a folder", "d", "cannot read d: Is a directory", ERR_SYNTAX },
	};
	struct err setup = ERR_INIT;

	cr_assert_eq(mkdir("d", 0777), 0);
	cr_assert_eq(symlink("../gone", "d/link"), 0);
	cr_assert_eq(symlink("../d", "d/good"), 0);
	cr_assert_eq(file_write("f", "x", 1, &setup), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;
		struct buf b = BUF_INIT;

		cr_expect_eq(file_read(row[i].path, 10, &b, &err), -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: code %d", row[i].name, (int)err.code);
		cr_expect_str_eq(err.msg, row[i].msg, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(b.n, 0, "%s", row[i].name);
		buf_release(&b);
	}
}

/* Files left by killed runs are removed; those of running processes and other files stay. */
Test(file, litter_of_dead_runs)
{
	static const struct {
		const char *name;
		bool goes;
	} row[] = {
		{ "000002.txt.999999.0.tmp", true },
		{ "000002.txt.1.17.tmp", true }, /* its process id is in use again */
		{ "000001.txt.999999.0.tmp", true },
		{ "000002.txt.999999.0.tm", false },
		{ "000002.txt.999999.0.tmp~", false },
		{ "000002.txt.999999.tmp", false },
		{ "000002.txt.x.0.tmp", false },
		{ "000002.txt", true }, /* the file that is written */
		{ "notes.txt.999999.0.tmp", false },
		{ "tmp", false },
	};
	struct err err = ERR_INIT;
	struct stat st;
	pid_t pid;
	int to[2], from[2];
	char c = 'x';

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		cr_assert_geq(close(open(row[i].name, O_WRONLY | O_CREAT, 0600)), 0);
	cr_assert_eq(symlink("notes.txt", "000002.txt.8.0.tmp"), 0);
	cr_assert_eq(mkdir("000002.txt.9.0.tmp", 0700), 0);
	cr_assert_eq(pipe(to) + pipe(from), 0);
	pid = fork();
	if (pid == 0) {
		int fd = open("000002.txt.777.0.tmp", O_WRONLY | O_CREAT, 0600);

		if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) < 0 || write(from[1], &c, 1) != 1 ||
		    read(to[0], &c, 1) != 1)
			_exit(1);
		_exit(0);
	}
	cr_assert_eq(read(from[0], &c, 1), 1, "another run is at work");
	cr_expect_eq(file_write_nosync(AT_FDCWD, "./000002.txt", "2", "two", 3, &err), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		cr_expect_eq(stat(row[i].name, &st) == 0, !row[i].goes || row[i].name[10] == '\0',
		    "%s", row[i].name);
	cr_expect_eq(lstat("000002.txt.8.0.tmp", &st), 0, "a link is nobody's work");
	cr_expect_eq(lstat("000002.txt.9.0.tmp", &st), 0, "nor is a folder");
	cr_expect_eq(stat("000002.txt.777.0.tmp", &st), 0, "it keeps its file");
	cr_expect_eq(write(to[1], &c, 1), 1);
	waitpid(pid, NULL, 0);
	cr_expect_eq(file_write("000002.txt", "two", 3, &err), 0);
	cr_expect_eq(stat("000002.txt.777.0.tmp", &st), -1, "it is dead, and its file goes");
}

/* Files found by searching: only regular files are read, without waiting. */
Test(file, read_of_what_was_found)
{
	static const struct {
		const char *name, *path, *msg;
		enum err_code code;
	} row[] = {
		{ "a file", "f", "", ERR_NONE },
		{ "a file in a linked folder", "to-d/f", "", ERR_NONE },
		{ "missing", "none", "cannot open none: No such file or directory", ERR_NOT_FOUND },
		{ "a link", "to-f", "to-f is a symbolic link, not a file", ERR_CORRUPT },
		{ "a link to nothing", "to-none", "to-none is a symbolic link, not a file",
		    ERR_CORRUPT },
		{ "a FIFO", "p", "p is a FIFO, not a file", ERR_CORRUPT },
		{ "a folder", "d", "d is a folder, not a file", ERR_CORRUPT },
		{ "a device", "/dev/zero", "/dev/zero is a device, not a file", ERR_CORRUPT },
		{ "too large", "large", "large is too large: more than 10 bytes", ERR_SYNTAX },
	};
	struct err setup = ERR_INIT;

	cr_assert_eq(mkdir("d", 0777), 0);
	cr_assert_eq(mkfifo("p", 0600), 0);
	cr_assert_eq(file_write("f", "x", 1, &setup), 0);
	cr_assert_eq(file_write("d/f", "x", 1, &setup), 0);
	cr_assert_eq(file_write("large", "12345678901", 11, &setup), 0);
	cr_assert_eq(symlink("f", "to-f"), 0);
	cr_assert_eq(symlink("d", "to-d"), 0);
	cr_assert_eq(symlink("none", "to-none"), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;
		struct buf b = BUF_INIT;

		cr_expect_eq(file_read_nofollow(row[i].path, 10, &b, &err),
		    row[i].code == ERR_NONE ? 0 : -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: code %d", row[i].name, (int)err.code);
		cr_expect_str_eq(err.msg, row[i].msg, "%s: %s", row[i].name, err.msg);
		cr_expect_str_eq(
		    buf_cstr(&b), row[i].code == ERR_NONE ? "x" : "", "%s", row[i].name);
		buf_release(&b);
	}
}

Test(file, read_of_standard_input)
{
	struct err err = ERR_INIT;
	struct buf b = BUF_INIT;
	int fd[2];

	cr_assert_eq(pipe(fd), 0);
	cr_assert_eq(write(fd[1], "piped", 5), 5);
	close(fd[1]);
	cr_assert_eq(dup2(fd[0], STDIN_FILENO), STDIN_FILENO);
	cr_expect_eq(file_read("-", 100, &b, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&b), "piped");
	buf_release(&b);
}

Test(file, folders)
{
	struct err err = ERR_INIT;
	struct stat st;

	cr_expect_eq(file_mkdirs("a/b/c", 0, &err), 0, "%s", err.msg);
	cr_expect_eq(file_mkdirs("a/b/c", 0, &err), 0, "again: %s", err.msg);
	cr_expect_eq(file_mkdirs("a//b/", 0, &err), 0, "blank part: %s", err.msg);
	cr_expect_eq(stat("a/b/c", &st), 0);
	cr_expect_eq(st.st_mode & 07777, 0755);
	cr_expect_eq(file_mkdirs("key", 1, &err), 0, "%s", err.msg);
	cr_expect_eq(stat("key", &st), 0);
	cr_expect_eq(st.st_mode & 07777, 0700);

	cr_assert_eq(file_write("f", "x", 1, &err), 0);
	cr_expect_eq(file_mkdirs("f/g", 0, &err), -1);
	cr_expect_eq(err.code, ERR_CREATE);
	cr_expect_str_eq(err.msg, "cannot make folder f: f is not a folder");
	cr_assert_eq(symlink("gone", "link"), 0);
	cr_expect_eq(file_mkdirs("link/g", 0, &err), -1);
	cr_expect_eq(err.code, ERR_CREATE);
	cr_expect_str_eq(
	    err.msg, "cannot make folder link: link is a link to gone, which does not exist");
}

Test(file, way_to_what_is_missing)
{
	static const struct {
		const char *path;
		bool is_free;
	} row[] = {
		{ "none", true },
		{ "none/x", true },
		{ "d", true },
		{ "d/none", true },
		{ "f", true },
		{ "f/x", false },
		{ "link", false },
		{ "link/x", false },
		{ "d/good/none", true },
	};
	struct err setup = ERR_INIT;

	cr_assert_eq(mkdir("d", 0777), 0);
	cr_assert_eq(symlink("../d", "d/good"), 0);
	cr_assert_eq(symlink("none", "link"), 0);
	cr_assert_eq(file_write("f", "x", 1, &setup), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;
		const int result = file_check_way(row[i].path, &err);

		cr_expect_eq(result, row[i].is_free ? 0 : -1, "%s: %s", row[i].path, err.msg);
		cr_expect_eq(err.code, row[i].is_free ? ERR_NONE : ERR_CORRUPT, "%s", row[i].path);
	}
}
