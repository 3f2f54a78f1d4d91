/*
 * Makes a digest: the public part, a private view for every seat, the host's own box, signatures.
 *
 * (M1) The length of a view follows from public facts. All boxes of the host have the same length.
 * (M2) The age files have no other randomness (seal/det_age.h): the same transcript gives the same
 *      bytes.
 * (M3) Drawings are made from public views, both of the board before and of that after.
 */

#include "host/digest_backend.h"
#include "host/keys.h"
#include "record/digest_sig.h"
#include "record/transcript.h"
#include "seal/age.h"
#include "seal/det_age.h"
#include "util/mem.h"
#include "wire/report.h"

/* The heading, the longest order, "sig: " and the signature. */
enum { KEEP_ROOM = sizeof DIGEST_KEEP_HEADING + ORDER_BLOCK_CANON_MAX + 5 + MINISIGN_TEXT + 1 };

static int
seal_to(const struct table *t, int64_t n, const char *seat, const struct pubkey *card,
    const struct buf *plain, struct buf *out, struct err *err)
{
	const struct det_age at = { t->s, t->game, n, seat, card->box_pk };

	return det_age_encrypt(&at, plain->p, plain->n, out, err);
}

/* Makes the host's own box: what `adit rebuild` needs, as base64 of an age file. */
int
digest_backend_box(
    struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s, struct err *err)
{
	const struct digest_cause *cause = m->cause;
	struct buf plain = BUF_INIT, file = BUF_INIT;
	int result;

	(void)p;
	if (cause->keep_n > KEEP_ROOM)
		BUG("more to keep than an order");
	buf_reserve(&plain, KEEP_ROOM);
	buf_add(&plain, cause->keep, cause->keep_n);
	buf_fill(&plain, '\n', KEEP_ROOM - plain.n);
	result = seal_to(m->t, m->d->n, "", &m->t->host, &plain, &file, err);
	if (result == 0)
		seal_base64((const unsigned char *)file.p, file.n, &s->keep);
	buf_release(&file);
	buf_wipe(&plain);
	return result;
}

static void
sign_into(
    const struct seckey *host, const char *s, size_t n, const char *comment, struct buf *sig64)
{
	struct minisign_sig sig;

	minisign_sign(host, s, n, comment, &sig);
	seal_base64(sig.b, sizeof sig.b, sig64);
}

/* Returns for each goal seen the digest in which the seat looked at it. */
static void
seen_when(const struct host_state *hs, uint8_t seat, int64_t n[static SEEN_MAX])
{
	const struct seat *s = &hs->g.seat[seat];

	for (unsigned i = 0; i < SEEN_MAX; i++)
		n[i] = -1;
	for (unsigned i = 0; i < s->n_seen; i++)
		for (unsigned k = 0; k < hs->n_peek; k++)
			if (hs->peek[k].seat == seat && hs->peek[k].x == s->seen[i].x &&
			    hs->peek[k].y == s->seen[i].y)
				n[i] = hs->peek[k].n;
}

/* Orders that are played again may have any seq, which need not have one after it. */
static int64_t
seq_after(int64_t used)
{
	return (int64_t)((uint64_t)used + 1);
}

/* Appends one seat's view without its signature. */
static void
view_text(const struct digest_draft *m, uint8_t seat, enum private_view_omitted left_out,
    struct json_t *position, struct buf *out)
{
	const struct digest *d = m->d;
	const struct host_state *hs = m->hs;
	const struct digest_cause *cause = m->cause;
	struct private_view v = { .n = d->n };
	struct private_view_content news = {
		.ev = m->ev, .left_out = left_out, .position = position
	};
	int64_t seen_n[SEEN_MAX];

	memcpy(v.game, d->game, sizeof v.game);
	memcpy(v.prev, d->prev, sizeof v.prev);
	memcpy(v.seat, d->names.seat[seat], sizeof v.seat);
	pubkey_box_text(&m->t->pub[seat], v.to);
	v.seq = hs->seq_turn[seat] == hs->g.turn ? seq_after(hs->seq[seat]) : 1;
	v.seq_any = seq_after(hs->seq_any[seat]);
	v.seq_open = seq_after(hs->seq_open[seat]);
	v.has_queued_next = ((unsigned)hs->queued_next >> seat & 1u) != 0;
	memcpy(v.queued_next, cause->queued_next[seat].b, sizeof v.queued_next);
	v.has_queued_every = ((unsigned)hs->queued_every >> seat & 1u) != 0;
	memcpy(v.queued_every, cause->queued_every[seat].b, sizeof v.queued_every);
	game_view(&hs->g, seat, &v.view);
	seen_when(hs, seat, seen_n);
	news.seen_n = seen_n;
	if (cause->own_note[seat] != NOTE_NONE)
		note_add(&news.notes, (struct note){ .kind = cause->own_note[seat] });
	if (cause->open != NULL)
		news.open = &cause->open[seat];
	v.holds = undo_request_blocks_play(&d->undo_request);
	buf_reserve(out, 16384);
	private_view_text(&v, &d->names, &d->pub, &news, out);
	seal_wipe(&v, sizeof v);
}

static void
sign_view(const struct seckey *host, const struct digest *d, uint8_t seat, struct buf *out)
{
	struct buf comment = BUF_INIT, sig64 = BUF_INIT;

	private_view_comment(d->game, d->n, d->names.seat[seat], &comment);
	sign_into(host, out->p, out->n, comment.p, &sig64);
	digest_sig_text(sig64.p, out);
	buf_release(&sig64);
	buf_release(&comment);
}

static size_t
room_of(const struct digest_draft *m, uint8_t seat)
{
	const struct private_view_public p = { .d = m->d,
		.seat = seat,
		.roles = m->hs->g.seat[seat].knows,
		.ev = m->ev,
		.open = m->cause->open != NULL ? m->cause->open[seat].most : NULL };

	return private_view_max_len(&p);
}

/* Appends one seat's view, signed (host NULL: only its text) and padded to its length, which
 * follows from public facts. Omits what does not fit. Returns that length. */
static size_t
make_view(const struct digest_draft *m, const struct seckey *host, uint8_t seat,
    struct json_t *position, struct buf *out)
{
	size_t room = room_of(m, seat);

	for (enum private_view_omitted left_out = VIEW_WHOLE; left_out <= VIEW_NOTES; left_out++) {
		buf_clear(out);
		view_text(m, seat, left_out, position, out);
		if (out->n + DIGEST_SIG_TEXT <= room)
			break;
	}
	if (host == NULL)
		return room;
	sign_view(host, m->d, seat, out);
	if (out->n > room)
		BUG("a private view is longer than any can be");
	buf_grow_secret(out, room - out->n);
	buf_fill(out, '\n', room - out->n);
	return room;
}

size_t
digest_view(
    const struct digest_draft *m, const struct digest_parts *s, uint8_t seat, struct buf *out)
{
	return make_view(m, NULL, seat, s->position, out);
}

/* Makes and encrypts all views, and sets their hashes in m->d. */
int
digest_backend_views(
    struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s, struct err *err)
{
	struct digest *d = m->d;
	int result = 0;

	if (d->dealing == DIGEST_DEALING_OPEN)
		return 0;
	for (uint8_t i = 0; i < d->names.n && result == 0; i++) {
		struct buf plain = BUF_INIT;

		(void)make_view(m, p->key, i, s->position, &plain);
		result = seal_to(
		    m->t, d->n, d->names.seat[i], &m->t->pub[i], &plain, &s->sealed[i], err);
		if (result == 0) {
			struct hash h = view_hash(s->sealed[i].p, s->sealed[i].n);

			memcpy(d->view_hash[i], h.b, HASH_BYTES);
		}
		buf_wipe(&plain);
	}
	return result;
}

/* Sets the keys of the seats and their contributions to the joint deal. */
static void
fill_seats(const struct table *t, const struct host_state *hs, struct digest *d)
{
	for (unsigned i = 0; i < t->names.n; i++) {
		const struct table_share *s = &hs->share[i];

		if (((unsigned)t->seated >> i & 1u) != 0) {
			pubkey_sign_text(&t->pub[i], d->seat_sign[i]);
			pubkey_box_text(&t->pub[i], d->seat_age[i]);
		}
		d->has_commit[i] = s->joined != 0;
		memcpy(d->seat_commit[i], s->commit, sizeof s->commit);
		d->has_reveal[i] = s->confirmed != 0;
		memcpy(d->seat_reveal[i], s->r, sizeof s->r);
	}
}

/* Sets the keys that are new or not confirmed. */
static void
fill_new_keys(const struct digest_draft *m, struct digest *d)
{
	const struct note *rotated = note_find(&m->cause->notes, NOTE_ROTATED);
	const struct note *seated = note_find(&m->cause->notes, NOTE_SEATED);

	for (uint8_t i = 0; i < m->t->names.n; i++) {
		const struct replaced *re = &m->hs->replaced[i];
		struct new_key *key = &d->new_keys.of[i];

		key->is_new = re->n > 0 || (rotated != NULL && rotated->seat == i) ||
		    (seated != NULL && seated->seat == i);
		if (!key->is_new)
			continue;
		pubkey_sign_text(&m->t->pub[i], key->sign);
		pubkey_box_text(&m->t->pub[i], key->age);
		key->n = re->n;
		key->yes = re->yes;
		key->no = re->no;
	}
}

/* Sets the deadline, missed turns and absences. */
static void
fill_clock(const struct digest_draft *m, struct digest *d)
{
	const struct time_control *c = &m->t->clock;
	const struct game *g = &m->hs->g;
	bool runs = c->limit_s >= 0 && g->to_move != SEAT_NONE &&
	    !undo_request_blocks_play(&d->undo_request);

	d->clock = *c;
	d->people = m->hs->people;
	if (!runs)
		d->people.began = -1;
	d->due = runs ? time_control_due(c, &d->people, g->to_move) : -1;
	d->has_people = time_control_has_people(c) || people_vote(&d->people);
}

/* Sets the public part of the digest except the hashes of the views. */
static void
digest_fill(const struct digest_draft *m)
{
	const struct table *t = m->t;
	const struct host_state *hs = m->hs;
	struct digest *d = m->d;

	memset(d, 0, sizeof *d);
	memcpy(d->game, t->game, sizeof d->game);
	d->n = hs->n + 1;
	memcpy(d->prev, hs->head, HASH_BYTES);
	d->time = m->now;
	if (hs->undo_request.is == UNDO_REQUEST_OPEN || hs->undo_request_end == d->n)
		d->undo_request = hs->undo_request;
	fill_clock(m, d);
	d->dealing = DIGEST_DEALING_TRUSTED;
	if (t->audited)
		d->dealing = hs->g.phase == PHASE_SETUP ? DIGEST_DEALING_OPEN :
							  DIGEST_DEALING_AUDITED;
	d->attempt = hs->attempt;
	d->host_seat = t->host_seat;
	d->custody = hs->custody;
	d->bots = hs->bots;
	d->has_order = m->cause->has_order;
	memcpy(d->order, m->cause->order.b, HASH_BYTES);
	d->text = DIGEST_WORDING;
	fill_new_keys(m, d);
	d->names = t->names;
	d->pub = (struct view){ .seat = SEAT_NONE, .known = hs->g };
	if (hs->g.phase != PHASE_SETUP)
		game_view(&hs->g, SEAT_NONE, &d->pub);
	pubkey_sign_text(&t->host, d->host_sign);
	pubkey_box_text(&t->host, d->host_age);
	d->has_summary = t->clock.sums_up && summary_is_due(m->ev);
	if (d->has_summary)
		d->summary = hs->summary;
	d->has_seats = d->dealing == DIGEST_DEALING_OPEN || m->cause->deals;
	if (d->n == 0) {
		struct hash c = derive_host_commit(t->game, t->s);

		memcpy(d->commit, c.b, HASH_BYTES);
	}
	if (d->n == 0 || d->has_seats)
		fill_seats(t, hs, d);
}

void
digest_backend_close(struct digest_backend *p, const struct digest_draft *m,
    const struct digest_parts *s, const struct buf *body, struct buf *out)
{
	const struct digest *d = m->d;
	const struct hash *zero = d->n > 0 ? &m->t->zero : NULL;
	struct buf comment = BUF_INIT, sig64 = BUF_INIT, armor = BUF_INIT;
	struct hash head;

	memcpy(head.b, m->hs->head, HASH_BYTES);
	digest_comment(d->game, d->n, &head, zero, &comment);
	sign_into(p->key, body->p, body->n, comment.p, &sig64);
	digest_sig_text(sig64.p, out);
	digest_head_text(head.b, zero != NULL ? zero->b : NULL, out);
	for (unsigned i = 0; i < d->names.n && d->dealing != DIGEST_DEALING_OPEN; i++) {
		buf_clear(&armor);
		age_armor((const unsigned char *)s->sealed[i].p, s->sealed[i].n, &armor);
		digest_for_text(d->names.seat[i], armor.p, armor.n, out);
	}
	buf_release(&armor);
	buf_release(&comment);
	buf_release(&sig64);
}

static void
parts_release(struct digest_parts *s)
{
	digest_position_release(s->position);
	buf_release(&s->keep);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		buf_release(&s->sealed[i]);
	for (unsigned i = 0; i < sizeof s->taken / sizeof s->taken[0]; i++)
		buf_release(&s->taken[i]);
	for (unsigned i = 0; i < sizeof s->drawn / sizeof s->drawn[0]; i++)
		buf_release(&s->drawn[i]);
}

/* (M3) */
static void
make_ended(const struct digest_draft *m, struct buf *out)
{
	struct view before;

	if (m->cause->before == NULL || m->cause->before->phase == PHASE_SETUP)
		return;
	game_view(m->cause->before, SEAT_NONE, &before);
	digest_round_end(m->d, &before, m->ev, out);
}

int
digest_make(
    struct digest_backend *p, const struct digest_draft *m, struct buf *out, struct err *err)
{
	const struct digest_cause *cause = m->cause;
	struct digest *d = m->d;
	struct digest_parts s = { .keep = BUF_INIT };
	struct buf act = BUF_INIT, ended = BUF_INIT, body = BUF_INIT;
	struct digest_content news = { .ev = m->ev,
		.notes = &cause->notes,
		.reason = cause->act != NULL ? cause->act->reason : "",
		.keys = cause->keys,
		.leaves = cause->leaves,
		.reveal = cause->reveal };
	int result = -1;

	digest_fill(m);
	make_ended(m, &ended);
	if (cause->act != NULL)
		host_action_text(cause->act, &act);
	news.act = act.p;
	news.ended = ended.p;
	news.position = s.position = digest_position(d);
	if (p->drawn != NULL)
		p->drawn(p, m, &s, &news);
	if (p->views(p, m, &s, err) < 0 || p->box(p, m, &s, err) < 0 ||
	    (p->secrets != NULL && p->secrets(p, m, &s, &news, err) < 0))
		goto out;
	news.keep = buf_cstr(&s.keep);
	digest_body_text(d, &news, &body);
	digest_views_text(d, &body);
	m->hs->n = d->n;
	memcpy(m->hs->head, digest_hash(body.p, body.n).b, HASH_BYTES);
	buf_add(out, body.p, body.n);
	p->close(p, m, &s, &body, out);
	result = 0;
out:
	parts_release(&s);
	buf_release(&body);
	buf_release(&ended);
	buf_release(&act);
	return result;
}

/* ---- callbacks that need no key ------------------------------------------------------------------- */

void
digest_backend_dice(
    struct digest_backend *p, const struct table *t, unsigned epoch, struct drbg *dice)
{
	(void)p;
	drbg_init(dice, t->master, epoch);
}

/* No order causes digest 0, so no report of it is stored. */
void
digest_backend_file(struct digest_backend *p, const struct digest_draft *m, const struct buf *text,
    struct store_digest *row)
{
	char head[HASH_TEXT + 1], order[HASH_TEXT + 1];

	(void)p;
	buf_add(&row->text, text->p, text->n);
	hash_text((const struct hash *)m->hs->head, head);
	hash_text(&m->cause->order, order);
	if (m->d->n > 0)
		report_apply_json(m->d, head, m->cause->has_order ? order : NULL, m->ev,
		    &m->cause->notes, &row->events);
}

void
digest_backend_nothing(struct digest_backend *p, const struct digest_draft *m,
    const struct buf *text, struct store_digest *row)
{
	(void)p, (void)m, (void)text, (void)row;
}
