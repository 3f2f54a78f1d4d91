/* Accepted orders and queued orders. */
#include <limits.h>
#include <string.h>

#include "store/query.h"

void
store_order_release(struct store_order *o)
{
	buf_wipe(&o->text); /* a queued order, or a discard, is a secret */
}

/* Binds ?1 ... ?7, which all statements that write an order share. */
static int
save_order(struct store *st, const char *sql, const struct store_order *o, struct err *err)
{
	struct query q;

	query_open(&q, st, sql);
	query_int(&q, 1, o->n);
	query_bytes(&q, 2, o->hash, sizeof o->hash);
	query_int(&q, 3, o->seat);
	query_int(&q, 4, o->turn);
	query_int(&q, 5, o->seq);
	query_bytes(&q, 6, o->text.p, o->text.n);
	query_bytes(&q, 7, o->sig, sizeof o->sig);
	return query_finish(&q, err);
}

/* Reads the current row; its columns are those of `save`. */
static int
read_row(struct query *q, struct store_order *o, struct err *err)
{
	struct store_order got = { .text = BUF_INIT };
	int64_t seat;

	if (query_get_int(q, 0, INT64_MIN, INT64_MAX, &got.n, err) < 0 ||
	    query_get_fixed(q, 1, got.hash, sizeof got.hash, err) < 0 ||
	    query_get_int(q, 2, 0, UINT_MAX, &seat, err) < 0 ||
	    query_get_int(q, 3, -1, INT64_MAX, &got.turn, err) < 0 ||
	    query_get_int(q, 4, 0, INT64_MAX, &got.seq, err) < 0 ||
	    query_get_fixed(q, 6, got.sig, sizeof got.sig, err) < 0 ||
	    query_get_bytes(q, 5, &got.text, err) < 0) {
		store_order_release(&got);
		return -1;
	}
	got.seat = (unsigned)seat;
	*o = got;
	return 0;
}

/* Reads the row of q, if there is one, and closes q. */
static int
read_order_row(struct query *q, struct store_order *o, struct err *err)
{
	int row = query_row(q, err);

	if (row > 0 && read_row(q, o, err) < 0)
		row = -1;
	query_close(q);
	return row;
}

int
store_put_order(struct store *st, const struct store_order *o, struct err *err)
{
	return save_order(st,
	    "INSERT INTO orders(n, hash, seat, turn, seq, text, sig)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	    o, err);
}

int
store_find_cause(struct store *st, int64_t n, struct store_order *o, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "SELECT n, hash, seat, turn, seq, text, sig FROM orders"
	    " WHERE n = ?1");
	query_int(&q, 1, n);
	return read_order_row(&q, o, err);
}

int
store_last_order(struct store *st, int64_t *n, struct err *err)
{
	return store_number(st, "SELECT coalesce(max(n), -1) FROM orders", n, err);
}

int
store_find_order(
    struct store *st, const unsigned char hash[static 32], struct store_order *o, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "SELECT n, hash, seat, turn, seq, text, sig FROM orders"
	    " WHERE hash = ?1");
	query_bytes(&q, 1, hash, sizeof o->hash);
	return read_order_row(&q, o, err);
}

int
store_last_seq(struct store *st, unsigned seat, int64_t turn, int64_t *seq, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "SELECT coalesce(max(seq), 0) FROM orders"
	    " WHERE seat = ?1 AND turn = ?2");
	query_int(&q, 1, seat);
	query_int(&q, 2, turn);

	int row = query_row(&q, err);

	if (row > 0)
		row = query_get_int(&q, 0, 0, INT64_MAX, seq, err);
	query_close(&q);
	return row;
}

int
store_count_lines(
    struct store *st, unsigned seat, int64_t since, const char *begins, int64_t *n, struct err *err)
{
	struct buf line = BUF_INIT;
	struct query q;
	int row;

	buf_fmt(&line, "\n%s", begins);
	query_open(&q, st,
	    "SELECT count(*) FROM orders JOIN digest ON digest.n = orders.n"
	    " WHERE seat = ?1 AND time >= ?2 AND instr(orders.text, ?3) > 0");
	query_int(&q, 1, seat);
	query_int(&q, 2, since);
	query_bytes(&q, 3, line.p, line.n);
	row = query_row(&q, err);
	if (row > 0)
		row = query_get_int(&q, 0, 0, INT64_MAX, n, err);
	query_close(&q);
	buf_release(&line);
	return row;
}

/* ---- queued orders ---------------------------------------------------------------------- */

#define QUEUE_PUT(table)                                                   \
	"INSERT INTO " table "(n, hash, seat, turn, seq, text, sig)"       \
	" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(seat) DO UPDATE" \
	" SET n = ?1, hash = ?2, turn = ?4, seq = ?5, text = ?6, sig = ?7"
#define QUEUE_EACH(table) "SELECT n, hash, seat, turn, seq, text, sig FROM " table " ORDER BY seat"
#define QUEUE_GET(table)  "SELECT n, hash, seat, turn, seq, text, sig FROM " table " WHERE seat = ?1"
#define QUEUE_DROP(table) "DELETE FROM " table " WHERE seat = ?1"

static const struct {
	const char *save, *get, *each, *drop;
} queue_sql[STORE_QUEUE_COUNT] = {
	[STORE_QUEUE_NEXT] = { QUEUE_PUT("waiting"), QUEUE_GET("waiting"), QUEUE_EACH("waiting"),
	    QUEUE_DROP("waiting") },
	[STORE_QUEUE_EVERY] = { QUEUE_PUT("every"), QUEUE_GET("every"), QUEUE_EACH("every"),
	    QUEUE_DROP("every") },
};

int
store_put_queued(
    struct store *st, enum store_queue queue, const struct store_order *o, struct err *err)
{
	return save_order(st, queue_sql[queue].save, o, err);
}

int
store_find_queued(
    struct store *st, enum store_queue queue, unsigned seat, struct store_order *o, struct err *err)
{
	struct query q;

	query_open(&q, st, queue_sql[queue].get);
	query_int(&q, 1, seat);
	return read_order_row(&q, o, err);
}

int
store_each_queued(struct store *st, enum store_queue queue,
    int (*each)(void *arg, const struct store_order *o, struct err *err), void *arg,
    struct err *err)
{
	struct query q;
	int row;

	query_open(&q, st, queue_sql[queue].each);
	while ((row = query_row(&q, err)) > 0) {
		struct store_order o;

		row = read_row(&q, &o, err);
		if (row == 0) {
			row = each(arg, &o, err);
			store_order_release(&o);
		}
		if (row < 0)
			break;
	}
	query_close(&q);
	return row;
}

int
store_drop_queued(struct store *st, enum store_queue queue, unsigned seat, struct err *err)
{
	return store_run(st, queue_sql[queue].drop, seat, err);
}
