#ifndef ADIT_PLAYER_QUEUED_CHECK_H
#define ADIT_PLAYER_QUEUED_CHECK_H

#include "player/history.h"

/*
 * Checks that the host plays the queued orders of the seat. A queued order is in the private
 * views of its seat until it is replaced or a note gives the reason of its removal. When its
 * turn comes, its first legal alternative must be played. The seat that signed it knows which
 * one before it is revealed. Only results that are certain from the record and the views of the
 * seat are reported.
 */

/*
 * Calls `each` for each digest of the history, and for r, that plays such an order or should
 * have played one. `lie` is NULL if the host played the right order, else a sentence: "your
 * order "discard map" should have been played in it". ERR_BUSY: an order cannot be read now.
 */
int queued_check_each(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, int64_t n, const char *fault), void *arg, struct err *err);

/* ERR_AUTH: the first violation; ERR_BUSY. */
int queued_check_check(const struct history *s, const struct player_read *r, struct err *err);

#endif
