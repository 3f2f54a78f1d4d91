/*
 * Public keys of seats.
 *
 * (C1) No two seats share a key, and no seat has a key of the host, unless that was allowed.
 */

#include "host/seat_key.h"

#include "record/order.h"
#include "seal/minisign.h"

int
seat_key_read(const char *sign, const char *age, struct pubkey *card, struct err *err)
{
	memset(card, 0, sizeof *card);
	if (pubkey_sign_parse(sign, strlen(sign), card) < 0)
		return err_set(err, ERR_SYNTAX, "sign: not a public key of minisign");
	if (pubkey_box_parse(age, strlen(age), card) < 0)
		return err_set(err, ERR_SYNTAX, "age: not a public key of age");
	return 0;
}

/* (C1) */
int
seat_key_check(const struct table *t, uint8_t seat, const struct pubkey *card, struct err *err)
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

int
seat_key_check_proof(const char *game, const char *seat, const struct pubkey *card,
    const unsigned char proof[static MINISIGN_BYTES], struct err *err)
{
	struct buf text = BUF_INIT, comment = BUF_INIT;
	struct minisign_sig sig;
	int result;

	keys_proof_text(game, seat, card, &text);
	keys_proof_comment(game, seat, &comment);
	memcpy(sig.b, proof, sizeof sig.b);
	result = minisign_verify(card, text.p, text.n, comment.p, &sig, err);
	buf_release(&text);
	buf_release(&comment);
	return result < 0 ? err_wrap(err, "the proof of the new key") : 0;
}

/* Queued orders and the vote belong to the player before. */
int
seat_key_assign(struct command *w, uint8_t seat, const struct pubkey *card,
    struct digest_cause *cause, struct err *err)
{
	if (command_put_card(w, seat, card, err) < 0)
		return -1;
	w->hs.given[seat] = w->hs.n + 1;
	command_undo_lose_vote(&w->hs, seat);
	return command_forget_queued(w, seat, cause, err);
}
