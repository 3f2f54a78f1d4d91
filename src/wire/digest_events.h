#ifndef ADIT_WIRE_DIGEST_EVENTS_H
#define ADIT_WIRE_DIGEST_EVENTS_H

#include "text/noteline.h"
#include "util/span.h"
#include "wire/order_block.h"

/*
 * The section events: of digests and private views: what the game has done, then what happened at the
 * table beside it, each a canonical line (text/eventline.h, text/noteline.h).  A line too long goes on
 * indented by four; a word wider than a line is cut behind "=".
 */
struct digest_events {
	struct events ev;
	struct notes notes;
	char said[ORDER_BLOCK_SAY_MAX + 1]; /* what the text of a note points to, */
	char voted[64];                     /* ... of one on a vote */
};

/* Append the section's lines.  you SEAT_NONE: every event as the public knows it; else only what this seat
 * knows and others do not. */
void digest_events_text(const struct rules *rules, const struct names *names,
    const struct events *ev, const struct notes *notes, uint8_t you, struct buf *out);

/* Read it back: events as public copies, or (you) as this seat knows them.  ERR_SYNTAX: which line is none
 * that would be written so. */
int digest_events_read(const char *s, struct span sp, const struct rules *rules,
    const struct names *names, uint8_t you, struct digest_events *out, struct err *err);

#endif
