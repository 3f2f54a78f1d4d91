#ifndef ADIT_RECORD_DIGEST_SIG_H
#define ADIT_RECORD_DIGEST_SIG_H

#include "seal/minisign.h"
#include "seal/seal.h"

/* The trusted comment of a digest's signature: DIGEST_HEADING " GAME/N HEAD ZERO", with the hashes of this
 * digest and of digest 0; zero NULL: it is digest 0.  Appended. */
void digest_comment(
    const char *game, int64_t n, const struct hash *head, const struct hash *zero, struct buf *out);

/*
 * Has the host signed that digest n of this game has the hash `head`, and digest 0 the hash `zero` (NULL: it is
 * digest 0)?  Its signature alone proves that, without the signed part: minisign's second signature is over the
 * first one and this comment, and the host signs such a comment for nothing but that digest.  ERR_AUTH: no.
 */
int digest_attest(const struct pubkey *host, const char *game, int64_t n, const struct hash *head,
    const struct hash *zero, const struct minisig *sig, struct err *err);

#endif
