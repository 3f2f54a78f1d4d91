/*
 * Public keys: the two keys that a player publishes, and NAME.pub.
 *
 * (C1) A parsed key is usable: the signing key is a point of the main subgroup, the other one gives
 * no publicly known shared secret.
 */
#include "seal/key.h"

#include <sodium.h>

#include "seal/base64.h"
#include "seal/bech32.h"
#include "seal/hash.h"
#include "util/base32.h"
#include "util/lines.h"

enum { SIGN_LINE_BYTES = 2 + SIGN_ID_BYTES + SIGN_PK_BYTES, FILE_MAX = 8192 };

static const char box_hrp[] = "age";

_Static_assert(AGE_TEXT == sizeof box_hrp - 1 + BECH32_TAIL, "an age recipient");
_Static_assert(SIGN_PK_BYTES == crypto_sign_PUBLICKEYBYTES, "Ed25519");
_Static_assert(SIGN_SK_BYTES == crypto_sign_SECRETKEYBYTES, "Ed25519");
_Static_assert(BOX_PK_BYTES == crypto_scalarmult_curve25519_BYTES, "X25519");
_Static_assert(BOX_SK_BYTES == crypto_scalarmult_curve25519_SCALARBYTES, "X25519");

/* Writes what minisign's line encodes: "Ed", key id, key. */
static void
sign_line(const struct pubkey *c, unsigned char out[static SIGN_LINE_BYTES])
{
	memcpy(out, "Ed", 2);
	memcpy(out + 2, c->sign_id, SIGN_ID_BYTES);
	memcpy(out + 2 + SIGN_ID_BYTES, c->sign_pk, SIGN_PK_BYTES);
}

void
pubkey_sign_text(const struct pubkey *c, char out[static SIGN_TEXT + 1])
{
	unsigned char line[SIGN_LINE_BYTES];

	sign_line(c, line);
	base64_text(line, sizeof line, BASE64_PADDED, out);
}

void
pubkey_box_text(const struct pubkey *c, char out[static AGE_TEXT + 1])
{
	bech32_text(box_hrp, c->box_pk, out);
}

static int
sign_decode(const char *s, size_t len, struct pubkey *c)
{
	unsigned char line[SIGN_LINE_BYTES];

	if (base64_parse((struct slice){ s, len }, BASE64_PADDED, line, sizeof line) < 0 ||
	    memcmp(line, "Ed", 2) != 0)
		return -1;
	memcpy(c->sign_id, line + 2, SIGN_ID_BYTES);
	memcpy(c->sign_pk, line + 2 + SIGN_ID_BYTES, SIGN_PK_BYTES);
	return 0;
}

int
pubkey_sign_parse(const char *s, size_t len, struct pubkey *c)
{
	struct pubkey got;

	if (sign_decode(s, len, &got) < 0 || !crypto_core_ed25519_is_valid_point(got.sign_pk))
		return -1;
	memcpy(c->sign_id, got.sign_id, SIGN_ID_BYTES);
	memcpy(c->sign_pk, got.sign_pk, SIGN_PK_BYTES);
	return 0;
}

/* X25519 with a point of small order gives zero for every secret, so any secret detects it. */
static bool
box_pk_is_usable(const unsigned char pk[static BOX_PK_BYTES])
{
	static const unsigned char any[BOX_SK_BYTES] = { 8 };
	unsigned char shared[crypto_scalarmult_curve25519_BYTES];

	return crypto_scalarmult_curve25519(shared, any, pk) == 0;
}

int
pubkey_box_parse(const char *s, size_t len, struct pubkey *c)
{
	unsigned char pk[BOX_PK_BYTES];

	if (bech32_parse(box_hrp, s, len, pk) < 0 || !box_pk_is_usable(pk))
		return -1;
	memcpy(c->box_pk, pk, sizeof pk);
	return 0;
}

int
pubkey_check_fresh(const struct pubkey *c, struct err *err)
{
	static const unsigned char prime[BOX_PK_BYTES] = { 0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f };

	return sodium_compare(c->box_pk, prime, sizeof prime) < 0 ?
	    0 :
	    err_set(err, ERR_SYNTAX, "age makes no such public key");
}

void
pubkey_fingerprint(const struct pubkey *c, char out[static FINGERPRINT_TEXT + 1])
{
	unsigned char line[SIGN_LINE_BYTES];

	sign_line(c, line);
	const struct hash_input part[] = { { line, sizeof line }, { c->box_pk, sizeof c->box_pk } };
	struct hash h = hash_parts("adit/card", part, 2);
	base32_text(h.b, 16, out);
}

bool
pubkey_shares_key(const struct pubkey *a, const struct pubkey *b)
{
	return memcmp(a->sign_pk, b->sign_pk, SIGN_PK_BYTES) == 0 ||
	    memcmp(a->box_pk, b->box_pk, BOX_PK_BYTES) == 0;
}

bool
pubkey_same(const struct pubkey *a, const struct pubkey *b)
{
	return memcmp(a->sign_id, b->sign_id, sizeof a->sign_id) == 0 &&
	    memcmp(a->sign_pk, b->sign_pk, sizeof a->sign_pk) == 0 &&
	    memcmp(a->box_pk, b->box_pk, sizeof a->box_pk) == 0;
}

void
pubkey_text(const struct pubkey *c, const char *name, struct buf *out)
{
	char sign[SIGN_TEXT + 1];
	char box[AGE_TEXT + 1];

	pubkey_sign_text(c, sign);
	pubkey_box_text(c, box);
	buf_fmt(out,
	    "untrusted comment: %s signs with this minisign key\n%s\n"
	    "# %s reads with this age key\n%s\n",
	    name, sign, name, box);
}

struct reading {
	struct pubkey key;
	bool has_sign, has_box;
	bool is_known; /* (C1) was checked before */
};

static int
read_line(struct reading *r, struct slice l, int number, struct err *err)
{
	if (l.n == 0 || l.s[0] == '#' || slice_starts(l, "untrusted comment:"))
		return 0;
	if (slice_starts(l, "AGE-SECRET-KEY-"))
		return err_set_line(
		    err, ERR_SYNTAX, number, "this is a secret key, expected a public one");
	if (slice_starts(l, "age1")) {
		if (r->has_box)
			return err_set_line(err, ERR_SYNTAX, number, "a second age1 line");
		if (r->is_known ? bech32_parse(box_hrp, l.s, l.n, r->key.box_pk) < 0 :
				  pubkey_box_parse(l.s, l.n, &r->key) < 0)
			return err_set_line(err, ERR_SYNTAX, number, "not a valid age1 recipient");
		r->has_box = true;
		return 0;
	}
	if (r->has_sign)
		return err_set_line(err, ERR_SYNTAX, number, "a second minisign key line");
	if (r->is_known ? sign_decode(l.s, l.n, &r->key) < 0 :
			  pubkey_sign_parse(l.s, l.n, &r->key) < 0)
		return err_set_line(
		    err, ERR_SYNTAX, number, "neither a minisign public key nor an age1 recipient");
	r->has_sign = true;
	return 0;
}

static int
parse(struct reading *r, const char *s, size_t len, struct pubkey *c, struct err *err)
{
	struct slice line;
	struct lines l = { s, len, 0, 1 };

	if (len > FILE_MAX)
		return err_set(err, ERR_SYNTAX, "public keys: longer than %d bytes", (int)FILE_MAX);
	while (lines_next_crlf(&l, &line))
		if (read_line(r, slice_trim(line), l.line - 1, err) < 0)
			return -1;
	if (!r->has_sign)
		return err_set(err, ERR_SYNTAX, "public keys: no minisign key line");
	if (!r->has_box)
		return err_set(err, ERR_SYNTAX, "public keys: no age1 line");
	*c = r->key;
	return 0;
}

int
pubkey_parse(const char *s, size_t len, struct pubkey *c, struct err *err)
{
	struct reading r = { .is_known = false };

	return parse(&r, s, len, c, err);
}

int
pubkey_parse_known(const char *s, size_t len, struct pubkey *c, struct err *err)
{
	struct reading r = { .is_known = true };

	return parse(&r, s, len, c, err);
}
