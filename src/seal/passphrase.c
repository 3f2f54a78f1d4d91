/*
 * Passphrases from a terminal or a descriptor.
 *
 * (E1) Echo is off while a passphrase is typed, and on before the function returns or a signal
 * takes effect. Signals are blocked except while waiting for a key, so none is missed and none
 * interrupts.
 * (E2) Bytes are read one by one: bytes after the first line remain for the next reader.
 */
#include "seal/key.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include "util/file.h"
#include "util/platform.h"

static const int handled[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP };
enum { N_HANDLED = sizeof handled / sizeof handled[0] };

/* A signal handler can use only static variables. */
static volatile sig_atomic_t caught;

static void
on_signal(int sig)
{
	caught = sig;
}

struct signals {
	struct sigaction old[N_HANDLED];
	sigset_t old_mask;
};

static void
signals_hold(struct signals *s)
{
	struct sigaction note = { .sa_handler = on_signal };
	sigset_t mask;

	(void)sigemptyset(&note.sa_mask);
	(void)sigemptyset(&mask);
	for (int i = 0; i < N_HANDLED; i++)
		(void)sigaddset(&mask, handled[i]);
	(void)sigprocmask(SIG_BLOCK, &mask, &s->old_mask);
	caught = 0;
	for (int i = 0; i < N_HANDLED; i++) {
		(void)sigaction(handled[i], NULL, &s->old[i]);
		if (s->old[i].sa_handler != SIG_IGN) /* under nohup SIGHUP stays ignored */
			(void)sigaction(handled[i], &note, NULL);
	}
}

static void
signals_release(const struct signals *s)
{
	for (int i = 0; i < N_HANDLED; i++)
		(void)sigaction(handled[i], &s->old[i], NULL);
	if (caught != 0)
		(void)raise(caught); /* still blocked: delivered by the next statement */
	(void)sigprocmask(SIG_SETMASK, &s->old_mask, NULL);
}

/* Waits until fd can be read. Returns -1 after a signal that signals_hold caught. */
static int
wait_readable(int fd, const sigset_t *mask)
{
	while (caught == 0)
		if (platform_wait_input(fd, mask) >= 0 || errno != EINTR)
			return 0; /* also on failure: read will report it */
	return -1;
}

/*
 * Appends the first line without LF or CRLF to out, which must have room for PASS_MAX + 1 bytes.
 * mask: signal mask while waiting, NULL for the current one. Returns 1 after a signal.
 */
static int
read_line(int fd, const sigset_t *mask, struct buf *out, struct err *err)
{
	const size_t start = out->n;
	bool is_long = false;
	char c = '\0';

	for (;;) {
		if (mask != NULL && wait_readable(fd, mask) < 0)
			return 1;
		ssize_t got = read(fd, &c, 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(err, errno == EBADF ? ERR_USAGE : ERR_BUSY,
			    "reading the passphrase: %s", strerror(errno));
		if (got == 0 || c == '\n')
			break;
		if (c == '\0')
			return err_set(err, ERR_USAGE, "a passphrase with a NUL in it");
		if (out->n - start <= PASS_MAX) /* one more for a CR */
			buf_add(out, &c, 1);
		else
			is_long = true;
	}
	seal_wipe(&c, 1);
	if (out->n > start && out->p[out->n - 1] == '\r')
		out->p[--out->n] = '\0';
	if (is_long || out->n - start > PASS_MAX)
		return err_set(err, ERR_USAGE, "a passphrase of more than %d bytes", (int)PASS_MAX);
	if (out->n == start)
		return err_set(err, ERR_USAGE, "an empty passphrase");
	return 0;
}

static void
forget(struct buf *out, size_t start)
{
	seal_wipe(out->p + start, out->n - start);
	out->n = start;
}

/* Ignores write errors on the terminal: reading from it will fail too. */
static void
write_terminal(int tty, const char *s)
{
	(void)file_put(tty, s, strlen(s));
}

static int
set_terminal(int tty, const struct termios *t)
{
	int ret;

	do
		ret = tcsetattr(tty, TCSAFLUSH, t);
	while (ret < 0 && errno == EINTR);
	return ret;
}

/* Reads one line without echo. Returns 1 after a signal, which has taken effect. */
static int
read_typed_once(int tty, const char *before, const char *prompt, struct buf *out, struct err *err)
{
	const size_t start = out->n;
	struct termios old;
	struct signals signals;

	if (tcgetattr(tty, &old) < 0)
		return err_set(err, ERR_BUSY, "the terminal cannot be asked for a passphrase: %s",
		    strerror(errno));
	struct termios hidden = old;
	hidden.c_lflag &= ~(tcflag_t)ECHO;
	hidden.c_lflag |= ICANON | ISIG | ECHONL;
	signals_hold(&signals);
	/* SIGTTOU is not blocked: a background process stops here until it has the terminal. */
	if (set_terminal(tty, &hidden) < 0) {
		(void)err_set(
		    err, ERR_BUSY, "the terminal does not turn echo off: %s", strerror(errno));
		signals_release(&signals);
		return -1;
	}
	write_terminal(tty, before);
	write_terminal(tty, prompt);
	int ret = read_line(tty, &signals.old_mask, out, err);
	if (ret != 0)
		forget(out, start);
	if (ret == 1)
		write_terminal(tty, "\n");
	(void)set_terminal(tty, &old); /* it has accepted the other settings */
	signals_release(&signals);
	return ret;
}

/* Like read_typed_once, but repeats after a signal that did not end the program (stopped and
 * continued). */
static int
read_typed(int tty, const char *before, const char *prompt, struct buf *out, struct err *err)
{
	enum { TRIES = 100 };

	for (int i = 0; i < TRIES; i++) {
		int ret = read_typed_once(tty, before, prompt, out, err);
		if (ret <= 0)
			return ret;
	}
	return err_set(err, ERR_BUSY, "interrupted while asking for a passphrase");
}

static int
read_terminal(const char *prompt, bool twice, struct buf *out, struct err *err)
{
	const size_t start = out->n;
	struct buf again = BUF_INIT;
	int tty = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (tty < 0)
		return err_set(err, ERR_USAGE, "no terminal to ask for a passphrase");
	int ret = read_typed(tty, "", prompt, out, err);
	if (ret == 0 && twice) {
		buf_grow_secret(&again, PASS_MAX + 1);
		ret = read_typed(tty, "again, ", prompt, &again, err);
		if (ret == 0 &&
		    (again.n != out->n - start || !seal_equal(again.p, out->p + start, again.n)))
			ret = err_set(err, ERR_USAGE, "the two passphrases are not the same");
	}
	buf_wipe(&again);
	(void)close(tty); /* nothing can be lost */
	return ret;
}

int
passphrase_read(int fd, const char *prompt, bool twice, struct buf *out, struct err *err)
{
	const size_t start = out->n;

	buf_grow_secret(out, PASS_MAX + 1);
	int ret = fd >= 0 ? read_line(fd, NULL, out, err) : read_terminal(prompt, twice, out, err);
	if (ret < 0)
		forget(out, start);
	return ret;
}
