/*
 * New keys for a seat.
 *
 * (K1) Keys from the host are listed in every digest until the other seats have confirmed them;
 *      until then the seat has no vote.
 */

#include "host/custody.h"
#include "host/keys.h"
#include "host/seat_key.h"
#include "host/vote.h"

#include <strings.h>

#include "core/bits.h"
#include "record/order.h"
#include "store/mail_queue.h"
#include "text/language.h"
#include "util/lines.h"
#include "util/mem.h"
#include "wire/standby.h"

bool
keys_is_order(const struct order_block *b)
{
	return b->n_do > 0 && keys_is_line(b->doing[0]);
}

/* A person on the waiting list keeps their keys. */
static int
check_card(const struct command *w, uint8_t seat, const struct pubkey *card, struct err *err)
{
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];

	pubkey_sign_text(card, sign);
	pubkey_box_text(card, age);
	if (standby_find(&w->hs.people, sign, age) >= 0)
		return err_set(err, ERR_RULE, "one of these keys waits for a seat");
	return seat_key_check(&w->t, seat, card, err);
}

/* ---- by the seat itself ------------------------------------------------------------------------ */

static int
exec_rotate(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err)
{
	struct pubkey card;

	/* The host could turn its own keys into keys that nobody takes for them. */
	if (custody_has(&w->hs, w->seat))
		return err_set(
		    err, ERR_RULE, "%s is in custody: the host gives it other keys", b->seat);
	if (b->sign[0] == '\0' || b->age[0] == '\0' || !b->has_proof)
		return err_set(
		    err, ERR_SYNTAX, MSG_PLAIN("rotate-key needs sign:, age: and proof:"));
	if (seat_key_read(b->sign, b->age, &card, err) < 0 ||
	    check_card(w, w->seat, &card, err) < 0 ||
	    seat_key_check_proof(w->t.game, b->seat, &card, b->proof, err) < 0 ||
	    command_put_card(w, w->seat, &card, err) < 0)
		return -1;
	/* A recurring order might be of a person who stole the old key. */
	if (command_has_queued(w, STORE_QUEUE_EVERY, w->seat)) {
		if (command_drop_queued(w, STORE_QUEUE_EVERY, w->seat, err) < 0)
			return -1;
		cause->own_note[w->seat] = NOTE_DROPPED;
	}
	note_add(&cause->notes, (struct note){ .kind = NOTE_ROTATED, .seat = w->seat });
	return command_play(w, NULL, cause, err);
}

/* ---- votes --------------------------------------------------------------------------------------- */

static int
exec_vote(struct command *w, const struct vote *vote, int64_t head_n, struct digest_cause *cause,
    struct err *err)
{
	struct replaced *re = &w->hs.replaced[vote->seat];
	const char *of = w->t.names.seat[vote->seat];
	uint16_t bit = (uint16_t)(1u << w->seat);

	if (re->n == 0)
		return err_set(
		    err, ERR_STALE, MSG_PLAIN("no new keys of %s wait to be confirmed"), of);
	/* The vote must be about these keys, not older ones. */
	if (head_n < re->n) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN(
			"the vote acts on digest %lld, but these keys of %s came in digest %lld"),
		    (long long)head_n, of, (long long)re->n);
		return err_hint(err, "read the newest digest and vote again");
	}
	if (vote->seat == w->seat)
		return err_set(err, ERR_RULE, MSG_PLAIN("a seat has no vote on its own keys"));
	if (w->hs.replaced[w->seat].n != 0) /* (K1) */
		return err_set(err, ERR_RULE,
		    MSG_PLAIN("your own keys are not confirmed yet: you have no vote"));
	re->yes = (uint16_t)(vote->yes ? re->yes | bit : re->yes & ~bit);
	re->no = (uint16_t)(vote->yes ? re->no & ~bit : re->no | bit);
	note_add(&cause->notes,
	    (struct note){
		.kind = NOTE_VOTED_KEYS, .seat = w->seat, .of = vote->seat, .yes = vote->yes });
	if (new_keys_confirmed(
		re->yes, w->t.names.n, vote->seat, custody_agreed(&w->hs), w->hs.bots)) {
		*re = (struct replaced){ .n = 0 };
		note_add(&cause->notes,
		    (struct note){ .kind = NOTE_KEYS_CONFIRMED, .seat = vote->seat });
	}
	return command_play(w, NULL, cause, err);
}

int
keys_accept(struct command *w, const struct order_block *b, int64_t head_n,
    struct digest_cause *cause, struct err *err)
{
	struct vote vote;

	if (!vote_is_line(b->doing[0]))
		return exec_rotate(w, b, cause, err);
	if (vote_parse(&w->t.names, b->doing[0], &vote, err) < 0)
		return -1;
	if (vote.kind == VOTE_KEYS)
		return exec_vote(w, &vote, head_n, cause, err);
	return vote.kind == VOTE_UNDO && undo_request_blocks_play(&w->hs.undo_request) ?
	    command_undo_vote(w, &vote, head_n, cause, err) :
	    vote_accept(w, &vote, head_n, cause, err);
}

/* ---- by the host ---------------------------------------------------------------------------------- */

/*
 * Before the deal the seat is reserved for these keys. If the seat had joined or the joining was
 * closed, all seats must join again: no player may choose a share after others have revealed
 * theirs. No confirmation is needed, because later joins and confirmations see the new keys.
 */
static int
rebind(
    struct command *w, uint8_t seat, struct host_action *act, struct notes *notes, struct err *err)
{
	struct table_share *s = &w->hs.share[seat];
	bool restarts = s->joined || w->hs.closed_n >= 0;

	s->bound = 1;
	return restarts ? command_restart_now(w, act, notes, err) : 0;
}

int
command_exec_replace(struct command *w, const void *what, struct err *err)
{
	struct host_action act = *(const struct host_action *)what;
	struct digest_cause cause = { .has_order = false };
	uint8_t seat = names_find(&w->t.names, act.seat, strlen(act.seat));
	struct pubkey card;

	act.attempt = 0;
	if (seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", act.seat, w->t.game);
	if (act.custody && custody_begin(w, seat, &act, err) < 0)
		return -1;
	/* Queued orders and a vote belong to the player before. */
	if (seat_key_read(act.sign, act.age, &card, err) < 0 ||
	    check_card(w, seat, &card, err) < 0 || seat_key_assign(w, seat, &card, &cause, err) < 0)
		return -1;
	custody_note(&w->hs, seat, act.custody);
	note_add(&cause.notes, (struct note){ .kind = NOTE_REPLACED, .seat = seat });
	if (w->hs.g.phase != PHASE_SETUP)
		w->hs.replaced[seat] = (struct replaced){ .n = w->hs.n + 1 };
	else if (rebind(w, seat, &act, &cause.notes, err) < 0)
		return -1;
	return command_add_act(w, &act, &cause, err);
}

/* A plain seat needs a table that can be written to, at another address than its own. */
static int
check_address(const struct command *w, const char *address, struct err *err)
{
	struct store_address table;
	int result = 0;

	if (store_try_address(w->h->st, STORE_TABLE, &table, err) < 0)
		return -1;
	if (table.addr.n == 0) {
		(void)err_set(err, ERR_USAGE, "the table has no address to answer to");
		result = err_hint(err, "adit address --table ADDR GAME.db sets it");
	} else if (strcasecmp(buf_cstr(&table.addr), address) == 0) {
		result = err_set(err, ERR_USAGE, "%s is the table's own address", address);
	}
	store_address_release(&table);
	return result;
}

int
command_exec_give(struct command *w, const void *what, struct err *err)
{
	const struct host_give *give = what;
	struct store_address row = { .since = w->now };
	int result;

	row.seat = names_find(&w->t.names, give->act.seat, strlen(give->act.seat));
	if (row.seat == SEAT_NONE)
		return err_set(
		    err, ERR_NOT_FOUND, "no seat %s in game %s", give->act.seat, w->t.game);
	if (check_address(w, give->address, err) < 0)
		return -1;
	/* First, so that the digest that says so is queued for the new address. */
	if (store_drop_address(w->h->st, row.seat, err) < 0)
		return -1;
	buf_str(&row.addr, give->address);
	buf_str(&row.how, "host");
	result = store_put_address(w->h->st, &row, err);
	store_address_release(&row);
	return result < 0 ? -1 : command_exec_replace(w, &give->act, err);
}

/* ---- keys that were replaced --------------------------------------------------------------------- */

/* Returns the digest since which the seat has the signing key that digest n lists; -1: it lists
 * none, or cannot be read, which changes *err. */
static int64_t
find_key(struct command *w, int64_t n, struct digest *d, struct pubkey *key, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	struct err none = ERR_INIT;
	size_t at = 0;
	int64_t since = -1;

	if (store_get_digest(w->h->st, n, &row, err) == 0 &&
	    digest_next(buf_cstr(&row.text), row.text.n, &at, &t, &none) == 1 &&
	    digest_parse(w->h->games, row.text.p, &t, d, &none) == 0) {
		const struct new_key *fresh = &d->new_keys.of[w->seat];
		const char *sign = fresh->is_new ? fresh->sign : d->seat_sign[w->seat];

		if (pubkey_sign_parse(sign, strlen(sign), key) == 0)
			since = fresh->is_new && fresh->n > 0 ? fresh->n : n;
	}
	store_digest_release(&row);
	return since;
}

void
keys_explain_replaced(struct command *w, const struct canonical_order *o, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct pubkey newer = w->t.pub[w->seat];
	int64_t replaced = -1; /* digest that lists the newer key */

	for (int64_t n = w->hs.n; n >= 0 && err->code == ERR_AUTH; n--) {
		struct pubkey key;
		struct err none = ERR_INIT;
		int64_t since = find_key(w, n, d, &key, err);

		if (since < 0)
			continue;
		if (memcmp(key.sign_pk, newer.sign_pk, sizeof key.sign_pk) != 0) {
			if (order_verify(o, &key, &none) == 0) {
				(void)err_set(err, ERR_AUTH,
				    "the order is signed with a key of %s that was replaced in "
				    "digest %lld",
				    w->t.names.seat[w->seat], (long long)replaced);
				(void)err_hint(err, "sign with the new key");
				break;
			}
			newer = key;
		}
		replaced = since;
	}
	free(d);
}
