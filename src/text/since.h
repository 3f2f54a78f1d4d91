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
void since_for_reader(const struct rules *rules, const struct names *names, const struct events *ev,
    const struct notes *notes, const char *reason, uint8_t you, struct buf *out);

/* One more line of such a section. */
void since_line(const char *sentence, struct buf *out);

/*
 * A text that a player or the host chose, in the normal form of say (wire/order_block.h): each of its lines begins with
 * SINCE_MARK.  No line of ours does, and no such text has the sign, so that it passes for nothing else.  A word
 * that is wider than a line is cut behind "=", which no such text has either.
 */
#define SINCE_MARK "    |"
void since_quote(const char *text, size_t n, struct buf *out);

/* Such lines again, from *at on, each joined to one line: a sentence of ours, or (theirs) a text that others
 * chose.  false: that was all. */
bool since_next(const char *s, size_t n, size_t *at, bool *theirs, struct buf *out);

#endif
