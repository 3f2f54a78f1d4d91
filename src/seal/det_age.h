#ifndef ADIT_SEAL_DET_AGE_H
#define ADIT_SEAL_DET_AGE_H

#include "seal/derive.h"
#include "seal/key.h"

/*
 * The age files in a digest: the private view of a seat, and the section `keep:` of the host. They
 * are stock age files whose random values are derived from the host secret s (adit(5), HASHES AND
 * DERIVATION). The payload nonce also depends on the plaintext; file key and ephemeral secret
 * depend on that nonce. So a digest can be made again byte by byte, no two plaintexts share a key,
 * and an auditor who knows s can decrypt all files after the game.
 */
struct det_age {
	const unsigned char *s; /* the host secret, SECRET_BYTES; all members are borrowed */
	const char *game;
	int64_t n;                   /* of the digest */
	const char *seat;            /* "": the section `keep:` */
	const unsigned char *box_pk; /* of the recipient, BOX_PK_BYTES */
};

/* Appends the binary age file. ERR_AUTH: box_pk is a point of small order. */
int det_age_encrypt(
    const struct det_age *at, const void *p, size_t n, struct buf *out, struct err *err);

/*
 * Decrypts a binary age file (an armored one: age_dearmor first) with s alone. Appends the
 * plaintext (guarded growth; the caller wipes it), nothing on failure. Returns 0 if it can be
 * decrypted. Then *is_exact says whether it equals what det_age_encrypt makes of that plaintext,
 * byte for byte: header, nonce, MAC and payload. A file of an honest host does. Returns -1 if an
 * honest host cannot have made it. ERR_AUTH: another secret, recipient, seat or digest, or damaged;
 * ERR_SYNTAX: not an age file, or more than `limit` bytes of plaintext.
 */
int det_age_decrypt(const struct det_age *at, const void *p, size_t n, size_t limit,
    struct buf *out, bool *is_exact, struct err *err);

#endif
