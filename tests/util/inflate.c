/* What gzip packs is unpacked; of damaged bytes nothing is written outside the room. */
#include "util/inflate.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1 << 17 };

/* Packs a text with gzip. Returns the number of bytes. */
static size_t
pack(const unsigned char *text, size_t n, unsigned char packed[static ROOM])
{
	char path[] = "/tmp/inflate.XXXXXX", command[60];
	const int fd = mkstemp(path);
	FILE *gzip;
	ssize_t got;

	cr_assert(fd >= 0);
	(void)snprintf(command, sizeof command, "gzip -9n > %s", path);
	gzip = popen(command, "w");
	cr_assert(gzip != NULL && fwrite(text, 1, n, gzip) == n && pclose(gzip) == 0);
	got = pread(fd, packed, ROOM, 0);
	cr_assert(got > 0 && got < ROOM);
	(void)close(fd);
	(void)unlink(path);
	return (size_t)got;
}

/* Fills the text with noise of so many different bytes, and copies each of its pages once. */
static size_t
make_text(unsigned char text[static ROOM], size_t n, unsigned bytes)
{
	uint32_t x = 1;

	for (size_t i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223;
		text[i] = (unsigned char)((x >> 16) % bytes);
		if (i % 8192 >= 4096 && bytes < 256)
			text[i] = text[i - 4096];
	}
	return n;
}

Test(inflate, what_gzip_packs)
{
	/* Noise is stored, a short text has the fixed codes, a long one its own. */
	static const struct {
		size_t n;
		unsigned bytes;
		unsigned char kind; /* of the first block */
	} row[] = { { 0, 1, 1 }, { 3, 9, 1 }, { 9000, 256, 0 }, { 9000, 200, 2 }, { 100000, 3, 2 },
		{ 66000, 1, 2 } };
	unsigned char *text = malloc(ROOM), *packed = malloc(ROOM), *out = malloc(ROOM);

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const size_t n = make_text(text, row[i].n, row[i].bytes);
		const size_t m = pack(text, n, packed);

		cr_expect_eq(
		    packed[10] >> 1 & 3, row[i].kind, "row %zu: block %u", i, packed[10] >> 1 & 3);
		cr_assert(inflate_gzip(packed, m, out, n), "row %zu", i);
		cr_expect(memcmp(out, text, n) == 0, "row %zu", i);
		cr_expect_not(inflate_gzip(packed, m, out, n + 1), "row %zu: more", i);
		cr_expect_not(n > 0 && inflate_gzip(packed, m, out, n - 1), "row %zu: less", i);
		/* without the 8 bytes of the checksum and the length, and one more */
		cr_expect_not(inflate_gzip(packed, m - 9, out, n), "row %zu: cut", i);
	}
	free(text);
	free(packed);
	free(out);
}

Test(inflate, damaged_bytes)
{
	enum { BYTES = 9000 };
	unsigned char *text = malloc(ROOM), *packed = malloc(ROOM), *out = malloc(BYTES + 1);
	const size_t n = pack(text, make_text(text, BYTES, 5), packed);

	cr_expect_not(inflate_gzip(packed, 9, out, BYTES));
	for (size_t i = 0; i < n; i += i < 200 ? 1 : 41)
		for (unsigned bit = 0; bit < 8; bit++) {
			const size_t m = n - i % 3 * 4;
			unsigned char *copy = malloc(m); /* a sanitizer sees its end */

			memcpy(copy, packed, m);
			copy[i % m] ^= (unsigned char)(1U << bit);
			out[BYTES] = 0x5a;
			(void)inflate_gzip(copy, m, out, BYTES);
			cr_assert_eq(out[BYTES], 0x5a);
			free(copy);
		}
	free(text);
	free(packed);
	free(out);
}
