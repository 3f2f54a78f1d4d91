/*
 * The payload of an age file: a nonce, then STREAM: chunks of 64 KiB, each sealed with
 * ChaCha20-Poly1305 under an 11-byte counter and a byte that marks the last.
 *
 * (P1) Every chunk but the last is full. The last may be empty only if it is the first, so one
 * plaintext has one sequence of chunks.
 * (P2) age_payload_open never returns unauthenticated data, and nothing on failure.
 */
#include "seal/age_file.h"

#include <sodium.h>

#include "seal/hkdf.h"

enum {
	CHUNK = 65536,
	TAG = crypto_aead_chacha20poly1305_ietf_ABYTES,
	SEALED = CHUNK + TAG,
	CHUNK_NONCE = crypto_aead_chacha20poly1305_ietf_NPUBBYTES
};

static void
chunk_nonce(unsigned char nonce[static CHUNK_NONCE], uint64_t i, bool is_last)
{
	memset(nonce, 0, CHUNK_NONCE);
	for (unsigned k = 0; k < 8; k++)
		nonce[CHUNK_NONCE - 2 - k] = (unsigned char)(i >> (8 * k));
	nonce[CHUNK_NONCE - 1] = is_last;
}

static size_t
count_chunks(size_t n, size_t each)
{
	return n == 0 ? 1 : n / each + (n % each != 0);
}

size_t
age_payload_size(size_t n)
{
	return AGE_NONCE + n + count_chunks(n, CHUNK) * TAG;
}

void
age_payload_seal(const unsigned char file_key[static AGE_FILE_KEY],
    const unsigned char nonce[static AGE_NONCE], const void *p, size_t n, struct buf *out)
{
	const unsigned char *from = p;
	unsigned char key[HKDF_BYTES];
	unsigned char iv[CHUNK_NONCE];
	size_t n_chunks = count_chunks(n, CHUNK);

	hkdf_sha256(file_key, AGE_FILE_KEY, nonce, AGE_NONCE, "payload", key);
	buf_reserve(out, age_payload_size(n));
	buf_add(out, nonce, AGE_NONCE);
	for (size_t i = 0; i < n_chunks; i++) {
		size_t len = i + 1 < n_chunks ? CHUNK : n - i * CHUNK;
		chunk_nonce(iv, i, i + 1 == n_chunks);
		(void)crypto_aead_chacha20poly1305_ietf_encrypt((unsigned char *)out->p + out->n,
		    NULL, len > 0 ? from + i * CHUNK : NULL, len, NULL, 0, NULL, iv, key);
		out->n += len + TAG;
		out->p[out->n] = '\0';
	}
	sodium_memzero(key, sizeof key);
}

int
age_payload_open(const unsigned char file_key[static AGE_FILE_KEY], const char *p, size_t n,
    size_t limit, struct buf *out, struct err *err)
{
	unsigned char key[HKDF_BYTES];
	unsigned char iv[CHUNK_NONCE];
	const unsigned char *from = (const unsigned char *)p + AGE_NONCE;
	const size_t start = out->n;

	if (n < AGE_NONCE + TAG)
		return err_set(err, ERR_AUTH, "age file: cut off");
	n -= AGE_NONCE;
	size_t n_chunks = count_chunks(n, SEALED);
	size_t last = n - (n_chunks - 1) * SEALED;
	if (last < TAG || (last == TAG && n_chunks > 1))
		return err_set(err, ERR_AUTH, "age file: cut off");
	size_t plain_n = n - n_chunks * TAG;
	if (plain_n > limit)
		return err_set(err, ERR_SYNTAX,
		    "age file: holds %zu bytes, at most %zu are accepted", plain_n, limit);

	hkdf_sha256(file_key, AGE_FILE_KEY, p, AGE_NONCE, "payload", key);
	buf_grow_secret(out, plain_n);
	for (size_t i = 0; i < n_chunks; i++) {
		size_t len = i + 1 < n_chunks ? SEALED : last;
		chunk_nonce(iv, i, i + 1 == n_chunks);
		if (crypto_aead_chacha20poly1305_ietf_decrypt((unsigned char *)out->p + out->n,
			NULL, NULL, from + i * SEALED, len, NULL, 0, iv, key) < 0)
			goto damaged;
		out->n += len - TAG;
		out->p[out->n] = '\0';
	}
	sodium_memzero(key, sizeof key);
	return 0;
damaged:
	sodium_memzero(key, sizeof key);
	sodium_memzero(out->p + start, plain_n);
	out->n = start;
	return err_set(err, ERR_AUTH, "age file: damaged or cut off");
}
