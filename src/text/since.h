#ifndef ADIT_TEXT_SINCE_H
#define ADIT_TEXT_SINCE_H

#include "text/noteline.h"

/*
 * The lines of a since: section, indented and wrapped.  you SEAT_NONE: every event as the public
 * knows it; else only what this seat knows and others do not, addressed as you.  Equal sentences in
 * a row are one line: "anna draws a card, 6 times".
 */
void since_text(const struct rules *rules, const struct names *names, const struct events *ev,
    uint8_t you, struct buf *out);

/* Behind them those of the notes: reason: the host's, "" for none, told once; you: to one seat alone. */
void since_notes(const struct names *names, const struct notes *notes, const char *reason, bool you,
    struct buf *out);

/* Events and notes as one reads them, which is not how digests list them: why the host did something comes
 * first.  you: as everybody knows it, addressed as you, but for what this seat knows more of (since_text has
 * that); SEAT_NONE: nobody is addressed. */
void since_read(const struct rules *rules, const struct names *names, const struct events *ev,
    const struct notes *notes, const char *reason, uint8_t you, struct buf *out);

/* One more line of such a section. */
void since_line(const char *sentence, struct buf *out);

#endif
