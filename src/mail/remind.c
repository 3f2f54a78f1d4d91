/*
 * Reminders.
 *
 * (N1) A reminder contains only public facts: who is to move, the deadline, and what happens then.
 */
#include "mail/remind.h"

#include <string.h>

#include "host/table.h"
#include "mail/send.h"
#include "store/mail_queue.h"
#include "text/catalogues.h"
#include "util/timestamp.h"

/* A time in words: day and minute. */
struct moment {
	char text[TIMESTAMP_LEN + 1];
	const char *day, *minute;
};

static void
read_moment(int64_t t, struct moment *m)
{
	timestamp_text(t < TIMESTAMP_MAX ? t : TIMESTAMP_MAX, m->text);
	m->day = m->text;
	m->minute = m->text + 11;
}

/* (N1) */
static void
add_words(const struct language *lang, const struct tick_plan *t, int64_t now, struct buf *out)
{
	struct moment due, from;

	read_moment(t->due, &due);
	language_fmt(lang, out,
	    now < t->due ? MSG("mail", "Your order is due on %.10s at %.5s UTC.") :
			   MSG("mail", "Your order was due on %.10s at %.5s UTC."),
	    due.day, due.minute);
	if (t->from < 0)
		return;
	read_moment(t->acts, &from); /* later than t->from if the host did not run before */
	if (strcmp(t->late, "discard") != 0)
		language_fmt(lang, out,
		    MSG("mail",
			"  If none comes, the host plays for you from %.10s at %.5s UTC on: what "
			"its program suggests."),
		    from.day, from.minute);
	else
		language_fmt(lang, out,
		    MSG("mail",
			"  If none comes, the host plays for you from %.10s at %.5s UTC on: %s."),
		    from.day, from.minute, t->late);
}

static int
queue(struct host *h, const struct tick_plan *t, int64_t now, bool *mailed, struct err *err)
{
	struct store_mail row = {
		.seat = t->seat, .kind = "due", .n = t->n, .made = now, .state = "queued"
	};
	struct mail_queue_info post;
	const struct mail_seat *to = &post.seat[t->seat];
	struct language room;
	int result = mail_queue_status(h, &post, err);

	if (result < 0 || !post.has_table || !to->has_address || to->is_dead || to->is_unconfirmed)
		return result;
	add_words(catalogue_open(to->lang, &room), t, now, &row.text);
	result = store_put_mail(h->st, &row, err);
	store_mail_release(&row);
	*mailed = result == 0;
	return result;
}

int
remind_note(struct host *h, const struct tick_options *how, struct tick_plan *t, bool *mailed,
    struct err *err)
{
	int result = store_begin(h->st, err);

	*mailed = false;
	if (result < 0)
		return -1;
	result = tick_plan_make(h, how, t, err);
	if (result == 0 && t->reminds)
		result = queue(h, t, how->now, mailed, err);
	if (result == 0 && t->notes)
		result = store_put_tick(h->st, &t->next, err);
	if (result == 0 && t->notes)
		return store_commit(h->st, err);
	store_rollback(h->st);
	return result;
}
