/*
 * minisign signatures: a record (algorithm, key id, Ed25519 signature), and a second signature over
 * the first one and the trusted comment.
 */
#include "seal/minisign.h"

#include <sodium.h>

#include "seal/base64.h"
#include "util/lines.h"
#include "util/mem.h"

enum {
	SIG_BYTES = crypto_sign_BYTES,
	SIG_AT = 2 + SIGN_ID_BYTES, /* offset in the record */
	FILE_MAX = 16384,
	COMMENT_MAX = 1023
};

_Static_assert(
    (int)SIG_AT + (int)SIG_BYTES == MINISIGN_REC_BYTES, "the record ends with a signature");
_Static_assert((int)SIG_BYTES == MINISIGN_GLOBAL_BYTES, "the second signature");

static const char untrusted_prefix[] = "untrusted comment: ";
static const char trusted_prefix[] = "trusted comment: ";

struct prehash {
	unsigned char b[crypto_generichash_blake2b_BYTES_MAX];
};

static struct prehash
prehash_of(const void *msg, size_t n)
{
	struct prehash h;

	(void)crypto_generichash_blake2b(h.b, sizeof h.b, msg, n, NULL, 0);
	return h;
}

/* Appends what the second signature covers: the first one, then the comment. */
static void
global_text(const struct minisign_sig *sig, const char *comment, struct buf *out)
{
	buf_add(out, sig->b + SIG_AT, SIG_BYTES);
	buf_str(out, comment);
}

void
minisign_sign(const struct seckey *s, const void *msg, size_t n, const char *comment,
    struct minisign_sig *out)
{
	struct prehash h = prehash_of(msg, n);
	struct buf global = BUF_INIT;

	if ((s->locked & SECRET_SIGN) != 0)
		BUG("signed with a key that is locked");
	memcpy(out->b, "ED", 2);
	memcpy(out->b + 2, s->pub.sign_id, SIGN_ID_BYTES);
	(void)crypto_sign_detached(out->b + SIG_AT, NULL, h.b, sizeof h.b, s->sign_sk);
	global_text(out, comment, &global);
	(void)crypto_sign_detached(out->b + MINISIGN_REC_BYTES, NULL,
	    (const unsigned char *)global.p, global.n, s->sign_sk);
	buf_release(&global);
}

/* A key id in the form that minisign prints: a little-endian number in hexadecimal. */
struct id_text {
	char s[2 * SIGN_ID_BYTES + 1];
};

static struct id_text
id_text(const unsigned char id[static SIGN_ID_BYTES])
{
	static const char digit[] = "0123456789ABCDEF";
	struct id_text t = { "" };

	for (int i = 0; i < SIGN_ID_BYTES; i++) {
		unsigned char byte = id[SIGN_ID_BYTES - 1 - i];
		t.s[2 * i] = digit[byte >> 4];
		t.s[2 * i + 1] = digit[byte & 15];
	}
	return t;
}

/* Checks the algorithm and the key id of a record. */
static int
check_record(const struct pubkey *c, const struct minisign_sig *sig, struct err *err)
{
	if (memcmp(sig->b, "Ed", 2) == 0)
		return err_set(err, ERR_AUTH,
		    "signature: of minisign's old kind: sign again with `minisign -S`, without -l "
		    "(before minisign 0.10 with -H)");
	if (memcmp(sig->b, "ED", 2) != 0)
		return err_set(
		    err, ERR_AUTH, "signature: unknown algorithm, expected minisign's ED");
	if (memcmp(sig->b + 2, c->sign_id, SIGN_ID_BYTES) != 0) {
		struct id_text got = id_text(sig->b + 2);
		struct id_text want = id_text(c->sign_id);
		return err_set(
		    err, ERR_AUTH, "signature: made with key %s, expected key %s", got.s, want.s);
	}
	return 0;
}

static int
check_comment(
    const struct pubkey *c, const char *comment, const struct minisign_sig *sig, struct err *err)
{
	struct buf global = BUF_INIT;
	int ok;

	global_text(sig, comment, &global);
	ok = crypto_sign_verify_detached(
	    sig->b + MINISIGN_REC_BYTES, (const unsigned char *)global.p, global.n, c->sign_pk);
	buf_release(&global);
	if (ok < 0)
		return err_set(err, ERR_AUTH, "signature: does not hold for its trusted comment");
	return 0;
}

int
minisign_verify(const struct pubkey *c, const void *msg, size_t n, const char *comment,
    const struct minisign_sig *sig, struct err *err)
{
	struct prehash h = prehash_of(msg, n);

	if (check_record(c, sig, err) < 0)
		return -1;
	if (crypto_sign_verify_detached(sig->b + SIG_AT, h.b, sizeof h.b, c->sign_pk) < 0)
		return err_set(err, ERR_AUTH, "signature: does not hold for this text");
	return check_comment(c, comment, sig, err);
}

int
minisign_attest(
    const struct pubkey *c, const char *comment, const struct minisign_sig *sig, struct err *err)
{
	return check_record(c, sig, err) < 0 ? -1 : check_comment(c, comment, sig, err);
}

void
minisign_file_text(
    const struct minisign_sig *sig, const char *untrusted, const char *comment, struct buf *out)
{
	buf_fmt(out, "%s%s\n", untrusted_prefix, untrusted);
	seal_base64(sig->b, MINISIGN_REC_BYTES, out);
	buf_fmt(out, "\n%s%s\n", trusted_prefix, comment);
	seal_base64(sig->b + MINISIGN_REC_BYTES, MINISIGN_GLOBAL_BYTES, out);
	buf_chr(out, '\n');
}

/* True if a comment can be shown: no controls except TAB, which stock minisign puts between
 * fields. */
static bool
comment_is_clean(const struct slice *c)
{
	for (size_t i = 0; i < c->n; i++) {
		unsigned char b = (unsigned char)c->s[i];
		if ((b < ' ' && b != '\t') || b == 0x7f)
			return false;
	}
	return true;
}

int
minisign_file_parse(
    const char *s, size_t len, struct minisign_sig *sig, char comment[static 1024], struct err *err)
{
	enum { UNTRUSTED, RECORD, TRUSTED, GLOBAL, LINES };
	struct slice line[LINES];
	struct slice rest;
	struct lines l = { s, len, 0, 1 };

	if (len > FILE_MAX)
		return err_set(
		    err, ERR_SYNTAX, "signature file: longer than %d bytes", (int)FILE_MAX);
	for (int i = 0; i < LINES; i++)
		if (!lines_next_crlf(&l, &line[i]))
			return err_set_line(
			    err, ERR_SYNTAX, i + 1, "signature file: cut off, expected four lines");
	while (lines_next_crlf(&l, &rest))
		if (rest.n > 0)
			return err_set_line(
			    err, ERR_SYNTAX, LINES + 1, "signature file: more than four lines");
	if (!slice_starts(line[UNTRUSTED], "untrusted comment:"))
		return err_set_line(err, ERR_SYNTAX, 1, "signature file: no untrusted comment");
	if (base64_parse(line[RECORD], BASE64_PADDED, sig->b, MINISIGN_REC_BYTES) < 0)
		return err_set_line(err, ERR_SYNTAX, 2, "signature file: not a minisign signature");
	if (!slice_starts(line[TRUSTED], trusted_prefix))
		return err_set_line(err, ERR_SYNTAX, 3, "signature file: no trusted comment");
	line[TRUSTED].s += sizeof trusted_prefix - 1;
	line[TRUSTED].n -= sizeof trusted_prefix - 1;
	if (line[TRUSTED].n > COMMENT_MAX || !comment_is_clean(&line[TRUSTED]))
		return err_set_line(err, ERR_SYNTAX, 3,
		    "signature file: a trusted comment with controls or of more than %d bytes",
		    (int)COMMENT_MAX);
	if (base64_parse(line[GLOBAL], BASE64_PADDED, sig->b + MINISIGN_REC_BYTES,
		MINISIGN_GLOBAL_BYTES) < 0)
		return err_set_line(err, ERR_SYNTAX, 4, "signature file: not a minisign signature");
	memcpy(comment, line[TRUSTED].s, line[TRUSTED].n);
	comment[line[TRUSTED].n] = '\0';
	return 0;
}
