#ifndef ADIT_WIRE_DIGEST_EVENTS_H
#define ADIT_WIRE_DIGEST_EVENTS_H

#include "text/noteline.h"
#include "util/span.h"
#include "wire/order_block.h"

/*
 * The section events: of digests and private views: events of the game, then notes. Each is a
 * canonical line (text/eventline.h, text/noteline.h). A line that is too long continues with an
 * indent of four. A word wider than a line is cut after "=".
 */
struct digest_events {
	struct events ev;
	struct notes notes;
	char said[ORDER_BLOCK_SAY_MAX + 1]; /* text of a NOTE_SAID note */
	char voted[64];                     /* text of a NOTE_VOTED note */
};

/* Appends the section's lines. you SEAT_NONE: every event as public. Otherwise only the events
 * of which this seat knows more than the public. */
void digest_events_text(const struct rules *rules, const struct names *names,
    const struct events *ev, const struct notes *notes, uint8_t you, struct buf *out);

/* Reads the section: events as public copies, or as seat `you` knows them. Returns 0, or -1 with
 * ERR_SYNTAX, which names the first line that the writer would not produce. */
int digest_events_read(const char *s, struct span sp, const struct rules *rules,
    const struct names *names, uint8_t you, struct digest_events *out, struct err *err);

struct changes;
/*
 * Like changes_take (core/changes.h) for a whole digest. A digest that undoes others clears *c,
 * since what those changed is no longer there.
 */
void digest_events_changes(
    struct changes *c, const struct rules *rules, const struct digest_events *events);

#endif
