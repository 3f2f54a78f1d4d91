#include <sodium.h>
#include <sys/resource.h>

#include "seal/age.h"
#include "seal/aid.h"
#include "seal/custody.h"

TestSuite(secret, .init = aid_init);

/* A low cost for fast tests; tests/interop uses the real cost. */
enum { WORK = 10 };

static const char pass[] = "a passphrase";

struct files {
	struct buf sign, box;
};

static struct files
write_files(const struct seckey *s, const char *with)
{
	struct files f = { BUF_INIT, BUF_INIT };
	struct err err = ERR_INIT;
	size_t n = with == NULL ? 0 : strlen(with);

	cr_assert_eq(seckey_sign_text(s, with, n, WORK, &f.sign, &err), 0, "%s", err.msg);
	cr_assert_eq(seckey_box_text(s, with, n, WORK, &f.box, &err), 0, "%s", err.msg);
	return f;
}

static void
drop_files(struct files *f)
{
	buf_wipe(&f->sign);
	buf_wipe(&f->box);
}

static void
expect_same(const char *name, const struct seckey *a, const struct seckey *b)
{
	cr_expect(pubkey_same(&a->pub, &b->pub), "%s: public keys", name);
	cr_expect(seal_equal(a->sign_sk, b->sign_sk, sizeof a->sign_sk), "%s: signing key", name);
	cr_expect(seal_equal(a->box_sk, b->box_sk, sizeof a->box_sk), "%s: age key", name);
}

Test(secret, fresh_pairs_are_pairs)
{
	struct err err = ERR_INIT;
	struct seckey *a = seckey_new(&err);
	struct seckey *b = seckey_new(&err);
	unsigned char pk[32];

	cr_assert(a != NULL && b != NULL, "%s", err.msg);
	cr_assert_eq(seckey_make(a, &err), 0, "%s", err.msg);
	cr_assert_eq(seckey_make(b, &err), 0, "%s", err.msg);
	crypto_scalarmult_curve25519_base(pk, a->box_sk);
	cr_expect_eq(memcmp(pk, a->pub.box_pk, sizeof pk), 0);
	crypto_sign_ed25519_sk_to_pk(pk, a->sign_sk);
	cr_expect_eq(memcmp(pk, a->pub.sign_pk, sizeof pk), 0);
	cr_expect_neq(memcmp(a->box_sk, b->box_sk, sizeof a->box_sk), 0);
	cr_expect_neq(memcmp(a->sign_sk, b->sign_sk, sizeof a->sign_sk), 0);
	cr_expect_neq(memcmp(a->pub.sign_id, b->pub.sign_id, sizeof a->pub.sign_id), 0);
	cr_expect_neq(
	    memcmp(a->sign_sk, a->box_sk, sizeof a->box_sk), 0, "never one from the other");
	seckey_free(a);
	seckey_free(b);
	seckey_free(NULL);
}

Test(secret, files_and_back)
{
	static const struct {
		const char *name, *with;
	} row[] = {
		{ "without a passphrase", NULL },
		{ "with a passphrase", pass },
	};
	struct seckey *s = aid_secret(1);
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT(row); i++) {
		struct files f = write_files(s, row[i].with);
		struct seckey *back = seckey_new(&err);

		cr_expect_eq(seckey_sign_is_locked(f.sign.p, f.sign.n), row[i].with != NULL, "%s",
		    row[i].name);
		cr_expect_eq(
		    seckey_box_is_locked(f.box.p, f.box.n), row[i].with != NULL, "%s", row[i].name);
		cr_expect_eq(seckey_sign_parse(back, f.sign.p, f.sign.n, pass, strlen(pass), &err),
		    0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(seckey_box_parse(back, f.box.p, f.box.n, pass, strlen(pass), &err), 0,
		    "%s: %s", row[i].name, err.msg);
		expect_same(row[i].name, s, back);
		seckey_free(back);
		drop_files(&f);
	}
	seckey_free(s);
}

Test(secret, wrong_and_missing_passphrases)
{
	static const struct {
		const char *name, *with, *in_message;
	} row[] = {
		{ "another", "a passphrasf", "wrong passphrase" },
		{ "one byte less", "a passphras", "wrong passphrase" },
		{ "empty", "", "wrong passphrase" },
		{ "none", NULL, "needs a passphrase" },
	};
	struct seckey *s = aid_secret(1);
	struct files f = write_files(s, pass);
	struct seckey *back = aid_secret(2);
	struct seckey *before = aid_secret(2);

	for (size_t i = 0; i < COUNT(row); i++) {
		size_t n = row[i].with == NULL ? 0 : strlen(row[i].with);
		struct err err = ERR_INIT;

		cr_expect_eq(seckey_sign_parse(back, f.sign.p, f.sign.n, row[i].with, n, &err), -1,
		    "%s", row[i].name);
		cr_expect_eq(err.code, ERR_AUTH, "minisign, %s", row[i].name);
		cr_expect_not_null(
		    strstr(err.msg, row[i].in_message), "%s: %s", row[i].name, err.msg);
		err = (struct err)ERR_INIT;
		cr_expect_eq(seckey_box_parse(back, f.box.p, f.box.n, row[i].with, n, &err), -1,
		    "%s", row[i].name);
		cr_expect_eq(err.code, ERR_AUTH, "age, %s", row[i].name);
		cr_expect_not_null(
		    strstr(err.msg, row[i].in_message), "%s: %s", row[i].name, err.msg);
	}
	expect_same("a failure changes nothing", back, before);
	drop_files(&f);
	seckey_free(s);
	seckey_free(back);
	seckey_free(before);
}

/* The 158 bytes of a minisign secret key: 6 for algorithms, salt, limits, 104 masked. */
enum { KEY_BYTES = 158, AT_SALT = 6, AT_OPS = 38, AT_MASKED = 54, AT_SK = 62, AT_CHECK = 126 };

static void
decode(const struct buf *text, unsigned char key[static KEY_BYTES])
{
	const char *line = (const char *)memchr(text->p, '\n', text->n) + 1;
	struct buf got = BUF_INIT;

	cr_assert_eq(seal_base64_parse(line, strlen(line) - 1, &got), 0);
	cr_assert_eq(got.n, KEY_BYTES);
	memcpy(key, got.p, KEY_BYTES);
	buf_wipe(&got);
}

static int
parse_bytes(const unsigned char key[static KEY_BYTES], const char *with, struct err *err)
{
	struct seckey *back = seckey_new(err);
	struct buf text = BUF_INIT;

	buf_str(&text, "untrusted comment: x\n");
	seal_base64(key, KEY_BYTES, &text);
	int ret = seckey_sign_parse(
	    back, text.p, text.n, with, with == NULL ? 0 : strlen(with), err);
	buf_wipe(&text);
	seckey_free(back);
	return ret;
}

Test(secret, damage_to_a_locked_minisign_key_is_found)
{
	struct seckey *s = aid_secret(1);
	struct files f = write_files(s, pass);
	unsigned char key[KEY_BYTES];

	decode(&f.sign, key);
	for (size_t i = 0; i < KEY_BYTES; i++) {
		struct err err = ERR_INIT;
		if (i >= AT_OPS && i < AT_MASKED)
			continue; /* the limits: see the next test */
		key[i] ^= 1;
		cr_expect_eq(parse_bytes(key, pass, &err), -1, "byte %zu", i);
		cr_expect_eq(
		    err.code, i < AT_SALT ? ERR_SYNTAX : ERR_AUTH, "byte %zu: %s", i, err.msg);
		key[i] ^= 1;
	}
	drop_files(&f);
	seckey_free(s);
}

Test(secret, work_of_a_minisign_key_has_a_limit)
{
	struct seckey *s = aid_secret(1);
	struct files f = write_files(s, pass);
	unsigned char key[KEY_BYTES];

	for (size_t at = 0; at < 16; at += 8) {
		struct err err = ERR_INIT;
		decode(&f.sign, key);
		key[AT_OPS + at + 4] = 1; /* 2^32 */
		cr_expect_eq(parse_bytes(key, pass, &err), -1, "limit at %zu", at);
		cr_expect_eq(err.code, ERR_SYNTAX, "limit at %zu: %s", at, err.msg);
		key[AT_OPS + at + 4] = 0;
		key[AT_OPS + at + 7] = 0x80; /* 2^63 */
		cr_expect_eq(parse_bytes(key, pass, &err), -1, "limit at %zu", at);
		cr_expect_eq(err.code, ERR_SYNTAX, "limit at %zu: %s", at, err.msg);
	}
	drop_files(&f);
	seckey_free(s);
}

Test(secret, damage_to_an_open_minisign_key_is_found)
{
	struct seckey *s = aid_secret(1);
	struct files f = write_files(s, NULL);
	unsigned char key[KEY_BYTES];

	/* Salt and limits are not covered there, and `minisign -W` stores no checksum of the key
	 * id. */
	decode(&f.sign, key);
	for (size_t i = 0; i < KEY_BYTES; i++) {
		struct err err = ERR_INIT;
		if (i >= AT_SALT && i < AT_SK)
			continue;
		key[i] ^= 1;
		cr_expect_eq(parse_bytes(key, NULL, &err), -1, "byte %zu", i);
		cr_expect_eq(err.code, ERR_SYNTAX, "byte %zu: %s", i, err.msg);
		key[i] ^= 1;
	}
	drop_files(&f);
	seckey_free(s);
}

/* A secret key with another public half would sign twice with one nonce and reveal the secret. */
Test(secret, halves_must_belong_together)
{
	struct seckey *s = aid_secret(1);
	struct seckey *other = aid_secret(2);
	struct err err = ERR_INIT;

	memcpy(s->sign_sk + 32, other->sign_sk + 32, 32);
	struct files f = write_files(s, pass); /* with a valid checksum */
	cr_expect_eq(seckey_sign_parse(other, f.sign.p, f.sign.n, pass, strlen(pass), &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX, "%s", err.msg);
	drop_files(&f);
	seckey_free(s);
	seckey_free(other);
}

#define IDENTITY "AGE-SECRET-KEY-1CGFXNNS6QHRPT3XDN3MRQL2XEE6PXL7X3KWX0PP4HA4EX7ETRZQSZVGVRA"

static const struct {
	const char *name, *text;
	int want;
} identity[] = {
	{ "as age-keygen writes it",
	    "# created: 2026-11-21T18:08:16Z\n# public key: age1j\n" IDENTITY "\n", 0 },
	{ "without a line end", IDENTITY, 0 },
	{ "CRLF and blank lines", "\r\n# x\r\n" IDENTITY "\r\n\r\n", 0 },
	{ "two keys", IDENTITY "\n" IDENTITY "\n", -1 },
	{ "no key", "# nothing\n", -1 },
	{ "nothing", "", -1 },
	{ "lower case",
	    "age-secret-key-1cgfxnns6qhrpt3xdn3mrql2xee6pxl7x3kwx0pp4ha4ex7etrzqszvgvra", -1 },
	{ "a checksum that does not hold",
	    "AGE-SECRET-KEY-1CGFXNNS6QHRPT3XDN3MRQL2XEE6PXL7X3KWX0PP4HA4EX7ETRZQSZVGVRQ", -1 },
	{ "a recipient", "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsfryjqt\n", -1 },
	{ "an SSH key", "-----BEGIN OPENSSH PRIVATE KEY-----\n", -1 },
};

Test(secret, identity_files)
{
	for (size_t i = 0; i < COUNT(identity); i++) {
		struct err err = ERR_INIT;
		struct seckey *s = seckey_new(&err);
		char box[AGE_TEXT + 1];

		cr_expect_eq(
		    seckey_box_parse(s, identity[i].text, strlen(identity[i].text), NULL, 0, &err),
		    identity[i].want, "%s: %s", identity[i].name, err.msg);
		if (identity[i].want < 0) {
			cr_expect_eq(err.code, ERR_SYNTAX, "%s", identity[i].name);
			cr_expect_null(strstr(err.msg, "CGFXNNS6"),
			    "%s: the message gives the key away", identity[i].name);
		} else {
			pubkey_box_text(&s->pub, box);
			cr_expect_str_eq(box,
			    "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsfryjqt", "%s",
			    identity[i].name);
		}
		seckey_free(s);
	}
}

static const struct {
	const char *name, *text;
} no_key[] = {
	{ "nothing", "" },
	{ "one line", "untrusted comment: x\n" },
	{ "no comment", "RWQAAEIy\n" },
	{ "too short", "untrusted comment: x\nRWQAAEIy\n" },
	{ "a public key",
	    "untrusted comment: x\nRWQNAz0ZYDlHdlISceM4gPQJV1nsF3aCGS5fTrJ6GI91ZJ4mV4fmV0fq\n" },
};

Test(secret, what_is_no_minisign_key)
{
	for (size_t i = 0; i < COUNT(no_key); i++) {
		struct err err = ERR_INIT;
		struct seckey *s = seckey_new(&err);

		cr_expect_eq(
		    seckey_sign_parse(s, no_key[i].text, strlen(no_key[i].text), NULL, 0, &err), -1,
		    "%s", no_key[i].name);
		cr_expect_eq(err.code, ERR_SYNTAX, "%s", no_key[i].name);
		cr_expect(!seckey_sign_is_locked(no_key[i].text, strlen(no_key[i].text)), "%s",
		    no_key[i].name);
		seckey_free(s);
	}
}

/* `minisign -W` of other versions may store the checksum. */
Test(secret, open_minisign_key_with_a_checksum)
{
	struct seckey *s = aid_secret(1);
	struct files f = write_files(s, NULL);
	unsigned char key[KEY_BYTES];
	unsigned char checked[2 + AT_CHECK - AT_MASKED];
	struct err err = ERR_INIT;

	decode(&f.sign, key);
	memcpy(checked, key, 2);
	memcpy(checked + 2, key + AT_MASKED, sizeof checked - 2);
	crypto_generichash(key + AT_CHECK, 32, checked, sizeof checked, NULL, 0);
	cr_expect_eq(parse_bytes(key, NULL, &err), 0, "%s", err.msg);
	key[AT_MASKED] ^= 1;
	cr_expect_eq(parse_bytes(key, NULL, &err), -1, "the checksum covers the key id");
	drop_files(&f);
	seckey_free(s);
}

#if !defined(__SANITIZE_ADDRESS__)

/* Without memory each call says so, gives no key, and leaves the buffer as it was. */
Test(secret, no_memory)
{
	struct seckey *s = aid_secret(1), *host = aid_secret(2);
	struct files f = write_files(s, pass);
	struct err err[8];
	struct buf out = BUF_INIT, locked = BUF_INIT;
	struct rlimit old, none;
	struct seckey *made[2];
	int got[5];

	cr_assert_eq(age_encrypt_pass(pass, sizeof pass - 1, 16, "x", 1, &locked, &err[0]), 0);
	cr_assert_eq(getrlimit(RLIMIT_AS, &old), 0);
	none = (struct rlimit){ 1 << 20, old.rlim_max };
	for (size_t i = 0; i < COUNT(err); i++)
		err[i] = (struct err)ERR_INIT;
	cr_assert_eq(setrlimit(RLIMIT_AS, &none), 0);
	made[0] = seckey_new(&err[0]);
	made[1] = custody_seat_key(host, "cave", "anna", 1, &err[1]);
	got[0] = age_encrypt_pass(pass, sizeof pass - 1, 22, "x", 1, &out, &err[2]);
	got[1] = age_decrypt_pass(pass, sizeof pass - 1, locked.p, locked.n, 1, &out, &err[3]);
	got[2] = seckey_sign_text(s, pass, sizeof pass - 1, 18, &out, &err[4]);
	got[3] = seckey_box_text(s, pass, sizeof pass - 1, 18, &out, &err[5]);
	got[4] = seckey_sign_parse(
	    s, f.sign.p, f.sign.n, pass, sizeof pass - 1, &err[6]); /* 1 MiB is there */
	cr_assert_eq(setrlimit(RLIMIT_AS, &old), 0);
	cr_expect(made[0] == NULL && made[1] == NULL);
	for (size_t i = 0; i < 4; i++)
		cr_expect_eq(got[i], -1, "%zu", i);
	cr_expect_leq(got[4], 0);
	for (size_t i = 0; i < 6; i++)
		cr_expect_eq(err[i].code, ERR_BUSY, "%zu: %s", i, err[i].msg);
	cr_expect_eq(out.n, 0);
	drop_files(&f);
	buf_wipe(&out);
	buf_wipe(&locked);
	seckey_free(s);
	seckey_free(host);
}

#endif
