/*
 * The mode of a terminal, and its signals.
 *
 * (T1) Signal handlers are installed only between tty_enter and tty_leave. They only write a byte
 *      to a pipe.
 * (T2) A signal that was ignored before stays ignored.
 * (T3) After tty_leave the previous settings are restored and no screen mode is on.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/internal.h"
#include "util/file.h"
#include "util/platform.h"

enum { SECONDS_MAX = 1000000, PAUSE_MS = 100, DRAIN_MAX = 100000 };

static const int noticed[] = { SIGINT, SIGTSTP, SIGCONT, SIGWINCH, SIGHUP, SIGTERM, SIGQUIT };
enum { N_NOTICED = sizeof noticed / sizeof *noticed };

/* Handlers belong to the process, so only one terminal can be read at a time. */
static struct {
	int pipe[2];
	struct sigaction old[N_NOTICED];
} signals = { .pipe = { -1, -1 } };

static void
notice(int number)
{
	const int saved = errno;
	const unsigned char byte = (unsigned char)number;

	/* A full pipe contains enough signals. */
	if (write(signals.pipe[1], &byte, 1) < 0)
		errno = saved;
	errno = saved;
}

static void
set_mode(struct term *t, const struct termios *mode)
{
	while (tcsetattr(t->in, TCSADRAIN, mode) < 0 && errno == EINTR)
		;
}

void
tty_catch(struct term *t)
{
	struct sigaction act;

	memset(&act, 0, sizeof act);
	act.sa_handler = notice;
	(void)sigemptyset(&act.sa_mask);
	if (platform_pipe(signals.pipe, true) < 0) {
		signals.pipe[0] = signals.pipe[1] = -1;
		t->lost = true;
		return;
	}
	for (size_t i = 0; i < N_NOTICED; i++) {
		(void)sigaction(noticed[i], NULL, &signals.old[i]);
		if (signals.old[i].sa_handler != SIG_IGN)
			(void)sigaction(noticed[i], &act, NULL);
	}
}

void
tty_release(struct term *t)
{
	(void)t;
	if (signals.pipe[0] < 0)
		return;
	for (size_t i = 0; i < N_NOTICED; i++)
		(void)sigaction(noticed[i], &signals.old[i], NULL);
	(void)close(signals.pipe[0]);
	(void)close(signals.pipe[1]);
	signals.pipe[0] = signals.pipe[1] = -1;
}

void
tty_enter(struct term *t)
{
	tty_catch(t);
	if (t->brackets && !t->lost)
		tty_write(t, "\033[?2004h", 8);
}

void
tty_leave(struct term *t)
{
	if (signals.pipe[0] < 0)
		return;
	if (t->brackets)
		tty_write(t, "\033[?2004l", 8);
	set_mode(t, &t->before);
	tty_release(t);
}

void
tty_raw(struct term *t)
{
	struct termios raw = t->before;

	raw.c_iflag &= ~(tcflag_t)(INLCR | IGNCR | ISTRIP | IXON);
	raw.c_iflag |= ICRNL;
	raw.c_oflag |= OPOST | ONLCR;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
	/* Without NOFLSH the kernel drops pending output at ^C, including the response to it. */
	raw.c_lflag |= ISIG | NOFLSH;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	set_mode(t, &raw);
}

void
tty_lines(struct term *t)
{
	struct termios lines = t->before;

	lines.c_iflag |= ICRNL;
	lines.c_lflag |= ISIG | NOFLSH | ICANON | ECHO | ECHOE | ECHOK;
	set_mode(t, &lines);
}

void
tty_stop(struct term *t)
{
	(void)raise(SIGTSTP);
	/* The shell may have changed the settings, and they must stay. */
	(void)tcgetattr(t->in, &t->before);
}

/* Converts a signal to a stop reason. */
static enum edit_stop
meaning(struct term *t, int number)
{
	if (number == SIGINT)
		return EDIT_STOP_INTERRUPT;
	if (number == SIGTSTP)
		return EDIT_STOP_STOP;
	if (number == SIGWINCH || number == SIGCONT)
		return EDIT_STOP_AGAIN;
	t->signal = number;
	return EDIT_STOP_DIE;
}

/* Checks signals and the wake descriptor. EDIT_STOP_KEY: neither. */
static enum edit_stop
disturbed(struct term *t)
{
	struct pollfd fd = { t->wake_fd, POLLIN, 0 };
	enum edit_stop first = EDIT_STOP_KEY;
	unsigned char byte;

	/* A terminating signal takes precedence; else the first. */
	while (read(signals.pipe[0], &byte, 1) == 1) {
		const enum edit_stop why = meaning(t, byte);

		if (why == EDIT_STOP_DIE || first == EDIT_STOP_KEY || first == EDIT_STOP_AGAIN)
			first = why;
		if (first == EDIT_STOP_DIE)
			break;
	}
	if (first != EDIT_STOP_KEY)
		return first;
	return t->wake_fd >= 0 && poll(&fd, 1, 0) > 0 ? EDIT_STOP_WOKEN : EDIT_STOP_KEY;
}

/* Reads pending input into t->keys. Returns false at the end of input. */
static bool
read_keys(struct term *t)
{
	size_t room;
	unsigned char *to = keys_room(&t->keys, &room);
	const ssize_t got = read(t->in, to, room);

	if (got > 0)
		keys_added(&t->keys, (size_t)got);
	return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

enum edit_stop
tty_wait(struct term *t, int *key)
{
	const int seconds = t->seconds < SECONDS_MAX ? t->seconds : SECONDS_MAX;

	for (;;) {
		struct pollfd fd[] = { { t->in, POLLIN, 0 }, { signals.pipe[0], POLLIN, 0 },
			{ t->wake_fd, POLLIN, 0 } };
		const enum edit_stop why = t->lost ? EDIT_STOP_END : disturbed(t);
		int n;

		if (why != EDIT_STOP_KEY)
			return why;
		*key = keys_next(&t->keys, t->ascii);
		if (*key != TERM_KEY_MORE)
			return EDIT_STOP_KEY;
		n = poll(fd, 3, 0);
		if (n == 0 && t->keys.closing)
			keys_quiet(&t->keys);
		if (n == 0 && t->dirty)
			return EDIT_STOP_IDLE;
		if (n == 0)
			n = poll(fd, 3, seconds > 0 ? seconds * 1000 : -1);
		if (n == 0)
			return EDIT_STOP_TIME;
		if (n < 0 && errno != EINTR)
			return EDIT_STOP_END;
		if (n > 0 && fd[0].revents != 0 && !read_keys(t))
			return EDIT_STOP_END;
	}
}

/* True if a byte can be read from the terminal, which is readable. False: it is lost. */
static bool
has_input(const struct term *t, short events)
{
	int bytes = 0;

	return (events & (POLLERR | POLLHUP | POLLNVAL)) == 0 &&
	    ioctl(t->in, FIONREAD, &bytes) == 0 && bytes > 0;
}

enum edit_stop
tty_ready(struct term *t, bool keys)
{
	const int seconds = t->seconds < SECONDS_MAX ? t->seconds : SECONDS_MAX;

	for (;;) {
		struct pollfd fd[] = { { signals.pipe[0], POLLIN, 0 }, { t->wake_fd, POLLIN, 0 },
			{ t->in, keys ? POLLIN : 0, 0 } };
		const enum edit_stop why = t->lost ? EDIT_STOP_END : disturbed(t);
		int n;

		if (why != EDIT_STOP_KEY)
			return why;
		n = poll(fd, 3, seconds > 0 ? seconds * 1000 : -1);
		if (n == 0)
			return EDIT_STOP_TIME;
		if (n < 0 && errno != EINTR)
			return EDIT_STOP_END;
		if (n > 0 && fd[2].revents != 0)
			return has_input(t, fd[2].revents) ? EDIT_STOP_KEY : EDIT_STOP_END;
	}
}

enum edit_stop
tty_watch(struct term *t)
{
	enum edit_stop why;

	do
		why = tty_ready(t, false);
	while (why == EDIT_STOP_AGAIN);
	return why;
}

void
tty_drain(struct term *t)
{
	struct pollfd fd = { t->in, POLLIN, 0 };

	(void)tcflush(t->in, TCIFLUSH);
	for (int i = 0; i < DRAIN_MAX && poll(&fd, 1, PAUSE_MS) > 0; i++) {
		keys_forget(&t->keys);
		if (!read_keys(t))
			break;
	}
	keys_forget(&t->keys);
}

void
tty_write(struct term *t, const void *p, size_t n)
{
	if (!t->lost && file_put(t->out, p, n) < 0)
		t->lost = true;
}

FILE *
tty_stream(int fd, const char *mode)
{
	const int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	FILE *f = copy >= 0 ? fdopen(copy, mode) : NULL;

	if (f == NULL && copy >= 0)
		(void)close(copy);
	return f;
}
