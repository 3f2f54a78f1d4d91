/*
 * Answers to questions about an address.
 *
 * (D1) The address of a question is in its token, so no other mail of the table has the same, also
 *      after a backup was restored.
 * (D2) The answer, the new address and the notice are one transaction. The question is closed by
 *      it, so a second answer does nothing.
 */
#include "mail/address_reply.h"

#include <string.h>
#include <strings.h>

#include "host/mail_order.h"
#include "mail/address.h"
#include "mail/plain_text.h"
#include "store/mail_setting.h"
#include "util/lines.h"

/* True if a new line says yes. `own`: the text of the question. */
static bool
says_yes(const struct mail_message *message, const char *own)
{
	struct plain_text text;
	struct lines l;
	struct slice line;
	bool says = false;

	plain_text_read(message, own, &text);
	l = (struct lines){ buf_cstr(&text.lines), text.lines.n, 0, 1 };
	while (lines_next(&l, &line.s, &line.n)) {
		line = slice_trim(line);
		if (line.n > 3 && strchr(".!", line.s[line.n - 1]) != NULL)
			line.n--;
		says = says || (line.n == 3 && strncasecmp(line.s, "yes", 3) == 0);
	}
	plain_text_release(&text);
	return says;
}

/* (D1) True if the id is that of this mail. */
static bool
is_id_of(
    const struct mail_reply *a, const struct store_mail *row, const struct message_id_parts *parts)
{
	char token[MESSAGE_TOKEN + 1];

	message_id_address_token(
	    a->t.s, parts->to, row->n, parts->kind, buf_cstr(&row->addr), token);
	return parts->n == row->n && seal_equal(token, parts->token, MESSAGE_TOKEN);
}

static bool
counts(const struct mail_reply *a, const struct store_mail *row)
{
	return !a->automatic && a->now <= row->made + MAIL_ORDER_QUESTION_SECONDS &&
	    strcasecmp(buf_cstr(&row->addr), a->message->from) == 0 &&
	    says_yes(a->message, buf_cstr(&row->text));
}

/* Records a yes to the question `row`. */
static int
accept(const struct mail_reply *a, struct store_mail_setting *set, const struct store_mail *row,
    struct err *err)
{
	if (set->ask_new == row->id)
		set->ask_new = 0;
	else
		set->ask_old = 0;
	if (set->ask_new != 0 || set->ask_old != 0)
		return store_put_mail_setting(a->h->st, set, err);
	return address_move(a->h, &a->t, (uint8_t)set->seat, buf_cstr(&set->asked), a->now, err);
}

/* (D2) In a transaction. *done: something changed. */
static int
take(const struct mail_reply *a, const struct message_id_parts *parts, uint8_t seat, int64_t id,
    bool *is, bool *done, struct err *err)
{
	struct store_mail_setting set;
	struct store_mail row = { .id = 0 };
	int result = 0;

	if (store_get_mail_setting(a->h->st, seat, &set, err) < 0)
		return -1;
	result = store_find_mail(a->h->st, seat, "address", id, &row, err);
	*is = result > 0 && is_id_of(a, &row, parts);
	result = result < 0 ? -1 : 0;
	*done = *is && (id == set.ask_new || id == set.ask_old) && counts(a, &row);
	if (*done)
		result = accept(a, &set, &row, err);
	store_mail_release(&row);
	store_mail_setting_release(&set);
	return result;
}

int
address_reply_take(
    const struct mail_reply *a, const struct message_id_parts *parts, bool *is, struct err *err)
{
	const uint8_t seat = names_find(&a->t.names, parts->to, strlen(parts->to));
	bool done = false;
	int64_t id;
	int result;

	*is = false;
	if (parts->kind[0] != 'a' || strcmp(parts->game, a->t.game) != 0 || seat == SEAT_NONE ||
	    number_parse_range(parts->kind + 1, strlen(parts->kind + 1), 1, INT64_MAX, &id) < 0)
		return 0;
	if (store_begin(a->h->st, err) < 0)
		return -1;
	result = take(a, parts, seat, id, is, &done, err);
	if (result == 0 && done)
		return store_commit(a->h->st, err);
	store_rollback(a->h->st);
	return result;
}
