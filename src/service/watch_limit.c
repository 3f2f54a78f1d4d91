/* How many addresses are asked whether they want to watch. */
#include "service/watch_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "util/lines.h"
#include "util/number.h"
#include "util/platform.h"
#include "util/slice.h"

enum { DAY_S = 86400, FILE_MAX = 1 << 16 };

static int
fail(struct err *err)
{
	return err_set(err, ERR_BUSY, ".adit-asked: %s", strerror(errno));
}

/* Keeps the lines of the last week, and counts. Lines in another form go. */
static void
read_lines(struct watch_limit *l, const char *p, size_t n, const char *addr, int64_t now)
{
	struct lines in = { p, n, 0, 1 };
	struct slice line;
	unsigned today = 0;

	while (lines_next(&in, &line.s, &line.n)) {
		const char *blank = memchr(line.s, ' ', line.n);
		const size_t digits = blank != NULL ? (size_t)(blank - line.s) : 0;
		int64_t time;

		if (digits == 0 || number_parse(line.s, digits, INT64_MAX, &time) < 0 ||
		    time <= now - 7 * DAY_S)
			continue;
		today += time > now - DAY_S;
		if (line.n - digits - 1 == strlen(addr) &&
		    strncasecmp(blank + 1, addr, strlen(addr)) == 0)
			l->may = false;
		buf_add(&l->text, line.s, line.n);
		buf_chr(&l->text, '\n');
	}
	if (today >= WATCH_LIMIT_DAY)
		l->may = false;
	if (l->may)
		buf_fmt(&l->text, "%" PRId64 " %s\n", now, addr);
}

int
watch_limit_begin(
    struct watch_limit *l, const char *folder, const char *addr, int64_t now, struct err *err)
{
	struct buf path = BUF_INIT;
	char bytes[FILE_MAX];
	ssize_t n;

	*l = (struct watch_limit){ .may = true };
	buf_dir(&path, folder);
	buf_str(&path, ".adit-asked");
	l->fd = open(path.p, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	buf_release(&path);
	if (l->fd < 0 || platform_lock(l->fd, true) < 0)
		return fail(err);
	n = read(l->fd, bytes, sizeof bytes);
	if (n < 0)
		return fail(err);
	read_lines(l, bytes, (size_t)n, addr, now);
	return 0;
}

int
watch_limit_end(struct watch_limit *l, bool asked, struct err *err)
{
	int result = 0;

	if (asked &&
	    (pwrite(l->fd, l->text.p, l->text.n, 0) != (ssize_t)l->text.n ||
		ftruncate(l->fd, (off_t)l->text.n) < 0))
		result = fail(err);
	if (l->fd >= 0)
		(void)close(l->fd);
	buf_release(&l->text);
	return result;
}
