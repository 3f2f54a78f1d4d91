#ifndef ADIT_PLAYER_QUEUED_CHECK_H
#define ADIT_PLAYER_QUEUED_CHECK_H

#include "player/history.h"

/*
 * An order that the host keeps for the seat stands in the seat's private views until it is replaced, or a note says
 * why it is gone, and is played when its turn comes: the first alternative that is possible.
 * Whoever has signed it knows which, before it is revealed.  Only what the seat's own record and views leave no
 * doubt of is told.
 */

/* Call back for each digest of the story, and r, that plays one, or should have.  lie: NULL: as promised; else what
 * the host did instead: "your order "discard map" should have been played in it".  ERR_BUSY: an order cannot be read
 * now. */
int queued_check_each(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, int64_t n, const char *lie), void *arg, struct err *err);

/* ERR_AUTH: the first lie; ERR_BUSY. */
int queued_check_check(const struct history *s, const struct player_read *r, struct err *err);

#endif
