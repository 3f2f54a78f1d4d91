/*
 * Messages read by adit-letter: for any message it writes complete frames, which parse as what they
 * are. Their HTML becomes text.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "mail/html.h"
#include "mail/message.h"
#include "mailparse/mime_walk.h"
#include "util/file.h"

/* Returns true if the message has a part that can be read. */
static bool
read_back(const struct buf *out)
{
	struct buf text = BUF_INIT, fresh = BUF_INIT;
	struct mail_message l;
	bool has_part;

	mail_message_frames(&l, buf_cstr(out), out->n);
	MUST(l.whole);
	for (size_t i = 1; i < l.count; i++)
		MUST(l.frames[i].kind != FRAME_HEAD);
	for (size_t i = 0; i < l.count; i++) {
		const char *p = l.out.p + l.frames[i].bytes.at;
		size_t n = l.frames[i].bytes.n;

		if (l.frames[i].kind != FRAME_AGE)
			MUST(memchr(p, '\r', n) == NULL);
		if (l.frames[i].kind == FRAME_HTML) {
			html_text(p, n, &text);
			html_new_text(p, n, &fresh);
		}
	}
	MUST(text.n <= 2 * out->n + 1 && fresh.n <= 4 * out->n + 1);
	MUST(memchr(buf_cstr(&fresh), '\r', fresh.n) == NULL);
	has_part = l.count > 1;
	buf_release(&fresh);
	buf_release(&text);
	mail_message_free(&l);
	return has_part;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static int fd = -1;
	struct buf message = BUF_INIT, out = BUF_INIT;
	struct frames frames;
	bool valid;

	if (fd < 0) {
		fd = memfd_create("frames", MFD_CLOEXEC);
		MUST(fd >= 0);
		g_mime_init();
	}
	MUST(ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0);
	buf_reserve(&message, n);
	buf_add(&message, p, n);
	frames = frames_to(fd);
	mime_walk_message(message.p, n, &frames);
	MUST(!frames.broken);
	MUST(lseek(fd, 0, SEEK_SET) == 0 && file_get(fd, FRAMES_MAX, &out) == 0);
	valid = read_back(&out);
	buf_release(&out);
	buf_release(&message);
	return valid;
}
