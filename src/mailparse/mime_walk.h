#ifndef ADIT_MAILPARSE_WALK_H
#define ADIT_MAILPARSE_WALK_H

#include <gmime/gmime.h>

#include "mailparse/frames.h"
#include "util/slice.h"

enum {
	WALK_INPUT_MAX = 4 << 20, /* bytes of a message that are parsed */
	WALK_LEVELS = 8,          /* nesting of multiparts and messages */
	WALK_MESSAGES = 4,        /* nesting of messages */
	WALK_LEAVES = 100,
	WALK_OTHER_MAX = 65536 /* bytes of a leaf that is not declared as text, but may be text */
};

/* Writes all frames of a message. g_mime_init must have been called. *p is modified. */
void mime_walk_message(char *p, size_t n, struct frames *f);

/* ---- shared with the other files ------------------------------------------------------------- */

/* Appends the decoded content. Content that cannot be decoded is appended as it is. */
struct buf;
void mime_walk_decode(GMimePart *part, struct buf *out);
/* True if the object is type/subtype. A subtype "*" matches any. */
bool mime_walk_is(GMimeObject *object, const char *type, const char *subtype);

#endif
