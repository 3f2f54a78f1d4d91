#ifndef ADIT_MAILPARSE_FRAMES_H
#define ADIT_MAILPARSE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The frames that adit-letter writes: a line "KIND LENGTH" and LENGTH bytes (mail/message.h).
 * They are written at once, so a reader gets the frames before a failure. */
enum { FRAMES_MAX = 2 << 20 /* total size of all frames */ };

struct frames {
	int fd;
	size_t left;
	bool broken; /* writing failed: the reader is gone */
};

struct frames frames_to(int fd);

/* Writes a frame. If it exceeds the space left, it is truncated if is_text, else left out. */
void frames_put(struct frames *f, const char *kind, bool is_text, const char *p, size_t n);
/* Writes the last frame. */
void frames_end(struct frames *f);

#endif
