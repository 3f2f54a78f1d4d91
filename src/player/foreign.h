#ifndef ADIT_PLAYER_FOREIGN_H
#define ADIT_PLAYER_FOREIGN_H

#include "player/history.h"

/*
 * Orders of a seat that are not in its own record: a digest reports them, but no order with
 * that hash was signed in this home. This is normal for a player with two computers, so it is
 * not an accusation.
 */
struct foreign {
	int64_t n;          /* the digest */
	const char *kind;   /* for programs: "vote" */
	const char *phrase; /* a message for people: "a vote" */
};

/* Calls `each` for such orders in the news of `s`, in order; r is the last digest. ERR_BUSY. */
int foreign_each(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, const struct foreign *f), void *arg, struct err *err);

#endif
