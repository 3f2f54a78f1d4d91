/* Digests that a host has lost and given up. */
#include "record/given_up.h"

#include <stdint.h>
#include <stdlib.h>

#include "util/mem.h"

bool
given_up_has(const struct given_up *list, size_t n, int64_t number, const struct hash *hash)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].n == number && seal_equal(list[i].hash.b, hash->b, HASH_BYTES))
			return true;
	return false;
}

/* Marks a digest and, as far as available, those that it continues. */
static void
mark(const struct given_up_item *item, size_t n, size_t at, bool *may)
{
	bool more = true;

	may[at] = true;
	while (more) {
		const struct given_up_item *c = &item[at];

		more = false;
		for (size_t i = 0; i < n; i++)
			if (!may[i] && item[i].n == c->n - 1 &&
			    seal_equal(item[i].hash.b, c->prev, HASH_BYTES)) {
				may[i] = more = true;
				at = i;
			}
	}
}

/* True if `other` belongs to a branch without c. */
static bool
leaves(const struct given_up_item *other, const struct given_up_item *c)
{
	if (other->n == c->n)
		return !seal_equal(other->hash.b, c->hash.b, HASH_BYTES);
	if (other->n == c->n - 1)
		return !seal_equal(other->hash.b, c->prev, HASH_BYTES);
	return other->n == c->n + 1 && !seal_equal(other->prev, c->hash.b, HASH_BYTES);
}

void
given_up_find(struct given_up_item *item, size_t n)
{
	bool *may = mem_zero(n + 1, sizeof *may);
	int64_t from = INT64_MAX;

	for (size_t i = 0; i < n; i++)
		if (item[i].is_named)
			mark(item, n, i, may);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; may[i] && k < n; k++)
			if (!may[k] && item[i].n < from && leaves(&item[k], &item[i]))
				from = item[i].n;
	for (size_t i = 0; i < n; i++)
		item[i].is_lost = may[i] && item[i].n >= from;
	free(may);
}
