/* Composes and delivers the mails of a run, and stores their results. */
#include "mail/send.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mail/compose.h"
#include "mail/delivery.h"
#include "mail/invitation.h"
#include "mail/message.h"
#include "mail/reply.h"
#include "mail/send_internal.h"
#include "text/catalogues.h"
#include "util/mem.h"
#include "util/platform.h"

/* ---- one mail ---------------------------------------------------------------------------- */

/* Calls `on_new_digest` for a digest that is new to this home. */
static void
note(struct send_run *s, const struct send_pages *p)
{
	const struct store_digest *last = &p->row[p->n - 1];
	char head[HASH_TEXT + 1];

	if (last->n <= s->noted || s->o->on_new_digest == NULL)
		return;
	hash_text((const struct hash *)last->hash, head);
	s->o->on_new_digest(s->o->arg, last->n, head);
	s->noted = last->n;
}

/* Sets *is_last to true if this is the last answer that the seat gets for a while. */
static int
find_last(const struct send_run *s, const struct store_mail *p, bool *is_last, struct err *err)
{
	int64_t n = 0;

	if ((strcmp(p->kind, "receipt") != 0 && strcmp(p->kind, "help") != 0) ||
	    p->seat >= STORE_OPERATOR)
		return 0;
	if (store_count_answers(s->h->st, p->seat, p->made - MAIL_REPLIES_SECONDS, p->id,
		p->has_about, &n, err) < 0)
		return -1;
	*is_last = n >= (p->has_about ? MAIL_REPLIES_SIGNED : MAIL_REPLIES_CLAIMED);
	return 0;
}

/* An address that asked to watch is the text of its row. */
static const char *
address_of(const struct send_run *s, const struct mail *m)
{
	const struct store_mail *row = &m->row[0];

	if (m->seat == STORE_ASKED)
		return buf_cstr(&row->text);
	return row->addr.n > 0 ? buf_cstr(&row->addr) : s->mail_info.seat[m->seat].addr;
}

static int
compose(struct send_run *s, const struct mail *m, const struct send_pages *p, struct buf *id,
    struct buf *out, struct err *err)
{
	const struct store_mail *row = &m->row[0];
	char kind[MESSAGE_KIND_MAX + 1] = "";
	const struct compose_plain plain = {
		.seat = &p->plain, .read = &p->read, .news = p->news, .played = buf_cstr(&p->played)
	};
	const char *receipt;
	int64_t mails = 0;
	struct language room;
	struct compose c = { .lang = catalogue_open(s->mail_info.seat[m->seat].lang, &room),
		.s = s->t->s,
		.host = buf_cstr(&s->host),
		.limit_s = s->t->clock.limit_s,
		.clock = &s->t->clock,
		.table = buf_cstr(&s->table),
		.to = address_of(s, m),
		.narrow = s->mail_info.seat[m->seat].is_narrow,
		.seat = (uint8_t)m->seat,
		.n_taken = p->n_taken,
		.kind = kind,
		.in_reply_to = "",
		.newest = &p->newest,
		.n_digests = p->n,
		.digest = p->digest,
		.deal = p->deal.n > 0 ? &p->deal : NULL,
		.before = p->has_before ? &p->before : NULL,
		.html = !s->o->no_html,
		.plain = p->is_plain ? &plain : NULL };

	if (strcmp(row->kind, "digest") != 0) {
		message_kind(row->kind[0], row->id, kind);
		c.answer = buf_cstr(&row->text);
		c.n_taken = 0;
	}
	if (strcmp(row->kind, "receipt") == 0 &&
	    (receipt = strstr(c.answer, RECEIPT_HEADING)) != NULL) {
		c.results = (struct slice){ c.answer, (size_t)(receipt - c.answer) };
		c.answer = receipt;
	}
	for (size_t i = 0; i < m->n; i++) {
		c.made = m->row[i].made;
		if (m->row[i].in_reply_to.n > 0)
			c.in_reply_to = m->row[i].in_reply_to.p;
	}
	if (send_find_round(s, &p->newest, &c.round_n, err) < 0 ||
	    find_last(s, row, &c.is_last, err) < 0 ||
	    store_count_mails(
		s->h->st, (int)m->seat, s->mail_info.seat[m->seat].since, &mails, err) < 0)
		return -1;
	c.was_invited = mails > 0;
	compose_message_id(&c, id);
	compose_mail(&c, out);
	return 0;
}

/* (S2) */
static int
put_result(
    struct send_run *s, struct mail *m, enum delivery_result how, const char *why, struct err *err)
{
	static const char *const state[] = { [DELIVERY_DONE] = "sent",
		[DELIVERY_FAILED] = "queued",
		[DELIVERY_UNKNOWN] = "sending" };
	int result = store_begin(s->h->st, err);

	if (result < 0)
		return -1;
	for (size_t i = 0; i < m->n && result == 0; i++) {
		struct store_mail *p = &m->row[i];

		p->next = s->o->now;
		if (how != DELIVERY_DONE) {
			p->next += send_wait(p->tries++);
		} else if (strcmp(p->kind, "digest") == 0 && m->seat < STORE_LEFT) {
			result = store_outbox_drop(s->h->st, p->n, err);
		}
		buf_clear(&p->error);
		buf_str(&p->error, why);
	}
	if (result == 0)
		result = send_put_rows(s, m, state[how], err);
	/* A player who lost a seat has got the last mail. */
	if (result == 0 && how == DELIVERY_DONE && m->seat >= STORE_LEFT && m->seat < STORE_WATCHER)
		result = store_drop_address(s->h->st, (int)m->seat, err);
	if (result == 0)
		return store_commit(s->h->st, err);
	store_rollback(s->h->st);
	return -1;
}

/* (S4) Counts the try before it ends. Else a mail that kills every run would be tried without
 *      end. */
static int
count_try(struct send_run *s, struct mail *m, struct err *err)
{
	int result = store_begin(s->h->st, err);

	if (result < 0)
		return -1;
	for (size_t i = 0; i < m->n; i++) {
		m->row[i].tries++;
		m->row[i].next = s->o->now;
	}
	result = send_put_rows(s, m, "sending", err);
	if (result == 0)
		return store_commit(s->h->st, err);
	store_rollback(s->h->st);
	return -1;
}

/* Reports a mail; error NULL: sent. */
static void
report_row(const struct send_run *s, const struct store_mail *p, const char *error, bool given_up)
{
	char to[MESSAGE_TO_MAX + 1];
	const struct mail_sent what = { .game = s->t->game,
		.to = to,
		.kind = p->kind,
		.n = p->n,
		.error = error,
		.given_up = given_up };

	message_to(&s->t->names, (unsigned)p->seat, to);
	if (s->o->sent != NULL)
		s->o->sent(s->o->arg, &what);
}

/* (S4) */
static void
report_given_up(struct send_run *s)
{
	for (size_t i = 0; i < s->n_given_up; i++) {
		const struct store_mail *p = &s->given_up[i];
		struct buf why = BUF_INIT;

		buf_str(&why, "given up after 5 days: ");
		if (p->tries == 0)
			buf_str(&why, "nothing is sent to that address");
		else
			buf_fmt(&why, "%s", p->error.n > 0 ? p->error.p : "it was interrupted");
		report_row(s, p, why.p, true);
		buf_release(&why);
	}
	send_forget_given_up(s);
}

static int
send_mail(struct send_run *s, struct mail *m, struct err *err)
{
	struct send_pages *p = mem_zero(1, sizeof *p);
	struct buf text = BUF_INIT, id = BUF_INIT;
	char why[DELIVERY_REASON_MAX] = "";
	enum delivery_result how = DELIVERY_FAILED;
	int result = send_pages_read(s, m, p, err);

	if (result == 0 && p->no_key)
		(void)snprintf(why, sizeof why, "it waits for the host's key");
	else if (result == 0)
		result = compose(s, m, p, &id, &text, err);
	if (result == 0 && m->is_again)
		result = count_try(s, m, err);
	if (result == 0 && !p->no_key) {
		char name[MESSAGE_TO_MAX + 1];
		const struct mail_delivery what = { .table = buf_cstr(&s->table),
			.to = address_of(s, m),
			.name = name,
			.id = id.p,
			.made = m->row[m->n - 1].made,
			.mail = &text };

		message_to(&s->t->names, m->seat, name);
		note(s, p);
		result = mail_deliver(s->o, &what, &how, why, err);
	}
	if (result == 0)
		result = put_result(s, m, how, why, err);
	if (result == 0) {
		report_row(s, &m->row[m->n - 1], how == DELIVERY_DONE ? NULL : why, false);
		/* One failure per run suffices, also if an interrupted mail precedes others. */
		s->failed[m->seat] = s->failed[m->seat] || how != DELIVERY_DONE;
		s->over = s->over || how == DELIVERY_UNKNOWN;
	}
	send_pages_free(p);
	buf_release(&text);
	buf_release(&id);
	return result;
}

/* ---- a run ------------------------------------------------------------------------------- */

static bool
is_over(const struct send_run *s)
{
	struct pollfd p = { s->o->timer, POLLIN, 0 };

	return s->over || (p.fd >= 0 && poll(&p, 1, 0) > 0);
}

/* True if the open file still has this name. */
static bool
is_there(int fd, const char *name)
{
	struct stat is, there;

	return fstat(fd, &is) == 0 && lstat(name, &there) == 0 && is.st_dev == there.st_dev &&
	    is.st_ino == there.st_ino;
}

/* (S3) Returns 1 if another run has the lock. */
static int
lock(const char *name, int *fd, struct err *err)
{
	int result = 0;

	*fd = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (*fd < 0 || platform_lock(*fd, false) < 0)
		result = *fd >= 0 && errno == EWOULDBLOCK ?
		    1 :
		    err_set(err, ERR_BUSY, "%s: %s", name, strerror(errno));
	else if (!is_there(*fd, name))
		result = 1; /* the holder has just deleted it */
	if (result != 0 && *fd >= 0)
		(void)close(*fd);
	return result;
}

/* Deletes the file while it is locked, so that nobody locks a deleted file. */
static void
unlock(const char *name, int fd)
{
	(void)unlink(name); /* a failure only leaves the file */
	(void)close(fd);
}

/* Sends the due rows while the lock is held. */
static int
send_due(struct send_run *s, struct err *err)
{
	struct send_due_rows due;
	int result = send_find_due(s, &due, err);

	if (result < 0 || !due.any)
		return result;
	result = send_mark(s, &due, err);
	if (result == 0)
		report_given_up(s);
	for (size_t i = 0; i < s->n && result == 0 && !is_over(s); i++)
		result = send_mail(s, &s->mail[i], err);
	send_forget(s);
	return result;
}

static int
run_queue(struct send_run *s, const char *lock_name, struct err *err)
{
	struct send_due_rows due;

	while (!is_over(s)) {
		int fd, result;

		if (send_find_due(s, &due, err) < 0)
			return -1;
		if (!due.any)
			return 0;
		result = lock(lock_name, &fd, err);
		if (result != 0)
			return result < 0 ? -1 : 0;
		result = send_due(s, err);
		unlock(lock_name, fd);
		if (result < 0)
			return -1;
	}
	return 0;
}

int
mail_send(struct host *h, const char *path, const struct mail_send_options *o, bool *over,
    struct err *err)
{
	struct send_run s = { .h = h, .o = o, .noted = -1 };
	struct buf lock_name = BUF_INIT, key = BUF_INIT;
	int result;

	buf_fmt(&lock_name, "%s.post", path);
	s.t = mem_zero(1, sizeof *s.t);
	s.mail = mem_zero(SEND_MAILS_MAX, sizeof *s.mail);
	result = table_load(s.t, h, err);
	if (result == 0)
		result = host_key_name(h, &key, err);
	invitation_host(buf_cstr(&key), &s.host);
	if (result == 0)
		result = run_queue(&s, lock_name.p, err);
	*over = is_over(&s);
	buf_release(&s.table);
	buf_release(&s.host);
	buf_release(&key);
	buf_release(&lock_name);
	send_forget_given_up(&s);
	table_wipe(s.t);
	free(s.t);
	free(s.mail);
	return result;
}
