#include <criterion/criterion.h>

#include "util/base32.h"

struct row {
	const char *name, *bytes, *text;
};

/* RFC 4648, section 10, in lower case and without padding. */
static const struct row vector[] = {
	{ "0 bytes", "", "" },
	{ "1 byte", "f", "my" },
	{ "2 bytes", "fo", "mzxq" },
	{ "3 bytes", "foo", "mzxw6" },
	{ "4 bytes", "foob", "mzxw6yq" },
	{ "5 bytes", "fooba", "mzxw6ytb" },
	{ "6 bytes", "foobar", "mzxw6ytboi" },
};

Test(base32, vectors_of_rfc_4648)
{
	for (size_t i = 0; i < sizeof vector / sizeof vector[0]; i++) {
		const struct row *row = &vector[i];
		unsigned char back[8] = { 0 };
		char text[16];
		size_t n = strlen(row->bytes);

		base32_text((const unsigned char *)row->bytes, n, text);
		cr_expect_str_eq(text, row->text, "%s: %s", row->name, text);
		cr_expect_eq(base32_parse(row->text, strlen(row->text), back, n), 0, "%s: refused",
		    row->name);
		cr_expect_arr_eq(back, row->bytes, n, "%s: other bytes", row->name);
	}
}

struct bad_row {
	const char *name, *text;
	size_t n; /* bytes to decode */
};

static const struct bad_row bad[] = {
	{ "unused bits set, 1 byte", "mz", 1 },
	{ "unused bits set, 2 bytes", "mzxr", 2 },
	{ "lowest unused bit set, 3 bytes", "mzxw7", 3 },
	{ "unused bits set, 4 bytes", "mzxw6yr", 4 },
	{ "upper case", "MZXW6", 3 },
	{ "one letter in upper case", "mzXw6", 3 },
	{ "padding", "mzxw6===", 3 },
	{ "digit 0", "mzxw0", 3 },
	{ "digit 1", "mzxw1", 3 },
	{ "digit 8", "mzxw8", 3 },
	{ "blank", "mzx 6", 3 },
	{ "beyond ASCII", "mzx\xc3\xb6", 3 },
	{ "too short", "mzxw", 3 },
	{ "too long", "mzxw6a", 3 },
	{ "a length no number of bytes has", "mzx", 2 },
	{ "text for no bytes", "a", 0 },
};

Test(base32, refuses)
{
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		unsigned char out[8];

		cr_expect_eq(base32_parse(bad[i].text, strlen(bad[i].text), out, bad[i].n), -1,
		    "%s: accepted", bad[i].name);
	}
}

Test(base32, sizes_of_a_hash_and_a_nonce)
{
	unsigned char bytes[32], back[32];
	char text[BASE32_HASH + 1];

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(255 - 7 * i);
	base32_text(bytes, 16, text);
	cr_expect_eq(strlen(text), BASE32_NONCE);
	base32_text(bytes, 32, text);
	cr_expect_eq(strlen(text), BASE32_HASH);
	cr_expect_eq(base32_parse(text, BASE32_HASH, back, 32), 0);
	cr_expect_arr_eq(back, bytes, 32);
}
