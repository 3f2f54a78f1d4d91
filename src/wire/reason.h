#ifndef ADIT_WIRE_REASON_H
#define ADIT_WIRE_REASON_H

#include "util/buf.h"
#include "util/lines.h"

/* Why the host does what it does, for everybody to read. */
enum {
	REASON_MAX = 200,    /* bytes */
	REASON_WORD_MAX = 40 /* of one word: it must fit into a line */
};

/* Bring it into its normal form, that of say: (wire/order_block.h).  ERR_USAGE: empty, too long, or not to be
 * shown. */
int reason_make(const char *s, char out[static REASON_MAX + 1], struct err *err);

/* The line "  reason: ..." of a section, and those it goes on in, appended; read: the rest of *l. */
void reason_text(const char *reason, struct buf *out);
int reason_read(struct lines *l, char out[static REASON_MAX + 1], struct err *err);

#endif
