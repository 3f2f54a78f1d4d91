/*
 * DRBG: the rng of real games.
 *
 * (D1) The bytes are those of randombytes_buf_deterministic(key): ChaCha20-IETF with the nonce
 * "LibsodiumDRG" from block 0. They are generated one pool at a time, because a round opens five
 * streams and most give only a few numbers.
 * (D2) pool[used .. DRBG_POOL) is unused; before the first rng_open it is invalid.
 * (D3) A draw takes 4 bytes and never spans two pools.
 */
#include "seal/derive.h"

#include <sodium.h>

#include "seal/hash.h"
#include "util/mem.h"

enum { BLOCK_BYTES = 64, BLOCKS_PER_POOL = DRBG_POOL / BLOCK_BYTES };

_Static_assert(DRBG_POOL % BLOCK_BYTES == 0, "pools join at block borders");
_Static_assert(SUBKEY_BYTES == randombytes_SEEDBYTES, "a subkey seeds a stream");
_Static_assert((int)SUBKEY_BYTES == (int)HASH_BYTES, "the key of losses is a hash");

static void
fill_pool(struct drbg *d)
{
	static const unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = { 'L', 'i', 'b',
		's', 'o', 'd', 'i', 'u', 'm', 'D', 'R', 'G' };

	memset(d->pool, 0, sizeof d->pool);
	(void)crypto_stream_chacha20_ietf_xor_ic(
	    d->pool, d->pool, sizeof d->pool, nonce, d->block, d->key);
	d->block += BLOCKS_PER_POOL;
	d->used = 0;
}

const unsigned char *
subkeys_find(const struct subkeys *keys, uint32_t id)
{
	for (size_t i = 0; i < keys->n; i++)
		if (keys->at[i].id == id)
			return keys->at[i].key;
	return NULL;
}

static void
find_key(struct drbg *d, unsigned round, enum rng_purpose purpose)
{
	const unsigned char *key = subkeys_find(d->keys, derive_key_id(d->epoch, round, purpose));

	memset(d->key, 0, sizeof d->key);
	if (key != NULL)
		memcpy(d->key, key, sizeof d->key);
	else
		d->missing |= 1u << purpose;
}

static void
dice_open(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	struct drbg *d = (struct drbg *)self;

	if (d->keys == NULL)
		derive_key(d->master, derive_key_id(d->epoch, round, purpose), d->key);
	else
		find_key(d, round, purpose);
	if (purpose == RNG_LOSS) {
		const struct le turn = le_encode(self->turn);
		const struct hash_input part[] = { { d->key, sizeof d->key }, { turn.b, 4 },
			{ &self->step, 1 } };
		struct hash key = hash_parts("adit/loss", part, 3);

		memcpy(d->key, key.b, sizeof d->key);
		sodium_memzero(&key, sizeof key);
	}
	d->is_open = true;
	d->block = 0;
	fill_pool(d);
}

static uint32_t
next_u32(struct drbg *d)
{
	if (d->used == sizeof d->pool)
		fill_pool(d);
	d->used += 4;
	return (uint32_t)le_decode(d->pool + d->used - 4, 4);
}

static uint32_t
dice_draw(struct rng *self, uint32_t below)
{
	struct drbg *d = (struct drbg *)self;
	const uint64_t all = UINT64_C(1) << 32;

	if (!d->is_open || below == 0)
		BUG("dice drawn from no stream or for nothing");
	for (;;) {
		uint32_t r = next_u32(d);
		if (r < all - all % below)
			return r % below;
	}
}

void
drbg_init(struct drbg *d, const unsigned char master[static SECRET_BYTES], unsigned epoch)
{
	*d = (struct drbg){ .rng = { .open = dice_open, .draw = dice_draw }, .epoch = epoch };
	memcpy(d->master, master, sizeof d->master);
}

void
drbg_init_keys(struct drbg *d, const struct subkeys *keys, unsigned epoch)
{
	*d = (struct drbg){
		.rng = { .open = dice_open, .draw = dice_draw }, .keys = keys, .epoch = epoch
	};
}

void
drbg_wipe(struct drbg *d)
{
	sodium_memzero(d, sizeof *d);
}
