#ifndef ADIT_TEXT_VERDICT_H
#define ADIT_TEXT_VERDICT_H

#include "text/language.h"
#include "text/names.h"

/*
 * Appends why an order is refused: "the tunnel on the east side of 3,-1 does not meet the wall of
 * 4,-1". The text uses the words of adit(6), names cards, places and sides, and offers a short
 * alternative if there is one. It uses only the mover's view v, so it reveals nothing else; the
 * mover is addressed as you. It is one line without line end or final period, at most
 * VERDICT_TEXT_MAX bytes.
 */
enum { VERDICT_TEXT_MAX = 200 };
void verdict_text(const struct language *lang, const struct view *v, const struct names *names,
    const struct order *o, enum verdict verdict, struct buf *out);

/* Returns the word for programs: "edges-clash". */
const char *verdict_name(enum verdict verdict);

#endif
