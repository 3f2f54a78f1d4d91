#ifndef ADIT_STORE_LOST_H
#define ADIT_STORE_LOST_H

#include "store/store.h"

/*
 * Digests that the host has signed and this file lacks, because it was restored from a backup.
 * While one of them is not given up, the table is stopped. Also the orders held meanwhile. Call
 * inside a transaction, like store.h.
 */
struct store_lost {
	int64_t n; /* number of the digest */
	unsigned char hash[32];
	int64_t found; /* when an order named it */
	int64_t given; /* the digest that gives it up; -1: none, the table is stopped */
};

/* Inserts the digest, or replaces the row with this hash. */
int store_put_lost(struct store *st, const struct store_lost *l, struct err *err);

/* Read the digest that stops the table, or the one with this hash. Return 1, 0 if there is none,
 * or -1. */
int store_get_stop(struct store *st, struct store_lost *l, struct err *err);
int store_find_lost(
    struct store *st, const unsigned char hash[static 32], struct store_lost *l, struct err *err);

enum { STORE_HELD_MAX = 64 /* for each seat */ };

struct store_held {
	int64_t id;
	unsigned seat;
	unsigned char hash[32]; /* of the canonical text */
	struct buf block;       /* as mailed */
};
void store_held_release(struct store_held *h);

/* Returns 1 if the order is held, now or before; 0 if the seat already has STORE_HELD_MAX; -1. */
int store_put_held(struct store *st, const struct store_held *h, struct err *err);
/* Reads the first order after this id. Returns 1, 0 if there is none, or -1. */
int store_next_held(struct store *st, int64_t id, struct store_held *h, struct err *err);
int store_drop_held(struct store *st, int64_t id, struct err *err);
int store_count_held(struct store *st, int64_t *n, struct err *err);

#endif
