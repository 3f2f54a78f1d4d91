#include "seal/age.h"
#include "seal/age_file.h"

#include <sodium.h>

#include "seal/aid.h"

TestSuite(age, .init = aid_init);

enum { CHUNK = 65536, NO_LIMIT = 1 << 24, WORK = 10 };

/* Sizes around the limits of chunks. */
static const size_t sizes[] = { 0, 1, 15, 16, 511, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1,
	2 * CHUNK, 2 * CHUNK + 1, 3 * CHUNK + 12345 };

static struct buf
some_text(size_t n)
{
	struct buf b = BUF_INIT;

	buf_reserve(&b, n);
	for (size_t i = 0; i < n; i++)
		buf_chr(&b, (char)(i * 7 + i / 251));
	return b;
}

/* Decrypts into a buffer that is not empty; on failure its content must be unchanged. */
static int
open_with(
    const struct seckey *s, const struct buf *file, size_t limit, struct buf *out, struct err *err)
{
	*err = (struct err)ERR_INIT;
	buf_clear(out);
	buf_str(out, "kept");
	int ret = age_decrypt(s, buf_cstr(file), file->n, limit, out, err);
	cr_assert(out->n >= 4 && memcmp(out->p, "kept", 4) == 0);
	cr_assert(ret == 0 || out->n == 4, "something was added on failure");
	return ret;
}

Test(age, sealed_and_opened)
{
	struct seckey *s = aid_secret(1);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT(sizes); i++)
		for (int armor = 0; armor < 2; armor++) {
			struct buf text = some_text(sizes[i]);
			struct buf file = BUF_INIT;

			buf_str(&file, "before");
			cr_assert_eq(
			    age_encrypt(s->pub.box_pk, text.p, text.n, armor, &file, &err), 0);
			cr_expect_eq(memcmp(file.p, "before", 6), 0);
			memmove(file.p, file.p + 6, file.n - 5);
			file.n -= 6;
			cr_expect_eq(file.n, age_size(sizes[i], armor),
			    "%zu bytes, armor %d: %zu, not %zu", sizes[i], armor, file.n,
			    age_size(sizes[i], armor));
			cr_expect_eq(age_is_binary(file.p, file.n), !armor);
			cr_expect_eq(open_with(s, &file, sizes[i], &out, &err), 0,
			    "%zu bytes, armor %d: %s", sizes[i], armor, err.msg);
			cr_expect(out.n - 4 == text.n &&
				(text.n == 0 || memcmp(out.p + 4, text.p, text.n) == 0),
			    "%zu bytes, armor %d: other text", sizes[i], armor);
			if (sizes[i] > 0) {
				cr_expect_eq(open_with(s, &file, sizes[i] - 1, &out, &err), -1,
				    "%zu: limit", sizes[i]);
				cr_expect_eq(err.code, ERR_SYNTAX, "%zu: limit", sizes[i]);
			}
			buf_release(&text);
			buf_release(&file);
		}
	buf_wipe(&out);
	seckey_free(s);
}

Test(age, only_for_its_key)
{
	struct seckey *s = aid_secret(1);
	struct seckey *other = aid_secret(2);
	struct buf file = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(age_encrypt(s->pub.box_pk, "text", 4, true, &file, &err), 0);
	cr_expect_eq(open_with(other, &file, NO_LIMIT, &out, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_str_eq(err.msg, "age file: not sealed to this key");
	buf_release(&file);
	buf_wipe(&out);
	seckey_free(s);
	seckey_free(other);
}

Test(age, no_recipient_of_small_order)
{
	unsigned char pk[BOX_PK_BYTES] = { 0 };
	struct buf file = BUF_INIT;
	struct err err = ERR_INIT;

	for (unsigned char low = 0; low < 2; low++) {
		pk[0] = low;
		cr_expect_eq(age_encrypt(pk, "text", 4, true, &file, &err), -1, "%d", low);
		cr_expect_eq(err.code, ERR_AUTH, "%d", low);
		cr_expect_eq(file.n, 0, "%d", low);
	}
	buf_release(&file);
}

/* ---- damage --------------------------------------------------------------------------- */

Test(age, every_flipped_bit_is_found)
{
	struct seckey *s = aid_secret(1);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	/* Several files, so that every base64 character occurs. */
	for (unsigned char i_file = 0; i_file < 6; i_file++) {
		const struct age_randomness chance = { { i_file }, { i_file }, { i_file } };
		bool armor = i_file % 2;
		struct buf file = BUF_INIT, binary = BUF_INIT;
		cr_assert_eq(age_encrypt_with(s->pub.box_pk, &chance, "Nice try, Bob.", 14,
				 armor ? &binary : &file, &err),
		    0);
		if (armor)
			age_armor(binary.p, binary.n, &file);
		for (size_t i = 0; i < file.n * 8; i++) {
			file.p[i / 8] = (char)(file.p[i / 8] ^ (char)(1 << i % 8));
			cr_assert_eq(open_with(s, &file, NO_LIMIT, &out, &err), -1,
			    "armor %d: bit %zu of byte %zu", armor, i % 8, i / 8);
			cr_assert(err.code == ERR_AUTH || err.code == ERR_SYNTAX ||
				err.code == ERR_NOT_FOUND,
			    "byte %zu: %d", i / 8, err.code);
			file.p[i / 8] = (char)(file.p[i / 8] ^ (char)(1 << i % 8));
		}
		cr_expect_eq(open_with(s, &file, NO_LIMIT, &out, &err), 0, "%s", err.msg);
		buf_release(&file);
		buf_release(&binary);
	}
	buf_wipe(&out);
	seckey_free(s);
}

Test(age, every_cut_is_found)
{
	struct seckey *s = aid_secret(1);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	for (int armor = 0; armor < 2; armor++) {
		struct buf file = BUF_INIT;
		cr_assert_eq(
		    age_encrypt(s->pub.box_pk, "Nice try, Bob.", 14, armor, &file, &err), 0);
		size_t whole = armor ? file.n - 1 : file.n; /* the last line end is optional */
		for (file.n = 0; file.n < whole; file.n++)
			cr_expect_eq(open_with(s, &file, NO_LIMIT, &out, &err), -1,
			    "armor %d: cut to %zu", armor, file.n);
		cr_expect_eq(
		    open_with(s, &file, NO_LIMIT, &out, &err), 0, "armor %d: %s", armor, err.msg);
		buf_release(&file);
	}
	buf_wipe(&out);
	seckey_free(s);
}

/* Without the mark of the last chunk, removing whole chunks would give a valid file. */
Test(age, cut_between_chunks_is_found)
{
	struct seckey *s = aid_secret(1);
	struct buf text = some_text(3 * CHUNK);
	struct buf file = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(age_encrypt(s->pub.box_pk, text.p, text.n, false, &file, &err), 0);
	for (int i = 0; i < 2; i++) {
		file.n -= CHUNK + 16;
		cr_expect_eq(
		    open_with(s, &file, NO_LIMIT, &out, &err), -1, "%d chunks less", i + 1);
		cr_expect_eq(err.code, ERR_AUTH);
	}
	buf_release(&text);
	buf_release(&file);
	buf_wipe(&out);
	seckey_free(s);
}

Test(age, garbage_behind_is_found)
{
	static const struct {
		const char *name;
		bool armor;
		const char *more;
		int want;
	} row[] = {
		{ "binary, a byte", false, "x", -1 },
		{ "binary, a line end", false, "\n", -1 },
		{ "binary, as long as a tag", false, "0123456789abcdef", -1 },
		{ "armor, a byte", true, "x", -1 },
		{ "armor, a line", true, "more\n", -1 },
		{ "armor, blank lines", true, "\r\n \n", 0 },
		{ "armor, a second one", true, "-----BEGIN AGE ENCRYPTED FILE-----\n", -1 },
		{ "armor, its end again", true, "-----END AGE ENCRYPTED FILE-----\n", -1 },
	};
	struct seckey *s = aid_secret(1);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf file = BUF_INIT;
		cr_assert_eq(age_encrypt(s->pub.box_pk, "text", 4, row[i].armor, &file, &err), 0);
		buf_str(&file, row[i].more);
		cr_expect_eq(open_with(s, &file, NO_LIMIT, &out, &err), row[i].want, "%s: %s",
		    row[i].name, err.msg);
		buf_release(&file);
	}
	buf_wipe(&out);
	seckey_free(s);
}

Test(age, huge_input_is_not_even_decoded)
{
	struct seckey *s = aid_secret(1);
	struct buf file = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err;

	buf_str(&file, "age-encryption.org/v1\n");
	buf_fill(&file, 'x', 300000);
	cr_expect_eq(open_with(s, &file, 1000, &out, &err), -1);
	cr_expect_str_eq(err.msg, "age file: larger than the 1000 bytes accepted");
	cr_expect_eq(err.code, ERR_SYNTAX);
	buf_release(&file);
	buf_wipe(&out);
	seckey_free(s);
}

static const struct {
	const char *name, *text, *msg;
} not_age[] = {
	{ "nothing", "", "age armor: no line \"-----BEGIN AGE ENCRYPTED FILE-----\"" },
	{ "words", "hello\n", "age armor: no line \"-----BEGIN AGE ENCRYPTED FILE-----\"" },
	{ "another version", "age-encryption.org/v2\n-> x\n\n--- x\n", "not an age v1 file" },
	{ "CRLF", "age-encryption.org/v1\r\n", "not an age v1 file" },
	{ "no recipients",
	    "age-encryption.org/v1\n--- AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
	    "age file: malformed header" },
};

Test(age, what_is_no_age_file)
{
	struct seckey *s = aid_secret(1);
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < COUNT(not_age); i++) {
		struct err err;
		struct buf file = BUF_INIT;
		buf_str(&file, not_age[i].text);
		cr_expect_eq(open_with(s, &file, NO_LIMIT, &out, &err), -1, "%s", not_age[i].name);
		cr_expect_eq(err.code, ERR_SYNTAX, "%s", not_age[i].name);
		cr_expect_str_eq(err.msg, not_age[i].msg, "%s: %s", not_age[i].name, err.msg);
		buf_release(&file);
	}
	buf_wipe(&out);
	seckey_free(s);
}

/* ---- passphrases ---------------------------------------------------------------------- */

static int
open_pass(const char *pass, const struct buf *file, struct buf *out, struct err *err)
{
	*err = (struct err)ERR_INIT;
	return age_decrypt_pass(pass, strlen(pass), file->p, file->n, NO_LIMIT, out, err);
}

/* Replaces the work factor, the last word of the second line. */
static struct buf
with_work(const struct buf *armored, const char *work)
{
	struct buf binary = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(age_dearmor(armored->p, armored->n, &binary, &err), 0, "%s", err.msg);
	char *at = strstr(binary.p, " 10\n");
	cr_assert_not_null(at);
	buf_add(&out, binary.p, (size_t)(at + 1 - binary.p));
	buf_str(&out, work);
	buf_add(&out, at + 3, binary.n - (size_t)(at + 3 - binary.p));
	buf_release(&binary);
	return out;
}

Test(age, locked_with_a_passphrase)
{
	struct seckey *s = aid_secret(1);
	struct buf file = BUF_INIT;
	struct buf sealed = BUF_INIT;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(age_encrypt_pass("pass", 4, WORK, "text", 4, &file, &err), 0, "%s", err.msg);
	cr_expect_eq(open_pass("pass", &file, &out, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&out), "text");
	cr_expect_eq(open_pass("Pass", &file, &out, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH);
	cr_expect_str_eq(err.msg, "age file: wrong passphrase");

	cr_expect_eq(open_with(s, &file, NO_LIMIT, &out, &err), -1, "opened with a key");
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_str_eq(err.msg, "age file: sealed with a passphrase, not to a key");
	cr_assert_eq(age_encrypt(s->pub.box_pk, "text", 4, true, &sealed, &err), 0);
	cr_expect_eq(open_pass("pass", &sealed, &out, &err), -1, "a passphrase for a key");
	cr_expect_eq(err.code, ERR_AUTH);
	buf_release(&file);
	buf_release(&sealed);
	buf_wipe(&out);
	seckey_free(s);
}

/* The MAC fails for a changed work factor, but only after the work, so the factor is checked
 * first. */
Test(age, work_factor_is_checked_before_working)
{
	static const struct {
		const char *work;
		enum err_code want;
	} row[] = {
		{ "10", ERR_NONE },
		{ "11", ERR_AUTH },
		{ "23", ERR_SYNTAX },
		{ "30", ERR_SYNTAX },
		{ "63", ERR_SYNTAX },
		{ "64", ERR_SYNTAX },
		{ "99", ERR_SYNTAX },
		{ "100", ERR_SYNTAX },
		{ "18446744073709551626", ERR_SYNTAX }, /* 2^64 + 10 */
		{ "0", ERR_SYNTAX },
		{ "010", ERR_SYNTAX },
		{ "09", ERR_SYNTAX },
		{ "+1", ERR_SYNTAX },
		{ "-1", ERR_SYNTAX },
		{ "1a", ERR_SYNTAX },
		{ "10 10", ERR_SYNTAX },
	};
	struct buf file = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(age_encrypt_pass("pass", 4, WORK, "text", 4, &file, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf changed = with_work(&file, row[i].work);
		struct buf out = BUF_INIT;
		int got = open_pass("pass", &changed, &out, &err);
		cr_expect_eq(got, row[i].want == ERR_NONE ? 0 : -1, "work %s", row[i].work);
		cr_expect_eq(err.code, row[i].want, "work %s: %s", row[i].work, err.msg);
		buf_release(&changed);
		buf_wipe(&out);
	}
	buf_release(&file);
}
