#ifndef ADIT_STORE_TICK_H
#define ADIT_STORE_TICK_H

#include "store/store.h"

/*
 * What `adit tick` stores for a table. It is not part of the transcript and cannot be derived
 * from it. Call inside a transaction, like store.h.
 */
enum { TICK_REMINDERS = 7 };

struct store_tick {
	int64_t last;      /* time of the last run */
	int64_t turn, due; /* the turn that the members below are about */
	int64_t first;     /* first run after the deadline; -1: none */
	int64_t reminded;  /* number of its reminders that are done: sent, or missed */
};

int store_put_tick(struct store *st, const struct store_tick *t, struct err *err);

/* Returns 1; 0 if there is no row (*t is unchanged); -1. */
int store_get_tick(struct store *st, struct store_tick *t, struct err *err);

#endif
