/*
 * The shuffle of the protocol, and a fast random source for simulations.
 *
 * xoshiro128** and SplitMix64 are by Blackman and Vigna: https://prng.di.unimi.it
 */
#include "core/rng.h"

#include <assert.h>

void
rng_shuffle(struct rng *rng, uint8_t *p, unsigned n)
{
	for (unsigned i = n; i > 1; i--) {
		uint32_t j = rng_draw(rng, i);
		uint8_t last = p[i - 1];
		p[i - 1] = p[j];
		p[j] = last;
	}
	rng_shuffled(rng, p, n);
}

static uint64_t
splitmix64(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Mixes v into state: the result depends on every bit of both. */
static uint64_t
stir(uint64_t state, uint64_t v)
{
	state ^= v;
	return splitmix64(&state);
}

static uint32_t
rotate_left(uint32_t x, unsigned k)
{
	return x << k | x >> (32 - k);
}

static uint32_t
next_u32(struct rng_fast *r)
{
	const uint32_t a = r->word[0].s, b = r->word[1].s, c = r->word[2].s ^ a,
		       d = r->word[3].s ^ b;

	r->word[0].s = a ^ d;
	r->word[1].s = b ^ c;
	r->word[2].s = c ^ b << 9;
	r->word[3].s = rotate_left(d, 11);
	return rotate_left(b * 5, 7) * 9;
}

static void
fast_open(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	struct rng_fast *r = (struct rng_fast *)self;
	uint64_t state = (uint64_t)round << 32 | (uint64_t)purpose;

	if (purpose == RNG_LOSS)
		state = stir(state, (uint64_t)self->turn << 8 | self->step);
	for (int i = 0; i < 4; i++)
		state = stir(state, r->word[i].seed);
	for (int i = 0; i < 4; i += 2) {
		uint64_t word = splitmix64(&state);
		r->word[i].s = (uint32_t)word;
		r->word[i + 1].s = (uint32_t)(word >> 32);
	}
	/* The all-zero state is the only state that xoshiro never leaves. */
	r->word[0].s |= (r->word[0].s | r->word[1].s | r->word[2].s | r->word[3].s) == 0;
}

static uint32_t
fast_draw(struct rng *self, uint32_t below)
{
	uint32_t v;

	assert(below > 0);
	/* The highest 2^32 mod `below` numbers are rejected. There are fewer than `below` of them.
	 * The first test is usually enough and avoids a division. */
	do
		v = next_u32((struct rng_fast *)self);
	while (v > UINT32_MAX - below && v > UINT32_MAX - (0u - below) % below);
	return v % below;
}

void
rng_fast_init(struct rng_fast *r, const uint8_t seed[static 32], uint64_t number)
{
	*r = (struct rng_fast){ .rng = { .open = fast_open, .draw = fast_draw } };
	for (int i = 0; i < 32; i++)
		r->word[i / 8].seed |= (uint64_t)seed[i] << (8 * (i % 8));
	/* The number is mixed into every word, so that no seed cancels it. */
	uint64_t state = number;
	for (int i = 0; i < 4; i++) {
		state = stir(state, r->word[i].seed);
		r->word[i].seed = state;
	}
	fast_open(&r->rng, 0, RNG_DECK); /* makes a draw before the first rng_open harmless */
}
