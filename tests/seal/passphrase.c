#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "seal/aid.h"

TestSuite(passphrase, .init = aid_init);

/* Returns a descriptor that supplies these bytes. */
static int
feed(const char *p, size_t n)
{
	int fd[2];

	cr_assert_eq(pipe(fd), 0);
	cr_assert_eq(write(fd[1], p, n), (ssize_t)n);
	close(fd[1]);
	return fd[0];
}

static const struct {
	const char *name, *input, *want;
} from_fd[] = {
	{ "a line", "correct horse\n", "correct horse" },
	{ "without a line end", "correct horse", "correct horse" },
	{ "CRLF", "correct horse\r\n", "correct horse" },
	{ "only the first line", "first\nsecond\n", "first" },
	{ "blanks count", "  a b \t\n", "  a b \t" },
	{ "empty line", "\n", NULL },
	{ "only CR", "\r\n", NULL },
	{ "nothing", "", NULL },
};

Test(passphrase, first_line_of_a_descriptor)
{
	for (size_t i = 0; i < COUNT(from_fd); i++) {
		int fd = feed(from_fd[i].input, strlen(from_fd[i].input));
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;
		int got = passphrase_read(fd, "unused", true, &out, &err);

		if (from_fd[i].want == NULL) {
			cr_expect_eq(got, -1, "%s", from_fd[i].name);
			cr_expect_eq(err.code, ERR_USAGE, "%s", from_fd[i].name);
			cr_expect_eq(out.n, 0, "%s", from_fd[i].name);
		} else {
			cr_expect_eq(got, 0, "%s: %s", from_fd[i].name, err.msg);
			cr_expect_str_eq(buf_cstr(&out), from_fd[i].want, "%s", from_fd[i].name);
		}
		buf_wipe(&out);
		close(fd);
	}
}

Test(passphrase, what_follows_the_line_stays)
{
	int fd = feed("pass\nand more", 13);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	char rest[16] = "";

	cr_assert_eq(passphrase_read(fd, "", false, &out, &err), 0, "%s", err.msg);
	cr_expect_eq(read(fd, rest, sizeof rest), 8);
	cr_expect_str_eq(rest, "and more");
	buf_wipe(&out);
	close(fd);
}

Test(passphrase, length_has_a_limit)
{
	static const struct {
		size_t n;
		const char *end;
		int want;
	} row[] = {
		{ 1024, "\n", 0 },
		{ 1024, "\r\n", 0 },
		{ 1024, "", 0 },
		{ 1025, "\n", -1 },
		{ 1025, "\r\n", -1 },
		{ 5000, "\n", -1 },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf input = BUF_INIT;
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;

		buf_fill(&input, 'p', row[i].n);
		buf_str(&input, row[i].end);
		int fd = feed(input.p, input.n);
		cr_expect_eq(passphrase_read(fd, "", false, &out, &err), row[i].want,
		    "%zu and %zu bytes: %s", row[i].n, strlen(row[i].end), err.msg);
		cr_expect_eq(out.n, row[i].want == 0 ? row[i].n : 0, "%zu", row[i].n);
		buf_release(&input);
		buf_wipe(&out);
		close(fd);
	}
}

Test(passphrase, no_nul_and_no_closed_descriptor)
{
	int fd = feed("a\0b\n", 4);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_expect_eq(passphrase_read(fd, "", false, &out, &err), -1);
	cr_expect_eq(err.code, ERR_USAGE);
	close(fd);
	cr_expect_eq(passphrase_read(fd, "", false, &out, &err), -1);
	cr_expect_eq(err.code, ERR_USAGE);
	fd = open("/", O_RDONLY | O_CLOEXEC);
	cr_expect_eq(passphrase_read(fd, "", false, &out, &err), -1);
	cr_expect_eq(err.code, ERR_BUSY, "%s", err.msg);
	close(fd);
	buf_wipe(&out);
}

/* ---- a terminal ----------------------------------------------------------------------- */

struct terminal {
	int keys;   /* our side: input and output of the terminal */
	int result; /* passphrase of the child, or its error code as one byte */
	int tty;    /* kept open, so that its settings outlive the child */
	pid_t child;
	struct buf shown;
};

/* Starts a child that asks for a passphrase on its own terminal; a pipe returns the answer. */
static struct terminal
ask_on_terminal(bool twice)
{
	struct terminal t = { .shown = BUF_INIT };
	int answer[2];

	cr_assert_eq(openpty(&t.keys, &t.tty, NULL, NULL, NULL), 0, "%s", strerror(errno));
	cr_assert_eq(pipe(answer), 0);
	t.child = fork();
	cr_assert(t.child >= 0);
	if (t.child == 0) {
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;
		const struct rlimit no_core = { 0, 0 }; /* no core file after SIGQUIT */
		(void)setrlimit(RLIMIT_CORE, &no_core);
		/* Reset handlers of Criterion and signals ignored by the caller (nohup). */
		(void)signal(SIGINT, SIG_DFL);
		(void)signal(SIGTERM, SIG_DFL);
		(void)signal(SIGHUP, SIG_DFL);
		(void)signal(SIGQUIT, SIG_DFL);
		close(t.keys);
		if (setsid() < 0 || ioctl(t.tty, TIOCSCTTY, 0) < 0)
			_exit(99);
		if (passphrase_read(-1, "passphrase: ", twice, &out, &err) < 0) {
			char code = (char)err.code;
			(void)!write(answer[1], &code, 1);
			_exit(1);
		}
		(void)!write(answer[1], out.p, out.n);
		_exit(0);
	}
	close(answer[1]);
	t.result = answer[0];
	return t;
}

static void
wait_for(struct terminal *t, const char *text)
{
	while (strstr(buf_cstr(&t->shown), text) == NULL) {
		char part[256];
		ssize_t n = read(t->keys, part, sizeof part);
		cr_assert(n > 0, "the terminal closed; shown: %s", buf_cstr(&t->shown));
		buf_add(&t->shown, part, (size_t)n);
	}
}

static void
type(const struct terminal *t, const char *text)
{
	cr_assert_eq(write(t->keys, text, strlen(text)), (ssize_t)strlen(text));
}

static bool
echoes(const struct terminal *t)
{
	struct termios now;

	cr_assert_eq(tcgetattr(t->tty, &now), 0);
	return (now.c_lflag & ECHO) != 0;
}

/* Waits for the child; returns its status, and its answer in got. */
static int
finish(struct terminal *t, char got[static 64])
{
	int status;
	ssize_t n = read(t->result, got, 63);

	cr_assert(n >= 0);
	got[n] = '\0';
	cr_assert_eq(waitpid(t->child, &status, 0), t->child);
	cr_expect(echoes(t), "echo is off for good");
	close(t->keys);
	close(t->tty);
	close(t->result);
	buf_release(&t->shown);
	return status;
}

Test(passphrase, typed_and_not_shown)
{
	struct terminal t = ask_on_terminal(false);
	char got[64];

	wait_for(&t, "passphrase: ");
	cr_expect(!echoes(&t));
	type(&t, "hunter2\n");
	wait_for(&t, "\n");
	cr_expect_null(strstr(buf_cstr(&t.shown), "hunter2"), "%s", buf_cstr(&t.shown));
	cr_expect_eq(finish(&t, got), 0);
	cr_expect_str_eq(got, "hunter2");
}

Test(passphrase, typed_twice)
{
	static const struct {
		const char *name, *first, *second;
		int want;
	} row[] = {
		{ "the same", "hunter2\n", "hunter2\n", 0 },
		{ "another", "hunter2\n", "hunter3\n", ERR_USAGE },
		{ "a beginning of it", "hunter2\n", "hunter\n", ERR_USAGE },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct terminal t = ask_on_terminal(true);
		char got[64];

		wait_for(&t, "passphrase: ");
		type(&t, row[i].first);
		wait_for(&t, "again, passphrase: ");
		cr_expect(!echoes(&t), "%s", row[i].name);
		type(&t, row[i].second);
		int status = finish(&t, got);
		cr_expect_eq(WEXITSTATUS(status), row[i].want != 0, "%s", row[i].name);
		if (row[i].want == 0)
			cr_expect_str_eq(got, "hunter2", "%s", row[i].name);
		else
			cr_expect_eq(got[0], row[i].want, "%s", row[i].name);
	}
}

Test(passphrase, signals_do_what_they_do_with_echo_back)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	for (size_t i = 0; i < COUNT(sigs); i++) {
		struct terminal t = ask_on_terminal(false);
		char got[64];

		wait_for(&t, "passphrase: ");
		type(&t, "half of i");
		if (sigs[i] == SIGINT)
			type(&t, "\003"); /* Ctrl-C */
		else
			cr_assert_eq(kill(t.child, sigs[i]), 0);
		int status = finish(&t, got);
		cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == sigs[i],
		    "signal %d: status %x", sigs[i], (unsigned)status);
		cr_expect_str_eq(got, "");
	}
}

Test(passphrase, stopped_and_continued_asks_again)
{
	struct terminal t = ask_on_terminal(false);
	char got[64];
	int status;

	wait_for(&t, "passphrase: ");
	cr_assert_eq(kill(t.child, SIGTSTP), 0);
	/* SIGTSTP cannot stop a session leader without a shell: it asks again at once. */
	buf_clear(&t.shown);
	wait_for(&t, "passphrase: ");
	type(&t, "hunter2\n");
	status = finish(&t, got);
	cr_expect_eq(status, 0);
	cr_expect_str_eq(got, "hunter2");
}

Test(passphrase, end_of_input_is_none)
{
	struct terminal t = ask_on_terminal(false);
	char got[64];

	wait_for(&t, "passphrase: ");
	type(&t, "\004"); /* Ctrl-D */
	cr_expect_eq(WEXITSTATUS(finish(&t, got)), 1);
	cr_expect_eq(got[0], ERR_USAGE);
}

Test(passphrase, no_terminal_is_an_error)
{
	pid_t child = fork();
	int status;

	cr_assert(child >= 0);
	if (child == 0) {
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;
		if (setsid() < 0)
			_exit(99);
		_exit(passphrase_read(-1, "passphrase: ", false, &out, &err) < 0 &&
			    err.code == ERR_USAGE ?
			0 :
			1);
	}
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_expect_eq(status, 0);
}
