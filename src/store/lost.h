#ifndef ADIT_STORE_LOST_H
#define ADIT_STORE_LOST_H

#include "store/store.h"

/*
 * Digests that the host has signed and this file lacks, since it came back from a backup: as long as one of them is
 * not given up, the table is stopped.  And the orders that came meanwhile.  Inside a transaction, as what
 * store.h has.  A file of an older version that is only read has none.
 */
struct store_lost {
	int64_t n; /* its number, */
	unsigned char hash[32];
	int64_t found; /* when an order named it */
	int64_t given; /* the digest that gives it up; -1: none, and the table is stopped */
};

/* Replaces what is known of this hash. */
int store_put_lost(struct store *st, const struct store_lost *l, struct err *err);

/* The one that stops the table; the one with this hash.  1, or 0: there is none. */
int store_get_stop(struct store *st, struct store_lost *l, struct err *err);
int store_find_lost(
    struct store *st, const unsigned char hash[static 32], struct store_lost *l, struct err *err);

enum { STORE_HELD_MAX = 64 /* of a seat */ };

struct store_held {
	int64_t id;
	unsigned seat;
	unsigned char hash[32]; /* of the canonical text */
	struct buf block;       /* as mailed */
};
void store_held_release(struct store_held *h);

/* 1: it is kept, now or before; 0: the seat has STORE_HELD_MAX already. */
int store_put_held(struct store *st, const struct store_held *h, struct err *err);
/* The first behind this id.  1, or 0: there is none. */
int store_next_held(struct store *st, int64_t id, struct store_held *h, struct err *err);
int store_drop_held(struct store *st, int64_t id, struct err *err);
int store_count_held(struct store *st, int64_t *n, struct err *err);

#endif
