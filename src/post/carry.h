#ifndef ADIT_POST_CARRY_H
#define ADIT_POST_CARRY_H

#include "post/send.h"

/* One mail out of the house. */

enum carried {
	CARRIED,
	CARRIED_NOT,    /* it was refused, or nobody was there */
	CARRIED_PERHAPS /* who carried it was killed, or hung */
};

enum { CARRY_WHY = 80 };

struct carry {
	const char *table, *to; /* addresses */
	const char *name;       /* message_to */
	const char *id;         /* its Message-ID */
	int64_t made;
	const struct buf *mail;
};

/* why: in a word or two, if it was not.  -1: the machine, or (by hand) nobody takes it. */
int carry(const struct post_send *o, const struct carry *c, enum carried *how,
    char why[static CARRY_WHY], struct err *err);

#endif
