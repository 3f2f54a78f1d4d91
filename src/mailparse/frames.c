/* Writing frames. */
#include "mailparse/frames.h"

#include "util/buf.h"
#include "util/file.h"

static const char end[] = "end 0\n";

static const char *const word[] = {
	[FRAMES_UNREAD_TNEF] = "tnef",
	[FRAMES_UNREAD_ZIP] = "zip",
	[FRAMES_UNREAD_SMIME] = "smime",
	[FRAMES_UNREAD_RTF] = "rtf",
	[FRAMES_UNREAD_SIZE] = "size",
};

enum {
	HEADING = 20, /* a kind and a length of 7 digits */
	WORDS = sizeof word / sizeof word[0],
	LAST = 64 /* the frames that frames_end writes */
};

struct frames
frames_to(int fd)
{
	return (struct frames){ fd, FRAMES_MAX - LAST, false, 0 };
}

void
frames_note(struct frames *f, enum frames_unread what)
{
	f->unread |= 1u << what;
}

void
frames_put(struct frames *f, const char *kind, bool is_text, const char *p, size_t n)
{
	struct buf heading = BUF_INIT;

	if (f->left <= HEADING || n > f->left - HEADING)
		frames_note(f, FRAMES_UNREAD_SIZE);
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
	struct buf words = BUF_INIT;

	for (unsigned i = 0; i < WORDS; i++)
		if ((f->unread >> i & 1u) != 0)
			buf_fmt(&words, "%s\n", word[i]);
	f->left = LAST;
	if (words.n > 0)
		frames_put(f, "unread", false, words.p, words.n);
	buf_release(&words);
	if (!f->broken)
		f->broken = file_put(f->fd, end, sizeof end - 1) < 0;
}
