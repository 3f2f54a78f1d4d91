#ifndef ADIT_WIRE_QUOTED_H
#define ADIT_WIRE_QUOTED_H

#include <stddef.h>

#include "util/span.h"

/*
 * The digests that a message quotes: what stands in one is nobody's order, though a digest that reveals
 * a round has them all.  It begins with "adit-digest v3", whatever the version, and ends before "sig:",
 * both behind the same number of quote marks.  Lines between them with fewer marks are somebody's own
 * words.  A digest whose "sig:" does not come before the next begins, or before the next mail of a mail
 * box, is cut off, and nothing of it counts as quoted: it must not swallow what stands below it.
 */
struct quoted {
	struct span *at; /* ascending, of whole lines */
	size_t n;
};

/* Linear in the message.  Caller releases. */
void quoted_find(struct quoted *q, const char *msg, size_t n);
void quoted_release(struct quoted *q);

#endif
