#ifndef ADIT_PLAYER_FOREIGN_H
#define ADIT_PLAYER_FOREIGN_H

#include "player/history.h"

/*
 * Acts of a seat that its own record lacks: a digest reports them, and no order with that hash was signed in
 * this home.  With two computers that is normal, so nobody is accused.
 */
struct foreign {
	int64_t n;          /* the digest */
	const char *kind;   /* for programs: "vote" */
	const char *phrase; /* for people: "a vote" */
};

/* Call back for each in the news of the story, r included, in order.  ERR_BUSY. */
int foreign_each(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, const struct foreign *f), void *arg, struct err *err);

#endif
