#ifndef ADIT_RECORD_SIGNED_ORDER_H
#define ADIT_RECORD_SIGNED_ORDER_H

#include "record/order.h"

/*
 * The orders signed in a home, each a file in the game's folder (record/home.h),
 * orders/N-SEAT-HASH.txt of mode 0600: the block as printed, which can be sent again, and the
 * same encrypted to the key that signed it. Without that key the file reveals no more than the
 * mail did.
 */
struct signed_order {
	int64_t n; /* digest that it answers */
	char seat[NAME_MAX_LEN + 1];
	struct hash hash;
};

/* Stores an order. mailed: as printed. ERR_CREATE, ERR_BUSY. */
int signed_order_save(const char *dir, int64_t n, const struct parsed_order *order,
    const struct buf *mailed, const struct seckey *me, struct err *err);

/* Lists all orders, by n. ERR_BUSY: the folder cannot be read now. */
struct signed_list {
	size_t count;
	struct signed_order *at;
};
int signed_list(const char *dir, struct signed_list *out, struct err *err);
void signed_list_release(struct signed_list *list);

/* Parses "000016-anna-HASH.txt". Returns 0, or -1. */
int signed_order_parse_name(const char *name, struct signed_order *o);

/* Appends the path of its file. */
void signed_order_path(const char *dir, const struct signed_order *o, struct buf *out);

/* Decrypts an order into *out, which the caller wipes. ERR_NOT_FOUND: this key cannot decrypt
 * it, or it is another order; ERR_BUSY. */
int signed_order_open(const char *dir, const struct signed_order *o, const struct seckey *me,
    struct parsed_order *out, struct err *err);

/* Like signed_order_open, by hash, as a private view names a queued order. Returns 1 if it was
 * not signed here. */
int signed_order_find(const char *dir, const struct hash *hash, const struct seckey *me,
    struct parsed_order *out, struct err *err);

#endif
