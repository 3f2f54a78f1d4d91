#ifndef ADIT_TEXT_VERDICT_H
#define ADIT_TEXT_VERDICT_H

#include "text/names.h"

/*
 * Why an order is refused, in the words of adit(6), naming cards, places and sides, and what
 * would do instead where that is short: "the tunnel on the east side of 3,-1 does not meet the
 * wall of 4,-1".  Works from what the mover may know (v is his view), so it cannot tell more; he
 * is addressed as you.  Appends one line without line end or final period, at most VERDICT_TEXT_MAX
 * bytes.
 */
enum { VERDICT_TEXT_MAX = 200 };
void verdict_text(const struct view *v, const struct names *names, const struct order *o,
    enum verdict verdict, struct buf *out);

/* A word for programs: "edges-clash". */
const char *verdict_name(enum verdict verdict);

#endif
