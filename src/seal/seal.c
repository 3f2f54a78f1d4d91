/*
 * Interface to libsodium: initialization, random bytes, wiping, base64.
 */
#include "seal/seal.h"

#include <sodium.h>

#include "seal/base64.h"
#include "util/base64.h"
#include "util/wrap.h"

int
seal_init(struct err *err)
{
	if (sodium_init() < 0)
		return err_set(err, ERR_BUSY, "libsodium cannot start on this system");
	return 0;
}

static void (*fill_random)(void *p, size_t n);

static const char *
random_name(void)
{
	return "adit";
}

static uint32_t
random_number(void)
{
	uint32_t number;

	fill_random(&number, sizeof number);
	return number;
}

/* Called by sodium_init: detects a system without random numbers before anything is opened. */
static void
try_random(void)
{
	unsigned char tried[16];

	fill_random(tried, sizeof tried);
}

void
seal_random_from(void (*fill)(void *p, size_t n))
{
	static randombytes_implementation from = {
		.implementation_name = random_name, .random = random_number, .stir = try_random
	};

	from.buf = fill_random = fill;
	(void)randombytes_set_implementation(&from); /* always returns 0 */
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

void
base64_text(const unsigned char *p, size_t n, enum base64_kind kind, char *out)
{
	int variant = sodium_variant(kind);

	(void)sodium_bin2base64(out, sodium_base64_encoded_len(n, variant), p, n, variant);
}

int
base64_parse(struct slice text, enum base64_kind kind, unsigned char *out, size_t n)
{
	size_t got;

	/* libsodium 1.0.18 accepts some bytes from 0x80 on as '/' or '+'. */
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.s[i] >= 0x80)
			return -1;
	/* Without an end pointer it refuses input that it did not consume. */
	if (sodium_base642bin(out, n, text.s, text.n, NULL, &got, NULL, sodium_variant(kind)) < 0)
		return -1;
	return got == n ? 0 : -1;
}

void
seal_base64(const unsigned char *p, size_t n, struct buf *out)
{
	buf_reserve(out, BASE64_SIZE(n));
	base64_put(p, n, out->p + out->n);
	out->n += BASE64_SIZE(n);
	out->p[out->n] = '\0';
}

void
seal_base64_lines(const unsigned char *p, size_t n, size_t width, struct buf *out)
{
	struct buf line = BUF_INIT;

	seal_base64(p, n, &line);
	wrap_bytes(line.p, line.n, "", width, out);
	buf_release(&line);
}

int
seal_base64_parse(const char *s, size_t len, struct buf *out)
{
	size_t n = 0;

	buf_reserve(out, len / 4 * 3);
	int result = base64_get(s, len, (unsigned char *)out->p + out->n, &n);
	out->n += result < 0 ? 0 : n;
	out->p[out->n] = '\0';
	return result;
}

const char *
seal_version(void)
{
	return sodium_version_string();
}
