#ifndef ADIT_RECORD_SIGNED_ORDER_H
#define ADIT_RECORD_SIGNED_ORDER_H

#include "record/order.h"

/*
 * The orders that were signed in a home, each a file of the game's folder (record/home.h),
 * orders/N-SEAT-HASH.txt of mode 0600: the block as it was printed, which can be sent again, and the same
 * sealed to the key that signed it.  Without that key it tells no more than the mail did.
 */
struct signed_order {
	int64_t n; /* of the digest that it acts on */
	char seat[NAME_MAX_LEN + 1];
	struct hash hash;
};

/* Keep one; mailed: as it was printed.  ERR_CREATE, ERR_BUSY. */
int signed_order_save(const char *dir, int64_t n, const struct parsed_order *order,
    const struct buf *mailed, const struct seckey *me, struct err *err);

/* All there are, by n.  ERR_BUSY: the folder cannot be read now. */
struct signed_list {
	size_t count;
	struct signed_order *at;
};
int signed_list(const char *dir, struct signed_list *out, struct err *err);
void signed_list_release(struct signed_list *list);

/* "000016-anna-HASH.txt": -1: no such name. */
int signed_order_parse_name(const char *name, struct signed_order *o);

/* Append its file. */
void signed_order_path(const char *dir, const struct signed_order *o, struct buf *out);

/* Open one, for who wipes *out.  ERR_NOT_FOUND: it does not open with this key, or is another; ERR_BUSY. */
int signed_order_open(const char *dir, const struct signed_order *o, const struct seckey *me,
    struct parsed_order *out, struct err *err);

/* The same of whichever order has this hash, as a private view names the one that waits.  1: it was not signed here. */
int signed_order_find(const char *dir, const struct hash *hash, const struct seckey *me,
    struct parsed_order *out, struct err *err);

#endif
