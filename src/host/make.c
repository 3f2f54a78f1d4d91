/*
 * Making a digest: the public part, a private view for every seat, the host's own box, signatures.
 *
 * (M1) all views of a digest have one length, which depends on public facts alone
 * (M2) everything random in the age files comes from the host's secret and the plaintext, so that
 *      the same transcript gives the same bytes, and no two plaintexts share a key
 */

#include "host/keys.h"
#include "record/transcript.h"
#include "audit/replay.h"
#include "seal/age.h"
#include "util/mem.h"

enum { KEEP_UNIT = 1024 };

/* 32 bytes that nobody else can know, different for every plaintext. */
static struct hash
seal_seed(const struct table *t, int64_t n, const char *seat, const struct buf *plain)
{
	unsigned char n_le[8];
	const struct part part[] = {
		{ t->s, SECRET_BYTES },
		{ t->game, strlen(t->game) },
		{ n_le, sizeof n_le },
		{ seat, strlen(seat) },
		{ plain->p, plain->n },
	};

	for (unsigned i = 0; i < 8; i++)
		n_le[i] = (unsigned char)((uint64_t)n >> (8 * i) & 0xff);
	return hash_of("adit/seal", part, sizeof part / sizeof part[0]);
}

static int
seal_to(const struct table *t, int64_t n, const char *seat, const struct pubkey *card,
    const struct buf *plain, struct buf *out, struct err *err)
{
	struct hash seed = seal_seed(t, n, seat, plain);
	int result = age_encrypt(card->box_pk, seed.b, plain->p, plain->n, false, out, err);

	seal_wipe(&seed, sizeof seed);
	return result;
}

/* The host's own box: what `adit rebuild` needs, as base64 of an age file. */
static int
make_keep(
    const struct table *t, int64_t n, const struct cause *cause, struct buf *out, struct err *err)
{
	struct buf plain = BUF_INIT, file = BUF_INIT;
	int result;

	buf_need(&plain, cause->keep_n + KEEP_UNIT);
	buf_add(&plain, cause->keep, cause->keep_n);
	buf_fill(&plain, '\n', (KEEP_UNIT - plain.n % KEEP_UNIT) % KEEP_UNIT);
	result = seal_to(t, n, "", &t->host, &plain, &file, err);
	if (result == 0)
		seal_base64((const unsigned char *)file.p, file.n, out);
	buf_release(&file);
	buf_wipe(&plain);
	return result;
}

static void
sign_into(
    const struct secret *host, const char *s, size_t n, const char *comment, struct buf *sig64)
{
	struct minisig sig;

	minisign_sign(host, s, n, comment, &sig);
	seal_base64(sig.b, sizeof sig.b, sig64);
}

/* In which digest did the seat look at each goal it has seen? */
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

/* The text of one seat's view up to its signature. */
static void
view_text(const struct table *t, const struct host_state *hs, const struct digest *d,
    const struct events *ev, const struct cause *cause, uint8_t seat, struct order *legal,
    struct buf *out)
{
	struct viewtext v = { .n = d->n };
	struct viewtext_news news = { .ev = ev, .waiting = cause->waiting[seat], .legal = legal };
	int64_t seen_n[SEEN_MAX];

	memcpy(v.game, d->game, sizeof v.game);
	memcpy(v.prev, d->prev, sizeof v.prev);
	memcpy(v.seat, d->names.seat[seat], sizeof v.seat);
	pubkey_box_text(&t->pub[seat], v.to);
	v.seq = hs->seq_turn[seat] == hs->g.turn ? hs->seq[seat] + 1 : 1;
	v.seq_any = hs->seq_any[seat] + 1;
	game_view(&hs->g, seat, &v.view);
	seen_when(hs, seat, seen_n);
	news.seen_n = seen_n;
	news.notes[0] = cause->own_note[seat];
	if (cause->open != NULL)
		news.open = &cause->open[seat];
	if (hs->g.to_move == seat)
		news.n_legal = game_legal(&hs->g, legal, LEGAL_MAX);
	buf_need(out, 16384);
	viewtext_text(&v, &d->names, &d->pub, &news, out);
	seal_wipe(&v, sizeof v);
	seal_wipe(legal, news.n_legal * sizeof *legal);
}

static void
sign_view(const struct secret *host, const struct digest *d, uint8_t seat, struct buf *out)
{
	struct buf comment = BUF_INIT, sig64 = BUF_INIT;

	viewtext_comment(d->game, d->n, d->names.seat[seat], &comment);
	sign_into(host, out->p, out->n, comment.p, &sig64);
	digest_sig_text(sig64.p, out);
	buf_release(&sig64);
	buf_release(&comment);
}

/* Somebody who audits can read the views of one key, and wants to know what they must say. */
static void
tell_view(const struct table *t, const struct host_state *hs, const struct digest *d,
    const struct events *ev, const struct cause *cause)
{
	const struct replay *r = t->replay;

	if (r == NULL || r->reader == NULL || d->dealing == DEALING_OPEN)
		return;
	for (uint8_t i = 0; i < d->names.n; i++) {
		struct order *legal;
		struct buf text = BUF_INIT;

		if (memcmp(t->pub[i].box_pk, r->reader->box_pk, BOX_PK_BYTES) != 0)
			continue;
		legal = mem_new(LEGAL_MAX * sizeof *legal);
		view_text(t, hs, d, ev, cause, i, legal, &text);
		r->view(r->arg, d->n, i, &text);
		buf_wipe(&text);
		free(legal);
	}
}

/* Who can know how much is public. */
static unsigned
most_openings(const struct cause *cause, unsigned n_seats)
{
	unsigned most = 0;

	for (unsigned i = 0; i < n_seats && cause->open != NULL; i++)
		if (cause->open[i].most > most)
			most = cause->open[i].most;
	return most;
}

/* All views, padded to one length and sealed; hashes into d. */
static int
make_views(const struct table *t, const struct secret *host, const struct host_state *hs,
    struct digest *d, const struct events *ev, const struct cause *cause, struct buf *file,
    struct err *err)
{
	struct buf plain[SEATS_MAX] = { BUF_INIT };
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	size_t room = viewtext_room(&d->pub, &d->names, most_openings(cause, d->names.n));
	int result = 0;

	for (uint8_t i = 0; i < d->names.n; i++) {
		view_text(t, hs, d, ev, cause, i, legal, &plain[i]);
		sign_view(host, d, i, &plain[i]);
		while (plain[i].n > room)
			room += VIEW_UNIT;
	}
	for (unsigned i = 0; i < d->names.n && result == 0; i++) {
		buf_grow_secret(&plain[i], room - plain[i].n);
		buf_fill(&plain[i], '\n', room - plain[i].n);
		result = seal_to(t, d->n, d->names.seat[i], &t->pub[i], &plain[i], &file[i], err);
		if (result == 0) {
			struct hash h = view_hash(file[i].p, file[i].n);

			memcpy(d->view_hash[i], h.b, HASH_BYTES);
		}
	}
	for (unsigned i = 0; i < d->names.n; i++)
		buf_wipe(&plain[i]);
	free(legal);
	return result;
}

/* Who sits where, and what everybody has given to the deal. */
static void
fill_seats(const struct table *t, const struct host_state *hs, struct digest *d)
{
	for (unsigned i = 0; i < t->names.n; i++) {
		const struct share *s = &hs->share[i];

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

void
digest_fill(const struct table *t, const struct host_state *hs, const struct cause *cause,
    int64_t now, struct digest *d)
{
	memset(d, 0, sizeof *d);
	memcpy(d->game, t->game, sizeof d->game);
	d->n = hs->n + 1;
	memcpy(d->prev, hs->head, HASH_BYTES);
	d->time = now;
	d->limit_s = t->limit_s;
	d->due = t->limit_s < 0 || hs->g.to_move == SEAT_NONE ? -1 : now + t->limit_s;
	d->dealing = DEALING_TRUSTED;
	if (t->audited)
		d->dealing = hs->g.phase == PHASE_SETUP ? DEALING_OPEN : DEALING_AUDITED;
	d->attempt = hs->attempt;
	d->host_seat = t->host_seat;
	d->has_order = cause->has_order;
	memcpy(d->order, cause->order.b, HASH_BYTES);
	d->names = t->names;
	d->pub = (struct view){ .seat = SEAT_NONE, .known = hs->g };
	if (hs->g.phase != PHASE_SETUP)
		game_view(&hs->g, SEAT_NONE, &d->pub);
	pubkey_sign_text(&t->host, d->host_sign);
	pubkey_box_text(&t->host, d->host_age);
	d->has_seats = d->dealing == DEALING_OPEN || cause->deals;
	if (d->n == 0) {
		struct hash c = derive_host_commit(t->game, t->s);

		memcpy(d->commit, c.b, HASH_BYTES);
	}
	if (d->n == 0 || d->has_seats)
		fill_seats(t, hs, d);
}

/* Whoever does not know the host's secret takes from the digest what follows from it: the commitment of
 * digest 0, and three sections.  They are checked by themselves. */
enum { TAKEN = 3 };

static int
take_secrets(const struct transcript *tr, struct digest *d, struct buf taken[static TAKEN],
    struct digest_news *news, struct err *err)
{
	const struct digest_text *t = transcript_at(tr, d->n);
	const struct span from[TAKEN] = { t->keys, t->leaves, t->reveal };
	const char **to[TAKEN] = { &news->keys, &news->leaves, &news->reveal };
	struct digest *given;
	int result;

	for (unsigned i = 0; i < TAKEN; i++) {
		transcript_section(tr, from[i], &taken[i]);
		*to[i] = taken[i].n > 0 ? taken[i].p : NULL;
	}
	if (d->n > 0)
		return 0;
	given = mem_new(sizeof *given);
	result = transcript_parse(tr, 0, given, err);
	if (result == 0)
		memcpy(d->commit, given->commit, sizeof d->commit);
	free(given);
	return result;
}

int
digest_make(const struct table *t, const struct secret *host, struct host_state *hs,
    const struct events *ev, const struct cause *cause, int64_t now, struct digest *d,
    struct buf *out, struct err *err)
{
	struct buf file[SEATS_MAX] = { BUF_INIT };
	struct buf new_keys = BUF_INIT, pending = BUF_INIT, keep = BUF_INIT, body = BUF_INIT,
		   sig64 = BUF_INIT;
	struct buf comment = BUF_INIT, armor = BUF_INIT, taken[TAKEN] = { BUF_INIT };
	struct digest_news news = { .ev = ev,
		.said_by = cause->said_by,
		.said = cause->said,
		.note = cause->note,
		.act = cause->act,
		.keys = cause->keys,
		.leaves = cause->leaves,
		.reveal = cause->reveal };
	int result = -1;

	digest_fill(t, hs, cause, now, d);
	tell_view(t, hs, d, ev, cause);
	if (host == NULL && d->n >= t->replay->tr->n)
		t->replay->is_short = true;
	if (host == NULL && transcript_views(t->replay->tr, d, err) < 0)
		goto out;
	if (host != NULL && d->dealing != DEALING_OPEN &&
	    make_views(t, host, hs, d, ev, cause, file, err) < 0)
		goto out;
	if (t->replay != NULL && t->replay->outside)
		transcript_keep(t->replay->tr, d->n, &keep);
	else if (make_keep(t, d->n, cause, &keep, err) < 0)
		goto out;
	if (t->replay != NULL && t->replay->keys != NULL &&
	    take_secrets(t->replay->tr, d, taken, &news, err) < 0)
		goto out;
	news.keep = buf_cstr(&keep);
	keys_text(t, hs, cause->new_keys ? cause->new_keys_of : SEAT_NONE, &new_keys, &pending);
	news.new_keys = new_keys.p;
	news.pending = pending.p;
	digest_body_text(d, &news, &body);
	digest_views_text(d, &body);
	hs->n = d->n;
	if (t->replay != NULL)
		replay_note(t->replay, hs);
	memcpy(hs->head, digest_hash(body.p, body.n).b, HASH_BYTES);
	buf_add(out, body.p, body.n);
	result = 0;
	if (host == NULL && t->replay->outside) {
		seal_base64(transcript_at(t->replay->tr, d->n)->sig, MINISIGN_BYTES, &sig64);
		digest_sig_text(sig64.p, out);
	} else if (host == NULL) {
		transcript_rest(t->replay->tr, d->n, out);
	}
	if (host == NULL)
		goto out;
	digest_comment(d->game, d->n, &comment);
	sign_into(host, body.p, body.n, comment.p, &sig64);
	digest_sig_text(sig64.p, out);
	digest_head_text(hs->head, out);
	for (unsigned i = 0; i < d->names.n && d->dealing != DEALING_OPEN; i++) {
		buf_clear(&armor);
		age_armor((const unsigned char *)file[i].p, file[i].n, &armor);
		digest_for_text(d->names.seat[i], armor.p, armor.n, out);
	}
out:
	for (unsigned i = 0; i < d->names.n; i++)
		buf_release(&file[i]);
	buf_release(&armor);
	buf_release(&comment);
	buf_release(&sig64);
	buf_release(&body);
	buf_release(&keep);
	buf_release(&new_keys);
	buf_release(&pending);
	for (unsigned i = 0; i < TAKEN; i++)
		buf_release(&taken[i]);
	return result;
}
