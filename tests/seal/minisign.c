#include "seal/minisign.h"

#include "seal/aid.h"

TestSuite(minisign, .init = aid_init);

static const char msg[] = "adit-order v1\ngame: k7q2m4xw\n";
static const char comment[] = "adit-order v1 k7q2m4xw/17/anna/1";

static int
verify(const struct pubkey *c, const char *text, const char *trusted,
    const struct minisign_sig *sig, struct err *err)
{
	*err = (struct err)ERR_INIT;
	return minisign_verify(c, text, strlen(text), trusted, sig, err);
}

Test(minisign, signed_and_verified)
{
	struct seckey *s = aid_secret(1);
	struct minisign_sig sig;
	struct err err;

	minisign_sign(s, msg, strlen(msg), comment, &sig);
	cr_expect_eq(memcmp(sig.b, "ED", 2), 0);
	cr_expect_eq(verify(&s->pub, msg, comment, &sig, &err), 0, "%s", err.msg);
	minisign_sign(s, "", 0, "", &sig);
	cr_expect_eq(verify(&s->pub, "", "", &sig, &err), 0, "nothing at all: %s", err.msg);
	seckey_free(s);
}

Test(minisign, every_flipped_bit_is_found)
{
	struct seckey *s = aid_secret(1);
	struct minisign_sig sig;
	struct err err;

	minisign_sign(s, msg, strlen(msg), comment, &sig);
	for (size_t i = 0; i < MINISIGN_BYTES * 8; i++) {
		struct minisign_sig bad = sig;
		bad.b[i / 8] ^= (unsigned char)(1 << i % 8);
		cr_assert_eq(verify(&s->pub, msg, comment, &bad, &err), -1, "bit %zu", i);
		cr_assert_eq(err.code, ERR_AUTH, "bit %zu", i);
	}
	seckey_free(s);
}

Test(minisign, what_the_second_signature_proves_alone)
{
	struct seckey *s = aid_secret(1);
	struct seckey *other = aid_secret(2);
	struct minisign_sig sig;
	struct err err = ERR_INIT;

	minisign_sign(s, msg, strlen(msg), comment, &sig);
	cr_expect_eq(minisign_attest(&s->pub, comment, &sig, &err), 0, "%s", err.msg);
	cr_expect_eq(minisign_attest(&other->pub, comment, &sig, &err), -1);
	cr_expect_eq(minisign_attest(&s->pub, "adit-order v1 k7q2m4xw/18/anna/1", &sig, &err), -1);
	cr_expect_str_eq(err.msg, "signature: does not hold for its trusted comment");
	for (size_t i = 0; i < MINISIGN_BYTES * 8; i++) {
		struct minisign_sig bad = sig;

		bad.b[i / 8] ^= (unsigned char)(1 << i % 8);
		cr_assert_eq(minisign_attest(&s->pub, comment, &bad, &err), -1, "bit %zu", i);
	}
	seckey_free(s);
	seckey_free(other);
}

Test(minisign, says_which_part_does_not_hold)
{
	struct seckey *s = aid_secret(1);
	struct seckey *other = aid_secret(2);
	struct minisign_sig sig;
	struct err err;

	minisign_sign(s, msg, strlen(msg), comment, &sig);
	cr_expect_eq(verify(&other->pub, msg, comment, &sig, &err), -1);
	cr_expect_str_eq(
	    err.msg, "signature: made with key 0101010101010101, expected key 0202020202020202");
	struct pubkey same_id = other->pub;
	memcpy(same_id.sign_id, s->pub.sign_id, sizeof same_id.sign_id);
	cr_expect_eq(verify(&same_id, msg, comment, &sig, &err), -1);
	cr_expect_str_eq(err.msg, "signature: does not hold for this text");
	cr_expect_eq(verify(&s->pub, "another text", comment, &sig, &err), -1);
	cr_expect_str_eq(err.msg, "signature: does not hold for this text");
	cr_expect_eq(verify(&s->pub, msg, "adit-order v1 k7q2m4xw/18/anna/1", &sig, &err), -1);
	cr_expect_str_eq(err.msg, "signature: does not hold for its trusted comment");
	cr_expect_eq(verify(&s->pub, msg, "", &sig, &err), -1);
	cr_expect_str_eq(err.msg, "signature: does not hold for its trusted comment");
	sig.b[1] = 'X';
	cr_expect_eq(verify(&s->pub, msg, comment, &sig, &err), -1);
	cr_expect_str_eq(err.msg, "signature: unknown algorithm, expected minisign's ED");
	seckey_free(s);
	seckey_free(other);
}

/* Made by stock minisign 0.11 over "hi\n" with the key below; the second one with -l. */
static const char stock_key[] = "RWQNAz0ZYDlHdlISceM4gPQJV1nsF3aCGS5fTrJ6GI91ZJ4mV4fmV0fq";

static const struct {
	const char *name, *text, *comment;
	int result;
} stock[] = {
	{ "hashed",
	    "untrusted comment: signature from minisign secret key\n"
	    "RUQNAz0ZYDlHdjxI8rb2X6A8HKlkLEJeRIKbBvlhSBm3x4nxujEdgfxEWu5XDbrVfAMHLvZjwPcvNySEC9JNEP"
	    "BfhkOI"
	    "Y7icqQs=\n"
	    "trusted comment: timestamp:1795284491\tfile:m\thashed\n"
	    "whSKRV5XOM5iPamFNvCqS0Dcki9D1c0XaaM3//"
	    "S1w4D+R5LEiPrMV9nH0xbSmnw5hpVBQ+gSNwTu4FUfnssuCw==\n",
	    "timestamp:1795284491\tfile:m\thashed", 0 },
	{ "legacy",
	    "untrusted comment: signature from minisign secret key\n"
	    "RWQNAz0ZYDlHdmVESVAhakwvBzvNdcQCkT+Kcl7/"
	    "yAD4VkyAeR9UfF0XaFjCtN70TypNtOHJvy3k7MZ+fNeQeRPtSf6x"
	    "pF9JLQw=\n"
	    "trusted comment: a legacy one\n"
	    "etYGqlgfR0EQoLFkkmsYY/dfJEkzrxWfMORLWGBSDaQt6XAVgUenf1fZVUrqYwv4Ep/2eDd3JH07jSbC52/"
	    "gAg==\n",
	    "a legacy one", -1 },
};

Test(minisign, files_of_stock_minisign)
{
	struct pubkey c = { 0 };
	struct minisign_sig sig;
	struct err err = ERR_INIT;
	char got[1024];

	cr_assert_eq(pubkey_sign_parse(stock_key, strlen(stock_key), &c), 0);
	for (size_t i = 0; i < COUNT(stock); i++) {
		cr_assert_eq(
		    minisign_file_parse(stock[i].text, strlen(stock[i].text), &sig, got, &err), 0,
		    "%s: %s", stock[i].name, err.msg);
		cr_expect_str_eq(got, stock[i].comment, "%s", stock[i].name);
		cr_expect_eq(verify(&c, "hi\n", got, &sig, &err), stock[i].result, "%s: %s",
		    stock[i].name, err.msg);
		if (stock[i].result < 0) {
			cr_expect(strstr(err.msg, "old kind") != NULL, "%s", err.msg);
			cr_expect(strstr(err.msg, "without -l") != NULL, "%s", err.msg);
			cr_expect_eq(minisign_attest(&c, got, &sig, &err), -1);
		}
		cr_expect_eq(
		    verify(&c, "ho\n", got, &sig, &err), -1, "%s: another text", stock[i].name);
		/* A signature of a hash in the legacy form must not be valid for the text with
		 * that hash, nor vice versa. */
		sig.b[1] ^= 'D' ^ 'd';
		cr_expect_eq(
		    verify(&c, "hi\n", got, &sig, &err), -1, "%s: as the other", stock[i].name);
	}
}

Test(minisign, file_and_back)
{
	struct seckey *s = aid_secret(1);
	struct buf text = BUF_INIT;
	struct buf crlf = BUF_INIT;
	struct minisign_sig sig;
	struct minisign_sig back;
	struct err err = ERR_INIT;
	char got[1024];

	minisign_sign(s, msg, strlen(msg), comment, &sig);
	minisign_file_text(&sig, "an order", comment, &text);
	cr_assert_eq(minisign_file_parse(text.p, text.n, &back, got, &err), 0, "%s", err.msg);
	cr_expect_eq(memcmp(&sig, &back, sizeof sig), 0);
	cr_expect_str_eq(got, comment);

	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\n')
			buf_chr(&crlf, '\r');
		buf_chr(&crlf, text.p[i]);
	}
	cr_assert_eq(minisign_file_parse(crlf.p, crlf.n, &back, got, &err), 0, "CRLF: %s", err.msg);
	cr_expect_str_eq(got, comment, "CRLF");

	/* The last line end is optional; a file truncated before it is invalid. */
	for (size_t n = 0; n < text.n - 1; n++)
		cr_expect_eq(minisign_file_parse(text.p, n, &back, got, &err), -1, "cut to %zu", n);
	cr_expect_eq(minisign_file_parse(text.p, text.n - 1, &back, got, &err), 0);
	buf_release(&text);
	buf_release(&crlf);
	seckey_free(s);
}

#define UNTRUSTED "untrusted comment: x\n"
#define RECORD                                                                                     \
	"RUQNAz0ZYDlHdjxI8rb2X6A8HKlkLEJeRIKbBvlhSBm3x4nxujEdgfxEWu5XDbrVfAMHLvZjwPcvNySEC9JNEPBf" \
	"hkOI"                                                                                     \
	"Y7icqQs=\n"
#define TRUSTED "trusted comment: y\n"
#define GLOBAL                                   \
	"whSKRV5XOM5iPamFNvCqS0Dcki9D1c0XaaM3//" \
	"S1w4D+R5LEiPrMV9nH0xbSmnw5hpVBQ+gSNwTu4FUfnssuCw==\n"

static const struct {
	const char *name, *text;
	int line;
} bad[] = {
	{ "no untrusted comment", RECORD TRUSTED GLOBAL, 4 },
	{ "another first line", "hello\n" RECORD TRUSTED GLOBAL, 1 },
	{ "record of another length", UNTRUSTED "RUQN\n" TRUSTED GLOBAL, 2 },
	{ "the two signatures exchanged", UNTRUSTED GLOBAL TRUSTED RECORD, 2 },
	{ "blank before the record", UNTRUSTED " " RECORD TRUSTED GLOBAL, 2 },
	{ "no trusted comment", UNTRUSTED RECORD "comment: y\n" GLOBAL, 3 },
	{ "escape in the trusted comment", UNTRUSTED RECORD "trusted comment: \033[2J\n" GLOBAL,
	    3 },
	{ "CR in the trusted comment", UNTRUSTED RECORD "trusted comment: a\rb\n" GLOBAL, 3 },
	{ "words behind it", UNTRUSTED RECORD TRUSTED GLOBAL "more\n", 5 },
	{ "last bits of the second signature",
	    UNTRUSTED RECORD TRUSTED "whSKRV5XOM5iPamFNvCqS0Dcki9D1c0XaaM3//"
				     "S1w4D+R5LEiPrMV9nH0xbSmnw5hpVBQ+gSNwTu4FUfnssuCx==\n",
	    4 },
};

Test(minisign, malformed_files)
{
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct minisign_sig sig;
		struct err err = ERR_INIT;
		char got[1024];

		cr_expect_eq(minisign_file_parse(bad[i].text, strlen(bad[i].text), &sig, got, &err),
		    -1, "%s", bad[i].name);
		cr_expect_eq(err.code, ERR_SYNTAX, "%s", bad[i].name);
		cr_expect_eq(err.line, bad[i].line, "%s: line %d", bad[i].name, err.line);
	}
}

Test(minisign, trusted_comment_has_a_limit)
{
	for (size_t n = 1022; n <= 1024; n++) {
		struct buf text = BUF_INIT;
		struct minisign_sig sig;
		struct err err = ERR_INIT;
		char got[1024];

		buf_str(&text, UNTRUSTED RECORD "trusted comment: ");
		buf_fill(&text, 'y', n);
		buf_str(&text, "\n" GLOBAL);
		cr_expect_eq(minisign_file_parse(text.p, text.n, &sig, got, &err),
		    n <= 1023 ? 0 : -1, "%zu bytes: %s", n, err.msg);
		cr_expect(n > 1023 || strlen(got) == n, "%zu bytes", n);
		buf_fill(&text, '\n', 16384 - text.n + (n == 1023 ? 0 : 1));
		cr_expect_eq(minisign_file_parse(text.p, text.n, &sig, got, &err),
		    n == 1023 ? 0 : -1, "a file of %zu bytes: %s", text.n, err.msg);
		buf_release(&text);
	}
}
