#ifndef ADIT_SEAL_AGE_H
#define ADIT_SEAL_AGE_H

#include "seal/key.h"

/*
 * age v1 files (C2SP/age): X25519 recipients for views and orders, scrypt for protected
 * identities; the payload is ChaCha20-Poly1305 STREAM in chunks of 64 KiB.
 */

/* Encrypt to one X25519 recipient.  Appends an age file: binary, or armored (PEM-like, 64 columns,
 * with line ends) if `armor`.
 * seed: NULL for fresh randomness; else 32 secret bytes from which file key, ephemeral key and
 * nonce are derived (never use one seed for two plaintexts or recipients). */
int age_encrypt(const unsigned char box_pk[static BOX_PK_BYTES], const unsigned char *seed,
    const void *p, size_t n, bool armor, struct buf *out, struct err *err);

/* Size of what age_encrypt makes of n plaintext bytes. */
size_t age_size(size_t n, bool armor);

/*
 * Open an age file, armored or not, with an X25519 identity; several stanzas of other recipients
 * are skipped, unknown stanza types too.  Appends the plaintext (guarded growth; caller wipes).
 * ERR_AUTH: not for this key, or damaged.  ERR_SYNTAX: not an age file, or larger than limit.
 */
int age_decrypt(const struct secret *s, const void *p, size_t n, size_t limit, struct buf *out,
    struct err *err);

/* The same with a passphrase (scrypt stanza; work factor at most 2^22 accepted, 2^18 made as stock age does).  */
int age_encrypt_pass(const char *pass, size_t pass_n, const void *p, size_t n, struct buf *out,
    struct err *err);
int age_decrypt_pass(const char *pass, size_t pass_n, const void *p, size_t n, size_t limit,
    struct buf *out, struct err *err);

/* Is there an armored age file at s?  Finds "-----BEGIN AGE ENCRYPTED FILE-----" ... END; *at and
 * *len cover both lines.  false if there is none (or no END). */
bool age_armor_find(const char *s, size_t n, size_t *at, size_t *len);

/* Armor text (exact) to binary.  0, or -1 with ERR_SYNTAX. */
int age_dearmor(const char *s, size_t n, struct buf *out, struct err *err);

#endif
