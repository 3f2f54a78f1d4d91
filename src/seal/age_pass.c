/*
 * age files locked with a passphrase: scrypt (N = 2^work, r = 8, p = 1) derives the wrapping key.
 */
#include "seal/age.h"

#include <sodium.h>

#include "seal/age_file.h"
#include "seal/base64.h"
#include "util/number.h"

enum { SALT = 16, SCRYPT_R = 8, SCRYPT_P = 1 };

static const char label[] = "age-encryption.org/v1/scrypt";

/* A passphrase for age_open; borrowed. */
struct pass {
	const char *p;
	size_t n;
};

/* Derives the wrapping key. Returns -1 with ERR_BUSY if there is not 1 KiB << work of memory. */
static int
scrypt_wrap_key(const struct pass *pass, const unsigned char salt[static SALT], unsigned work,
    unsigned char wrap_key[static AGE_WRAP_KEY], struct err *err)
{
	unsigned char labelled[sizeof label - 1 + SALT];

	memcpy(labelled, label, sizeof label - 1);
	memcpy(labelled + sizeof label - 1, salt, SALT);
	if (crypto_pwhash_scryptsalsa208sha256_ll((const uint8_t *)pass->p, pass->n, labelled,
		sizeof labelled, UINT64_C(1) << work, SCRYPT_R, SCRYPT_P, wrap_key,
		AGE_WRAP_KEY) != 0)
		return err_set(err, ERR_BUSY, "no memory for a passphrase of work factor %u", work);
	return 0;
}

int
age_encrypt_pass(const char *pass, size_t pass_n, unsigned work, const void *p, size_t n,
    struct buf *out, struct err *err)
{
	const struct pass secret = { pass, pass_n };
	unsigned char chance[AGE_FILE_KEY + SALT + AGE_NONCE];
	const unsigned char *file_key = chance;
	const unsigned char *salt = chance + AGE_FILE_KEY;
	const unsigned char *nonce = salt + SALT;
	unsigned char wrap_key[AGE_WRAP_KEY];
	unsigned char body[AGE_BODY];
	struct buf binary = BUF_INIT;
	char salt_text[2 * SALT];
	char args[64];

	randombytes_buf(chance, sizeof chance);
	if (scrypt_wrap_key(&secret, salt, work, wrap_key, err) < 0) {
		sodium_memzero(chance, sizeof chance);
		return -1;
	}
	age_wrap(wrap_key, file_key, body);
	base64_text(salt, SALT, BASE64_BARE, salt_text);
	(void)snprintf(args, sizeof args, "scrypt %s %u", salt_text, work); /* fits: 7 + 22 + 3 */
	age_header_begin(&binary, args);
	age_header_end(&binary, 0, body, file_key);
	age_payload_seal(file_key, nonce, p, n, &binary);
	age_armor(binary.p, binary.n, out);
	buf_release(&binary);
	sodium_memzero(chance, sizeof chance);
	sodium_memzero(wrap_key, sizeof wrap_key);
	return 0;
}

static int
scrypt_unlock(const void *key, const struct age_header *h,
    unsigned char file_key[static AGE_FILE_KEY], struct err *err)
{
	unsigned char wrap_key[AGE_WRAP_KEY];
	unsigned char salt[SALT];
	struct age_stanza st;
	size_t at = 0;
	int64_t work;

	if (!h->has_scrypt || !age_stanza_next(h, &at, &st))
		return err_set(err, ERR_AUTH, "age file: sealed to a key, not with a passphrase");
	if (st.n_args != 3 || st.body_n != AGE_BODY ||
	    number_parse_range(st.arg[2].s, st.arg[2].n, 1, 99, &work) < 0 ||
	    base64_parse(st.arg[1], BASE64_BARE, salt, sizeof salt) < 0)
		return err_set(err, ERR_SYNTAX, "age file: malformed passphrase recipient");
	if (work > AGE_WORK_MAX)
		return err_set(err, ERR_SYNTAX,
		    "age file: passphrase work factor %d, at most %d is accepted", (int)work,
		    (int)AGE_WORK_MAX);
	if (scrypt_wrap_key(key, salt, (unsigned)work, wrap_key, err) < 0)
		return -1;
	int opened = age_unwrap(wrap_key, &st, file_key);
	sodium_memzero(wrap_key, sizeof wrap_key);
	if (opened < 0)
		return err_set(err, ERR_AUTH, "age file: wrong passphrase");
	return 1;
}

int
age_decrypt_pass(const char *pass, size_t pass_n, const void *p, size_t n, size_t limit,
    struct buf *out, struct err *err)
{
	const struct pass secret = { pass, pass_n };

	return age_open(scrypt_unlock, &secret, p, n, limit, out, err);
}
