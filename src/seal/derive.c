/*
 * Derives commitments, keys, salts and leaves from one committed secret. The parts of each hash and
 * their order are the protocol: its test vectors are in tests/seal/derive.c.
 */
#include "seal/derive.h"

#include <sodium.h>

#include "seal/hash.h"
#include "seal/key.h"
#include "util/mem.h"

_Static_assert(SECRET_BYTES == crypto_kdf_KEYBYTES, "the master secret is a KDF key");
_Static_assert((int)SALT_BYTES == (int)HASH_BYTES, "a salt is a hash");

/* Returns a string as a hash input, without its NUL. */
static struct hash_input
str(const char *s)
{
	return (struct hash_input){ s, strlen(s) };
}

struct hash
derive_host_commit(const char *game, const unsigned char s[static SECRET_BYTES])
{
	return hash_parts("adit/host", (struct hash_input[]){ str(game), { s, SECRET_BYTES } }, 2);
}

struct hash
derive_seat_commit(const char *game, const char *seat, const struct hash *opener,
    const unsigned char r[static SECRET_BYTES])
{
	const struct hash_input part[] = { str(game), str(seat), { opener->b, HASH_BYTES },
		{ r, SECRET_BYTES } };

	return hash_parts("adit/seat", part, 4);
}

struct hash
derive_share(const struct seckey *me, const char *game, const char *seat, uint32_t attempt,
    const struct hash *opener)
{
	const struct le n = le_encode(attempt);
	if ((me->locked & SECRET_SIGN) != 0)
		BUG("a share from a key that is locked");

	const struct hash_input part[] = { { me->sign_sk, crypto_sign_ed25519_SEEDBYTES },
		str(game), str(seat), { n.b, 4 }, { opener->b, HASH_BYTES } };

	return hash_parts("adit/r", part, 5);
}

void
derive_master(const char *game, const unsigned char s[static SECRET_BYTES],
    const unsigned char (*r)[SECRET_BYTES], unsigned n_seats,
    unsigned char out[static SECRET_BYTES])
{
	struct hasher h;

	hasher_begin(&h, "adit/master");
	hasher_str(&h, game);
	hasher_part(&h, s, SECRET_BYTES);
	for (unsigned i = 0; i < n_seats; i++)
		hasher_part(&h, r[i], SECRET_BYTES);
	hasher_end(&h, out);
}

uint32_t
derive_key_id(unsigned epoch, unsigned round, unsigned purpose)
{
	return (uint32_t)epoch * 65536u + (uint32_t)round * 256u + (uint32_t)purpose;
}

void
derive_key(const unsigned char master[static SECRET_BYTES], uint32_t id,
    unsigned char out[static SUBKEY_BYTES])
{
	(void)crypto_kdf_derive_from_key(out, SUBKEY_BYTES, id, "ADITDEAL", master);
}

struct hash
derive_key_commit(const char *game, uint32_t id, const unsigned char key[static SUBKEY_BYTES])
{
	const struct le n = le_encode(id);
	const struct hash_input part[] = { str(game), { n.b, 4 }, { key, SUBKEY_BYTES } };

	return hash_parts("adit/key", part, 3);
}

struct hash
derive_salt(const unsigned char salts_key[static SUBKEY_BYTES], const char *pile, unsigned index)
{
	const struct le n = le_encode(index);
	const struct hash_input part[] = { { salts_key, SUBKEY_BYTES }, str(pile), { n.b, 2 } };

	return hash_parts("adit/salt", part, 3);
}

struct hash
derive_leaf(const char *game, unsigned round, const char *pile, unsigned index, const char *card,
    const struct hash *salt)
{
	const struct le of_round = le_encode(round), n = le_encode(index);
	const struct hash_input part[] = { str(game), { of_round.b, 1 }, str(pile), { n.b, 2 },
		str(card), { salt->b, sizeof salt->b } };

	return hash_parts("adit/leaf", part, 6);
}
