#ifndef ADIT_RECORD_ORDER_H
#define ADIT_RECORD_ORDER_H

#include "seal/key.h"
#include "seal/seal.h"
#include "wire/order_block.h"

/* An order on its way through the house, and its hash H("adit/order", canonical text), by which digests
 * and game files name it.  A value like its first member; only the three functions below make one. */
struct parsed_order {
	struct canonical_order o;
	struct hash hash;
};
/* As canonical_order_from_mail, canonical_order_from_fields and canonical_order_parse: in->o.b is in normal form; from fields that
 * somebody filled in (b may be &in->o.b); from a canonical text. */
int parsed_order_from_mail(struct parsed_order *in, struct err *err);
int parsed_order_from_fields(struct parsed_order *in, const struct order_block *b, struct err *err);
int parsed_order_parse(struct parsed_order *in, const char *s, size_t n, struct err *err);

/* Make one from fields, and sign it; ERR_SYNTAX as parsed_order_from_fields, or as seckey_unlock. */
int order_sign(
    struct parsed_order *in, const struct order_block *b, const struct seckey *me, struct err *err);

/* Is it signed, by this key?  ERR_AUTH if not. */
int order_verify(const struct canonical_order *o, const struct pubkey *key, struct err *err);

/* True if the order hides nothing, so that the digest that applies it prints it in full: it has
 * `turn: any`, and one do: line of an open kind (a vote, an absence, join, resign, ...) or only say:. */
bool order_is_open(const struct order_block *b);
/* Does an order that is not open have such a line?  ERR_SYNTAX says what is wrong. */
int order_check_mix(const struct order_block *b, struct err *err);

/* What a seq of the order is counted with: those of its turn, open orders, all others.  Joins and
 * confirmations are not counted. */
enum order_count { ORDER_COUNT_TURN, ORDER_COUNT_ANY, ORDER_COUNT_OPEN };
enum order_count order_count_of(const struct order_block *b);

/* Is this line of do:, in normal form, about the keys of a seat?  Such are no orders of any rules set. */
bool keys_is_line(const char *line);

/* What the new key of a seat signs: "adit-rotate v1", game, seat, sign, age, a line each; the trusted
 * comment.  Both appended. */
void keys_proof_text(const char *game, const char *seat, const struct pubkey *key, struct buf *out);
void keys_proof_comment(const char *game, const char *seat, struct buf *out);
/* The fields sign, age and proof, for this seat, of a block whose game is set; key: unlocked for signing. */
void keys_prove(struct order_block *b, const char *seat, const struct seckey *key);

#endif
