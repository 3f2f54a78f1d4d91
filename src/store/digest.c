/* Digests, the outbox, and the mail that a digest queues. */
#include <string.h>

#include "store/query.h"
#include "util/timestamp.h"

void
store_digest_release(struct store_digest *d)
{
	buf_release(&d->text);
	buf_release(&d->events);
}

/* Queues the mail of a digest. Removes queued reminders, because the digest says the same. */
static int
queue_mail(struct store *st, const struct store_digest *d, struct err *err)
{
	struct query q;
	int64_t any;

	if (store_number(st, "SELECT EXISTS (SELECT 1 FROM address) OR EXISTS (SELECT 1 FROM post)",
		&any, err) < 0)
		return -1;
	if (any == 0)
		return 0;
	if (store_exec(st, "DELETE FROM post WHERE kind = 'due' AND state = 'queued'", err) < 0)
		return -1;
	query_open(&q, st,
	    "INSERT INTO post(seat, kind, n, about, in_reply_to, text, made, tries, next, state,"
	    " error) SELECT seat, 'digest', ?1, x'', '', x'', ?2, 0, 0, 'queued', '' FROM address"
	    " WHERE seat BETWEEN 0 AND 35 AND seat NOT BETWEEN 12 AND 15"
	    " AND EXISTS (SELECT 1 FROM address WHERE seat = -1) ORDER BY seat");
	query_int(&q, 1, d->n);
	query_int(&q, 2, d->time);
	return query_finish(&q, err);
}

int
store_put_digest(struct store *st, const struct store_digest *d, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO digest(n, hash, time, turn, text, events)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
	query_int(&q, 1, d->n);
	query_bytes(&q, 2, d->hash, sizeof d->hash);
	query_int(&q, 3, d->time);
	query_int(&q, 4, d->turn);
	query_bytes(&q, 5, d->text.p, d->text.n);
	query_bytes(&q, 6, d->events.p, d->events.n);
	if (query_finish(&q, err) < 0 ||
	    store_run(st, "INSERT INTO outbox(n) VALUES (?1)", d->n, err) < 0)
		return -1;
	return queue_mail(st, d, err);
}

/* Reads the row of q, if there is one: columns n, hash, time, turn and, if `whole`, text and events;
 * closes q. */
static int
get(struct query *q, bool whole, struct store_digest *d, struct err *err)
{
	struct store_digest got = { .text = BUF_INIT, .events = BUF_INIT };
	int row = query_row(q, err);

	if (row > 0 &&
	    (query_get_int(q, 0, 0, INT64_MAX, &got.n, err) < 0 ||
		query_get_fixed(q, 1, got.hash, sizeof got.hash, err) < 0 ||
		query_get_int(q, 2, 0, TIMESTAMP_MAX, &got.time, err) < 0 ||
		query_get_int(q, 3, 0, INT64_MAX, &got.turn, err) < 0 ||
		(whole &&
		    (query_get_bytes(q, 4, &got.text, err) < 0 ||
			query_get_bytes(q, 5, &got.events, err) < 0))))
		row = -1;
	query_close(q);
	if (row > 0)
		*d = got;
	else
		store_digest_release(&got);
	return row;
}

int
store_get_digest(struct store *st, int64_t n, struct store_digest *d, struct err *err)
{
	char missing[24] = " yet";
	struct query q;
	int row;

	/* One statement for both, because preparing one costs more than running it. */
	query_open(&q, st,
	    "SELECT n, hash, time, turn, text, events FROM digest"
	    " WHERE n BETWEEN ?1 AND ?2 ORDER BY n DESC LIMIT 1");
	query_int(&q, 1, n < 0 ? 0 : n);
	query_int(&q, 2, n < 0 ? INT64_MAX : n);
	row = get(&q, true, d, err);
	if (row != 0)
		return row < 0 ? -1 : 0;
	if (n >= 0)
		(void)snprintf(missing, sizeof missing, " %lld", (long long)n);
	return err_set(err, ERR_NOT_FOUND, "%s: it has no digest%s", st->path, missing);
}

int
store_find_digest(
    struct store *st, const unsigned char hash[static 32], struct store_digest *d, struct err *err)
{
	struct query q;

	query_open(&q, st, "SELECT n, hash, time, turn FROM digest WHERE hash = ?1");
	query_bytes(&q, 1, hash, sizeof d->hash);
	return get(&q, false, d, err);
}

/* ---- outbox ----------------------------------------------------------------------------- */

int
store_outbox_each(struct store *st, int (*each)(void *arg, int64_t n, struct err *err), void *arg,
    struct err *err)
{
	struct query q;
	int row;

	query_open(&q, st, "SELECT n FROM outbox ORDER BY n");
	while ((row = query_row(&q, err)) > 0) {
		int64_t n;

		if (query_get_int(&q, 0, 0, INT64_MAX, &n, err) < 0 || each(arg, n, err) < 0) {
			row = -1;
			break;
		}
	}
	query_close(&q);
	return row;
}

int
store_outbox_count_before(struct store *st, int64_t *n, struct err *err)
{
	*n = 0;
	return store_number(st,
	    "SELECT count(*) FROM outbox JOIN digest USING (n)"
	    " WHERE time < (SELECT time FROM digest ORDER BY n DESC LIMIT 1)",
	    n, err);
}

int
store_outbox_drop(struct store *st, int64_t n, struct err *err)
{
	return store_run(st, "DELETE FROM outbox WHERE n = ?1", n, err);
}
