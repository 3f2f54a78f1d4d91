/*
 * age files for X25519 recipients, and the common part of decryption.
 *
 * (A1) The header's MAC is checked before the payload is read, and the payload's last chunk before
 * any plaintext is returned.
 */
#include "seal/age.h"

#include <sodium.h>

#include "seal/age_file.h"
#include "seal/base64.h"
#include "seal/hkdf.h"
#include "util/mem.h"

enum { SHARE_TEXT = 43 }; /* 32 bytes in base64 without padding */

static const char x25519_info[] = "age-encryption.org/v1/X25519";

/* Computes HKDF of the shared secret, salted with both public keys. Returns -1 for a point of small
 * order. */
static int
x25519_wrap_key(const unsigned char sk[static BOX_SK_BYTES],
    const unsigned char other_pk[static 32], const unsigned char share[static 32],
    const unsigned char recipient[static 32], unsigned char wrap_key[static AGE_WRAP_KEY])
{
	unsigned char shared[32];
	unsigned char salt[64];

	if (crypto_scalarmult_curve25519(shared, sk, other_pk) < 0)
		return -1;
	memcpy(salt, share, 32);
	memcpy(salt + 32, recipient, 32);
	hkdf_sha256(shared, sizeof shared, salt, sizeof salt, x25519_info, wrap_key);
	sodium_memzero(shared, sizeof shared);
	return 0;
}

int
age_encrypt_with(const unsigned char box_pk[static BOX_PK_BYTES], const struct age_randomness *c,
    const void *p, size_t n, struct buf *out, struct err *err)
{
	unsigned char share[32];
	unsigned char wrap_key[AGE_WRAP_KEY];
	unsigned char body[AGE_BODY];
	char args[sizeof "X25519 " + SHARE_TEXT] = "X25519 ";
	size_t from = out->n;

	(void)crypto_scalarmult_curve25519_base(share, c->ephemeral);
	if (x25519_wrap_key(c->ephemeral, box_pk, share, box_pk, wrap_key) < 0)
		return err_set(err, ERR_AUTH, "this age recipient is no usable key");
	age_wrap(wrap_key, c->file_key, body);
	base64_text(share, sizeof share, BASE64_BARE, args + sizeof "X25519 " - 1);
	buf_reserve(out, age_size(n, false));
	age_header_begin(out, args);
	age_header_end(out, from, body, c->file_key);
	age_payload_seal(c->file_key, c->nonce, p, n, out);
	sodium_memzero(wrap_key, sizeof wrap_key);
	return 0;
}

int
age_encrypt(const unsigned char box_pk[static BOX_PK_BYTES], const void *p, size_t n, bool armor,
    struct buf *out, struct err *err)
{
	struct buf binary = BUF_INIT;
	struct age_randomness c;
	int result;

	randombytes_buf(&c, sizeof c);
	result = age_encrypt_with(box_pk, &c, p, n, armor ? &binary : out, err);
	if (result == 0 && armor)
		age_armor(binary.p, binary.n, out);
	buf_release(&binary);
	sodium_memzero(&c, sizeof c);
	return result;
}

size_t
age_size(size_t n, bool armor)
{
	/* Lines: version, stanza (two), MAC. Three of them have base64 of 32 bytes. */
	const size_t header = sizeof AGE_VERSION + sizeof "-> X25519 " + sizeof "--- " +
	    3 * SHARE_TEXT + 1;
	size_t binary = header + age_payload_size(n);

	return armor ? age_armor_size(binary) : binary;
}

/* Returns 1 if the stanza is for this key, 0 if not, -1 if its format is invalid. */
static int
x25519_try(const struct seckey *s, const struct age_stanza *st,
    unsigned char file_key[static AGE_FILE_KEY], struct err *err)
{
	unsigned char share[32];
	unsigned char wrap_key[AGE_WRAP_KEY];

	if (st->n_args != 2 || st->body_n != AGE_BODY ||
	    base64_parse(st->arg[1], BASE64_BARE, share, sizeof share) < 0)
		return err_set(err, ERR_SYNTAX, "age file: malformed X25519 recipient");
	if (x25519_wrap_key(s->box_sk, share, share, s->pub.box_pk, wrap_key) < 0)
		return err_set(err, ERR_SYNTAX,
		    "age file: malformed X25519 recipient, a point of small order");
	int ret = age_unwrap(wrap_key, st, file_key) == 0;
	sodium_memzero(wrap_key, sizeof wrap_key);
	return ret;
}

static int
x25519_unlock(const void *key, const struct age_header *h,
    unsigned char file_key[static AGE_FILE_KEY], struct err *err)
{
	struct age_stanza st;
	int found = 0;

	if (h->has_scrypt)
		return err_set(
		    err, ERR_NOT_FOUND, "age file: sealed with a passphrase, not to a key");
	for (size_t at = 0; found == 0 && age_stanza_next(h, &at, &st);)
		if (age_stanza_is(&st, "X25519"))
			found = x25519_try(key, &st, file_key, err);
	return found;
}

int
age_open(age_unlock_fn *unlock, const void *key, const void *p, size_t n, size_t limit,
    struct buf *out, struct err *err)
{
	struct buf binary = BUF_INIT;
	unsigned char file_key[AGE_FILE_KEY];
	struct age_header h;
	int ret = -1;

	/* Armor adds three eighths: input more than twice too large is not decoded. */
	if (n / 2 > AGE_HEADER_MAX && n / 2 - AGE_HEADER_MAX > limit)
		return err_set(
		    err, ERR_SYNTAX, "age file: larger than the %zu bytes accepted", limit);
	if (!age_is_binary(p, n)) {
		if (age_dearmor(p, n, &binary, err) < 0)
			goto done;
		p = binary.p;
		n = binary.n;
	}
	if (age_header_parse(p, n, &h, err) < 0)
		goto done;
	int found = unlock(key, &h, file_key, err);
	if (found < 0)
		goto done;
	if (found == 0) {
		(void)err_set(err, ERR_NOT_FOUND, "age file: not sealed to this key");
		goto done;
	}
	if (!age_header_mac_holds(&h, file_key)) {
		(void)err_set(err, ERR_AUTH, "age file: damaged header");
		goto done;
	}
	ret = age_payload_open(file_key, (const char *)p + h.n, n - h.n, limit, out, err);
done:
	sodium_memzero(file_key, sizeof file_key);
	buf_release(&binary);
	return ret;
}

bool
age_is_binary(const void *p, size_t n)
{
	static const char any_version[] = "age-encryption.org/";

	return n >= sizeof any_version - 1 && memcmp(p, any_version, sizeof any_version - 1) == 0;
}

int
age_decrypt(
    const struct seckey *s, const void *p, size_t n, size_t limit, struct buf *out, struct err *err)
{
	if ((s->locked & SECRET_BOX) != 0)
		BUG("opened with a key that is locked");
	return age_open(x25519_unlock, s, p, n, limit, out, err);
}
