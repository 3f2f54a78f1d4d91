/*
 * Sending.
 *
 * (S1) Rows become `sending` before a mail leaves, all rows of one mail at once. Rows found in this
 *      state were interrupted and are sent again unchanged: the same digests, the same Message-ID.
 * (S2) The result of a mail is stored before the next mail begins.
 * (S3) A run that does not get the lock leaves its rows to the holder, which looks again after
 *      releasing the lock.
 * (S4) A row older than GIVE_UP fails only if it was tried after that age, since the machine may have
 *      been off before; or if its address takes no mail. Failed rows are reported.
 */
#include "mail/send.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/rows.h"
#include "mail/reply.h"
#include "mail/compose.h"
#include "mail/delivery.h"
#include "mail/invitation.h"
#include "mail/plain_seat.h"
#include "mail/subject.h"
#include "show/show.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "util/mem.h"

enum {
	DAY = 86400,
	GIVE_UP = 5 * DAY,
	KEEP = 30 * DAY,
	FIRST_WAIT = 60,
	LONGEST_WAIT = 21600,
	MAILS_MAX = 64,       /* in one pass; the rest follows in the next */
	BATCH_MAX = 50,       /* digests in one mail */
	BATCH_BYTES = 1 << 20 /* bytes of digests in one mail; adit-letter parses all of it */
};

/* A mail: rows of one recipient. Digests are combined; an answer is alone. */
struct mail {
	unsigned seat;
	bool is_again; /* it was interrupted before */
	size_t n;
	struct store_mail row[BATCH_MAX];
};

struct sender {
	struct host *h;
	const struct mail_send_options *o;
	struct table *t;
	struct mail_queue_info mail_info;
	struct buf table; /* address of the table */
	struct buf host;  /* name of the host's key */
	int64_t noted;    /* `on_new_digest` was called up to this digest */
	size_t n;
	struct mail *mail;        /* MAILS_MAX elements */
	bool failed[STORE_POSTS]; /* recipients that failed in this run */
	bool over;
	size_t n_given_up; /* in this transaction */
	struct store_mail *given_up;
};

/* ---- status ---------------------------------------------------------------------------------- */

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

static int
mail_info(struct host *h, struct mail_queue_info *out, struct buf *table, struct err *err)
{
	struct mail_info_query l = { h, out, table };

	*out = (struct mail_queue_info){ .oldest = -1 };
	return store_each_address(h->st, add_address, &l, err);
}

int
mail_queue_status(struct host *h, struct mail_queue_info *out, struct err *err)
{
	static const char *const state[] = { "failed", "queued", "sending" };

	if (mail_info(h, out, NULL, err) < 0)
		return -1;
	for (size_t i = 0; i < sizeof state / sizeof state[0]; i++)
		if (store_each_mail(h->st, STORE_ANY_SEAT, state[i], count_mail, out, err) < 0)
			return -1;
	return 0;
}

/* ---- due rows -------------------------------------------------------------------------------- */

static bool
takes_mail(const struct sender *s, const struct store_mail *p)
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
is_open(const struct sender *s, const struct store_mail *p)
{
	return takes_mail(s, p) && !s->failed[p->seat];
}

/* Returns the seconds until the next try after `tries` failures. */
static int64_t
wait_for(int64_t tries)
{
	const int64_t wait = (int64_t)FIRST_WAIT << (tries < 10 ? tries : 10);

	return wait < LONGEST_WAIT ? wait : LONGEST_WAIT;
}

/* (S4) True if the row fails for good. A row is not failed in the run that tried it. */
static bool
has_failed(const struct sender *s, const struct store_mail *p)
{
	if (p->made >= s->o->now - GIVE_UP)
		return false;
	return !takes_mail(s, p) ||
	    (p->tries > 0 && !s->failed[p->seat] &&
		p->next - wait_for(p->tries - 1) >= p->made + GIVE_UP);
}

struct due {
	const struct sender *s;
	bool any, seat[STORE_POSTS]; /* recipients with due digests */
};

static int
find_due(void *arg, struct store_mail *p, struct err *err)
{
	struct due *due = arg;

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

static int
find_due_mail(struct sender *s, struct due *due, struct err *err)
{
	*due = (struct due){ .s = s };
	buf_clear(&s->table);
	if (mail_info(s->h, &s->mail_info, &s->table, err) < 0 ||
	    store_each_mail(s->h->st, STORE_ANY_SEAT, "sending", find_due, due, err) < 0)
		return -1;
	return store_each_mail(s->h->st, STORE_ANY_SEAT, "queued", find_due, due, err);
}

/* ---- marking rows ---------------------------------------------------------------------------- */

struct gather {
	struct sender *s;
	const struct due *due;
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
	struct sender *s = g->s;
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
	if (m != NULL && (m->n == BATCH_MAX || g->bytes[p->seat] + bytes > BATCH_BYTES))
		return 0;
	if (m == NULL) {
		if (s->n == MAILS_MAX)
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
	struct sender *s = arg;

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

static void
forget_given_up(struct sender *s)
{
	while (s->n_given_up > 0)
		store_mail_release(&s->given_up[--s->n_given_up]);
	free(s->given_up);
	s->given_up = NULL;
}

static void
forget(struct sender *s)
{
	while (s->n > 0) {
		struct mail *m = &s->mail[--s->n];

		while (m->n > 0)
			store_mail_release(&m->row[--m->n]);
	}
}

static int
put_rows(struct sender *s, struct mail *m, const char *state, struct err *err)
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
is_wanted(const struct sender *s, int64_t n, unsigned seat, bool *is, struct err *err)
{
	struct digest *d = mem_new(sizeof *d), *before = mem_new(sizeof *before);
	struct buf text = BUF_INIT;
	struct hash head;
	int result = host_digest(s->h, n, d, &text, &head, err);

	*is = n == 0;
	buf_clear(&text);
	if (result == 0 && n > 0)
		result = host_digest(s->h, n - 1, before, &text, &head, err);
	if (result == 0 && n > 0) {
		const enum subject_wish wish = subject_wish_of(d, seat);
		const struct game *g = &d->pub.known, *was = &before->pub.known;

		*is = d->round != before->round || g->phase == PHASE_SETUP ||
		    (g->phase == PHASE_OVER) != (was->phase == PHASE_OVER) ||
		    (wish != SUBJECT_NOTHING &&
			(wish != subject_wish_of(before, seat) || g->turn != was->turn));
	}
	buf_release(&text);
	free(before);
	free(d);
	return result;
}

/* Holds a new digest back if the seat does not want it now. */
static int
hold_mail(void *arg, struct store_mail *p, struct err *err)
{
	struct sender *s = arg;
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
static int
mark(struct sender *s, struct due *due, struct err *err)
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
		result = find_due_mail(s, due, err);
	g.fresh = true;
	if (result == 0)
		result = store_each_mail(s->h->st, STORE_ANY_SEAT, "queued", gather_mail, &g, err);
	for (size_t i = 0; i < s->n && result == 0; i++)
		result = put_rows(s, &s->mail[i], "sending", err);
	if (result == 0)
		return store_commit(s->h->st, err);
	store_rollback(s->h->st);
	return -1;
}

/* ---- one mail -------------------------------------------------------------------------------------------- */

/* The digests of a mail, parsed. */
struct pages {
	size_t n;
	struct store_digest row[BATCH_MAX];
	struct digest_layout at[BATCH_MAX];
	struct compose_digest digest[BATCH_MAX];
	struct digest newest;
	unsigned n_taken;
	/* The digest before the first, if that ended a round. */
	bool has_before;
	struct store_digest row_before;
	struct digest_layout at_before;
	struct compose_digest before;
	/* Of a plain seat: */
	bool is_plain, no_key; /* no_key: the mail has to wait for the host's key */
	struct plain_seat plain;
	struct player_read read; /* the newest digest */
	struct buf news[BATCH_MAX], played;
	struct buf deal; /* all digests, for a seat that needs them (compose.h) */
};

static void
pages_free(struct pages *p)
{
	while (p->n > 0)
		store_digest_release(&p->row[--p->n]);
	store_digest_release(&p->row_before);
	buf_release(&p->deal);
	for (size_t i = 0; i < BATCH_MAX; i++)
		buf_wipe(&p->news[i]);
	buf_wipe(&p->played);
	if (p->is_plain) {
		player_read_release(&p->read);
		plain_seat_close(&p->plain);
	}
	free(p);
}

/* True if an order of the seat caused the digest. */
static bool
is_by(const struct sender *s, int64_t n, unsigned seat)
{
	struct store_order order = { .n = 0 };
	struct err none = ERR_INIT;
	bool is = store_get_order(s->h->st, n, &order, &none) == 0 && order.seat == seat;

	store_order_release(&order);
	return is;
}

static struct compose_digest
page_of(int64_t n, const struct store_digest *row, const struct digest_layout *at)
{
	return (struct compose_digest){ n, row->text.p, row->text.n, at };
}

/* Reads the digest before the first of a mail if that ended a round, whose board it has. */
static int
read_before(const struct sender *s, struct pages *p, struct err *err)
{
	const int64_t n = p->digest[0].n - 1;
	struct digest_drawings drawn;

	digest_find_drawings(p->digest[0].text, &p->at[0], &drawn);
	if (n < 0 || drawn.ended.n == 0)
		return 0;
	if (rows_get_digest(s->h, n, &p->row_before, &p->at_before, err) < 0)
		return -1;
	p->before = page_of(n, &p->row_before, &p->at_before);
	p->has_before = true;
	return 0;
}

/* Reads all digests up to the newest if the seat has to join or to confirm. */
static int
read_deal(const struct sender *s, unsigned seat, struct pages *p, struct err *err)
{
	const struct digest *d = &p->newest;

	for (int64_t n = 0; n <= d->n && subject_needs_all(d, seat); n++) {
		struct store_digest row = { .n = 0 };
		struct digest_layout at;

		if (rows_get_digest(s->h, n, &row, &at, err) < 0)
			return -1;
		digest_for_seat(row.text.p, &at, &d->names, (uint8_t)seat, &p->deal);
		store_digest_release(&row);
	}
	return 0;
}

/* Appends the lines of an order of the seat that was taken. */
static int
read_played(const struct sender *s, int64_t n, struct buf *out, struct err *err)
{
	struct store_order row = { .n = 0 };
	struct parsed_order *order = mem_new(sizeof *order);
	int result = store_get_order(s->h->st, n, &row, err);

	if (result == 0)
		result = rows_read_order(&row, order, err);
	for (unsigned i = 0; result == 0 && i < order->o.b.n_do; i++)
		buf_fmt(out, "%s%s", out->n > 0 ? " or " : "", order->o.b.doing[i]);
	store_order_release(&row);
	seal_wipe(order, sizeof *order);
	free(order);
	return result;
}

/* Reads one digest as a plain seat, and appends its news. A digest of the time before the host kept
 * the keys of the seat is read as everybody reads it. */
static int
read_as_seat(const struct sender *s, struct pages *p, size_t i, struct err *err)
{
	struct buf text = BUF_INIT;
	struct err why = ERR_INIT;
	int result;

	if (i > 0)
		player_read_release(&p->read);
	digest_for_seat(p->digest[i].text, p->digest[i].at, &s->t->names, p->plain.seat, &text);
	memset(&p->read, 0, sizeof p->read);
	result = player_read(
	    &p->read, s->h->games, buf_cstr(&text), text.n, NULL, p->plain.key, &why);
	if (result < 0 && why.code == ERR_NOT_FOUND)
		result = player_read(
		    &p->read, s->h->games, buf_cstr(&text), text.n, NULL, NULL, err);
	else if (result < 0)
		*err = why;
	buf_release(&text);
	if (result == 0)
		show_words(&p->read, p->plain.seat, &p->news[i]);
	return result;
}

/* Reads the digests as the seat, if it is a plain seat. */
static int
read_plain(const struct sender *s, const struct mail *m, struct pages *p, struct err *err)
{
	struct host_state *hs;
	int result;

	/* A mail to another address has nothing of the seat. */
	if (m->seat >= s->t->names.n || m->row[0].addr.n > 0)
		return 0;
	hs = mem_new(sizeof *hs);
	result = rows_get_state(s->h, s->t->rules, hs, err);
	p->is_plain = result == 0 && ((unsigned)hs->custody >> m->seat & 1u) != 0;
	p->no_key = p->is_plain && s->o->key == NULL;
	p->is_plain = p->is_plain && !p->no_key;
	if (p->is_plain)
		result = plain_seat_open(s->t, hs, s->o->key, (uint8_t)m->seat,
		    s->mail_info.seat[m->seat].addr, &p->plain, err);
	p->is_plain = p->is_plain && result == 0;
	seal_wipe(hs, sizeof *hs);
	free(hs);
	for (size_t i = 0; p->is_plain && i < p->n && result == 0; i++)
		result = read_as_seat(s, p, i, err);
	for (size_t i = 0; p->is_plain && i < p->n && result == 0; i++)
		if (p->n_taken == 1 && is_by(s, p->digest[i].n, m->seat))
			result = read_played(s, p->digest[i].n, &p->played, err);
	return result;
}

/* Reads digest n, unless it or a newer one was read. */
static int
read_page(const struct sender *s, int64_t n, struct pages *p, struct err *err)
{
	if (p->n > 0 && n <= p->row[p->n - 1].n)
		return 0;
	if (rows_get_digest(s->h, n, &p->row[p->n], &p->at[p->n], err) < 0)
		return -1;
	p->digest[p->n] = page_of(n, &p->row[p->n], &p->at[p->n]);
	p->n++;
	return 0;
}

static int
read_pages(const struct sender *s, const struct mail *m, struct pages *p, struct err *err)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct store_mail *row = &m->row[i];
		const size_t had = p->n;

		if ((row->has_old && read_page(s, row->old, p, err) < 0) ||
		    read_page(s, row->n, p, err) < 0)
			return -1;
		p->n_taken += p->n > had && is_by(s, row->n, m->seat);
	}
	if (digest_parse(s->h->games, p->digest[p->n - 1].text, &p->at[p->n - 1], &p->newest, err) <
		0 ||
	    read_before(s, p, err) < 0 || read_deal(s, m->seat, p, err) < 0 ||
	    read_plain(s, m, p, err) < 0)
		return -1;
	names_take_shown(&p->newest.names, &s->t->names);
	return 0;
}

/* Reads the round of digest n from its header. */
static int
round_of(const struct sender *s, int64_t n, unsigned *round, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	struct digest *d;
	int result = rows_get_digest(s->h, n, &row, &t, err);

	if (result < 0)
		return -1;
	d = mem_new(sizeof *d);
	result = digest_parse_header(s->h->games, row.text.p, &t, d, err);
	*round = d->round;
	free(d);
	store_digest_release(&row);
	return result;
}

/* Finds the digest that began the round of d. Rounds never decrease, so a binary search works. */
static int
find_round(const struct sender *s, const struct digest *d, int64_t *first, struct err *err)
{
	int64_t low = 0, high = d->n;

	while (low < high) {
		const int64_t middle = low + (high - low) / 2;
		unsigned round;

		if (round_of(s, middle, &round, err) < 0)
			return -1;
		if (round < d->round)
			low = middle + 1;
		else
			high = middle;
	}
	*first = high;
	return 0;
}

/* Calls `on_new_digest` for a digest that is new to this home. */
static void
note(struct sender *s, const struct pages *p)
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
find_last(const struct sender *s, const struct store_mail *p, bool *is_last, struct err *err)
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
address_of(const struct sender *s, const struct mail *m)
{
	const struct store_mail *row = &m->row[0];

	if (m->seat == STORE_ASKED)
		return buf_cstr(&row->text);
	return row->addr.n > 0 ? buf_cstr(&row->addr) : s->mail_info.seat[m->seat].addr;
}

static int
compose(struct sender *s, const struct mail *m, const struct pages *p, struct buf *id,
    struct buf *out, struct err *err)
{
	const struct store_mail *row = &m->row[0];
	char kind[MESSAGE_KIND_MAX + 1] = "";
	const struct compose_plain plain = {
		.seat = &p->plain, .read = &p->read, .news = p->news, .played = buf_cstr(&p->played)
	};
	const char *receipt;
	int64_t mails = 0;
	struct compose c = { .s = s->t->s,
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
	if (find_round(s, &p->newest, &c.round_n, err) < 0 ||
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
    struct sender *s, struct mail *m, enum delivery_result how, const char *why, struct err *err)
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
			p->next += wait_for(p->tries++);
		} else if (strcmp(p->kind, "digest") == 0 && m->seat < STORE_LEFT) {
			result = store_outbox_drop(s->h->st, p->n, err);
		}
		buf_clear(&p->error);
		buf_str(&p->error, why);
	}
	if (result == 0)
		result = put_rows(s, m, state[how], err);
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
count_try(struct sender *s, struct mail *m, struct err *err)
{
	int result = store_begin(s->h->st, err);

	if (result < 0)
		return -1;
	for (size_t i = 0; i < m->n; i++) {
		m->row[i].tries++;
		m->row[i].next = s->o->now;
	}
	result = put_rows(s, m, "sending", err);
	if (result == 0)
		return store_commit(s->h->st, err);
	store_rollback(s->h->st);
	return -1;
}

/* Reports a mail; error NULL: sent. */
static void
report_row(const struct sender *s, const struct store_mail *p, const char *error, bool given_up)
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
report_given_up(struct sender *s)
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
	forget_given_up(s);
}

static int
send_mail(struct sender *s, struct mail *m, struct err *err)
{
	struct pages *p = mem_zero(1, sizeof *p);
	struct buf text = BUF_INIT, id = BUF_INIT;
	char why[DELIVERY_REASON_MAX] = "";
	enum delivery_result how = DELIVERY_FAILED;
	int result = read_pages(s, m, p, err);

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
	pages_free(p);
	buf_release(&text);
	buf_release(&id);
	return result;
}

/* ---- a run ------------------------------------------------------------------------------------------------ */

static bool
is_over(const struct sender *s)
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
	if (*fd < 0 || flock(*fd, LOCK_EX | LOCK_NB) < 0)
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
send_due(struct sender *s, struct err *err)
{
	struct due due;
	int result = find_due_mail(s, &due, err);

	if (result < 0 || !due.any)
		return result;
	result = mark(s, &due, err);
	if (result == 0)
		report_given_up(s);
	for (size_t i = 0; i < s->n && result == 0 && !is_over(s); i++)
		result = send_mail(s, &s->mail[i], err);
	forget(s);
	return result;
}

static int
run_queue(struct sender *s, const char *lock_name, struct err *err)
{
	struct due due;

	while (!is_over(s)) {
		int fd, result;

		if (find_due_mail(s, &due, err) < 0)
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
	struct sender s = { .h = h, .o = o, .noted = -1 };
	struct buf lock_name = BUF_INIT, key = BUF_INIT;
	int result;

	buf_fmt(&lock_name, "%s.post", path);
	s.t = mem_zero(1, sizeof *s.t);
	s.mail = mem_zero(MAILS_MAX, sizeof *s.mail);
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
	forget_given_up(&s);
	table_wipe(s.t);
	free(s.t);
	free(s.mail);
	return result;
}
