#ifndef ADIT_SEAL_DERIVE_H
#define ADIT_SEAL_DERIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rng.h"
#include "seal/seal.h"

/*
 * Derives every shuffle from one committed secret. adit(5), HASHES AND DERIVATION, is the contract;
 * its vectors are tests. game: the id of the game as text, such as "k7q2m4xw".
 */
enum { SECRET_BYTES = 32, SUBKEY_BYTES = 32, SALT_BYTES = 32 };

/* C = H("adit/host", game, s): the host's commitment. */
struct hash derive_host_commit(const char *game, const unsigned char s[static SECRET_BYTES]);

/*
 * A seat's share of the deal, and the commitment to it. The share follows from the secret key, so
 * it cannot be lost. opener: the hash of the digest that opened the attempt. It makes shares of
 * different tables independent, even tables with the same name.
 *
 * r = H("adit/r", secret signing key's seed, game, seat name, u32le attempt, opener)
 * c = H("adit/seat", game, seat name, opener, r)
 */
struct seckey;
struct hash derive_share(const struct seckey *me, const char *game, const char *seat,
    uint32_t attempt, const struct hash *opener);
struct hash derive_seat_commit(const char *game, const char *seat, const struct hash *opener,
    const unsigned char r[static SECRET_BYTES]);

/* S = H("adit/master", game, s, the r of each seat); n_seats is 0 if the host deals alone
 * (trusted). */
void derive_master(const char *game, const unsigned char s[static SECRET_BYTES],
    const unsigned char (*r)[SECRET_BYTES], unsigned n_seats,
    unsigned char out[static SECRET_BYTES]);

/* K = crypto_kdf_derive_from_key(32, epoch*65536 + round*256 + purpose, "ADITDEAL", S). Ids are
 * distinct for epochs below 65536, rounds and purposes below 256. */
uint32_t derive_key_id(unsigned epoch, unsigned round, unsigned purpose);
void derive_key(const unsigned char master[static SECRET_BYTES], uint32_t id,
    unsigned char out[static SUBKEY_BYTES]);

/* H("adit/key", game, u32le id, K) */
struct hash derive_key_commit(
    const char *game, uint32_t id, const unsigned char key[static SUBKEY_BYTES]);

/* H("adit/salt", K(purpose 2), pile, u16le index) */
struct hash derive_salt(
    const unsigned char salts_key[static SUBKEY_BYTES], const char *pile, unsigned index);

/* H("adit/leaf", game, u8 round, pile, u16le index, card, salt) */
struct hash derive_leaf(const char *game, unsigned round, const char *pile, unsigned index,
    const char *card, const struct hash *salt);

/*
 * DRBG: the rng of real games. A stream is randombytes_buf_deterministic(K(epoch, round, purpose)),
 * 4 bytes little-endian per draw. Values >= 2^32 - (2^32 mod below) are rejected; others are taken
 * modulo below. RNG_LOSS: the key is H("adit/loss", K, u32le turn, u8 step). A stream never ends:
 * its pool is refilled. Drawing before the first rng_open is an internal error.
 */
enum { DRBG_POOL = 512 };

struct drbg {
	struct rng rng;             /* first member: a struct drbg is a struct rng */
	const struct subkeys *keys; /* borrowed: source of the streams instead of master */
	unsigned missing;           /* bit p: no key for a stream of purpose p */
	unsigned char master[SECRET_BYTES];
	unsigned epoch;
	bool is_open;
	unsigned char key[SUBKEY_BYTES]; /* of the open stream */
	uint32_t block;                  /* of that stream: the block where the next pool begins */
	size_t used;                     /* used bytes of pool */
	unsigned char pool[DRBG_POOL];
};

/* Initializes from the master secret. A copy of the struct continues independently and borrows the
 * same keys. It has secrets: call drbg_wipe. */
void drbg_init(struct drbg *d, const unsigned char master[static SECRET_BYTES], unsigned epoch);
void drbg_wipe(struct drbg *d);

/* A DRBG from revealed keys, which must outlive it. A stream without a key gives arbitrary numbers
 * and sets its bit in `missing`. */
struct subkey {
	uint32_t id;
	unsigned char key[SUBKEY_BYTES];
};

struct subkeys {
	size_t n;
	struct subkey *at;
};
void drbg_init_keys(struct drbg *d, const struct subkeys *keys, unsigned epoch);

/* Returns the key with this id, or NULL. */
const unsigned char *subkeys_find(const struct subkeys *keys, uint32_t id);

#endif
