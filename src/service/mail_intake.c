/*
 * Takes messages.
 *
 * (I1) A message that depends on a later one is taken again, after it (mail/mailbox.h), without its
 *      orders that were accepted before. Only then is it reported, once.
 * (I2) If a table cannot be opened, only messages for this table stay.
 */
#include "service/mail_intake.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mail/address_reply.h"
#include "mail/mailbox.h"
#include "mail/message_id.h"
#include "mail/plain_reply.h"
#include "mail/plain_seat.h"
#include "mail/reply.h"
#include "mail/send.h"
#include "mail/watch.h"
#include "service/address_index.h"
#include "service/mail_tables.h"
#include "service/operator.h"
#include "service/watch_limit.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/platform.h"

/* The final result of an order. */
struct judged {
	struct hash order;
	char game[ORDER_BLOCK_GAME_MAX + 1], seat[NAME_MAX_LEN + 1];
	struct order_outcome is;
};

struct judged_list {
	size_t n, n_kept; /* n_kept: the first ones, accepted when the message was put off */
	struct judged *at;
};

/* The current message. */
struct at_work {
	struct mail_tables *m;
	const struct mail_message *message;
	size_t n;
	struct mail_reply *answer[MAIL_TABLES_MESSAGE];
	unsigned verified;
	bool is_answer; /* to a question about an address */
	struct intake_input in;
	struct judged_list orders;
	/* commands of the operator: the table of the first, its hash, and the answer */
	struct mail_reply *commanded;
	struct hash command;
	bool is_command_taken;
	struct buf said;
};

/* Sets *out to the reply at the table of this game; NULL: no such table. */
static int
answer_at(struct at_work *w, const char *game, struct mail_reply **out, struct err *err)
{
	struct host *h;
	struct mail_reply *a;

	*out = NULL;
	/* At the limit no more tables are opened. */
	if (mail_tables_find(w->m, game, w->n < MAIL_TABLES_MESSAGE, &h, err) < 0)
		return -1;
	if (h == NULL)
		return 0;
	for (size_t i = 0; i < w->n; i++)
		if (w->answer[i]->h == h)
			*out = w->answer[i];
	if (*out != NULL || w->n == MAIL_TABLES_MESSAGE)
		return 0;
	a = mem_zero(1, sizeof *a);
	a->h = h;
	a->key = w->m->run->user->key;
	a->message = w->message;
	a->now = w->m->run->user->now;
	if (mail_reply_begin(a, err) < 0) {
		mail_reply_free(a);
		free(a);
		return -1;
	}
	w->answer[w->n++] = *out = a;
	return 0;
}

/* Returns the order if it was accepted when the message was put off, else NULL. */
static const struct judged *
find_kept(const struct at_work *w, const struct hash *order)
{
	for (size_t i = 0; i < w->orders.n_kept; i++)
		if (memcmp(w->orders.at[i].order.b, order->b, HASH_BYTES) == 0)
			return &w->orders.at[i];
	return NULL;
}

static void
add_order(struct at_work *w, const struct parsed_order *order, const struct order_outcome *is)
{
	struct judged_list *l = &w->orders;
	struct judged *to;

	GROW(l->at, l->n);
	to = &l->at[l->n++];
	to->order = order->hash;
	memcpy(to->game, order->o.b.game, sizeof to->game);
	memcpy(to->seat, order->o.b.seat, sizeof to->seat);
	to->is = *is;
}

/* Applies the order unless it depends on another. */
static int
take_now(struct at_work *w, struct mail_reply *a, const struct orders_candidate *c,
    struct order_outcome *x, struct err *err)
{
	unsigned before = a->verified;
	int waits = intake_waits(&w->in, a->h, c->order, err);

	if (waits == 0 && mail_reply_take(a, c, x, err) < 0)
		waits = -1;
	w->verified += a->verified - before;
	if (waits == 0 && !intake_may_come(&w->in, c->order, x))
		add_order(w, c->order, x);
	return waits < 0 ? -1 : 0;
}

/* Executes a command of the operator unless it waits for a later message. */
static int
take_command(struct at_work *w, struct mail_reply *a, const struct orders_candidate *c,
    struct order_outcome *x, struct err *err)
{
	struct buf said = BUF_INIT;
	struct host_result r = { .n = -1 };
	int waits = intake_waits(&w->in, a->h, c->order, err), result = 0;

	w->verified++;
	if (waits != 0)
		return waits < 0 ? -1 : 0;
	result = operator_command(w->m->run, c->order, x, &r, &said, err);
	host_result_release(&r);
	if (result == 0 && !intake_may_come(&w->in, c->order, x)) {
		add_order(w, c->order, x);
		if (x->is != ORDER_OUTCOME_NOTHING && w->commanded == NULL) {
			w->commanded = a;
			w->command = c->order->hash;
		}
		w->is_command_taken = w->is_command_taken || x->is == ORDER_OUTCOME_TAKEN;
		if (w->commanded == a)
			buf_fmt(&w->said, "%s%s", w->said.n > 0 ? "\n\n" : "", buf_cstr(&said));
	}
	buf_release(&said);
	return result;
}

static int
take(void *arg, const struct orders_candidate *c, struct err *err)
{
	struct at_work *w = arg;
	const struct judged *kept = find_kept(w, &c->order->hash);
	struct order_outcome x = { .is = ORDER_OUTCOME_NOTHING, .n = -1, .why = ERR_INIT };
	struct mail_reply *a;

	if (answer_at(w, c->order->o.b.game, &a, err) < 0)
		return -1;
	if (a == NULL) {
		(void)err_set(&x.why, ERR_NOT_FOUND,
		    w->n < MAIL_TABLES_MESSAGE ? "no such table here" :
						 "its mail names 16 other tables before");
		add_order(w, c->order, &x);
		return 0;
	}
	if (kept != NULL) {
		mail_reply_kept(a, c->order, kept->is.is);
		return 0;
	}
	if ((operator_is_command(c->order) ? take_command : take_now)(w, a, c, &x, err) < 0)
		return -1;
	return w->verified == MAIL_REPLY_VERIFY_MAX;
}

/* Finds the first table whose mail the message answers. */
static int
find_replied(struct at_work *w, struct mail_reply **out, struct err *err)
{
	struct mail_reply *a = NULL;
	struct slice id;
	size_t at = 0;

	while (
	    a == NULL && w->n < MAIL_TABLES_MESSAGE && mail_message_next_id(w->message, &at, &id)) {
		char game[ORDER_BLOCK_GAME_MAX + 1];

		if (message_id_game(id.s, id.n, game) && answer_at(w, game, &a, err) < 0)
			return -1;
	}
	*out = a != NULL && mail_reply_is_reply(a) ? a : NULL;
	return 0;
}

/* Finds the first table named by an order in which a seat has the claimed sender address. */
static int
find_named(const struct at_work *w, struct mail_reply **out, struct err *err)
{
	bool is = false;

	for (size_t i = 0; i < w->n && !is; i++) {
		if (mail_reply_is_from_seat(w->answer[i], &is, err) < 0)
			return -1;
		if (is)
			*out = w->answer[i];
	}
	return 0;
}

/*
 * Finds the first table of the folder at which a seat has the sender address; *games gets all of
 * them. A table that cannot be opened is skipped: that is no reason to keep a message without an
 * order.
 */
static int
find_addressed(
    struct at_work *w, struct mail_reply **out, struct address_games *games, struct err *err)
{
	address_index_find(w->m->run, w->m->where, w->message->from, games);
	for (size_t i = 0; i < games->n && i < ADDRESS_GAMES_MAX && *out == NULL; i++) {
		struct err why = ERR_INIT;

		if (answer_at(w, games->game[i], out, &why) < 0 && why.code == ERR_BUSY) {
			*err = why;
			return -1;
		}
	}
	return 0;
}

/* Finds the table that sends help: the only one, or one of a folder; NULL: none. */
static int
find_helper(
    struct at_work *w, struct mail_reply **out, struct address_games *games, struct err *err)
{
	*out = NULL;
	if (!w->m->is_folder)
		return answer_at(w, "", out, err);
	if (find_replied(w, out, err) < 0)
		return -1;
	if (*out == NULL && w->message->from[0] != '\0' && find_named(w, out, err) < 0)
		return -1;
	if (*out == NULL && w->message->from[0] != '\0' && find_addressed(w, out, games, err) < 0)
		return -1;
	return 0;
}

/* Appends what was missing (is_plain: for a plain seat), and the tables at which the sender has a
 * seat if there are several. */
static void
add_help(const struct language *lang, const struct mail_orders *found,
    const struct address_games *games, const struct mail_reply *helper, bool is_plain,
    struct buf *out)
{
	const size_t named = games->n < ADDRESS_GAMES_MAX ? games->n : ADDRESS_GAMES_MAX;

	if (is_plain)
		buf_str(out,
		    language_text(lang,
			MSG("mail",
			    "No order was taken: write it as an answer to a mail of this table, "
			    "such\n"
			    "as this one.")));
	else
		mail_reply_help(lang, found, out);
	if (games->n < 2 || helper == NULL)
		return;
	buf_fmt(out, "\n\n%s\n\n",
	    language_text(lang, MSG("mail", "Your address has a seat at several tables here:")));
	for (size_t i = 0; i < named; i++)
		buf_fmt(out, "    %s\n", games->game[i]);
	if (games->n > named)
		language_fmt(lang, out, MSG("mail", "    and %zu more\n"), games->n - named);
	language_fmt(lang, out,
	    MSG("mail",
		"\nTo write to one of them, answer one of its mails, or send an order for\n"
		"it.  This mail is about %s."),
	    helper->t.game);
}

/* True for a message of a person without an order. */
static bool
lacks_order(const struct at_work *w, enum order_outcome_kind best)
{
	return best == ORDER_OUTCOME_NOTHING && w->commanded == NULL && !w->message->automatic &&
	    !w->in.waits && !w->is_answer;
}

/* Queues at most one answer to the message, from the first table with one. A second refused order,
 * also of another seat, gets none. */
static int
answer(struct at_work *w, const struct mail_orders *found, const char **made, struct err *err)
{
	enum order_outcome_kind best = ORDER_OUTCOME_NOTHING;
	struct address_games games = { .n = 0 };
	struct mail_reply *helper = NULL;
	const struct language *lang = NULL;
	struct language room;
	struct buf help = BUF_INIT;
	bool is_plain = false;
	int result = 0;

	for (size_t i = 0; i < w->n; i++)
		best = w->answer[i]->best > best ? w->answer[i]->best : best;
	if (w->said.n > 0 && !w->in.waits && !w->message->automatic &&
	    mail_reply_operator(
		w->commanded, &w->command, w->is_command_taken, &w->said, made, err) < 0)
		return -1;
	if (lacks_order(w, best) && find_helper(w, &helper, &games, err) < 0)
		return -1;
	if (helper != NULL && plain_reply_is_from(helper, &is_plain, err) < 0)
		return -1;
	if (helper != NULL && mail_reply_language(helper, &room, &lang, err) < 0)
		return -1;
	add_help(lang, found, &games, helper, is_plain, &help);
	for (size_t i = 0; i < w->n && result == 0; i++) {
		struct mail_reply *a = w->answer[i];

		result = mail_reply_confirm(a, err);
		if (result == 0 && *made == NULL && !w->in.waits)
			result = mail_reply_queue(a, a == helper ? help.p : NULL, made, err);
	}
	buf_release(&help);
	return result;
}

/* Takes the answer to a question about an address, if the message is one. */
static int
take_answer(struct at_work *w, struct err *err)
{
	struct message_id_parts parts;
	struct slice id;
	size_t at = 0;

	while (!w->is_answer && w->n < MAIL_TABLES_MESSAGE &&
	    mail_message_next_id(w->message, &at, &id)) {
		struct mail_reply *a;

		if (!message_id_split(id.s, id.n, &parts) || parts.kind[0] != 'a')
			continue;
		if (answer_at(w, parts.game, &a, err) < 0 ||
		    (a != NULL && address_reply_take(a, &parts, &w->is_answer, err) < 0))
			return -1;
	}
	return 0;
}

/* Opens the tables that the reply codes of the message name. */
static int
open_coded(struct at_work *w, const struct plain_text *text, struct err *err)
{
	struct lines l = { buf_cstr(&text->codes), text->codes.n, 0, 1 };
	struct slice code;

	while (lines_next(&l, &code.s, &code.n)) {
		char game[ORDER_BLOCK_GAME_MAX + 1];
		struct mail_reply *a;

		if (plain_code_game(code.s, code.n, game) && answer_at(w, game, &a, err) < 0)
			return -1;
	}
	return 0;
}

/* Takes the message as a reply of a plain seat at one of the tables that it names. *is: it is one. */
static int
take_plain_at(
    struct at_work *w, const struct plain_text *text, bool *is, const char **made, struct err *err)
{
	struct plain_outcome *out = mem_zero(1, sizeof *out);
	int result = 0;

	for (size_t i = 0; i < w->n && !*is && result == 0; i++) {
		result = plain_reply_take(w->answer[i], text, out, err);
		/* An older copy of the game file: other messages can be taken. */
		if (result < 0 && err->code == ERR_CORRUPT)
			w->m->is_closed = true;
		*is = result == 0 && out->is_reply;
		*made = *is ? out->made : *made;
		if (*is && out->is_order)
			add_order(w, &out->order, &out->is);
	}
	seal_wipe(out, sizeof *out);
	free(out);
	return result;
}

/* A message without an order block may be the reply of a plain seat. */
static int
take_plain(struct at_work *w, bool *is, const char **made, struct err *err)
{
	struct plain_text text;
	struct mail_reply *a;
	int result;

	if (w->message->automatic)
		return 0;
	plain_text_read(w->message, NULL, &text);
	result = w->m->is_folder ? find_replied(w, &a, err) : answer_at(w, "", &a, err);
	if (result == 0 && w->m->is_folder)
		result = open_coded(w, &text, err);
	if (result == 0)
		result = take_plain_at(w, &text, is, made, err);
	plain_text_release(&text);
	return result;
}

/* ---- watchers ---------------------------------------------------------------------------------- */

/* Asks the sender whether they want to watch this table. */
static int
ask_watcher(struct at_work *w, struct mail_reply *a, const char **made, struct err *err)
{
	const struct mail_tables *m = w->m;
	const char *slash = strrchr(m->run->path, '/');
	struct buf folder = BUF_INIT;
	struct watch_limit limit;
	int result;

	if (slash != NULL)
		buf_add(&folder, m->run->path, (size_t)(slash - m->run->path));
	else
		buf_chr(&folder, '.');
	result = watch_limit_begin(&limit, buf_cstr(&folder), w->message->from, a->now, err);
	if (result == 0 && limit.may)
		result = watch_ask(a, err);
	if (result == 0 && limit.may)
		*made = "question";
	if (watch_limit_end(&limit, result == 0 && limit.may, err) < 0)
		result = -1;
	buf_release(&folder);
	return result;
}

/* "watch" or "watch GAME" */
static int
take_wish(struct at_work *w, struct slice game, bool *is, const char **made, struct err *err)
{
	char name[ORDER_BLOCK_GAME_MAX + 1] = "";
	struct mail_reply *a = NULL;

	game = slice_trim(game);
	if (game.n > ORDER_BLOCK_GAME_MAX || (game.n == 0 && w->m->is_folder))
		return 0;
	memcpy(name, game.s, game.n);
	if (answer_at(w, name, &a, err) < 0)
		return -1;
	if (a == NULL || (game.n > 0 && strcmp(a->t.game, name) != 0))
		return 0;
	if (watch_may_ask(a, is, err) < 0)
		return -1;
	return *is ? ask_watcher(w, a, made, err) : 0;
}

/* "yes" as an answer to a question */
static int
take_yes(struct at_work *w, bool *is, struct err *err)
{
	struct slice id;
	size_t at = 0;

	while (!*is && w->n < MAIL_TABLES_MESSAGE && mail_message_next_id(w->message, &at, &id)) {
		char game[ORDER_BLOCK_GAME_MAX + 1];
		struct mail_reply *a = NULL;

		if (message_id_game(id.s, id.n, game) &&
		    (answer_at(w, game, &a, err) < 0 ||
			(a != NULL && watch_confirm(a, is, err) < 0)))
			return -1;
	}
	return 0;
}

/* A message without an order may be that of a watcher. */
static int
take_watcher(struct at_work *w, bool *is, const char **made, struct err *err)
{
	static const char watch[] = "watch", yes[] = "yes";
	struct plain_text text;
	struct slice line;
	int result = 0;

	if (w->message->automatic || w->message->from[0] == '\0')
		return 0;
	plain_text_read(w->message, NULL, &text);
	line = (struct slice){ buf_cstr(&text.lines), strcspn(buf_cstr(&text.lines), "\n") };
	line = slice_trim(line);
	if (line.n == sizeof yes - 1 && strncasecmp(line.s, yes, line.n) == 0)
		result = take_yes(w, is, err);
	else if (line.n >= sizeof watch - 1 && strncasecmp(line.s, watch, sizeof watch - 1) == 0 &&
	    (line.n == sizeof watch - 1 || line.s[sizeof watch - 1] == ' '))
		result = take_wish(w,
		    (struct slice){ line.s + sizeof watch - 1, line.n - (sizeof watch - 1) }, is,
		    made, err);
	plain_text_release(&text);
	return result;
}

/* A mail with the token of a watcher in its subject. */
static int
take_unwatch(struct at_work *w, struct err *err)
{
	const char *dot = strrchr(w->message->unwatch, '.');
	char game[MESSAGE_UNWATCH_MAX + 1];
	struct mail_reply *a = NULL;

	if (dot == NULL || dot - w->message->unwatch > ORDER_BLOCK_GAME_MAX)
		return 0;
	memcpy(game, w->message->unwatch, (size_t)(dot - w->message->unwatch));
	game[dot - w->message->unwatch] = '\0';
	if (answer_at(w, game, &a, err) < 0)
		return -1;
	return a != NULL ? watch_end(a, dot + 1, err) : 0;
}

static int
take_orders(struct at_work *w, const char **made, struct err *err)
{
	bool is_taken = false;

	struct mail_orders pick = { .key = w->m->run->user->key, .each = take, .arg = w };

	if (take_answer(w, err) < 0)
		return -1;
	if (mail_orders_read(&pick, w->message, err) < 0)
		return -1;
	if (pick.n == 0 && !w->is_answer && take_plain(w, &is_taken, made, err) < 0)
		return -1;
	if (pick.n == 0 && !w->is_answer && !is_taken && take_watcher(w, &is_taken, made, err) < 0)
		return -1;
	return is_taken ? 0 : answer(w, &pick, made, err);
}

static int
take_bounce(struct at_work *w, bool *counted, struct err *err)
{
	const char *id = w->message->bounce.message_id;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct mail_reply *a;

	if (!message_id_game(id, strlen(id), game))
		return 0;
	if (answer_at(w, game, &a, err) < 0)
		return -1;
	return a != NULL ? mail_reply_bounce(a, counted, err) : 0;
}

/* Returns the kind of message for the log. */
static const char *
kind_of(const struct mail_message *message, bool counted)
{
	if (message->bounce.failed)
		return counted ? "bounce" : "nothing";
	return !message->whole ? "unreadable" : message->automatic ? "automatic" : "read";
}

static void
report_order(const struct at_work *w, const struct judged *order, struct printer *log)
{
	const struct output *out = w->m->run->user->out;
	const char *name = order_outcome_name(order->is.is);

	print_open(log, NULL);
	print_text(log, "game", NULL, order->game);
	print_text(log, "seat", NULL, order->seat);
	print_text(log, "result", NULL, name);
	if (order->is.n >= 0) {
		print_number(log, "digest", NULL, order->is.n);
		output_say(out, "order of %s in game %s: %s, digest %" PRId64, order->seat,
		    order->game, name, order->is.n);
	} else if (order->is.is == ORDER_OUTCOME_TAKEN || order->is.is == ORDER_OUTCOME_REPEATED) {
		output_say(out, "order of %s in game %s: %s", order->seat, order->game, name);
	} else {
		print_text(log, "code", NULL, err_code_name(order->is.why.code));
		output_say(out, "order of %s in game %s: %s: %s", order->seat, order->game, name,
		    order->is.why.msg);
	}
	print_close(log);
}

/* Reports the message, and writes its line of the log. why NULL: it is done, else it stays. */
static void
report(const struct at_work *w, const char *kind, const char *made, const struct err *why)
{
	const struct output *out = w->m->run->user->out;
	struct buf line = BUF_INIT;
	struct printer log = printer_json(&line);

	print_open(&log, NULL);
	print_time(&log, "time", NULL, w->m->run->user->now);
	print_open_list(&log, "orders");
	for (size_t i = 0; i < w->orders.n; i++)
		report_order(w, &w->orders.at[i], &log);
	print_close(&log);
	print_text(&log, "letter", NULL, kind);
	print_text(&log, "answer", NULL, made);
	print_close(&log);
	if (why != NULL)
		output_say(out, "a mail stays: %s", why->msg);
	else if (w->orders.n == 0)
		output_say(out, "a mail without an order (%s%s): %s%s", kind,
		    w->message->is_slow ? ", since reading it was slow or killed three times" : "",
		    made != NULL ? "answered with " : "no answer", made != NULL ? made : "");
	if (w->m->how->log >= 0 && file_put(w->m->how->log, line.p, line.n) < 0)
		output_say(out, "the log cannot be written");
	buf_release(&line);
}

/* Puts the message off. Orders that were not accepted are judged again. */
static void
put_off(struct at_work *w, struct mailbox_wait *wait)
{
	struct judged_list *kept = mem_new(sizeof *kept);
	size_t n = 0;

	for (size_t i = 0; i < w->orders.n; i++)
		if (w->orders.at[i].is.is > ORDER_OUTCOME_REFUSED)
			w->orders.at[n++] = w->orders.at[i];
	*kept = (struct judged_list){ .n = n, .n_kept = n, .at = w->orders.at };
	wait->kept = kept;
	wait->key = w->in.key;
}

static void
take_kept(struct at_work *w, struct mailbox_wait *wait)
{
	if (wait->kept != NULL)
		w->orders = *(struct judged_list *)wait->kept;
	free(wait->kept);
	wait->kept = NULL;
}

static int
take_message(
    void *arg, const struct mail_message *message, struct mailbox_wait *wait, struct err *err)
{
	struct mail_tables *m = arg;
	struct at_work w = { .m = m, .message = message, .in.may_wait = wait->may };
	const char *made = NULL;
	bool counted = false, waits;
	int result;

	m->is_closed = false;
	take_kept(&w, wait);
	result = message->bounce.failed ? take_bounce(&w, &counted, err) :
	    message->unwatch[0] != '\0' ? take_unwatch(&w, err) :
					  take_orders(&w, &made, err);
	waits = result == 0 && w.in.waits;
	if (waits) {
		put_off(&w, wait);
	} else {
		report(&w, result < 0 ? err_code_name(err->code) : kind_of(message, counted), made,
		    result < 0 ? err : NULL);
		free(w.orders.at);
	}
	for (size_t i = 0; i < w.n; i++) {
		mail_reply_free(w.answer[i]);
		free(w.answer[i]);
	}
	buf_release(&w.said);
	if (m->n_open > MAIL_TABLES_OPEN)
		mail_tables_close(m);
	if (result < 0 && m->is_closed)
		return MAILBOX_STAYS; /* (I2) */
	return waits ? 1 : result;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static int
begin(struct mail_tables *m, struct err *err)
{
	const struct user *u = m->run->user;
	struct host *only;
	struct stat st;

	if (u->letter == NULL)
		return err_set(err, ERR_BUSY, "this adit was built without adit-letter");
	if (stat(m->where, &st) < 0)
		return err_set(err, ERR_NOT_FOUND, "%s: %s", m->where, strerror(errno));
	m->is_folder = S_ISDIR(st.st_mode);
	if ((m->is_folder || u->key_arg != NULL) && table_run_load_key(m->run, err) < 0)
		return -1;
	return m->is_folder ? 0 : mail_tables_find(m, "", true, &only, err);
}

int
mail_intake_run(struct table_run *run, const struct mail_flush *how, const char *where,
    char *const *boxes, struct err *err)
{
	static char standard_input[] = "-";
	char *const only[] = { standard_input, NULL };
	struct mail_tables m = { .run = run,
		.how = how,
		.where = where,
		.timer = boxes == NULL ? platform_timer(MAIL_SEND_SECONDS) : -1 };
	int result = begin(&m, err);

	if (result == 0)
		result = mailbox_each(boxes != NULL ? boxes : only, run->user->letter,
		    run->user->home, take_message, &m, err);
	mail_tables_close(&m);
	if (m.timer >= 0)
		(void)close(m.timer);
	return result;
}
