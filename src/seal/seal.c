/*
 * The door to libsodium: start, chance, wiping, base64.
 */
#include "seal/seal.h"

#include <sodium.h>

#include "seal/base64.h"
#include "util/base64.h"

int
seal_init(struct err *err)
{
	if (sodium_init() < 0)
		return err_set(err, ERR_IO, "libsodium cannot start on this system");
	return 0;
}

void
seal_random(void *p, size_t n)
{
	randombytes_buf(p, n);
}

void
seal_wipe(void *p, size_t n)
{
	sodium_memzero(p, n);
}

int
seal_equal(const void *a, const void *b, size_t n)
{
	return sodium_memcmp(a, b, n) == 0;
}

static int
sodium_variant(enum base64_kind kind)
{
	return kind == BASE64_PADDED ? sodium_base64_VARIANT_ORIGINAL :
				       sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
}

size_t
base64_len(size_t n, enum base64_kind kind)
{
	return sodium_base64_encoded_len(n, sodium_variant(kind)) - 1; /* it counts the NUL */
}

void
base64_text(const unsigned char *p, size_t n, enum base64_kind kind, char *out)
{
	(void)sodium_bin2base64(out, base64_len(n, kind) + 1, p, n, sodium_variant(kind));
}

int
base64_parse(
    const char *s, size_t len, enum base64_kind kind, unsigned char *out, size_t max, size_t *n)
{
	/* libsodium 1.0.18 takes some bytes from 0x80 on for '/' or '+'. */
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] >= 0x80)
			return -1;
	/* Without an end pointer it refuses whatever it did not consume. */
	return sodium_base642bin(out, max, s, len, NULL, n, NULL, sodium_variant(kind));
}

void
seal_base64(const unsigned char *p, size_t n, struct buf *out)
{
	buf_need(out, BASE64_SIZE(n));
	base64_put(p, n, out->p + out->n);
	out->n += BASE64_SIZE(n);
	out->p[out->n] = '\0';
}

void
seal_base64_lines(const unsigned char *p, size_t n, size_t width, struct buf *out)
{
	struct buf line = BUF_INIT;

	seal_base64(p, n, &line);
	for (size_t at = 0; at < line.n; at += width) {
		size_t left = line.n - at;
		buf_add(out, line.p + at, left < width ? left : width);
		buf_chr(out, '\n');
	}
	buf_release(&line);
}

int
seal_base64_parse(const char *s, size_t len, struct buf *out)
{
	size_t n;

	buf_need(out, len / 4 * 3);
	if (base64_get(s, len, (unsigned char *)out->p + out->n, &n) < 0) {
		out->p[out->n] = '\0';
		return -1;
	}
	out->n += n;
	out->p[out->n] = '\0';
	return 0;
}

const char *
seal_version(void)
{
	return sodium_version_string();
}
