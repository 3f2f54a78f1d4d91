#ifndef ADIT_SEAL_DET_AGE_H
#define ADIT_SEAL_DET_AGE_H

#include "seal/derive.h"
#include "seal/key.h"

/*
 * The age files of a digest: a seat's private view, and what the host keeps for itself.  They are stock
 * age files, in which everything random follows from the host's secret s (adit(5), HASHES AND
 * DERIVATION): the payload nonce from the plaintext, too, file key and ephemeral secret from that nonce.
 * So the same digest is made again byte by byte, no two plaintexts share a key, and whoever knows s
 * opens them all, as an auditor does when the game is over.
 */
struct det_age {
	const unsigned char *s; /* the host's secret, SECRET_BYTES; all borrowed */
	const char *game;
	int64_t n;                   /* of the digest */
	const char *seat;            /* "": what the host keeps for itself */
	const unsigned char *box_pk; /* of the recipient, BOX_PK_BYTES */
};

/* Append the binary age file.  ERR_AUTH: box_pk is a point of small order. */
int det_age_encrypt(
    const struct det_age *at, const void *p, size_t n, struct buf *out, struct err *err);

/*
 * Open a binary age file (an armored one: age_dearmor first) with no identity but s, and append the
 * plaintext (guarded growth; caller wipes), nothing on failure.
 * 0: it opens, and *is_exact says whether it is, byte for byte, what det_age_encrypt makes of that
 * plaintext: header, nonce and MAC as well as payload.  An honest host's is.
 * -1: it is not what an honest host seals here: ERR_AUTH, another secret's, recipient's, seat's or
 * digest's, or damaged; ERR_SYNTAX, not an age file, or more than `limit` bytes of plaintext.
 */
int det_age_decrypt(const struct det_age *at, const void *p, size_t n, size_t limit,
    struct buf *out, bool *is_exact, struct err *err);

#endif
