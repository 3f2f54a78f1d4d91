/* Which rows of the mail queue are due; chooses and marks those of a run. */
#include "mail/send_internal.h"

#include <string.h>

#include "mail/subject.h"
#include "store/mail_setting.h"
#include "util/mem.h"

enum {
	DAY = 86400,
	GIVE_UP = 5 * DAY,
	KEEP = 30 * DAY,
	FIRST_WAIT = 60,
	LONGEST_WAIT = 21600,
	BATCH_BYTES = 1 << 20 /* bytes of digests in one mail; adit-letter parses all of it */
};

/* ---- due rows -------------------------------------------------------------------------------- */

static bool
takes_mail(const struct send_run *s, const struct store_mail *p)
{
	const struct mail_seat *to = &s->mail_info.seat[p->seat];
	const int seat = p->seat;

	if (seat == STORE_ASKED || p->addr.n > 0)
		return s->mail_info.has_table;
	return s->mail_info.has_table && (seat < (int)s->t->names.n || seat >= STORE_LEFT) &&
	    to->has_address && !to->is_dead && !to->is_unconfirmed;
}

/* Like takes_mail, and no failure in this run. */
static bool
is_open(const struct send_run *s, const struct store_mail *p)
{
	return takes_mail(s, p) && !s->failed[p->seat];
}

int64_t
send_wait(int64_t tries)
{
	const int64_t wait = (int64_t)FIRST_WAIT << (tries < 10 ? tries : 10);

	return wait < LONGEST_WAIT ? wait : LONGEST_WAIT;
}

/* (S4) True if the row fails for good. A row is not failed in the run that tried it. */
static bool
has_failed(const struct send_run *s, const struct store_mail *p)
{
	if (p->made >= s->o->now - GIVE_UP)
		return false;
	return !takes_mail(s, p) ||
	    (p->tries > 0 && !s->failed[p->seat] &&
		p->next - send_wait(p->tries - 1) >= p->made + GIVE_UP);
}

static int
find_due(void *arg, struct store_mail *p, struct err *err)
{
	struct send_due_rows *due = arg;

	(void)err;
	if (p->seat >= STORE_POSTS)
		return 0;
	if (has_failed(due->s, p)) {
		due->any = true;
	} else if (p->next <= due->s->o->now && is_open(due->s, p)) {
		due->any = true;
		if (strcmp(p->kind, "digest") == 0)
			due->seat[p->seat] = true;
	}
	return 0;
}

int
send_find_due(struct send_run *s, struct send_due_rows *due, struct err *err)
{
	*due = (struct send_due_rows){ .s = s };
	buf_clear(&s->table);
	if (send_read_info(s->h, &s->mail_info, &s->table, err) < 0 ||
	    store_each_mail(s->h->st, STORE_ANY_SEAT, "sending", find_due, due, err) < 0)
		return -1;
	return store_each_mail(s->h->st, STORE_ANY_SEAT, "queued", find_due, due, err);
}

/* ---- marking rows ---------------------------------------------------------------------------- */

struct gather {
	struct send_run *s;
	const struct send_due_rows *due;
	bool fresh; /* read queued rows, not interrupted ones */
	struct mail *digests[STORE_POSTS];
	size_t bytes[STORE_POSTS];
};

/* Sets *bytes to the length of digest n. */
static int
measure(const struct gather *g, int64_t n, size_t *bytes, struct err *err)
{
	struct store_digest row = { .n = 0 };

	if (store_get_digest(g->s->h->st, n, &row, err) < 0)
		return -1;
	*bytes = row.text.n;
	store_digest_release(&row);
	return 0;
}

/* Sets *out to the mail for this row, or to NULL: not now. */
static int
find_mail(struct gather *g, const struct store_mail *p, struct mail **out, struct err *err)
{
	struct send_run *s = g->s;
	const bool is_digest = strcmp(p->kind, "digest") == 0;
	struct mail *m = is_digest ? g->digests[p->seat] : NULL;
	size_t bytes = 0;

	*out = NULL;
	if (!is_open(s, p) || (is_digest ? !g->due->seat[p->seat] : p->next > s->o->now))
		return 0;
	/* Interrupted rows are not combined with others. */
	if (m != NULL && strcmp(m->row[0].state, p->state) != 0)
		return 0;
	if (is_digest && g->fresh && measure(g, p->n, &bytes, err) < 0)
		return -1;
	if (m != NULL && (m->n == SEND_BATCH_MAX || g->bytes[p->seat] + bytes > BATCH_BYTES))
		return 0;
	if (m == NULL) {
		if (s->n == SEND_MAILS_MAX)
			return 0;
		m = &s->mail[s->n++];
		*m = (struct mail){ .seat = (unsigned)p->seat };
		if (is_digest)
			g->digests[p->seat] = m;
	}
	g->bytes[p->seat] += bytes;
	*out = m;
	return 0;
}

static int
gather_mail(void *arg, struct store_mail *p, struct err *err)
{
	struct mail *m = NULL;

	if (p->seat < STORE_POSTS && find_mail(arg, p, &m, err) < 0)
		return -1;
	if (m != NULL) {
		m->is_again = strcmp(p->state, "sending") == 0;
		m->row[m->n++] = *p; /* moved: the mail owns the buffers now */
		p->in_reply_to = p->text = p->addr = p->error = (struct buf)BUF_INIT;
	}
	return 0;
}

/* (S4) */
static int
give_up_mail(void *arg, struct store_mail *p, struct err *err)
{
	struct send_run *s = arg;

	if (p->seat >= STORE_POSTS || !has_failed(s, p))
		return 0;
	(void)snprintf(p->state, sizeof p->state, "failed");
	if (store_put_mail(s->h->st, p, err) < 0)
		return -1;
	GROW(s->given_up, s->n_given_up);
	s->given_up[s->n_given_up++] = *p; /* moved: the list owns the buffers now */
	p->in_reply_to = p->text = p->addr = p->error = (struct buf)BUF_INIT;
	return 0;
}

void
send_forget_given_up(struct send_run *s)
{
	while (s->n_given_up > 0)
		store_mail_release(&s->given_up[--s->n_given_up]);
	free(s->given_up);
	s->given_up = NULL;
}

void
send_forget(struct send_run *s)
{
	while (s->n > 0) {
		struct mail *m = &s->mail[--s->n];

		while (m->n > 0)
			store_mail_release(&m->row[--m->n]);
	}
}

int
send_put_rows(struct send_run *s, struct mail *m, const char *state, struct err *err)
{
	for (size_t i = 0; i < m->n; i++) {
		(void)snprintf(m->row[i].state, sizeof m->row[i].state, "%s", state);
		if (store_put_mail(s->h->st, &m->row[i], err) < 0)
			return -1;
	}
	return 0;
}

/* ---- digests that are held back -------------------------------------------------------------- */

/* Sets *is to true if digest n wants something of the seat that the one before does not, or begins
 * a round, or ends the game. */
static int
is_wanted(const struct send_run *s, int64_t n, unsigned seat, bool *is, struct err *err)
{
	struct digest *d = mem_new(sizeof *d), *before = mem_new(sizeof *before);
	int result = host_digest(s->h, n, d, NULL, NULL, err);

	*is = n == 0;
	if (result == 0 && n > 0)
		result = host_digest(s->h, n - 1, before, NULL, NULL, err);
	if (result == 0 && n > 0) {
		const enum subject_wish wish = subject_wish_of(d, seat);
		const struct game *g = &d->pub.known, *was = &before->pub.known;

		*is = d->round != before->round || g->phase == PHASE_SETUP ||
		    (g->phase == PHASE_OVER) != (was->phase == PHASE_OVER) ||
		    (wish != SUBJECT_NOTHING &&
			(wish != subject_wish_of(before, seat) || g->turn != was->turn));
	}
	free(before);
	free(d);
	return result;
}

/* Holds a new digest back if the seat does not want it now. */
static int
hold_mail(void *arg, struct store_mail *p, struct err *err)
{
	struct send_run *s = arg;
	const struct mail_seat *to = &s->mail_info.seat[p->seat < STORE_LEFT ? p->seat : 0];
	bool is;

	if (p->seat >= STORE_LEFT || !to->is_choosy || strcmp(p->kind, "digest") != 0 ||
	    p->tries > 0 || p->next != STORE_MAIL_FRESH || p->in_reply_to.n > 0)
		return 0;
	if (is_wanted(s, p->n, (unsigned)p->seat, &is, err) < 0)
		return -1;
	p->next = is ? STORE_MAIL_NOW : to->is_daily ? p->made + DAY : INT64_MAX;
	return store_put_mail(s->h->st, p, err);
}

/* (S1) Chooses and marks the mails to send now. */
int
send_mark(struct send_run *s, struct send_due_rows *due, struct err *err)
{
	struct gather g = { .s = s, .due = due };
	int result;

	if (store_begin(s->h->st, err) < 0)
		return -1;
	result = store_forget_mail(s->h->st, s->o->now - KEEP, err);
	if (result == 0)
		result = store_each_mail(s->h->st, STORE_ANY_SEAT, "sending", give_up_mail, s, err);
	if (result == 0)
		result = store_each_mail(s->h->st, STORE_ANY_SEAT, "queued", give_up_mail, s, err);
	if (result == 0)
		result = store_each_mail(s->h->st, STORE_ANY_SEAT, "sending", gather_mail, &g, err);
	if (result == 0)
		result = store_each_mail(s->h->st, STORE_ANY_SEAT, "queued", hold_mail, s, err);
	if (result == 0)
		result = send_find_due(s, due, err);
	g.fresh = true;
	if (result == 0)
		result = store_each_mail(s->h->st, STORE_ANY_SEAT, "queued", gather_mail, &g, err);
	for (size_t i = 0; i < s->n && result == 0; i++)
		result = send_put_rows(s, &s->mail[i], "sending", err);
	if (result == 0)
		return store_commit(s->h->st, err);
	store_rollback(s->h->st);
	return -1;
}
