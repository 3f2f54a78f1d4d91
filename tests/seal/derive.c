#include "seal/derive.h"

#include "seal/aid.h"

TestSuite(derive, .init = aid_init);

/* The table "Hashes and derivation" of the protocol: computed with libsodium 1.0.18 and with
 * Python's hashlib. */
static const char game[] = "k7q2m4xw";

struct fixture {
	unsigned char s[SECRET_BYTES];
	unsigned char r[3][SECRET_BYTES];
	struct hash o;
	unsigned char master[SECRET_BYTES];
};

static struct fixture
fixture(void)
{
	struct fixture f;

	aid_count_up(f.s, sizeof f.s, 0);
	for (int i = 0; i < 3; i++)
		memset(f.r[i], i + 1, sizeof f.r[i]);
	memset(f.o.b, 4, sizeof f.o.b);
	derive_master(game, f.s, (const unsigned char(*)[SECRET_BYTES])f.r, 3, f.master);
	return f;
}

static void
expect_hash(const char *name, const unsigned char got[static HASH_BYTES], const char *want)
{
	struct hash h;
	char text[HASH_TEXT + 1];

	memcpy(h.b, got, sizeof h.b);
	hash_text(&h, text);
	cr_expect_str_eq(text, want, "%s: %s", name, text);
}

Test(derive, vectors_of_the_protocol)
{
	struct fixture f = fixture();
	struct seckey *five = aid_secret(5);
	unsigned char key[SUBKEY_BYTES];
	struct hash h;

	h = derive_host_commit(game, f.s);
	expect_hash("C", h.b, "vpylbp5kbjbeynbufkfvait7uq6pbrne3zofx2gsuxbh5s6i4ifq");
	h = derive_seat_commit(game, "anna", &f.o, f.r[0]);
	expect_hash("c anna", h.b, "ytbwcb43fxz2nhyibz77ziavkmez4he72nfcgisjsegvmjt56lpa");
	h = derive_share(five, game, "anna", 2, &f.o);
	expect_hash("r anna", h.b, "s4e67ufm7fvbvz3r6bfix36p5v2kecx42cwg2z7eqj2i6kycnfja");
	seckey_free(five);
	expect_hash("S", f.master, "pmcshjajbogtphpumqeh5oj3iu3txkkbis6ilpa5l2mdpc5thkwq");

	cr_expect_eq(derive_key_id(0, 1, RNG_DECK), 257, "id of round 1, deck");
	derive_key(f.master, 257, key);
	expect_hash("K(257)", key, "6qmmo5un75iuuhiwr4ciwybwwgkkjdckfx4btw5t74dv4rcuunyq");
	h = derive_key_commit(game, 257, key);
	expect_hash("K commit", h.b, "ftvo2c4q72kibrxqhkfdwsxgyrxzwyvyjuoy64opxyiun46chnlq");

	derive_key(f.master, derive_key_id(0, 1, RNG_SALTS), key);
	struct hash salt = derive_salt(key, "deck", 0);
	expect_hash("salt", salt.b, "tj5neuj7ar2lvzkz4vraewnkypx7bc2hwhjpaf3feye6n2fn6odq");
	h = derive_leaf(game, 1, "deck", 0, "nsw", &salt);
	expect_hash("leaf", h.b, "hm4pjd6vbtvnrbhvufk2hsskpiclhjxgu4q6mhsjzhcdp4kicblq");
}

Test(derive, shuffle_of_the_protocol)
{
	static const uint8_t want[12] = { 61, 52, 24, 47, 15, 49, 4, 64, 11, 20, 37, 46 };
	struct fixture f = fixture();
	struct drbg d;
	uint8_t perm[67];

	aid_count_up(perm, sizeof perm, 0);
	drbg_init(&d, f.master, 0);
	rng_open(&d.rng, 1, RNG_DECK);
	rng_shuffle(&d.rng, perm, sizeof perm);
	for (size_t i = 0; i < COUNT(want); i++)
		cr_expect_eq(
		    perm[i], want[i], "perm(67) at %zu: %d, expected %d", i, perm[i], want[i]);
	drbg_wipe(&d);
}

Test(derive, losses_of_the_protocol)
{
	static const uint32_t want[12] = { 3, 1, 0, 5, 1, 2, 2, 5, 4, 3, 4, 2 };
	struct fixture f = fixture();
	struct drbg d;

	drbg_init(&d, f.master, 0);
	rng_open_loss(&d.rng, 1, 9, 1);
	for (size_t i = 0; i < COUNT(want); i++) {
		uint32_t got = rng_draw(&d.rng, 6);

		cr_expect_eq(got, want[i], "loss(6) at %zu: %u, expected %u", i, got, want[i]);
	}
	drbg_wipe(&d);
}

Test(derive, key_ids_of_epoch_round_and_purpose)
{
	cr_expect_eq(derive_key_id(0, 0, 0), 0);
	cr_expect_eq(derive_key_id(0, 3, RNG_DECK_III), 3 * 256 + 9);
	cr_expect_eq(derive_key_id(2, 1, RNG_GOLD), 2 * 65536 + 256 + 6);
}

/* Changing, moving or omitting a part must change the hash. */
Test(derive, every_part_counts)
{
	struct fixture f = fixture();
	unsigned char other[SECRET_BYTES];
	unsigned char key[SUBKEY_BYTES];
	struct seckey *me = aid_secret(1);
	struct hash h[32];
	size_t n = 0;

	derive_key(f.master, 258, key);
	h[n++] = derive_seat_commit(game, "anna", &f.o, f.r[0]);
	h[n++] = derive_seat_commit(game, "ann", &f.o, f.r[0]);
	h[n++] = derive_seat_commit("k7q2m4xwa", "nna", &f.o, f.r[0]);
	h[n++] = derive_seat_commit(game, "anna", &f.o, f.r[1]);
	h[n++] = derive_seat_commit(game, "anna", &h[0], f.r[0]);
	h[n++] = derive_share(me, game, "anna", 1, &f.o);
	h[n++] = derive_share(me, game, "anna", 2, &f.o);
	h[n++] = derive_share(me, game, "bob", 1, &f.o);
	h[n++] = derive_share(me, "k7q2m4xx", "anna", 1, &f.o);
	h[n++] = derive_share(me, game, "anna", 1, &h[0]);
	seckey_free(me);
	h[n++] = derive_salt(key, "deck", 1);
	h[n++] = derive_salt(key, "deck", 256);
	h[n++] = derive_salt(key, "goal", 1);
	h[n++] = derive_leaf(game, 1, "deck", 0, "nsw", &h[0]);
	h[n++] = derive_leaf(game, 2, "deck", 0, "nsw", &h[0]);
	h[n++] = derive_leaf(game, 1, "deck", 1, "nsw", &h[0]);
	h[n++] = derive_leaf(game, 1, "deck", 0, "nse", &h[0]);
	h[n++] = derive_leaf(game, 1, "deck", 0, "nsw", &h[1]);
	h[n++] = derive_key_commit(game, 1, key);
	h[n++] = derive_key_commit(game, 1 << 24, key);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			cr_expect_neq(memcmp(&h[i], &h[k], sizeof h[i]), 0,
			    "hashes %zu and %zu are equal", i, k);

	derive_master(game, f.s, NULL, 0, other);
	cr_expect_neq(memcmp(other, f.master, sizeof other), 0, "a host that deals alone");
	derive_master(game, f.s, (const unsigned char(*)[SECRET_BYTES])f.r, 2, other);
	cr_expect_neq(memcmp(other, f.master, sizeof other), 0, "a seat left out");
}
