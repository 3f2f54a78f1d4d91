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
	bool broken;     /* writing failed: the reader is gone */
	unsigned unread; /* bit set of enum frames_unread */
};

/* What a message has that is not written. frames_end writes the word of each that is set. */
enum frames_unread {
	FRAMES_UNREAD_TNEF, /* winmail.dat */
	FRAMES_UNREAD_ZIP,
	FRAMES_UNREAD_SMIME, /* signed or encrypted in one opaque piece */
	FRAMES_UNREAD_RTF,
	FRAMES_UNREAD_SIZE /* beyond a limit of adit-letter */
};

struct frames frames_to(int fd);

/* Notes that something is not written. */
void frames_note(struct frames *f, enum frames_unread what);
/* Writes a frame. If it exceeds the space left, it is truncated if is_text, else left out; that is
 * noted. */
void frames_put(struct frames *f, const char *kind, bool is_text, const char *p, size_t n);
/* Writes the last frames. */
void frames_end(struct frames *f);

#endif
