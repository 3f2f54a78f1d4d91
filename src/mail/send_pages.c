/* Reads the digests of a mail, also as a plain seat. */
#include "mail/send_internal.h"

#include <string.h>

#include "host/rows.h"
#include "mail/subject.h"
#include "show/show.h"
#include "text/catalogues.h"
#include "util/mem.h"

void
send_pages_free(struct send_pages *p)
{
	while (p->n > 0)
		store_digest_release(&p->row[--p->n]);
	store_digest_release(&p->row_before);
	buf_release(&p->deal);
	for (size_t i = 0; i < SEND_BATCH_MAX; i++)
		buf_wipe(&p->news[i]);
	buf_wipe(&p->played);
	if (p->is_plain) {
		player_read_release(&p->read);
		plain_seat_close(&p->plain);
	}
	free(p);
}

/* Sets *is to true if an order of the seat caused the digest. */
static int
is_by(const struct send_run *s, int64_t n, unsigned seat, bool *is, struct err *err)
{
	struct store_order order = { .n = 0 };
	const int found = store_find_cause(s->h->st, n, &order, err);

	*is = found > 0 && order.seat == seat;
	store_order_release(&order);
	return found < 0 ? -1 : 0;
}

static struct compose_digest
page_of(int64_t n, const struct store_digest *row, const struct digest_layout *at)
{
	return (struct compose_digest){ n, row->text.p, row->text.n, at };
}

/* Reads the digest before the first of a mail if that ended a round, whose board it has. */
static int
read_before(const struct send_run *s, struct send_pages *p, struct err *err)
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
read_deal(const struct send_run *s, unsigned seat, struct send_pages *p, struct err *err)
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
read_played(const struct send_run *s, int64_t n, struct buf *out, struct err *err)
{
	struct parsed_order *order = mem_new(sizeof *order);
	const int result = rows_get_cause(s->h->st, n, order, err);

	for (unsigned i = 0; result == 0 && i < order->o.b.n_do; i++)
		buf_fmt(out, "%s%s", out->n > 0 ? " or " : "", order->o.b.doing[i]);
	seal_wipe(order, sizeof *order);
	free(order);
	return result;
}

/* Reads one digest as a plain seat, and appends its news. A digest of the time before the host kept
 * the keys of the seat is read as everybody reads it. */
static int
read_as_seat(const struct send_run *s, struct send_pages *p, size_t i, struct err *err)
{
	struct language room;
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
		show_words(catalogue_open(s->mail_info.seat[p->plain.seat].lang, &room), &p->read,
		    p->plain.seat, &p->news[i]);
	return result;
}

/* Reads the digests as the seat, if it is a plain seat. */
static int
read_plain(const struct send_run *s, const struct mail *m, struct send_pages *p, struct err *err)
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
	for (size_t i = 0; p->is_plain && p->n_taken == 1 && i < p->n && result == 0; i++) {
		bool is = false;

		result = is_by(s, p->digest[i].n, m->seat, &is, err);
		if (is)
			result = read_played(s, p->digest[i].n, &p->played, err);
	}
	return result;
}

/* Reads digest n, unless it or a newer one was read. */
static int
read_page(const struct send_run *s, int64_t n, struct send_pages *p, struct err *err)
{
	if (p->n > 0 && n <= p->row[p->n - 1].n)
		return 0;
	if (rows_get_digest(s->h, n, &p->row[p->n], &p->at[p->n], err) < 0)
		return -1;
	p->digest[p->n] = page_of(n, &p->row[p->n], &p->at[p->n]);
	p->n++;
	return 0;
}

int
send_pages_read(
    const struct send_run *s, const struct mail *m, struct send_pages *p, struct err *err)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct store_mail *row = &m->row[i];
		const size_t had = p->n;
		bool is = false;

		if ((row->has_old && read_page(s, row->old, p, err) < 0) ||
		    read_page(s, row->n, p, err) < 0 ||
		    (p->n > had && is_by(s, row->n, m->seat, &is, err) < 0))
			return -1;
		p->n_taken += is;
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
round_of(const struct send_run *s, int64_t n, unsigned *round, struct err *err)
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

/* Rounds never decrease, so a binary search works. */
int
send_find_round(const struct send_run *s, const struct digest *d, int64_t *first, struct err *err)
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
