/* Files that age_encrypt never makes, assembled from parts: other recipients, headers and chunk
 * sequences that are valid under the file key but violate the format. */
#include <sodium.h>

#include "seal/age.h"
#include "seal/age_file.h"
#include "seal/aid.h"
#include "seal/base64.h"
#include "seal/hkdf.h"

TestSuite(age_format, .init = aid_init);

enum { CHUNK = 65536, NO_LIMIT = 1 << 24 };

static const unsigned char file_key[AGE_FILE_KEY] = "the file's key!";

static void
bare(struct buf *out, const unsigned char *p, size_t n)
{
	char text[128];

	base64_text(p, n, BASE64_BARE, text);
	buf_str(out, text);
}

/* Appends a stanza for s: a second implementation of the C2SP age specification. */
static void
add_x25519(struct buf *out, const struct seckey *s)
{
	unsigned char ephemeral[32];
	unsigned char share_then_pk[64];
	unsigned char shared[32];
	unsigned char wrap_key[32];
	unsigned char body[32];
	static const unsigned char zeros[12];

	randombytes_buf(ephemeral, sizeof ephemeral);
	crypto_scalarmult_curve25519_base(share_then_pk, ephemeral);
	memcpy(share_then_pk + 32, s->pub.box_pk, 32);
	cr_assert_eq(crypto_scalarmult_curve25519(shared, ephemeral, s->pub.box_pk), 0);
	hkdf_sha256(shared, 32, share_then_pk, 64, "age-encryption.org/v1/X25519", wrap_key);
	crypto_aead_chacha20poly1305_ietf_encrypt(
	    body, NULL, file_key, 16, NULL, 0, NULL, zeros, wrap_key);
	buf_str(out, "-> X25519 ");
	bare(out, share_then_pk, 32);
	buf_chr(out, '\n');
	bare(out, body, 32);
	buf_chr(out, '\n');
}

static void
add_mac(struct buf *out)
{
	unsigned char key[32];
	unsigned char mac[32];
	crypto_auth_hmacsha256_state st;

	buf_str(out, "---");
	hkdf_sha256(file_key, sizeof file_key, "", 0, "header", key);
	crypto_auth_hmacsha256_init(&st, key, sizeof key);
	crypto_auth_hmacsha256_update(&st, (const unsigned char *)out->p, out->n);
	crypto_auth_hmacsha256_final(&st, mac);
	buf_chr(out, ' ');
	bare(out, mac, sizeof mac);
	buf_chr(out, '\n');
}

static void
add_chunk(struct buf *out, unsigned char number, size_t n, bool is_last)
{
	static const unsigned char nonce[16] = "payload's nonce";
	static const unsigned char zeros[CHUNK + 1];
	unsigned char iv[12] = { [10] = number, [11] = is_last };
	unsigned char key[32];

	if (number == 0)
		buf_add(out, nonce, sizeof nonce);
	hkdf_sha256(file_key, sizeof file_key, nonce, sizeof nonce, "payload", key);
	buf_reserve(out, n + 16);
	crypto_aead_chacha20poly1305_ietf_encrypt(
	    (unsigned char *)out->p + out->n, NULL, zeros, n, NULL, 0, NULL, iv, key);
	out->n += n + 16;
}

#define FULL  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"
#define SHARE "BgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define ZEROS "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define SALT  "AAAAAAAAAAAAAAAAAAAAAA"

/* Additional stanzas, and whether the file opens. */
static const struct {
	const char *name, *stanza;
	enum err_code want;
} beside[] = {
	{ "nothing", "", ERR_NONE },
	{ "unknown, no body", "-> grease\n\n", ERR_NONE },
	{ "unknown, arguments and body", "-> jo!nt-grease ~x} 7 a b c d e\nZm9v\n", ERR_NONE },
	{ "unknown, full line and empty one", "-> grease\n" FULL "\n", ERR_NONE },
	{ "unknown, lines", "-> grease\n" FULL FULL FULL "Zg\n", ERR_NONE },
	{ "two unknown", "-> a\n\n-> b\nZg\n", ERR_NONE },
	{ "SSH recipient", "-> ssh-ed25519 BjH7FA " ZEROS "\n" ZEROS "\n", ERR_NONE },
	{ "X25519 of another case is unknown", "-> x25519\n\n", ERR_NONE },
	{ "no arguments", "-> \n\n", ERR_SYNTAX },
	{ "no blank behind the arrow", "->grease\n\n", ERR_SYNTAX },
	{ "two blanks", "-> grease  a\n\n", ERR_SYNTAX },
	{ "blank at the end", "-> grease \n\n", ERR_SYNTAX },
	{ "tab", "-> grease\ta\n\n", ERR_SYNTAX },
	{ "not ASCII", "-> gr\xc3\xa4se\n\n", ERR_SYNTAX },
	{ "CR", "-> grease\r\n\r\n", ERR_SYNTAX },
	{ "no body", "-> grease\n", ERR_SYNTAX },
	{ "full line and no shorter one", "-> grease\n" FULL, ERR_SYNTAX },
	{ "line of 68", "-> grease\nAAAA" FULL "\n", ERR_SYNTAX },
	{ "padding", "-> grease\nZg==\n", ERR_SYNTAX },
	{ "last bits not zero", "-> grease\nZh\n", ERR_SYNTAX },
	{ "short line, then more", "-> grease\nZg\nZg\n", ERR_SYNTAX },
	{ "words", "hello\n", ERR_SYNTAX },
	{ "X25519 for somebody else", "-> X25519 " SHARE "\n" ZEROS "\n", ERR_NONE },
	{ "X25519 without share", "-> X25519\n" ZEROS "\n", ERR_SYNTAX },
	{ "X25519 with one argument more", "-> X25519 " SHARE " a\n" ZEROS "\n", ERR_SYNTAX },
	{ "X25519 with a short share", "-> X25519 AAAA\n" ZEROS "\n", ERR_SYNTAX },
	{ "X25519 with a long share", "-> X25519 " ZEROS "AAAA\n" ZEROS "\n", ERR_SYNTAX },
	{ "X25519, share padded", "-> X25519 " SHARE "=\n" ZEROS "\n", ERR_SYNTAX },
	{ "X25519, share's last bits",
	    "-> X25519 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB\n" ZEROS "\n", ERR_SYNTAX },
	{ "X25519, share of small order", "-> X25519 " ZEROS "\n" ZEROS "\n", ERR_SYNTAX },
	{ "X25519, short body", "-> X25519 " SHARE "\nAAAA\n", ERR_SYNTAX },
	{ "X25519, long body", "-> X25519 " SHARE "\n" FULL "\n", ERR_SYNTAX },
	{ "a passphrase beside a key", "-> scrypt " SALT " 10\n" ZEROS "\n", ERR_SYNTAX },
};

Test(age_format, stanzas_beside_a_good_one)
{
	struct seckey *s = aid_secret(1);

	/* before: the additional stanza comes first and must be parsed. */
	for (size_t i = 0; i < COUNT(beside); i++) {
		struct buf file = BUF_INIT;
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;

		buf_str(&file, AGE_VERSION "\n");
		buf_str(&file, beside[i].stanza);
		add_x25519(&file, s);
		add_mac(&file);
		add_chunk(&file, 0, 5, true);
		int got = age_decrypt(s, file.p, file.n, NO_LIMIT, &out, &err);
		cr_expect_eq(
		    got, beside[i].want == ERR_NONE ? 0 : -1, "%s: %s", beside[i].name, err.msg);
		cr_expect_eq(err.code, beside[i].want, "%s: %s", beside[i].name, err.msg);
		cr_expect_eq(out.n, got == 0 ? 5 : 0, "%s", beside[i].name);
		buf_release(&file);
		buf_wipe(&out);
	}
	seckey_free(s);
}

/* Headers of files that are opened with a passphrase. */
Test(age_format, stanzas_of_a_passphrase)
{
	static const struct {
		const char *name, *stanza;
		enum err_code want;
	} row[] = {
		{ "another passphrase", "-> scrypt " SALT " 4\n" ZEROS "\n", ERR_AUTH },
		{ "sealed to a key", "-> X25519 " SHARE "\n" ZEROS "\n", ERR_AUTH },
		{ "of nobody", "-> grease\n\n", ERR_AUTH },
		{ "no work factor", "-> scrypt " SALT "\n" ZEROS "\n", ERR_SYNTAX },
		{ "an argument more", "-> scrypt " SALT " 4 4\n" ZEROS "\n", ERR_SYNTAX },
		{ "a short body", "-> scrypt " SALT " 4\nAAAA\n", ERR_SYNTAX },
		{ "work factor 0", "-> scrypt " SALT " 0\n" ZEROS "\n", ERR_SYNTAX },
		{ "a work factor that is none", "-> scrypt " SALT " x\n" ZEROS "\n", ERR_SYNTAX },
		{ "too much work", "-> scrypt " SALT " 30\n" ZEROS "\n", ERR_SYNTAX },
		{ "a short salt", "-> scrypt AAAA 4\n" ZEROS "\n", ERR_SYNTAX },
		{ "a padded salt", "-> scrypt " SALT "== 4\n" ZEROS "\n", ERR_SYNTAX },
		{ "a key beside it", "-> scrypt " SALT " 4\n" ZEROS "\n-> grease\n\n", ERR_SYNTAX },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf file = BUF_INIT, out = BUF_INIT;
		struct err err = ERR_INIT;

		buf_str(&file, AGE_VERSION "\n");
		buf_str(&file, row[i].stanza);
		add_mac(&file);
		add_chunk(&file, 0, 5, true);
		cr_expect_eq(age_decrypt_pass("secret", 6, file.p, file.n, NO_LIMIT, &out, &err),
		    -1, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].want, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(out.n, 0, "%s", row[i].name);
		buf_release(&file);
		buf_release(&out);
	}
}

Test(age_format, one_of_several_recipients)
{
	struct seckey *s[3] = { aid_secret(1), aid_secret(2), aid_secret(3) };
	struct seckey *other = aid_secret(4);
	struct buf file = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	buf_str(&file, AGE_VERSION "\n");
	for (int i = 0; i < 3; i++)
		add_x25519(&file, s[i]);
	add_mac(&file);
	add_chunk(&file, 0, 5, true);
	for (int i = 0; i < 3; i++) {
		buf_clear(&out);
		cr_expect_eq(
		    age_decrypt(s[i], file.p, file.n, 5, &out, &err), 0, "%d: %s", i, err.msg);
		cr_expect_eq(out.n, 5, "%d", i);
		seckey_free(s[i]);
	}
	cr_expect_eq(age_decrypt(other, file.p, file.n, 5, &out, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	seckey_free(other);
	buf_release(&file);
	buf_wipe(&out);
}

Test(age_format, header_has_limits)
{
	static const struct {
		const char *name;
		int stanzas, lines, want;
	} row[] = {
		{ "255 unknown recipients and one good", 255, 0, 0 },
		{ "one recipient too many", 256, 0, -1 },
		{ "63 KiB", 1, 990, 0 },
		{ "more than 64 KiB", 1, 1010, -1 },
	};
	struct seckey *s = aid_secret(1);

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf file = BUF_INIT;
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;

		buf_str(&file, AGE_VERSION "\n");
		for (int k = 0; k < row[i].stanzas; k++) {
			buf_str(&file, "-> grease\n");
			for (int l = 0; l < row[i].lines; l++)
				buf_str(&file, FULL);
			buf_chr(&file, '\n');
		}
		add_x25519(&file, s);
		add_mac(&file);
		add_chunk(&file, 0, 5, true);
		cr_expect_eq(age_decrypt(s, file.p, file.n, NO_LIMIT, &out, &err), row[i].want,
		    "%s: %s", row[i].name, err.msg);
		cr_expect(row[i].want == 0 || err.code == ERR_SYNTAX, "%s", row[i].name);
		buf_release(&file);
		buf_wipe(&out);
	}
	seckey_free(s);
}

/* Chunks by length; a negative one is marked as the last. */
enum { LAST_EMPTY = -1000000 };

static const struct {
	const char *name;
	long chunk[4];
	int n_chunks, want;
} payload[] = {
	{ "empty", { LAST_EMPTY }, 1, 0 },
	{ "one byte", { -1 }, 1, 0 },
	{ "one full chunk", { -CHUNK }, 1, 0 },
	{ "a full one and one byte", { CHUNK, -1 }, 2, 0 },
	{ "two full ones", { CHUNK, -CHUNK }, 2, 0 },
	{ "a full one, then an empty last one", { CHUNK, LAST_EMPTY }, 2, -1 },
	{ "two full ones, then an empty last one", { CHUNK, CHUNK, LAST_EMPTY }, 3, -1 },
	{ "last one is missing", { CHUNK }, 1, -1 },
	{ "last one is missing, short", { 100 }, 1, -1 },
	{ "last one is missing, empty", { 0 }, 1, -1 },
	{ "short one inside", { 100, -100 }, 2, -1 },
	{ "empty one inside", { 0, -100 }, 2, -1 },
	{ "marked last inside", { -CHUNK, CHUNK, -100 }, 3, -1 },
	{ "two last ones", { -CHUNK, -100 }, 2, -1 },
	{ "too long", { -(CHUNK + 1) }, 1, -1 },
	{ "none", { 0 }, 0, -1 },
};

Test(age_format, sequences_of_chunks)
{
	struct seckey *s = aid_secret(1);

	for (size_t i = 0; i < COUNT(payload); i++) {
		struct buf file = BUF_INIT;
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;
		size_t total = 0;

		buf_str(&file, AGE_VERSION "\n");
		add_x25519(&file, s);
		add_mac(&file);
		for (int k = 0; k < payload[i].n_chunks; k++) {
			long len = payload[i].chunk[k];
			size_t n = len == LAST_EMPTY ? 0 : (size_t)labs(len);
			add_chunk(&file, (unsigned char)k, n, len < 0);
			total += n;
		}
		int got = age_decrypt(s, file.p, file.n, NO_LIMIT, &out, &err);
		cr_expect_eq(got, payload[i].want, "%s: %s", payload[i].name, err.msg);
		cr_expect_eq(out.n, got == 0 ? total : 0, "%s: %zu", payload[i].name, out.n);
		cr_expect(got == 0 || err.code == ERR_AUTH, "%s", payload[i].name);
		buf_release(&file);
		buf_wipe(&out);
	}
	seckey_free(s);
}

/* Exchanged chunks have wrong numbers. */
Test(age_format, exchanged_chunks)
{
	struct seckey *s = aid_secret(1);
	struct buf file = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	static char first[CHUNK + 16];

	buf_str(&file, AGE_VERSION "\n");
	add_x25519(&file, s);
	add_mac(&file);
	size_t at = file.n + 16;
	add_chunk(&file, 0, CHUNK, false);
	add_chunk(&file, 1, CHUNK, false);
	add_chunk(&file, 2, 1, true);
	cr_expect_eq(age_decrypt(s, file.p, file.n, NO_LIMIT, &out, &err), 0, "%s", err.msg);
	memcpy(first, file.p + at, sizeof first);
	memcpy(file.p + at, file.p + at + sizeof first, sizeof first);
	memcpy(file.p + at + sizeof first, first, sizeof first);
	cr_expect_eq(age_decrypt(s, file.p, file.n, NO_LIMIT, &out, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH);
	buf_release(&file);
	buf_wipe(&out);
	seckey_free(s);
}

/* The stanza opens, so the file key is right, but the header was changed after sealing. */
Test(age_format, mac_of_another_header)
{
	struct seckey *s = aid_secret(1);
	struct buf file = BUF_INIT;
	struct buf changed = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	buf_str(&file, AGE_VERSION "\n");
	add_x25519(&file, s);
	add_mac(&file);
	add_chunk(&file, 0, 5, true);
	buf_str(&changed, AGE_VERSION "\n-> grease\n\n");
	buf_add(&changed, file.p + sizeof AGE_VERSION, file.n - sizeof AGE_VERSION);
	cr_expect_eq(age_decrypt(s, changed.p, changed.n, NO_LIMIT, &out, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH);
	cr_expect_str_eq(err.msg, "age file: damaged header");
	buf_release(&file);
	buf_release(&changed);
	buf_wipe(&out);
	seckey_free(s);
}

/* RFC 5869, test case 3: no salt, no info; and case 1 with an info that is a string. */
Test(age_format, hkdf)
{
	unsigned char secret[22];
	unsigned char out[HKDF_BYTES];
	char hex[2 * HKDF_BYTES + 1];

	memset(secret, 0x0b, sizeof secret);
	hkdf_sha256(secret, sizeof secret, "", 0, "", out);
	sodium_bin2hex(hex, sizeof hex, out, sizeof out);
	cr_expect_str_eq(hex, "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");

	unsigned char salt[13];
	aid_count_up(salt, sizeof salt, 0);
	hkdf_sha256(secret, sizeof secret, salt, sizeof salt,
	    "\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9", out);
	sodium_bin2hex(hex, sizeof hex, out, sizeof out);
	cr_expect_str_eq(hex, "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
}
