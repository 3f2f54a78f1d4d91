#ifndef ADIT_RECORD_OPENING_H
#define ADIT_RECORD_OPENING_H

#include "wire/deal.h"

/* From which pile comes what an event of this kind shows to its seat alone?  PILES: from none. */
enum pile opening_pile(enum event_kind kind);

/* Does this opening lead to the leaf? */
bool opening_fits(const char *game, const struct rules *rules, const struct leaf_opening *o,
    const struct leaf *leaf);

#endif
