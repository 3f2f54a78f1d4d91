#ifndef ADIT_SEAL_AGE_H
#define ADIT_SEAL_AGE_H

#include "seal/key.h"

/*
 * age v1 files (C2SP/age): X25519 recipients for views and orders, scrypt for protected identities.
 * The payload is ChaCha20-Poly1305 STREAM in chunks of 64 KiB.
 */

/* Encrypts to one X25519 recipient. Appends an age file: binary, or armored (PEM-like, 64 columns,
 * with line ends) if `armor`. ERR_AUTH: box_pk is a point of small order. */
int age_encrypt(const unsigned char box_pk[static BOX_PK_BYTES], const void *p, size_t n,
    bool armor, struct buf *out, struct err *err);

/* Returns the size of what age_encrypt makes of n plaintext bytes. */
size_t age_size(size_t n, bool armor);

/*
 * Decrypts an age file, armored or not, with an X25519 identity. Skips stanzas of other recipients
 * and of unknown types. Appends the plaintext (guarded growth; the caller wipes it), nothing on
 * failure. ERR_NOT_FOUND: not for this key. ERR_AUTH: damaged. ERR_SYNTAX: not an age file, or more
 * than `limit` bytes of plaintext.
 */
int age_decrypt(const struct seckey *s, const void *p, size_t n, size_t limit, struct buf *out,
    struct err *err);

/*
 * The same with a passphrase. work: scrypt's N is 2^work, its memory 2^work KiB; use AGE_WORK, the
 * value of stock age. Files above AGE_WORK_MAX are ERR_SYNTAX before any work is done.
 * age_encrypt_pass always armors. ERR_BUSY: not enough memory for the work.
 */
enum { AGE_WORK = 18, AGE_WORK_MAX = 22 };
int age_encrypt_pass(const char *pass, size_t pass_n, unsigned work, const void *p, size_t n,
    struct buf *out, struct err *err);
int age_decrypt_pass(const char *pass, size_t pass_n, const void *p, size_t n, size_t limit,
    struct buf *out, struct err *err);

/* True if the data begins like a binary age file of any version. */
bool age_is_binary(const void *p, size_t n);

/* Appends the binary form of armor text (exact, except CRLF and blanks before and after). Returns
 * 0, or -1 with ERR_SYNTAX and nothing appended. */
int age_dearmor(const char *s, size_t n, struct buf *out, struct err *err);

/* age_armor appends the armor of n binary bytes; age_armor_size returns its size. */
void age_armor(const void *p, size_t n, struct buf *out);
size_t age_armor_size(size_t n);

#endif
