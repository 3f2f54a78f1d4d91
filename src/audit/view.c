/* Checks the private views of one seat, and views that players show as a proof. */

#include <stdlib.h>

#include "audit/internal.h"
#include "seal/age.h"
#include "seal/det_age.h"
#include "util/lines.h"
#include "util/mem.h"

/* Appends the text of a view without its openings. Their salts are unknown before the end of the
 * game. */
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

/* Appends text for a message in quotes, with '"' replaced. */
static void
add_quoted(const char *p, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++)
		buf_chr(out, p[i] == '"' ? '\'' : p[i]);
}

/* True if the signed bytes are equal, or, if not `whole`, all but the openings. Else *is and
 * *must are the first different lines. */
static bool
says(const struct player_read *r, const struct buf *view, bool whole, struct buf *is,
    struct buf *must)
{
	struct buf a = BUF_INIT, b = BUF_INIT;
	bool same;

	buf_reserve(&a, r->plain.n);
	buf_reserve(&b, view->n);
	if (whole) {
		buf_add(&a, r->plain.p, r->sp.signed_part.n);
		buf_add(&b, view->p, view->n);
	} else {
		cut_open(r->plain.p, r->sp.signed_part.n, &a);
		cut_open(view->p, view->n, &b);
	}
	same = a.n == b.n && memcmp(buf_cstr(&a), buf_cstr(&b), a.n) == 0;
	for (struct lines x = { buf_cstr(&a), a.n, 0, 1 }, y = { buf_cstr(&b), b.n, 0, 1 };
	     !same;) {
		const char *p = "", *q = "";
		size_t n = 0, m = 0;
		bool more = lines_next(&x, &p, &n), wanted = lines_next(&y, &q, &m);

		if (more && wanted && n == m && memcmp(p, q, n) == 0)
			continue;
		add_quoted(p, n, is);
		add_quoted(q, m, must);
		break;
	}
	buf_wipe(&a);
	buf_wipe(&b);
	return same;
}

/* Compares the opened view with the expected one, and records a failure. */
static bool
compare(struct audit_context *w, const struct audit_item *item, const struct player_read *r,
    const struct buf *view, bool whole)
{
	struct buf is = BUF_INIT, must = BUF_INIT;
	bool same = says(r, view, whole, &is, &must);

	if (!same)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL,
		    "the private view of %s says \"%.80s\", by the rules it is \"%.80s\"",
		    r->v.seat, buf_cstr(&is), buf_cstr(&must));
	buf_wipe(&is);
	buf_wipe(&must);
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

/* Prepares a reading of the digest. Text and leaves are borrowed. */
static int
start_read(const struct audit_context *w, const struct audit_item *item, struct player_read *r,
    struct err *err)
{
	memset(r, 0, sizeof *r);
	r->t = item->t;
	r->tr.text = w->tr.text;
	r->leaves = w->leaves;
	r->first_n = item->n;
	if (!item->is_parsed)
		return digest_parse(w->games, w->tr.text.p, &item->t, &r->d, err);
	r->d = *item->d;
	return 0;
}

static void
end_read(struct player_read *r)
{
	buf_wipe(&r->plain);
	seal_wipe(r, sizeof *r);
	free(r);
}

/* Checks the content of the opened own view. */
static void
check_opened(
    struct audit_context *w, struct audit_item *item, const struct player_read *r, bool exact)
{
	if (exact && item->view.n == 0)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL,
		    "the private view of %s is for another key than that of the seat", r->v.seat);
	else if (exact && !compare(w, item, r, &item->view, false))
		return;
	else if (r->unproven > 0 || !exact)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PENDING, "that of %s: %s", r->v.seat,
		    r->unproven > 0 ? "the digest that dealt is not here" :
				      "genuine; the rest when more is revealed");
	else
		item->checked |= (uint16_t)SEEN_BY(r->seat);
}

static void
check_own(struct audit_context *w, struct audit_item *item, bool exact)
{
	struct player_read *r = mem_new(sizeof *r);
	struct err err = ERR_INIT;

	if (start_read(w, item, r, &err) < 0) {
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL, "%s", err.msg);
	} else if (player_open(r, &w->tr.host, w->me, w->my_seat, &err) == 0) {
		w->my_seat = r->seat;
		w->out->opened = true;
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

/* Sets w->out->opened if the key is that of a seat. The content is checked with the host secret
 * instead. */
static void
try_own(struct audit_context *w, const struct audit_item *item)
{
	struct player_read *r = mem_new(sizeof *r);
	struct err none = ERR_INIT;

	w->out->opened = start_read(w, item, r, &none) == 0 &&
	    player_open(r, &w->tr.host, w->me, w->my_seat, &none) == 0;
	end_read(r);
}

/* ---- with the host secret -------------------------------------------------------------------- */

/* Opens the view with the secret into r->plain. Checks that it is sealed exactly as by an honest
 * host, with nothing after the signature. */
static int
open_sealed(const struct audit_item *item, const struct digest_draft *m, uint8_t seat,
    const struct pubkey *host, struct player_read *r, struct err *err)
{
	const struct span *sp = &item->t.sealed[seat];
	const struct det_age at = { m->t->s, m->d->game, m->d->n, m->d->names.seat[seat],
		m->t->pub[seat].box_pk };
	struct buf file = BUF_INIT;
	bool is_exact = false;
	int result = age_dearmor(r->tr.text.p + sp->at, sp->n, &file, err);

	if (result == 0 &&
	    memcmp(view_hash(file.p, file.n).b, r->d.view_hash[seat], HASH_BYTES) != 0)
		result = err_set(err, ERR_AUTH, "it is not the one that the digest names");
	if (result == 0)
		result = det_age_decrypt(
		    &at, file.p, file.n, DIGEST_MAX, &r->plain, &is_exact, err);
	if (result == 0 && !is_exact)
		result = err_set(err, ERR_AUTH, "it is not sealed by the host's secret");
	if (result == 0)
		result = player_view_verify(r, host, seat, err);
	buf_release(&file);
	if (result < 0)
		return -1;
	return private_view_is_filled(r->plain.p, &r->sp) ?
	    0 :
	    err_set(
		err, ERR_AUTH, "it is not filled up with line ends to a multiple of %d", VIEW_UNIT);
}

void
audit_check_views(
    struct audit_context *w, const struct digest_draft *m, const struct digest_parts *s)
{
	struct audit_item *item = &w->item[m->d->n];
	struct player_read *r = mem_new(sizeof *r);
	struct buf view = BUF_INIT;
	struct err err = ERR_INIT;
	bool is_read = has_sealed(item) && start_read(w, item, r, &err) == 0;

	for (uint8_t i = 0; is_read && i < m->d->names.n; i++) {
		const char *name = m->d->names.seat[i];
		size_t room;

		if (item->t.sealed[i].n == 0)
			continue;
		buf_wipe(&r->plain);
		buf_wipe(&view);
		room = digest_view(m, s, i, &view);
		memcpy(r->v.seat, name, sizeof r->v.seat);
		err = (struct err)ERR_INIT;
		if (open_sealed(item, m, i, &w->tr.host, r, &err) < 0)
			audit_note(
			    w, item->n, AUDIT_VIEW, AUDIT_FAIL, "that of %s: %s", name, err.msg);
		else if (compare(w, item, r, &view, true))
			item->checked |= (uint16_t)SEEN_BY(i);
		if (r->plain.n > 0 && r->plain.n != room)
			audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL,
			    "that of %s has another length than what is public gives it", name);
	}
	buf_wipe(&view);
	if (is_read)
		end_read(r);
	else
		free(r);
}

/* ---- views in clear -------------------------------------------------------------------------- */

/* Checks a view in clear: a failure if the host signed it for this digest and it is false. */
static void
check_shown(struct audit_context *w, struct audit_item *item, struct span shown)
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
	else if (r->unproven > 0)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PENDING,
		    "that of %s: the digest that dealt is not here", r->v.seat);
	else
		item->checked |= (uint16_t)SEEN_BY(seat);
	end_read(r);
}

void
audit_view(struct audit_context *w, struct audit_item *item, bool exact)
{
	const struct names *names = &item->d->names;
	struct buf whose = BUF_INIT;
	const bool is_sealed = w->me != NULL && item->d->dealing != DIGEST_DEALING_OPEN &&
	    has_sealed(item);

	w->out->is_dealt = w->out->is_dealt || item->d->dealing != DIGEST_DEALING_OPEN;
	if (is_sealed && !(exact && w->secret_holds))
		check_own(w, item, exact);
	else if (is_sealed && !w->out->opened)
		try_own(w, item);
	for (size_t i = 0; i < item->n_shown; i++)
		check_shown(w, item, item->shown[i]);
	for (unsigned i = 0; i < names->n; i++)
		if ((item->checked & SEEN_BY(i)) != 0)
			buf_fmt(&whose, "%s%s", whose.n > 0 ? ", " : "", names->seat[i]);
	if (whose.n > 0)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PASS, "%s", whose.p);
	buf_release(&whose);
}
