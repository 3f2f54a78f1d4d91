/* Digests that a restored file has lost, and the orders held meanwhile. */
#include "store/lost.h"

#include <limits.h>

#include "store/query.h"
#include "util/timestamp.h"

int
store_put_lost(struct store *st, const struct store_lost *l, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO lost(hash, n, found, given) VALUES (?1, ?2, ?3, ?4)"
	    " ON CONFLICT(hash) DO UPDATE SET n = ?2, found = ?3, given = ?4");
	query_bytes(&q, 1, l->hash, sizeof l->hash);
	query_int(&q, 2, l->n);
	query_int(&q, 3, l->found);
	query_int(&q, 4, l->given);
	return query_finish(&q, err);
}

/* Reads the row of q, if there is one, and closes q. */
static int
get_lost(struct query *q, struct store_lost *l, struct err *err)
{
	struct store_lost got = { .n = 0 };
	int row = query_row(q, err);

	if (row > 0 &&
	    (query_get_int(q, 0, 0, INT64_MAX, &got.n, err) < 0 ||
		query_get_fixed(q, 1, got.hash, sizeof got.hash, err) < 0 ||
		query_get_int(q, 2, 0, TIMESTAMP_MAX, &got.found, err) < 0 ||
		query_get_int(q, 3, -1, INT64_MAX, &got.given, err) < 0))
		row = -1;
	query_close(q);
	if (row > 0)
		*l = got;
	return row;
}

int
store_get_stop(struct store *st, struct store_lost *l, struct err *err)
{
	struct query q;

	query_open(&q, st, "SELECT n, hash, found, given FROM lost WHERE given < 0 ORDER BY found");
	return get_lost(&q, l, err);
}

int
store_find_lost(
    struct store *st, const unsigned char hash[static 32], struct store_lost *l, struct err *err)
{
	struct query q;

	query_open(&q, st, "SELECT n, hash, found, given FROM lost WHERE hash = ?1");
	query_bytes(&q, 1, hash, 32);
	return get_lost(&q, l, err);
}

/* ---- held orders ------------------------------------------------------------------------------- */

void
store_held_release(struct store_held *h)
{
	buf_wipe(&h->block); /* it may be a secret */
}

/* An order that is there can be inserted again, whatever the number of orders. */
int
store_put_held(struct store *st, const struct store_held *h, struct err *err)
{
	struct query q;
	int row;

	query_open(&q, st,
	    "SELECT 1 FROM held WHERE hash = ?1 UNION ALL"
	    " SELECT 0 WHERE (SELECT count(*) FROM held WHERE seat = ?2) >= ?3");
	query_bytes(&q, 1, h->hash, sizeof h->hash);
	query_int(&q, 2, h->seat);
	query_int(&q, 3, STORE_HELD_MAX);
	row = query_row(&q, err);
	if (row > 0) {
		int64_t known = 0;

		row = query_get_int(&q, 0, 0, 1, &known, err) < 0 ? -1 : (int)known;
		query_close(&q);
		return row;
	}
	query_close(&q);
	if (row < 0)
		return -1;
	query_open(&q, st, "INSERT INTO held(seat, hash, block) VALUES (?1, ?2, ?3)");
	query_int(&q, 1, h->seat);
	query_bytes(&q, 2, h->hash, sizeof h->hash);
	query_bytes(&q, 3, h->block.p, h->block.n);
	return query_finish(&q, err) < 0 ? -1 : 1;
}

int
store_next_held(struct store *st, int64_t id, struct store_held *h, struct err *err)
{
	struct store_held got = { .block = BUF_INIT };
	struct query q;
	int64_t seat = 0;
	int row;

	query_open(
	    &q, st, "SELECT id, seat, hash, block FROM held WHERE id > ?1 ORDER BY id LIMIT 1");
	query_int(&q, 1, id);
	row = query_row(&q, err);
	if (row > 0 &&
	    (query_get_int(&q, 0, 0, INT64_MAX, &got.id, err) < 0 ||
		query_get_int(&q, 1, 0, UINT_MAX, &seat, err) < 0 ||
		query_get_fixed(&q, 2, got.hash, sizeof got.hash, err) < 0 ||
		query_get_bytes(&q, 3, &got.block, err) < 0)) {
		store_held_release(&got);
		row = -1;
	}
	query_close(&q);
	got.seat = (unsigned)seat;
	if (row > 0)
		*h = got;
	return row;
}

int
store_drop_held(struct store *st, int64_t id, struct err *err)
{
	return store_run(st, "DELETE FROM held WHERE id = ?1", id, err);
}

int
store_count_held(struct store *st, int64_t *n, struct err *err)
{
	*n = 0;
	return store_number(st, "SELECT count(*) FROM held", n, err);
}
