/* Items that wait for each other. */
#include "util/retry.h"

#include <stdbool.h>
#include <stdlib.h>

#include "util/mem.h"

struct retry_item {
	int64_t key;
	size_t added;
	void *item;
};

void
retry_add(struct retry *r, void *item, int64_t key)
{
	GROW(r->item, r->n);
	r->item[r->n] = (struct retry_item){ key, r->n, item };
	r->n++;
}

static int
by_key(const void *a, const void *b)
{
	const struct retry_item *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->added > y->added) - (x->added < y->added);
}

void
retry_run(
    struct retry *r, enum retry_result (*again)(void *arg, void *item, int64_t *key), void *arg)
{
	bool last = false;

	while (r->n > 0) {
		size_t left = 0;
		bool moved = false;

		qsort(r->item, r->n, sizeof *r->item, by_key);
		for (size_t i = 0; i < r->n; i++) {
			struct retry_item *x = &r->item[i];
			const enum retry_result result = again(arg, x->item, last ? NULL : &x->key);

			moved = moved || result != RETRY_WAITS;
			if (result != RETRY_DONE && !last)
				r->item[left++] = *x;
		}
		r->n = left;
		last = !moved;
	}
	free(r->item);
	*r = (struct retry){ .n = 0 };
}
