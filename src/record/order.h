#ifndef ADIT_RECORD_ORDER_H
#define ADIT_RECORD_ORDER_H

#include "seal/key.h"
#include "seal/seal.h"
#include "wire/order_block.h"

/* An order and its hash H("adit/order", canonical text), by which digests and game files name
 * it. Plain data. Create it only by the three functions below. */
struct parsed_order {
	struct canonical_order o;
	struct hash hash;
};
/* Like canonical_order_from_mail (in->o.b is in normal form), canonical_order_from_fields (b may
 * be &in->o.b) and canonical_order_parse, and compute the hash. */
int parsed_order_from_mail(struct parsed_order *in, struct err *err);
int parsed_order_from_fields(struct parsed_order *in, const struct order_block *b, struct err *err);
int parsed_order_parse(struct parsed_order *in, const char *s, size_t n, struct err *err);

/* Creates an order from fields and signs it. ERR_SYNTAX as parsed_order_from_fields; errors of
 * seckey_unlock. */
int order_sign(
    struct parsed_order *in, const struct order_block *b, const struct seckey *me, struct err *err);

/* Verifies the signature with this key. Returns 0, or -1 with ERR_AUTH, also if there is none. */
int order_verify(const struct canonical_order *o, const struct pubkey *key, struct err *err);

/* True if the order hides nothing, so that the digest that applies it prints it in full: it has
 * `turn: any`, and one do: line of an open kind (a vote, an absence, join, resign, ...) or only say:. */
bool order_is_open(const struct order_block *b);
/* True if the order is about the mail of its seat (text/mail_line.h) and about nothing else: it has
 * `turn: any` and one line. Such an order makes no digest, and is never stored with one. */
bool order_is_mail(const struct order_block *b);
/* Checks that an order that is not open has no line of an open kind, and that one that is not
 * about mail has no line about mail. ERR_SYNTAX. */
int order_check_mix(const struct order_block *b, struct err *err);

/* The counter that checks the seq of an order: of its turn, of open orders, or of all others.
 * Joins and confirmations are not counted. */
enum order_count { ORDER_COUNT_TURN, ORDER_COUNT_ANY, ORDER_COUNT_OPEN };
enum order_count order_count_of(const struct order_block *b);
/* Refuses a seq that is far above `used`, the last one of its counter: one order cannot use up the
 * rest, and a private view has room for the number after it. ERR_SYNTAX. */
int order_check_seq(int64_t seq, int64_t used, struct err *err);

/* True if this line of do:, in normal form, is about the keys of a seat. It is not an order of a
 * rules set. */
bool keys_is_line(const char *line);

/* Append the text that the new key of a seat signs ("adit-rotate v1", game, seat, sign, age, a
 * line each), and its trusted comment. */
void keys_proof_text(const char *game, const char *seat, const struct pubkey *key, struct buf *out);
void keys_proof_comment(const char *game, const char *seat, struct buf *out);
/* Sets the fields sign, age and proof for this seat, in a block whose game is set. key: unlocked
 * for signing. */
void keys_prove(struct order_block *b, const char *seat, const struct seckey *key);

#endif
