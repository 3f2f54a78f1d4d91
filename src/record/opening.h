#ifndef ADIT_RECORD_OPENING_H
#define ADIT_RECORD_OPENING_H

#include "wire/deal.h"

/* Returns the pile of the hidden card that an event of this kind shows to its seat; PILES: none. */
enum pile opening_pile(enum event_kind kind);

/* True if this opening opens the leaf. */
bool opening_fits(const char *game, const struct rules *rules, const struct leaf_opening *o,
    const struct leaf *leaf);

#endif
