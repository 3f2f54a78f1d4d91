#ifndef ADIT_MAILPARSE_FRAMES_H
#define ADIT_MAILPARSE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What adit-letter writes: frames, each a line "KIND LENGTH" and that many bytes, as mail/message.h has it.
 * They go out at once: what was found before something broke counts.
 */
enum { FRAMES_MAX = 2 << 20 /* bytes of all of them */ };

struct frames {
	int fd;
	size_t left;
	bool broken; /* nobody takes them */
};

struct frames frames_to(int fd);

/* One that is too long for what is left is cut if is_text, and left out if not. */
void frames_put(struct frames *f, const char *kind, bool is_text, const char *p, size_t n);
/* The last. */
void frames_end(struct frames *f);

#endif
