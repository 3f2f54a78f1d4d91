/*
 * Addresses and queued mail.
 *
 * (P1) An address and a Message-ID are printable ASCII, and a digest exists: the tables refuse
 *      others, whatever was checked before.
 * (P2) Mail of players has priority over mail of watchers.
 */
#include "store/mail_queue.h"

#include <string.h>

#include "store/query.h"
#include "util/timestamp.h"

_Static_assert(STORE_LEFT == 12 && STORE_WATCHER == 16 && STORE_ASKED == 37,
    "as the statements have it"); /* (P2) */

/* ---- addresses ------------------------------------------------------------------------------- */

void
store_address_release(struct store_address *a)
{
	buf_release(&a->addr);
	buf_release(&a->how);
	buf_release(&a->bounce);
}

int
store_put_address(struct store *st, const struct store_address *a, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "UPDATE mailing SET asked = '', ask_new = 0, ask_old = 0 WHERE seat = ?1"
	    " AND NOT EXISTS (SELECT 1 FROM address WHERE seat = ?1 AND addr = ?2)");
	query_int(&q, 1, a->seat);
	query_text(&q, 2, buf_cstr(&a->addr), a->addr.n);
	if (query_finish(&q, err) < 0)
		return -1;
	query_open(&q, st,
	    "INSERT INTO address(seat, addr, how, since, bounces, bounce)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(seat) DO UPDATE"
	    " SET addr = ?2, how = ?3, since = ?4, bounces = ?5, bounce = ?6");
	query_int(&q, 1, a->seat);
	query_text(&q, 2, buf_cstr(&a->addr), a->addr.n);
	query_text(&q, 3, buf_cstr(&a->how), a->how.n);
	query_int(&q, 4, a->since);
	query_int(&q, 5, a->bounces);
	query_text(&q, 6, buf_cstr(&a->bounce), a->bounce.n);
	return query_finish(&q, err);
}

static int
read_address(struct query *q, struct store_address *a, struct err *err)
{
	struct store_address got = { .seat = 0 };
	int64_t seat = 0;

	if (query_get_int(q, 0, STORE_TABLE, INT32_MAX, &seat, err) < 0 ||
	    query_get_bytes(q, 1, &got.addr, err) < 0 || query_get_bytes(q, 2, &got.how, err) < 0 ||
	    query_get_int(q, 3, 0, TIMESTAMP_MAX, &got.since, err) < 0 ||
	    query_get_int(q, 4, 0, INT64_MAX, &got.bounces, err) < 0 ||
	    query_get_bytes(q, 5, &got.bounce, err) < 0) {
		store_address_release(&got);
		return -1;
	}
	got.seat = (int)seat;
	*a = got;
	return 0;
}

int
store_find_address(struct store *st, int seat, struct store_address *a, struct err *err)
{
	struct query q;
	int row = 0;

	*a = (struct store_address){ .seat = seat };
	query_open(
	    &q, st, "SELECT seat, addr, how, since, bounces, bounce FROM address WHERE seat = ?1");
	query_int(&q, 1, seat);
	row = query_row(&q, err);
	if (row > 0 && read_address(&q, a, err) < 0)
		row = -1;
	query_close(&q);
	return row;
}

int
store_try_address(struct store *st, int seat, struct store_address *a, struct err *err)
{
	return store_find_address(st, seat, a, err) < 0 ? -1 : 0;
}

int
store_drop_address(struct store *st, int seat, struct err *err)
{
	if (store_run(st,
		"DELETE FROM post"
		" WHERE seat = ?1 AND seat <> 37"
		" AND (state IN ('queued', 'sending') OR seat >= 12)",
		seat, err) < 0)
		return -1;
	if (store_run(st,
		"UPDATE mailing SET which = 'all', narrow = 0, lang = '', asked = '', ask_new = 0,"
		" ask_old = 0 WHERE seat = ?1",
		seat, err) < 0)
		return -1;
	return store_run(st, "DELETE FROM address WHERE seat = ?1", seat, err);
}

int
store_each_address(struct store *st,
    int (*each)(void *arg, const struct store_address *a, struct err *err), void *arg,
    struct err *err)
{
	struct query q;
	int row;

	query_open(
	    &q, st, "SELECT seat, addr, how, since, bounces, bounce FROM address ORDER BY seat");
	while ((row = query_row(&q, err)) > 0) {
		struct store_address a;

		row = read_address(&q, &a, err);
		if (row < 0)
			break;
		row = each(arg, &a, err);
		store_address_release(&a);
		if (row < 0)
			break;
	}
	query_close(&q);
	return row;
}

int
store_reset_bounces(struct store *st, int seat, int64_t now, struct err *err)
{
	struct query q;

	if (store_run(st,
		"UPDATE address SET bounces = 0, bounce = ''"
		" WHERE seat = ?1 AND bounces > 0",
		seat, err) < 0)
		return -1;
	query_open(&q, st,
	    "UPDATE post SET state = 'queued', made = ?2, tries = 0, next = 0, error = ''"
	    " WHERE seat = ?1 AND (state = 'failed' OR (state = 'sent' AND error <> ''))");
	query_int(&q, 1, seat);
	query_int(&q, 2, now);
	return query_finish(&q, err);
}

/* ---- mail -------------------------------------------------------------------------------------- */

void
store_mail_release(struct store_mail *p)
{
	buf_release(&p->in_reply_to);
	buf_wipe(&p->text); /* an answer to a plain seat has its view */
	buf_release(&p->addr);
	buf_release(&p->error);
}

static int
update_mail(struct store *st, const struct store_mail *p, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "UPDATE post SET made = ?2, tries = ?3, next = ?4, state = ?5, error = ?6"
	    " WHERE id = ?1");
	query_int(&q, 1, p->id);
	query_int(&q, 2, p->made);
	query_int(&q, 3, p->tries);
	query_int(&q, 4, p->next);
	query_text(&q, 5, p->state, strlen(p->state));
	query_text(&q, 6, buf_cstr(&p->error), p->error.n);
	return query_finish(&q, err);
}

int
store_put_mail(struct store *st, struct store_mail *p, struct err *err)
{
	struct query q;

	if (p->id != 0)
		return update_mail(st, p, err);
	query_open(&q, st,
	    "INSERT INTO post(seat, kind, n, about, in_reply_to, text, made, tries, next, state,"
	    " error, addr, old) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
	query_int(&q, 1, p->seat);
	query_text(&q, 2, p->kind, strlen(p->kind));
	query_int(&q, 3, p->n);
	query_bytes(&q, 4, p->about, p->has_about ? sizeof p->about : 0);
	query_text(&q, 5, buf_cstr(&p->in_reply_to), p->in_reply_to.n);
	query_bytes(&q, 6, p->text.p, p->text.n);
	query_int(&q, 7, p->made);
	query_int(&q, 8, p->tries);
	query_int(&q, 9, p->next);
	query_text(&q, 10, p->state, strlen(p->state));
	query_text(&q, 11, buf_cstr(&p->error), p->error.n);
	query_text(&q, 12, buf_cstr(&p->addr), p->addr.n);
	query_int(&q, 13, p->has_old ? p->old : -1);
	if (query_finish(&q, err) < 0)
		return -1;
	p->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

/* Reads a word whose length is limited by CHECK. */
static void
read_word(struct query *q, int col, char word[static 8])
{
	(void)snprintf(word, 8, "%s", query_get_text(q, col));
}

#define POST_COLUMNS                                                                           \
	"id, seat, kind, n, about, in_reply_to, text, made, tries, next, state, error, addr, " \
	"old"

static int
read_mail(struct query *q, struct store_mail *p, struct err *err)
{
	struct store_mail got = { .id = 0 };
	struct buf about = BUF_INIT;
	int64_t seat = 0;
	int result = -1;

	read_word(q, 2, got.kind);
	read_word(q, 10, got.state);
	if (query_get_int(q, 0, 1, INT64_MAX, &got.id, err) == 0 &&
	    query_get_int(q, 1, 0, INT16_MAX, &seat, err) == 0 &&
	    query_get_int(q, 3, 0, INT64_MAX, &got.n, err) == 0 &&
	    query_get_bytes(q, 4, &about, err) == 0 &&
	    (about.n == 0 || query_get_fixed(q, 4, got.about, sizeof got.about, err) == 0) &&
	    query_get_bytes(q, 5, &got.in_reply_to, err) == 0 &&
	    query_get_bytes(q, 6, &got.text, err) == 0 &&
	    query_get_int(q, 7, 0, TIMESTAMP_MAX, &got.made, err) == 0 &&
	    query_get_int(q, 8, 0, INT64_MAX, &got.tries, err) == 0 &&
	    query_get_int(q, 9, 0, INT64_MAX, &got.next, err) == 0 &&
	    query_get_bytes(q, 11, &got.error, err) == 0 &&
	    query_get_bytes(q, 12, &got.addr, err) == 0 &&
	    query_get_int(q, 13, -1, INT64_MAX, &got.old, err) == 0)
		result = 0;
	got.seat = (int)seat;
	got.has_old = got.old >= 0;
	got.has_about = about.n > 0;
	buf_release(&about);
	if (result == 0)
		*p = got;
	else
		store_mail_release(&got);
	return result;
}

int
store_each_mail(struct store *st, int seat, const char *state,
    int (*each)(void *arg, struct store_mail *p, struct err *err), void *arg, struct err *err)
{
	struct query q;
	int row;

	/* by its index */
	if (state != NULL && (strcmp(state, "queued") == 0 || strcmp(state, "sending") == 0))
		query_open(&q, st,
		    "SELECT " POST_COLUMNS " FROM post WHERE state IN ('queued', 'sending')"
		    " AND (?1 = -2 OR seat = ?1) AND state = ?2 ORDER BY seat >= 16, id");
	else
		query_open(&q, st,
		    "SELECT " POST_COLUMNS " FROM post"
		    " WHERE (?1 = -2 OR seat = ?1) AND (?2 = '' OR state = ?2)"
		    " ORDER BY seat >= 16, id");
	query_int(&q, 1, seat);
	query_text(&q, 2, state != NULL ? state : "", state != NULL ? strlen(state) : 0);
	while ((row = query_row(&q, err)) > 0) {
		struct store_mail p;

		row = read_mail(&q, &p, err);
		if (row < 0)
			break;
		row = each(arg, &p, err);
		store_mail_release(&p);
		if (row < 0)
			break;
	}
	query_close(&q);
	return row;
}

int
store_find_mail(
    struct store *st, int seat, const char *kind, int64_t n, struct store_mail *p, struct err *err)
{
	struct query q;
	int row = 0;

	query_open(&q, st,
	    "SELECT " POST_COLUMNS " FROM post WHERE seat = ?1 AND kind = ?2"
	    " AND CASE kind WHEN 'digest' THEN n ELSE id END = ?3"
	    " ORDER BY id DESC LIMIT 1");
	query_int(&q, 1, seat);
	query_text(&q, 2, kind, strlen(kind));
	query_int(&q, 3, n);
	row = query_row(&q, err);
	if (row > 0 && read_mail(&q, p, err) < 0)
		row = -1;
	query_close(&q);
	return row;
}

int
store_reply_mail(struct store *st, int seat, int64_t first, int64_t last, const char *in_reply_to,
    struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "UPDATE post SET in_reply_to = ?4 WHERE seat = ?1 AND kind = 'digest'"
	    " AND n BETWEEN ?2 AND ?3 AND state = 'queued'");
	query_int(&q, 1, seat);
	query_int(&q, 2, first);
	query_int(&q, 3, last);
	query_text(&q, 4, in_reply_to, strlen(in_reply_to));
	return query_finish(&q, err);
}

int
store_count_answers(struct store *st, int seat, int64_t since, int64_t last_id, bool has_about,
    int64_t *n, struct err *err)
{
	struct query q;

	*n = 0;
	query_open(&q, st,
	    "SELECT count(*) FROM post WHERE seat = ?1 AND kind IN ('receipt', 'help')"
	    " AND made >= ?2 AND id <= ?3 AND (about <> x'') = ?4");
	query_int(&q, 1, seat);
	query_int(&q, 2, since);
	query_int(&q, 3, last_id);
	query_int(&q, 4, has_about);
	return query_finish_number(&q, n, err);
}

int
store_count_about(
    struct store *st, int seat, const unsigned char about[32], int64_t *n, struct err *err)
{
	struct query q;

	*n = 0;
	query_open(&q, st, "SELECT count(*) FROM post WHERE seat = ?1 AND about = ?2");
	query_int(&q, 1, seat);
	query_bytes(&q, 2, about, 32);
	return query_finish_number(&q, n, err);
}

int
store_count_replies(struct store *st, int seat, const char *kind, const char *message_id,
    int64_t since, int64_t *n, struct err *err)
{
	struct query q;

	*n = 0;
	if (message_id[0] == '\0')
		return 0;
	query_open(&q, st,
	    "SELECT count(*) FROM post WHERE seat = ?1 AND kind = ?2 AND in_reply_to = ?3"
	    " AND made > ?4 AND state <> 'failed'");
	query_int(&q, 1, seat);
	query_text(&q, 2, kind, strlen(kind));
	query_text(&q, 3, message_id, strlen(message_id));
	query_int(&q, 4, since);
	return query_finish_number(&q, n, err);
}

int
store_count_mails(struct store *st, int seat, int64_t since, int64_t *n, struct err *err)
{
	struct query q;

	*n = 0;
	query_open(&q, st,
	    "SELECT count(DISTINCT CASE kind WHEN 'digest' THEN next ELSE -id END)"
	    " FROM post WHERE seat = ?1 AND state = 'sent' AND next >= ?2 AND addr = ''");
	query_int(&q, 1, seat);
	query_int(&q, 2, since);
	return query_finish_number(&q, n, err);
}

int
store_forget_mail(struct store *st, int64_t forgotten, struct err *err)
{
	return store_run(st,
	    "DELETE FROM post WHERE max(made, next) < ?1 AND (state = 'failed' OR (state = 'sent'"
	    " AND seat NOT IN (SELECT seat FROM address WHERE how = 'join')))",
	    forgotten, err);
}
