#ifndef ADIT_TEXT_SINCE_H
#define ADIT_TEXT_SINCE_H

#include "text/language.h"
#include "text/noteline.h"

/*
 * Writes the lines of a since: section, indented and wrapped. you SEAT_NONE: every event as the
 * public knows it. Else: only what this seat knows and others do not, addressed as you. Equal
 * consecutive sentences are one line: "anna draws a card, 6 times".
 */
void since_text(const struct language *lang, const struct rules *rules, const struct names *names,
    const struct events *ev, uint8_t you, struct buf *out);

/* Writes the lines of the notes, which follow the events. reason: of the host, "" for none, written
 * once; you: for one seat alone. */
void since_notes(const struct language *lang, const struct names *names, const struct notes *notes,
    const char *reason, bool you, struct buf *out);

/* Writes events and notes in reading order, which differs from that in digests: the reason of a
 * host action comes first. you: public events addressed as you, without those that since_text
 * writes for this seat; SEAT_NONE: nobody is addressed. */
void since_for_reader(const struct language *lang, const struct rules *rules,
    const struct names *names, const struct events *ev, const struct notes *notes,
    const char *reason, uint8_t you, struct buf *out);

/* Writes one more line of such a section. */
void since_line(const char *sentence, struct buf *out);

/*
 * Writes a text that a player or the host chose, in the normal form of say (wire/order_block.h).
 * Each line begins with SINCE_MARK. No line of adit does, and no such text has this mark, so it
 * cannot be mistaken for another line. A word wider than a line is cut after "=", which no such
 * text has either.
 */
#define SINCE_MARK "    |"
void since_quote(const char *text, size_t n, struct buf *out);

/* Reads such lines back, from *at on, each joined to one line: a sentence of adit, or (theirs) a
 * text of others. Returns false at the end. */
bool since_next(const char *s, size_t n, size_t *at, bool *theirs, struct buf *out);

#endif
