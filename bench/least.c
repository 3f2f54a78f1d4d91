/*
 * Ed25519 and X25519 operations only: the lower bound for a program that must do them.
 *
 *   least TIMES SIGN VERIFY OPEN SEAL
 *
 * Repeats these operations TIMES times: SIGN signatures made, VERIFY signatures verified, OPEN age
 * files opened (a key agreement), SEAL age files sealed (a key pair and an agreement). A digest or
 * an order has two signatures, the second over the trusted comment.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMES, SIGN, VERIFY, OPEN, SEAL, ARGS };

static unsigned char msg[256], sig[crypto_sign_BYTES];
static unsigned char pk[crypto_sign_PUBLICKEYBYTES], sk[crypto_sign_SECRETKEYBYTES];
static unsigned char box_sk[32], box_pk[32], out[32];

static void
must(int ok)
{
	if (!ok) {
		fputs("least: an operation failed\n", stderr);
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
open_box(int times)
{
	for (int i = 0; i < times; i++)
		must(crypto_scalarmult(out, box_sk, box_pk) == 0);
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
	int n[ARGS] = { 0 };

	for (int i = 0; i < ARGS && argc == 1 + ARGS; i++)
		n[i] = (int)strtol(argv[1 + i], NULL, 10);
	if (n[TIMES] < 1 || sodium_init() < 0) {
		fputs("usage: least TIMES SIGN VERIFY OPEN SEAL\n", stderr);
		return 2;
	}
	must(crypto_sign_keypair(pk, sk) == 0);
	randombytes_buf(box_sk, sizeof box_sk);
	must(crypto_scalarmult_base(box_pk, box_sk) == 0);
	must(crypto_sign_detached(sig, NULL, msg, sizeof msg, sk) == 0);
	for (int i = 0; i < n[TIMES]; i++) {
		sign(n[SIGN]);
		verify(n[VERIFY]);
		open_box(n[OPEN]);
		seal(n[SEAL]);
	}
	return 0;
}
