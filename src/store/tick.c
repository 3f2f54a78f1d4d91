/* Data of `adit tick`. */
#include "store/tick.h"

#include "store/query.h"
#include "util/timestamp.h"

int
store_put_tick(struct store *st, const struct store_tick *t, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO tick(one, last, turn, due, first, reminded)"
	    " VALUES (1, ?1, ?2, ?3, ?4, ?5) ON CONFLICT(one) DO UPDATE"
	    " SET last = ?1, turn = ?2, due = ?3, first = ?4, reminded = ?5");
	query_int(&q, 1, t->last);
	query_int(&q, 2, t->turn);
	query_int(&q, 3, t->due);
	query_int(&q, 4, t->first);
	query_int(&q, 5, t->reminded);
	return query_finish(&q, err);
}

int
store_get_tick(struct store *st, struct store_tick *t, struct err *err)
{
	struct store_tick got = { .last = 0 };
	struct query q;
	int row;

	query_open(&q, st, "SELECT last, turn, due, first, reminded FROM tick");
	row = query_row(&q, err);
	if (row > 0 &&
	    (query_get_int(&q, 0, 0, TIMESTAMP_MAX, &got.last, err) < 0 ||
		query_get_int(&q, 1, 0, INT64_MAX, &got.turn, err) < 0 ||
		query_get_int(&q, 2, -1, TIMESTAMP_MAX, &got.due, err) < 0 ||
		query_get_int(&q, 3, -1, TIMESTAMP_MAX, &got.first, err) < 0 ||
		query_get_int(&q, 4, 0, TICK_REMINDERS, &got.reminded, err) < 0))
		row = -1;
	query_close(&q);
	if (row > 0)
		*t = got;
	return row;
}
