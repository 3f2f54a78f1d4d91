#include "seal/aid.h"

#include <sodium.h>

void
aid_init(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
}

struct seckey *
aid_secret(unsigned char which)
{
	struct err err = ERR_INIT;
	struct seckey *s = seckey_new(&err);
	unsigned char seed[32];

	cr_assert_not_null(s, "%s", err.msg);
	memset(seed, which, sizeof seed);
	memset(s->pub.sign_id, which, sizeof s->pub.sign_id);
	crypto_sign_seed_keypair(s->pub.sign_pk, s->sign_sk, seed);
	memset(s->box_sk, which + 100, sizeof s->box_sk);
	crypto_scalarmult_curve25519_base(s->pub.box_pk, s->box_sk);
	return s;
}

void
aid_count_up(unsigned char *p, size_t n, unsigned char from)
{
	for (size_t i = 0; i < n; i++)
		p[i] = (unsigned char)(from + i);
}
