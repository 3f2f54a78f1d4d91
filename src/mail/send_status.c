/* What the mail queue waits for, and what is known of the addresses. */
#include "mail/send_internal.h"

#include <string.h>

#include "store/mail_setting.h"

struct mail_info_query {
	struct host *h;
	struct mail_queue_info *out;
	struct buf *table; /* may be NULL */
};

static int
read_setting(struct host *h, int seat, struct mail_seat *out, struct err *err)
{
	struct store_mail_setting set;

	if (store_get_mail_setting(h->st, seat, &set, err) < 0)
		return -1;
	out->is_daily = strcmp(set.which, "daily") == 0;
	out->is_choosy = out->is_daily || strcmp(set.which, "mine") == 0;
	out->is_narrow = set.narrow;
	memcpy(out->lang, set.lang, sizeof out->lang);
	store_mail_setting_release(&set);
	return 0;
}

static int
add_address(void *arg, const struct store_address *a, struct err *err)
{
	const struct mail_info_query *l = arg;
	struct mail_seat *seat;
	int64_t n = 0;

	if (a->seat == STORE_TABLE) {
		l->out->has_table = true;
		if (l->table != NULL)
			buf_str(l->table, buf_cstr(&a->addr));
	}
	if (a->seat < 0 || a->seat > STORE_OPERATOR)
		return 0;
	seat = &l->out->seat[a->seat];
	seat->has_address = true;
	seat->since = a->since;
	(void)snprintf(seat->addr, sizeof seat->addr, "%s", buf_cstr(&a->addr));
	(void)snprintf(seat->bounce, sizeof seat->bounce, "%s", buf_cstr(&a->bounce));
	seat->is_dead = a->bounces >= MAIL_SEND_BOUNCES && seat->bounce[0] == '5';
	if (strcmp(buf_cstr(&a->how), "join") == 0) {
		if (store_count_mails(l->h->st, a->seat, a->since, &n, err) < 0)
			return -1;
		seat->is_unconfirmed = n >= MAIL_SEND_UNCONFIRMED;
	}
	return a->seat < STORE_LEFT ? read_setting(l->h, a->seat, seat, err) : 0;
}

/* True if the seat's setting holds the digest back. */
static bool
is_held(const struct store_mail *p)
{
	return strcmp(p->kind, "digest") == 0 && p->tries == 0 && p->next > STORE_MAIL_NOW;
}

static int
count_mail(void *arg, struct store_mail *p, struct err *err)
{
	struct mail_queue_info *out = arg;

	(void)err;
	if (strcmp(p->state, "failed") == 0) {
		out->failed++;
	} else if (!is_held(p)) {
		out->waiting++;
		if (out->oldest < 0 || p->made < out->oldest)
			out->oldest = p->made;
	}
	if (p->error.n > 0)
		(void)snprintf(out->error, sizeof out->error, "%s", buf_cstr(&p->error));
	return 0;
}

int
send_read_info(struct host *h, struct mail_queue_info *out, struct buf *table, struct err *err)
{
	struct mail_info_query l = { h, out, table };

	*out = (struct mail_queue_info){ .oldest = -1 };
	return store_each_address(h->st, add_address, &l, err);
}

int
mail_queue_status(struct host *h, struct mail_queue_info *out, struct err *err)
{
	static const char *const state[] = { "failed", "queued", "sending" };

	if (send_read_info(h, out, NULL, err) < 0)
		return -1;
	for (size_t i = 0; i < sizeof state / sizeof state[0]; i++)
		if (store_each_mail(h->st, STORE_ANY_SEAT, state[i], count_mail, out, err) < 0)
			return -1;
	return 0;
}
