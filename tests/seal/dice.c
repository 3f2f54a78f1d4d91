#include <sodium.h>

#include "seal/aid.h"
#include "seal/derive.h"

TestSuite(dice, .init = aid_init);

enum { STREAM = 4 * DRBG_POOL };

/* A stream as the protocol defines it, computed independently. */
struct reference {
	unsigned char byte[STREAM];
	size_t used;
};

static void
reference_open(struct reference *r, const unsigned char key[static SUBKEY_BYTES])
{
	randombytes_buf_deterministic(r->byte, sizeof r->byte, key);
	r->used = 0;
}

static uint32_t
reference_draw(struct reference *r, uint64_t below)
{
	for (;;) {
		cr_assert(r->used + 4 <= sizeof r->byte, "the reference is too short");
		const unsigned char *p = r->byte + r->used;
		uint64_t v = p[0] + p[1] * UINT64_C(256) + p[2] * UINT64_C(65536) +
		    p[3] * UINT64_C(16777216);
		r->used += 4;
		if (v < 4294967296 - 4294967296 % below)
			return (uint32_t)(v % below);
	}
}

static unsigned char master[SECRET_BYTES] = "the master secret of some game";

struct row {
	const char *name;
	unsigned epoch, round;
	enum rng_purpose purpose;
	uint32_t below;
};

/* Draws over several pools. */
static const struct row stream[] = {
	{ "every number is taken", 0, 1, RNG_DECK, UINT32_C(1) << 31 },
	{ "a die", 0, 2, RNG_FIRST, 6 },
	{ "one in four is drawn again", 0, 3, RNG_GOALS, UINT32_C(3) << 30 },
	{ "nearly half is drawn again", 1, 1, RNG_DECK_II, (UINT32_C(1) << 31) + 1 },
	{ "the largest", 65535, 255, RNG_DECK_III, UINT32_MAX },
	{ "a number below 1 is 0 and takes its 4 bytes", 0, 1, RNG_ROLES, 1 },
};

Test(dice, stream_of_the_protocol)
{
	for (size_t i = 0; i < COUNT(stream); i++) {
		const struct row *row = &stream[i];
		unsigned char key[SUBKEY_BYTES];
		struct reference ref;
		struct drbg d;

		derive_key(master, derive_key_id(row->epoch, row->round, row->purpose), key);
		reference_open(&ref, key);
		drbg_init(&d, master, row->epoch);
		rng_open(&d.rng, row->round, row->purpose);
		while (ref.used < sizeof ref.byte - 400) {
			uint32_t want = reference_draw(&ref, row->below);
			uint32_t got = rng_draw(&d.rng, row->below);
			cr_assert_eq(got, want, "%s: %u, expected %u at byte %zu", row->name, got,
			    want, ref.used);
		}
		drbg_wipe(&d);
	}
}

Test(dice, losses_depend_on_turn_and_step)
{
	for (uint32_t n = 0; n < 300; n += 23) {
		const unsigned char n_le[4] = { (unsigned char)n, (unsigned char)(n >> 8) };
		const unsigned char step = n % 2;
		unsigned char key[SUBKEY_BYTES];
		struct reference ref;
		struct drbg d;

		derive_key(master, derive_key_id(3, 2, RNG_LOSS), key);
		const struct hash_input part[] = { { key, sizeof key }, { n_le, sizeof n_le },
			{ &step, 1 } };
		struct hash loss_key = hash_parts("adit/loss", part, 3);
		reference_open(&ref, loss_key.b);
		drbg_init(&d, master, 3);
		rng_open_loss(&d.rng, 2, n, step);
		for (int i = 0; i < 8; i++) {
			uint32_t want = reference_draw(&ref, 1000000);
			uint32_t got = rng_draw(&d.rng, 1000000);
			cr_expect_eq(got, want, "turn %u, draw %d", n, i);
		}
	}
}

Test(dice, opening_goes_to_the_beginning)
{
	struct drbg d;

	drbg_init(&d, master, 0);
	rng_open(&d.rng, 1, RNG_GOLD);
	uint32_t first = rng_draw(&d.rng, UINT32_MAX);
	for (int i = 0; i < 1000; i++)
		(void)rng_draw(&d.rng, 10);
	rng_open(&d.rng, 2, RNG_GOLD);
	uint32_t other = rng_draw(&d.rng, UINT32_MAX);
	rng_open(&d.rng, 1, RNG_GOLD);
	uint32_t again = rng_draw(&d.rng, UINT32_MAX);
	cr_expect_eq(first, again);
	cr_expect_neq(first, other);
}

Test(dice, a_copy_goes_on_by_itself)
{
	struct drbg d;

	drbg_init(&d, master, 0);
	rng_open(&d.rng, 1, RNG_DECK);
	(void)rng_draw(&d.rng, 10);
	struct drbg copy = d;
	for (int i = 0; i < 500; i++) {
		uint32_t a = rng_draw(&d.rng, 1000);
		uint32_t b = rng_draw(&copy.rng, 1000);
		cr_assert_eq(a, b, "draw %d", i);
	}
}

Test(dice, wiped)
{
	struct drbg d;

	drbg_init(&d, master, 0);
	rng_open(&d.rng, 1, RNG_DECK);
	drbg_wipe(&d);
	cr_expect_eq(sodium_is_zero((const unsigned char *)&d, sizeof d), 1);
}
