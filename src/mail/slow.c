/*
 * Messages whose parsing takes too long.
 *
 * (O1) Each line is appended by one write, so concurrent runs need no lock.
 * (O2) The file stays small because its older half is dropped. If a line is lost, its message stays
 *      longer.
 */
#include "mail/slow.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"
#include "util/lines.h"

enum { LINES_MAX = 1024, LINE = HASH_TEXT + 1 };

static int
trouble(const char *file, int error, struct err *err)
{
	return err_set(err, ERR_BUSY, "%s: %s", file, strerror(error));
}

/* (O1) */
static int
add_line(const char *file, const char *line, struct err *err)
{
	int fd = open(
	    file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
	int result;

	if (fd < 0)
		return trouble(file, errno, err);
	result = file_put(fd, line, LINE);
	if (result < 0)
		result = trouble(file, errno, err);
	(void)close(fd); /* on failure the message only stays longer */
	return result;
}

/* Returns the number of lines equal to `line`. */
static unsigned
count(const struct buf *text, const char *line)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	unsigned found = 0;
	const char *p;
	size_t n;

	while (lines_next(&l, &p, &n))
		found += n == HASH_TEXT && memcmp(p, line, n) == 0;
	return found;
}

int
slow_note(const char *home, const struct hash *body, bool *enough, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	char line[LINE + 1];
	int result;

	hash_text(body, line);
	memcpy(line + HASH_TEXT, "\n", 2);
	buf_fmt(&file, "%s/slow-mails", home);
	result = add_line(file.p, line, err);
	/* Other runs may have added lines. */
	if (result == 0)
		result = file_read_nofollow(file.p, LINES_MAX * 2 * LINE, &text, err);
	if (result == 0) {
		*enough = count(&text, line) % SLOW_TRIES == 0;
		if (text.n > LINES_MAX * LINE) /* (O2) */
			result = file_write(file.p, text.p + text.n / LINE / 2 * LINE,
			    text.n - text.n / LINE / 2 * LINE, err);
	}
	if (result < 0)
		err->code = ERR_BUSY;
	buf_release(&file);
	buf_release(&text);
	return result;
}
