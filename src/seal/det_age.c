/*
 * Age files derived from the host secret.
 *
 * (Q1) A nonce is a hash of the plaintext under s. So two plaintexts have different nonces, file
 * keys, ephemeral secrets and key streams, even if a digest is made a second time.
 * (Q2) Without s, a nonce reveals nothing.
 */
#include "seal/det_age.h"

#include <sodium.h>

#include "seal/age.h"
#include "seal/age_file.h"
#include "seal/hash.h"

/* Computes n bytes of H(tag, s, game, u64 n, seat, recipient, last). */
static void
derive(const struct det_age *at, const char *tag, const void *last, size_t last_n,
    unsigned char *out, size_t n)
{
	const struct le number = le_encode((uint64_t)at->n);
	unsigned char full[HASH_BYTES];
	struct hasher h;

	hasher_begin(&h, tag);
	hasher_part(&h, at->s, SECRET_BYTES);
	hasher_str(&h, at->game);
	hasher_part(&h, number.b, sizeof number.b);
	hasher_str(&h, at->seat);
	hasher_part(&h, at->box_pk, BOX_PK_BYTES);
	hasher_part(&h, last, last_n);
	hasher_end(&h, full);
	memcpy(out, full, n);
	sodium_memzero(full, sizeof full);
}

static void
derive_file_key(const struct det_age *at, const unsigned char nonce[static AGE_NONCE],
    unsigned char file_key[static AGE_FILE_KEY])
{
	derive(at, "adit/age/file", nonce, AGE_NONCE, file_key, AGE_FILE_KEY);
}

int
det_age_encrypt(const struct det_age *at, const void *p, size_t n, struct buf *out, struct err *err)
{
	struct age_randomness c;
	int result;

	derive(at, "adit/seal", p, n, c.nonce, sizeof c.nonce);
	derive_file_key(at, c.nonce, c.file_key);
	derive(at, "adit/age/share", c.nonce, sizeof c.nonce, c.ephemeral, sizeof c.ephemeral);
	result = age_encrypt_with(at->box_pk, &c, p, n, out, err);
	sodium_memzero(&c, sizeof c);
	return result;
}

int
det_age_decrypt(const struct det_age *at, const void *p, size_t n, size_t limit, struct buf *out,
    bool *is_exact, struct err *err)
{
	const char *file = p;
	unsigned char file_key[AGE_FILE_KEY];
	struct buf again = BUF_INIT;
	struct age_header h;
	size_t start = out->n;
	int result;

	if (age_header_parse(file, n, &h, err) < 0)
		return -1;
	if (n - h.n < AGE_NONCE)
		return err_set(err, ERR_AUTH, "age file: cut off");
	derive_file_key(at, (const unsigned char *)file + h.n, file_key);
	result = age_payload_open(file_key, file + h.n, n - h.n, limit, out, err);
	sodium_memzero(file_key, sizeof file_key);
	if (result < 0)
		return -1;
	*is_exact = det_age_encrypt(at, out->p + start, out->n - start, &again, err) == 0 &&
	    again.n == n && memcmp(again.p, file, n) == 0;
	buf_release(&again);
	return 0;
}
