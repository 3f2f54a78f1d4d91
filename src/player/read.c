/*
 * Reads digests for a player. A digest is trusted only after every signature, hash and link in it
 * is verified.
 *
 * (P1) Before the host's signature is verified, only the signer is parsed.
 * (P2) The verified bytes are the bytes that are parsed.
 * (P3) A private view is accepted only if the digest names the hash of its ciphertext and this key
 *      opens it. The host must have signed it for this game, digest, seat and recipient.
 */

#include "player/player.h"

#include "record/saved_digest.h"
#include "record/verifier.h"
#include "seal/age.h"
#include "wire/host_action.h"
#include "wire/standby.h"
#include "util/lines.h"
#include "util/mem.h"

enum { DIGESTS_MAX_BYTES = 256 << 20 };

void
player_read_release(struct player_read *r)
{
	transcript_release(&r->tr);
	buf_release(&r->past);
	buf_wipe(&r->plain);
	buf_wipe(&r->next_line);
	buf_wipe(&r->every_line);
	seal_wipe(&r->v, sizeof r->v);
	leaves_release(&r->leaves);
	memset(r, 0, sizeof *r);
}

/* Opens one sealed view and checks its hash. Returns 1 if opened, 0 if it is for another key, or
 * -1. */
static int
open_sealed(struct player_read *r, unsigned seat, const struct seckey *me, struct err *err)
{
	const struct span *sp = &r->t.sealed[seat];
	struct buf file = BUF_INIT;
	struct err why = ERR_INIT;
	struct hash h;
	int result = -1;

	if (age_dearmor(r->tr.text.p + sp->at, sp->n, &file, err) < 0) {
		(void)err_wrap(err, "the private view for %s", r->d.names.seat[seat]);
		(void)err_hint(err, TRANSCRIPT_AGAIN);
		goto out;
	}
	h = view_hash(file.p, file.n);
	if (!seal_equal(h.b, r->d.view_hash[seat], HASH_BYTES)) {
		(void)err_set(err, ERR_AUTH,
		    "the private view for %s is not the one digest %lld names",
		    r->d.names.seat[seat], (long long)r->d.n);
		(void)err_hint(err, TRANSCRIPT_AGAIN);
		goto out;
	}
	if (age_decrypt(me, file.p, file.n, DIGEST_MAX, &r->plain, &why) == 0)
		result = 1;
	else if (why.code == ERR_NOT_FOUND || why.code == ERR_AUTH)
		result = 0;
	else
		*err = why;
out:
	buf_release(&file);
	return result;
}

/* Sets the error for a false statement that the host has signed. */
static int
wrap_cheat(const struct player_read *r, struct err *err)
{
	(void)err_wrap(err, "the host cheats in digest %lld", (long long)r->d.n);
	err->code = ERR_AUTH;
	if (r->proof != NULL && r->proof->n == 0) {
		buf_add(r->proof, buf_cstr(&r->past), r->past.n);
		buf_add(r->proof, r->tr.text.p, r->tr.text.n);
		buf_chr(r->proof, '\n');
		if (r->is_signed)
			buf_add(r->proof, r->plain.p, strlen(buf_cstr(&r->plain)));
	}
	return err_hint(err, "adit read --proof FILE writes what proves it to anyone");
}

/* Sets the error for unknown words: they may be invented, or come from a newer version. */
static int
wrap_unknown(struct err *err)
{
	err->code = ERR_SYNTAX;
	return err_hint(err, "is it made by another version of adit?");
}

int
player_view_verify(struct player_read *r, const struct pubkey *host, uint8_t seat, struct err *err)
{
	const char *name = r->d.names.seat[seat];
	struct buf comment = BUF_INIT;
	struct minisign_sig sig;
	int result;

	if (private_view_split(r->plain.p, r->plain.n, &r->sp, err) < 0)
		return -1;
	memcpy(sig.b, r->sp.sig, sizeof sig.b);
	private_view_comment(r->d.game, r->d.n, name, &comment);
	result = minisign_verify(host, r->plain.p, r->sp.signed_part.n, comment.p, &sig, err);
	buf_release(&comment);
	if (result < 0)
		return err_wrap(err,
		    "the private view of digest %lld is not signed for it and seat %s",
		    (long long)r->d.n, name);
	r->is_signed = true;
	return 0;
}

static const char *
find_view_fault(const struct player_read *r)
{
	struct digest_events *all = mem_new(sizeof *all);
	struct err none = ERR_INIT;
	const char *fault = NULL;

	/* A digest with invalid events is refused elsewhere. */
	if (digest_parse_events(r->tr.text.p, &r->t, &r->d, all, &none) == 0)
		fault = private_view_check_events(r->plain.p, &r->sp, &r->v, &r->d, all);
	free(all);
	return fault;
}

int
player_view_check(struct player_read *r, uint8_t seat, struct err *err)
{
	const struct digest *d = &r->d;
	const char *fault;

	if (private_view_parse(r->plain.p, &r->sp, d, &r->v, err) < 0)
		return err->code == ERR_NOT_FOUND ? wrap_unknown(err) : wrap_cheat(r, err);
	r->seat = seat;
	if (strcmp(r->v.game, d->game) != 0 || r->v.n != d->n ||
	    strcmp(r->v.seat, d->names.seat[seat]) != 0 ||
	    memcmp(r->v.prev, d->prev, sizeof r->v.prev) != 0)
		fault = "the private view says that it is of another seat or digest";
	else if (player_check_openings(r, err) < 0)
		return wrap_cheat(r, err);
	else
		fault = private_view_check(&r->v, d);
	if (fault == NULL)
		fault = find_view_fault(r);
	if (fault != NULL) {
		(void)err_set(err, ERR_AUTH, "%s", fault);
		return wrap_cheat(r, err);
	}
	r->has_view = true;
	return 0;
}

/* Checks the opened view of this seat: signature, recipient and content. */
static int
check_view(struct player_read *r, uint8_t seat, const struct pubkey *host, const struct seckey *me,
    struct err *err)
{
	char to[AGE_TEXT + 1];

	if (player_view_verify(r, host, seat, err) < 0 || player_view_check(r, seat, err) < 0)
		return -1;
	pubkey_box_text(&me->pub, to);
	if (strcmp(r->v.to, to) != 0)
		return err_set(err, ERR_AUTH,
		    "the private view of digest %lld was made for another key", (long long)r->d.n);
	if (!private_view_is_filled(r->plain.p, &r->sp))
		return err_set(err, ERR_AUTH,
		    "the host cheats in digest %lld: the private view of %s is not filled up with "
		    "line ends to a multiple of %d",
		    (long long)r->d.n, r->v.seat, VIEW_UNIT);
	return 0;
}

/* True if all digests from `from` to the newest are here, and none of them gives the seat new
 * keys. */
static bool
keeps_keys(const struct player_read *r, const struct transcript_copy *from, unsigned seat)
{
	const struct transcript_copy *end = r->tr.copy + r->tr.n_copy;
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	bool queues = true;

	for (const struct transcript_copy *c = from + 1; c < end && queues; c++)
		queues = c->n <= c[-1].n + 1 && transcript_digest(&r->tr, c, d, &none) == 0 &&
		    (c->n == from->n || d->new_keys.of[seat].age[0] == '\0');
	free(d);
	return queues && end[-1].n == r->d.n;
}

/* True if a digest after `from` gives the seat new keys. */
static bool
is_replaced(const struct player_read *r, const struct transcript_copy *from, unsigned seat)
{
	const struct transcript_copy *end = r->tr.copy + r->tr.n_copy;
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	bool is = false;

	for (const struct transcript_copy *c = from; c < end && !is; c++)
		is = c->n > from->n && transcript_digest(&r->tr, c, d, &none) == 0 &&
		    d->new_keys.of[seat].age[0] != '\0';
	free(d);
	return is;
}

/* Searches an older digest that opens with this key. If no digest has replaced the key since, the
 * host cheats. Else sets the hint that it was replaced, or that this copy lacks the view. */
static void
explain_replaced_key(const struct player_read *r, const struct seckey *me, struct err *err)
{
	for (size_t c = r->tr.n_copy; c-- > 0;) {
		const struct transcript_copy *copy = &r->tr.copy[c];

		for (unsigned i = 0; i < r->d.names.n; i++) {
			const struct span *sp = &copy->t.sealed[i];
			struct buf plain = BUF_INIT;
			struct err none = ERR_INIT;
			bool opens = sp->n > 0 &&
			    age_decrypt(
				me, r->tr.text.p + sp->at, sp->n, DIGEST_MAX, &plain, &none) == 0;

			buf_wipe(&plain);
			if (!opens)
				continue;
			if (r->t.sealed[i].n > 0 && keeps_keys(r, copy, i))
				(void)err_set(err, ERR_AUTH,
				    "the host cheats in digest %lld: the private view of %s does "
				    "not "
				    "open with their key, which opens that of digest %lld",
				    (long long)r->d.n, r->d.names.seat[i], (long long)copy->n);
			else if (r->t.sealed[i].n == 0 && !is_replaced(r, copy, i))
				(void)err_hint(err,
				    "this copy has no private view of seat %s: read one that has "
				    "it",
				    r->d.names.seat[i]);
			else
				(void)err_hint(err,
				    "seat %s had it up to digest %lld; then it was replaced",
				    r->d.names.seat[i], (long long)copy->n);
			return;
		}
	}
}

/* True if this person waits for a seat. */
static bool
waits_for_seat(const struct player_read *r, const struct pubkey *me)
{
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];

	pubkey_sign_text(me, sign);
	pubkey_box_text(me, age);
	return standby_find(&r->d.people, sign, age) >= 0;
}

int
player_open(struct player_read *r, const struct pubkey *host, const struct seckey *me,
    uint8_t first, struct err *err)
{
	unsigned sealed = 0;

	if (seckey_unlock(me, SECRET_BOX, err) < 0)
		return -1;
	for (unsigned k = 0; k < r->d.names.n; k++) {
		uint8_t i = (uint8_t)((first + k) % r->d.names.n);
		int opened;

		if (r->t.sealed[i].n == 0)
			continue;
		sealed++;
		opened = open_sealed(r, i, me, err);
		if (opened < 0)
			return -1;
		if (opened > 0)
			return check_view(r, i, host, me, err);
	}
	if (sealed == 0)
		return err_set(
		    err, ERR_NOT_FOUND, "digest %lld carries no private view", (long long)r->d.n);
	if (waits_for_seat(r, &me->pub)) {
		(void)err_set(err, ERR_NOT_FOUND,
		    "you wait for a seat: digest %lld has no private view for you",
		    (long long)r->d.n);
		return err_hint(err, "adit read --public shows what everybody sees");
	}
	(void)err_set(err, ERR_NOT_FOUND, "no private view of digest %lld opens with this key",
	    (long long)r->d.n);
	if (sealed < r->d.names.n)
		(void)err_hint(
		    err, "give the key of your seat with -k, or read a copy that has its view");
	else
		(void)err_hint(err, "give the key of your seat with -k");
	explain_replaced_key(r, me, err);
	return -1;
}

bool
player_decrypt_view(
    struct player_read *r, const struct pubkey *host, const struct seckey *me, uint8_t seat)
{
	struct err none = ERR_INIT;

	r->seat = seat;
	r->has_view = r->t.sealed[seat].n > 0 && open_sealed(r, seat, me, &none) > 0 &&
	    player_view_verify(r, host, seat, &none) == 0 &&
	    private_view_parse(r->plain.p, &r->sp, &r->d, &r->v, &none) == 0 &&
	    transcript_check_printable(r->plain.p, &r->sp.signed_part, r->d.n, &none) == 0;
	return r->has_view;
}

/* Reads the leaves of a digest. A leaf may be committed to again only after a reshuffle. */
static int
read_leaves(struct player_read *r, const struct digest_layout *t, int64_t n, struct err *err)
{
	struct leaves own = { .n = 0 };
	struct host_action act;
	int result = deal_leaves_parse(r->tr.text.p, t->leaves, n, &own, err);
	int found = result == 0 && own.n > 0 ? host_action_find(r->tr.text.p, t, &act, err) : 0;
	bool again = found > 0 && act.kind == HOST_ACTION_UNDO && act.epoch > 0;

	if (found < 0)
		result = -1;
	for (size_t i = 0; i < own.n && result == 0; i++) {
		const struct leaf *l = &own.at[i],
				  *before = leaves_find(&r->leaves, n, l->round, l->pile, l->index);
		const struct leaf *older = leaves_newest(
		    &r->leaves, n - 1, l->round, l->pile, l->index);

		if (older != NULL && !again)
			result = err_set(err, ERR_AUTH,
			    "the host cheats: it commits to %s %u of round %u again, "
			    "though nothing was taken back",
			    pile_name((enum pile)l->pile), l->index, l->round);
		else if (before == NULL)
			leaves_add(&r->leaves, l);
		else if (memcmp(before->hash, l->hash, sizeof l->hash) != 0)
			result = err_set(err, ERR_AUTH,
			    "another leaf %s %u of round %u than was read before",
			    pile_name((enum pile)l->pile), l->index, l->round);
	}
	leaves_release(&own);
	return result < 0 ? err_wrap(err, "digest %lld", (long long)n) : 0;
}

static const struct fault_words words[FAULTS] = {
	[FAULT_HOST] = { ERR_SYNTAX, "digest {n} names no usable host key", TRANSCRIPT_AGAIN },
	[FAULT_GAME] = { ERR_SYNTAX, "digests of two games, {game} and {other}, in one reading",
	    "give the digests, or the letter, of one" },
	[FAULT_WANT] = { ERR_AUTH,
	    "digest {n} of game {game} is signed by another key than the host's",
	    "it is not from your host; ask the host in another way" },
	[FAULT_KEY] = { ERR_AUTH, "digest {n} is signed by another key than digest {last}", NULL },
	[FAULT_SIGNATURE] = { ERR_AUTH, "digest {n}", NULL },
	[FAULT_ZERO] = { ERR_AUTH,
	    "digests {zero} and {n} of game {game} are of two tables, both signed by the host",
	    "keep both files: they prove that the host shows two histories" },
	[FAULT_TWO] = { ERR_AUTH,
	    "two different digests {n} of game {game}, both signed by the host",
	    "keep both files: they prove that the host shows two histories" },
	[FAULT_BROKEN] = { ERR_AUTH, "digest {n} does not continue digest {last}", NULL },
};

/* Checks each copy separately, in the order of the text. */
static int
check_each(const struct transcript *tr, const struct player_pins *pins, struct err *err)
{
	if (tr->n_copy > 0 && (tr->copy->fault & FAULT_BIT(FAULT_HOST)) == 0 && pins != NULL &&
	    pins->has_host && strcmp(pins->host_sign, tr->host_sign) != 0)
		return transcript_fail(tr, FAULT_WANT, words, tr->copy, NULL, err);
	for (size_t i = 0; i < tr->n_copy; i++)
		if (transcript_check(
			tr, words, &tr->copy[i], i > 0 ? &tr->copy[i - 1] : NULL, err) < 0)
			return -1;
	return 0;
}

/* Sets the newest digest to its last copy, with the views that only earlier copies contain. */
static void
take_newest(struct player_read *r)
{
	const struct transcript_copy *last = &r->tr.copy[r->tr.n_copy - 1];

	r->t = last->t;
	r->head = last->hash;
	for (const struct transcript_copy *c = last; c > r->tr.copy && c[-1].n == last->n; c--)
		for (unsigned i = 0; i < r->d.names.n; i++)
			if (r->t.sealed[i].n == 0)
				r->t.sealed[i] = c[-1].t.sealed[i];
}

/* Verifies digest c, which is in r->d. */
static int
verify_digest(
    struct player_read *r, struct verifier *j, const struct transcript_copy *c, struct err *err)
{
	verifier_recall(j, &r->tr, c);
	if (verifier_check_digest(j, &r->tr, c, &r->d, err) != FAULT_NONE)
		return wrap_cheat(r, err);
	if (j->trouble.code != ERR_NONE) {
		*err = j->trouble;
		return -1;
	}
	if (j->unchecked && r->unchecked++ < PLAYER_UNCHECKED_MAX)
		r->unchecked_n[r->unchecked - 1] = c->n;
	return 0;
}

/* Verifies the digests by number. The newest one stays in r->d. */
static int
read_chain(struct player_read *r, const struct player_pins *pins, struct err *err)
{
	struct transcript *tr = &r->tr;
	const struct transcript_copy *last = NULL;
	struct names named = { .n = 0 }; /* only digest 0 has title and display names */
	struct verifier judge;

	verifier_init(&judge);
	judge.dir = pins != NULL ? pins->dir : NULL;
	judge.past = &r->past;
	if (check_each(tr, pins, err) < 0)
		return -1;
	transcript_sort(tr);
	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct transcript_copy *c = &tr->copy[i];
		enum transcript_fault link = transcript_link(last, c);

		if (transcript_digest(tr, c, &r->d, err) < 0)
			return err->code == ERR_AUTH ?
			    wrap_cheat(r, err) :
			    err->code == ERR_NOT_FOUND ?
			    wrap_unknown(err) :
			    err_wrap(err, "digest %lld is signed, but no digest", (long long)c->n);
		if (transcript_fail(tr, link, words, c, last, err) < 0 ||
		    read_leaves(r, &c->t, c->n, err) < 0 || verify_digest(r, &judge, c, err) < 0)
			return -1;
		if (c->n == 0)
			named = r->d.names;
		r->has_gap = r->has_gap || (last != NULL && link == FAULT_GAP);
		last = c;
	}
	if (tr->end.code != ERR_NONE) {
		*err = tr->end;
		return -1;
	}
	if (tr->copy[0].n > 0 && pins != NULL && pins->dir != NULL)
		saved_digest_names(pins->dir, tr, &named);
	names_take_shown(&r->d.names, &named);
	r->first_n = tr->copy[0].n;
	take_newest(r);
	return 0;
}

int
player_needs_view(const struct player_read *r, struct err *err)
{
	if (r->has_view)
		return 0;
	if (r->d.dealing != DIGEST_DEALING_OPEN)
		return err_set(err, ERR_NOT_FOUND, "the digest holds no private view for this key");
	(void)err_set(err, ERR_STALE, "nothing is dealt yet");
	return err_hint(err, "`adit join` and `adit confirm` answer this digest");
}

static int
check_shares(
    struct player_read *r, const struct player_pins *pins, const struct seckey *me, struct err *err)
{
	r->opener = attempt_start_find(
	    &r->tr, pins != NULL ? pins->seen : NULL, r->d.attempt, r->d.n);
	return shares_check(&r->d, &r->opener, me, err);
}

int
player_read_transcript(struct player_read *r, struct transcript *tr, const struct player_pins *pins,
    const struct seckey *me, struct err *err)
{
	memset(r, 0, sizeof *r);
	r->tr = *tr;
	memset(tr, 0, sizeof *tr);
	r->proof = pins != NULL ? pins->proof : NULL;
	if (pins != NULL && pins->leaves != NULL)
		leaves_copy(&r->leaves, pins->leaves);
	if (read_chain(r, pins, err) == 0 && check_shares(r, pins, me, err) == 0 &&
	    (me == NULL || r->d.dealing == DIGEST_DEALING_OPEN ||
		player_open(r, &r->tr.host, me, 0, err) == 0))
		return 0;
	player_read_release(r);
	return -1;
}

int
player_read(struct player_read *r, const struct rules *const *games, const char *text, size_t n,
    const struct player_pins *pins, const struct seckey *me, struct err *err)
{
	struct transcript tr;
	struct buf copy = BUF_INIT;

	memset(r, 0, sizeof *r);
	if (n > DIGESTS_MAX_BYTES)
		return err_set(err, ERR_SYNTAX, "more input than any game's digests");
	buf_add(&copy, text, n);
	transcript_load(&tr, games, &copy, NULL);
	return player_read_transcript(r, &tr, pins, me, err);
}
