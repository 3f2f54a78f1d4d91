/* The private views of one seat, and views that somebody shows as a proof. */

#include <stdlib.h>

#include "audit/own.h"
#include "util/lines.h"
#include "util/mem.h"

/* The text of a view without its openings, whose salts nobody knows before the game is over. */
static void
cut_open(const char *p, size_t n, struct buf *out)
{
	static const char open[] = "\nopen:\n", next[] = "\nposition:\n";
	const char *from = memmem(p, n, open, sizeof open - 1), *to;

	if (from == NULL) {
		buf_add(out, p, n);
		return;
	}
	to = memmem(from, (size_t)(p + n - from), next, sizeof next - 1);
	buf_add(out, p, (size_t)(from - p));
	if (to != NULL)
		buf_add(out, to, (size_t)(p + n - to));
}

/* Every byte that the host has signed for the seat.  *is, *must: the first line that differs. */
static bool
says(const struct audit_work *w, const struct audit_item *item, const struct player_read *r,
    struct buf *is, struct buf *must)
{
	struct buf a = BUF_INIT, b = BUF_INIT;
	bool same;

	buf_need(&a, r->plain.n);
	buf_need(&b, item->view.n);
	if (w->secret_holds) {
		buf_add(&a, r->plain.p, r->sp.signed_part.n);
		buf_add(&b, item->view.p, item->view.n);
	} else {
		cut_open(r->plain.p, r->sp.signed_part.n, &a);
		cut_open(buf_cstr(&item->view), item->view.n, &b);
	}
	same = a.n == b.n && memcmp(buf_cstr(&a), buf_cstr(&b), a.n) == 0;
	for (struct lines x = { buf_cstr(&a), a.n, 0, 1 }, y = { buf_cstr(&b), b.n, 0, 1 };
	     !same;) {
		const char *p = "", *q = "";
		size_t n = 0, m = 0;
		bool more = lines_next(&x, &p, &n), wanted = lines_next(&y, &q, &m);

		if (more && wanted && n == m && memcmp(p, q, n) == 0)
			continue;
		buf_add(is, p, n);
		buf_add(must, q, m);
		break;
	}
	buf_wipe(&a);
	buf_wipe(&b);
	return same;
}

static bool
has_sealed(const struct audit_item *item)
{
	for (unsigned i = 0; i < SEATS_MAX; i++)
		if (item->t.sealed[i].n > 0)
			return true;
	return false;
}

/* A reading of the digest; text and leaves are lent. */
static int
start_read(const struct audit_work *w, const struct audit_item *item, struct player_read *r,
    struct err *err)
{
	memset(r, 0, sizeof *r);
	r->t = item->t;
	r->tr.text = w->tr.text;
	r->leaves = w->leaves;
	r->first_n = item->n;
	return digest_parse(w->games, w->tr.text.p, &item->t, &r->d, err);
}

static void
end_read(struct player_read *r)
{
	buf_wipe(&r->plain);
	seal_wipe(r, sizeof *r);
	free(r);
}

/* The own view has been opened; what is in it? */
static void
check_opened(
    struct audit_work *w, const struct audit_item *item, const struct player_read *r, bool exact)
{
	struct buf is = BUF_INIT, must = BUF_INIT;

	if (exact && item->view.n == 0)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL,
		    "the private view of %s is for a key that is not his", r->v.seat);
	else if (exact && !says(w, item, r, &is, &must))
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL,
		    "the private view of %s says \"%.80s\", by the rules it is \"%.80s\"",
		    r->v.seat, buf_cstr(&is), buf_cstr(&must));
	else if (r->unproven > 0 || !exact)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PENDING, "%s",
		    r->unproven > 0 ? "the digest that dealt is not here" :
				      "opened and genuine; the rest when more is revealed");
	else
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PASS, NULL);
	buf_wipe(&is);
	buf_wipe(&must);
}

static void
check_own(struct audit_work *w, const struct audit_item *item, bool exact)
{
	struct player_read *r = mem_new(sizeof *r);
	struct err err = ERR_INIT;

	if (start_read(w, item, r, &err) < 0) {
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL, "%s", err.msg);
	} else if (player_open(r, &w->tr.host, w->me, w->my_seat, &err) == 0) {
		w->my_seat = r->seat;
		check_opened(w, item, r, exact);
	} else if (err.code != ERR_NOT_FOUND) {
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL, "%s", err.msg);
	} else if (exact && item->view.n > 0 && item->t.sealed[item->view_seat].n > 0) {
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL,
		    "the private view of %s does not open with its key",
		    r->d.names.seat[item->view_seat]);
	}
	end_read(r);
}

/* A view in clear: signed by the host for this digest, and not true. */
static void
check_shown(struct audit_work *w, const struct audit_item *item, struct span shown)
{
	struct player_read *r = mem_new(sizeof *r);
	struct err err = ERR_INIT;
	uint8_t seat = 0;
	int result = start_read(w, item, r, &err);

	buf_add(&r->plain, w->tr.text.p + shown.at, shown.n);
	while (result == 0 && seat < r->d.names.n &&
	    player_view_verify(r, &w->tr.host, seat, &err) < 0)
		seat++;
	if (result < 0 || seat == r->d.names.n)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PENDING,
		    "a private view that proves nothing: %s", err.msg);
	else if (player_view_check(r, seat, &err) < 0)
		audit_note(w, item->n, AUDIT_VIEW,
		    err.code == ERR_AUTH ? AUDIT_FAIL : AUDIT_PENDING, "%s", err.msg);
	else
		audit_note(w, item->n, AUDIT_VIEW, r->unproven > 0 ? AUDIT_PENDING : AUDIT_PASS,
		    r->unproven > 0 ? "the digest that dealt is not here" : NULL);
	end_read(r);
}

void
audit_view(struct audit_work *w, const struct audit_item *item, bool exact)
{
	if (w->me != NULL && item->d->dealing != DEALING_OPEN && has_sealed(item))
		check_own(w, item, exact);
	for (size_t i = 0; i < item->n_shown; i++)
		check_shown(w, item, item->shown[i]);
}
