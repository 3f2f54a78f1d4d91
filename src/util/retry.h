#ifndef ADIT_UTIL_RETRY_H
#define ADIT_UTIL_RETRY_H

#include <stddef.h>
#include <stdint.h>

/* Items that may depend on each other are tried again as long as one of them makes progress. */
struct retry {
	size_t n;
	struct retry_item *item;
};

/* Adds an item of the caller. Items with lower keys are tried first; of equal keys, the first
 * added. */
void retry_add(struct retry *r, void *item, int64_t key);

enum retry_result {
	RETRY_DONE,  /* the item is done, and released by the caller */
	RETRY_WAITS, /* it still waits; *key may have changed */
	RETRY_MOVED  /* it still waits, but something was done on which others may depend */
};

/* Calls `again` for each item, in rounds, until all are done. In the last round `key` is NULL and
 * the result is ignored. Releases *r. */
void retry_run(
    struct retry *r, enum retry_result (*again)(void *arg, void *item, int64_t *key), void *arg);

#endif
