#ifndef ADIT_SEAL_AGE_FILE_H
#define ADIT_SEAL_AGE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "seal/key.h"
#include "util/slice.h"

/*
 * Parts of an age v1 file (C2SP's page on age), for use inside src/seal: the header and its stanzas
 * (age_header.c), the payload (age_payload.c). age.c and age_pass.c combine them.
 */
#define AGE_VERSION     "age-encryption.org/v1"
#define AGE_ARMOR_BEGIN "-----BEGIN AGE ENCRYPTED FILE-----"
#define AGE_ARMOR_END   "-----END AGE ENCRYPTED FILE-----"

enum {
	AGE_FILE_KEY = 16, /* the secret that every stanza wraps */
	AGE_WRAP_KEY = 32,
	AGE_BODY = 32, /* a wrapped file key */
	AGE_NONCE = 16,
	AGE_MAC = 32,
	AGE_ARGS_KEPT = 3, /* the type is one of them; no known stanza has more */
	AGE_HEADER_MAX = 65536,
	AGE_STANZAS_MAX = 256 /* each may cost a multiplication on the curve */
};

struct age_stanza {
	size_t n_args;                   /* number of all arguments; arg[] has the first ones */
	struct slice arg[AGE_ARGS_KEPT]; /* borrowed from the file */
	size_t body_n;                   /* length of the whole body; body[] has its beginning */
	unsigned char body[AGE_BODY];
};

/* A parsed header: every stanza is well formed. */
struct age_header {
	const char *s; /* the file; borrowed */
	size_t n;      /* length of the header, including the line end after the MAC */
	size_t mac_n;  /* length of the part that the MAC covers: up to and including "---" */
	size_t n_stanzas;
	bool has_scrypt;
	unsigned char mac[AGE_MAC];
};

/* Parses the header of a binary age file. ERR_SYNTAX: not one, invalid format, or a scrypt stanza
 * beside others. Does not check the MAC. */
int age_header_parse(const char *s, size_t n, struct age_header *h, struct err *err);

/* Returns the stanzas of a parsed header one by one; *at starts as 0. Returns false after the
 * last. */
bool age_stanza_next(const struct age_header *h, size_t *at, struct age_stanza *st);

/* True if the stanza has this type. */
bool age_stanza_is(const struct age_stanza *st, const char *type);

/* True if the MAC of the header is valid for this file key. */
bool age_header_mac_holds(
    const struct age_header *h, const unsigned char file_key[static AGE_FILE_KEY]);

/* Begins a header: the version line and the arguments of its only stanza, "-> ARGS". */
void age_header_begin(struct buf *out, const char *args);

/* Ends a header: the stanza's body, then the MAC over out from `from` on. */
void age_header_end(struct buf *out, size_t from, const unsigned char body[static AGE_BODY],
    const unsigned char file_key[static AGE_FILE_KEY]);

/* Wrap and unwrap a file key. age_unwrap returns 0, or -1 if it was wrapped with another key or is
 * damaged. */
void age_wrap(const unsigned char wrap_key[static AGE_WRAP_KEY],
    const unsigned char file_key[static AGE_FILE_KEY], unsigned char body[static AGE_BODY]);
int age_unwrap(const unsigned char wrap_key[static AGE_WRAP_KEY], const struct age_stanza *st,
    unsigned char file_key[static AGE_FILE_KEY]);

/* All random values of a file; they are secret. age_encrypt_with appends a binary file for an
 * X25519 recipient; see age_encrypt. */
struct age_randomness {
	unsigned char file_key[AGE_FILE_KEY];
	unsigned char ephemeral[BOX_SK_BYTES];
	unsigned char nonce[AGE_NONCE];
};
int age_encrypt_with(const unsigned char box_pk[static BOX_PK_BYTES],
    const struct age_randomness *c, const void *p, size_t n, struct buf *out, struct err *err);

/* Appends nonce and sealed chunks of p. */
void age_payload_seal(const unsigned char file_key[static AGE_FILE_KEY],
    const unsigned char nonce[static AGE_NONCE], const void *p, size_t n, struct buf *out);

/* Returns the payload size for n bytes of plaintext. */
size_t age_payload_size(size_t n);

/* Appends the plaintext of a payload; nothing on failure. ERR_AUTH: damaged, truncated or extended;
 * ERR_SYNTAX: more than `limit` bytes of plaintext. */
int age_payload_open(const unsigned char file_key[static AGE_FILE_KEY], const char *p, size_t n,
    size_t limit, struct buf *out, struct err *err);

/*
 * Common part of age_decrypt and age_decrypt_pass: removes the armor, reads the header, gets the
 * file key from `unlock`, checks the MAC, decrypts the payload. unlock returns 1 with file_key
 * filled, 0 if no stanza is for this key, -1 with *err filled.
 */
typedef int age_unlock_fn(const void *key, const struct age_header *h,
    unsigned char file_key[static AGE_FILE_KEY], struct err *err);
int age_open(age_unlock_fn *unlock, const void *key, const void *p, size_t n, size_t limit,
    struct buf *out, struct err *err);

#endif
