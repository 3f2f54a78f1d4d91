#ifndef ADIT_SEAL_AGE_H
#define ADIT_SEAL_AGE_H

#include "seal/key.h"

/*
 * age v1 files (C2SP/age): X25519 recipients for views and orders, scrypt for protected
 * identities; the payload is ChaCha20-Poly1305 STREAM in chunks of 64 KiB.
 */

/* Encrypt to one X25519 recipient.  Appends an age file: binary, or armored (PEM-like, 64 columns,
 * with line ends) if `armor`.  ERR_AUTH: box_pk is a point of small order. */
int age_encrypt(const unsigned char box_pk[static BOX_PK_BYTES], const void *p, size_t n,
    bool armor, struct buf *out, struct err *err);

/* Size of what age_encrypt makes of n plaintext bytes. */
size_t age_size(size_t n, bool armor);

/*
 * Open an age file, armored or not, with an X25519 identity; several stanzas of other recipients
 * are skipped, unknown stanza types too.  Appends the plaintext (guarded growth; caller wipes),
 * nothing on failure.
 * ERR_NOT_FOUND: not for this key.  ERR_AUTH: damaged.  ERR_SYNTAX: not an age file, or more than `limit`
 * bytes of plaintext.
 */
int age_decrypt(const struct seckey *s, const void *p, size_t n, size_t limit, struct buf *out,
    struct err *err);

/*
 * The same with a passphrase.  work: scrypt's N is 2^work, its memory 2^work KiB; use AGE_WORK,
 * what stock age makes.  Files above AGE_WORK_MAX are ERR_SYNTAX before any work is done.
 * age_encrypt_pass always armors; ERR_BUSY if there is no memory for the work.
 */
enum { AGE_WORK = 18, AGE_WORK_MAX = 22 };
int age_encrypt_pass(const char *pass, size_t pass_n, unsigned work, const void *p, size_t n,
    struct buf *out, struct err *err);
int age_decrypt_pass(const char *pass, size_t pass_n, const void *p, size_t n, size_t limit,
    struct buf *out, struct err *err);

/* Does it begin like a binary age file, of whatever version? */
bool age_is_binary(const void *p, size_t n);

/* Is there an armored age file at s?  Finds the first line "-----BEGIN AGE ENCRYPTED FILE-----" and
 * the next "-----END ...", both at the beginning of a line; *at and *len cover both lines and the
 * line end of the second, so exactly what age_encrypt appended.  false if there is none. */
bool age_armor_find(const char *s, size_t n, size_t *at, size_t *len);

/* Armor text (exact, but for CRLF and blanks before and after) to binary, appended.  0, or -1 with
 * ERR_SYNTAX and nothing appended. */
int age_dearmor(const char *s, size_t n, struct buf *out, struct err *err);

/* Append the armor of n binary bytes; the size of that. */
void age_armor(const void *p, size_t n, struct buf *out);
size_t age_armor_size(size_t n);

#endif
