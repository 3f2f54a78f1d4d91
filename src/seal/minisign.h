#ifndef ADIT_SEAL_MINISIGN_H
#define ADIT_SEAL_MINISIGN_H

#include "seal/key.h"

/*
 * minisign signatures (jedisct1/minisign): "ED" = Ed25519 over BLAKE2b-512 of the message,
 * key id, and a global signature over signature and trusted comment.
 */
enum {
	MINISIGN_REC_BYTES = 74,   /* "ED", key id, signature */
	MINISIGN_GLOBAL_BYTES = 64 /* both are MINISIGN_BYTES, as orders and digests carry it */
};

struct minisig {
	unsigned char b[MINISIGN_BYTES];
};

/* Sign msg with a trusted comment (no line ends in it). */
void minisign_sign(
    const struct seckey *s, const void *msg, size_t n, const char *comment, struct minisig *out);

/* Does it hold for this key and this trusted comment?  ERR_AUTH says which part does not: another key's id, the
 * signature, the comment; or that it is a legacy "Ed" record, over the message itself. */
int minisign_verify(const struct pubkey *c, const void *msg, size_t n, const char *comment,
    const struct minisig *sig, struct err *err);

/* Does the second signature alone hold: has this key signed something with this trusted comment?  Errors as above. */
int minisign_attest(
    const struct pubkey *c, const char *comment, const struct minisig *sig, struct err *err);

/* The four-line .minisig file of stock minisign: write (appends), and read (the trusted comment
 * comes back NUL-terminated in comment; at most 1023 characters). */
void minisign_file_text(
    const struct minisig *sig, const char *untrusted, const char *comment, struct buf *out);
int minisign_file_parse(
    const char *s, size_t len, struct minisig *sig, char comment[static 1024], struct err *err);

#endif
