/*
 * adit mail: apply incoming mail and send the queue.
 *
 * (I1) The status is 0 whatever a message contains. For any other status except 75 a mail server
 *      would send a bounce to the sender, who may be forged. 75 is for failures of the machine; the
 *      message is then delivered again.
 * (I2) Messages are not printed where a mail server would forward them: only with -v or to a
 *      terminal. --flush is not run by a mail server, so it reports mails given up and tables that
 *      cannot send.
 * (I3) A table is opened as by every verb that makes digests. An older copy is refused.
 * (I4) If a table cannot be opened, only messages for this table wait.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/address_index.h"
#include "cli/cmd.h"
#include "service/deliver.h"
#include "record/keys.h"
#include "service/mail_flush.h"
#include "mail/rawmail.h"
#include "service/tables.h"
#include "service/today.h"
#include "mail/mailbox.h"
#include "mail/message_id.h"
#include "mail/reply.h"
#include "mail/send.h"
#include "record/home.h"
#include "util/file.h"
#include "util/mem.h"

struct mail_opt {
	const char *sendmail, *maildir, *log, *html;
	bool to_stdout, flush, verbose;
};

#define AT(member) offsetof(struct mail_opt, member)

static const struct opt opt[] = {
	{ "flush", 0, OPT_FLAG, AT(flush), NULL, "only send waiting mail, for cron", 0, 0 },
	{ "sendmail", 0, OPT_TEXT, AT(sendmail), "PATH",
	    "send with this program instead of /usr/sbin/sendmail", 0, 0 },
	{ "maildir", 0, OPT_TEXT, AT(maildir), "DIR", "put mails into Maildirs, DIR/SEAT", 0, 0 },
	{ "stdout", 0, OPT_FLAG, AT(to_stdout), NULL, "print mails as a mail box", 0, 0 },
	{ "mail-html", 0, OPT_TEXT, AT(html), "yes|no",
	    "send the words of a mail also as HTML, with a board in colors; default: yes", 0, 0 },
	{ "log", 0, OPT_TEXT, AT(log), "FILE",
	    "append a line of JSON for each mail received and each mail sent", 0, 0 },
	{ "verbose", 'v', OPT_FLAG, AT(verbose), NULL,
	    "report the result of each mail received and sent", 0, 0 },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "sendmail", "maildir stdout", NULL },
	{ "maildir", "stdout", NULL },
	{ "stdout", "json", NULL },
	{ .name = NULL },
};

enum {
	TABLES_OPEN = 32,   /* before they are closed, except those of the current message */
	TABLES_LETTER = 16, /* tables that one message can name */
	MISSING_MAX = 16,   /* per run; then no more folders are searched */
	CLOSED_MAX = 64     /* per run; then no more messages are applied */
};

struct open_table {
	char game[ORDER_BLOCK_GAME_MAX + 1]; /* "": the only table */
	char *path;
	struct host *host;
};

/* A table that could not be opened. It is not tried again in this run, since opening may be
 * slow. */
struct closed_table {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct err why;
};

struct mail {
	struct ctx *ctx;
	const char *where; /* a game file, or a folder of game files */
	bool is_folder;
	bool is_closed;     /* a table of the current message could not be opened */
	unsigned n_missing; /* games that were searched without success */
	char missing[MISSING_MAX][ORDER_BLOCK_GAME_MAX + 1];
	struct mail_flush out;
	int timer; /* time limit for sending while a caller with one message waits; -1: none */
	size_t n_open, n_closed;
	struct open_table open[TABLES_OPEN + TABLES_LETTER];
	struct closed_table closed[CLOSED_MAX];
};

/* The current message. */
struct at_work {
	struct mail *m;
	const struct mail_message *l;
	size_t n;
	struct mail_reply *answer[TABLES_LETTER];
	unsigned verified;
	/* where to store the sort key if the message depends on others; NULL: it must not wait */
	int64_t *late;
	bool waits, logged;
	struct buf line; /* for the log: orders and their results */
	struct printer log;
};

/* ---- tables ---------------------------------------------------------------------------------------- */

static void
use(struct ctx *ctx, const struct open_table *t)
{
	ctx->run.host = t->host;
	ctx->run.path = t->path;
}

static int
load_key(struct ctx *ctx, struct err *err)
{
	struct buf name = BUF_INIT;
	int result = host_key_name(ctx->run.host, &name, err);

	if (result == 0)
		result = keys_open(&ctx->user, buf_cstr(&name), err);
	buf_release(&name);
	return result;
}

static int
refuse_name(const char *path, const char *game, struct err *err)
{
	(void)err_set(err, ERR_BUSY, "%s holds game %s, whose file in this folder is %s.db", path,
	    game, game);
	return err_hint(err, "rename it, or take it away");
}

/* In a folder a table is named after its game. */
static int
check_name(struct host *host, const char *path, const char *want, struct err *err)
{
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;

	if (want[0] == '\0')
		return 0;
	if (host_identity(host, game, &first, err) < 0)
		return -1;
	return strcmp(game, want) == 0 ? 0 : refuse_name(path, game, err);
}

/* (I3) Moves *path. */
static int
open_table(struct mail *m, const char *game, char *path, struct err *err)
{
	struct open_table *t = &m->open[m->n_open];
	struct ctx *ctx = m->ctx;

	*t = (struct open_table){ .path = path };
	memcpy(t->game, game, strlen(game) + 1);
	ctx->run.path = path;
	if (today_open(&ctx->run, true, err) < 0) {
		free(path);
		return -1;
	}
	t->host = ctx->run.host;
	m->n_open++;
	use(ctx, t);
	if (check_name(t->host, path, game, err) < 0 || today_check(&ctx->run, err) < 0 ||
	    (ctx->user.key == NULL && load_key(ctx, err) < 0) ||
	    deliver_begin(&ctx->run, NULL, err) < 0) {
		host_close(t->host);
		free(path);
		m->n_open--;
		return -1;
	}
	return 0;
}

/* Appends the path of the table of this game, or nothing. */
static int
find_path(struct mail *m, const char *game, struct buf *path, struct err *err)
{
	struct stat st;
	int result;

	buf_str(path, m->where);
	if (!m->is_folder)
		return 0;
	buf_fmt(path, "/%s.db", game);
	/* If it cannot be examined, it may exist. */
	if (stat(path->p, &st) == 0 || errno != ENOENT)
		return 0;
	buf_clear(path);
	for (unsigned i = 0; i < m->n_missing; i++)
		if (strcmp(m->missing[i], game) == 0)
			return 0;
	if (m->n_missing == MISSING_MAX)
		return 0;
	result = tables_find(&m->ctx->run, m->where, game, path, err);
	if (result == 0 && path->n > 0) {
		result = refuse_name(path->p, game, err);
		buf_clear(path);
	} else if (result == 0) {
		memcpy(m->missing[m->n_missing++], game, strlen(game) + 1);
	}
	return result;
}

/* (I4) Returns -1 if the table could not be opened before. */
static int
check_closed(struct mail *m, const char *game, struct err *err)
{
	for (size_t i = 0; i < m->n_closed; i++) {
		if (strcmp(m->closed[i].game, game) != 0)
			continue;
		*err = m->closed[i].why;
		m->is_closed = true;
		return -1;
	}
	return 0;
}

/* (I4) */
static int
note_closed(struct mail *m, const char *game, const struct err *err)
{
	struct closed_table *c = &m->closed[m->n_closed];

	if (m->n_closed == CLOSED_MAX)
		return -1;
	memcpy(c->game, game, strlen(game) + 1);
	c->why = *err;
	m->n_closed++;
	m->is_closed = true;
	return -1;
}

/* *out: NULL if there is no table. */
static int
look_for(struct mail *m, const char *game, struct open_table **out, struct err *err)
{
	struct buf path = BUF_INIT;
	int result = check_closed(m, game, err);

	if (result < 0)
		return -1;
	result = find_path(m, game, &path, err);
	if (result == 0 && path.n > 0) {
		result = open_table(m, game, mem_dup(path.p), err);
		*out = result == 0 ? &m->open[m->n_open - 1] : NULL;
	}
	buf_release(&path);
	return result == 0 ? 0 : note_closed(m, game, err);
}

/* Sets *out to the table of this game. NULL: there is none, or it is not open and `opens` is
 * false. */
static int
find_table(struct mail *m, const char *game, bool opens, struct open_table **out, struct err *err)
{
	int result = 0;

	*out = NULL;
	if (!m->is_folder)
		game = "";
	for (size_t i = 0; i < m->n_open && *out == NULL; i++)
		if (strcmp(m->open[i].game, game) == 0)
			*out = &m->open[i];
	if (*out == NULL && opens && (!m->is_folder || home_is_game(game)))
		result = look_for(m, game, out, err);
	if (*out != NULL)
		use(m->ctx, *out);
	return result;
}

/* Sends what the messages have queued, and the older queue. A failure does not affect the
 * messages, which are applied. */
static void
close_tables(struct mail *m)
{
	int timer = m->timer >= 0 ? dup(m->timer) : mail_flush_timer(MAIL_SEND_SECONDS);
	bool over = false;

	while (m->n_open > 0) {
		struct open_table *t = &m->open[--m->n_open];
		struct err why = ERR_INIT;

		use(m->ctx, t);
		if (!over && mail_flush_send(&m->ctx->run, &m->out, timer, &over, &why) < 0)
			output_say(&m->ctx->out, "%s", why.msg);
		host_close(t->host);
		free(t->path);
	}
	if (timer >= 0)
		(void)close(timer);
	m->ctx->run.host = NULL;
	m->ctx->run.path = NULL;
}

/* ---- a message ------------------------------------------------------------------------------- */

/* Sets *out to the reply at the table of this game; NULL: no such table. */
static int
answer_at(struct at_work *w, const char *game, struct mail_reply **out, struct err *err)
{
	struct open_table *t;
	struct mail_reply *a;

	*out = NULL;
	/* At the limit no more tables are opened. */
	if (find_table(w->m, game, w->n < TABLES_LETTER, &t, err) < 0 || t == NULL)
		return t == NULL && err->code == ERR_NONE ? 0 : -1;
	for (size_t i = 0; i < w->n; i++)
		if (w->answer[i]->h == t->host)
			*out = w->answer[i];
	if (*out != NULL || w->n == TABLES_LETTER)
		return 0;
	a = mem_zero(1, sizeof *a);
	a->h = t->host;
	a->key = w->m->ctx->user.key;
	a->message = w->l;
	a->now = w->m->ctx->user.now;
	if (mail_reply_begin(a, err) < 0) {
		mail_reply_free(a);
		free(a);
		return -1;
	}
	w->answer[w->n++] = *out = a;
	return 0;
}

static void
log_order(struct at_work *w, const struct order_block *b, const struct order_outcome *x)
{
	const char *name = order_outcome_name(x->is);
	struct printer *p = &w->log;

	w->logged = true;
	print_open(p, NULL);
	print_text(p, "game", NULL, b->game);
	print_text(p, "seat", NULL, b->seat);
	print_text(p, "result", NULL, name);
	if (x->n >= 0) {
		print_number(p, "digest", NULL, x->n);
		output_say(&w->m->ctx->out, "order of %s in game %s: %s, digest %" PRId64, b->seat,
		    b->game, name, x->n);
	} else {
		print_text(p, "code", NULL, err_code_name(x->why.code));
		output_say(&w->m->ctx->out, "order of %s in game %s: %s: %s", b->seat, b->game,
		    name, x->why.msg);
	}
	print_close(p);
}

/* Applies the order unless it depends on another. */
static int
take_now(struct at_work *w, struct mail_reply *a, const struct orders_candidate *c,
    struct order_outcome *x, struct err *err)
{
	int waits = w->late != NULL ? intake_waits(a->h, &a->t, c->order, err) : 0;
	unsigned before = a->verified;

	if (waits == 0 && mail_reply_take(a, c, x, err) < 0)
		waits = -1;
	w->verified += a->verified - before;
	if (waits < 0)
		return -1;
	if (waits == 0 && (w->late == NULL || !intake_may_come(x))) {
		log_order(w, &c->order->o.b, x);
		return 0;
	}
	if (!w->waits || intake_key(c->order) < *w->late)
		*w->late = intake_key(c->order);
	w->waits = true;
	return 0;
}

static int
take(void *arg, const struct orders_candidate *c, struct err *err)
{
	struct at_work *w = arg;
	const struct order_block *b = &c->order->o.b;
	struct order_outcome x = { .is = ORDER_OUTCOME_NOTHING, .n = -1, .why = ERR_INIT };
	struct mail_reply *a;

	if (answer_at(w, b->game, &a, err) < 0)
		return -1;
	if (a == NULL) {
		(void)err_set(&x.why, ERR_NOT_FOUND,
		    w->n < TABLES_LETTER ? "no such table here" :
					   "its mail names 16 other tables before");
		log_order(w, b, &x);
		return 0;
	}
	if (take_now(w, a, c, &x, err) < 0)
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

	while (a == NULL && w->n < TABLES_LETTER && mail_message_next_id(w->l, &at, &id)) {
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
	address_index_find(&w->m->ctx->run, w->m->where, w->l->from, games);
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
	if (*out == NULL && w->l->from[0] != '\0' && find_named(w, out, err) < 0)
		return -1;
	if (*out == NULL && w->l->from[0] != '\0' && find_addressed(w, out, games, err) < 0)
		return -1;
	return 0;
}

/* Appends what was missing, and the tables at which the sender has a seat if there are several. */
static void
add_help(const struct mail_orders *found, const struct address_games *games,
    const struct mail_reply *helper, struct buf *out)
{
	const size_t named = games->n < ADDRESS_GAMES_MAX ? games->n : ADDRESS_GAMES_MAX;

	buf_str(out, mail_reply_help(found));
	if (games->n < 2 || helper == NULL)
		return;
	buf_str(out, "\n\nYour address has a seat at several tables here:\n\n");
	for (size_t i = 0; i < named; i++)
		buf_fmt(out, "    %s\n", games->game[i]);
	if (games->n > named)
		buf_fmt(out, "    and %zu more\n", games->n - named);
	buf_fmt(out,
	    "\nTo write to one of them, answer one of its mails, or send an order for it.\n"
	    "This mail is about %s.",
	    helper->t.game);
}

/* Queues at most one answer to the message, from the first table with one. A second refused order,
 * also of another seat, gets none. */
static int
answer(struct at_work *w, const struct mail_orders *found, const char **made, struct err *err)
{
	enum order_outcome_kind best = ORDER_OUTCOME_NOTHING;
	struct address_games games = { .n = 0 };
	struct mail_reply *helper = NULL;
	struct buf help = BUF_INIT;
	int result = 0;

	for (size_t i = 0; i < w->n; i++)
		best = w->answer[i]->best > best ? w->answer[i]->best : best;
	if (best == ORDER_OUTCOME_NOTHING && !w->l->automatic && !w->waits &&
	    find_helper(w, &helper, &games, err) < 0)
		return -1;
	add_help(found, &games, helper, &help);
	for (size_t i = 0; i < w->n && result == 0; i++) {
		struct mail_reply *a = w->answer[i];

		result = mail_reply_confirm(a, err);
		if (result == 0 && *made == NULL && !w->waits)
			result = mail_reply_queue(a, a == helper ? help.p : NULL, made, err);
	}
	buf_release(&help);
	return result;
}

static int
take_orders(struct at_work *w, const char **made, struct err *err)
{
	struct mail_orders pick = { .key = w->m->ctx->user.key, .each = take, .arg = w };

	if (mail_orders_read(&pick, w->l, err) < 0)
		return -1;
	return answer(w, &pick, made, err);
}

static int
take_bounce(struct at_work *w, bool *counted, struct err *err)
{
	const char *id = w->l->bounce.message_id;
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
kind_of(const struct mail_message *l, bool counted)
{
	if (l->bounce.failed)
		return counted ? "bounce" : "nothing";
	return !l->whole ? "unreadable" : l->automatic ? "automatic" : "read";
}

/* Completes and writes the line of the log. */
static void
put_log(struct at_work *w, const char *kind, const char *made)
{
	struct printer *p = &w->log;

	print_close(p);
	print_text(p, "letter", NULL, kind);
	print_text(p, "answer", NULL, made);
	print_close(p);
	if (!w->logged)
		output_say(&w->m->ctx->out, "a mail without an order (%s%s): %s%s", kind,
		    w->l->is_slow ? ", since reading it was slow or killed three times" : "",
		    made != NULL ? "answered with " : "no answer", made != NULL ? made : "");
	if (w->m->out.log >= 0 && file_put(w->m->out.log, w->line.p, w->line.n) < 0)
		output_say(&w->m->ctx->out, "the log cannot be written");
}

static int
take_letter(void *arg, const struct mail_message *l, int64_t *late, struct err *err)
{
	struct mail *m = arg;
	struct at_work w = { .m = m, .l = l, .late = late };
	const char *made = NULL;
	bool counted = false;
	int result;

	m->is_closed = false;
	w.log = printer_json(&w.line);
	print_open(&w.log, NULL);
	print_time(&w.log, "time", NULL, m->ctx->user.now);
	print_open_list(&w.log, "orders");
	result = l->bounce.failed ? take_bounce(&w, &counted, err) : take_orders(&w, &made, err);
	if (result < 0) {
		output_say(&m->ctx->out, "a mail stays: %s", err->msg);
		w.logged = true;
	}
	if (!w.waits || w.logged)
		put_log(&w, result < 0 ? err_code_name(err->code) : kind_of(l, counted), made);
	for (size_t i = 0; i < w.n; i++) {
		mail_reply_free(w.answer[i]);
		free(w.answer[i]);
	}
	buf_release(&w.line);
	if (m->n_open > TABLES_OPEN)
		close_tables(m);
	if (result < 0 && m->is_closed)
		return MAILBOX_STAYS; /* (I4) */
	return result == 0 && w.waits ? 1 : result;
}

/* ---- a run ----------------------------------------------------------------------------------------- */

static int
open_log(struct mail *m, const char *path, struct err *err)
{
	if (path == NULL)
		return 0;
	m->out.log = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	return m->out.log >= 0 ? 0 :
				 err_set(err, ERR_BUSY, "the log %s: %s", path, strerror(errno));
}

/* Loads the key before the messages, since some are sealed. */
static int
begin(struct mail *m, struct err *err)
{
	struct open_table *only;
	struct stat st;

	if (m->ctx->user.letter == NULL)
		return err_set(err, ERR_BUSY, "this adit was built without adit-letter");
	if (stat(m->where, &st) < 0)
		return err_set(err, ERR_NOT_FOUND, "%s: %s", m->where, strerror(errno));
	m->is_folder = S_ISDIR(st.st_mode);
	if ((m->is_folder || m->ctx->user.key_arg != NULL) && ctx_load_key(m->ctx, err) < 0)
		return -1;
	return m->is_folder ? 0 : find_table(m, "", true, &only, err);
}

/* (I1) A failing box does not stop the others or the sending. */
static int
take_boxes(struct mail *m, char **boxes, struct err *err)
{
	int result = begin(m, err);

	if (result == 0)
		result = mailbox_each(
		    boxes, m->ctx->user.letter, m->ctx->user.home, take_letter, m, err);
	close_tables(m);
	return result;
}

/* Sends the queue. ERR_NOT_FOUND: the folder or game file is missing. That is reported by status
 * and message, since a timer runs this. */
static int
flush(struct mail *m, struct err *err)
{
	int result;

	if (access(m->where, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR)) {
		m->ctx->is_timer_run = true;
		result = err_set(err, ERR_NOT_FOUND, "%s: no such game file or folder", m->where);
	} else {
		result = mail_flush_run(&m->ctx->run, &m->out, m->where, err);
	}
	m->ctx->out.quiet = m->ctx->out.quiet && result == 0;
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct mail_opt *o = ctx->opt;
	static char standard_input[] = "-";
	char *only[] = { standard_input, NULL };
	struct mail m = { .ctx = ctx,
		.where = argv[0],
		.out = { .sendmail = o->sendmail,
		    .maildir = o->maildir,
		    .print = o->to_stdout ? stdout : NULL,
		    .log = -1,
		    .is_heard = o->flush } };
	int result;

	ctx->out.quiet = !o->verbose && !isatty(STDERR_FILENO);
	(void)signal(SIGPIPE, SIG_IGN);
	if (o->flush && argc > 1)
		return err_set(err, ERR_USAGE, "--flush conflicts with MAIL");
	if (o->maildir != NULL && o->maildir[0] == '\0')
		return err_set(err, ERR_USAGE, "--maildir takes a folder, not \"\"");
	if (opt_parse_no("mail-html", o->html, &m.out.no_html, err) < 0)
		return -1;
	m.timer = argc == 1 ? mail_flush_timer(MAIL_SEND_SECONDS) : -1;
	result = open_log(&m, o->log, err);
	if (result == 0)
		result = o->flush ? flush(&m, err) :
				    take_boxes(&m, argc > 1 ? argv + 1 : only, err);
	if (m.timer >= 0)
		(void)close(m.timer);
	if (m.out.log >= 0)
		(void)close(m.out.log);
	return result;
}

const struct cmd cmd_mail = {
	.name = "mail",
	.synopsis = "[-k HOST] [OPTION]... GAME.db|DIR [MAIL...]\n"
		    "--flush [OPTION]... GAME.db|DIR",
	.summary = "apply the orders in mails, and send waiting mail",
	.text = "Reads one message from standard input, as a mail server passes it, or each MAIL: "
		"a message, an mbox, or a Maildir, whose messages are moved to cur/ when done.  "
		"DIR is a folder of tables, DIR/GAME.db; an order is applied to the game that it "
		"names.\n\nThe status is 0 whatever a mail contains, and 75 if this machine "
		"failed; then deliver the mail again.  --flush ends with 5 if the folder does not "
		"exist.  Prints messages only with -v or if standard error is a terminal.",
	.group = GROUP_HOST,
	.need = NEED_KEY_LATER | NEED_NOW | NEED_CATCH_UP,
	.for_mta = true,
	.opt = opt,
	.opt_size = sizeof(struct mail_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = ARGS_ANY,
	.run = run,
};
