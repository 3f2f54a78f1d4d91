#ifndef ADIT_WIRE_QUOTED_H
#define ADIT_WIRE_QUOTED_H

#include <stddef.h>

#include "util/span.h"

/*
 * The digests that a message quotes. Text in them is not an order of the sender, although a
 * digest that reveals a round contains orders. A digest begins with "adit-digest v3" (any
 * version) and ends before "sig:", both after the same number of quote marks. Lines between them
 * with fewer marks are the sender's own text. A digest without "sig:" before the next digest or
 * the next mail of a mailbox is cut off. It does not count as quoted, so it cannot hide the text
 * below it.
 */
struct quoted {
	struct span *at; /* ascending, of whole lines */
	size_t n;
};

/* Fills q in time linear in n. The caller releases q. */
void quoted_find(struct quoted *q, const char *msg, size_t n);
void quoted_release(struct quoted *q);

#endif
