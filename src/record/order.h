#ifndef ADIT_RECORD_ORDER_H
#define ADIT_RECORD_ORDER_H

#include "seal/key.h"
#include "seal/seal.h"
#include "wire/block.h"

/* The canonical text of a block, appended, and its hash H("adit/order", canonical text).  ERR_SYNTAX: it
 * has none. */
int order_hash(const struct block *b, struct buf *canonical, struct hash *hash, struct err *err);

/* Sign a block with a key; ERR_SYNTAX as order_hash. */
int order_sign(struct block *b, const struct secret *me, struct err *err);

/* Is it signed, by this key?  ERR_AUTH if not. */
int order_verify(const struct block *b, const struct pubkey *key, struct err *err);

/* Is this line of do:, in normal form, about the keys of a seat?  Such are no orders of any rules set. */
bool keys_is_line(const char *line);

/* What the new key of a seat signs: "adit-rotate v1", game, seat, sign, age, a line each; the trusted
 * comment.  Both appended. */
void keys_proof_text(const char *game, const char *seat, const struct pubkey *key, struct buf *out);
void keys_proof_comment(const char *game, const char *seat, struct buf *out);

#endif
