#include "seal/aid.h"

TestSuite(hash, .init = aid_init);

/* Python: hashlib.blake2b(u64le(3) + b"abc" + u64le(0), 32 bytes, person=b"adit/test") */
Test(hash, length_goes_before_each_part)
{
	const struct hash_input part[] = { { "abc", 3 }, { "", 0 } };
	struct hash h = hash_parts("adit/test", part, 2);
	char text[HASH_TEXT + 1];

	hash_text(&h, text);
	cr_expect_str_eq(text, "pajo3xo35vogoxegjm4cv5sq5ybgnwg7u56s52ohprjfo6e665qa", "%s", text);
}

/* Without parts, with a personalisation of all 16 bytes. */
Test(hash, tag_of_sixteen_bytes)
{
	struct hash h = hash_parts("0123456789abcdef", NULL, 0);
	char text[HASH_TEXT + 1];

	hash_text(&h, text);
	cr_expect_str_eq(text, "oroh7zny4ewjnpqymvokeyixtilxies7aambotzkeihsapni7zdq", "%s", text);
}

Test(hash, text_and_back)
{
	struct hash h;
	struct hash back;
	char text[HASH_TEXT + 1];

	aid_count_up(h.b, sizeof h.b, 200);
	hash_text(&h, text);
	cr_expect_eq(strlen(text), HASH_TEXT);
	cr_expect_eq(hash_parse(text, HASH_TEXT, &back), 0);
	cr_expect_eq(memcmp(&h, &back, sizeof h), 0);
	cr_expect_eq(hash_parse(text, HASH_TEXT - 1, &back), -1, "cut off");
	text[HASH_TEXT - 1] = 'b'; /* the last 4 bits of 52 characters are zero */
	cr_expect_eq(hash_parse(text, HASH_TEXT, &back), -1, "last bits not zero");
	text[0] = 'A';
	cr_expect_eq(hash_parse(text, HASH_TEXT, &back), -1, "upper case");
}
