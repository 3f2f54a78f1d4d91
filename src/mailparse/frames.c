/* Writing frames. */
#include "mailparse/frames.h"

#include "util/buf.h"
#include "util/file.h"

static const char end[] = "end 0\n";

enum { HEADING = 20 /* a kind and a length of 7 digits */ };

struct frames
frames_to(int fd)
{
	return (struct frames){ fd, FRAMES_MAX - (sizeof end - 1), false };
}

void
frames_put(struct frames *f, const char *kind, bool is_text, const char *p, size_t n)
{
	struct buf heading = BUF_INIT;

	if (f->broken || f->left <= HEADING || (!is_text && n > f->left - HEADING))
		return;
	if (n > f->left - HEADING)
		n = f->left - HEADING;
	buf_fmt(&heading, "%s %zu\n", kind, n);
	f->broken = file_put(f->fd, heading.p, heading.n) < 0 || file_put(f->fd, p, n) < 0;
	f->left -= heading.n + n;
	buf_release(&heading);
}

void
frames_end(struct frames *f)
{
	if (!f->broken)
		f->broken = file_put(f->fd, end, sizeof end - 1) < 0;
}
