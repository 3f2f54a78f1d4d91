#ifndef ADIT_MAILPARSE_WALK_H
#define ADIT_MAILPARSE_WALK_H

#include <gmime/gmime.h>

#include "mailparse/frames.h"
#include "util/slice.h"

enum {
	WALK_INPUT_MAX = 4 << 20, /* bytes of a message that are looked at */
	WALK_LEVELS = 8,          /* of multiparts and messages in each other */
	WALK_MESSAGES = 4,        /* of messages in each other */
	WALK_LEAVES = 100,
	WALK_OTHER_MAX = 65536 /* bytes of a leaf that is no text, and may be one all the same */
};

/* Write the frames of a message, the last one, too.  g_mime_init was called.  *p is changed. */
void mime_walk_message(char *p, size_t n, struct frames *f);

/* ---- for its pieces ----------------------------------------------------------------------------- */

/* Append it decoded; what does not decode stays as it is. */
struct buf;
void mime_walk_decode(GMimePart *part, struct buf *out);
/* Is it type/subtype?  subtype "*": any. */
bool mime_walk_is(GMimeObject *object, const char *type, const char *subtype);

#endif
