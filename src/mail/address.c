/* The list of addresses. */
#include "mail/address.h"

#include <stdio.h>
#include <string.h>

#include "host/rows.h"
#include "host/table.h"
#include "mail/message.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "text/catalogues.h"
#include "util/mem.h"

struct list {
	struct host *h;
	const struct table *t;
	int (*each)(void *arg, const struct address *a, struct err *err);
	void *arg;
};

/* True if this recipient gets every digest. */
static bool
is_mailed(int seat)
{
	return (seat >= 0 && seat < STORE_LEFT) || (seat >= STORE_WATCHER && seat < STORE_OPERATOR);
}

/* Sets *is to true if the newest digest lists a standby since digest n. */
static int
is_waiting(struct host *h, int64_t n, bool *is, struct err *err)
{
	struct store_digest last = { .n = 0 };
	struct buf line = BUF_INIT;
	int result = store_get_digest(h->st, -1, &last, err);

	buf_fmt(&line, "\n  standby: %lld\n  sign: ", (long long)n);
	*is = result == 0 && strstr(buf_cstr(&last.text), line.p) != NULL;
	buf_release(&line);
	store_digest_release(&last);
	return result;
}

static int
list_one(void *arg, const struct store_address *a, struct err *err)
{
	const struct list *list = arg;
	const bool watches = is_mailed(a->seat) && a->seat >= STORE_WATCHER;
	const bool operates = a->seat == STORE_OPERATOR;
	bool is = is_mailed(a->seat) || a->seat == STORE_TABLE || operates;
	struct store_mail_setting set = { .seat = a->seat };
	struct address one = { .addr = buf_cstr(&a->addr),
		.watches = watches,
		.seat = operates                   ? ADDRESS_OPERATOR :
		    is_mailed(a->seat) && !watches ? names_seat(&list->t->names, (uint8_t)a->seat) :
						     NULL,
		.waits = a->seat > STORE_STANDBY ? a->seat - STORE_STANDBY : 0,
		.how = buf_cstr(&a->how),
		.bounces = a->bounces,
		.bounce = buf_cstr(&a->bounce) };

	int result = 0;

	if (one.waits > 0 && is_waiting(list->h, one.waits, &is, err) < 0)
		return -1;
	if (a->seat >= 0 && a->seat < STORE_LEFT) {
		if (store_get_mail_setting(list->h->st, a->seat, &set, err) < 0)
			return -1;
		one.mail = set.which;
		one.narrow = set.narrow;
		one.lang = set.lang;
	}
	if (is)
		result = list->each(list->arg, &one, err);
	store_mail_setting_release(&set);
	return result;
}

int
address_each(struct host *h, int (*each)(void *arg, const struct address *a, struct err *err),
    void *arg, struct err *err)
{
	struct table *t = mem_zero(1, sizeof *t);
	struct list list = { h, t, each, arg };
	int result = table_load(t, h, err);

	if (result == 0)
		result = store_each_address(h->st, list_one, &list, err);
	table_wipe(t);
	free(t);
	return result;
}

int
address_check(const char *addr, struct err *err)
{
	if (mail_address_is_ok(addr, strlen(addr)))
		return 0;
	err_set(err, ERR_USAGE, "\"%.80s\" is no address", addr);
	return err_hint(err,
	    "local@domain, at most %d letters, digits and marks of ASCII, without quotes or a "
	    "comment",
	    MAIL_ADDRESS_MAX);
}

/* ---- setting --------------------------------------------------------------------------------- */

/* Queues the newest digest for the seat unless it is queued already. */
static int
queue_newest(struct host *h, int seat, int64_t now, struct err *err)
{
	struct store_digest last = { .n = 0 };
	struct store_mail p = { .id = 0 };
	int result;

	if (store_get_digest(h->st, -1, &last, err) < 0)
		return -1;
	result = store_find_mail(h->st, seat, "digest", last.n, &p, err);
	if (result == 0 || (result > 0 && strcmp(p.state, "sent") == 0)) {
		store_mail_release(&p);
		p = (struct store_mail){
			.seat = seat, .n = last.n, .kind = "digest", .state = "queued", .made = now
		};
		result = store_put_mail(h->st, &p, err);
	}
	store_mail_release(&p);
	store_digest_release(&last);
	return result < 0 ? -1 : 0;
}

struct news {
	struct host *h;
	int64_t now;
};

static int
queue_for(void *arg, const struct store_address *a, struct err *err)
{
	const struct news *news = arg;

	return is_mailed(a->seat) ? queue_newest(news->h, a->seat, news->now, err) : 0;
}

static int
put(struct host *h, int seat, const struct address *a, int64_t now, struct err *err)
{
	struct news news = { h, now };
	struct store_address row = { .seat = seat, .since = now };
	bool has_table;
	int result;

	buf_str(&row.addr, a->addr);
	buf_str(&row.how, a->how);
	result = store_put_address(h->st, &row, err);
	store_address_release(&row);
	if (result < 0 || store_try_address(h->st, STORE_TABLE, &row, err) < 0)
		return -1;
	has_table = row.addr.n > 0;
	store_address_release(&row);
	if (!has_table)
		return 0;
	if (seat == STORE_TABLE)
		return store_each_address(h->st, queue_for, &news, err);
	if (!is_mailed(seat))
		return 0;
	if (store_reset_bounces(h->st, seat, now, err) < 0 ||
	    store_release_mail(h->st, seat, STORE_MAIL_NOW, err) < 0)
		return -1;
	return queue_newest(h, seat, now, err);
}

/* Queues the notice to the address that the seat had. */
static int
queue_notice(struct host *h, const struct table *t, const struct store_address *old, int64_t now,
    struct err *err)
{
	struct store_digest last = { .n = 0 };
	struct store_mail_setting set = { .seat = old->seat };
	struct language room;
	struct store_mail row = {
		.seat = old->seat, .kind = "address", .state = "queued", .made = now
	};
	int result = store_get_digest(h->st, -1, &last, err);

	row.n = last.n;
	if (result == 0)
		result = store_get_mail_setting(h->st, old->seat, &set, err);
	language_fmt(catalogue_open(set.lang, &room), &row.text,
	    MSG("mail",
		"Mail for the seat %s in the game %s goes to another address now.\n"
		"\n"
		"This is the last mail to this address.  If you did not want that, write\n"
		"to the host of the table."),
	    t->names.seat[old->seat], t->game);
	buf_add(&row.addr, old->addr.p, old->addr.n);
	if (result == 0)
		result = store_put_mail(h->st, &row, err);
	store_mail_setting_release(&set);
	store_mail_release(&row);
	store_digest_release(&last);
	return result;
}

int
address_move(struct host *h, const struct table *t, uint8_t seat, const char *addr, int64_t now,
    struct err *err)
{
	const struct address a = { .addr = addr, .how = "confirmed" };
	struct store_address table = { .seat = STORE_TABLE }, old = { .seat = seat };
	int result = store_end_question(h->st, seat, err);

	if (result == 0)
		result = store_try_address(h->st, STORE_TABLE, &table, err);
	if (result == 0)
		result = store_try_address(h->st, seat, &old, err);
	if (result == 0 && strcasecmp(buf_cstr(&table.addr), addr) != 0) {
		if (old.addr.n > 0)
			result = queue_notice(h, t, &old, now, err);
		if (result == 0)
			result = put(h, seat, &a, now, err);
	}
	store_address_release(&table);
	store_address_release(&old);
	return result;
}

/* The row of the watcher with this address, or a free row. */
struct watcher {
	const char *addr;
	uint32_t taken; /* bit set of used rows */
	int row;        /* -1: not a watcher yet */
};

static int
find_watcher(void *arg, const struct store_address *a, struct err *err)
{
	struct watcher *w = arg;

	(void)err;
	if (a->seat < STORE_WATCHER || a->seat >= STORE_OPERATOR)
		return 0;
	w->taken |= 1u << (a->seat - STORE_WATCHER);
	if (strcasecmp(buf_cstr(&a->addr), w->addr) == 0)
		w->row = a->seat;
	return 0;
}

static int
set_watcher(struct host *h, const struct address *a, int64_t now, struct err *err)
{
	struct watcher w = { .addr = a->addr, .row = -1 };

	if (store_each_address(h->st, find_watcher, &w, err) < 0)
		return -1;
	if (a->how == NULL)
		return w.row >= 0 ? store_drop_address(h->st, w.row, err) :
				    err_set(err, ERR_NOT_FOUND, "%s does not look on", a->addr);
	for (int i = 0; i < STORE_WATCHERS && w.row < 0; i++)
		if ((w.taken >> i & 1) == 0)
			w.row = STORE_WATCHER + i;
	if (w.row >= 0)
		return put(h, w.row, a, now, err);
	(void)err_set(err, ERR_USAGE, "%d look on already, and no more can", STORE_WATCHERS);
	return err_hint(err, "--unwatch=ADDR takes one off");
}

/* Sets how the seat gets mail. */
static int
put_setting(struct host *h, int seat, const struct address *a, struct err *err)
{
	struct store_mail_setting set;
	int result;

	if (store_get_mail_setting(h->st, seat, &set, err) < 0)
		return -1;
	(void)snprintf(set.which, sizeof set.which, "%s", a->mail);
	set.narrow = a->narrow;
	result = store_put_mail_setting(h->st, &set, err);
	store_mail_setting_release(&set);
	return result;
}

/* Sets *seat to whose address it is. */
static int
find_recipient(
    struct host *h, const struct table *t, const struct address *a, int *seat, struct err *err)
{
	bool is = false;

	*seat = STORE_TABLE;
	if (a->waits > 0) {
		*seat = STORE_STANDBY + (int)a->waits;
		if (is_waiting(h, a->waits, &is, err) < 0)
			return -1;
		if (!is)
			return err_set(err, ERR_NOT_FOUND,
			    "nobody waits for a seat since digest %lld", (long long)a->waits);
	} else if (a->seat != NULL) {
		*seat = names_find(&t->names, a->seat, strlen(a->seat));
		if (*seat == SEAT_NONE && strcmp(a->seat, ADDRESS_OPERATOR) == 0)
			*seat = STORE_OPERATOR;
		if (*seat == SEAT_NONE)
			return err_set(
			    err, ERR_NOT_FOUND, "no seat %s in game %s", a->seat, t->game);
	}
	return 0;
}

/* bots: a bit for each seat that gets no mail */
static int
set_one(struct host *h, const struct table *t, uint16_t bots, const struct address *a, int64_t now,
    struct err *err)
{
	int seat;

	if (a->watches)
		return set_watcher(h, a, now, err);
	if (find_recipient(h, t, a, &seat, err) < 0)
		return -1;
	if (a->addr == NULL)
		return store_drop_address(h->st, seat, err);
	if (seat >= 0 && seat < SEATS_MAX && ((unsigned)bots >> seat & 1u) != 0)
		return err_set(err, ERR_USAGE, "%s is a bot, which gets no mail", a->seat);
	if (a->lang != NULL && (seat < 0 || seat >= STORE_LEFT))
		return err_set(err, ERR_USAGE, "only mails to a seat have a language");
	if (a->lang != NULL && store_set_language(h->st, seat, a->lang, false, err) < 0)
		return -1;
	if (a->addr[0] == '\0')
		return 0;
	if (address_check(a->addr, err) < 0)
		return -1;
	if (a->mail != NULL && seat >= 0 && seat < STORE_LEFT && put_setting(h, seat, a, err) < 0)
		return -1;
	return put(h, seat, a, now, err);
}

/* ERR_USAGE if a recipient has the address of the table, which would send mail to itself without
 * end. */
static int
check_loop(void *arg, const struct store_address *a, struct err *err)
{
	struct buf *table = arg;

	if (a->seat == STORE_TABLE)
		buf_str(table, buf_cstr(&a->addr));
	else if (strcasecmp(buf_cstr(table), buf_cstr(&a->addr)) == 0)
		return err_set(err, ERR_USAGE, "%s is the table's own address", buf_cstr(&a->addr));
	return 0;
}

int
address_set(struct host *h, const struct address *a, size_t n, int64_t now, struct err *err)
{
	struct table *t;
	struct host_state *hs;
	struct buf own = BUF_INIT;
	int result;

	if (store_begin(h->st, err) < 0)
		return -1;
	t = mem_zero(1, sizeof *t);
	hs = mem_zero(1, sizeof *hs);
	result = table_load(t, h, err);
	if (result == 0)
		result = rows_get_state(h, t->rules, hs, err);
	for (size_t i = 0; i < n && result == 0; i++)
		result = set_one(h, t, hs->bots, &a[i], now, err);
	if (result == 0)
		result = store_each_address(h->st, check_loop, &own, err);
	if (result == 0)
		result = store_commit(h->st, err);
	else
		store_rollback(h->st);
	buf_release(&own);
	seal_wipe(hs, sizeof *hs);
	free(hs);
	table_wipe(t);
	free(t);
	return result;
}
