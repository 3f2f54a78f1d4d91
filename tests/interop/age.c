#include "few.h"
#include "seal/age.h"

#include "interop/tool.h"

static void
enter(void)
{
	tool_needed("age");
	tool_needed("age-keygen");
	tool_enter();
}

TestSuite(age, .init = enter, .fini = tool_leave);

enum { CHUNK = 65536, LIMIT = 1 << 20 };

static const char pass[] = "correct horse";

static const size_t sizes[] = { 0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 777 };

static struct buf
put_plain(size_t n)
{
	struct buf b = BUF_INIT;

	buf_reserve(&b, n);
	for (size_t i = 0; i < n; i++)
		buf_chr(&b, (char)(i * 7 + i / 251));
	tool_put("plain", b.p, n);
	return b;
}

/* Writes our identity file, encrypted if with != NULL. */
static void
put_identity(const struct seckey *s, const char *path, const char *with)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    seckey_box_text(s, with, with == NULL ? 0 : strlen(with), AGE_WORK, &text, &err), 0,
	    "%s", err.msg);
	tool_put(path, text.p, text.n);
	buf_wipe(&text);
}

static void
expect_opens(const char *name, const struct seckey *s, const char *path, const struct buf *want)
{
	struct buf file = tool_get(path);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_expect_eq(age_decrypt(s, file.p, file.n, LIMIT, &out, &err), 0, "%s, %zu bytes: %s",
	    name, want->n, err.msg);
	cr_expect(out.n == want->n && (out.n == 0 || memcmp(out.p, want->p, out.n) == 0),
	    "%s, %zu bytes: another text", name, want->n);
	buf_release(&file);
	buf_wipe(&out);
}

Test(age, stock_opens_ours)
{
	struct seckey *s = tool_secret();

	put_identity(s, "anna.age", NULL);
	for (size_t i = 0; i < COUNT(sizes); i++)
		for (int armor = 0; armor < 2; armor++) {
			struct buf plain = put_plain(sizes[i]);
			struct buf file = BUF_INIT;
			struct err err = ERR_INIT;

			cr_assert_eq(
			    age_encrypt(s->pub.box_pk, plain.p, plain.n, armor, &file, &err), 0);
			tool_put("sealed", file.p, file.n);
			cr_expect_eq(
			    tool_run("age -d -i anna.age sealed > opened && cmp plain opened"), 0,
			    "%zu bytes, armor %d: %s", sizes[i], armor, tool_said());
			buf_release(&plain);
			buf_release(&file);
		}
	seckey_free(s);
}

Test(age, ours_opens_stock)
{
	static const struct {
		const char *name, *options;
	} row[] = {
		{ "binary", "" },
		{ "armored", "-a" },
	};
	struct seckey *s = tool_secret();
	char pk[AGE_TEXT + 1];

	pubkey_box_text(&s->pub, pk);
	for (size_t i = 0; i < COUNT(sizes); i++)
		for (size_t k = 0; k < COUNT(row); k++) {
			struct buf plain = put_plain(sizes[i]);
			cr_assert_eq(tool_run("age %s -r %s -o sealed plain", row[k].options, pk),
			    0, "%s", tool_said());
			expect_opens(row[k].name, s, "sealed", &plain);
			buf_release(&plain);
		}
	seckey_free(s);
}

Test(age, ours_opens_stock_for_several)
{
	struct seckey *s[2] = { tool_secret(), tool_secret() };
	char pk[2][AGE_TEXT + 1];
	struct buf plain = put_plain(1000);

	for (int i = 0; i < 2; i++)
		pubkey_box_text(&s[i]->pub, pk[i]);
	cr_assert_eq(tool_run("age-keygen -o other && age-keygen -y other > others && "
			      "age -a -R others -r %s -r %s -o sealed plain",
			 pk[0], pk[1]),
	    0, "%s", tool_said());
	for (int i = 0; i < 2; i++) {
		expect_opens("one of three", s[i], "sealed", &plain);
		seckey_free(s[i]);
	}
	buf_release(&plain);
}

Test(age, our_recipient_is_that_of_our_identity)
{
	struct seckey *s = tool_secret();
	char pk[AGE_TEXT + 1];

	put_identity(s, "anna.age", NULL);
	pubkey_box_text(&s->pub, pk);
	cr_assert_eq(tool_run("age-keygen -y anna.age"), 0, "%s", tool_said());
	cr_expect_eq(strncmp(tool_said(), pk, AGE_TEXT), 0, "%s", tool_said());
	seckey_free(s);
}

static void
expect_identity(const char *name, const char *path, const char *with, const char *pk)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	struct seckey *s = seckey_new(&err);
	char got[AGE_TEXT + 1];

	cr_assert_eq(tool_run("chmod 600 %s", path), 0);
	cr_assert_eq(keyfile_read_secret(path, &text, &err), 0, "%s", err.msg);
	cr_expect_eq(seckey_box_is_locked(text.p, text.n), with != NULL, "%s", name);
	cr_expect_eq(
	    seckey_box_parse(s, text.p, text.n, with, with == NULL ? 0 : strlen(with), &err), 0,
	    "%s: %s", name, err.msg);
	pubkey_box_text(&s->pub, got);
	cr_expect_str_eq(got, pk, "%s", name);
	buf_wipe(&text);
	seckey_free(s);
}

Test(age, ours_reads_stock_identities)
{
	char pk[AGE_TEXT + 1];

	cr_assert_eq(tool_run("age-keygen -o id && age-keygen -y id"), 0, "%s", tool_said());
	const char *at = strstr(tool_said(), "\nage1");
	cr_assert_not_null(at, "%s", tool_said());
	memcpy(pk, at + 1, AGE_TEXT);
	pk[AGE_TEXT] = '\0';
	expect_identity("open", "id", NULL, pk);
	if (is_few())
		return;
	cr_assert_eq(tool_run_typing(pass, "age -p -a -o locked id"), 0, "%s", tool_said());
	expect_identity("locked, armored", "locked", pass, pk);
}

Test(age, ours_opens_stock_with_a_passphrase)
{
	struct buf plain = put_plain(100);
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	if (is_few()) {
		buf_release(&plain);
		return;
	}
	cr_assert_eq(tool_run_typing(pass, "age -p -o sealed plain"), 0, "%s", tool_said());
	struct buf file = tool_get("sealed");
	cr_expect_eq(age_decrypt_pass(pass, strlen(pass), file.p, file.n, LIMIT, &out, &err), 0,
	    "%s", err.msg);
	cr_expect(out.n == plain.n && memcmp(out.p, plain.p, out.n) == 0);
	buf_release(&plain);
	buf_release(&file);
	buf_wipe(&out);
}

Test(age, stock_opens_with_our_locked_identity)
{
	struct seckey *s = tool_secret();
	struct buf plain = put_plain(100);
	struct buf file = BUF_INIT;
	struct err err = ERR_INIT;

	put_identity(s, "anna.age", pass);
	cr_assert_eq(
	    age_encrypt(s->pub.box_pk, plain.p, plain.n, true, &file, &err), 0, "%s", err.msg);
	tool_put("sealed", file.p, file.n);
	cr_expect_eq(
	    tool_run_typing(pass, "age -d -i anna.age -o opened sealed"), 0, "%s", tool_said());
	cr_expect_eq(tool_run("cmp plain opened"), 0, "%s", tool_said());
	buf_release(&plain);
	buf_release(&file);
	seckey_free(s);
}
