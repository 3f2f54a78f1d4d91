/*
 * Receipts: signing and encryption.
 *
 * (R1) The signature covers the armor, so that nobody can replace the box.
 * (R2) Only a verified receipt is printed: its signature is valid, it is for this seat, and the
 *      text in the box is the order that the box names.
 */
#include "record/receipt.h"

#include <stdlib.h>
#include <string.h>

#include "seal/age.h"
#include "seal/minisign.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "wire/digest.h"

struct hash
receipt_sealed_hash(const void *age_file, size_t n)
{
	const struct hash_input part = { age_file, n };

	return hash_parts("adit/sealed", &part, 1);
}

static int
seal_box(const struct receipt *r, const struct pubkey *seat, struct buf *armor, struct err *err)
{
	struct buf plain = BUF_INIT;
	int result;

	receipt_box_text(r, &plain);
	result = age_encrypt(seat->box_pk, plain.p, plain.n, true, armor, err);
	buf_wipe(&plain);
	return result;
}

int
receipt_make(struct receipt *r, const struct parsed_order *order, const struct seckey *host,
    const struct pubkey *seat, struct buf *out, struct err *err)
{
	struct buf armor = BUF_INIT, comment = BUF_INIT, sig64 = BUF_INIT;
	size_t start = out->n;
	struct minisign_sig sig;
	int result = seckey_unlock(host, SECRET_SIGN, err);

	if (!r->is_sealed)
		memcpy(r->order, order->hash.b, HASH_BYTES);
	memcpy(r->sealed_order, order->hash.b, HASH_BYTES);
	r->text_n = order->o.n;
	memcpy(r->text, order->o.text, order->o.n + 1);
	if (result == 0 && r->is_sealed)
		result = seal_box(r, seat, &armor, err);
	if (result == 0) {
		receipt_text(r, &armor, out);
		receipt_comment(r, &comment);
		minisign_sign(host, out->p + start, out->n - start, comment.p, &sig);
		seal_base64(sig.b, sizeof sig.b, &sig64);
		digest_sig_text(sig64.p, out);
	}
	buf_release(&armor);
	buf_release(&comment);
	buf_release(&sig64);
	return result;
}

/* Checks that all lines are printable. */
static int
check_shown(const char *s, size_t n, struct err *err)
{
	struct lines l = { s, n, 0, 1 };
	const char *p;
	size_t len;

	while (lines_next(&l, &p, &len))
		if (!utf8_is_clean(p, len))
			return utf8_fail(p, len, ERR_SYNTAX, l.line - 1, err);
	return 0;
}

/* (R2) */
int
receipt_verify(const char *s, const struct receipt_spans *sp, const struct pubkey *host,
    struct receipt *r, struct err *err)
{
	struct buf comment = BUF_INIT;
	struct minisign_sig sig;
	int result;

	if (receipt_parse(s, sp, r, err) < 0)
		return err_wrap(err, "the receipt");
	receipt_comment(r, &comment);
	memcpy(sig.b, sp->sig, sizeof sig.b);
	result = minisign_verify(
	    host, s + sp->signed_part.at, sp->signed_part.n, comment.p, &sig, err);
	buf_release(&comment);
	if (result < 0) {
		(void)err_wrap(err, "the receipt is not from the host of game %s", r->game);
		return err_hint(err, "believe nothing that it says");
	}
	return check_shown(s + sp->signed_part.at, sp->signed_part.n, err) < 0 ?
	    err_wrap(err, "the receipt") :
	    0;
}

int
receipt_open(const char *s, const struct receipt_spans *sp, const struct seckey *me,
    struct receipt *r, struct err *err)
{
	struct parsed_order *order = mem_new(sizeof *order);
	struct buf plain = BUF_INIT;
	int result = age_decrypt(me, s + sp->armor.at, sp->armor.n, RECEIPT_BOX, &plain, err);

	if (result == 0 && plain.n != RECEIPT_BOX)
		result = err_set(err, ERR_SYNTAX, "it has not the length of all");
	if (result == 0 &&
	    (check_shown(plain.p, plain.n, err) < 0 ||
		receipt_box_parse(r, plain.p, plain.n, err) < 0 ||
		parsed_order_parse(order, r->text, r->text_n, err) < 0))
		result = -1;
	if (result == 0 &&
	    (!seal_equal(order->hash.b, r->sealed_order, HASH_BYTES) ||
		strcmp(order->o.b.seat, r->seat) != 0 || strcmp(order->o.b.game, r->game) != 0))
		result = err_set(err, ERR_AUTH, "the order in it is not the one that it names");
	buf_wipe(&plain);
	seal_wipe(order, sizeof *order);
	free(order);
	return result < 0 ? err_wrap(err, "what is sealed in the receipt") : 0;
}
