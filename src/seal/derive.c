/*
 * From one committed secret to commitments, keys, salts and leaves.  Which parts are hashed in
 * which order is the protocol: its test vectors are in tests/seal/derive.c.
 */
#include "seal/derive.h"

#include <sodium.h>

#include "seal/hash.h"
#include "seal/key.h"

_Static_assert(SECRET_BYTES == crypto_kdf_KEYBYTES, "the master secret is a KDF key");
_Static_assert((int)SALT_BYTES == (int)HASH_BYTES, "a salt is a hash");

static void
part_u16(struct hasher *h, unsigned v)
{
	const unsigned char le[2] = { (unsigned char)v, (unsigned char)(v >> 8) };

	hasher_part(h, le, sizeof le);
}

static void
part_u32(struct hasher *h, uint32_t v)
{
	const unsigned char le[4] = { (unsigned char)v, (unsigned char)(v >> 8),
		(unsigned char)(v >> 16), (unsigned char)(v >> 24) };

	hasher_part(h, le, sizeof le);
}

struct hash
derive_host_commit(const char *game, const unsigned char s[static SECRET_BYTES])
{
	struct hasher h;
	struct hash out;

	hasher_begin(&h, "adit/host");
	hasher_str(&h, game);
	hasher_part(&h, s, SECRET_BYTES);
	hasher_end(&h, out.b);
	return out;
}

struct hash
derive_seat_commit(const char *game, const char *seat, const unsigned char r[static SECRET_BYTES])
{
	struct hasher h;
	struct hash out;

	hasher_begin(&h, "adit/seat");
	hasher_str(&h, game);
	hasher_str(&h, seat);
	hasher_part(&h, r, SECRET_BYTES);
	hasher_end(&h, out.b);
	return out;
}

struct hash
derive_share(const struct secret *me, const char *game, const char *seat, uint32_t attempt)
{
	struct hasher h;
	struct hash out;

	hasher_begin(&h, "adit/r");
	hasher_part(&h, me->sign_sk, crypto_sign_ed25519_SEEDBYTES);
	hasher_str(&h, game);
	hasher_str(&h, seat);
	part_u32(&h, attempt);
	hasher_end(&h, out.b);
	return out;
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
	struct hasher h;
	struct hash out;

	hasher_begin(&h, "adit/key");
	hasher_str(&h, game);
	part_u32(&h, id);
	hasher_part(&h, key, SUBKEY_BYTES);
	hasher_end(&h, out.b);
	return out;
}

struct hash
derive_salt(const unsigned char salts_key[static SUBKEY_BYTES], const char *pile, unsigned index)
{
	struct hasher h;
	struct hash out;

	hasher_begin(&h, "adit/salt");
	hasher_part(&h, salts_key, SUBKEY_BYTES);
	hasher_str(&h, pile);
	part_u16(&h, index);
	hasher_end(&h, out.b);
	return out;
}

struct hash
derive_leaf(const char *game, unsigned round, const char *pile, unsigned index, const char *card,
    const struct hash *salt)
{
	const unsigned char round_u8 = (unsigned char)round;
	struct hasher h;
	struct hash out;

	hasher_begin(&h, "adit/leaf");
	hasher_str(&h, game);
	hasher_part(&h, &round_u8, 1);
	hasher_str(&h, pile);
	part_u16(&h, index);
	hasher_str(&h, card);
	hasher_part(&h, salt->b, sizeof salt->b);
	hasher_end(&h, out.b);
	return out;
}
