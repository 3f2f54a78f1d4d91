/*
 * New keys for a seat.
 *
 * (K1) A card never sits twice at the table, and never where the host's is, unless that was allowed.
 * (K2) Keys that the host put in stand in every digest until the other seats have confirmed them, and
 *      a seat with such keys has no vote.
 */

#include "host/keys.h"

#include "audit/replay.h"
#include "record/order.h"
#include "seal/minisign.h"
#include "util/lines.h"
#include "text/since.h"
#include "util/wrap.h"
#include "util/mem.h"

static const char vote[] = "vote ";

static bool
is_vote(const char *line)
{
	return strncmp(line, vote, sizeof vote - 1) == 0;
}

bool
keys_is_order(const struct block *b)
{
	return b->n_do > 0 && keys_is_line(b->doing[0]);
}

/* (K1) */
static int
check_card(const struct table *t, uint8_t seat, const struct pubkey *card, struct err *err)
{
	for (unsigned i = 0; i < t->names.n; i++) {
		if (pubkey_shares_key(&t->pub[i], card))
			return err_set(err, ERR_RULE,
			    i == seat ? "%s has one of these keys already" :
					"%s has one of these keys",
			    t->names.seat[i]);
	}
	if (!t->host_seat && pubkey_shares_key(&t->host, card))
		return err_set(err, ERR_RULE, "one of these keys is the host's");
	return 0;
}

/* ---- by the seat itself ------------------------------------------------------------------------ */

static int
read_card(const char *sign, const char *age, struct pubkey *card, struct err *err)
{
	memset(card, 0, sizeof *card);
	if (pubkey_sign_parse(sign, strlen(sign), card) < 0)
		return err_set(err, ERR_SYNTAX, "sign: not a public key of minisign");
	if (pubkey_box_parse(age, strlen(age), card) < 0)
		return err_set(err, ERR_SYNTAX, "age: not a public key of age");
	return 0;
}

static int
check_proof(const struct work *w, const struct block *b, const struct pubkey *card, struct err *err)
{
	struct buf text = BUF_INIT, comment = BUF_INIT;
	struct minisig sig;
	int result;

	keys_proof_text(w->t.game, b->seat, card, &text);
	keys_proof_comment(w->t.game, b->seat, &comment);
	memcpy(sig.b, b->proof, sizeof sig.b);
	result = minisign_verify(card, text.p, text.n, comment.p, &sig, err);
	buf_release(&text);
	buf_release(&comment);
	return result < 0 ? err_wrap(err, "the proof of the new key") : 0;
}

static int
take_rotate(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	struct pubkey card;
	struct buf note = BUF_INIT;
	int result;

	if (b->n_do != 1 || b->sign[0] == '\0' || b->age[0] == '\0' || !b->has_proof)
		return err_set(
		    err, ERR_SYNTAX, "rotate-key needs sign:, age: and proof:, and stands alone");
	if (read_card(b->sign, b->age, &card, err) < 0 ||
	    check_card(&w->t, w->seat, &card, err) < 0 || check_proof(w, b, &card, err) < 0 ||
	    work_put_card(w, w->seat, &card, err) < 0)
		return -1;
	buf_fmt(&note, "%s has new keys, and the old ones have signed them", b->seat);
	cause->note = note.p;
	cause->new_keys = true;
	cause->new_keys_of = w->seat;
	result = work_add_quiet(w, cause, err);
	buf_release(&note);
	return result;
}

/* ---- votes --------------------------------------------------------------------------------------- */

static unsigned
count_bits(uint16_t bits)
{
	unsigned n = 0;

	for (unsigned left = bits; left != 0; left &= left - 1)
		n++;
	return n;
}

/* "vote NAME yes" */
static int
read_vote(const struct work *w, const char *line, uint8_t *of, bool *yes, struct err *err)
{
	const char *name = line + sizeof vote - 1;
	size_t n = strcspn(name, " ");

	if (strcmp(name + n, " yes") != 0 && strcmp(name + n, " no") != 0)
		return err_set(
		    err, ERR_SYNTAX, "\"%s\": a vote is: vote NAME yes, or: vote NAME no", line);
	*yes = strcmp(name + n, " yes") == 0;
	*of = names_find(&w->t.names, name, n);
	if (*of == SEAT_NONE)
		return err_set(
		    err, ERR_NOT_FOUND, "\"%s\": no such seat in game %s", line, w->t.game);
	return 0;
}

static int
take_vote(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	struct replaced *re;
	struct buf note = BUF_INIT;
	uint16_t bit = (uint16_t)(1u << w->seat);
	uint8_t of = SEAT_NONE;
	bool yes = false;
	int result;

	if (b->n_do != 1)
		return err_set(err, ERR_SYNTAX, "a vote stands alone");
	if (read_vote(w, b->doing[0], &of, &yes, err) < 0)
		return -1;
	re = &w->hs.replaced[of];
	if (re->n == 0)
		return err_set(
		    err, ERR_STALE, "no new keys of %s wait to be confirmed", w->t.names.seat[of]);
	if (of == w->seat)
		return err_set(err, ERR_RULE, "nobody votes on his own keys");
	if (w->hs.replaced[w->seat].n != 0) /* (K2) */
		return err_set(
		    err, ERR_RULE, "your own keys are not confirmed yet: you have no vote");
	re->yes = (uint16_t)(yes ? re->yes | bit : re->yes & ~bit);
	re->no = (uint16_t)(yes ? re->no & ~bit : re->no | bit);
	buf_fmt(&note, "%s votes %s on %s's new keys", b->seat, yes ? "yes" : "no",
	    w->t.names.seat[of]);
	if (2 * count_bits(re->yes) > w->t.names.n - 1u) {
		*re = (struct replaced){ .n = 0 };
		buf_str(&note, ": they are confirmed");
	}
	cause->note = note.p;
	result = work_add_quiet(w, cause, err);
	buf_release(&note);
	return result;
}

int
keys_take(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	return is_vote(b->doing[0]) ? take_vote(w, b, cause, err) : take_rotate(w, b, cause, err);
}

/* ---- by the host ---------------------------------------------------------------------------------- */

/*
 * Before the deal the seat is kept for these keys.  Had it joined, or was the table closed, then all
 * join anew: nobody may choose a share of the deal when others have shown theirs.  Nothing waits to be
 * confirmed, since whoever joins or confirms afterwards has seen the new keys.
 */
static int
rebind(struct work *w, uint8_t seat, struct buf *note, struct err *err)
{
	struct share *s = &w->hs.share[seat];
	bool anew = s->joined || w->hs.closed_n >= 0;

	s->bound = 1;
	if (!anew)
		return 0;
	if (restart_now(w, err) < 0)
		return -1;
	buf_fmt(note, ": everybody joins anew, attempt %u", w->hs.attempt);
	return 0;
}

int
replace_in(struct host *h, const struct secret *host, struct replay *replay, const struct act *act,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct work *w = work_new(h, host, replay, now, r);
	struct cause cause = { .said_by = SEAT_NONE, .keep = "" };
	struct buf note = BUF_INIT, lines = BUF_INIT;
	struct pubkey card;
	uint8_t seat = SEAT_NONE;
	int result = work_load(w, err);

	if (result == 0) {
		seat = names_find(&w->t.names, act->seat, strlen(act->seat));
		if (seat == SEAT_NONE)
			result = err_set(
			    err, ERR_NOT_FOUND, "no seat %s in game %s", act->seat, w->t.game);
	}
	if (result == 0 &&
	    (read_card(act->sign, act->age, &card, err) < 0 ||
		check_card(&w->t, seat, &card, err) < 0 ||
		work_drop_delivered(w, delivered, err) < 0 ||
		work_put_card(w, seat, &card, err) < 0))
		result = -1;
	if (result == 0 && work_is_waiting(w, seat)) {
		/* It was given by somebody else. */
		result = store_drop_waiting(h->st, seat, err);
		w->hs.waiting = (uint16_t)(w->hs.waiting & ~(1u << seat));
		cause.own_note[seat] = "your stored order is dropped";
	}
	if (result == 0) {
		buf_fmt(&note, "the host gives %s new keys (\"%s\")", act->seat, act->reason);
		if (w->hs.g.phase == PHASE_SETUP)
			result = rebind(w, seat, &note, err);
		else
			w->hs.replaced[seat] = (struct replaced){ .n = w->hs.n + 1 };
	}
	if (result == 0) {
		act_text(act, &lines);
		cause.note = note.p;
		cause.act = lines.p;
		cause.new_keys = w->hs.g.phase != PHASE_SETUP;
		cause.new_keys_of = seat;
		result = work_add_quiet(w, &cause, err);
	}
	if (result == 0)
		result = work_store_state(w, err);
	if (result < 0)
		host_result_release(r);
	buf_release(&note);
	buf_release(&lines);
	work_free(w);
	return result;
}

int
host_replace(struct host *h, const struct secret *host, const char *seat, const struct pubkey *card,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct act act = { .kind = ACT_REPLACE };
	int result;

	memset(r, 0, sizeof *r);
	if (strlen(seat) > NAME_MAX_LEN)
		return err_set(err, ERR_NOT_FOUND, "no seat has a name as long as that");
	memcpy(act.seat, seat, strlen(seat) + 1);
	pubkey_sign_text(card, act.sign);
	pubkey_box_text(card, act.age);
	if (act_reason(reason, act.reason, err) < 0 || store_begin(h->st, err) < 0)
		return -1;
	result = replace_in(h, host, NULL, &act, now, delivered, r, err);
	return work_end(h, result, r, err);
}

/* ---- in every digest -------------------------------------------------------------------------------- */

/* "  yes: anna bob" */
static void
voters(const char *key, const struct table *t, uint16_t bits, struct buf *out)
{
	struct buf names = BUF_INIT;

	for (unsigned i = 0; i < t->names.n; i++)
		if (((unsigned)bits >> i & 1u) != 0)
			buf_fmt(&names, "%s%s", names.n > 0 ? " " : "", t->names.seat[i]);
	if (names.n == 0)
		buf_chr(&names, '-');
	wrap_text(names.p, names.n, key, "    ", 72, out);
	buf_release(&names);
}

void
keys_text(const struct table *t, const struct host_state *hs, uint8_t changed, struct buf *section,
    struct buf *since)
{
	for (uint8_t i = 0; i < t->names.n; i++) {
		const struct replaced *re = &hs->replaced[i];
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
		struct buf line = BUF_INIT;

		if (re->n == 0 && i != changed)
			continue;
		pubkey_sign_text(&t->pub[i], sign);
		pubkey_box_text(&t->pub[i], age);
		buf_fmt(section, "  seat: %s\n  sign: %s\n  age: %s\n  by: %s\n", t->names.seat[i],
		    sign, age, re->n == 0 ? "seat" : "host");
		if (re->n == 0)
			continue;
		buf_fmt(section, "  digest: %lld\n", (long long)re->n);
		voters("  yes: ", t, re->yes, section);
		voters("  no: ", t, re->no, section);
		buf_fmt(&line,
		    "%s's new keys, from the host in digest %lld, are not confirmed: %u of %u "
		    "votes "
		    "(vote %s yes|no)",
		    t->names.seat[i], (long long)re->n, count_bits(re->yes),
		    (t->names.n - 1u) / 2 + 1, t->names.seat[i]);
		since_line(line.p, since);
		buf_release(&line);
	}
}
