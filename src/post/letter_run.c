/* Run adit-letter on a message. */
#include "post/letter.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "post/run.h"
#include "util/file.h"

enum {
	CHUNK = 65536,
	NOT_FOUND = 127 /* what the loader ends with, whose libraries are missing */
};

/* Is it the machine's fault? */
static int
check_end(const struct run_end *end, const char *program, struct err *err)
{
	if (end->error != 0) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s: %s", program, strerror(end->error));
		return err_hint(err, "adit-letter is installed with adit");
	}
	if (!end->killed && WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGKILL) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s was killed by the machine", program);
		return err_hint(err, "there may be too little memory; try again");
	}
	if (WIFEXITED(end->status) && WEXITSTATUS(end->status) == NOT_FOUND) {
		err_set(err, ERR_BUSY, "cannot read a mail: %s does not start", program);
		return err_hint(err, "are its libraries there? \"ldd\" tells");
	}
	return 0;
}

int
letter_of(struct letter *l, const char *program, const char *p, size_t n, struct err *err)
{
	char name[] = "adit-letter";
	char *argv[] = { name, NULL }, *envp[] = { NULL };
	struct buf out = BUF_INIT;
	const struct run r = { .program = program,
		.argv = argv,
		.envp = envp,
		.in = p,
		.n_in = n < LETTER_MAX ? n : LETTER_MAX,
		.seconds = LETTER_SECONDS,
		.out = &out,
		.out_max = LETTER_OUT };
	struct run_end end;
	int result = run_program(&r, &end, err);

	letter_frames(l, "", 0);
	if (result == 0)
		result = check_end(&end, program, err);
	if (result == 0) {
		letter_frames(l, buf_cstr(&out), out.n);
		l->whole = l->whole && !end.killed && WIFEXITED(end.status) &&
		    WEXITSTATUS(end.status) == 0;
	}
	buf_release(&out);
	return result;
}

int
letter_read(struct letter *l, const char *program, int fd, struct err *err)
{
	struct buf text = BUF_INIT;
	int got = file_get(fd, LETTER_MAX - 1, &text), result;

	letter_frames(l, "", 0);
	/* Whoever sends it must not find it closed. */
	while (got > 0) {
		char rest[CHUNK];
		ssize_t n = read(fd, rest, sizeof rest);

		if (n <= 0 && (n == 0 || errno != EINTR))
			got = (int)n;
	}
	result = got < 0 ? err_set(err, ERR_BUSY, "cannot read a mail: %s", strerror(errno)) :
			   letter_of(l, program, buf_cstr(&text), text.n, err);
	buf_release(&text);
	return result;
}
