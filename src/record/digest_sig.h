#ifndef ADIT_RECORD_DIGEST_SIG_H
#define ADIT_RECORD_DIGEST_SIG_H

#include "seal/minisign.h"
#include "seal/seal.h"

/* Appends the trusted comment of a digest's signature: DIGEST_HEADING " GAME/N HEAD ZERO", with
 * the hashes of this digest and of digest 0. zero NULL: it is digest 0. */
void digest_comment(
    const char *game, int64_t n, const struct hash *head, const struct hash *zero, struct buf *out);

/*
 * Verifies by the signature alone that the host signed digest n of this game. `head` is its
 * hash, `zero` the hash of digest 0 (NULL: n is 0). The signed part is not needed: minisign's
 * second signature is over the first one and this comment, and the host signs such a comment
 * only for that digest. Returns 0, or -1 with ERR_AUTH.
 */
int digest_attest(const struct pubkey *host, const char *game, int64_t n, const struct hash *head,
    const struct hash *zero, const struct minisign_sig *sig, struct err *err);

#endif
