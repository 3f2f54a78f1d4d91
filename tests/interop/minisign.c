#include "few.h"
#include "seal/age.h"
#include "seal/minisign.h"

#include "interop/tool.h"

static void
enter(void)
{
	tool_needed("minisign");
	tool_enter();
}

TestSuite(minisign, .init = enter, .fini = tool_leave);

static const char comment[] = "adit-order v1 k7q2m4xw/17/anna/1";

/* Sign the file with our key: FILE.minisig as `adit order --export` writes it. */
static void
sign_file(const struct seckey *s, const char *path)
{
	struct buf msg = tool_get(path);
	struct buf text = BUF_INIT;
	struct buf name = BUF_INIT;
	struct minisign_sig sig;

	minisign_sign(s, buf_cstr(&msg), msg.n, comment, &sig);
	minisign_file_text(&sig, "an order", comment, &text);
	buf_fmt(&name, "%s.minisig", path);
	tool_put(name.p, text.p, text.n);
	buf_release(&msg);
	buf_release(&text);
	buf_release(&name);
}

/* Verify a stock signature of file msg. */
static int
verify_file(const struct pubkey *c, const char *msg_path, const char *sig_path,
    char trusted[static 1024], struct err *err)
{
	struct buf msg = tool_get(msg_path);
	struct buf text = tool_get(sig_path);
	struct minisign_sig sig;
	int ret = minisign_file_parse(text.p, text.n, &sig, trusted, err);

	if (ret == 0)
		ret = minisign_verify(c, buf_cstr(&msg), msg.n, trusted, &sig, err);
	buf_release(&msg);
	buf_release(&text);
	return ret;
}

/* A stock public key file. */
static struct pubkey
stock_card(const char *path)
{
	struct buf text = tool_get(path);
	struct pubkey c = { 0 };
	const char *line = (const char *)memchr(text.p, '\n', text.n) + 1;

	cr_assert_eq(pubkey_sign_parse(line, SIGN_TEXT, &c), 0);
	buf_release(&text);
	return c;
}

static void
read_sign_key(struct seckey *s, const char *path, const char *pass)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(keyfile_read_secret(path, &text, &err), 0, "%s", err.msg);
	cr_expect_eq(seckey_sign_is_locked(text.p, text.n), pass != NULL);
	cr_assert_eq(
	    seckey_sign_parse(s, text.p, text.n, pass, pass == NULL ? 0 : strlen(pass), &err), 0,
	    "%s", err.msg);
	buf_wipe(&text);
}

Test(minisign, stock_verifies_ours)
{
	struct seckey *s = tool_secret();
	struct buf pub = BUF_INIT;
	char line[SIGN_TEXT + 1];

	pubkey_text(&s->pub, "anna", &pub);
	tool_put("anna.pub", pub.p, pub.n);
	pubkey_sign_text(&s->pub, line);
	tool_put("order.txt", "adit-order v1\ngame: k7q2m4xw\n", 29);
	tool_put("empty", "", 0);
	sign_file(s, "order.txt");
	sign_file(s, "empty");
	cr_expect_eq(tool_run("minisign -V -p anna.pub -m order.txt"), 0, "%s", tool_said());
	cr_expect_not_null(strstr(tool_said(), comment), "%s", tool_said());
	cr_expect_eq(tool_run("minisign -V -H -P %s -m order.txt", line), 0, "%s", tool_said());
	cr_expect_eq(tool_run("minisign -V -p anna.pub -m empty"), 0, "%s", tool_said());

	tool_put("order.txt", "adit-order v1\ngame: k7q2m4xx\n", 29);
	cr_expect_neq(tool_run("minisign -V -p anna.pub -m order.txt"), 0, "a changed order");
	cr_expect_eq(tool_run("sed -i 's/anna.1/anna\\/2/' empty.minisig"), 0);
	cr_expect_neq(tool_run("minisign -V -p anna.pub -m empty"), 0, "a changed trusted comment");
	buf_release(&pub);
	seckey_free(s);
}

Test(minisign, ours_verifies_stock)
{
	static const struct {
		const char *name, *options, *trusted;
		int result;
	} row[] = {
		{ "as it is", "", NULL, 0 },
		{ "with comments", "-t 'adit-order v1 a/1/b/1' -c 'an order'",
		    "adit-order v1 a/1/b/1", 0 },
		{ "the old way", "-l -t old", "old", -1 },
	};
	struct pubkey c;
	struct err err = ERR_INIT;
	char trusted[1024];

	cr_assert_eq(tool_run("minisign -G -W -p a.pub -s a.key"), 0, "%s", tool_said());
	c = stock_card("a.pub");
	tool_put("order.txt", "adit-order v1\ngame: k7q2m4xw\n", 29);
	tool_put("other.txt", "adit-order v1\ngame: k7q2m4xx\n", 29);
	for (size_t i = 0; i < COUNT(row); i++) {
		cr_assert_eq(tool_run("minisign -S -s a.key -m order.txt %s", row[i].options), 0,
		    "%s: %s", row[i].name, tool_said());
		cr_expect_eq(verify_file(&c, "order.txt", "order.txt.minisig", trusted, &err),
		    row[i].result, "%s: %s", row[i].name, err.msg);
		cr_expect(row[i].trusted == NULL || strcmp(row[i].trusted, trusted) == 0, "%s: %s",
		    row[i].name, trusted);
		cr_expect_eq(verify_file(&c, "other.txt", "order.txt.minisig", trusted, &err), -1,
		    "%s: changed", row[i].name);
		cr_expect_eq(err.code, ERR_AUTH, "%s", row[i].name);
	}
}

/* Our secret key file signs with stock minisign, and what it signs verifies on both sides. */
static void
stock_signs_with_ours(const char *pass)
{
	struct seckey *s = tool_secret();
	struct buf key = BUF_INIT;
	struct err err = ERR_INIT;
	char line[SIGN_TEXT + 1];
	char trusted[1024];

	cr_assert_eq(
	    seckey_sign_text(s, pass, pass == NULL ? 0 : strlen(pass), AGE_WORK, &key, &err), 0,
	    "%s", err.msg);
	tool_put("anna.key", key.p, key.n);
	tool_put("order.txt", "adit-order v1\n", 14);
	if (pass == NULL)
		cr_assert_eq(
		    tool_run("minisign -S -s anna.key -m order.txt -t x"), 0, "%s", tool_said());
	else
		cr_assert_eq(tool_run_typing(pass, "minisign -S -s anna.key -m order.txt -t x"), 0,
		    "%s", tool_said());
	cr_expect_eq(verify_file(&s->pub, "order.txt", "order.txt.minisig", trusted, &err), 0, "%s",
	    err.msg);
	pubkey_sign_text(&s->pub, line);
	cr_expect_eq(tool_run("minisign -V -P %s -m order.txt", line), 0, "%s", tool_said());
	buf_wipe(&key);
	seckey_free(s);
}

Test(minisign, stock_signs_with_our_open_key)
{
	stock_signs_with_ours(NULL);
}

Test(minisign, stock_signs_with_our_locked_key)
{
	if (is_few())
		return;
	stock_signs_with_ours("correct horse");
}

Test(minisign, stock_makes_our_public_key_of_our_secret_one)
{
	struct seckey *s = tool_secret();
	struct buf key = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(seckey_sign_text(s, NULL, 0, AGE_WORK, &key, &err), 0, "%s", err.msg);
	tool_put("anna.key", key.p, key.n);
	cr_assert_eq(tool_run("minisign -R -s anna.key -p anna.pub"), 0, "%s", tool_said());
	struct pubkey c = stock_card("anna.pub");
	cr_expect_eq(memcmp(c.sign_pk, s->pub.sign_pk, sizeof c.sign_pk), 0);
	cr_expect_eq(memcmp(c.sign_id, s->pub.sign_id, sizeof c.sign_id), 0);
	buf_wipe(&key);
	seckey_free(s);
}

/* We sign with a stock secret key; stock minisign verifies with its own public key. */
static void
ours_signs_with_stock(const char *pass)
{
	struct err err = ERR_INIT;
	struct seckey *s = seckey_new(&err);

	read_sign_key(s, "a.key", pass);
	tool_put("order.txt", "adit-order v1\n", 14);
	sign_file(s, "order.txt");
	cr_expect_eq(tool_run("minisign -V -p a.pub -m order.txt"), 0, "%s", tool_said());
	seckey_free(s);
}

Test(minisign, ours_signs_with_a_stock_open_key)
{
	cr_assert_eq(tool_run("minisign -G -W -p a.pub -s a.key"), 0, "%s", tool_said());
	ours_signs_with_stock(NULL);
}

Test(minisign, ours_signs_with_a_stock_locked_key)
{
	if (is_few())
		return;
	cr_assert_eq(tool_run_typing("correct horse", "minisign -G -p a.pub -s a.key"), 0, "%s",
	    tool_said());
	ours_signs_with_stock("correct horse");
}
