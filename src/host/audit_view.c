/* The private views of one seat, and views that somebody shows as a proof. */

#include <stdlib.h>

#include "host/audit_own.h"
#include "text/lines.h"
#include "text/position.h"
#include "util/mem.h"

/* Does the view show what the seat may know of the game, no more and no less? */
static bool
shows(const struct view *v, const struct names *names, const struct game *g)
{
	struct view *own = mem_new(sizeof *own);
	bool same;

	game_view(g, v->seat, own);
	same = position_same(v, own, names);
	seal_wipe(own, sizeof *own);
	free(own);
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
start_read(const struct audit_work *w, const struct audit_item *item, struct player_read *r, struct err *err)
{
	memset(r, 0, sizeof *r);
	r->t = item->t;
	r->text = w->text;
	r->leaves = w->leaves;
	r->first_n = item->n;
	return digest_parse(w->text.p, &item->t, &r->d, err);
}

static void
end_read(struct player_read *r)
{
	buf_wipe(&r->plain);
	seal_wipe(r, sizeof *r);
	free(r);
}

static void
check_own(struct audit_work *w, const struct audit_item *item, const struct game *g)
{
	struct player_read *r = mem_new(sizeof *r);
	struct err err = ERR_INIT;

	if (start_read(w, item, r, &err) < 0 || player_open(r, &w->host, w->me, w->my_seat, &err) < 0) {
		if (err.code != ERR_NOT_FOUND)
			audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL, "%s", err.msg);
		end_read(r);
		return;
	}
	w->my_seat = r->seat;
	if (g != NULL && !shows(&r->v.view, &r->d.names, g))
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL,
		    "the private view of %s shows something else than there is", r->v.seat);
	else if (r->unproven > 0 || g == NULL)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PENDING, "%s",
		    r->unproven > 0 ? "the digest that dealt is not here" :
				      "opened and genuine; the rest when more is revealed");
	else
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PASS, NULL);
	end_read(r);
}

/* A view in clear: signed by the host for this digest, and not true. */
static void
check_shown(struct audit_work *w, const struct audit_item *item, size_t at)
{
	struct player_read *r = mem_new(sizeof *r);
	struct buf comment = BUF_INIT;
	struct minisig sig;
	struct err err = ERR_INIT;
	int result = start_read(w, item, r, &err);

	buf_add(&r->plain, w->text.p + at, item->t.whole.at + item->t.whole.n - at);
	if (result == 0)
		result = viewtext_split(r->plain.p, r->plain.n, &r->sp, &err);
	if (result == 0)
		result = viewtext_parse(r->plain.p, &r->sp, &r->d, &r->v, &err);
	if (result == 0) {
		r->seat = r->v.view.seat;
		memcpy(sig.b, r->sp.sig, sizeof sig.b);
		viewtext_comment(item->d->game, item->n, r->v.seat, &comment);
		result = minisign_verify(
		    &w->host, r->plain.p, r->sp.signed_part.n, comment.p, &sig, &err);
	}
	if (result < 0)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_PENDING,
		    "a private view that proves nothing: %s", err.msg);
	else if (openings_check(r, &err) < 0)
		audit_note(w, item->n, AUDIT_VIEW, AUDIT_FAIL, "%s", err.msg);
	else
		audit_note(w, item->n, AUDIT_VIEW, r->unproven > 0 ? AUDIT_PENDING : AUDIT_PASS,
		    r->unproven > 0 ? "the digest that dealt is not here" : NULL);
	buf_release(&comment);
	end_read(r);
}

void
audit_view(struct audit_work *w, const struct audit_item *item, const struct game *g)
{
	size_t behind = item->t.signed_part.at + item->t.signed_part.n;
	size_t end = item->t.whole.at + item->t.whole.n, shown;

	for (unsigned i = 0; i < SEATS_MAX; i++)
		if (item->t.sealed[i].at + item->t.sealed[i].n > behind)
			behind = item->t.sealed[i].at + item->t.sealed[i].n;
	shown = lines_find(w->text.p, end, behind, "adit-view v1");

	if (w->me != NULL && item->d->dealing != DEALING_OPEN && has_sealed(item))
		check_own(w, item, g);
	if (shown < end)
		check_shown(w, item, shown);
}
