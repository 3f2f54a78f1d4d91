#include "seal/det_age.h"

#include "seal/age.h"
#include "seal/age_file.h"
#include "seal/aid.h"

TestSuite(sealing, .init = aid_init);

enum { LIMIT = 1 << 20 };

static const char text[] = "Nice try, Bob.";

struct fixture {
	unsigned char s[SECRET_BYTES];
	struct seckey *anna, *bob;
	struct det_age at;
};

static struct fixture
fixture(void)
{
	struct fixture f = { .anna = aid_secret(1), .bob = aid_secret(2) };

	aid_count_up(f.s, sizeof f.s, 0);
	f.at = (struct det_age){ NULL, "k7q2m4xw", 7, "anna", f.anna->pub.box_pk };
	return f;
}

static void
release(struct fixture *f)
{
	seckey_free(f->anna);
	seckey_free(f->bob);
}

static struct buf
make(const struct det_age *at, const char *plain)
{
	struct buf file = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(det_age_encrypt(at, plain, strlen(plain), &file, &err), 0, "%s", err.msg);
	return file;
}

/* Returns 1 if it opens and is exact, 0 if it opens and is not exact, -1 if it does not open. */
static int
opened(const struct det_age *at, const struct buf *file, struct err *err)
{
	struct buf plain = BUF_INIT;
	bool is_exact = false;
	int result;

	*err = (struct err)ERR_INIT;
	buf_str(&plain, "kept");
	result = det_age_decrypt(at, file->p, file->n, LIMIT, &plain, &is_exact, err);
	cr_expect(plain.n >= 4 && memcmp(plain.p, "kept", 4) == 0);
	cr_expect(result == 0 || plain.n == 4, "something was added on failure");
	buf_wipe(&plain);
	return result < 0 ? -1 : is_exact;
}

Test(sealing, opens_with_s_alone_and_with_the_identity)
{
	static const size_t size[] = { 0, 1, 65535, 65536, 65537, 200000 };
	struct fixture f = fixture();
	struct err err = ERR_INIT;

	f.at.s = f.s;
	for (size_t i = 0; i < COUNT(size); i++) {
		struct buf plain = BUF_INIT, file = BUF_INIT, a = BUF_INIT, b = BUF_INIT;
		bool is_exact = false;

		buf_fill(&plain, 'x', size[i]);
		cr_assert_eq(det_age_encrypt(&f.at, plain.p, plain.n, &file, &err), 0);
		cr_expect_eq(file.n, age_size(size[i], false), "%zu", size[i]);
		cr_expect_eq(det_age_decrypt(&f.at, file.p, file.n, size[i], &a, &is_exact, &err),
		    0, "%zu: %s", size[i], err.msg);
		cr_expect(is_exact, "%zu", size[i]);
		cr_expect_eq(age_decrypt(f.anna, file.p, file.n, size[i], &b, &err), 0, "%zu: %s",
		    size[i], err.msg);
		cr_expect(a.n == plain.n && b.n == plain.n &&
			(plain.n == 0 ||
			    (memcmp(a.p, plain.p, a.n) == 0 && memcmp(b.p, plain.p, b.n) == 0)),
		    "%zu: another text", size[i]);
		if (size[i] > 0)
			cr_expect_eq(det_age_decrypt(
					 &f.at, file.p, file.n, size[i] - 1, &a, &is_exact, &err),
			    -1, "%zu: limit", size[i]);
		buf_release(&plain);
		buf_release(&file);
		buf_wipe(&a);
		buf_wipe(&b);
	}
	release(&f);
}

/* Any difference, even of one letter of the plaintext, changes the nonce, the ephemeral key and
 * the key stream; and a file made for one place opens in no other. */
Test(sealing, no_two_share_a_key)
{
	enum { SHARE_AT = 33, SHARE = 43, TAIL = 16 + sizeof text - 1 };
	struct fixture f = fixture();
	unsigned char other_s[SECRET_BYTES] = { 1 };
	const struct {
		const char *name;
		struct det_age at;
		const char *plain;
	} row[] = {
		{ "as it is", { f.s, "k7q2m4xw", 7, "anna", f.anna->pub.box_pk }, text },
		{ "secret", { other_s, "k7q2m4xw", 7, "anna", f.anna->pub.box_pk }, text },
		{ "game", { f.s, "k7q2m4xx", 7, "anna", f.anna->pub.box_pk }, text },
		{ "digest", { f.s, "k7q2m4xw", 8, "anna", f.anna->pub.box_pk }, text },
		{ "digest, high bits",
		    { f.s, "k7q2m4xw", 7 + (INT64_C(1) << 32), "anna", f.anna->pub.box_pk }, text },
		{ "seat", { f.s, "k7q2m4xw", 7, "bob", f.anna->pub.box_pk }, text },
		{ "the host", { f.s, "k7q2m4xw", 7, "", f.anna->pub.box_pk }, text },
		{ "border of game and seat", { f.s, "k7q2m4x", 7, "wanna", f.anna->pub.box_pk },
		    text },
		{ "recipient", { f.s, "k7q2m4xw", 7, "anna", f.bob->pub.box_pk }, text },
		{ "plaintext", { f.s, "k7q2m4xw", 7, "anna", f.anna->pub.box_pk },
		    "Nice try, Rob." },
	};
	struct buf file[COUNT(row)];
	struct err err;

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf again = make(&row[i].at, row[i].plain);

		file[i] = make(&row[i].at, row[i].plain);
		cr_expect(again.n == file[i].n && memcmp(again.p, file[i].p, again.n) == 0,
		    "%s: not the same again", row[i].name);
		buf_release(&again);
	}
	for (size_t i = 0; i < COUNT(row); i++)
		for (size_t k = 0; k < COUNT(row); k++) {
			/* The last row is another text in the place of the first. */
			bool same_place = i % (COUNT(row) - 1) == k % (COUNT(row) - 1);
			const char *a = file[i].p, *b = file[k].p;
			size_t tail = file[i].n - TAIL;

			cr_expect_eq(opened(&row[k].at, &file[i], &err), same_place ? 1 : -1,
			    "%s, opened as %s", row[i].name, row[k].name);
			if (i == k)
				continue;
			cr_expect_neq(memcmp(a + SHARE_AT, b + SHARE_AT, SHARE), 0,
			    "%s, %s: one ephemeral key", row[i].name, row[k].name);
			cr_expect_neq(memcmp(a + tail - AGE_NONCE, b + tail - AGE_NONCE, AGE_NONCE),
			    0, "%s, %s: one nonce", row[i].name, row[k].name);
			/* An equal key stream would show equal text. */
			cr_expect_neq(memcmp(a + tail, b + tail, 10), 0, "%s, %s: one key stream",
			    row[i].name, row[k].name);
		}
	for (size_t i = 0; i < COUNT(row); i++)
		buf_release(&file[i]);
	release(&f);
}

/* ---- files that no honest host makes --------------------------------------------------------- */

/* Second implementation of adit(5): H(tag, s, game, u64 n, seat, recipient, last). */
static struct hash
from_page(const struct det_age *at, const char *tag, const void *last, size_t n)
{
	unsigned char number[8] = { (unsigned char)at->n };
	const struct hash_input part[] = {
		{ at->s, 32 },
		{ at->game, strlen(at->game) },
		{ number, sizeof number },
		{ at->seat, strlen(at->seat) },
		{ at->box_pk, 32 },
		{ last, n },
	};

	return hash_parts(tag, part, COUNT(part));
}

static void
take(unsigned char *out, size_t n, struct hash h)
{
	memcpy(out, h.b, n);
}

static struct age_randomness
honest(const struct det_age *at, const unsigned char *nonce)
{
	struct age_randomness c;

	take(c.nonce, sizeof c.nonce, from_page(at, "adit/seal", text, strlen(text)));
	if (nonce != NULL)
		memcpy(c.nonce, nonce, sizeof c.nonce);
	take(
	    c.file_key, sizeof c.file_key, from_page(at, "adit/age/file", c.nonce, sizeof c.nonce));
	take(c.ephemeral, sizeof c.ephemeral,
	    from_page(at, "adit/age/share", c.nonce, sizeof c.nonce));
	return c;
}

Test(sealing, what_no_honest_host_makes)
{
	static const unsigned char other_nonce[AGE_NONCE] = { 1 };
	struct fixture f = fixture();
	struct age_randomness as_it_is, nonce, key, ephemeral;
	struct err err;

	f.at.s = f.s;
	as_it_is = nonce = key = ephemeral = honest(&f.at, NULL);
	nonce = honest(&f.at, other_nonce);
	key.file_key[0] ^= 1;
	ephemeral.ephemeral[5] ^= 1;

	const struct {
		const char *name;
		const unsigned char *box_pk;
		struct age_randomness chance;
		int want;
	} row[] = {
		{ "an honest file", f.anna->pub.box_pk, as_it_is, 1 },
		{ "a nonce of its own", f.anna->pub.box_pk, nonce, 0 },
		{ "a file key of its own", f.anna->pub.box_pk, key, -1 },
		{ "an ephemeral key of its own", f.anna->pub.box_pk, ephemeral, 0 },
		{ "one that anna cannot open", f.bob->pub.box_pk, as_it_is, 0 },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf file = BUF_INIT;

		cr_assert_eq(age_encrypt_with(
				 row[i].box_pk, &row[i].chance, text, strlen(text), &file, &err),
		    0);
		cr_expect_eq(opened(&f.at, &file, &err), row[i].want, "%s", row[i].name);
		buf_release(&file);
	}
	release(&f);
}

Test(sealing, every_flipped_bit_is_found)
{
	struct fixture f = fixture();
	struct buf file;
	struct err err;

	f.at.s = f.s;
	file = make(&f.at, text);
	for (size_t i = 0; i < file.n * 8; i++) {
		file.p[i / 8] = (char)(file.p[i / 8] ^ (char)(1 << i % 8));
		cr_expect_neq(opened(&f.at, &file, &err), 1, "bit %zu of byte %zu", i % 8, i / 8);
		file.p[i / 8] = (char)(file.p[i / 8] ^ (char)(1 << i % 8));
	}
	for (size_t n = file.n; n-- > 0;) {
		struct buf cut = { .p = file.p, .n = n };

		cr_expect_eq(opened(&f.at, &cut, &err), -1, "cut to %zu bytes", n);
	}
	buf_chr(&file, '\n');
	cr_expect_eq(opened(&f.at, &file, &err), -1, "a line end behind it");
	buf_release(&file);
	release(&f);
}

/* The vectors of adit(5). */
Test(sealing, vectors_of_the_protocol)
{
	static const char want[] = "gqzu45ioby3fh6f3epsvnmehxwlahcncn72qq4oylvlugbbjwhzq";
	struct fixture f = fixture();
	struct hash h;
	struct buf file;
	char got[HASH_TEXT + 1];

	f.at.s = f.s;
	file = make(&f.at, text);
	h = hash_parts("adit/view", (struct hash_input[]){ { file.p, file.n } }, 1);
	hash_text(&h, got);
	cr_expect_str_eq(got, want);
	buf_release(&file);
	release(&f);
}
