/* Runs adit-letter on a message. */
#include "mail/message.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/file.h"
#include "util/lines.h"
#include "util/subprocess.h"

enum {
	CHUNK = 65536,
	CPU_MS = 5000,      /* its own limit: mailparse/sandbox.c */
	MACHINE_FAILS = 75, /* its status, also if it gets no memory: util/mem.c */
	NOT_FOUND = 127     /* status of the loader if libraries are missing */
};

/* Hashes the body. The header is left out, since a mail server may change it when it delivers a
 * message again. */
static struct hash
hash_body(const char *p, size_t n)
{
	struct lines l = { p, n, 0, 1 };
	struct slice line;

	while (lines_next_crlf(&l, &line) && line.n > 0)
		;
	if (l.at > n) /* the last line has no line end */
		l.at = n;
	return hash_parts("adit/slow", &(struct hash_input){ p + l.at, n - l.at }, 1);
}

/*
 * True if the process had no memory, could not read or write, or was killed from outside, as for lack
 * of memory or at a shutdown. adit-letter itself never raises these signals. SIGKILL for processor
 * time is excluded by the check of cpu_ms.
 */
static bool
was_killed(const struct subprocess_end *end)
{
	static const int outside[] = { SIGKILL, SIGTERM, SIGHUP, SIGINT, SIGQUIT };
	bool is = WIFEXITED(end->status) && WEXITSTATUS(end->status) == MACHINE_FAILS;

	for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
		is = is || (WIFSIGNALED(end->status) && WTERMSIG(end->status) == outside[i]);
	return is && !end->killed && end->cpu_ms < CPU_MS;
}

/* True if the machine may be the cause. It may happen with this message every time. */
static bool
is_slow(const struct subprocess_end *end)
{
	return (end->is_late && end->cpu_ms < CPU_MS) || was_killed(end);
}

static int
check_end(const struct subprocess_end *end, const char *program, int seconds, struct err *err)
{
	if (end->error != 0) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s: %s", program, strerror(end->error));
		return err_hint(err, "adit-letter is installed with adit");
	}
	if (is_slow(end) && end->is_late) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s did not end in %d seconds", program,
		    seconds);
		return err_hint(err, "the machine may have too much to do; try again");
	}
	if (is_slow(end)) {
		err_set(err, ERR_BUSY,
		    "cannot read a mail: %s got no memory, failed, or was killed by the machine",
		    program);
		return err_hint(err, "there may be too little memory; try again");
	}
	if (WIFEXITED(end->status) && WEXITSTATUS(end->status) == NOT_FOUND) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s does not start", program);
		return err_hint(err, "are its libraries there? \"ldd\" tells");
	}
	return 0;
}

int
mail_message_run(struct mail_message *message, const char *program, int seconds, const char *p,
    size_t n, struct err *err)
{
	char name[] = "adit-letter";
	char *argv[] = { name, NULL }, *envp[] = { NULL };
	struct buf out = BUF_INIT;
	const struct subprocess r = { .program = program,
		.argv = argv,
		.envp = envp,
		.in = p,
		.n_in = n < MAIL_MESSAGE_MAX ? n : MAIL_MESSAGE_MAX,
		.seconds = seconds,
		.out = &out,
		.out_max = MAIL_MESSAGE_OUT };
	struct subprocess_end end = { .error = 0 };
	int result = subprocess_run(&r, &end, err);

	mail_message_frames(message, "", 0);
	if (result == 0)
		result = check_end(&end, program, seconds, err);
	if (result == 0 || is_slow(&end)) {
		mail_message_frames(message, buf_cstr(&out), out.n);
		message->whole = message->whole && !end.killed && WIFEXITED(end.status) &&
		    WEXITSTATUS(end.status) == 0;
	}
	if (result < 0 && is_slow(&end)) {
		message->is_slow = true;
		message->body = hash_body(p, r.n_in);
	}
	buf_release(&out);
	return result;
}

int
mail_message_of(
    struct mail_message *message, const char *program, const char *p, size_t n, struct err *err)
{
	return mail_message_run(message, program, MAIL_MESSAGE_SECONDS, p, n, err);
}

int
mail_message_get(int fd, struct buf *text, struct err *err)
{
	int got = file_get(fd, MAIL_MESSAGE_MAX - 1, text);

	/* Read the rest, so that the sender does not get SIGPIPE. */
	while (got > 0) {
		char rest[CHUNK];
		ssize_t n = read(fd, rest, sizeof rest);

		if (n <= 0 && (n == 0 || errno != EINTR))
			got = (int)n;
	}
	return got < 0 ? err_set(err, ERR_BUSY, "cannot read a mail: %s", strerror(errno)) : 0;
}

int
mail_message_read(struct mail_message *message, const char *program, int fd, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = mail_message_get(fd, &text, err);

	mail_message_frames(message, "", 0);
	if (result == 0)
		result = mail_message_of(message, program, buf_cstr(&text), text.n, err);
	buf_release(&text);
	return result;
}
