#ifndef ADIT_PLAYER_PROMISE_H
#define ADIT_PLAYER_PROMISE_H

#include "player/story.h"

/*
 * An order that the host keeps for the seat is played when its turn comes: the first alternative that is possible.
 * Whoever has signed it knows which, before it is revealed.  ERR_AUTH: in this story the host has done something
 * else, or says that nothing is possible; only where the seat's own record and views leave no doubt.
 */
int promise_check(const struct story *s, const struct player_read *r, struct err *err);

#endif
