#ifndef ADIT_WIRE_REASON_H
#define ADIT_WIRE_REASON_H

#include "util/buf.h"
#include "util/lines.h"

/* The host's public reason for an action. */
enum {
	REASON_MAX = 200,    /* bytes */
	REASON_WORD_MAX = 40 /* of one word: it must fit on a line */
};

/* Normalizes a reason like say: (wire/order_block.h). Returns 0, or -1 with ERR_USAGE: empty,
 * too long, or not printable. */
int reason_make(const char *s, char out[static REASON_MAX + 1], struct err *err);

/* reason_text appends the line "  reason: ..." of a section, and its continuation lines.
 * reason_read reads the rest of *l. */
void reason_text(const char *reason, struct buf *out);
int reason_read(struct lines *l, char out[static REASON_MAX + 1], struct err *err);

#endif
