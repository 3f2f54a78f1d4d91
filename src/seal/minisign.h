#ifndef ADIT_SEAL_MINISIGN_H
#define ADIT_SEAL_MINISIGN_H

#include "seal/key.h"

/*
 * minisign signatures (jedisct1/minisign): "ED" = Ed25519 over BLAKE2b-512 of the message, key id,
 * and a global signature over signature and trusted comment.
 */
enum {
	MINISIGN_REC_BYTES = 74,   /* "ED", key id, signature */
	MINISIGN_GLOBAL_BYTES = 64 /* together MINISIGN_BYTES, as in orders and digests */
};

struct minisign_sig {
	unsigned char b[MINISIGN_BYTES];
};

/* Signs msg with a trusted comment (without line ends). */
void minisign_sign(const struct seckey *s, const void *msg, size_t n, const char *comment,
    struct minisign_sig *out);

/* Verifies the signature with this key and trusted comment. ERR_AUTH says which part is invalid:
 * the key id, the signature, the comment; or that it is a legacy "Ed" record, over the message
 * itself. */
int minisign_verify(const struct pubkey *c, const void *msg, size_t n, const char *comment,
    const struct minisign_sig *sig, struct err *err);

/* Verifies only the global signature: this key has signed something with this trusted comment.
 * Errors as for minisign_verify. */
int minisign_attest(
    const struct pubkey *c, const char *comment, const struct minisign_sig *sig, struct err *err);

/* The four-line .minisig file of stock minisign. minisign_file_text appends it; minisign_file_parse
 * writes the trusted comment NUL-terminated to comment (at most 1023 characters). */
void minisign_file_text(
    const struct minisign_sig *sig, const char *untrusted, const char *comment, struct buf *out);
int minisign_file_parse(const char *s, size_t len, struct minisign_sig *sig,
    char comment[static 1024], struct err *err);

#endif
