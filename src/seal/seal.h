#ifndef ADIT_SEAL_SEAL_H
#define ADIT_SEAL_SEAL_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * The only layer that includes <sodium.h>. All sizes are in bytes. Call seal_init first
 * (idempotent).
 */
int seal_init(struct err *err);

/* Returns the version of libsodium in use. */
const char *seal_version(void);

/* Fills p with n unpredictable bytes. */
void seal_random(void *p, size_t n);

/* Call before seal_init: makes `fill` the source of all random bytes; it must not return without
 * them. By default libsodium uses the system's source, and aborts if there is none. */
void seal_random_from(void (*fill)(void *p, size_t n));

/* seal_wipe wipes; seal_equal compares in constant time (1: equal). */
void seal_wipe(void *p, size_t n);
int seal_equal(const void *a, const void *b, size_t n);

/* ---- base64 (RFC 4648, with padding) of public data -------------------------------- */

/* seal_base64 appends one line without its end. seal_base64_lines appends lines of `width`
 * characters, each with an LF; nothing if n = 0. */
void seal_base64(const unsigned char *p, size_t n, struct buf *out);
void seal_base64_lines(const unsigned char *p, size_t n, size_t width, struct buf *out);
/* Appends the decoded bytes. Strict: padding required, no blanks, canonical last bits. Returns 0,
 * or -1. */
int seal_base64_parse(const char *s, size_t len, struct buf *out);

/* ---- hashes --------------------------------------------------------------------------- */

enum { HASH_BYTES = 32, HASH_TEXT = 52 };

struct hash {
	unsigned char b[HASH_BYTES];
};

struct hash_input {
	const void *p;
	size_t n;
}; /* one part of the input; borrowed */

/*
 * Returns H(tag, parts...): BLAKE2b-256, no key, personalisation = tag padded with NUL to 16 bytes
 * (tag at most 16 bytes), each part preceded by its length as u64le.
 */
struct hash hash_parts(const char *tag, const struct hash_input *part, size_t n_parts);

/* Appends base64 of the SHA-256 of these bytes: for formats of others. */
void hash_sha256(const void *p, size_t n, struct buf *out);

void hash_text(const struct hash *h, char out[static HASH_TEXT + 1]); /* base32 */
int hash_parse(const char *s, size_t len, struct hash *h);            /* 0, or -1 */

#endif
