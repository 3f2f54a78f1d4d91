/* Commands by mail. */
#include "store/remote.h"

#include "store/query.h"
#include "util/timestamp.h"

void
store_remote_release(struct store_remote *r)
{
	buf_release(&r->operator_key);
}

int
store_put_remote(struct store *st, const struct store_remote *r, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO remote(one, operator, seq, last, paused, watchers)"
	    " VALUES (1, ?1, ?2, ?3, ?4, ?5) ON CONFLICT(one) DO UPDATE"
	    " SET operator = ?1, seq = ?2, last = ?3, paused = ?4, watchers = ?5");
	query_text(&q, 1, r->operator_key.n > 0 ? r->operator_key.p : "", r->operator_key.n);
	query_int(&q, 2, r->seq);
	query_bytes(&q, 3, r->last, r->has_last ? sizeof r->last : 0);
	query_int(&q, 4, r->paused);
	query_int(&q, 5, r->watchers_open);
	return query_finish(&q, err);
}

int
store_get_remote(struct store *st, struct store_remote *r, struct err *err)
{
	struct store_remote got = { .operator_key = BUF_INIT };
	struct buf last = BUF_INIT;
	struct query q;
	int64_t open = 0;
	int row;

	query_open(&q, st, "SELECT operator, seq, last, paused, watchers FROM remote");
	row = query_row(&q, err);
	if (row > 0 &&
	    (query_get_bytes(&q, 0, &got.operator_key, err) < 0 ||
		query_get_int(&q, 1, 0, INT64_MAX, &got.seq, err) < 0 ||
		query_get_bytes(&q, 2, &last, err) < 0 ||
		(last.n > 0 && query_get_fixed(&q, 2, got.last, sizeof got.last, err) < 0) ||
		query_get_int(&q, 3, 0, TIMESTAMP_MAX, &got.paused, err) < 0 ||
		query_get_int(&q, 4, 0, 1, &open, err) < 0))
		row = -1;
	got.has_last = last.n > 0;
	buf_release(&last);
	query_close(&q);
	got.watchers_open = open != 0;
	if (row < 0)
		store_remote_release(&got);
	else
		*r = got;
	return row < 0 ? -1 : 0;
}
