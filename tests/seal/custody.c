/* Keys of seats in custody: the vectors of adit(5), PLAIN SEATS, also computed with Python's hashlib. */
#include "seal/custody.h"

#include "seal/aid.h"

TestSuite(custody, .init = aid_init);

static const char game[] = "k7q2m4xw", dora[] = "dora@example.org";

static struct hash
seed_of(const char *of, const char *seat, uint64_t number)
{
	struct seckey *host = aid_secret(5);
	struct hash seed = custody_seed(host, of, seat, number);

	seckey_free(host);
	return seed;
}

static void
expect_text(const char *what, const unsigned char got[static HASH_BYTES], const char *want)
{
	struct hash h;
	char text[HASH_TEXT + 1];

	memcpy(h.b, got, sizeof h.b);
	hash_text(&h, text);
	cr_expect_str_eq(text, want, "%s: %s", what, text);
}

Test(custody, vectors_of_the_manual)
{
	struct hash seed = seed_of(game, "dora", 1);
	struct err err = ERR_INIT;
	struct seckey *key = custody_key(&seed, &err);

	cr_assert_not_null(key, "%s", err.msg);
	expect_text("seed", seed.b, "kmmjnvi77uqoegu423wexjovtjeuq3tdb55xfp2hcl3cc7rq4iba");
	expect_text(
	    "signing", key->sign_sk, "stdoyudqghyik66r73vmuhvou2qeftiknkb442h5iicverwbtzga");
	expect_text("X25519", key->box_sk, "xlpzjpqaipnoazokchymje3rfsooe6rnxnrlrz3fvagafis53wbq");
	seckey_free(key);
}

Test(custody, a_seed_belongs_to_one_game_seat_and_time)
{
	const struct hash seed = seed_of(game, "dora", 1);
	const struct hash other[] = { seed_of("k7q2m4xv", "dora", 1), seed_of(game, "dorb", 1),
		seed_of(game, "dora", 2), seed_of("k7q2m4xwd", "ora", 1) };

	for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
		cr_expect(memcmp(seed.b, other[i].b, HASH_BYTES) != 0, "row %zu", i);
}

Test(custody, tokens_of_the_manual)
{
	const struct hash seed = seed_of(game, "dora", 1);
	static const struct {
		const char *address;
		int64_t n;
		char kind;
		const char *id, *want;
	} row[] = {
		{ dora, 17, 'm', "", "wfj4napyo6ukcs4e" },
		{ dora, 17, 'c', "", "k6opp3t63gx2cubg" },
		{ dora, 17, 'm', "r12", "4lyrqzneqpfrn4q4" },
	};
	char token[CUSTODY_TOKEN_TEXT + 1];

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		custody_token(&seed, row[i].address, row[i].n, row[i].kind, row[i].id, token);
		cr_expect_str_eq(token, row[i].want, "row %zu: %s", i, token);
	}
	custody_token(&seed, "dora@example.com", 17, 'm', "", token);
	cr_expect_str_neq(token, row[0].want, "another address");
	custody_token(&seed, dora, 18, 'm', "", token);
	cr_expect_str_neq(token, row[0].want, "another mail");
}
