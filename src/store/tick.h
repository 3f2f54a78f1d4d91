#ifndef ADIT_STORE_TICK_H
#define ADIT_STORE_TICK_H

#include "store/store.h"

/*
 * What `adit tick` remembers of a table: no part of the transcript, nothing can make it anew.  Inside a
 * transaction, as what store.h has.  A file of an older version that is only read has none.
 */
enum { TICK_REMINDERS = 7 };

struct store_tick {
	int64_t last;      /* when it ran */
	int64_t turn, due; /* the turn that the rest is about */
	int64_t first;     /* the first run since it is due; -1: there was none */
	int64_t reminded;  /* how many of its reminders are over: sent, or missed */
};

int store_put_tick(struct store *st, const struct store_tick *t, struct err *err);

/* 1, or 0: nothing is remembered, *t is left alone. */
int store_get_tick(struct store *st, struct store_tick *t, struct err *err);

#endif
