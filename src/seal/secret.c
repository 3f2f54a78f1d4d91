/*
 * Secret keys: generated, written and read in the formats of minisign and age.
 *
 * (S1) Decoded secrets are wiped on every return path.
 * (S2) The public halves in a struct seckey are always computed from the secret ones. A file whose
 * halves disagree would make signatures that reveal the key.
 */
#include "seal/key.h"

#include <sodium.h>

#include "seal/age.h"
#include "seal/age_file.h"
#include "seal/base64.h"
#include "seal/bech32.h"
#include "seal/hash.h"
#include "util/lines.h"

/*
 * minisign's secret key: algorithm, KDF, checksum algorithm; the KDF's salt and limits; then key
 * id, key and their checksum, masked with the KDF's output if there is a passphrase.
 */
enum {
	AT_SIGN_ALG = 0,
	AT_KDF_ALG = 2,
	AT_CHECK_ALG = 4,
	AT_SALT = 6,
	AT_OPS_LE = AT_SALT + crypto_pwhash_scryptsalsa208sha256_SALTBYTES,
	AT_MEM_LE = AT_OPS_LE + 8,
	AT_ID = AT_MEM_LE + 8,
	AT_SK = AT_ID + SIGN_ID_BYTES,
	AT_CHECK = AT_SK + SIGN_SK_BYTES,
	SIGN_FILE_BYTES = AT_CHECK + 32,
	MASKED_BYTES = SIGN_FILE_BYTES - AT_ID,
	CHECK_BYTES = SIGN_FILE_BYTES - AT_CHECK,
	SIGN_LINE_TEXT = (SIGN_FILE_BYTES + 2) / 3 * 4,
	/* Maximum of stock minisign (libsodium's "sensitive"): 1 GiB, a few seconds. */
	OPS_MAX = 1 << 25,
	MEM_MAX = 1 << 30,
	BOX_FILE_MAX = 65536
};

static const char sign_comment[] = "untrusted comment: minisign encrypted secret key";
static const char box_hrp[] = "AGE-SECRET-KEY-";

enum { BOX_SK_TEXT = sizeof box_hrp - 1 + BECH32_TAIL };

struct seckey *
seckey_new(struct err *err)
{
	struct seckey *s = sodium_malloc(sizeof *s);

	if (s == NULL) {
		(void)err_set(err, ERR_BUSY, "no guarded memory for a secret key");
		return NULL;
	}
	sodium_memzero(s, sizeof *s);
	return s;
}

void
seckey_free(struct seckey *s)
{
	sodium_free(s); /* wipes */
}

int
seckey_unlock(const struct seckey *s, unsigned parts, struct err *err)
{
	parts &= s->locked;
	return parts == 0 ? 0 : s->lock->unlock(s->lock, parts, err);
}

int
seckey_make(struct seckey *s, struct err *err)
{
	randombytes_buf(s->pub.sign_id, sizeof s->pub.sign_id);
	if (crypto_sign_keypair(s->pub.sign_pk, s->sign_sk) < 0)
		return err_set(err, ERR_BUSY, "no key pair could be made");
	randombytes_buf(s->box_sk, sizeof s->box_sk);
	(void)crypto_scalarmult_curve25519_base(s->pub.box_pk, s->box_sk);
	return 0;
}

void
seckey_derive(struct seckey *s, const unsigned char seed[static HASH_BYTES])
{
	static const char what[] = { 'i', 's', 'b' };
	struct hash h[sizeof what];

	for (size_t i = 0; i < sizeof what; i++) {
		const struct hash_input part[] = { { seed, HASH_BYTES }, { &what[i], 1 } };

		h[i] = hash_parts("adit/derive", part, sizeof part / sizeof part[0]);
	}
	memcpy(s->pub.sign_id, h[0].b, sizeof s->pub.sign_id);
	memcpy(s->box_sk, h[2].b, sizeof s->box_sk);
	(void)crypto_scalarmult_curve25519_base(s->pub.box_pk, s->box_sk);
	(void)crypto_sign_seed_keypair(s->pub.sign_pk, s->sign_sk, h[1].b); /* cannot fail */
	sodium_memzero(h, sizeof h);
}

/* ---- minisign ------------------------------------------------------------------------- */

static void
checksum(const unsigned char key[static SIGN_FILE_BYTES], unsigned char out[static CHECK_BYTES])
{
	crypto_generichash_blake2b_state st;

	(void)crypto_generichash_blake2b_init(&st, NULL, 0, CHECK_BYTES);
	(void)crypto_generichash_blake2b_update(&st, key + AT_SIGN_ALG, 2);
	(void)crypto_generichash_blake2b_update(&st, key + AT_ID, SIGN_ID_BYTES + SIGN_SK_BYTES);
	(void)crypto_generichash_blake2b_final(&st, out, CHECK_BYTES);
	sodium_memzero(&st, sizeof st);
}

/* Masks or unmasks id, key and checksum with the KDF's output. */
static int
mask(unsigned char key[static SIGN_FILE_BYTES], const char *pass, size_t pass_n, struct err *err)
{
	unsigned char stream[MASKED_BYTES];
	uint64_t ops = le_decode(key + AT_OPS_LE, 8);
	uint64_t mem = le_decode(key + AT_MEM_LE, 8);

	if (ops > OPS_MAX || mem > MEM_MAX)
		return err_set(
		    err, ERR_SYNTAX, "minisign key: its passphrase asks for too much work");
	if (crypto_pwhash_scryptsalsa208sha256(
		stream, sizeof stream, pass, pass_n, key + AT_SALT, ops, (size_t)mem) != 0)
		return err_set(err, ERR_BUSY, "no memory for the passphrase of the minisign key");
	for (size_t i = 0; i < sizeof stream; i++)
		key[AT_ID + i] ^= stream[i];
	sodium_memzero(stream, sizeof stream);
	return 0;
}

int
seckey_sign_text(const struct seckey *s, const char *pass, size_t pass_n, unsigned work,
    struct buf *out, struct err *err)
{
	unsigned char key[SIGN_FILE_BYTES] = { 0 };
	char line[SIGN_LINE_TEXT + 1];
	int ret = -1;

	memcpy(key + AT_SIGN_ALG, "Ed", 2);
	memcpy(key + AT_CHECK_ALG, "B2", 2);
	memcpy(key + AT_ID, s->pub.sign_id, SIGN_ID_BYTES);
	memcpy(key + AT_SK, s->sign_sk, SIGN_SK_BYTES);
	/* Without a passphrase KDF, salt, limits and checksum are zero, as from `minisign -W`. */
	if (pass != NULL) {
		memcpy(key + AT_KDF_ALG, "Sc", 2);
		randombytes_buf(key + AT_SALT, AT_OPS_LE - AT_SALT);
		/* libsodium turns these into N = 2^work, r = 8, p = 1. */
		memcpy(key + AT_OPS_LE, le_encode(UINT64_C(1) << (work + 5)).b, 8);
		memcpy(key + AT_MEM_LE, le_encode(UINT64_C(1) << (work + 10)).b, 8);
		checksum(key, key + AT_CHECK);
		if (mask(key, pass, pass_n, err) < 0)
			goto done;
	}
	base64_text(key, sizeof key, BASE64_PADDED, line);
	buf_grow_secret(out, sizeof sign_comment + sizeof line);
	buf_fmt(out, "%s\n%s\n", sign_comment, line);
	ret = 0;
done:
	sodium_memzero(key, sizeof key);
	sodium_memzero(line, sizeof line);
	return ret;
}

/* Decodes a minisign secret key file, still masked. Returns 0, or -1 with key wiped. */
static int
sign_decode(const char *s, size_t len, unsigned char key[static SIGN_FILE_BYTES])
{
	struct lines l = { s, len, 0, 1 };
	struct slice line;
	struct slice rest;

	if (!lines_next_crlf(&l, &line) || !slice_starts(line, "untrusted comment:"))
		return -1;
	if (!lines_next_crlf(&l, &line))
		return -1;
	while (lines_next_crlf(&l, &rest))
		if (rest.n > 0)
			return -1;
	if (base64_parse(line, BASE64_PADDED, key, SIGN_FILE_BYTES) < 0 ||
	    memcmp(key + AT_SIGN_ALG, "Ed", 2) != 0 || memcmp(key + AT_CHECK_ALG, "B2", 2) != 0) {
		sodium_memzero(key, SIGN_FILE_BYTES);
		return -1;
	}
	return 0;
}

static bool
sign_is_masked(const unsigned char key[static SIGN_FILE_BYTES])
{
	return memcmp(key + AT_KDF_ALG, "Sc", 2) == 0;
}

bool
seckey_sign_is_locked(const char *s, size_t len)
{
	unsigned char key[SIGN_FILE_BYTES];

	if (sign_decode(s, len, key) < 0)
		return false;
	bool locked = sign_is_masked(key);
	sodium_memzero(key, sizeof key);
	return locked;
}

/* Unmasks if needed and checks; then key has id and key in clear. */
static int
sign_open(
    unsigned char key[static SIGN_FILE_BYTES], const char *pass, size_t pass_n, struct err *err)
{
	static const unsigned char none[CHECK_BYTES];
	unsigned char want[CHECK_BYTES];
	bool masked = sign_is_masked(key);

	if (masked) {
		if (pass == NULL)
			return err_set(err, ERR_AUTH, "minisign key: needs a passphrase");
		if (mask(key, pass, pass_n, err) < 0)
			return -1;
	} else if (memcmp(key + AT_KDF_ALG, none, 2) != 0) {
		return err_set(err, ERR_SYNTAX, "minisign key: unknown way of locking");
	}
	checksum(key, want);
	if (sodium_memcmp(key + AT_CHECK, want, sizeof want) == 0)
		return 0;
	if (masked)
		return err_set(err, ERR_AUTH, "minisign key: wrong passphrase");
	if (sodium_memcmp(key + AT_CHECK, none, sizeof none) == 0)
		return 0;
	return err_set(err, ERR_SYNTAX, "minisign key: damaged");
}

int
seckey_sign_parse(
    struct seckey *out, const char *s, size_t len, const char *pass, size_t pass_n, struct err *err)
{
	unsigned char key[SIGN_FILE_BYTES];
	unsigned char pk[SIGN_PK_BYTES];
	unsigned char sk[SIGN_SK_BYTES];
	int ret = -1;

	if (sign_decode(s, len, key) < 0)
		return err_set(err, ERR_SYNTAX, "not a minisign secret key");
	if (sign_open(key, pass, pass_n, err) < 0)
		goto done;
	(void)crypto_sign_seed_keypair(pk, sk, key + AT_SK);
	if (sodium_memcmp(sk, key + AT_SK, sizeof sk) != 0) {
		(void)err_set(err, ERR_SYNTAX, "minisign key: damaged");
		goto done;
	}
	memcpy(out->pub.sign_id, key + AT_ID, sizeof out->pub.sign_id);
	memcpy(out->pub.sign_pk, pk, sizeof pk);
	memcpy(out->sign_sk, sk, sizeof sk);
	ret = 0;
done:
	sodium_memzero(key, sizeof key);
	sodium_memzero(sk, sizeof sk);
	return ret;
}

/* ---- age ------------------------------------------------------------------------------ */

int
seckey_box_text(const struct seckey *s, const char *pass, size_t pass_n, unsigned work,
    struct buf *out, struct err *err)
{
	char pk[AGE_TEXT + 1];
	char sk[BOX_SK_TEXT + 1];
	struct buf clear = BUF_INIT;
	int ret = 0;

	pubkey_box_text(&s->pub, pk);
	bech32_text(box_hrp, s->box_sk, sk);
	buf_grow_secret(&clear, sizeof pk + sizeof sk + 64);
	buf_fmt(&clear, "# public key: %s\n%s\n", pk, sk);
	if (pass != NULL) {
		ret = age_encrypt_pass(pass, pass_n, work, clear.p, clear.n, out, err);
	} else {
		buf_grow_secret(out, clear.n);
		buf_add(out, clear.p, clear.n);
	}
	buf_wipe(&clear);
	sodium_memzero(sk, sizeof sk);
	return ret;
}

bool
seckey_box_is_locked(const char *s, size_t len)
{
	struct slice text = slice_trim((struct slice){ s, len });

	return age_is_binary(text.s, text.n) || slice_starts(text, AGE_ARMOR_BEGIN);
}

/* Parses an identity file in clear: comments, blank lines, one key. */
static int
box_parse_clear(struct seckey *out, const char *s, size_t len, struct err *err)
{
	unsigned char sk[BOX_SK_BYTES];
	bool has_key = false;
	struct lines l = { s, len, 0, 1 };
	struct slice line;
	int ret = -1;

	while (lines_next_crlf(&l, &line)) {
		line = slice_trim(line);
		if (line.n == 0 || line.s[0] == '#')
			continue;
		if (has_key) {
			(void)err_set_line(
			    err, ERR_SYNTAX, l.line - 1, "age identity: more than one key");
			goto done;
		}
		if (bech32_parse(box_hrp, line.s, line.n, sk) < 0) {
			(void)err_set_line(err, ERR_SYNTAX, l.line - 1,
			    "not an age identity, expected AGE-SECRET-KEY-1");
			goto done;
		}
		has_key = true;
	}
	if (!has_key) {
		(void)err_set(err, ERR_SYNTAX, "not an age identity, expected AGE-SECRET-KEY-1");
		goto done;
	}
	memcpy(out->box_sk, sk, sizeof sk);
	(void)crypto_scalarmult_curve25519_base(out->pub.box_pk, out->box_sk);
	ret = 0;
done:
	sodium_memzero(sk, sizeof sk);
	return ret;
}

int
seckey_box_parse(
    struct seckey *out, const char *s, size_t len, const char *pass, size_t pass_n, struct err *err)
{
	struct buf clear = BUF_INIT;

	if (!seckey_box_is_locked(s, len))
		return box_parse_clear(out, s, len, err);
	if (pass == NULL)
		return err_set(err, ERR_AUTH, "age identity: needs a passphrase");
	int ret = age_decrypt_pass(pass, pass_n, s, len, BOX_FILE_MAX, &clear, err);
	if (ret == 0)
		ret = box_parse_clear(out, buf_cstr(&clear), clear.n, err);
	buf_wipe(&clear);
	return ret;
}
