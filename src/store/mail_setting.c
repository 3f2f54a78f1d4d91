/* How seats get mail. */
#include "store/mail_setting.h"

#include <stdio.h>
#include <string.h>

#include "store/query.h"
#include "util/timestamp.h"

void
store_mail_setting_release(struct store_mail_setting *m)
{
	buf_release(&m->asked);
}

int
store_get_mail_setting(struct store *st, int seat, struct store_mail_setting *m, struct err *err)
{
	struct store_mail_setting got = { .seat = seat, .which = "all" };
	struct query q;
	int64_t narrow = 0;
	int row;

	query_open(&q, st,
	    "SELECT which, narrow, seq, asked, ask_new, ask_old, lang FROM mailing"
	    " WHERE seat = ?1");
	query_int(&q, 1, seat);
	row = query_row(&q, err);
	if (row > 0) {
		(void)snprintf(got.which, sizeof got.which, "%s", query_get_text(&q, 0));
		(void)snprintf(got.lang, sizeof got.lang, "%s", query_get_text(&q, 6));
		if (query_get_int(&q, 1, 0, 1, &narrow, err) < 0 ||
		    query_get_int(&q, 2, 0, INT64_MAX, &got.seq, err) < 0 ||
		    query_get_bytes(&q, 3, &got.asked, err) < 0 ||
		    query_get_int(&q, 4, 0, INT64_MAX, &got.ask_new, err) < 0 ||
		    query_get_int(&q, 5, 0, INT64_MAX, &got.ask_old, err) < 0)
			row = -1;
	}
	query_close(&q);
	got.narrow = narrow != 0;
	if (row < 0) {
		store_mail_setting_release(&got);
		return -1;
	}
	*m = got;
	return 0;
}

int
store_put_mail_setting(struct store *st, const struct store_mail_setting *m, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT OR REPLACE INTO mailing(seat, which, narrow, seq, asked, ask_new, ask_old, "
	    "lang)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
	query_int(&q, 1, m->seat);
	query_text(&q, 2, m->which, strlen(m->which));
	query_int(&q, 3, m->narrow);
	query_int(&q, 4, m->seq);
	query_text(&q, 5, buf_cstr(&m->asked), m->asked.n);
	query_int(&q, 6, m->ask_new);
	query_int(&q, 7, m->ask_old);
	query_text(&q, 8, m->lang, strlen(m->lang));
	return query_finish(&q, err);
}

int
store_set_language(struct store *st, int seat, const char *lang, bool is_first, struct err *err)
{
	struct store_mail_setting set;
	int result = store_get_mail_setting(st, seat, &set, err);

	if (result < 0)
		return -1;
	if (set.lang[0] == '\0' || !is_first) {
		(void)snprintf(set.lang, sizeof set.lang, "%s", lang);
		result = store_put_mail_setting(st, &set, err);
	}
	store_mail_setting_release(&set);
	return result;
}

int
store_end_question(struct store *st, int seat, struct err *err)
{
	return store_run(st,
	    "UPDATE mailing SET asked = '', ask_new = 0, ask_old = 0 WHERE seat = ?1", seat, err);
}

int
store_put_settled(struct store *st, const struct store_settled *s, int64_t first_n, int64_t since,
    struct err *err)
{
	struct query q;

	query_open(&q, st, "DELETE FROM settled WHERE n < ?1 AND made < ?2");
	query_int(&q, 1, first_n);
	query_int(&q, 2, since);
	if (query_finish(&q, err) < 0)
		return -1;
	query_open(
	    &q, st, "INSERT INTO settled(hash, seat, n, made, asks) VALUES (?1, ?2, ?3, ?4, ?5)");
	query_bytes(&q, 1, s->hash, sizeof s->hash);
	query_int(&q, 2, s->seat);
	query_int(&q, 3, s->n);
	query_int(&q, 4, s->made);
	query_int(&q, 5, s->asks);
	return query_finish(&q, err);
}

int
store_find_settled(struct store *st, const unsigned char hash[static 32], bool *is, struct err *err)
{
	struct query q;
	int64_t n = 0;

	query_open(&q, st, "SELECT count(*) FROM settled WHERE hash = ?1");
	query_bytes(&q, 1, hash, 32);
	if (query_finish_number(&q, &n, err) < 0)
		return -1;
	*is = n > 0;
	return 0;
}

int
store_count_settled(
    struct store *st, int seat, int64_t since, bool asks, int64_t *n, struct err *err)
{
	struct query q;

	*n = 0;
	query_open(
	    &q, st, "SELECT count(*) FROM settled WHERE seat = ?1 AND made >= ?2 AND asks >= ?3");
	query_int(&q, 1, seat);
	query_int(&q, 2, since);
	query_int(&q, 3, asks);
	return query_finish_number(&q, n, err);
}

int
store_release_mail(struct store *st, int seat, int64_t next, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "UPDATE post SET next = ?2"
	    " WHERE seat = ?1 AND kind = 'digest' AND state = 'queued' AND tries = 0");
	query_int(&q, 1, seat);
	query_int(&q, 2, next);
	return query_finish(&q, err);
}
