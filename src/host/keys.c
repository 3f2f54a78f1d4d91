/*
 * New keys for a seat.
 *
 * (K1) A card never sits twice at the table, and never where the host's is, unless that was allowed.
 * (K2) Keys that the host put in stand in every digest until the other seats have confirmed them, and
 *      a seat with such keys has no vote.
 */

#include "host/keys.h"

#include "record/order.h"
#include "seal/minisign.h"
#include "util/lines.h"
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
	if (2 * keys_votes(re->yes) > w->t.names.n - 1u) {
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
rebind(struct work *w, uint8_t seat, struct act *act, struct buf *note, struct err *err)
{
	struct share *s = &w->hs.share[seat];
	bool anew = s->joined || w->hs.closed_n >= 0;

	s->bound = 1;
	if (!anew)
		return 0;
	if (restart_now(w, err) < 0)
		return -1;
	act->attempt = w->hs.attempt;
	buf_fmt(note, ": everybody joins anew, attempt %u", w->hs.attempt);
	return 0;
}

int
decide_replace(struct work *w, const void *what, struct err *err)
{
	struct act act = *(const struct act *)what;
	struct cause cause = { .new_keys = w->hs.g.phase != PHASE_SETUP };
	uint8_t seat = names_find(&w->t.names, act.seat, strlen(act.seat));
	struct buf note = BUF_INIT;
	struct pubkey card;
	int result = 0;

	act.attempt = 0;
	if (seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", act.seat, w->t.game);
	if (read_card(act.sign, act.age, &card, err) < 0 ||
	    check_card(&w->t, seat, &card, err) < 0 || work_put_card(w, seat, &card, err) < 0)
		return -1;
	if (work_is_waiting(w, seat)) {
		/* It was given by somebody else. */
		result = work_drop_waiting(w, seat, err);
		cause.own_note[seat] = "your stored order is dropped";
	}
	cause.new_keys_of = seat;
	buf_fmt(&note, "the host gives %s new keys (\"%s\")", act.seat, act.reason);
	if (w->hs.g.phase != PHASE_SETUP)
		w->hs.replaced[seat] = (struct replaced){ .n = w->hs.n + 1 };
	else if (result == 0)
		result = rebind(w, seat, &act, &note, err);
	if (result == 0)
		result = work_add_act(w, &act, &note, &cause, err);
	buf_release(&note);
	return result;
}
