/*
 * Sends the mail queues of game files.
 *
 * (O1) An older copy of a game file and a stopped table send nothing. A digest is recorded before
 *      it is sent (service/rollback_check.h).
 * (O2) Addresses are neither printed nor logged.
 */
#include "service/mail_flush.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "service/rollback_check.h"
#include "record/keys.h"
#include "service/tables.h"
#include "service/today.h"
#include "mail/send.h"
#include "util/file.h"
#include "wire/report.h"

struct flush_report {
	struct table_run *run;
	const struct mail_flush *o;
};

static void
note(void *arg, int64_t n, const char *head)
{
	const struct flush_report *g = arg;

	rollback_check_note_made(g->run, n, head);
}

/* (O2) */
static void
report_mail_sent(void *arg, const struct mail_sent *what)
{
	const struct flush_report *g = arg;
	struct buf line = BUF_INIT;
	struct printer p = printer_json(&line);
	const bool heard = g->o->is_heard && what->given_up;

	(heard ? output_say_always : output_say)(g->run->user->out, "%s %lld of game %s to %s: %s",
	    what->kind, (long long)what->n, what->game, what->to,
	    what->error != NULL ? what->error : "sent");
	if (g->o->log < 0)
		return;
	print_open(&p, NULL);
	print_time(&p, "time", NULL, g->run->user->now);
	print_text(&p, "mail", NULL, what->kind);
	print_text(&p, "game", NULL, what->game);
	print_text(&p, "seat", NULL, what->to);
	print_number(&p, "digest", NULL, what->n);
	print_text(&p, "error", NULL, what->error);
	print_close(&p);
	if (file_put(g->o->log, line.p, line.n) < 0)
		output_say(g->run->user->out, "the log cannot be written");
	buf_release(&line);
}

/* A mail is sent if the write succeeds. */
static int
put(void *arg, const struct buf *mail, struct err *err)
{
	FILE *to = ((const struct flush_report *)arg)->o->print;

	if (fwrite(mail->p, 1, mail->n, to) == mail->n && fflush(to) == 0)
		return 0;
	return err_set(err, ERR_BUSY, "cannot write standard output: %s", strerror(errno));
}

/* Loads the host's key if the table has plain seats, whose mails need it. Without it these mails
 * wait, and the others are sent. */
static int
load_plain_key(struct table_run *run, const struct seckey **key, struct err *err)
{
	struct user *u = run->user;
	struct pubkey host;
	struct err why = ERR_INIT;
	bool has;

	*key = NULL;
	if (host_has_custody(run->host, &has, &host, err) < 0)
		return -1;
	if (has && (u->key == NULL || !pubkey_same(&u->key->pub, &host))) {
		keys_free(u->key);
		u->key = NULL;
		if (table_run_load_key(run, &why) < 0)
			output_say(u->out, "%s: mails to plain seats wait: %s", run->path, why.msg);
	}
	if (has && u->key != NULL && pubkey_same(&u->key->pub, &host))
		*key = u->key;
	return 0;
}

int
mail_flush_send(
    struct table_run *run, const struct mail_flush *o, int timer, bool *over, struct err *err)
{
	struct flush_report report = { run, o };
	struct mail_send_options how = { .way = MAIL_SEND_BY_SENDMAIL,
		.path = o->sendmail != NULL ? o->sendmail : run->user->sendmail,
		.home = run->user->login_home,
		.put = put,
		.on_new_digest = note,
		.sent = report_mail_sent,
		.arg = &report,
		.now = run->user->now,
		.timer = timer,
		.no_html = o->no_html };

	struct report_stop stop;
	int stopped = host_stopped(run->host, &stop, err); /* (O1) */

	if (stopped > 0)
		output_say(
		    run->user->out, "%s: the table is stopped, and sends nothing", run->path);
	if (stopped != 0)
		return stopped < 0 ? -1 : 0;
	if (load_plain_key(run, &how.key, err) < 0)
		return -1;
	if (o->maildir != NULL) {
		how.way = MAIL_SEND_BY_MAILDIR;
		how.path = o->maildir;
	} else if (o->print != NULL) {
		how.way = MAIL_SEND_BY_HAND;
	}
	return mail_send(run->host, run->path, &how, over, err);
}

/* ---- all tables ------------------------------------------------------------------------------ */

struct flush {
	const struct mail_flush *o;
	bool over;
};

static int
flush_one(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	struct flush *f = arg;
	struct mail_queue_info post = { .waiting = -1 };
	int result;

	if (f->over)
		return 0;
	result = today_check(run, err);
	if (result == 0)
		result = tables_write(run, err);
	if (result == 0)
		result = rollback_check(run, err); /* (O1) */
	if (result == 0)
		result = mail_flush_send(run, f->o, -1, &f->over, err);
	if (result == 0 && found != NULL)
		result = mail_queue_status(run->host, &post, err);
	if (result < 0)
		err->code = ERR_BUSY;
	if (post.waiting == 0) /* at most a day, so that today_check records a run each day */
		*found = (struct table_index_found){ run->user->now, run->user->now + DAY_S,
			BUF_INIT };
	return result;
}

int
mail_flush_run(
    struct table_run *run, const struct mail_flush *o, const char *where, struct err *err)
{
	static const struct tables_verb each = {
		.each = flush_one, .kind = "flush", .known = tables_nothing_to_do
	};
	struct flush f = { .o = o };

	return tables_each(run, where, &each, &f, err);
}
