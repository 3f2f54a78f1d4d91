/*
 * Watchers who subscribe by mail.
 *
 * (W1) The question has no word of the message: it may go to somebody who did not ask.
 * (W2) The Message-ID of a question has a token for its row alone, so the answer to one question
 *      never subscribes another address.
 */
#include "mail/watch.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/operator.h"
#include "mail/address.h"
#include "mail/message_id.h"
#include "mail/reply_internal.h"
#include "util/mem.h"

struct search {
	const struct mail_reply *a;
	const char *token; /* of the watcher to find, or NULL: count */
	int found;         /* row with the address of the sender, or with the token; -1: none */
	unsigned watchers;
};

static int
look_at(void *arg, const struct store_address *row, struct err *err)
{
	struct search *s = arg;
	const bool watches = row->seat >= STORE_WATCHER && row->seat < STORE_OPERATOR;
	char token[MESSAGE_TOKEN_TEXT + 1];

	(void)err;
	s->watchers += watches;
	if (s->token == NULL && reply_same_address(&row->addr, s->a->message->from))
		s->found = row->seat;
	if (s->token == NULL || !watches)
		return 0;
	message_unwatch_token(s->a->t.s, buf_cstr(&row->addr), token);
	if (strlen(s->token) == MESSAGE_TOKEN_TEXT &&
	    seal_equal(token, s->token, MESSAGE_TOKEN_TEXT))
		s->found = row->seat;
	return 0;
}

int
watch_may_ask(const struct mail_reply *a, bool *may, struct err *err)
{
	struct search s = { .a = a, .found = STORE_ANY_SEAT };
	struct host_remote remote;

	*may = false;
	if (host_get_remote(a->h, &remote, err) < 0 ||
	    store_each_address(a->h->st, look_at, &s, err) < 0)
		return -1;
	*may = remote.watchers_open && a->has_address && !a->automatic &&
	    s.found == STORE_ANY_SEAT && s.watchers < STORE_WATCHERS;
	return 0;
}

static int
find_asked(void *arg, struct store_mail *row, struct err *err)
{
	struct search *s = arg;

	(void)err;
	if (reply_same_address(&row->text, s->a->message->from) &&
	    row->made > s->a->now - WATCH_ASKED_SECONDS)
		s->found = row->seat;
	return 0;
}

/* (W1) */
int
watch_ask(const struct mail_reply *a, struct err *err)
{
	struct search s = { .a = a, .found = STORE_ANY_SEAT };
	struct store_mail row = {
		.seat = STORE_ASKED, .kind = "help", .made = a->now, .state = "queued"
	};
	struct store_digest last = { .n = 0 };
	int result = store_begin(a->h->st, err);

	if (result < 0)
		return -1;
	result = store_each_mail(a->h->st, STORE_ASKED, NULL, find_asked, &s, err);
	if (result == 0)
		result = store_get_digest(a->h->st, -1, &last, err);
	row.n = last.n;
	buf_str(&row.text, a->message->from);
	if (result == 0 && s.found == STORE_ANY_SEAT)
		result = store_put_mail(a->h->st, &row, err);
	if (result == 0)
		result = store_commit(a->h->st, err);
	else
		store_rollback(a->h->st);
	store_digest_release(&last);
	store_mail_release(&row);
	return result;
}

/* Sets *is to true if row `id` is a question to the sender that can still be answered. */
static int
is_asked(const struct mail_reply *a, int64_t id, bool *is, struct err *err)
{
	struct store_mail row = { .id = 0 };
	const int found = store_find_mail(a->h->st, STORE_ASKED, "help", id, &row, err);

	if (found <= 0)
		return found;
	*is = reply_same_address(&row.text, a->message->from) &&
	    row.made > a->now - WATCH_ASKED_SECONDS;
	store_mail_release(&row);
	return 0;
}

int
watch_confirm(const struct mail_reply *a, bool *done, struct err *err)
{
	const struct address watcher = { .watches = true, .addr = a->message->from, .how = "host" };
	bool may = false, is = false;
	struct slice id;
	size_t at = 0;

	*done = false;
	if (watch_may_ask(a, &may, err) < 0)
		return -1;
	while (may && !is && mail_message_next_id(a->message, &at, &id)) {
		char kind[MESSAGE_KIND_MAX + 1];
		uint8_t seat;
		int64_t n;

		if (message_id_ours(a->t.s, a->t.game, &a->t.names, id.s, id.n, &seat, &n, kind) &&
		    seat == STORE_ASKED && is_asked(a, n, &is, err) < 0) /* (W2) */
			return -1;
	}
	*done = is;
	return is ? address_set(a->h, &watcher, 1, a->now, err) : 0;
}

int
watch_end(const struct mail_reply *a, const char *token, struct err *err)
{
	struct search s = { .a = a, .token = token, .found = STORE_ANY_SEAT };
	int result = store_begin(a->h->st, err);

	if (result < 0)
		return -1;
	result = store_each_address(a->h->st, look_at, &s, err);
	if (result == 0 && s.found != STORE_ANY_SEAT)
		result = store_drop_address(a->h->st, s.found, err);
	if (result == 0)
		result = store_commit(a->h->st, err);
	else
		store_rollback(a->h->st);
	return result;
}
