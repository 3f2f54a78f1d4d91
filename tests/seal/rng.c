#include "core/rng.h"

#include "seal/aid.h"

/* Numbers from a second implementation in Python. */
struct row {
	const char *name;
	unsigned round;
	enum rng_purpose purpose;
	uint32_t below, want[4], turn;
	uint8_t step;
};

static const struct row vector[] = {
	{ "deck", 1, RNG_DECK, 1000, { 395, 868, 922, 759 }, 0, 0 },
	{ "losses", 2, RNG_LOSS, UINT32_C(3) << 30,
	    { 1867181030, 2311756044, 2568235717, 3050044508 }, 17, 0 },
	{ "losses of the other step", 2, RNG_LOSS, UINT32_C(3) << 30,
	    { 24669479, 1756066368, 1377446197, 2669896305 }, 17, 1 },
	{ "losses of another turn", 2, RNG_LOSS, UINT32_C(3) << 30,
	    { 1754076024, 1917166579, 944391287, 2485360672 }, 18, 0 },
	{ "nearly half drawn again", 1, RNG_DECK_III, (UINT32_C(1) << 31) + 1,
	    { 1301123977, 1097206557, 1142872503, 1824966541 }, 0, 0 },
	{ "deck opened again is the same", 1, RNG_DECK, 1000, { 395, 868, 922, 759 }, 0, 0 },
};

static struct rng_fast
make(uint64_t number)
{
	struct rng_fast r;
	uint8_t seed[32];

	aid_count_up(seed, sizeof seed, 0);
	rng_fast_init(&r, seed, number);
	return r;
}

Test(rng, the_same_on_every_machine)
{
	struct rng_fast r = make(5);

	for (size_t i = 0; i < COUNT(vector); i++) {
		if (vector[i].purpose == RNG_LOSS)
			rng_open_loss(&r.rng, vector[i].round, vector[i].turn, vector[i].step);
		else
			rng_open(&r.rng, vector[i].round, vector[i].purpose);
		for (int k = 0; k < 4; k++) {
			uint32_t got = rng_draw(&r.rng, vector[i].below);
			cr_expect_eq(
			    got, vector[i].want[k], "%s: draw %d is %u", vector[i].name, k, got);
		}
	}
}

Test(rng, shuffle_from_the_end)
{
	static const uint8_t want[12] = { 63, 56, 52, 27, 32, 14, 0, 38, 2, 26, 54, 13 };
	struct rng_fast r = make(5);
	uint8_t card[67];
	bool seen[67] = { false };

	aid_count_up(card, sizeof card, 0);
	rng_open(&r.rng, 3, RNG_ROLES);
	rng_shuffle(&r.rng, card, sizeof card);
	cr_expect_eq(memcmp(card, want, sizeof want), 0);
	for (size_t i = 0; i < sizeof card; i++) {
		cr_assert(card[i] < sizeof card && !seen[card[i]], "card %d twice", card[i]);
		seen[card[i]] = true;
	}
}

/* The 24 permutations of four cards: each occurs 1000 times in 24000, within 5 sigma. */
Test(rng, every_arrangement_alike)
{
	struct rng_fast r = make(6);
	unsigned count[256] = { 0 };
	unsigned n_kinds = 0;

	rng_open(&r.rng, 1, RNG_DECK);
	for (int i = 0; i < 24000; i++) {
		uint8_t card[4] = { 0, 1, 2, 3 };
		rng_shuffle(&r.rng, card, 4);
		count[card[0] << 6 | card[1] << 4 | card[2] << 2 | card[3]]++;
	}
	for (int i = 0; i < 256; i++) {
		n_kinds += count[i] > 0;
		cr_expect(count[i] == 0 || (count[i] > 845 && count[i] < 1155), "%x came %u times",
		    i, count[i]);
	}
	cr_expect_eq(n_kinds, 24);
}

Test(rng, nothing_and_one_card_take_no_number)
{
	struct rng_fast r = make(7);
	uint8_t card[1] = { 9 };

	rng_open(&r.rng, 1, RNG_DECK);
	struct rng_fast before = r;
	rng_shuffle(&r.rng, card, 0);
	rng_shuffle(&r.rng, card, 1);
	uint32_t a = rng_draw(&r.rng, UINT32_MAX);
	uint32_t b = rng_draw(&before.rng, UINT32_MAX);
	cr_expect_eq(a, b);
	cr_expect_eq(card[0], 9);
}

Test(rng, streams_are_unrelated)
{
	uint32_t first[64];
	size_t n = 0;

	for (uint64_t number = 0; number < 4; number++)
		for (unsigned round = 1; round <= 4; round++)
			for (enum rng_purpose p = RNG_DECK; p <= RNG_GOALS; p++) {
				struct rng_fast r = make(number);
				rng_open(&r.rng, round, p);
				first[n++] = rng_draw(&r.rng, UINT32_MAX);
			}
	cr_assert_eq(n, COUNT(first));
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			cr_expect_neq(first[i], first[k], "streams %zu and %zu begin alike", i, k);
}
