#include <sodium.h>

#include "seal/aid.h"
#include "seal/bech32.h"

TestSuite(card, .init = aid_init);

/* Made by stock minisign 0.11 and age-keygen 1.1.1. */
static const char sign_line[] = "RWQNAz0ZYDlHdlISceM4gPQJV1nsF3aCGS5fTrJ6GI91ZJ4mV4fmV0fq";
static const char box_line[] = "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsfryjqt";
static const char box_sk_line[] =
    "AGE-SECRET-KEY-1CGFXNNS6QHRPT3XDN3MRQL2XEE6PXL7X3KWX0PP4HA4EX7ETRZQSZVGVRA";

static struct pubkey
stock_card(void)
{
	struct pubkey c = { 0 };

	cr_assert_eq(pubkey_sign_parse(sign_line, strlen(sign_line), &c), 0);
	cr_assert_eq(pubkey_box_parse(box_line, strlen(box_line), &c), 0);
	return c;
}

Test(card, lines_of_stock_tools_and_back)
{
	struct pubkey c = stock_card();
	char sign[SIGN_TEXT + 1];
	char box[AGE_TEXT + 1];

	pubkey_sign_text(&c, sign);
	pubkey_box_text(&c, box);
	cr_expect_str_eq(sign, sign_line);
	cr_expect_str_eq(box, box_line);
}

Test(card, identity_of_age_keygen_gives_its_recipient)
{
	unsigned char sk[BECH32_DATA];
	struct pubkey c;
	char box[AGE_TEXT + 1];
	char back[sizeof box_sk_line];

	cr_assert_eq(bech32_parse("AGE-SECRET-KEY-", box_sk_line, strlen(box_sk_line), sk), 0);
	crypto_scalarmult_curve25519_base(c.box_pk, sk);
	pubkey_box_text(&c, box);
	cr_expect_str_eq(box, box_line);
	bech32_text("AGE-SECRET-KEY-", sk, back);
	cr_expect_str_eq(back, box_sk_line);
}

Test(card, every_changed_character_is_refused)
{
	struct pubkey c;

	for (size_t i = 0; i < AGE_TEXT; i++)
		for (int ch = 0; ch < 256; ch++) {
			char text[AGE_TEXT + 1];
			memcpy(text, box_line, sizeof text);
			if ((char)ch == text[i])
				continue;
			text[i] = (char)ch;
			cr_assert_eq(
			    pubkey_box_parse(text, AGE_TEXT, &c), -1, "0x%02x at %zu", ch, i);
		}
	for (size_t n = 0; n < AGE_TEXT; n++)
		cr_expect_eq(pubkey_box_parse(box_line, n, &c), -1, "cut to %zu", n);
}

struct row {
	const char *name, *text;
};

static const struct row bad_box[] = {
	{ "all upper case", "AGE1J4HKC3YDGSURPSU4DWP3QWUD2HMV49FWGTJ47MC2M05PA2V9SCPSFRYJQT" },
	{ "mixed case", "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsfryjqT" },
	{ "a secret key",
	    "AGE-SECRET-KEY-1CGFXNNS6QHRPT3XDN3MRQL2XEE6PXL7X3KWX0PP4HA4EX7ETRZQSZVGVRA" },
	{ "a line end", "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsfryjqt\n" },
	{ "nothing", "" },
	{ "another prefix with its own checksum",
	    "agf1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsp7aawq" },
	{ "last bits not zero, checksum right",
	    "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scp354s8ae" },
	{ "bech32m checksum", "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsul579f" },
};

Test(card, other_bech32_is_refused)
{
	for (size_t i = 0; i < COUNT(bad_box); i++) {
		struct pubkey c;
		cr_expect_eq(pubkey_box_parse(bad_box[i].text, strlen(bad_box[i].text), &c), -1,
		    "%s", bad_box[i].name);
	}
}

/* Points of small order on Curve25519 and their other encodings (RFC 7748, section 6.1). */
static const struct row small_order[] = {
	{ "0", "0000000000000000000000000000000000000000000000000000000000000000" },
	{ "1", "0100000000000000000000000000000000000000000000000000000000000000" },
	{ "order 8", "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800" },
	{ "order 8, the other",
	    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157" },
	{ "p - 1", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f" },
	{ "p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f" },
	{ "p + 1", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f" },
};

Test(card, points_of_small_order_are_refused)
{
	for (size_t i = 0; i < COUNT(small_order); i++) {
		unsigned char pk[BECH32_DATA];
		char text[AGE_TEXT + 1];
		struct pubkey c;

		cr_assert_eq(
		    sodium_hex2bin(pk, sizeof pk, small_order[i].text, 64, NULL, NULL, NULL), 0);
		bech32_text("age", pk, text);
		cr_expect_eq(
		    pubkey_box_parse(text, AGE_TEXT, &c), -1, "X25519: %s", small_order[i].name);
	}
}

/* Other forms of the number 9, and the greatest number. */
static const struct row not_fresh[] = {
	{ "p + 9", "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f" },
	{ "the top bit", "0900000000000000000000000000000000000000000000000000000000000080" },
	{ "all bits", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff" },
};

Test(card, other_forms_of_an_age_key_are_not_fresh)
{
	struct pubkey c;
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT(not_fresh); i++) {
		cr_assert_eq(sodium_hex2bin(c.box_pk, sizeof c.box_pk, not_fresh[i].text, 64, NULL,
				 NULL, NULL),
		    0);
		cr_expect_eq(pubkey_check_fresh(&c, &err), -1, "%s", not_fresh[i].name);
	}
	memset(c.box_pk, 0xff, sizeof c.box_pk);
	c.box_pk[0] = 0xec;
	c.box_pk[31] = 0x7f;
	cr_expect_eq(pubkey_check_fresh(&c, &err), 0, "p - 1: %s", err.msg);
}

static const struct row bad_point[] = {
	{ "the neutral point", "0100000000000000000000000000000000000000000000000000000000000000" },
	{ "order 4", "0000000000000000000000000000000000000000000000000000000000000000" },
	{ "not on the curve", "0200000000000000000000000000000000000000000000000000000000000000" },
	{ "y not reduced", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f" },
};

Test(card, unusable_signing_keys_are_refused)
{
	for (size_t i = 0; i < COUNT(bad_point); i++) {
		struct pubkey c = stock_card();
		char text[SIGN_TEXT + 1];

		cr_assert_eq(sodium_hex2bin(c.sign_pk, sizeof c.sign_pk, bad_point[i].text, 64,
				 NULL, NULL, NULL),
		    0);
		pubkey_sign_text(&c, text);
		cr_expect_eq(
		    pubkey_sign_parse(text, SIGN_TEXT, &c), -1, "Ed25519: %s", bad_point[i].name);
	}
}

Test(card, text_and_back)
{
	struct seckey *s = aid_secret(3);
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	struct pubkey c;

	pubkey_text(&s->pub, "anna", &text);
	cr_assert_eq(pubkey_parse(text.p, text.n, &c, &err), 0, "%s", err.msg);
	cr_expect(pubkey_same(&c, &s->pub));
	c.box_pk[31] ^= 1;
	cr_expect(!pubkey_same(&c, &s->pub));
	buf_release(&text);
	seckey_free(s);
}

#define SIGN "RWQNAz0ZYDlHdlISceM4gPQJV1nsF3aCGS5fTrJ6GI91ZJ4mV4fmV0fq"
#define BOX  "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsfryjqt"

static const struct {
	const char *name, *text;
	int line;
} files[] = {
	{ "the two lines", SIGN "\n" BOX "\n", 0 },
	{ "in the other order", BOX "\n" SIGN, 0 },
	{ "CRLF, blanks, comments",
	    "untrusted comment: x\r\n\r\n  " SIGN " \r\n# y\r\n\t" BOX "\r\n\r\n", 0 },
	{ "no age line", SIGN "\n", -1 },
	{ "no minisign line", BOX "\n", -1 },
	{ "nothing", "", -1 },
	{ "age line twice", SIGN "\n" BOX "\n" BOX "\n", 3 },
	{ "minisign line twice", SIGN "\n" SIGN "\n" BOX "\n", 2 },
	{ "words", "hello\n" SIGN "\n" BOX "\n", 1 },
	{ "a secret key", SIGN "\nAGE-SECRET-KEY-1\n" BOX "\n", 2 },
	{ "damaged age line", SIGN "\n" BOX "x\n", 2 },
};

Test(card, files)
{
	for (size_t i = 0; i < COUNT(files); i++) {
		struct err err = ERR_INIT;
		struct pubkey want = stock_card();
		struct pubkey c = { 0 };
		int got = pubkey_parse(files[i].text, strlen(files[i].text), &c, &err);

		if (files[i].line == 0) {
			cr_expect_eq(got, 0, "%s: %s", files[i].name, err.msg);
			cr_expect(pubkey_same(&c, &want), "%s", files[i].name);
		} else {
			cr_expect_eq(got, -1, "%s", files[i].name);
			cr_expect_eq(err.code, ERR_SYNTAX, "%s", files[i].name);
			cr_expect_eq(err.line, files[i].line > 0 ? files[i].line : 0, "%s: line %d",
			    files[i].name, err.line);
		}
	}
}

Test(card, a_huge_file_is_refused)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	struct pubkey c;

	buf_str(&text, SIGN "\n" BOX "\n");
	buf_fill(&text, '\n', 10000);
	cr_expect_eq(pubkey_parse(text.p, text.n, &c, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX);
	buf_release(&text);
}

/* Python: H("adit/card", minisign line's 42 bytes, recipient's 32 bytes), first 16 bytes. */
Test(card, fingerprint)
{
	struct pubkey c = stock_card();
	char text[FINGERPRINT_TEXT + 1];

	pubkey_fingerprint(&c, text);
	cr_expect_str_eq(text, "njjs6tvjhhebzov7caws6xezfe", "%s", text);
}

/* Keys of two people, of which one or more bytes are another. */
Test(card, same_and_shared)
{
	static const struct {
		const char *name;
		bool id, sign, box; /* what differs */
		bool same, shares;
	} row[] = {
		{ "one card", false, false, false, true, true },
		{ "another id", true, false, false, false, true },
		{ "another minisign key", false, true, false, false, true },
		{ "another age key", false, false, true, false, true },
		{ "both keys", true, true, true, false, false },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct pubkey a = stock_card(), b = a;

		b.sign_id[0] ^= row[i].id;
		b.sign_pk[0] ^= row[i].sign;
		b.box_pk[BOX_PK_BYTES - 1] ^= row[i].box;
		cr_expect_eq(pubkey_same(&a, &b), row[i].same, "%s", row[i].name);
		cr_expect_eq(pubkey_shares_key(&a, &b), row[i].shares, "%s", row[i].name);
	}
}
