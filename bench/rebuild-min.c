/*
 * The Ed25519 and X25519 operations that making a game file again cannot avoid, and nothing else: the
 * measure for `adit rebuild`.  For each digest: verify the host's signature over it and the player's
 * over the order (each two, for the trusted comment); open the host's box and seal it again; for each
 * seat sign a view (twice) and seal it; sign the digest (twice).
 *
 *   rebuild-min DIGESTS SEATS
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char msg[256], sig[crypto_sign_BYTES];
static unsigned char pk[crypto_sign_PUBLICKEYBYTES], sk[crypto_sign_SECRETKEYBYTES];
static unsigned char box_sk[32], box_pk[32], out[32];

static void
must(int ok)
{
	if (!ok) {
		fputs("rebuild-min: an operation failed\n", stderr);
		exit(1);
	}
}

static void
sign(int times)
{
	for (int i = 0; i < times; i++)
		must(crypto_sign_detached(sig, NULL, msg, sizeof msg, sk) == 0);
}

static void
verify(int times)
{
	for (int i = 0; i < times; i++)
		must(crypto_sign_verify_detached(sig, msg, sizeof msg, pk) == 0);
}

static void
seal(int times)
{
	for (int i = 0; i < times; i++) {
		must(crypto_scalarmult_base(out, box_sk) == 0);
		must(crypto_scalarmult(out, box_sk, box_pk) == 0);
	}
}

int
main(int argc, char **argv)
{
	int digests = argc == 3 ? (int)strtol(argv[1], NULL, 10) : 0;
	int seats = argc == 3 ? (int)strtol(argv[2], NULL, 10) : 0;

	if (digests < 1 || seats < 1 || sodium_init() < 0) {
		fputs("usage: rebuild-min DIGESTS SEATS\n", stderr);
		return 2;
	}
	must(crypto_sign_keypair(pk, sk) == 0);
	randombytes_buf(box_sk, sizeof box_sk);
	must(crypto_scalarmult_base(box_pk, box_sk) == 0);
	for (int i = 0; i < digests; i++) {
		sign(2 + 2 * seats);
		verify(4);
		must(crypto_scalarmult(out, box_sk, box_pk) == 0);
		seal(1 + seats);
	}
	return 0;
}
