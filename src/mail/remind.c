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
#include "util/timestamp.h"

/* Appends "2026-11-26 at 10:00 UTC". */
static void
add_time(int64_t t, struct buf *out)
{
	char text[TIMESTAMP_LEN + 1];

	timestamp_text(t < TIMESTAMP_MAX ? t : TIMESTAMP_MAX, text);
	buf_fmt(out, "%.10s at %.5s UTC", text, text + 11);
}

/* (N1) */
static void
add_words(const struct tick_plan *t, int64_t now, struct buf *out)
{
	buf_str(out, now < t->due ? "Your order is due on " : "Your order was due on ");
	add_time(t->due, out);
	buf_chr(out, '.');
	if (t->from >= 0) {
		buf_str(out, "  If none comes, the host plays for you from ");
		add_time(t->from, out);
		buf_fmt(out, " on: %s.",
		    strncmp(t->late, "suggest ", 8) == 0 ? "what its program suggests" : t->late);
	}
}

static int
queue(struct host *h, const struct tick_plan *t, int64_t now, bool *mailed, struct err *err)
{
	struct store_mail row = {
		.seat = t->seat, .kind = "due", .n = t->n, .made = now, .state = "queued"
	};
	struct mail_queue_info post;
	const struct mail_seat *to = &post.seat[t->seat];
	int result = mail_queue_status(h, &post, err);

	if (result < 0 || !post.has_table || !to->has_address || to->is_dead || to->is_unconfirmed)
		return result;
	add_words(t, now, &row.text);
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
